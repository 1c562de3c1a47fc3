"""A cart joins an order that is there already (purchase §4 "Merging into an existing order", docs/decisions/0041)."""

from contextlib import nullcontext
from dataclasses import replace

from django.db import transaction

from checkout.errors import CartNotMergeable, NoMatchingDeliveries, OrderNotFound
from checkout.limits import counted_order
from checkout.locks import lock_order
from checkout.models import Delivery, Order, Placement
from checkout.models.order import new_secret
from checkout.queries import PricedCheckout, carriers_of, price_checkout
from checkout.standing import of_placements
from sessions_queue.models import VisitorSession
from shop.transactions import tried_again

from .placing import (
    PlaceRequest,
    Terms,
    contents_to_place,
    existing_placement,
    lock_cart_to_place,
    placed,
    refuse_lines,
    refuse_unconfirmed,
    sell,
)


def merge_order(
    *, session: VisitorSession, order: Order, is_known: bool, request: PlaceRequest, visitor: str = ""
) -> Placement:
    """Place the session's cart as a further placement of an order of its shop, or find what it became already.

    `is_known`: the buyer has shown that the order is theirs. Else the placement has a secret of its own, which shows
    nothing of the order, and waits apart for its money. Without a key it is the cart's. `visitor` as for `place_order`.

    Raises what `place_order` does, CartNotMergeable, or NoMatchingDeliveries.
    """
    return placed(session, lambda terms: merged_placement(session, order, is_known, request, terms, visitor))


@tried_again
@transaction.atomic
def merged_placement(
    session: VisitorSession, order: Order, is_known: bool, request: PlaceRequest, terms: Terms, visitor: str
) -> Placement:
    cart = lock_cart_to_place(session)
    request = replace(request, idempotency_key=request.idempotency_key or f"merge {cart.pk}")
    existing = existing_placement(cart, request)
    if existing is not None:
        return existing
    if order.shop_id != cart.shop_id:
        raise OrderNotFound
    checkout = price_checkout(contents_to_place(cart)).merged
    if not checkout.is_mergeable:
        raise CartNotMergeable
    order = lock_order(order.pk)
    parcel = matching_delivery(order, checkout) if checkout.priced.physical else None
    if not order.placements.live().exists():
        raise NoMatchingDeliveries
    refuse_lines(checkout, request)
    refuse_unconfirmed(checkout, request)
    with counted_order(visitor, order.email) if visitor else nullcontext():
        placement = Placement(
            order=order, number=order.placements.count() + 1, secret=None if is_known else new_secret()
        )
        return sell(placement, checkout, request, terms, visitor, delivery=beside(parcel) if parcel else None)


def matching_delivery(order: Order, checkout: PricedCheckout) -> Delivery:
    """One of the order that has not been packed, and whose carrier takes the cart's goods, too.

    Raises NoMatchingDeliveries.
    """
    goods = [(line.variant, line.line.amount) for line in checkout.lines if line.physical]
    for delivery in order.deliveries.filter(state=Delivery.State.OPEN).order_by("pk"):
        there = of_placements(delivery.lines.counting(), None).select_related("variant__product")
        together = [*goods, *((line.variant, line.amount) for line in there)]
        carriers = {one.carrier.pk for one in carriers_of(together, order.country_code, checkout.priced.snapshot)}
        if there and delivery.carrier_id in carriers and checkout.cart.country_code == order.country_code:
            return delivery
    raise NoMatchingDeliveries


def beside(delivery: Delivery) -> Delivery:
    """One of its own until it is paid (`delivering.join_deliveries`); it is to go with that one, and costs nothing."""
    return Delivery.objects.create(
        order=delivery.order, carrier=delivery.carrier, name=delivery.name, description=delivery.description, price=0
    )
