"""What a product's fields on the wire need from the database."""

from collections.abc import Mapping

from catalogue.models import BundlePart
from shop.core.wire.selection import Selection, nodes_of

from .bundle_parts import offer_of_bundle
from .json_columns import (
    image,
    is_listed,
    is_named,
    joined_in_all_languages,
    object_json,
    row_json,
    rows_json,
    subset,
    translated,
    values_json,
)
from .variants import FREE, prices_of, variants_of

PRODUCT_SOURCE = "catalogue_product p"
# Fields that follow from the variants.
FROM_VARIANTS = frozenset(
    {"unitPrice", "price", "originalPrice", "lowestPrice30Days", "available", "lowStock", "productVariants"}
)


def product_columns(language: str, asked: Selection) -> dict[str, str]:
    columns = {"id": "p.id", **subset(_plain(language), asked)}
    if asked.keys() & FROM_VARIANTS:
        columns["variants"] = variants_of("product", "p.id", language, nodes_of(asked.below("productVariants")))
        columns["bundle"] = offer_of_bundle(language)
    if asked.keys() & (FROM_VARIANTS | {"prices"}):
        columns["prices"] = prices_of("product", "p.id")
    if "descriptiveName" in asked:
        columns["name"] = translated("p", "name", language)
    if asked.keys() & {"artist", "descriptiveName"}:
        columns["artist"] = row_json(
            "catalogue_artist a", f"a.id = p.artist_id AND {is_named('a')}", {"name": "a.name"}
        )
    if "artistCategory" in asked:
        columns["artist_category"] = _artist_category(language, asked["artistCategory"])
    if "categories" in asked:
        columns["categories"] = _categories(language)
    if asked.keys() & {"images", "listImages", "squareImage"}:
        columns["pictures"] = _pictures()
    if asked.keys() & {"additionalInformation", "details"}:
        columns["panels"] = _panels(language)
    if "meta" in asked:
        columns["meta"] = object_json(subset(_meta(language), asked["meta"]) | {"id": "p.id"})
    if "safety" in asked:
        columns |= _safety(language)
    if asked.keys() & {"shipped", "notices"}:
        columns["shipped"] = SHIPPED
    if asked.keys() & {"unitPrice", "productVariants"}:
        columns["content"] = object_json({"amount": "p.content_amount", "unit": "p.content_unit"})
    if "guaranteeNotice" in asked:
        columns["guarantee_notice"] = _guarantee_notice(language)
    if "notices" in asked:
        columns |= {"personalised": "p.personalised", "external_url": "p.external_url"}
    return columns


def _plain(language: str) -> Mapping[str, tuple[str, str]]:
    return {
        "slug": ("slug", "p.slug"),
        "name": ("name", translated("p", "name", language)),
        "descriptiveName": ("descriptive_name", translated("p", "descriptive_name", language)),
        "description": ("description", translated("p", "description", language)),
        "artistSlug": ("artist_slug", _artist_slug()),
        "color": ("color", translated("p", "color", language)),
        "productType": ("product_type", translated("p", "product_type", language)),
        "cartLimit": ("cart_limit", "p.cart_limit"),
        "overlayListingImage": ("overlay_listing_image", image("p.overlay_listing_image_id")),
        "overlayDetailImage": ("overlay_detail_image", image("p.overlay_detail_image_id")),
        "shippingRequirements": ("over_18", "p.over_18"),
        "publicShippableFrom": ("public_shippable_from", "p.public_shippable_from"),
        "soldOutMessage": ("sold_out_message", translated("p", "sold_out_message", language)),
        "containerFormat": ("container_format", "p.container_format"),
        "select": ("select", 'p."select"'),
        "vatRate": ("vat_rate", "p.vat_rate"),
        "seoTitle": ("seo_title", translated("p", "seo_title", language)),
        "seoDescription": ("seo_description", translated("p", "seo_description", language)),
    }


def _meta(language: str) -> Mapping[str, tuple[str, str]]:
    same = {
        "root": "root", "hide": "hide", "personalised": "personalised", "ticketRequired": "ticket_required",
        "allowMultipleOverride": "allow_multiple_override", "bindLeaveEmpty": "bind_leave_empty",
        "hideInCombinedProduct": "hide_in_combined_product", "scrollOffset": "scroll_offset",
        "showColorInCombinedProduct": "show_color_in_combined_product", "externalUrl": "external_url", "order": "order",
        "slidesCustomPager": "slides_custom_pager", "orderMergingAllowed": "order_merging_allowed",
        "adaptImageSize": "adapt_image_size",
    }  # fmt: skip
    list_price = object_json(
        {
            "hide": "p.list_price_hide",
            "prefix": translated("p", "list_price_prefix", language),
            "value": translated("p", "list_price_value", language),
        }
    )
    additions = {
        "single": _addition_slugs(BundlePart.Role.ADDITIONAL),
        "group": _addition_slugs(BundlePart.Role.GROUP),
    }
    return {
        **{wire: (column, f'p."{column}"') for wire, column in same.items()},
        "externalUrlText": ("external_url_text", translated("p", "external_url_text", language)),
        "disclaimer": ("disclaimer", translated("p", "disclaimer", language)),
        "listPrice": ("list_price", list_price),
        "followsName": ("follows_name", _followed_text(translated("f", "name", language))),
        "follows": ("follows", _followed_text("f.slug")),
        "relatedItemSlugs": ("related_item_slugs", related_slugs("product", "p.id")),
        "additionalProducts": ("additional_products", object_json(additions)),
    }


def _addition_slugs(role: BundlePart.Role) -> str:
    """The slugs of the products that may be added to the bundle."""
    source = "catalogue_bundlepart bp JOIN catalogue_product one ON one.id = bp.product_id AND one.active"
    where = f"bp.bundle_id = p.id AND bp.role = '{role.value}' AND {is_listed('product', 'one.id')}"
    return values_json("one.slug", source, where, 'bp."order", bp.id')


def _followed_text(text: str) -> str:
    """A text of the product `f` without which this one is not sold."""
    where = f"f.id = p.follows_id AND {is_named('f')}"
    return f"coalesce((SELECT {text} FROM catalogue_product f WHERE {where}), '')"  # noqa: S608


RELATED_LINKS = {
    # kind: (link table, its columns of the kind's own key and of the related thing's, related table, its order)
    "product": (
        ("catalogue_product_related_products", "from_product_id", "to_product_id", "product", 'link."order"'),
        ("catalogue_product_related_events", "product_id", "event_id", "event", 'link."order"'),
    ),
    "event": (
        ("catalogue_event_related_products", "event_id", "product_id", "product", "0"),
        ("catalogue_event_related_events", "from_event_id", "to_event_id", "event", "0"),
    ),
}


def related_slugs(kind: str, key: str) -> str:
    """Slugs of what is shown beside a product or an event, as staff sorted them."""
    parts = [
        f"SELECT {place} AS place, {rank} AS rank, link.id, one.slug FROM {table} link "  # noqa: S608
        f"JOIN catalogue_{related} one ON one.id = link.{to} AND one.active AND {is_listed(related, 'one.id')} "
        f"WHERE link.{own} = {key}"
        for rank, (table, own, to, related, place) in enumerate(RELATED_LINKS[kind])
    ]
    return values_json("r.slug", f"({' UNION ALL '.join(parts)}) r", "true", "r.place, r.rank, r.id")


MANUFACTURER = {
    "name": "m.name",
    "address": "m.address",
    "contact": "m.contact",
    "responsible_person": "m.responsible_person",
}


SHIPPED = "EXISTS (SELECT 1 FROM catalogue_productvariant v WHERE v.product_id = p.id AND v.active AND v.physical)"
NOTICE_COLUMNS = {"file": "g.file", "width": "g.width", "height": "g.height"}


def _guarantee_notice(language: str) -> str:
    """Where the shop itself sells goods: tickets and downloads are none, and another shop shows its own."""
    wanted = f"g.language = '{language}' AND p.external_url = '' AND {SHIPPED}"
    return row_json("shop_guaranteenotice g", wanted, NOTICE_COLUMNS)


def _safety(language: str) -> dict[str, str]:
    """The manufacturer is the product's, else its artist's; where there is none, the seller stands for the goods."""
    wanted = (
        "m.id = coalesce(p.manufacturer_id, "
        "(SELECT a.manufacturer_id FROM catalogue_artist a WHERE a.id = p.artist_id))"
    )
    contact = "coalesce(nullif(s.seller_email, ''), s.sender_email)"
    seller = {"name": "s.seller_name", "address": "s.seller_address", "contact": contact}
    numbers = "coalesce(nullif(v.sku, ''), nullif(v.barcode, ''))"
    return {
        "manufacturer": row_json("catalogue_manufacturer m", wanted, MANUFACTURER),
        "seller": row_json("shop_shop s", "s.id = p.owner_id", seller),
        "article_numbers": values_json(
            numbers, "catalogue_productvariant v", f"v.product_id = p.id AND v.active AND {numbers} IS NOT NULL",
            'v."order", v.id',
        ),
        "material": translated("p", "material", language),
        "warnings": translated("p", "warnings", language),
    }  # fmt: skip


def _pictures() -> str:
    columns = {"order": 'pp."order"', "image": image("pp.image_id")}
    return rows_json("catalogue_productpicture pp", "pp.product_id = p.id", 'pp."order", pp.id', columns)


def _panels(language: str) -> str:
    columns = {
        "kind": "d.kind",
        "title": translated("d", "title", language),
        "description": translated("d", "description", language),
    }
    return rows_json("catalogue_infopanel d", "d.product_id = p.id", 'd."order", d.id', columns)


def _artist_slug() -> str:
    where = f"a.id = p.artist_id AND {is_listed('artist', 'a.id')}"
    return f"coalesce((SELECT a.slug FROM catalogue_artist a WHERE {where}), '')"  # noqa: S608


def _artist_category(language: str, asked: Selection) -> str:
    columns = {
        "slug": "c.slug",
        "name": translated("c", "name", language),
        "display_name": translated("c", "display_name", language),
        **({"square_image": image("c.square_image_id")} if "squareImage" in asked else {}),
    }
    source = "catalogue_category c JOIN catalogue_artist a ON a.main_category_id = c.id"
    return row_json(source, f"a.id = p.artist_id AND {is_listed('category', 'c.id')}", columns)


def _categories(language: str) -> str:
    columns = {
        "id": "c.id",
        "slug": "c.slug",
        "name": translated("c", "name", language),
        "order": 'c."order"',
        "product_order": "pc.product_order",
        "subcategory_order": "c.subcategory_order",
        "main_category": "c.main_category",
    }
    source = "catalogue_productincategory pc JOIN catalogue_category c ON c.id = pc.category_id"
    where = f"pc.product_id = p.id AND {is_listed('category', 'c.id')}"
    return rows_json(source, where, 'c.main_category DESC, c."order" DESC, c.id', columns)


def suggested_product(language: str) -> dict[str, str]:
    """What the quick search shows of a product; `own` is its full name."""
    square = (
        "(SELECT pp.image_id FROM catalogue_productpicture pp JOIN shop_image s ON s.id = pp.image_id "
        "WHERE pp.product_id = p.id ORDER BY 'square' = ANY(s.tags) DESC, pp.\"order\", pp.id LIMIT 1)"
    )
    return {
        "slug": "p.slug",
        "name": translated("p", "name", language),
        "own": translated("p", "descriptive_name", language),
        "artist": f"(SELECT a.name FROM catalogue_artist a WHERE a.id = p.artist_id AND {is_named('a')})",  # noqa: S608
        "picture": image(square),
        "sold_out": (
            "NOT EXISTS (SELECT 1 FROM catalogue_productvariant v WHERE v.product_id = p.id AND v.active "  # noqa: S608
            f"AND coalesce({FREE}, 1) > 0)"
        ),
        "texts": joined_in_all_languages("p", "name", "descriptive_name", "product_type", "color"),
    }
