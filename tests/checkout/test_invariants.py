"""`check_invariants` finds what may never happen, once it is broken on purpose; seats and codes in their own files."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.db.models import F
from django.utils import timezone

from cart.actions import apply_discount
from cart.models import Cart, CartLine
from catalogue.models import Stock
from catalogue.stock.actions import mark_paid
from checkout.actions import invalidate_line, place_order, request_refund
from checkout.models import (
    Delivery,
    LedgerEntry,
    Order,
    OrderLine,
    Payment,
    Placement,
    PlacementVat,
    Refund,
    RefundLine,
)  # fmt: skip
from checkout.payments.ledger import record_refund
from sessions_queue.models import VisitorSession
from shop.models import DiscountCode, Mail
from tests.factories import fill_cart, first_variant, make_bundle, make_part, make_product, make_shop
from tests.invariants import broken_numbers
from tests.proofs import proves

from .discounts import make_code
from .placing import click_of, place, ready_cart, shirt, transfer

pytestmark = pytest.mark.django_db


@pytest.fixture
def order() -> Order:
    """Two placements of shirts, both paid; a line of the second was returned and refunded, another delivery is open."""
    variant = shirt(capacity=9)
    first = place((variant, 1))
    second = place((variant, 2), into=first.order, key="key-2")
    transfer(first, "25.90")
    transfer(second, "40.00", "second")
    line = invalidate_line(line=second.lines.get(), amount=1)
    refund = request_refund(payment=second.payments.get(), lines={line: Decimal("20.00")})
    record_refund(refund=refund, event_id="back")
    place((variant, 1), key="elsewhere")
    assert broken_numbers() == set()
    return first.order


def another(order: Order) -> Order:
    return Order.objects.exclude(pk=order.pk).get()


def second(order: Order) -> Placement:
    return order.placements.get(number=2)


def swap_deliveries(order: Order) -> None:
    other = another(order).deliveries.get()
    OrderLine.objects.filter(placement__order=order, placement__number=1).update(delivery=other)


def uncover(order: Order) -> None:
    Placement.objects.filter(order=another(order)).update(paid_at=timezone.now())


def pay_back_too_much(order: Order) -> None:
    payment = order.payments.get(placement__number=1)
    refund = Refund.objects.create(payment=payment, amount=Decimal("99"), state=Refund.State.DONE)
    LedgerEntry.objects.create(
        payment=payment, refund=refund, provider="bank_transfer", kind=LedgerEntry.Kind.REFUND, amount=Decimal("99"),
        event_id="x",
    )  # fmt: skip


def refund_of_another(order: Order) -> None:
    RefundLine.objects.update(line=another(order).placements.get().lines.get())


def with_an_open_cart(order: Order) -> Cart:
    variant = order.placements.get(number=1).lines.get().variant
    _session, cart = fill_cart(order.shop, (variant, 1))
    assert broken_numbers() == set()
    return cart


def one_bundle_more(order: Order) -> None:
    """Without any of its parts."""
    cart = with_an_open_cart(order)
    shirt = cart.lines.get()
    root = make_product(order.shop)
    assert shirt.variant.product is not None
    part = make_part(make_bundle(root), shirt.variant.product)
    line = CartLine.objects.create(cart=cart, variant=first_variant(root), amount=2, bundle_id=root.pk)
    CartLine.objects.filter(pk=shirt.pk).update(parent=line, bundle_id=root.pk, part_id=part.pk)


def end_a_cart_that_holds(order: Order) -> None:
    Cart.objects.filter(pk=with_an_open_cart(order).pk).update(state=Cart.State.EXPIRED)


def list_it_no_more(order: Order) -> None:
    with_an_open_cart(order).lines.get().variant.product.listed_in.clear()


def give_the_code_away(order: Order) -> None:
    code = make_code(order.shop)
    session, _request = ready_cart((order.placements.get(number=1).lines.get().variant, 1))
    apply_discount(session=session, code=code)
    place_order(session=session, request=click_of(session, "reduced"))
    assert broken_numbers() == set()
    DiscountCode.objects.update(shop=make_shop())


def end_sessions_before(order: Order) -> None:
    Placement.objects.filter(pk=second(order).pk).update(placed_at=timezone.now() + timedelta(days=1))
    VisitorSession.objects.update(ended_at=timezone.now())


def lose_the_jobs(order: Order) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM procrastinate_jobs")


BREAK: dict[str, Callable[[Order], object]] = {
    "1c": lambda order: OrderLine.objects.filter(placement=second(order), invalidated_at=None).update(
        invalidated_at=timezone.now()
    ),
    "1b": lambda order: Stock.objects.update(sold=F("sold") + 1),
    "2b": end_sessions_before,
    "2c": end_a_cart_that_holds,
    "3a": lambda order: Cart.objects.filter(placement=second(order)).update(state=Cart.State.EXPIRED),
    "3b": lambda order: Placement.objects.filter(pk=second(order).pk).update(number=5),
    "4a": lambda order: Placement.objects.filter(pk=second(order).pk).update(
        items_total=Decimal("41"), total=Decimal("41.00")
    ),
    "4b": lambda order: PlacementVat.objects.filter(placement=second(order)).delete(),
    "4e": lambda order: Delivery.objects.filter(order=order).update(price=0),
    "4f": swap_deliveries,
    "4g": one_bundle_more,
    "1h": lambda order: mark_paid(buyer=another(order).placements.get().pk),
    "5a": uncover,
    "5b": pay_back_too_much,
    "5c": lambda order: Refund.objects.update(state=Refund.State.SENT),
    "5d": refund_of_another,
    "5e": lambda order: RefundLine.objects.update(amount=Decimal("19.99")),
    "5f": lambda order: Payment.objects.filter(placement=second(order)).update(order=another(order)),
    "7a": lambda order: Placement.objects.filter(pk=second(order).pk).update(shop=make_shop()),
    "7b": list_it_no_more,
    "7c": give_the_code_away,
    "8a": lambda order: Mail.objects.filter(subject_key=str(second(order).pk), kind="confirmation").delete(),
    "8b": lose_the_jobs,
}
# What else a broken thing breaks, by the nature of it.
WITH = {"4a": {"4b", "5a"}, "5a": {"1h"}, "5f": {"5a", "5d"}}


@proves("design §4", "`check_invariants` finds what may never happen")
@pytest.mark.parametrize("name", BREAK)
def test_what_may_never_happen_is_found(name: str, order: Order) -> None:
    BREAK[name](order)
    found = broken_numbers()
    assert name in found
    assert found <= {name} | WITH.get(name, set())
