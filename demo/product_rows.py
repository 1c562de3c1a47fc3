"""Writes products with variants, prices, stocks, panels and their places on the shelves."""

import zlib
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

from django.conf import settings

from catalogue.models import (
    Artist,
    Category,
    InfoPanel,
    Manufacturer,
    Price,
    PricePoint,
    Product,
    ProductInCategory,
    ProductVariant,
    RelatedProduct,
)
from catalogue.stock.actions import create_stock, limit_variant

from .data.goods import COLOUR_NAMES, MAKERS
from .data.shelves import ARCHIVE, REDUCED, all_shelves
from .data.shops import IN_MAIN_SHOP
from .plan import Item, Size
from .shop_rows import Shops, listing
from .stalls import Offered, all_offered
from .texts import all_of, both

FIRST_SOLD, NEARLY_REDUCED, REDUCED_SINCE = timedelta(days=70), timedelta(days=12), timedelta(days=5)


def write_products(
    shops: Shops, artists: dict[str, Artist], categories: dict[str, Category], today: date, step: Callable[[], object]
) -> list[Product]:
    """Those that are missing. `step` is called after each product of the demo."""
    offers = list(all_offered())
    known = set(Product.objects.filter(slug__in=[one.item.slug for one in offers]).values_list("slug", flat=True))
    makers = _makers()
    new: list[Offered] = []
    for offered in offers:
        if offered.item.slug not in known:
            _write_product(offered, shops, artists, categories, makers, today)
            new.append(offered)
        step()
    products = {product.slug: product for product in Product.objects.filter(slug__in=[one.item.slug for one in offers])}
    for offered in new:
        RelatedProduct.objects.bulk_create(
            RelatedProduct(product=products[offered.item.slug], related=products[slug], order=order)
            for order, slug in enumerate(offered.item.related)
        )
        if offered.item.follows:
            product = products[offered.item.slug]
            product.follows = products[offered.item.follows]
            product.save(update_fields=["follows"])
    return [products[offered.item.slug] for offered in new]


def _makers() -> dict[str, Manufacturer]:
    return {
        key: Manufacturer.objects.get_or_create(
            name=name, defaults={"address": address, "contact": contact, "responsible_person": person}
        )[0]
        for key, (name, address, contact, person) in MAKERS.items()
    }


def _write_product(
    offered: Offered,
    shops: Shops,
    artists: dict[str, Artist],
    categories: dict[str, Category],
    makers: dict[str, Manufacturer],
    today: date,
) -> None:
    item, goods = offered.item, offered.goods
    texts = {
        "name": item.name,
        "description": item.text,
        "product_type": goods.type,
        "material": goods.material,
        "warnings": goods.warnings,
        "color": COLOUR_NAMES[item.cloth] if item.cloth else ("", ""),
        **item.texts,
    }
    days = item.shippable_in_days
    product = Product(
        owner=shops[offered.owner],
        slug=item.slug,
        artist=artists[offered.artist],
        container_format=goods.format,
        vat_rate=Decimal(goods.vat),
        weight_grams=goods.grams,
        parcel_kind=goods.parcel,
        manufacturer=makers[goods.maker],
        public_shippable_from=None if days is None else today + timedelta(days=days),
        order=max(0, 100 - offered.rank),
        **all_of(texts),
        **item.values,
    )
    product.full_clean()
    product.save()
    product.listed_in.set(listing(shops, offered.owner))
    _write_prices(product, item)
    _write_variants(product, offered)
    _write_history(product, item, today)
    for order, panel in enumerate((*item.panels, *goods.panels)):
        InfoPanel.objects.create(
            product=product,
            kind=InfoPanel.Kind.DETAIL if panel.detail else InfoPanel.Kind.ADDITIONAL,
            order=order,
            **both("title", panel.title),
            **both("description", panel.text),
        )
    ProductInCategory.objects.bulk_create(
        ProductInCategory(product=product, category=categories[slug], product_order=max(0, 100 - offered.rank))
        for slug in _shelves_of(offered)
    )


def _write_prices(product: Product, item: Item) -> None:
    was = None if item.was is None else Decimal(item.was)
    Price.objects.create(product=product, country_code="de", price=Decimal(item.price), original_price=was)
    for country, price in item.abroad.items():
        Price.objects.create(product=product, country_code=country, price=Decimal(price))


def _write_variants(product: Product, offered: Offered) -> None:
    item = offered.item
    for order, size in enumerate(item.sizes or offered.goods.sizes):
        variant = ProductVariant.objects.create(
            product=product,
            order=order,
            additional_price=Decimal(size.surcharge),
            sku=f"{zlib.crc32(item.slug.encode()) % 100000:05d}-{order + 1:02d}",
            **both("description", size.name),
            **both("description_subline", size.subline),
            **both("message", size.message),
        )
        pieces = _pieces(item, size)
        if pieces is not None:
            name = f"{item.slug} {size.name[0]}".strip()
            limit_variant(variant=variant, stock=create_stock(owner=product.owner, name=name, capacity=pieces))


def _write_history(product: Product, item: Item, today: date) -> None:
    """What a reduced product cost before. The database has noted what it costs now."""
    steps = {FIRST_SOLD: item.was, NEARLY_REDUCED: item.lately, REDUCED_SINCE: item.price}
    midnight = datetime.combine(today, time(), ZoneInfo(settings.TIME_ZONE))
    PricePoint.objects.bulk_create(
        PricePoint(
            variant=variant, country_code="de", price=Decimal(price) + variant.additional_price, since=midnight - before
        )
        for variant in product.variants.all()
        for before, price in steps.items()
        if item.was and price
    )


def _pieces(item: Item, size: Size) -> int | None:
    """Pieces of the size; None: unlimited. What the data leaves open is made up, the same on every run."""
    if size.name[0] in item.stock:
        return item.stock[size.name[0]]
    if item.all_stock is None or item.all_stock >= 0:
        return item.all_stock
    return 8 + zlib.crc32(f"{item.slug} {size.name[0]}".encode()) % 53


def _shelves_of(offered: Offered) -> list[str]:
    if offered.archived:
        return [ARCHIVE]
    slugs = [
        shelf.slug
        for shelf in all_shelves()
        if offered.goods.shelf in shelf.shelves and (offered.artist in shelf.bands)
    ]
    return [*slugs, REDUCED] if offered.item.was and offered.owner in IN_MAIN_SHOP else slugs
