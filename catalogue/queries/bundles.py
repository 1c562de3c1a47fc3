"""Bundles as the rules see them."""

from collections import defaultdict
from collections.abc import Collection

from django.db.models import Count, Q

from catalogue.models import BundlePart, Combination, Product
from catalogue.pricing.bundles import BundleSpec, PartSpec, is_bound, most_pieces
from shop.core.database.versioned_cache import VersionedCache
from shop.models import Shop

from . import visible


def load_bundles(shop: Shop, ids: Collection[int]) -> dict[int, BundleSpec]:
    """Those that the shop sells, by the ids of their root products."""
    roots = set(visible.products(shop).filter(pk__in=ids, root=True).values_list("pk", flat=True))
    parts, surcharges = defaultdict[int, dict[int, PartSpec]](dict), defaultdict[int, dict](dict)
    rows = BundlePart.objects.filter(bundle__in=roots).select_related("product", "event").order_by("order", "pk")
    for part in rows.annotate(options=Count("product__variants", filter=Q(product__variants__active=True))):
        parts[part.bundle_id][part.pk] = part_of(part, part.options)
    for one in Combination.objects.filter(bundle__in=roots):
        surcharges[one.bundle_id][one.pk] = one.additional_price
    return {root: BundleSpec(root, parts[root], surcharges[root]) for root in roots}


def part_of(part: BundlePart, options: int) -> PartSpec:
    sellable = part.product or part.event
    assert sellable is not None
    several = isinstance(sellable, Product) and sellable.allow_multiple_override
    return PartSpec(
        id=part.pk,
        role=part.role,
        product=part.product_id,
        event=part.event_id,
        combination=part.combination_id,
        pricing_category=part.pricing_category_id,
        price=part.price,
        most=most_pieces(
            part.role, sellable.cart_limit, ticket=part.event_id is not None, options=options, several=several
        ),
        obligatory=part.obligatory,
        bound=is_bound(
            part.role,
            binds=isinstance(sellable, Product) and sellable.bind_leave_empty,
            obligatory=part.obligatory,
        ),
    )


LISTED_BUNDLES = VersionedCache(load_bundles, most=500)
