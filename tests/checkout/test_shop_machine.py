"""Random walks of several guests through cart and checkout: the invariants hold after every step (design §4)."""

import contextlib
from dataclasses import replace
from decimal import Decimal

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from cart.actions import AddRequest, add_to_cart, change_amount, remove_from_cart
from cart.models import Cart
from catalogue.models import BundlePart, Event, Product, Stock
from catalogue.stock.actions import create_stock, limit_variant, set_capacity
from checkout.actions import (
    PlaceRequest,
    cancel_unpaid,
    choose_logistics,
    enter_addresses,
    invalidate_line,
    move_delivery,
    place_order,
    request_refund,
)  # fmt: skip
from checkout.errors import OrderNotFound
from checkout.models import Carrier, Delivery, Order, OrderLine, Placement, Refund
from checkout.orders.access import access_order
from checkout.orders.order_state import PaymentState, with_order_state
from checkout.payments.ledger import record_capture, record_refund
from checkout.pricing.checkout import priced_checkout
from checkout.rules import wire_status
from checkout.sales.figures import Grouping
from sessions_queue.models import VisitorSession
from sessions_queue.queries import access_session
from sessions_queue.visitor_sessions import actions as sessions
from sessions_queue.visitor_sessions.actions import end_overdue_sessions
from shop.core.errors import ShopError
from shop.core.values.money import CENT
from shop.invariants import broken_invariants
from tests.checkout.merging import merge as merge_cart
from tests.checkout.sales.agreement import assert_sales_agree
from tests.factories import (
    ADDRESS,
    bundle_request,
    fill_cart,
    first_variant,
    make_bundle,
    make_combination,
    make_event,
    make_part,
    make_product,
    make_shop,
    make_variant,
)  # fmt: skip
from tests.proofs import proves
from tests.sampling import examples

GUESTS = st.integers(0, 2)
AMOUNTS = st.integers(1, 4)


class Guests(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        self.shop = make_shop()
        event = make_event(self.shop, capacity=6)
        reduced = make_variant(event=event, description="Reduced", price="20.00", physical=False)
        hall = create_stock(owner=self.shop, name="Hall", capacity=7)
        for ticket in event.variants.all():
            limit_variant(variant=ticket, stock=hall)
        self.variants = [
            first_variant(make_product(self.shop, capacity=5)),
            first_variant(make_product(self.shop)),
            first_variant(event),
            reduced,
        ]
        self.box = make_bundle(make_product(self.shop, price="33.33", capacity=6))
        shirt, poster = self.variants[0].product, self.variants[1].product
        assert shirt is not None and poster is not None
        self.choices = [
            make_combination(self.box, shirt, event),
            make_combination(self.box, poster, additional_price=Decimal("7.01")),
        ]
        things: list[Product | Event] = [shirt, poster, event, event]
        self.additions = [make_part(self.box, one, BundlePart.Role.ADDITIONAL) for one in things]
        self.other_shop = make_shop()
        self.foreign = first_variant(make_product(self.other_shop, capacity=3))
        self.other_session, self.other_cart = fill_cart(self.other_shop, (self.foreign, 1))
        self.sessions: dict[int, VisitorSession] = {}
        self.placements: list[Placement] = []
        self.events = 0

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.atomic.__exit__(None, None, None)

    @rule(guest=GUESTS, variant=st.integers(0, 3), amount=AMOUNTS, other=st.integers(0, 3))
    def add(self, guest: int, variant: int, amount: int, other: int) -> None:
        with contextlib.suppress(ShopError):
            self.sessions[guest], _cart = fill_cart(
                self.shop,
                (self.variants[variant], amount),
                (self.variants[other], 1),
                session=self.sessions.get(guest),
            )

    @rule(
        guest=GUESTS,
        parts=st.lists(st.integers(0, 3), max_size=3),
        choice=st.integers(0, 1),
        also=st.booleans(),
        bundles=st.integers(1, 2),
    )
    def add_tree(self, guest: int, parts: list[int], choice: int, also: bool, bundles: int) -> None:
        """Bundles, together with a single line that draws on the same stocks."""
        added = [AddRequest(self.variants[part].pk, 1, part_id=self.additions[part].pk) for part in set(parts)]
        tree = replace(bundle_request(self.box, *self.choices[choice].parts.all(), *added), amount=bundles)
        requests = [tree, *([AddRequest(self.variants[0].pk, 1)] if also else [])]
        with contextlib.suppress(ShopError):
            done = add_to_cart(shop=self.shop, session=self.sessions.get(guest), language="de", requests=requests)
            self.sessions[guest] = done.session

    @precondition(lambda self: self.sessions)
    @rule(guest=GUESTS, amount=AMOUNTS, remove=st.booleans(), position=st.integers(0, 5))
    def change(self, guest: int, amount: int, remove: bool, position: int) -> None:
        session = self.sessions.get(guest)
        cart = Cart.objects.open().filter(session=session).first() if session else None
        lines = list(cart.lines.all()) if cart else []
        if session is None or not lines:
            return
        line = str(lines[position % len(lines)].pk)
        try:
            if remove:
                remove_from_cart(session=session, line_id=line)
            else:
                change_amount(session=session, line_id=line, amount=amount)
        except ShopError:
            pass

    @precondition(lambda self: self.sessions)
    @rule(guest=GUESTS)
    def reach_into_another_shop(self, guest: int) -> None:
        session = self.sessions.get(guest)
        if session is None:
            return
        line = str(self.other_cart.lines.get().pk)
        for attempt in (
            lambda: fill_cart(self.shop, (self.foreign, 1), session=session),
            lambda: remove_from_cart(session=session, line_id=line),
            lambda: change_amount(session=session, line_id=line, amount=2),
        ):
            with pytest.raises(ShopError):
                attempt()
        assert access_session(self.other_shop, session.token) is None
        assert self.other_cart.lines.get().amount == 1
        for one in self.placements:
            with pytest.raises(OrderNotFound):
                access_order(self.other_shop, one.order.secret)

    @precondition(lambda self: self.sessions)
    @rule(guest=GUESTS, key=st.integers(0, 1), merge=st.booleans(), known=st.booleans())
    def place(self, guest: int, key: int, merge: bool, known: bool) -> None:
        session = self.sessions.get(guest)
        if session is None:
            return
        try:
            enter_addresses(session=session, billing=ADDRESS, shipping=None, email="mira@example.org")
            cart = Cart.objects.open().get(session=session)
            carrier = str(Carrier.objects.get(only_single_disc=False, checks_age=False).pk)
            physical = priced_checkout(cart).priced.physical
            choose_logistics(
                session=session, shipping_method=carrier if physical else "-1", payment_method="bank_transfer"
            )
            total = priced_checkout(Cart.objects.get(pk=cart.pk)).total
        except ShopError:
            total = Decimal(1)
        request = PlaceRequest(f"{session.pk}-{key}", total, accepted_terms=True)
        try:
            if merge and self.placements:
                placement = merge_cart(
                    session, into=self.placements[0].order, key=request.idempotency_key, is_verified=known
                )
            else:
                placement = place_order(session=session, request=request)
        except ShopError:
            return
        if placement not in self.placements:
            self.placements.append(placement)
        assert place_order(session=session, request=PlaceRequest("other", total, accepted_terms=True)) == placement

    @precondition(lambda self: self.placements)
    @rule(number=st.integers(0, 9), again=st.booleans())
    def pay(self, number: int, again: bool) -> None:
        placement = self.placements[number % len(self.placements)]
        for _time in range(2 if again else 1):
            record_capture(
                payment=placement.payments.get(), amount=placement.total, event_id=f"transfer-{placement.pk}"
            )

    @precondition(lambda self: self.placements)
    @rule(number=st.integers(0, 9))
    def cancel(self, number: int) -> None:
        with contextlib.suppress(ShopError):
            cancel_unpaid(order=self.placements[number % len(self.placements)].order)

    @precondition(lambda self: self.placements)
    @rule(number=st.integers(0, 9), position=st.integers(0, 5), amount=AMOUNTS)
    def return_some(self, number: int, position: int, amount: int) -> None:
        line = self.line(number, position)
        with contextlib.suppress(ShopError):
            invalidate_line(line=line, amount=amount)

    @precondition(lambda self: self.placements)
    @rule(number=st.integers(0, 9), position=st.integers(0, 5), cents=st.integers(0, 3000), book=st.booleans())
    def refund(self, number: int, position: int, cents: int, book: bool) -> None:
        line = self.line(number, position)
        payment = line.placement.payments.get()
        with contextlib.suppress(ShopError):
            refund = request_refund(payment=payment, lines={line: cents * CENT})
            if book:
                record_refund(refund=refund, event_id=f"back-{refund.pk}")

    @precondition(lambda self: self.placements)
    @rule(number=st.integers(0, 9), to=st.sampled_from(Delivery.State))
    def deliver(self, number: int, to: Delivery.State) -> None:
        placement = self.placements[number % len(self.placements)]
        for delivery in placement.order.deliveries.all():
            with contextlib.suppress(ShopError):
                move_delivery(delivery=delivery, to=to)

    def line(self, number: int, position: int) -> OrderLine:
        lines = list(self.placements[number % len(self.placements)].lines.order_by("number"))
        return lines[position % len(lines)]

    @precondition(lambda self: self.sessions)
    @rule(guest=GUESTS)
    def heartbeat(self, guest: int) -> None:
        if guest in self.sessions:
            sessions.heartbeat(session=self.sessions[guest])

    @precondition(lambda self: self.sessions)
    @rule(guest=GUESTS, sweep=st.booleans())
    def run_out(self, guest: int, sweep: bool) -> None:
        session = self.sessions.get(guest)
        if session is not None:
            VisitorSession.objects.filter(pk=session.pk, ended_at=None).update(expires_at=timezone.now())
            if sweep:
                end_overdue_sessions()

    @rule(capacity=st.integers(0, 9), number=st.integers(0, 2))
    def change_capacity(self, capacity: int, number: int) -> None:
        stocks = list(Stock.objects.order_by("id"))
        with contextlib.suppress(ShopError):
            set_capacity(stock=stocks[number], capacity=capacity)

    @invariant()
    def money_and_status_agree(self) -> None:
        for order in with_order_state(Order.objects.all()):
            # What waits apart for its own money is no part of how the order stands.
            live = [one for one in order.placements.all() if one.cancelled_at is None and not one.is_unverified_merge]
            lines = [line for one in live for line in one.lines.all()]
            less = sum((line.reduced_total if line.invalidated_at else back_for(line) for line in lines), Decimal(0))
            assert order.balance == sum((one.total for one in live), Decimal(0)) - less - order.received
            # Cancelled is also what was paid and of which nothing is left.
            standing = [one for one in live if one.paid_at is None or something_left(one)]
            if standing and order.balance <= 0:
                assert order.payment_state == PaymentState.PAID
            status = wire_status(order.payment_state, order.fulfilment, balance=order.balance, received=order.received)
            assert (status == "cancelled") == (not standing)

    @invariant()
    def sales_figures_agree(self) -> None:
        assert_sales_agree(Grouping.ITEM)

    @invariant()
    def nothing_forbidden_happened(self) -> None:
        assert broken_invariants() == {}


def something_left(placement: Placement) -> bool:
    return any(line.invalidated_at is None for line in placement.lines.all())


def back_for(line: OrderLine) -> Decimal:
    done = line.refunds.filter(refund__state=Refund.State.DONE)
    return sum((part.amount for part in done), Decimal(0))


@proves(
    "purchase §4",
    "identical bundles of goods are one line with an amount that can be changed; one with a ticket, a "
    "text or something else in it is another line; limits, stocks, prices, discounts, VAT and orders "
    "count all that is in them; undo brings all back; no further statement",
)
@proves("design §4", "a bundle and single lines of the same stock are one demand, under many hands, too")
@proves("design §4", "random walks of several guests keep every invariant")
@pytest.mark.django_db
def test_random_walks_keep_every_invariant() -> None:
    run_state_machine_as_test(
        Guests,
        settings=settings(
            max_examples=examples(40),
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )
