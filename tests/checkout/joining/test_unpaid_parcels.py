"""What joins a parcel that nobody has paid yet is not shipped for nothing (docs/decisions/0041)."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from catalogue.models import ProductVariant, Stock, StockClaim
from checkout.actions.orders.lines import invalidate_line
from checkout.actions.payments.expiring import end_holds, expire_overdue
from checkout.models import Order, Payment, Placement
from checkout.orders.deadlines import KEPT_FOR
from checkout.payments.ledger import record_capture
from checkout.shipping.deliveries import ready_today
from shop.invariants import broken_invariants
from shop.models import Mail, Shop
from tests.factories import first_variant, make_event, make_product
from tests.guest import Guest
from tests.proofs import proves

from .asked import code_of, merge_own, pay

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]


def standings(order: Order) -> list[str]:
    rows = order.placements.order_by("number")
    return ["ended" if one.cancelled_at else "paid" if one.paid_at else "open" for one in rows]


def as_if_by_card(order: Order) -> None:
    """To be paid at once: it is kept for a while, and takes no share."""
    order.placements.update(kept_until=F("placed_at") + KEPT_FOR)
    order.payments.update(method="stripe_checkout")
    StockClaim.objects.update(waits=False)
    Stock.objects.update(waiting=0)


def moved(order: Order, **earlier: timedelta) -> None:
    """As if so much time had passed for its first placement."""
    order.placements.filter(number=1).update(**{name: F(name) - time for name, time in earlier.items()})


@proves(
    "docs/decisions/0041",
    "what joins a parcel that is not paid yet is paid after what bears its shipping, and ends with that: nothing ships "
    "for nothing unless staff decide so",
)
@pytest.mark.parametrize("by_card", [True, False])
def test_what_joined_ends_with_what_bears_its_shipping(order: Order, fan: Guest, by_card: bool) -> None:
    if by_card:
        as_if_by_card(order)
    assert merge_own(fan, order).data["order"]["balance"] == "65.90"
    if by_card:
        moved(order, kept_until=KEPT_FOR)
        Stock.objects.update(transfer_share=0)
        end_holds()
    else:
        long_ago = timedelta(days=60)
        moved(order, pay_by=long_ago, ends_on=long_ago)
        expire_overdue()
    assert standings(order) == ["ended", "ended"]
    assert Mail.objects.filter(kind="expired").count() == 2
    assert Stock.objects.get().sold == 0
    assert broken_invariants() == {}


def test_money_for_what_joined_does_not_pay_it_alone(order: Order, fan: Guest) -> None:
    """It is there, so nothing ends; what bears the shipping has to be paid, too."""
    as_if_by_card(order)
    merge_own(fan, order)
    second = Placement.objects.get(number=2)
    payment = Payment.objects.create(
        order=order, placement=second, method="bank_transfer", amount=40, reference="BAX-2", attempt=1
    )
    pay(payment, "40.00")
    assert standings(order) == ["open", "open"] and not ready_today().exists()
    Stock.objects.update(transfer_share=0)
    moved(order, kept_until=KEPT_FOR)
    end_holds()
    assert standings(order) == ["open", "open"]
    record_capture(payment=order.payments.get(placement__number=1), amount=Decimal("25.90"), event_id="the rest")
    assert standings(order) == ["paid", "paid"] and ready_today().count() == 1
    assert broken_invariants() == {}


def test_goods_for_nothing_wait_for_the_parcel_too(order: Order, shop: Shop) -> None:
    fan = Guest(shop)
    assert fan.add((first_variant(make_product(shop, name="Sticker", price="0.00")), 1)).data
    assert merge_own(fan, order, expectedTotal="0.00").data
    assert standings(order) == ["open", "open"]
    pay(order.payments.get(placement__number=1), "25.90")
    assert standings(order) == ["paid", "paid"]
    assert broken_invariants() == {}


@proves(
    "docs/decisions/0041",
    "shipping stays charged while goods that joined the parcel unpaid still ship in it; with the last of them it is "
    "waived",
)
def test_its_shipping_is_waived_with_the_last_goods(shop: Shop, shirt: ProductVariant, fan: Guest) -> None:
    Guest(shop).buy((shirt, 1), (first_variant(make_event(shop, price="40.00")), 1))
    order = Order.objects.get()
    assert merge_own(fan, order).data
    invalidate_line(line=order.placements.get(number=1).lines.get(physical=True))
    assert [one.shipping_total for one in order.placements.order_by("number")] == [Decimal("5.90"), 0]
    invalidate_line(line=order.placements.get(number=2).lines.get())
    assert [one.shipping_total for one in order.placements.order_by("number")] == [0, 0]
    assert standings(order) == ["open", "ended"] and broken_invariants() == {}


def test_a_third_depends_on_the_first(order: Order, fan: Guest, shirt: ProductVariant) -> None:
    assert merge_own(fan, order).data
    assert fan.add((shirt, 1)).data
    assert merge_own(fan, order, expectedTotal="20.00").data
    assert set(order.placements.filter(number__gt=1).values_list("rides_with__number", flat=True)) == {1}


def test_a_parcel_that_is_paid_is_joined_first(order: Order, fan: Guest, shop: Shop, shirt: ProductVariant) -> None:
    assert merge_own(fan, order).data
    pay(order.payments.get(), "25.90")
    assert standings(order) == ["paid", "open"]
    assert fan.add((shirt, 1)).data
    assert merge_own(fan, order, expectedTotal="20.00").data
    assert Placement.objects.get(number=3).rides_with is None


def test_it_is_to_be_paid_as_soon_as_the_parcel(order: Order, fan: Guest) -> None:
    soon = timezone.localdate() + timedelta(days=1)
    order.placements.update(pay_by=soon, ends_on=soon)
    merge_own(fan, order)
    second = Placement.objects.get(number=2)
    assert (second.pay_by, second.ends_on) == (soon, soon)


@pytest.mark.parametrize(
    "over", [{"kept_until": timedelta(days=1)}, {"pay_by": timedelta(days=60), "ends_on": timedelta(days=60)}]
)
def test_what_is_about_to_end_takes_nothing_along(order: Order, fan: Guest, over: dict[str, Any]) -> None:
    as_if_by_card(order)
    moved(order, **over)
    assert code_of(merge_own(fan, order)) == "NO_MATCHING_DELIVERIES"


def test_tickets_depend_on_no_parcel(order: Order, ticket_fan: Guest) -> None:
    assert merge_own(ticket_fan, order).data
    assert Placement.objects.get(number=2).rides_with is None
