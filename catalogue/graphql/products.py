"""Merchandise on the wire (catalogue §3 "Merch product", "Product meta")."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any

import strawberry
from django.db.models import QuerySet

from catalogue.models import Product
from catalogue.pricing.notices import notices
from catalogue.queries import statements, visible
from catalogue.queries.json_rows import by_ids_or_slugs, read_first, read_one, read_page
from catalogue.queries.products import FROM_VARIANTS, PRODUCT_SOURCE, product_columns
from catalogue.rules import all_low, any_available, descriptive_name, product_cost, unit_price
from shop.core.values.html import clean_html
from shop.core.values.languages import active_language
from shop.core.values.money import NOTHING
from shop.core.wire.graphql.connections import Connection, whole_connection
from shop.core.wire.graphql.selection import selection_of
from shop.core.wire.paging import MAX_FIRST, PageRequest, SortKeys
from shop.core.wire.selection import Selection, nodes_of
from shop.graphql.images import Image, image_node
from shop.web.graphql.context import GraphQLInfo, filled

from .batching import Batch, makes, one_node, one_page
from .bundles import CombinedProduct, bundles_with, whole_offer
from .guarantee import GuaranteeNotice, notice_node
from .related import related_to
from .variants import Price, ProductVariant, Row, UnitPrice, cost_here, offer_rows, variant_nodes

if TYPE_CHECKING:
    from .related import RelatedItem

OVERLAYS = {"overlayListingImage": "overlay_listing_image", "overlayDetailImage": "overlay_detail_image"}


@strawberry.type
class InfoPanel:
    title: str
    description: str


@strawberry.type
class ListPrice:
    hide: bool
    prefix: str
    value: str


@strawberry.type
class ShippingRequirements:
    over18: bool = strawberry.field(name="over18")


@strawberry.type(description="slugs of what may be added to a bundle: each by itself, or one of a group")
class AdditionalProducts:
    single: list[str]
    group: list[str]


@strawberry.type
class ProductMeta:
    root: bool
    hide: bool
    personalised: bool
    follows: str
    follows_name: str
    related_item_slugs: list[str]
    ticket_required: bool
    additional_products: AdditionalProducts
    allow_multiple_override: bool
    bind_leave_empty: bool
    hide_in_combined_product: bool
    show_color_in_combined_product: bool
    order: int
    external_url: str
    external_url_text: str
    disclaimer: str
    scroll_offset: int
    slides_custom_pager: bool
    order_merging_allowed: bool
    list_price: ListPrice
    adapt_image_size: bool


@strawberry.type
class ArtistCategory:
    slug: str
    name: str
    display_name: str
    square_image: Image | None


@strawberry.type
class ProductCategory:
    """A category as a product carries it."""

    id: strawberry.ID
    slug: str
    name: str
    order: int
    product_order: int
    subcategory_order: int
    main_category: bool


@strawberry.type
class ProductSafety:
    """What the law wants shown beside goods: who made what (GPSR Art. 19), material, warnings."""

    manufacturer_name: str
    manufacturer_address: str
    manufacturer_contact: str
    article_numbers: list[str]
    responsible_person: str
    material: str
    warnings: str


@strawberry.type
class MerchProduct:
    batch: strawberry.Private[Batch]
    id: strawberry.ID
    slug: str
    name: str
    descriptive_name: str
    description: str
    color: str
    product_type: str
    artist: str
    artist_slug: str = strawberry.field(description="of the artist's page; empty where the shop lists no such artist")
    artist_category: ArtistCategory | None
    price: Decimal
    original_price: Decimal | None
    lowest_price_30_days: Decimal | None
    unit_price: UnitPrice | None
    prices: list[Price]
    available: bool
    low_stock: bool
    cart_limit: int
    images: Connection[Image]
    list_images: list[Image]
    square_image: Image | None
    overlay_listing_image: Image | None
    overlay_detail_image: Image | None
    categories: list[ProductCategory]
    product_variants: Connection[ProductVariant]
    shipping_requirements: ShippingRequirements
    public_shippable_from: date | None
    additional_information: list[InfoPanel]
    details: list[InfoPanel]
    sold_out_message: str
    container_format: str
    select: bool
    meta: ProductMeta
    safety: ProductSafety
    notices: list[InfoPanel]
    guarantee_notice: GuaranteeNotice | None
    shipped: bool
    vat_rate: Decimal
    seo_title: str
    seo_description: str

    @strawberry.field
    def related_items(
        self, info: GraphQLInfo
    ) -> list[Annotated["RelatedItem", strawberry.lazy("catalogue.graphql.related")]]:
        return related_to(self.batch, self.id, Product, info)

    @strawberry.field(description="the bundles that its page leads to")
    def combined_products(self, info: GraphQLInfo) -> list[CombinedProduct]:
        return bundles_with(self.batch, self.id, Product, info, leading=True)

    @strawberry.field(description="all bundles that it is part of")
    def bundles(self, info: GraphQLInfo) -> list[CombinedProduct]:
        return bundles_with(self.batch, self.id, Product, info, leading=False)


@makes("MerchProduct")
def product_node(row: dict[str, Any], asked: Selection, batch: Batch) -> MerchProduct:
    """A product from what `product_columns` read for the same `asked`."""
    row["batch"] = batch
    if asked.keys() & FROM_VARIANTS:
        _add_offers(row, asked)
    if "prices" in asked:
        row["prices"] = [filled(Price, price) for price in row["prices"]]
    artist = (row.get("artist") or {}).get("name", "")
    if "descriptiveName" in asked:
        row["descriptive_name"] = descriptive_name(row["descriptive_name"], artist, row["name"])
    row["artist"] = artist
    if "description" in asked:
        row["description"] = clean_html(row["description"])
    if category := row.get("artist_category"):
        below = asked["artistCategory"]
        image = image_node(category.get("square_image"), below.below("squareImage"))
        names = {"display_name": category["display_name"] or category["name"], "square_image": image}
        row["artist_category"] = filled(ArtistCategory, {**category, **names})
    if "pictures" in row:
        _add_pictures(row, asked)
    for wire, name in OVERLAYS.items():
        if wire in asked:
            row[name] = image_node(row[name], asked[wire])
    if "categories" in asked:
        row["categories"] = [filled(ProductCategory, category) for category in row["categories"]]
    if "panels" in row:
        row["additional_information"] = _panels(row["panels"], "additional")
        row["details"] = _panels(row["panels"], "detail")
    if "shippingRequirements" in asked:
        row["shipping_requirements"] = ShippingRequirements(over18=row["over_18"])
    if row.get("public_shippable_from"):
        row["public_shippable_from"] = date.fromisoformat(row["public_shippable_from"])
    if "meta" in asked:
        _add_meta(row)
    if "safety" in asked:
        row["safety"] = _safety(row)
    if "guaranteeNotice" in asked:
        row["guarantee_notice"] = notice_node(row["guarantee_notice"])
    if "notices" in asked:
        row["notices"] = [] if row["external_url"] else _notices(row)
    return filled(MerchProduct, row)


def _add_offers(row: dict[str, Any], asked: Selection) -> None:
    own = cost_here(row["prices"])
    offers = offer_rows(row["variants"], own)
    cost = product_cost(own, [one.offer for one in offers])
    row["available"] = any_available(one.offer for one in offers)
    if row["bundle"] is not None:  # what it costs and whether it can be had is said of its product as of itself
        cost, row["available"], _left = whole_offer(row["bundle"], cost, offers)
    row["price"] = cost.price if cost else NOTHING
    row["original_price"] = cost.original_price if cost else None
    row["lowest_price_30_days"] = cost.lowest_before if cost else None
    row["low_stock"] = all_low(one.offer for one in offers)
    if "unitPrice" in asked:
        row["unit_price"] = _unit_price(row["price"], row["content"])
    if "productVariants" in asked:
        row["product_variants"] = variant_nodes(offers)
        for node in row["product_variants"].nodes:
            node.unit_price = _unit_price(node.price, row["content"])


def _unit_price(price: Decimal, content: Row) -> UnitPrice | None:
    if not content["amount"] or not price:
        return None
    per_unit, unit = unit_price(price, content["amount"], content["unit"])
    return UnitPrice(price=per_unit, unit=unit)


def _add_pictures(row: dict[str, Any], asked: Selection) -> None:
    pictures = [{**picture["image"], "order": picture["order"]} for picture in row["pictures"]]
    if "images" in asked:
        wanted = nodes_of(asked["images"])
        row["images"] = whole_connection([node for one in pictures if (node := image_node(one, wanted))])
    if "listImages" in asked:
        listed = [one for one in pictures if "list" in one["tags"]] or pictures[:1]
        row["list_images"] = [image_node(one, asked["listImages"]) for one in listed]
    if "squareImage" in asked:
        square = next((one for one in pictures if "square" in one["tags"]), pictures[0] if pictures else None)
        row["square_image"] = image_node(square, asked["squareImage"])


def _panels(rows: Sequence[Row], kind: str) -> list[InfoPanel]:
    return [
        InfoPanel(title=row["title"], description=clean_html(row["description"])) for row in rows if row["kind"] == kind
    ]


def _add_meta(row: dict[str, Any]) -> None:
    meta = row["meta"]
    if "disclaimer" in meta:
        meta["disclaimer"] = clean_html(meta["disclaimer"])
    if "list_price" in meta:
        meta["list_price"] = filled(ListPrice, meta["list_price"])
    if "additional_products" in meta:
        meta["additional_products"] = filled(AdditionalProducts, meta["additional_products"])
    row["meta"] = filled(ProductMeta, meta)


def _notices(row: Row) -> list[InfoPanel]:
    shown = notices(shipped=row["shipped"], personalised=row["personalised"], language=active_language())
    return [InfoPanel(title=one.title, description=one.html) for one in shown]


def _safety(row: Row) -> ProductSafety:
    manufacturer = row["manufacturer"] or row["seller"] or {}
    return ProductSafety(
        manufacturer_name=manufacturer.get("name", ""),
        manufacturer_address=manufacturer.get("address", ""),
        manufacturer_contact=manufacturer.get("contact", ""),
        responsible_person=manufacturer.get("responsible_person", ""),
        article_numbers=row["article_numbers"],
        material=row["material"],
        warnings=row["warnings"],
    )


def listed_products(
    info: GraphQLInfo, rows: QuerySet[Product], page: PageRequest, order: SortKeys = visible.NEWEST_FIRST
) -> Connection[MerchProduct]:
    asked = nodes_of(selection_of(info))
    columns = product_columns(info.context.language, asked)
    found = read_page(rows, PRODUCT_SOURCE, columns, order, page, info.context.shop)
    return one_page(found, page, "MerchProduct", asked)


def product_named(info: GraphQLInfo, wanted: str) -> MerchProduct | None:
    asked = selection_of(info)
    row = read_one(statements.named_product(info.context.language, asked), wanted, info.context.shop)
    return one_node(row, "MerchProduct", asked)


def products_named(info: GraphQLInfo, wanted: Sequence[str]) -> list[MerchProduct]:
    """Those that the shop has of the products with these ids or slugs, in that order."""
    asked = selection_of(info)
    shop = info.context.shop
    rows = visible.products(shop).filter(by_ids_or_slugs(wanted)).order_by()
    columns = product_columns(info.context.language, Selection({**asked, "slug": Selection()}))
    found = read_first(rows, PRODUCT_SOURCE, columns, MAX_FIRST, shop)
    batch = Batch([row["id"] for row in found])
    places = {name: place for place, name in reversed(list(enumerate(wanted)))}
    last = len(wanted)
    found.sort(key=lambda row: min(places.get(str(row["id"]), last), places.get(row["slug"], last)))
    return [product_node(row, asked, batch) for row in found]
