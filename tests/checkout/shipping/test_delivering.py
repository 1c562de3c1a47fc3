"""Deliveries go from open to where they end, and the order's status with them."""

from decimal import Decimal
from itertools import product

import pytest

from checkout.actions import cancel_unpaid, invalidate_line, move_delivery
from checkout.errors import DeliveryStepWrong
from checkout.models import Delivery, Placement
from checkout.orders.order_state import Fulfilment, order_state_text, order_with_money_state
from checkout.rules import DELIVERY_STEPS, FULFILMENT_STATUS
from shop.invariants import broken_invariants
from tests.checkout.placing import place, shirt, shown_to_buyer, transfer
from tests.factories import first_variant, make_event, make_shop
from tests.proofs import proves
from tests.words import worded

pytestmark = pytest.mark.django_db
State = Delivery.State
STEPS = {
    (State.OPEN, State.PACKED), (State.OPEN, State.SHIPPED), (State.PACKED, State.OPEN), (State.PACKED, State.SHIPPED),
    (State.SHIPPED, State.DELIVERED), (State.SHIPPED, State.RETURNED), (State.DELIVERED, State.RETURNED),
    (State.SHIPPED, State.LOST), (State.LOST, State.DELIVERED), (State.LOST, State.RETURNED),
}  # fmt: skip


@pytest.fixture
def paid() -> Placement:
    placement = place((shirt(), 1))
    transfer(placement, "25.90")
    return placement


@proves("purchase §4", "deliveries are packed, shipped, delivered, returned, once paid; the order's status follows")
def test_the_order_says_how_far_it_is(paid: Placement) -> None:
    delivery = paid.order.deliveries.get()
    seen = [shown_to_buyer(paid).status.value]
    for to in (State.PACKED, State.SHIPPED, State.DELIVERED, State.RETURNED):
        move_delivery(delivery=delivery, to=to)
        seen.append(shown_to_buyer(paid).status.value)
    assert seen == ["pending_fulfillment", "processing", "fulfillment", "done", "done"]
    delivery.refresh_from_db()
    moments = [delivery.shipped_at, delivery.delivered_at, delivery.returned_at]
    found = [moment for moment in moments if moment]
    assert len(found) == 3 and found == sorted(found)


def test_staff_read_whether_it_is_paid_and_once_it_is_how_far_it_is() -> None:
    goods, ticket = place((shirt(), 1)), place((first_variant(make_event(make_shop())), 1), key="key-2")
    assert [order_state_text(order_with_money_state(one.order)) for one in (goods, ticket)] == [worded("not paid")] * 2
    transfer(goods, "25.90")
    transfer(ticket, "30.00", "another")
    assert order_state_text(order_with_money_state(goods.order)) == "bezahlt, zu packen"
    assert order_state_text(order_with_money_state(ticket.order)) == worded("paid")
    move_delivery(delivery=goods.order.deliveries.get(), to=State.SHIPPED)
    assert order_state_text(order_with_money_state(goods.order)) == "bezahlt, versandt"


@pytest.mark.parametrize(("start", "to"), list(product(State, State)))
def test_only_the_steps_of_the_table_are_taken(paid: Placement, start: Delivery.State, to: Delivery.State) -> None:
    delivery = paid.order.deliveries.get()
    Delivery.objects.update(
        state=start,
        shipped_at=paid.placed_at,
        delivered_at=paid.placed_at,
        returned_at=paid.placed_at,
        lost_at=paid.placed_at,
    )
    if (start, to) in STEPS:
        assert move_delivery(delivery=delivery, to=to).state == to
    else:
        with pytest.raises(DeliveryStepWrong):
            move_delivery(delivery=delivery, to=to)
        assert Delivery.objects.get().state == start


def test_the_tables_know_every_state() -> None:
    assert DELIVERY_STEPS.keys() == set(State.values)
    assert FULFILMENT_STATUS.keys() == set(Fulfilment.values)


def test_a_cancelled_addition_keeps_no_order_from_being_done(paid: Placement) -> None:
    place((paid.lines.get().variant, 1), into=paid.order, key="second")
    cancel_unpaid(order=paid.order)
    first, _second = paid.order.deliveries.order_by("pk")
    move_delivery(delivery=first, to=State.SHIPPED)
    move_delivery(delivery=first, to=State.DELIVERED)
    assert shown_to_buyer(paid).status.value == "done"


def test_what_is_not_paid_or_ended_is_not_delivered() -> None:
    open_one, cancelled, ended = (place((shirt(), 1), key=key) for key in ("open", "cancelled", "ended"))
    cancel_unpaid(order=cancelled.order)
    transfer(ended, "25.90")
    invalidate_line(line=ended.lines.get())
    for placement in (open_one, cancelled, ended):
        with pytest.raises(DeliveryStepWrong):
            move_delivery(delivery=placement.order.deliveries.get(), to=State.SHIPPED)


@proves("purchase §4", "it goes with the order's parcel once it is paid, whichever was paid first")
def test_what_was_merged_goes_with_the_orders_parcel_once_it_is_paid(paid: Placement) -> None:
    second = place((paid.lines.get().variant, 1), into=paid.order, key="second")
    first, later = Delivery.objects.order_by("pk")
    assert (first.price, later.price) == (Decimal("5.90"), Decimal(0))
    assert second.lines.get().delivery == later
    transfer(second, "20.00", "second")
    assert Delivery.objects.get() == second.lines.get().delivery == first
    assert broken_invariants() == {}


def test_what_was_paid_later_than_the_merged_goes_with_it() -> None:
    first = place((shirt(), 1))
    second = place((first.lines.get().variant, 1), into=first.order, key="second")
    transfer(second, "20.00", "second")
    assert Delivery.objects.count() == 2
    transfer(first, "25.90")
    assert Delivery.objects.get().lines.count() == 2


def test_an_order_is_as_far_as_its_last_delivery(paid: Placement) -> None:
    second = place((paid.lines.get().variant, 1), into=paid.order, key="second")
    first, later = Delivery.objects.order_by("pk")
    move_delivery(delivery=first, to=State.PACKED)
    transfer(second, "20.00", "second")
    move_delivery(delivery=later, to=State.SHIPPED)
    assert shown_to_buyer(paid).status.value == "processing"
    move_delivery(delivery=first, to=State.SHIPPED)
    assert shown_to_buyer(paid).status.value == "fulfillment"
