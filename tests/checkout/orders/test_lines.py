"""A single line ends: stock, seat and money of it alone."""

from decimal import Decimal

import pytest

from cart.actions import apply_discount, apply_payment_code
from catalogue.models import SeatClaim
from checkout.actions import invalidate_line, place_order, request_refund
from checkout.errors import LineInvalidated, RefundTooLarge
from checkout.graphql.order import order_type
from checkout.models import Placement, Refund
from checkout.orders.access import access_order
from checkout.orders.order_state import PaymentState
from checkout.payments.ledger import balance, record_capture, record_refund
from shop.invariants import broken_invariants
from shop.models import Mail
from tests.checkout.discounts import make_code
from tests.checkout.giving_back import sold
from tests.checkout.placing import click_of, place, ready_cart, shirt, state_of, transfer
from tests.factories import first_variant, make_event, make_payment_code, make_product, make_shop
from tests.proofs import proves
from tests.seated import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def paid() -> Placement:
    """Two shirts at 20 EUR and a ticket at 30, paid: 75.90 with shipping."""
    shop = make_shop()
    wishes = [
        (first_variant(make_product(shop, capacity=9)), 2),
        (first_variant(make_event(shop, price="30.00", capacity=5)), 1),
    ]
    placement = place(*wishes)
    transfer(placement, "75.90")
    return placement


@proves(
    "design §4", "a line, or some pieces of it, ends alone: its stock and seat are free, its money is no longer owed"
)
def test_a_line_gives_back_its_own_pieces_and_nothing_else(paid: Placement) -> None:
    _shirts, ticket = paid.lines.order_by("number")
    invalidate_line(line=ticket)
    assert sold() == [2, 0]
    assert balance(paid.order) == Decimal("-30.00")
    order = access_order(paid.order.shop, paid.order.secret)
    assert [item.invalidated for item in order_type(order, "en").items] == [False, True]
    with pytest.raises(LineInvalidated):
        invalidate_line(line=ticket)
    assert sold() == [2, 0]
    assert broken_invariants() == {}


def test_some_pieces_of_a_line_become_a_line_of_their_own(paid: Placement) -> None:
    shirts = paid.lines.get(ticket=False)
    ended = invalidate_line(line=shirts, amount=1)
    shirts.refresh_from_db()
    assert (shirts.amount, shirts.total, ended.amount, ended.total) == (1, Decimal(20), 1, Decimal(20))
    assert (ended.number, ended.delivery, ended.seller) == (3, shirts.delivery, shirts.seller)
    assert (shirts.invalidated_at, sold()) == (None, [1, 1])
    assert balance(paid.order) == Decimal("-20.00")
    assert broken_invariants() == {}
    with pytest.raises(LineInvalidated):
        invalidate_line(line=shirts, amount=0)


def test_a_reduced_line_is_split_to_the_cent() -> None:
    shop = make_shop()
    code = make_code(shop, percent=15)
    session, _request = ready_cart((first_variant(make_product(shop, price="9.99")), 3))
    apply_discount(session=session, code=code)
    placement = place_order(session=session, request=click_of(session, "key"))
    line = placement.lines.get()
    whole = line.discount
    ended = invalidate_line(line=line, amount=1)
    line.refresh_from_db()
    assert line.discount + ended.discount == whole
    assert balance(placement.order) == placement.total - ended.reduced_total
    assert broken_invariants() == {}


def test_a_seat_is_free_again_while_its_neighbour_stays_sold() -> None:
    house = House()
    session, _cart, _shifts = house.pick("1-1", "1-2")
    placement = house.order(session).placements.get()
    line = placement.lines.get(seat=house.seat("1-1"))
    invalidate_line(line=line)
    assert set(SeatClaim.objects.values_list("seat", flat=True)) == {house.seat("1-2").pk}
    house.pick("1-1")
    assert broken_invariants() == {}


def test_a_line_of_an_open_placement_is_no_longer_owed() -> None:
    placement = place((shirt(), 2))
    line = placement.lines.get()
    invalidate_line(line=line, amount=1)
    assert balance(placement.order) == Decimal("25.90")
    transfer(placement, "25.90")
    assert (state_of(placement), balance(placement.order)) == (PaymentState.PAID, Decimal(0))
    assert broken_invariants() == {}


def test_what_came_in_already_may_cover_what_is_left() -> None:
    placement = place((shirt(), 2))
    transfer(placement, "25.90")
    assert state_of(placement) == PaymentState.OPEN
    invalidate_line(line=placement.lines.get(), amount=1)
    assert (state_of(placement), balance(placement.order)) == (PaymentState.PAID, Decimal(0))
    assert broken_invariants() == {}


def test_with_its_last_line_an_unpaid_placement_is_cancelled_and_its_code_free() -> None:
    event = make_event(make_shop(), price="30.00", capacity=3)
    code = make_payment_code(event, "20.00")
    session, _request = ready_cart((first_variant(event), 1))
    apply_payment_code(session=session, code=code)
    placement = place_order(session=session, request=click_of(session, "key"))
    invalidate_line(line=placement.lines.get())
    code.refresh_from_db()
    assert (state_of(placement), code.holder, sold()) == (PaymentState.CANCELLED, None, [0])
    assert not Mail.objects.filter(kind="payment_received").exists()
    assert broken_invariants() == {}


def test_no_money_goes_back_for_what_a_code_paid() -> None:
    shop = make_shop()
    event = make_event(shop, price="30.00")
    session, _request = ready_cart((first_variant(event), 1), (first_variant(make_product(shop)), 1))
    apply_payment_code(session=session, code=make_payment_code(event, "20.00"))
    placement = place_order(session=session, request=click_of(session, "key"))
    payment = placement.payments.get(method="bank_transfer")
    record_capture(payment=payment, amount=payment.amount, event_id="statement")
    ticket = placement.lines.get(ticket=True)
    with pytest.raises(RefundTooLarge) as told:
        request_refund(payment=payment, lines={ticket: Decimal("10.01")})
    assert told.value.extensions == {"available": "10.00"}
    request_refund(payment=payment, lines={ticket: Decimal("10.00")})
    assert Refund.objects.count() == 1


def test_money_on_its_way_back_pays_for_nothing() -> None:
    variant = shirt()
    first = place((variant, 1), (first_variant(make_event(variant.product.owner, price="30.00")), 1))
    transfer(first, "55.90")
    line = invalidate_line(line=first.lines.get(ticket=False))
    request_refund(payment=first.payments.get(), lines={line: Decimal("20.00")})
    second = place((first_variant(make_event(variant.product.owner, price="20.00")), 1), into=first.order, key="second")
    second.refresh_from_db()
    assert second.paid_at is None


def test_a_refund_before_all_came_in_lowers_what_is_owed() -> None:
    placement = place((first_variant(make_event(make_shop(), price="30.00")), 1))
    transfer(placement, "20.00")
    refund = request_refund(payment=placement.payments.get(), lines={placement.lines.get(): Decimal("10.00")})
    record_refund(refund=refund, event_id="back")
    assert (state_of(placement), balance(placement.order)) == (PaymentState.OPEN, Decimal("10.00"))
    transfer(placement, "10.00", "rest")
    assert (state_of(placement), balance(placement.order)) == (PaymentState.PAID, Decimal(0))
    assert broken_invariants() == {}


@proves("design §4", "a refund names its lines, and no more than they cost or their payment brought")
def test_a_refund_names_its_lines_and_pays_what_ended(paid: Placement) -> None:
    ticket = paid.lines.get(ticket=True)
    invalidate_line(line=ticket)
    payment = paid.payments.get()
    refund = request_refund(payment=payment, lines={ticket: Decimal("30.00")}, reason="cannot come")
    assert (refund.state, balance(paid.order)) == (Refund.State.REQUESTED, Decimal("-30.00"))
    record_refund(refund=refund, event_id="statement-2")
    refund.refresh_from_db()
    assert (refund.state, refund.entry.amount) == (Refund.State.DONE, Decimal("30.00"))
    assert balance(paid.order) == 0
    assert [(part.line, part.amount) for part in refund.lines.all()] == [(ticket, Decimal("30.00"))]
    assert broken_invariants() == {}


def test_no_more_goes_back_than_a_line_cost_or_a_payment_brought(paid: Placement) -> None:
    shirts, ticket = paid.lines.order_by("number")
    payment = paid.payments.get()
    foreign = place((shirt(), 1)).lines.get()
    request_refund(payment=payment, lines={ticket: Decimal("20.00")})
    for lines in ({ticket: Decimal("10.01")}, {shirts: Decimal("40.01")}, {shirts: Decimal(0)}, {foreign: Decimal(1)}):
        with pytest.raises(RefundTooLarge):
            request_refund(payment=payment, lines=lines)
    assert Refund.objects.count() == 1
    request_refund(payment=payment, lines={shirts: Decimal("5.00")})
    with pytest.raises(LineInvalidated):
        invalidate_line(line=shirts, amount=1)
    assert broken_invariants() == {}


def test_a_payment_gives_back_what_it_brought_and_no_more() -> None:
    placement = place((shirt(), 2))
    payment = placement.payments.get()
    record_capture(payment=payment, amount=Decimal("10.00"), event_id="part")
    with pytest.raises(RefundTooLarge) as told:
        request_refund(payment=payment, lines={placement.lines.get(): Decimal("10.01")})
    assert told.value.extensions == {"available": "10.00"}
