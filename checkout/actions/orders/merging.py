"""Add a cart to an order that exists (purchase §4 "Merging into an existing order", docs/decisions/0041)."""

from contextlib import nullcontext
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from cart.pricing.taxes import destinations_by
from checkout.entry.limits import counted_confirmation, counted_further_order, counted_strangers_confirmation
from checkout.entry.named_orders import NamedOrder
from checkout.errors import CartNotMergeable, NoMatchingDeliveries, OrderAddressMissing, OrderNotFound
from checkout.locks import lock_order
from checkout.models import Delivery, Order, OrderLine, Placement
from checkout.models.order import new_secret
from checkout.orders.deadlines import CONFIRMED_WITHIN, expiry_of
from checkout.orders.order_state import PaymentState, of_placements, order_with_state
from checkout.pricing.checkout import PricedCheckout, price_checkout
from checkout.pricing.postal_address import are_postal
from checkout.shipping.options import Goods, ShippingOption, shipping_options
from sessions_queue.models import VisitorSession
from shop.core.database.transactions import retry_transaction
from shop.core.errors import ShopError
from shop.core.limits.visitors import Visitor
from shop.core.values.money import NOTHING

from .gates import PlaceRequest, refuse_lines, refuse_unconfirmed
from .order_rows import store_delivery
from .placing import Terms, contents_to_place, existing_placement, lock_cart_to_place, place_with_terms, sell


def merge_order(
    *, session: VisitorSession, named: NamedOrder, request: PlaceRequest, visitor: Visitor | None = None
) -> Placement:
    """Place the session's cart as a further placement of the named order of its shop. Returns the existing placement if
    the cart was placed before.

    If the buyer has not proved that the order is theirs, the placement is an unverified merge: its own secret shows
    nothing of the order, and only its own money pays for it. Without an idempotency key, uses one made of the cart's
    id. `visitor` as for `place_order`.

    Raises what `place_order` does, CartNotMergeable, OrderNotFound, and for a proved order NoMatchingDeliveries or
    OrderAddressMissing.
    """
    return place_with_terms(session, lambda terms: place_merged_cart(session, named, request, terms, visitor))


@retry_transaction
@transaction.atomic
def place_merged_cart(
    session: VisitorSession, named: NamedOrder, request: PlaceRequest, terms: Terms, visitor: Visitor | None
) -> Placement:
    """Run all checks that do not need the order before it is looked up, so that no refusal reveals whether it
    exists.
    """
    cart = lock_cart_to_place(session)
    request = replace(request, idempotency_key=request.idempotency_key or f"merge {cart.pk}")
    existing = existing_placement(cart, request)
    if existing is not None:
        return existing
    checkout = price_checkout(contents_to_place(cart)).merged
    if not checkout.is_mergeable:
        raise CartNotMergeable
    refuse_lines(checkout, request)
    refuse_unconfirmed(checkout, request)
    with counted_further_order(visitor) if visitor else nullcontext():
        order = named.find(cart.shop)
        try:
            return add_placement(order, checkout, named, request, terms, visitor)
        except ShopError as refusal:
            if named.is_verified:
                raise
            raise OrderNotFound from refusal


def add_placement(
    order: Order,
    checkout: PricedCheckout,
    named: NamedOrder,
    request: PlaceRequest,
    terms: Terms,
    visitor: Visitor | None,
) -> Placement:
    order = lock_order(order.pk, "shop", "shipping_address", "billing_address")
    destinations = destinations_by(order.shipping_address, order.billing_address)
    if order_with_state(order).payment_state == PaymentState.CANCELLED:
        raise NoMatchingDeliveries
    if checkout.needs_postal_address and not are_postal(order.billing_address, order.shipping_address):
        raise OrderAddressMissing
    bearer: Placement | None = None
    if checkout.priced.physical:
        shipping, bearer = parcel_option(order, checkout, is_verified=named.is_verified)
        checkout = replace(checkout, shipping=shipping)
        refuse_unconfirmed(checkout, request)  # again: its carrier may require an age
    checkout = checkout.taxed_by(destinations)  # by the order's address, not the cart's
    mailed = counted_confirmation if named.is_verified else counted_strangers_confirmation
    with mailed(order.email) if visitor else nullcontext():
        placement = Placement(
            order=order, number=order.placements.count() + 1, secret=None if named.is_verified else new_secret(),
            rides_with=bearer,
        )  # fmt: skip
        if checkout.is_free_ticket and not (named.is_verified and is_established(order)):
            placement.confirm_by = checkout.cart.session.alive_at + CONFIRMED_WITHIN
        # A delivery of its own until it is paid (`delivering.join_deliveries`).
        return sell(placement, checkout, request, terms, visitor, delivery=store_delivery(order, checkout))


def is_established(order: Order) -> bool:
    """Return whether something of the order was paid or confirmed. An order without either may have an invented
    address.
    """
    return order.placements.live().filter(paid_at__isnull=False).exists()


def parcel_option(
    order: Order, checkout: PricedCheckout, *, is_verified: bool
) -> tuple[ShippingOption, Placement | None]:
    """Return the carrier of a delivery that is not packed yet and takes the cart's goods at no further price; and the
    placement that bears its shipping, None if that is paid. Deliveries that are paid come first.

    An unverified merge joins only a paid delivery, since nobody might ever pay the shipping of another, and must not
    delay it. Raises NoMatchingDeliveries.
    """
    if checkout.cart.country_code != order.country_code:
        raise NoMatchingDeliveries
    waiting = [(one, unpaid_bearer(one)) for one in order.deliveries.filter(state=Delivery.State.OPEN)]
    for delivery, bearer in sorted(waiting, key=lambda one: one[1] is not None):
        if bearer and is_expiring(bearer, checkout):
            continue
        if not is_verified and (bearer or not is_ready_with(delivery, checkout)):
            continue
        beside = goods_in_parcel(delivery, is_verified=is_verified)
        options = shipping_options(checkout.lines, order.country_code, checkout.priced.snapshot, beside)
        same = next((one for one in options if one.carrier.pk == delivery.carrier_id), None)
        if beside and same:
            return replace(same, price=NOTHING), bearer
    raise NoMatchingDeliveries


def unpaid_bearer(delivery: Delivery) -> Placement | None:
    """Return the placement that must be paid before the delivery's shipping is. None if its shipping is paid."""
    of_it = OrderLine.objects.counting().filter(delivery=delivery, placement__paid_at=None)
    line = of_it.select_related("placement__order__shop", "placement__rides_with__order__shop").first()
    if line is None:
        return None
    bearer = line.placement.rides_with
    return bearer if bearer and bearer.is_open else line.placement


def is_expiring(bearer: Placement, checkout: PricedCheckout) -> bool:
    """Return whether the placement is about to end unpaid, or still waits for its confirmation by mail."""
    now, end = checkout.cart.session.alive_at, expiry_of(bearer)
    is_kept_no_longer = bearer.open_until is not None and bearer.open_until <= now
    return bearer.is_to_confirm or is_kept_no_longer or (end is not None and end < timezone.localdate(now))


def goods_in_parcel(delivery: Delivery, *, is_verified: bool) -> Goods:
    """Return what will ship with the delivery: its own lines and all others that wait for the same carrier, paid or
    not. Empty if nothing of its own is left. Unverified merges take no room from the order's owner, but do from each
    other.
    """
    together = OrderLine.objects.counting().filter(
        delivery__order=delivery.order_id, delivery__carrier=delivery.carrier_id, delivery__state=Delivery.State.OPEN
    )
    lines = (of_placements(together, None) if is_verified else together).select_related(
        "variant__product", "variant__event"
    )
    is_there = any(line.delivery_id == delivery.pk for line in lines)
    return [(line.variant, line.amount) for line in lines] if is_there else []


def is_ready_with(delivery: Delivery, checkout: PricedCheckout) -> bool:
    """Return whether the cart's goods can ship as early as the delivery."""
    ready = checkout.priced.shippable_window[0]
    return ready is None or (delivery.shippable_from is not None and ready <= delivery.shippable_from)
