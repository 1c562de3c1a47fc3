"""An order that grows: each press of the button is a contract of its own."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cart.actions import AddRequest, add_to_cart, apply_payment_code
from catalogue.models import Stock, StockClaim
from checkout import hooks
from checkout.actions import cancel_unpaid, choose_logistics, enter_addresses, place_order, request_refund
from checkout.errors import OrderNotCancellable, OrderNotFound, RefundTooLarge
from checkout.models import LedgerEntry, Order, OrderLine, Payment, Placement, Refund
from checkout.orders.access import access_order
from checkout.orders.order_state import PaymentState
from checkout.payments.ledger import balance, net_received, record_refund
from shop.invariants import broken_invariants
from shop.legal.queries import agreed_texts
from shop.models import Mail, Shop
from tests.checkout.merging import merge
from tests.checkout.placing import click_of, parcel, place, ready_cart, shirt, shown_to_buyer, state_of, transfer
from tests.factories import ADDRESS, fill_cart, first_variant, make_event, make_payment_code, make_product, make_shop
from tests.proofs import proves

pytestmark = pytest.mark.django_db


@pytest.fixture
def two() -> tuple[Placement, Placement]:
    """A shirt (25.90 with shipping), and two more that were merged into its order (40.00)."""
    variant = shirt(capacity=9)
    first = place((variant, 1))
    return first, place((variant, 2), into=first.order, key="key-2")


@proves(
    "design §4",
    "each press of the button is a placement with its own pieces, totals, VAT, payment and mail; the order shows all",
)
def test_each_placement_owns_its_pieces_and_the_order_shows_all(two: tuple[Placement, Placement]) -> None:
    first, second = two
    assert (first.order, second.number) == (second.order, 2)
    owned = dict(StockClaim.objects.values_list("holder", "quantity"))
    assert owned == {first.pk: 1, second.pk: 2}
    assert Stock.objects.get().sold == 3
    order = shown_to_buyer(first)
    assert [item.amount for item in order.items] == [1, 2]
    assert (order.total, order.shipping_total, order.total_including_shipping) == (
        Decimal("60.00"), Decimal("5.90"), Decimal("65.90"),
    )  # fmt: skip
    assert [(share.rate, share.gross) for share in order.vat] == [(Decimal("19.00"), Decimal("65.90"))]
    assert (order.status.value, order.balance) == ("payment_pending", Decimal("65.90"))
    assert Mail.objects.filter(kind="confirmation").count() == 2
    assert broken_invariants() == {}


@proves(
    "design §4",
    "a placement is paid by itself, but one without shipping of its own after what bears that; what is too much for "
    "one pays another; a paid order that grows waits for money again",
)
def test_what_rides_along_is_paid_after_what_bears_its_shipping(
    two: tuple[Placement, Placement], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two
    paid: list[Placement] = []
    follow = hooks.above.placement_paid

    def placement_paid(placement: Placement) -> None:
        follow(placement)
        paid.append(placement)

    monkeypatch.setattr(hooks.above, "placement_paid", placement_paid)
    transfer(second, "40.00", "second")
    assert (paid, shown_to_buyer(first).status.value) == ([], "incomplete")
    transfer(first, "25.90", "first")
    assert (paid, shown_to_buyer(first).status.value) == ([first, second], "pending_fulfillment")
    assert Mail.objects.filter(kind="payment_received").count() == 2
    assert broken_invariants() == {}


def test_a_paid_order_that_grows_waits_for_money_again() -> None:
    variant = shirt()
    first = place((variant, 1))
    transfer(first, "25.90")
    second = place((variant, 1), into=first.order, key="key-2")
    assert (shown_to_buyer(first).status.value, balance(first.order)) == ("incomplete", Decimal("20.00"))
    first.refresh_from_db()
    assert first.paid_at is not None
    transfer(second, "20.00", "second")
    assert (shown_to_buyer(first).status.value, shown_to_buyer(first).payment_received) == ("pending_fulfillment", True)
    assert broken_invariants() == {}


def test_what_is_too_much_for_one_pays_the_other(two: tuple[Placement, Placement]) -> None:
    first, second = two
    transfer(first, "65.90")
    assert balance(first.order) == 0
    assert all(one.paid_at for one in Placement.objects.all())
    assert second.payments.get().state == Payment.State.PENDING
    assert broken_invariants() == {}


def test_a_code_pays_its_own_placement_while_another_waits() -> None:
    shop = make_shop()
    event = make_event(shop, price="30.00")
    first = place((first_variant(make_product(shop)), 1))
    code = make_payment_code(event, "200.00")
    session, _request = ready_cart((first_variant(event), 1))
    apply_payment_code(session=session, code=code)
    second = merge(session, into=first.order)
    second.refresh_from_db()
    assert second.paid_at is not None
    first.refresh_from_db()
    assert first.paid_at is None
    code.refresh_from_db()
    assert code.holder == second.pk
    assert broken_invariants() == {}


def test_codes_of_two_placements_of_an_order_are_two_payments() -> None:
    event = make_event(make_shop(), price="30.00")
    session, request = ready_cart((first_variant(event), 1))
    apply_payment_code(session=session, code=make_payment_code(event, "10.00"))
    first = place_order(session=session, request=replace(request, expected_total=Decimal("20.00")))
    session, _request = ready_cart((first_variant(event), 1))
    apply_payment_code(session=session, code=make_payment_code(event, "10.00", code="KULTUR-2"))
    merge(session, into=first.order)
    by_code = Payment.objects.filter(order=first.order, method="kulturpass").order_by("created_at")
    reference = f"KP{first.order.reference}"
    assert [(one.reference, one.attempt) for one in by_code] == [(reference, 1), (f"{reference}-2", 2)]
    assert broken_invariants() == {}


def test_a_payment_waits_until_all_of_its_money_has_come(two: tuple[Placement, Placement]) -> None:
    first, second = two
    assert net_received(first.payments.get()) == 0
    transfer(first, "25.89", "a part")
    first.refresh_from_db()
    assert (first.payments.get().state, first.paid_at) == (Payment.State.PENDING, None)
    transfer(first, "0.01", "the rest")
    first.refresh_from_db()
    assert first.payments.get().state == Payment.State.CAPTURED and first.paid_at
    transfer(first, "39.99", "too much, and too little for the other")
    second.refresh_from_db()
    assert second.paid_at is None


def test_what_goes_back_covers_nothing_and_what_stays_does() -> None:
    variant = shirt(capacity=9)
    first = place((variant, 1))
    transfer(first, "100.00")
    request_refund(payment=first.payments.get(), lines={first.lines.get(): Decimal("10.00")})
    second = place((variant, 2), into=first.order, key="key-2")
    second.refresh_from_db()
    assert second.paid_at is not None  # 100.00 - 10.00 - 25.90 are more than 40.00
    assert broken_invariants() == {}


def test_no_more_is_refunded_than_came_in(two: tuple[Placement, Placement]) -> None:
    first, _second = two
    payment = first.payments.get()
    for came_in, wanted, available in (("0.00", "0.01", "0.00"), ("5.00", "5.01", "5.00")):
        if Decimal(came_in):
            transfer(first, came_in)
        refund = Refund.objects.create(payment=payment, amount=Decimal(wanted))
        with pytest.raises(RefundTooLarge) as refused:
            record_refund(refund=refund, event_id=wanted)
        assert refused.value.extensions == {"available": available}


def test_nothing_is_placed_into_another_shops_order() -> None:
    first = place((shirt(), 1))
    with pytest.raises(OrderNotFound):
        place((first_variant(make_product(make_shop())), 1), into=first.order, key="key-2")
    assert Placement.objects.count() == 1


@proves("design §4", "only what is not paid is cancelled; a cancelled order still shows what was ordered")
def test_only_what_is_not_paid_is_cancelled(two: tuple[Placement, Placement]) -> None:
    first, second = two
    transfer(first, "25.90")
    cancel_unpaid(order=first.order)
    second.refresh_from_db()
    assert second.cancelled_at is not None
    assert (state_of(first), balance(first.order)) == (PaymentState.PAID, Decimal(0))
    order = shown_to_buyer(first)
    assert ([item.amount for item in order.items], order.total_including_shipping) == ([1], Decimal("25.90"))
    assert Stock.objects.get().sold == 1
    with pytest.raises(OrderNotCancellable):
        cancel_unpaid(order=first.order)
    assert broken_invariants() == {}


def test_money_for_what_is_open_keeps_it_from_being_cancelled(two: tuple[Placement, Placement]) -> None:
    first, second = two
    transfer(first, "25.90")
    transfer(second, "1.00", "second")
    with pytest.raises(OrderNotCancellable):
        cancel_unpaid(order=first.order)


def test_a_cancelled_order_still_shows_what_was_ordered(two: tuple[Placement, Placement]) -> None:
    first, _second = two
    cancel_unpaid(order=first.order)
    order = shown_to_buyer(first)
    assert (order.status.value, order.balance) == ("cancelled", Decimal(0))
    assert order.total_including_shipping == Decimal("65.90")
    assert (order.bank_details, Stock.objects.get().sold) == (None, 0)
    assert broken_invariants() == {}


def test_payments_are_numbered_and_their_references_unique(two: tuple[Placement, Placement]) -> None:
    first, second = two
    reference = first.order.reference
    assert [one.payments.get().reference for one in two] == [f"BAX{reference}", f"BAX{reference}-2"]
    assert [one.payments.get().attempt for one in two] == [1, 2]
    assert second.payments.get().method == "bank_transfer"


@proves(
    "§ 312g (2) BGB",
    "a line knows its seller and whether it can be withdrawn from; a placement keeps the words that were agreed to",
)
def test_a_line_knows_who_sells_it_and_whether_it_can_be_withdrawn_from() -> None:
    shop, band = make_shop(), make_shop()
    foreign = make_product(band, name="Foreign")
    foreign.listed_in.add(shop)
    mug = first_variant(make_product(shop, name="Mug", personalised=True))
    session, _cart = fill_cart(
        shop, (first_variant(make_product(shop, name="Shirt")), 1), (first_variant(make_event(shop, name="Night")), 1),
        (first_variant(foreign), 1),
    )  # fmt: skip
    add_to_cart(shop=shop, session=session, language="de", requests=[AddRequest(mug.pk, 1, personal_identifier="MIRA")])
    enter_addresses(session=session, billing=ADDRESS, shipping=None, email="mira@example.org")
    choose_logistics(session=session, shipping_method=parcel(), payment_method="bank_transfer")
    placement = place_order(session=session, request=click_of(session, "key"))
    lines = {line.name: (line.seller, line.withdrawal_exemption) for line in placement.lines.all()}
    assert lines == {
        "Shirt": (shop, ""), "Mug": (shop, OrderLine.Exemption.PERSONALISED),
        "Night": (shop, OrderLine.Exemption.EVENT), "Foreign": (band, ""),
    }  # fmt: skip


def test_a_placement_keeps_the_words_that_were_agreed_to() -> None:
    placement = place((shirt(), 1))
    shop = Shop.objects.get(pk=placement.order.shop_id)
    assert {one.html for one in placement.accepted_texts.all()} == {one.html for one in agreed_texts(shop, "de")}
    again = place((first_variant(make_product(shop)), 1), key="again")
    assert set(again.accepted_texts.all()) == set(placement.accepted_texts.all())


def test_reading_an_order_takes_as_many_statements_for_many_placements() -> None:
    variant = shirt()
    first = place((variant, 1))

    def statements() -> int:
        with CaptureQueriesContext(connection) as seen:
            shown_to_buyer(first)
        return len(seen)

    before = statements()
    for number in range(3):
        place((variant, 2), into=first.order, key=f"more-{number}")
    assert statements() == before
    assert not LedgerEntry.objects.exists()


@pytest.mark.parametrize("make", [make_product, make_event])
def test_a_new_order_has_the_state_that_reading_it_derives(make: Callable[[Shop], Any]) -> None:
    placement = place((first_variant(make(make_shop())), 1))
    read, new = access_order(placement.order.shop, placement.order.secret), placement.new_order
    stored = {field.attname for field in Order._meta.concrete_fields}
    derived = {name: value for name, value in vars(read).items() if name not in stored and not name.startswith("_")}
    assert {"balance", "missing", "returned", "awaited_transfer"} <= derived.keys()
    assert {name: getattr(new, name) for name in derived} == derived
