"""Where an order's money is: one state and one total, for staff's list and page, the start page and the buyer."""

from collections.abc import Iterator
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from cart.actions import apply_payment_code
from catalogue.models import ProductVariant
from checkout.actions import cancel_unpaid, place_order
from checkout.actions.payments.reconciling import book_capture
from checkout.actions.refunds.giving_back import refund_order
from checkout.actions.refunds.refunding import overpayment_of, refund_overpayment
from checkout.actions.refunds.reversing import reverse_entry
from checkout.models import LedgerEntry, Order, Payment, Placement, Refund
from checkout.orders.order_state import MoneyState, order_with_money_state
from checkout.payments.interface import Movement
from checkout.payments.ledger import record_capture
from checkout.refunds.refundable import Disposition, RefundCommand, RefundScope
from tests.checkout.exchanging import bought, exchange
from tests.checkout.giving_back import action_by, send_all, shirts, some_of
from tests.checkout.placing import click_of, place, ready_cart, shirt, shown_to_buyer, transfer
from tests.checkout.steps import page_of, write_mails
from tests.factories import first_variant, make_event, make_payment_code, make_product, make_shop
from tests.proofs import proves
from tests.staff import log_in, text_of

pytestmark = pytest.mark.django_db
LIST = "/admin/checkout/order/"


@pytest.fixture(autouse=True)
def staff(client: Client) -> Iterator[User]:
    client.cookies["locale"] = "en"
    with translation.override("en"):
        yield log_in(client)


def money_of(placement: Placement) -> str:
    return order_with_money_state(placement.order).money_state


def give_back(placement: Placement, staff: User, command: RefundCommand) -> None:
    refund_order(order=placement.order, command=command, action=action_by(staff))


ALL = RefundCommand(RefundScope.ALL)


@proves(
    "design §6",
    "an order is not paid, part paid, paid, too much paid, part refunded, refunded or cancelled: one derived state",
)
def test_each_state(staff: User) -> None:
    placement = place((shirt(capacity=9), 2))
    assert money_of(placement) == MoneyState.OPEN
    transfer(placement, "20.00", "some")
    assert money_of(placement) == MoneyState.PART_PAID
    transfer(placement, "25.90", "rest")
    assert money_of(placement) == MoneyState.PAID
    transfer(placement, "4.10", "more")
    assert money_of(placement) == MoneyState.OVERPAID
    refund_overpayment(order=placement.order, staff=staff)
    assert money_of(placement) == MoneyState.RETURNING
    send_all()
    assert money_of(placement) == MoneyState.PAID, "what was too much is no refund of the order"
    give_back(placement, staff, some_of(shirts(placement), 1))
    assert money_of(placement) == MoneyState.RETURNING
    send_all()
    assert money_of(placement) == MoneyState.PART_REFUNDED
    give_back(placement, staff, ALL)
    send_all()
    assert money_of(placement) == MoneyState.REFUNDED


def test_what_was_cancelled_or_lacks_money(staff: User) -> None:
    placement = place((shirt(capacity=9), 1))
    transfer(placement, "25.90")
    reverse_entry(entry=LedgerEntry.objects.get(), reason="Mixed up", staff=staff)
    assert money_of(placement) == MoneyState.MISSING
    other = place((shirt(), 1), key="other")
    cancel_unpaid(order=other.order)
    order = order_with_money_state(other.order)
    assert (order.money_state, order.total) == (MoneyState.CANCELLED, Decimal("25.90")), "what was ordered"


def test_a_withdrawn_refund_is_not_under_way(staff: User) -> None:
    placement = place((shirt(capacity=9), 1))
    transfer(placement, "25.90")
    refund = Refund.objects.create(payment=placement.payments.get(), amount=5, state=Refund.State.FAILED)
    assert money_of(placement) == MoneyState.RETURNING, "staff send it from the bank"
    Refund.objects.filter(pk=refund.pk).update(is_moot=True)
    assert money_of(placement) == MoneyState.PAID


def test_goods_that_stay_though_their_price_went_back(staff: User) -> None:
    placement = place((shirt(capacity=9), 1))
    transfer(placement, "25.90")
    give_back(placement, staff, some_of(shirts(placement), amount="5.00", disposition=Disposition.KEPT))
    send_all()
    order = order_with_money_state(placement.order)
    assert (order.money_state, order.total) == (MoneyState.PART_REFUNDED, Decimal("20.90"))
    shown = shown_to_buyer(placement)
    assert (shown.total, shown.shipping_total, shown.total_including_shipping) == (
        Decimal("15.00"), Decimal("5.90"), Decimal("20.90"),
    )  # fmt: skip
    assert sum(one.gross for one in shown.vat) == Decimal("20.90")


@proves(
    "design §6",
    "after an exchange without difference an order's total is what it was: in list, page, start page, at the buyer's "
    "and in mails",
)
def test_an_exchange_without_difference_keeps_the_total(
    client: Client, sizes: list[ProductVariant], staff: User
) -> None:
    medium, large, *_ = sizes
    placement = bought(medium)
    before = shown_to_buyer(placement)
    exchange(shirts(placement), large, staff)
    assert money_of(placement) == MoneyState.PAID
    for page in (LIST, page_of(placement.order), "/admin/"):
        text = text_of(client.get(page))
        assert "25,90\xa0€" in text and "45,90\xa0€" not in text, page
    assert client.get("/admin/").context["today"] == {"orders": 1, "ordered": Decimal("25.90")}
    after = shown_to_buyer(placement)
    for name in ("total", "shipping_total", "total_including_shipping", "total_due"):
        assert getattr(after, name) == getattr(before, name), name
    assert [(one.rate, one.gross) for one in after.vat] == [(one.rate, one.gross) for one in before.vat]
    write_mails()
    assert mail.outbox and not [one for one in mail.outbox if "45,90" in one.body]


def test_a_refund_lowers_the_total(client: Client, staff: User) -> None:
    placement = place((shirt(capacity=9), 2))
    transfer(placement, "45.90")
    give_back(placement, staff, some_of(shirts(placement), 1))
    assert "20,00\xa0€ is about to go back" in text_of(client.get(page_of(placement.order)))
    send_all()
    page = text_of(client.get(page_of(placement.order)))
    assert "too much" not in page and "part refunded" in page
    assert order_with_money_state(placement.order).total == Decimal("25.90")
    assert client.get("/admin/").context["today"]["ordered"] == Decimal("25.90")
    shown = shown_to_buyer(placement)
    assert (shown.total_including_shipping, shown.status.value) == (Decimal("25.90"), "pending_fulfillment")


def test_staff_filter_by_it(client: Client, staff: User) -> None:
    part, over = place((shirt(capacity=9), 1)), place((shirt(capacity=9), 1), key="over")
    transfer(part, "5.00", "part")
    transfer(over, "30.00", "over")

    def found(query: str) -> set[str]:
        return {order.reference for order in client.get(f"{LIST}?{query}").context["cl"].result_list}

    assert found("state=part_paid") == {part.order.reference}
    assert found("state=overpaid") == found("money=over") == {over.order.reference}
    assert found("state=paid") == set()
    client.cookies["locale"] = "de"
    text = text_of(client.get(LIST))
    for word in ("teilweise bezahlt", "zu viel bezahlt", "teilweise erstattet", "erstattet", "Erstattung läuft"):
        assert word in text, word


def test_sorting_by_the_state_sums_up_no_order(client: Client) -> None:
    part, paid = place((shirt(capacity=9), 1)), place((shirt(capacity=9), 1), key="paid")
    transfer(paid, "25.90", "paid")
    transfer(part, "20.00", "part")
    listed = client.get(f"{LIST}?o=1").context["cl"]
    assert [order.pk for order in listed.result_list] == [part.order_id, paid.order_id]
    assert listed.queryset.query.order_by[0] == "payment_state"


def test_the_list_needs_as_many_statements_for_more_orders(client: Client) -> None:
    variant = shirt(capacity=20)

    def statements() -> int:
        with CaptureQueriesContext(connection) as seen:
            client.get(LIST)
        return len(seen)

    place((variant, 1))
    statements()
    one = statements()
    for number in range(4):
        transfer(place((variant, 1), key=f"more-{number}"), "25.90", f"paid {number}")
    assert statements() == one


@proves(
    "purchase §4",
    "what a buyer paid too much beside a culture-pass code goes back; what the code's issuer may own does not",
)
def test_a_surplus_beside_the_money_of_an_issuer(client: Client, staff: User) -> None:
    shop = make_shop()
    event = make_event(shop, price="30.00", capacity=9)
    session, _request = ready_cart((first_variant(event), 2), (first_variant(make_product(shop, capacity=9)), 1))
    apply_payment_code(session=session, code=make_payment_code(event))
    placement = place_order(session=session, request=click_of(session, "with-code"))
    payment = placement.payments.get(payment_code=None)
    record_capture(payment=payment, amount=payment.amount + 7, event_id="paid")
    assert money_of(placement) == MoneyState.OVERPAID
    listed = client.get(f"{LIST}?money=over").context["cl"].result_list
    assert [order.pk for order in listed] == [placement.order_id]
    (refund,) = refund_overpayment(order=placement.order, staff=staff)
    assert (refund.amount, refund.payment) == (Decimal(7), payment)
    send_all()
    assert money_of(placement) == MoneyState.PAID
    tickets = placement.lines.filter(ticket=True)
    give_back(placement, staff, some_of(tickets[0]))
    send_all()
    order = Order.objects.get()
    assert order_with_money_state(order).balance < 0, "the issuer's part of the ticket"
    assert overpayment_of(order) == 0 and money_of(placement) == MoneyState.PART_REFUNDED


@proves(
    "purchase §4",
    "money of a late payment goes back whole, also beside a culture-pass code: what the code never paid for, and what "
    "was refunded already, is not its issuer's",
)
@pytest.mark.parametrize("is_for_event", [True, False])
def test_late_money_beside_the_money_of_an_issuer(staff: User, is_for_event: bool) -> None:
    shop = make_shop()
    event = make_event(shop, price="40.00", capacity=9, kulturpass_url="https://pass.example/1")
    code = make_payment_code(event if is_for_event else None, value="30.00", shop=None if is_for_event else shop)
    session, _request = ready_cart((first_variant(event), 2), (first_variant(make_product(shop, capacity=9)), 1))
    apply_payment_code(session=session, code=code)
    placement = place_order(session=session, request=click_of(session, "with-code"))
    payment = placement.payments.get(payment_code=None)
    record_capture(payment=payment, amount=payment.amount, event_id="paid")
    given_up = Payment.objects.create(
        order=placement.order, placement=placement, method="paypal", provider="paypal", amount=30, reference="PP-1",
        attempt=1, state=Payment.State.CANCELLED,
    )  # fmt: skip
    for line in (shirts(placement), placement.lines.filter(ticket=True)[0]):
        give_back(placement, staff, some_of(line))
        send_all()
        book_capture(given_up, Movement(id=f"late {line.pk}", amount=Decimal("30.00"), currency="EUR"))
        (late,) = given_up.refunds.exclude(state=Refund.State.DONE)
        assert late.amount == Decimal("30.00")
        assert order_with_money_state(placement.order).surplus == 0
        send_all()
    assert order_with_money_state(placement.order).received == Decimal("60.90"), "for a ticket, shipping and the pass"
