"""The Shop's and the Image's GraphQL types, and the context that every resolver gets (design §3)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from operator import methodcaller
from typing import Any, TypeVar

import strawberry
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language

from shop.html import clean_html
from shop.models import Image as ImageModel
from shop.models import Shop as ShopModel
from shop.pictures.addresses import PictureAddresses
from shop.pictures.thumbnails import WIDTHS as THUMBNAIL_WIDTHS
from shop.selection import Selection
from shop.theme.tokens import theme_tokens
from shop.web.assets import design_of, sheet_address
from shop.web.graphql.selection import selection_of
from shop.web.redirects import path_map

T = TypeVar("T")


@dataclass(slots=True)
class WireContext:
    """`info.context` of every resolver. Cookies and headers set on `response` are sent with the answer."""

    shop: ShopModel
    language: str
    request: HttpRequest
    response: HttpResponse = field(default_factory=HttpResponse)
    # When the answer changes by itself, because a date is reached; whoever keeps it must not keep it longer.
    until: datetime | None = None
    is_live: bool = False

    def ends_at(self, moment: datetime | None) -> None:
        """The answer holds until then at most."""
        if moment is not None:
            self.until = min(self.until or moment, moment)

    def holds_now_only(self) -> None:
        """Nobody keeps the answer."""
        self.is_live = True
        self.ends_at(timezone.now())


WireInfo = strawberry.Info[WireContext, None]


def filled(kind: type[T], values: dict[str, Any]) -> T:
    """A GraphQL type's object that holds only what was asked for: nothing else of it will be read."""
    node = object.__new__(kind)
    node.__dict__ = values
    return node


@strawberry.type
class Image:
    """thumbnailAtN is the fallback's address, srcset* hold all widths up to the original's; focus in percent.

    While a picture is still to come, `url` and srcset* are empty and thumbnailAtN is a placeholder in its colour.
    """

    id: strawberry.ID
    alt: str
    order: int
    tags: list[str]
    width: int
    height: int
    url: str
    srcset_avif: str
    srcset_webp: str
    colour: str
    focus_x: int
    focus_y: int
    thumbnail_at_30: str
    thumbnail_at_75: str
    thumbnail_at_100: str
    thumbnail_at_180: str
    thumbnail_at_360: str
    thumbnail_at_370: str
    thumbnail_at_500: str
    thumbnail_at_740: str
    thumbnail_at_1000: str
    thumbnail_at_1500: str


IMAGE_COLUMNS = ("id", "tags", "width", "height", "colour", "focus_x", "focus_y")
OTHER_LANGUAGE = {"de": "en", "en": "de"}
IMAGE_ADDRESSES: dict[str, tuple[str, Callable[[PictureAddresses], str]]] = {
    "url": ("url", lambda files: files.original),
    "srcsetAvif": ("srcset_avif", lambda files: files.srcset("avif")),
    "srcsetWebp": ("srcset_webp", lambda files: files.srcset("webp")),
    **{
        f"thumbnailAt{width}": (f"thumbnail_at_{width}", methodcaller("thumbnail", width))
        for width in THUMBNAIL_WIDTHS
    },
}  # fmt: skip


def image_node(row: Mapping[str, Any] | None, wanted: Selection) -> Image | None:
    """An image from its row: `id key file alt_de alt_en tags width height colour focus_x focus_y transparent ready`.

    A product's has an `order` as well.
    """
    if row is None:
        return None
    values = {name: row[name] for name in IMAGE_COLUMNS}
    values["order"] = row.get("order", 0)
    language = get_language() or "de"
    values["alt"] = row[f"alt_{language}"] or row[f"alt_{OTHER_LANGUAGE[language]}"] or ""
    if row["transparent"]:
        values["colour"] = ""  # it would be seen, and hide what lies below
    files = PictureAddresses(
        row["key"], row["file"], row["width"], row["height"], row["colour"], row["transparent"], row["ready"]
    )
    for name in wanted.keys() & IMAGE_ADDRESSES.keys():
        attribute, address = IMAGE_ADDRESSES[name]
        values[attribute] = address(files)
    return filled(Image, values)


def model_image_node(image: ImageModel | None, wanted: Selection) -> Image | None:
    if image is None:
        return None
    row = {name: getattr(image, name) for name in (*IMAGE_COLUMNS, "alt_de", "alt_en", "key", "transparent")}
    return image_node({**row, "file": image.file.name or "", "ready": image.thumbnails_ready}, wanted)


@strawberry.type
class Social:
    title: str
    website: str
    spotify: str
    music: str
    tiktok: str
    telegram: str
    youtube: str
    instagram: str
    apple: str
    twitter: str
    facebook: str
    link: str


@strawberry.type
class DesignToken:
    """A custom property of the theme, such as `--shop-paper`."""

    name: str
    value: str


@strawberry.type
class Design:
    """`style_sheet`: the address of the sheet that has the theme."""

    style_sheet: str
    tokens: list[DesignToken]


@strawberry.type
class ShopMeta:
    row: strawberry.Private[ShopModel]
    account_link: str
    home_link: str
    description: str
    site_description: str
    embed_youtube: str
    newsletter_popup: bool
    discount_gate: bool
    mailchimp_header: str
    mailchimp_customtext: str
    redirect: str
    item_grid_columns: int
    item_image_carousel: bool
    item_image_magnifier: bool
    preferred_image_resolution: int
    slides_custom_pager: bool
    trim_zero_decimals: bool
    scroll_offset: int
    override_title: str
    show_event_filter: bool
    show_event_door_time: bool
    trackers: list[str]
    kulturpass_link: str

    @strawberry.field
    def socials(self) -> list[Social]:
        return [filled(Social, dict(one)) for one in self.row.profiles]

    @strawberry.field
    def social_img(self, info: WireInfo) -> Image | None:
        return model_image_node(self.row.social_img, selection_of(info))

    @strawberry.field
    def share_image(self, info: WireInfo) -> Image | None:
        return model_image_node(self.row.share_image, selection_of(info))

    @strawberry.field
    def favicon(self, info: WireInfo) -> Image | None:
        return model_image_node(self.row.favicon, selection_of(info))

    @strawberry.field
    def design(self) -> Design:
        design = design_of(self.row)
        tokens = [DesignToken(name=name, value=value) for name, value in theme_tokens(design).items()]
        return Design(style_sheet=sheet_address(design), tokens=tokens)

    @strawberry.field
    def opening(self) -> str:
        return design_of(self.row).opening

    @strawberry.field
    def heading_style(self) -> str:
        return design_of(self.row).heading_style

    @strawberry.field
    def has_access_code(self) -> bool:
        return self.row.access_codes.exists()


META_COLUMNS = (
    "account_link", "home_link", "description", "site_description", "embed_youtube", "newsletter_popup",
    "discount_gate", "mailchimp_header", "redirect", "item_grid_columns", "item_image_carousel", "item_image_magnifier",
    "preferred_image_resolution", "slides_custom_pager", "trim_zero_decimals", "scroll_offset", "override_title",
    "show_event_filter", "show_event_door_time", "trackers", "kulturpass_link",
)  # fmt: skip


@strawberry.type
class PathRedirect:
    """`target`: a path of the shop, another site's address, or empty for no redirect."""

    source: str
    target: str


@strawberry.type
class Shop:
    row: strawberry.Private[ShopModel]
    id: strawberry.ID
    slug: str
    name: str
    domain: str
    default_locale: str
    is_band: bool
    has_custom_domain: bool
    has_calendar: bool
    payment_blacklist: list[str]
    order_merging_allowed: bool

    @strawberry.field
    def meta(self) -> ShopMeta:
        # A translated text that nobody wrote is None.
        values = {name: "" if (value := getattr(self.row, name)) is None else value for name in META_COLUMNS}
        values["mailchimp_customtext"] = clean_html(self.row.mailchimp_customtext or "")
        return filled(ShopMeta, {"row": self.row, **values})

    @strawberry.field
    def redirects(self) -> list[PathRedirect]:
        return [PathRedirect(source=source, target=target) for source, target in path_map(self.row).items()]

    @strawberry.field
    def hero(self, info: WireInfo) -> Image | None:
        return model_image_node(self.row.hero, selection_of(info))

    @strawberry.field
    def hero_portrait(self, info: WireInfo) -> Image | None:
        return model_image_node(self.row.hero_portrait, selection_of(info))


def shop_node(shop: ShopModel) -> Shop:
    names = (
        "slug", "name", "default_locale", "is_band", "has_custom_domain", "has_calendar", "payment_blacklist",
        "order_merging_allowed",
    )  # fmt: skip
    values = {name: getattr(shop, name) for name in names}
    return filled(Shop, {"row": shop, "id": shop.pk, "domain": shop.domain or "", **values})


@strawberry.type
class ShopQuery:
    @strawberry.field
    def shop(self, info: WireInfo) -> Shop:
        return shop_node(info.context.shop)
