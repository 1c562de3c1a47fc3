"""Staff exchange what was ordered for another size, kind of ticket or seat, as long as nothing of it went out."""

from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.db import IntegrityError, transaction
from django.utils import timezone

from aftersale.models import Ticket
from cart.actions import add_to_cart, apply_payment_code
from cart.models import TicketHolder
from catalogue.errors import SeatsNotAvailable, SoldOut
from catalogue.models import ProductVariant, SeatClaim, Stock
from checkout.actions import cancel_unpaid, choose_logistics, enter_addresses, move_delivery, place_order
from checkout.actions.changes.exchanging import exchange_line
from checkout.actions.payments.paying import pay_order
from checkout.actions.refunds.giving_back import StepOutcome, refund_order
from checkout.actions.refunds.refunding import refund_overpayment
from checkout.errors import LineInvalidated, LineNotSplit, NotExchangeable, OrderChanged, RefundNotAllowed
from checkout.models import Delivery, Invoice, OrderLine, OrderStep, Payment, Placement, Refund
from checkout.orders.access import access_order
from checkout.orders.order_state import PaymentState
from checkout.payments.ledger import balance, record_capture
from checkout.pricing.exchanges import ExchangeCommand, Obstacle, exchangeable_lines
from checkout.refunds.refundable import Disposition
from shop.core.database.transactions import dry_run
from shop.core.errors import ShopError
from shop.invariants import broken_invariants
from shop.models import Mail
from tests.aftersale.entrance.night import door, sold_out_night, verdict
from tests.checkout.discounts import make_code, with_code
from tests.checkout.exchanging import added, bought, exchange, sold_of
from tests.checkout.giving_back import action_by, invoiced_total, send_all, shirts, some_of
from tests.checkout.placing import click_of, parcel, place, ready_cart, state_of, transfer
from tests.checkout.steps import write_mails
from tests.factories import (
    ADDRESS,
    bundle_request,
    first_variant,
    make_bundle,
    make_event,
    make_payment_code,
    make_product,
    make_shop,
    make_variant,
)
from tests.proofs import proves
from tests.seated import House

pytestmark = pytest.mark.django_db
EUROS = Decimal


@proves(
    "docs/decisions/0055",
    "staff exchange a size, a kind of ticket or a seat of a paid order, all pieces or some: the same "
    "price settles by itself, what is dearer is owed with a link to pay and goes once it is paid, what "
    "is cheaper goes back, or staff ask for no difference; discounts and invoices follow to the cent",
)
def test_another_size_of_the_same_price_settles_by_itself(sizes: list[ProductVariant], staff: User) -> None:
    m, large, *_ = sizes
    placement = bought(m)
    outcome = exchange(shirts(placement), large, staff)
    assert (outcome.to_pay, outcome.refunds, sold_of(m, large)) == (EUROS(0), [], [0, 1])
    new = added()
    line = new.lines.get()
    assert (line.variant_description, line.price, line.delivery) == ("L", EUROS(20), Delivery.objects.get())
    assert (new.number, new.total, new.paid_at is not None, new.cart) == (2, EUROS(20), True, None)
    assert (balance(placement.order), state_of(placement), broken_invariants()) == (EUROS(0), PaymentState.PAID, {})
    assert set(new.accepted_texts.all()) == set(placement.accepted_texts.all())
    step = OrderStep.objects.get()
    assert (step.kind, step.staff, new.step) == ("exchange", staff, step) and step.text == "because"
    send_all()
    assert (invoiced_total(), broken_invariants()) == (EUROS("25.90"), {})
    assert Invoice.objects.filter(placement=new).get().total == 20
    assert not Mail.objects.filter(kind="payment_received", subject_key=str(new.pk)).exists()


def test_a_dearer_one_is_owed_and_goes_once_it_is_paid(sizes: list[ProductVariant], staff: User) -> None:
    m, _l, xl, _s = sizes
    placement = bought(m)
    outcome = exchange(shirts(placement), xl, staff)
    order = placement.order
    assert (outcome.to_pay, balance(order), state_of(placement)) == (EUROS(5), EUROS(5), PaymentState.OPEN)
    with pytest.raises(ShopError):
        move_delivery(delivery=Delivery.objects.get(), to=Delivery.State.PACKED)
    write_mails()
    told = next(one for one in mail.outbox if "5,00\xa0€" in one.body and order.secret in one.body)
    assert "XL" in told.body and "25,00" in told.body
    pay_order(order=access_order(order.shop, order.secret), method="bank_transfer")
    payment = order.payments.get(placement=added())
    assert payment.amount == EUROS(5)
    record_capture(payment=payment, amount=payment.amount, event_id="rest")
    assert (balance(order), state_of(placement), added().paid_at is not None) == (EUROS(0), PaymentState.PAID, True)
    mail.outbox.clear()
    write_mails()
    thanks = next(one for one in mail.outbox if "Zahlung" in one.subject)
    assert "deine 5,00\xa0€" in thanks.body
    move_delivery(delivery=Delivery.objects.get(), to=Delivery.State.PACKED)
    send_all()
    assert (invoiced_total(), broken_invariants()) == (EUROS("30.90"), {})


def test_a_dearer_one_is_asked_for_without_what_is_on_its_way(sizes: list[ProductVariant], staff: User) -> None:
    """An e-check for something that was paid by card since; it is what the mail asks for, too."""
    placement = bought(sizes[0])
    Payment.objects.create(
        order=placement.order, method="paypal", provider="paypal", external_id="there", on_its_way="echeck",
        amount=EUROS(3), reference="PPX",
    )  # fmt: skip
    outcome = exchange(shirts(placement), sizes[2], staff)
    assert (outcome.to_pay, balance(placement.order)) == (EUROS(2), EUROS(5))
    write_mails()
    assert any("2,00\xa0€" in one.body and placement.order.secret in one.body for one in mail.outbox)


def test_a_dearer_one_that_nobody_pays_is_cancelled_and_its_money_goes_back(
    sizes: list[ProductVariant], staff: User
) -> None:
    m, _l, xl, _s = sizes
    placement = bought(m)
    exchange(shirts(placement), xl, staff)
    cancel_unpaid(order=placement.order)
    refund_overpayment(order=placement.order, staff=staff)
    send_all()
    assert (sold_of(m, xl), balance(placement.order), broken_invariants()) == ([0, 0], EUROS(0), {})
    assert Refund.objects.get().amount == 20


def test_a_cheaper_one_gives_the_difference_back(sizes: list[ProductVariant], staff: User) -> None:
    m, *_rest, small = sizes
    placement = bought(m)
    outcome = exchange(shirts(placement), small, staff)
    assert (outcome.total, outcome.to_pay, added().paid_at is not None) == (EUROS(5), EUROS(0), True)
    send_all()
    assert (balance(placement.order), invoiced_total(), broken_invariants()) == (EUROS(0), EUROS("20.90"), {})


@proves(
    "docs/decisions/0055",
    "an exchange is shown first and done once, stands in the timeline, and is a right of its own; sold "
    "out changes nothing; the last piece or seat goes to one of several, and exchanges to and fro do not "
    "block each other",
)
def test_who_may_give_no_money_back_can_leave_the_price_as_it_was(sizes: list[ProductVariant], staff: User) -> None:
    m, *_rest, small = sizes
    placement = bought(m)
    with pytest.raises(RefundNotAllowed):
        exchange(shirts(placement), small, staff, may_refund=False)
    exchange(shirts(placement), small, staff, may_refund=False, as_before=True)
    assert (added().total, Refund.objects.count(), balance(placement.order), broken_invariants()) == (
        EUROS(20),
        0,
        EUROS(0),
        {},
    )


def test_a_dearer_one_as_goodwill_costs_what_it_did(sizes: list[ProductVariant], staff: User) -> None:
    m, _l, xl, _s = sizes
    placement = bought(m)
    assert exchange(shirts(placement), xl, staff, as_before=True).to_pay == 0
    assert (added().total, state_of(placement), broken_invariants()) == (EUROS(20), PaymentState.PAID, {})


def test_some_pieces_are_exchanged_and_go_along_with_the_rest(sizes: list[ProductVariant], staff: User) -> None:
    m, large, *_ = sizes
    placement = bought(m, 3, "65.90")
    exchange(shirts(placement), large, staff, pieces=2)
    counting = OrderLine.objects.counting()
    assert sorted(counting.values_list("amount", "variant_description")) == [(1, "M"), (2, "L")]
    assert (sold_of(m, large), Delivery.objects.count()) == ([1, 2], 1)
    assert (balance(placement.order), broken_invariants()) == (EUROS(0), {})
    send_all()
    assert (invoiced_total(), broken_invariants()) == (EUROS("65.90"), {})


def test_what_is_owed_for_waits_apart_and_the_rest_goes(sizes: list[ProductVariant], staff: User) -> None:
    m, _l, xl, _s = sizes
    placement = bought(m, 2, "45.90")
    exchange(shirts(placement), xl, staff, pieces=1)
    first, apart = Delivery.objects.order_by("pk")
    assert (apart.lines.get().variant, first.lines.counting().get().variant) == (xl, m)
    move_delivery(delivery=first, to=Delivery.State.PACKED)
    with pytest.raises(ShopError):
        move_delivery(delivery=apart, to=Delivery.State.PACKED)
    assert broken_invariants() == {}


def test_a_discount_stays_in_percent_and_to_the_cent(sizes: list[ProductVariant], staff: User) -> None:
    m, large, xl, _s = sizes
    assert m.product is not None
    code = make_code(m.product.owner, 10)
    session, click = with_code(code, (m, 3))
    placement = place_order(session=session, request=click)
    transfer(placement, str(placement.total))
    exchange(shirts(placement), large, staff, pieces=1)
    assert (added().total, added().discount_code, balance(placement.order)) == (EUROS(18), code, EUROS(0))
    outcome = exchange(shirts(placement).placement.lines.counting().first(), xl, staff, pieces=1)  # type: ignore[arg-type]
    assert (outcome.to_pay, broken_invariants()) == (EUROS("4.50"), {})
    code.refresh_from_db()
    assert code.used == 1


def test_sold_out_changes_nothing(sizes: list[ProductVariant], staff: User) -> None:
    m, large, *_ = sizes
    placement = bought(m, 2, "45.90")
    Stock.objects.filter(variants=large).update(capacity=1)
    with pytest.raises(SoldOut):
        exchange(shirts(placement), large, staff)
    assert (sold_of(m, large), OrderStep.objects.count(), Placement.objects.count()) == ([2, 0], 0, 1)
    assert shirts(placement).invalidated_at is None and broken_invariants() == {}


def test_the_same_form_is_done_once_and_a_preview_stores_nothing(sizes: list[ProductVariant], staff: User) -> None:
    m, large, _xl, _s = sizes
    placement = bought(m)
    once = action_by(staff)
    command = ExchangeCommand(shirts(placement).pk, 1, large.pk)

    def act(shown: str | None = None) -> StepOutcome:
        return exchange_line(
            order=placement.order,
            command=command,
            may_refund=True,
            action=type(once)(once.key, staff, "because", shown),
        )

    digest = dry_run(act, lambda outcome: outcome.digest)
    assert (sold_of(m, large), OrderStep.objects.count()) == ([1, 0], 0)
    with pytest.raises(OrderChanged):
        act("something else")
    act(digest)
    act(digest)
    assert (sold_of(m, large), OrderStep.objects.count(), broken_invariants()) == ([0, 1], 1, {})


def obstacles(placement: Placement) -> list[str | None]:
    return [one.obstacle for one in exchangeable_lines(placement.order)]


class TestWhatStays:
    @proves(
        "docs/decisions/0055",
        "what went out, was used, is asked back, is part of a bundle or paid by a code is not exchanged, nor "
        "anything while money is missing; staff read why",
    )
    def test_what_is_packed(self, sizes: list[ProductVariant], staff: User) -> None:
        placement = bought(sizes[0])
        move_delivery(delivery=Delivery.objects.get(), to=Delivery.State.PACKED)
        with pytest.raises(NotExchangeable) as refused:
            exchange(shirts(placement), sizes[1], staff)
        assert refused.value.extensions["obstacle"] == Obstacle.LEFT

    def test_what_money_goes_back_for(self, sizes: list[ProductVariant], staff: User) -> None:
        placement = bought(sizes[0])
        refund_order(
            order=placement.order,
            command=some_of(shirts(placement), amount="5.00", disposition=Disposition.KEPT),
            action=action_by(staff),
        )
        assert obstacles(placement) == [Obstacle.REFUND]

    def test_anything_while_some_is_not_paid(self, sizes: list[ProductVariant], staff: User) -> None:
        placement = bought(sizes[0])
        place((sizes[1], 1), into=placement.order, key="key-2")
        assert obstacles(placement) == [Obstacle.OPEN]

    def test_a_bundle(self, staff: User) -> None:
        shop = make_shop()
        bundle = make_bundle(make_product(shop, capacity=3), make_product(shop, capacity=3, variants=("M", "L")))
        session, _contents, _shifts = add_to_cart(
            shop=shop, session=None, language="de", requests=[bundle_request(bundle, *bundle.parts.all())]
        )
        enter_addresses(session=session, billing=ADDRESS, shipping=None, email="mira@example.org")
        choose_logistics(session=session, shipping_method=parcel(), payment_method="bank_transfer")
        placement = place_order(session=session, request=click_of(session, "key-1"))
        transfer(placement, str(placement.total))
        assert obstacles(placement) == [Obstacle.BUNDLE, Obstacle.BUNDLE]

    def test_what_a_payment_code_paid(self, staff: User) -> None:
        event = make_event(make_shop(), price="30.00", capacity=5)
        session, _click = ready_cart((first_variant(event), 1))
        apply_payment_code(session=session, code=make_payment_code(event, "20.00"))
        placement = place_order(session=session, request=click_of(session, "key-1"))
        transfer(placement, "10.00")
        assert obstacles(placement) == [Obstacle.CODE]

    def test_a_ticket_that_let_somebody_in(self, staff: User) -> None:
        event, [ticket] = sold_out_night(1)
        assert obstacles(ticket.line.placement) == [None]
        assert verdict(door(event), ticket) == "admitted"
        assert obstacles(ticket.line.placement) == [Obstacle.USED]

    def test_another_products_size_or_nothing_at_all(self, sizes: list[ProductVariant], staff: User) -> None:
        placement = bought(sizes[0])
        other = first_variant(make_product(placement.order.shop, capacity=2))
        line = shirts(placement)
        for wrong in (other, sizes[0]):
            with pytest.raises(NotExchangeable):
                exchange(line, wrong, staff)
        with pytest.raises(LineNotSplit):
            exchange(line, sizes[1], staff, pieces=2)
        exchange(line, sizes[1], staff)
        with pytest.raises(LineInvalidated):
            exchange(line, sizes[1], staff)

    def test_a_placement_is_of_a_cart_or_a_step(self, sizes: list[ProductVariant], staff: User) -> None:
        placement = bought(sizes[0])
        with pytest.raises(IntegrityError), transaction.atomic():
            Placement.objects.filter(pk=placement.pk).update(cart=None)
        exchange(shirts(placement), sizes[1], staff)
        OrderLine.objects.filter(placement=added()).update(amount=2, total=40)
        assert any(name.startswith("4h ") for name in broken_invariants())


class TestTickets:
    @proves(
        "docs/decisions/0055",
        "an exchanged ticket is dead, the new one is mailed, for the same person; a seat is free again, and "
        "the new one nobody else has",
    )
    def test_another_kind_ends_the_old_ticket_and_issues_a_new_one_for_the_same_person(self, staff: User) -> None:
        event = make_event(make_shop(), price="30.00", capacity=5)
        reduced = make_variant(event=event, description="reduced", capacity=5, price="20.00")
        placement = place((first_variant(event), 1))
        transfer(placement, "30.00")
        line = placement.lines.get()
        holder = TicketHolder.objects.create(first_name="Ada", last_name="Falk", erase_after=timezone.localdate())
        OrderLine.objects.filter(pk=line.pk).update(ticket_holder=holder)
        old = Ticket.objects.get()
        assert exchange(OrderLine.objects.get(), reduced, staff).total == 10
        old.refresh_from_db()
        new = Ticket.objects.valid().get()
        assert (old.is_valid, new.line.ticket_holder, new.line.variant) == (False, holder, reduced)
        assert Mail.objects.filter(kind="tickets", subject_key=str(added().pk)).exists()
        send_all()
        assert broken_invariants() == {}

    def test_a_dearer_ticket_comes_with_its_money(self, staff: User) -> None:
        event = make_event(make_shop(), price="30.00", capacity=5)
        dear = make_variant(event=event, description="balcony", capacity=5, price="40.00")
        placement = place((first_variant(event), 1))
        transfer(placement, "30.00")
        exchange(placement.lines.get(), dear, staff)
        assert not Ticket.objects.valid().exists() and balance(placement.order) == 10
        record_capture(payment=placement.payments.get(), amount=EUROS(10), event_id="rest")
        assert Ticket.objects.valid().get().line.variant == dear
        assert broken_invariants() == {}

    def test_the_last_piece_of_a_common_stock_is_exchanged_into(self, staff: User) -> None:
        event = make_event(make_shop(), price="30.00", capacity=1)
        full = first_variant(event)
        reduced = make_variant(event=event, description="reduced", price="30.00")
        reduced.stock_uses.create(stock=full.stocks.get())
        placement = place((full, 1))
        transfer(placement, "30.00")
        exchange(placement.lines.get(), reduced, staff)
        assert Stock.objects.get().sold == 1 and broken_invariants() == {}


class TestSeats:
    def test_another_seat_of_the_same_price(self, house: House, staff: User) -> None:
        line = OrderLine.objects.get()
        exchange(line, line.variant, staff, seat=house.seat("2-4").pk)
        new = added().lines.get()
        assert (new.seat, new.seat_row, new.seat_number) == (house.seat("2-4"), "2", "4")
        assert not SeatClaim.objects.filter(seat=house.seat("1-1")).exists()
        claim = SeatClaim.objects.get(seat=house.seat("2-4"))
        assert (claim.holder, claim.session) == (added().pk, None)
        assert Ticket.objects.valid().get().line == new
        assert (balance(line.placement.order), broken_invariants()) == (EUROS(0), {})

    def test_a_seat_that_somebody_has_is_refused_and_nothing_changes(self, house: House, staff: User) -> None:
        line = OrderLine.objects.get()
        for taken in ("1-2", "1-1"):
            with pytest.raises((SeatsNotAvailable, NotExchangeable)):
                exchange(line, line.variant, staff, seat=house.seat(taken).pk)
        with pytest.raises(NotExchangeable):
            exchange(line, line.variant, staff)
        assert Ticket.objects.valid().get().line == line
        assert (OrderStep.objects.count(), broken_invariants()) == (0, {})
