"""Printed tickets whose money an offer gives back: nothing is sent any more, and their numbers are free or void."""

from decimal import Decimal

import pytest
from django.utils import timezone

from aftersale.models import PrintedNumber, RefundRequest
from aftersale.refunds.actions import approve_request
from aftersale.refunds.actions.mass_refunds import refund_order_by_offer
from aftersale.refunds.errors import RefundNeedsStaff
from aftersale.refunds.queries import lines_to_refund
from catalogue.models import Event, Stock
from checkout.actions import move_delivery
from checkout.models import Delivery, Order, OrderLine, Refund
from checkout.payments.ledger import record_refund
from checkout.shipping.deliveries import ready_today
from shop.invariants import broken_invariants
from shop.models import Shop
from tests.aftersale.printed_tickets.house import hard, numbered, printed_event, standing
from tests.proofs import proves

from .bought import CARD, opened, paid

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(shop: Shop) -> Event:
    found = printed_event(shop, price="30.00")
    numbered(found, "1", "2")
    return found


def two_printed(event: Event) -> Order:
    return paid((hard(event), 2), by=CARD)


def ship(order: Order) -> None:
    move_delivery(delivery=order.deliveries.get(), to=Delivery.State.SHIPPED)


def all_gone() -> bool:
    for one in Refund.objects.all():
        record_refund(refund=one, event_id=f"gone {one.pk}")
    return broken_invariants() == {}


@proves(
    "law J16, TK-2",
    "printed tickets whose money an offer gives back are sent no more, also where a fee is kept; their "
    "numbers are free, or void once they have left; what has left of a moved event is left to staff",
)
def test_of_a_cancelled_event_nothing_is_sent_any_more(event: Event) -> None:
    order = two_printed(event)
    assert ready_today().count() == 1
    assert refund_order_by_offer(offer=opened(event), order=order) == (Decimal("65.90"), 2), "with the shipping"
    assert not ready_today().exists()
    assert standing(event) == {"1": "free", "2": "free"}
    assert all_gone()


def test_of_a_cancelled_event_what_has_left_goes_back_and_is_void(event: Event) -> None:
    order = two_printed(event)
    ship(order)
    assert refund_order_by_offer(offer=opened(event), order=order) == (Decimal("60.00"), 2)
    assert standing(event) == {"1": "refund", "2": "refund"}
    assert OrderLine.objects.counting().count() == 2
    assert all_gone()


def test_also_where_a_fee_is_kept_nothing_is_sent(event: Event) -> None:
    order = two_printed(event)
    offer = opened(event, "moved", kept_fee=Decimal("2.50"))
    assert refund_order_by_offer(offer=offer, order=order) == (Decimal("60.90"), 2), "with the shipping"
    assert not ready_today().exists()
    assert standing(event) == {"1": "free", "2": "free"}
    assert set(OrderLine.objects.values_list("retained", flat=True)) == {Decimal("2.50")}
    assert set(Stock.objects.filter(uses__variant__physical=True).values_list("sold", flat=True)) <= {0}
    assert all_gone()


def test_of_a_moved_event_what_has_left_is_left_to_staff(event: Event) -> None:
    order, offer = two_printed(event), opened(event, "moved")
    line = OrderLine.objects.first()
    assert line is not None
    asked = RefundRequest.objects.create(
        offer=offer, order=order, origin=RefundRequest.Origin.OFFER, language="de", amount=line.total, problem="money"
    )
    asked.tickets.create(line=line)
    ship(order)
    assert not lines_to_refund(offer).exists()
    assert refund_order_by_offer(offer=offer, order=order) == (None, 0)
    with pytest.raises(RefundNeedsStaff):
        approve_request(request=asked, staff=None)
    assert not Refund.objects.exists() and OrderLine.objects.counting().count() == 2


def test_a_number_in_use_of_what_was_given_back_is_found(event: Event) -> None:
    order = two_printed(event)
    refund_order_by_offer(offer=opened(event), order=order)
    free = PrintedNumber.objects.free()[0]
    line = OrderLine.objects.first()
    PrintedNumber.objects.filter(pk=free.pk).update(line=line, position=1, given_at=timezone.now())
    assert "6p" in {name.split()[0] for name in broken_invariants()}
