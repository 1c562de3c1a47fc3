"""A payment code from the cart to the order: sums, VAT, what it pays, that it pays once, and that it comes back."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cart.actions import apply_discount, apply_payment_code
from cart.codes.payments import PaymentCodeStatus
from cart.errors import PaymentCodeExpired, PaymentCodeInvalid
from cart.models import PaymentCode
from catalogue.models import ProductVariant, SeatClaim, Stock, StockClaim
from checkout.actions import PlaceRequest, cancel_unpaid, place_order, request_refund
from checkout.errors import OrderNotCancellable, RefundTooLarge, TotalChanged
from checkout.models import LedgerEntry, Order, Payment, Refund
from checkout.orders.order_state import PaymentState
from checkout.payments.ledger import balance, record_capture, record_refund
from sessions_queue.models import VisitorSession
from shop.invariants import broken_invariants
from shop.models import Mail
from tests.checkout.discounts import make_code
from tests.checkout.placing import checkout_of, click_of, ready_cart, state_of
from tests.factories import first_variant, make_event, make_payment_code, make_product, make_seat_map, make_shop
from tests.proofs import proves
from tests.words import worded

pytestmark = pytest.mark.django_db
PASS: dict[str, Any] = {"kulturpass_url": "https://pass.example/1"}


def with_code(
    code: PaymentCode | None, *wishes: tuple[ProductVariant, int], key: str = "key-1"
) -> tuple[VisitorSession, PlaceRequest]:
    """A guest in front of the order button, with the code in the cart."""
    session, _request = ready_cart(*wishes)
    apply_payment_code(session=session, code=code)
    return session, click_of(session, key)


@proves("docs/decisions/0019", "it is a payment: total and VAT stay, what is to pay is less")
def test_a_code_pays_a_part_and_the_taxes_stay() -> None:
    event = make_event(make_shop(), price="30.00")
    code = make_payment_code(event, "20.00")
    session, request = with_code(code, (first_variant(event), 1))
    placement = place_order(session=session, request=request)
    assert (placement.total, placement.credit, placement.due) == (Decimal("30.00"), Decimal("20.00"), Decimal("10.00"))
    assert request.expected_total == balance(placement.order) == Decimal("10.00")
    assert placement.vat_shares.get().gross == Decimal("30.00")
    assert state_of(placement) == PaymentState.OPEN
    transfer, by_code = placement.payments.order_by("provider")
    assert (transfer.provider, transfer.amount, transfer.state) == (
        "bank_transfer", Decimal("10.00"), Payment.State.PENDING,
    )  # fmt: skip
    assert (by_code.provider, by_code.amount, by_code.state) == (
        "kulturpass", Decimal("20.00"), Payment.State.CAPTURED,
    )  # fmt: skip
    code.refresh_from_db()
    assert code.holder == placement.pk
    record_capture(payment=transfer, amount=Decimal("10.00"), event_id="bank-1")
    assert state_of(placement) == PaymentState.PAID
    assert broken_invariants() == {}


@proves(
    "purchase §5",
    "no total is ever below zero: a discount takes no more than the goods, a code no more than the tickets",
)
@proves("docs/decisions/0047", "a free order has a button that says so")
@proves("purchase §4", "where nothing is left to pay, the order is free of charge and paid at once")
def test_a_code_that_pays_everything_makes_the_order_paid_for_nothing() -> None:
    event = make_event(make_shop(), price="30.00")
    session, request = with_code(make_payment_code(event, "200.00"), (first_variant(event), 2))
    assert request.expected_total == 0
    placement = place_order(session=session, request=request)
    assert (placement.total, placement.due, state_of(placement)) == (Decimal("60.00"), Decimal(0), PaymentState.PAID)
    assert (placement.payment_method, placement.button_label) == (
        "internal_payment_skipped",
        worded("Order free of charge"),
    )
    # Nothing came in beside the code: nobody is told that the money has arrived.
    assert set(Mail.objects.values_list("kind", flat=True)) == {"confirmation", "tickets"}
    assert broken_invariants() == {}


@proves(
    "docs/decisions/0019",
    "it pays its event's tickets, or those of its shop's events with the pass, and no more than they "
    "cost; not goods, shipping, other events",
)
def test_goods_shipping_and_other_events_are_left_to_pay() -> None:
    shop = make_shop()
    event, other = make_event(shop, price="30.00"), make_event(shop, price="40.00")
    wishes = [(first_variant(one), 1) for one in (event, other, make_product(shop, price="20.00"))]
    session, request = with_code(make_payment_code(event, "200.00"), *wishes)
    placement = place_order(session=session, request=request)
    assert (placement.total, placement.credit, placement.due) == (Decimal("95.90"), Decimal("30.00"), Decimal("65.90"))
    assert broken_invariants() == {}


def test_a_shops_code_pays_for_all_its_events_that_take_the_pass() -> None:
    shop = make_shop()
    wishes = [(first_variant(make_event(shop, price="30.00", **PASS)), 1) for _event in range(2)]
    session, request = with_code(make_payment_code(shop=shop, value="50.00"), *wishes)
    placement = place_order(session=session, request=request)
    assert (placement.credit, placement.due) == (Decimal("50.00"), Decimal("10.00"))
    assert broken_invariants() == {}


def test_a_discount_on_goods_and_a_code_for_tickets_stand_side_by_side() -> None:
    shop = make_shop()
    event = make_event(shop, price="30.00")
    wishes = [(first_variant(event), 1), (first_variant(make_product(shop, price="20.00")), 1)]
    session, _request = with_code(make_payment_code(event), *wishes)
    apply_discount(session=session, code=make_code(shop))
    placement = place_order(session=session, request=PlaceRequest("key-1", Decimal("33.90"), accepted_terms=True))
    assert (placement.discount_total, placement.credit, placement.due) == (
        Decimal("2.00"),
        Decimal("20.00"),
        Decimal("33.90"),
    )
    assert broken_invariants() == {}


def test_a_code_without_a_ticket_it_is_for_is_told_and_not_used() -> None:
    shop = make_shop()
    code = make_payment_code(make_event(shop))
    session, request = with_code(code, (first_variant(make_event(shop, price="30.00")), 1))
    assert checkout_of(session).priced.payment_code_status is PaymentCodeStatus.nothing_to_pay
    placement = place_order(session=session, request=request)
    assert (placement.due, placement.payments.count()) == (Decimal("30.00"), 1)
    code.refresh_from_db()
    assert code.holder is None


def expired(code: PaymentCode) -> None:
    PaymentCode.objects.update(expires_at=timezone.now() - timedelta(seconds=1))


def used(code: PaymentCode) -> None:
    assert code.event is not None
    session, request = with_code(code, (first_variant(code.event), 1), key="faster")
    place_order(session=session, request=request)


GOING = [(expired, PaymentCodeExpired, PaymentCodeStatus.expired), (used, PaymentCodeInvalid, PaymentCodeStatus.used)]


@proves("design §4", "a code that goes meanwhile is told at placing; what is paid is what was confirmed")
@pytest.mark.parametrize(("go", "error", "standing"), GOING, ids=["expired", "used"])
def test_a_code_that_goes_is_told_and_never_changes_what_is_to_pay_silently(
    go: Callable[[PaymentCode], None], error: type[PaymentCodeInvalid], standing: PaymentCodeStatus
) -> None:
    event = make_event(make_shop(), price="30.00")
    code = make_payment_code(event)
    session, request = with_code(code, (first_variant(event), 1))
    go(code)
    orders = Order.objects.count()
    with pytest.raises(error) as told:
        place_order(session=session, request=request)
    assert told.value.extensions == {"total": "30.00"}
    assert Order.objects.count() == orders
    assert checkout_of(session).priced.payment_code_status is standing
    placement = place_order(session=session, request=PlaceRequest("again", Decimal("30.00"), accepted_terms=True))
    assert placement.credit == 0
    assert broken_invariants() == {}


def test_the_full_total_is_not_what_was_confirmed() -> None:
    event = make_event(make_shop(), price="30.00")
    session, request = with_code(make_payment_code(event), (first_variant(event), 1))
    with pytest.raises(TotalChanged) as told:
        place_order(session=session, request=replace(request, expected_total=Decimal("30.00")))
    assert told.value.extensions == {"total": "10.00"}


@proves("design §6", "a code is used exactly once, by 32 orders at once; canary")
def test_the_same_click_again_uses_the_code_once() -> None:
    event = make_event(make_shop())
    session, request = with_code(make_payment_code(event), (first_variant(event), 1))
    first = place_order(session=session, request=request)
    assert place_order(session=session, request=request) == first
    assert Payment.objects.filter(provider="kulturpass").count() == 1


@proves("design §6", "staff cancel an order for which no money came: its code, seats and pieces are free again")
def test_an_unpaid_order_that_is_cancelled_gives_everything_back() -> None:
    event = make_event(make_shop(), price="30.00", capacity=5)
    seated = make_event(event.owner, price="30.00")
    make_seat_map(seated)
    code = make_payment_code(event)
    wishes = [(first_variant(event), 1), (first_variant(seated), 2)]
    session, request = with_code(code, *wishes)
    placement = place_order(session=session, request=request)
    cancel_unpaid(order=placement.order)
    code.refresh_from_db()
    assert (state_of(placement), placement.credit, code.holder) == (PaymentState.CANCELLED, Decimal(0), None)
    assert set(placement.payments.values_list("state", flat=True)) == {Payment.State.CANCELLED}
    assert (SeatClaim.objects.count(), StockClaim.objects.count()) == (0, 0)
    assert set(Stock.objects.values_list("held", "sold")) == {(0, 0)}
    assert broken_invariants() == {}
    again, request = with_code(code, *wishes, key="again")
    assert place_order(session=again, request=request).credit == Decimal("20.00")
    assert broken_invariants() == {}


def test_an_order_for_which_money_came_is_not_cancelled() -> None:
    event = make_event(make_shop(), price="30.00")
    session, request = with_code(make_payment_code(event), (first_variant(event), 1))
    placement = place_order(session=session, request=request)
    transfer = placement.payments.get(provider="bank_transfer")
    for amount in ("1.00", "9.00"):  # a part, then all
        record_capture(payment=transfer, amount=Decimal(amount), event_id=f"bank-{amount}")
        with pytest.raises(OrderNotCancellable):
            cancel_unpaid(order=placement.order)
    assert placement.payments.get(provider="kulturpass").state == Payment.State.CAPTURED


@proves("docs/decisions/0019", "what a code paid is never paid out")
def test_what_a_code_paid_is_never_paid_out() -> None:
    event = make_event(make_shop(), price="30.00")
    session, request = with_code(make_payment_code(event), (first_variant(event), 1))
    placement = place_order(session=session, request=request)
    by_code = placement.payments.get(provider="kulturpass")
    line = placement.lines.get()
    with pytest.raises(RefundTooLarge):
        request_refund(payment=by_code, lines={line: Decimal("0.01")})
    with pytest.raises(RefundTooLarge):
        record_refund(refund=Refund.objects.create(payment=by_code, amount=Decimal("0.01")), event_id="back-1")
    transfer = placement.payments.get(provider="bank_transfer")
    record_capture(payment=transfer, amount=Decimal("10.00"), event_id="bank-1")
    with pytest.raises(RefundTooLarge):
        request_refund(payment=transfer, lines={line: Decimal("10.01")})
    record_refund(refund=request_refund(payment=transfer, lines={line: Decimal("10.00")}), event_id="back-2")


@pytest.mark.usefixtures("cold_caches")
def test_reading_a_cart_with_a_code_takes_the_same_statements_for_one_and_many_lines() -> None:
    shop = make_shop()
    events = [make_event(shop) for _number in range(4)]
    numbers = []
    for some in (events[:1], events):
        session, _request = with_code(make_payment_code(events[0]), *((first_variant(one), 1) for one in some))
        with CaptureQueriesContext(connection) as seen:
            checkout_of(session)
        numbers.append(len(seen.captured_queries))
    assert numbers[0] == numbers[1]


def test_the_database_refuses_what_may_not_be() -> None:
    event = make_event(make_shop(), price="30.00")
    code = make_payment_code(event)
    session, request = with_code(code, (first_variant(event), 1))
    placement = place_order(session=session, request=request)
    by_code = placement.payments.get(provider="kulturpass")
    again = {
        "order": placement.order,
        "method": "kulturpass",
        "provider": "kulturpass",
        "amount": 1,
        "reference": "KP-2",
        "payment_code": code,
    }
    impossible: list[Callable[[], object]] = [
        lambda: make_payment_code(event, "200.01"),
        lambda: make_payment_code(event, "0.00"),
        lambda: make_payment_code(event, code=""),
        lambda: make_payment_code(event, code=code.code),
        lambda: make_payment_code(event, shop=event.owner),
        lambda: make_payment_code(),
        lambda: make_payment_code(event, holder=placement.pk),
        lambda: Payment.objects.create(**again, state=Payment.State.CAPTURED),
        lambda: Payment.objects.filter(method="bank_transfer").update(payment_code=code),
        lambda: Payment.objects.filter(method="kulturpass").update(payment_code=None),
        lambda: PaymentCode.objects.update(value=Decimal("19.99")),
        lambda: PaymentCode.objects.update(spent=Decimal("-0.01")),
        code.delete,
    ]
    for act in impossible:
        with pytest.raises(IntegrityError), transaction.atomic():
            act()
    PaymentCode.objects.update(holder=None)
    assert [name[:2] for name in broken_invariants()] == ["6a"]
    PaymentCode.objects.update(holder=placement.pk, kind="code_other")
    assert [name[:2] for name in broken_invariants()] == ["6a", "6b"]
    PaymentCode.objects.update(kind="kulturpass", event=make_event(make_shop()))
    assert [name[:2] for name in broken_invariants()] == ["6e"]
    PaymentCode.objects.update(event=event, spent=Decimal("19.99"))
    assert [name[:2] for name in broken_invariants()] == ["6d"]
    PaymentCode.objects.update(spent=Decimal("20.00"))
    LedgerEntry.objects.create(
        payment=by_code, provider="kulturpass", event_id="x", kind=LedgerEntry.Kind.REFUND, amount=1
    )
    assert [name[:2] for name in broken_invariants()] == ["6c", "6d"]
