"""The shop on the wire (catalogue §3 "Shop")."""

from typing import Any

import strawberry

from shop.html import clean_html
from shop.models import Shop as ShopModel
from shop.theme.tokens import theme_tokens
from shop.web.assets import design_of, sheet_address
from shop.web.graphql.context import WireInfo, filled
from shop.web.graphql.selection import selection_of
from shop.web.redirects import path_map

from .images import Image, model_image_node


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


SHOP_COLUMNS = (
    "slug", "name", "default_locale", "is_band", "has_custom_domain", "has_calendar", "payment_blacklist",
    "order_merging_allowed",
)  # fmt: skip


def meta_values(shop: ShopModel) -> dict[str, Any]:
    """The plain fields of the shop's `meta`; a translated text that nobody wrote is None, and goes out empty."""
    values = {name: "" if (value := getattr(shop, name)) is None else value for name in META_COLUMNS}
    return {**values, "mailchimp_customtext": clean_html(shop.mailchimp_customtext or "")}


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
        return filled(ShopMeta, {"row": self.row, **meta_values(self.row)})

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
    values = {name: getattr(shop, name) for name in SHOP_COLUMNS}
    return filled(Shop, {"row": shop, "id": shop.pk, "domain": shop.domain or "", **values})


@strawberry.type
class ShopQuery:
    @strawberry.field
    def shop(self, info: WireInfo) -> Shop:
        return shop_node(info.context.shop)
