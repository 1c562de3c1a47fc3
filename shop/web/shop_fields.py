"""The fields of a shop on the wire (catalogue §3 "Shop"), in its order: REST, the pages' `#shop-data` and the GraphQL
types `Shop` and `ShopMeta` (`shop/graphql/shop.py`) are made of them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from shop.core.pictures.thumbnails import WIDTHS as THUMBNAIL_WIDTHS
from shop.core.values.html import clean_html
from shop.models import Image, Shop
from shop.pictures.addresses import PictureAddresses
from shop.queries import account_address
from shop.theme.assets import design_of, sheet_address
from shop.theme.tokens import theme_tokens
from shop.web.redirects import path_map


class FieldForm(Enum):
    """How GraphQL has a field; REST has the JSON of its value."""

    COLUMN = auto()
    TEXT = auto()  # translated; one that is not written goes out empty
    PICTURE = auto()
    VALUE = auto()  # as REST has it, of the field's `kind`
    OWN = auto()  # a type of its own


@dataclass(frozen=True, slots=True)
class ShopField:
    """`on_pages`: the page shell has it too, not REST alone."""

    name: str
    form: FieldForm
    value: Callable[[Shop], Any]
    kind: Any = None
    description: str | None = None
    on_pages: bool = True


def column(name: str) -> ShopField:
    return ShopField(name, FieldForm.COLUMN, lambda shop: getattr(shop, name))


def text(name: str) -> ShopField:
    return ShopField(name, FieldForm.TEXT, lambda shop: getattr(shop, name) or "")


def picture(name: str, *, on_pages: bool = True) -> ShopField:
    return ShopField(name, FieldForm.PICTURE, lambda shop: picture_json(getattr(shop, name)), on_pages=on_pages)


def picture_json(image: Image | None) -> dict[str, Any] | None:
    if image is None:
        return None
    files = PictureAddresses.of(image)
    thumbnails = {f"thumbnail_at_{width}": files.thumbnail(width) for width in THUMBNAIL_WIDTHS}
    files_for = {"srcset_avif": files.srcset("avif"), "srcset_webp": files.srcset("webp")}
    facts = {name: getattr(image, name) for name in ("alt", "width", "height", "colour", "focus_x", "focus_y")}
    return {"id": str(image.pk), "url": files.original, **facts, **files_for, **thumbnails}


def design_json(shop: Shop) -> dict[str, Any]:
    design = design_of(shop)
    return {"style_sheet": sheet_address(design), "tokens": theme_tokens(design)}


def redirects_json(shop: Shop) -> list[dict[str, str]]:
    return [{"source": source, "target": target} for source, target in path_map(shop).items()]


META_FIELDS = (
    column("home_link"),
    text("description"),
    text("site_description"),
    ShopField("embed_youtube", FieldForm.VALUE, lambda shop: shop.embed_youtube, str),
    column("newsletter_popup"),
    column("discount_gate"),
    text("mailchimp_header"),
    column("redirect"),
    column("item_grid_columns"),
    column("item_image_carousel"),
    column("item_image_magnifier"),
    column("preferred_image_resolution"),
    column("slides_custom_pager"),
    column("trim_zero_decimals"),
    column("scroll_offset"),
    text("override_title"),
    column("show_event_filter"),
    column("show_event_door_time"),
    column("kulturpass_link"),
    picture("social_img"),
    # The head of a page shows them, the app does not.
    picture("share_image", on_pages=False),
    picture("favicon", on_pages=False),
    ShopField("account_link", FieldForm.VALUE, account_address, str),
    ShopField(
        "trackers", FieldForm.VALUE, lambda shop: shop.trackers_in_use, list[str],
        "what a visitor is asked about, and a yes allows",
    ),
    ShopField("mailchimp_customtext", FieldForm.VALUE, lambda shop: clean_html(shop.mailchimp_customtext or ""), str),
    ShopField("socials", FieldForm.OWN, lambda shop: shop.profiles),
    ShopField("design", FieldForm.OWN, design_json, on_pages=False),
    ShopField("opening", FieldForm.VALUE, lambda shop: design_of(shop).opening, str),
    ShopField("heading_style", FieldForm.VALUE, lambda shop: design_of(shop).heading_style, str),
    ShopField("has_access_code", FieldForm.VALUE, lambda shop: shop.access_codes.exists(), bool, on_pages=False),
)  # fmt: skip
SHOP_FIELDS = (
    ShopField("id", FieldForm.OWN, lambda shop: str(shop.pk)),
    column("slug"),
    column("name"),
    column("default_locale"),
    column("is_band"),
    column("has_calendar"),
    column("payment_blacklist"),
    column("order_merging_allowed"),
    picture("hero"),
    picture("hero_portrait"),
    ShopField("domain", FieldForm.VALUE, lambda shop: shop.domain or "", str),
    ShopField("has_custom_domain", FieldForm.VALUE, lambda shop: shop.has_custom_domain, bool),
    ShopField("meta", FieldForm.OWN, lambda shop: values_of(shop, META_FIELDS, on_pages=True)),
    ShopField("redirects", FieldForm.OWN, redirects_json),
)


def values_of(shop: Shop, fields: tuple[ShopField, ...], *, on_pages: bool) -> dict[str, Any]:
    return {field.name: field.value(shop) for field in fields if field.on_pages == on_pages}


def shop_json(shop: Shop) -> dict[str, Any]:
    """The shop with the wire's field names, as far as each page has them."""
    return values_of(shop, SHOP_FIELDS, on_pages=True)


def whole_shop_json(shop: Shop) -> dict[str, Any]:
    body = shop_json(shop)
    return body | {"meta": body["meta"] | values_of(shop, META_FIELDS, on_pages=False)}
