"""Carriers and payment methods for some items alone, in the cart or not (purchase §7 SHIPPINGMETHODS,
PAYMENTMETHODS).
"""

from collections.abc import Sequence

from cart.errors import ItemNotFound
from cart.models import Cart, CartLine
from cart.queries import LISTED_VARIANTS, CartContents
from catalogue.models import ProductVariant
from catalogue.pricing.variants import is_for_sale
from catalogue.queries.bundles import LISTED_BUNDLES
from shop.core.values.numbers import whole_number
from shop.models import Shop
from shop.snapshot import Snapshot, read_snapshot

from .checkout import PricedCheckout, price_checkout, without_refused_transfer


def checkout_of_items(shop: Shop, checkout: PricedCheckout | None, ids: Sequence[str]) -> PricedCheckout:
    """Price these items as if the cart held them alone: its own items by their ids or their variants', and one piece of
    each other variant.

    Raises ItemNotFound for an item that is neither in the cart nor for sale in the shop.
    """
    snapshot = checkout.priced.snapshot if checkout else read_snapshot(shop)
    cart = checkout.cart if checkout else Cart(shop=shop)
    lines = [one.line for one in checkout.lines] if checkout else []
    named = [line for line in lines if str(line.pk) in ids or str(line.variant_id) in ids]
    known = {str(key) for line in named for key in (line.pk, line.variant_id)}
    others = variants_named(snapshot, [one for one in dict.fromkeys(ids) if one not in known])
    named += [CartLine(cart=cart, variant=variant, amount=1) for variant in others]
    bundles = snapshot.cached_values(LISTED_BUNDLES, {line.bundle_id for line in named if line.bundle_id is not None})
    return without_refused_transfer(price_checkout(CartContents(cart, named, snapshot, bundles)))


def variants_named(snapshot: Snapshot, ids: Sequence[str]) -> list[ProductVariant]:
    keys = [key for one in ids if (key := whole_number(one)) is not None]
    found = snapshot.cached_values(LISTED_VARIANTS, keys)
    if len(found) < len(ids) or not all(is_for_sale(one, snapshot.now) for one in found.values()):
        raise ItemNotFound
    return list(found.values())
