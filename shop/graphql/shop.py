"""The shop on the wire (catalogue §3 "Shop")."""

from typing import cast

import strawberry
import strawberry_django
from strawberry import auto

from shop.core.values.html import clean_html
from shop.models import Shop as ShopModel
from shop.queries import account_address
from shop.theme.assets import design_of, sheet_address
from shop.theme.tokens import theme_tokens
from shop.web.graphql.context import GraphQLInfo, filled
from shop.web.redirects import path_map

from .fields import picture, written
from .images import Image


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


@strawberry_django.type(ShopModel)
class ShopMeta:
    home_link: auto
    description: str = written("description")
    site_description: str = written("site_description")
    embed_youtube: str
    newsletter_popup: auto
    discount_gate: auto
    mailchimp_header: str = written("mailchimp_header")
    redirect: auto
    item_grid_columns: auto
    item_image_carousel: auto
    item_image_magnifier: auto
    preferred_image_resolution: auto
    slides_custom_pager: auto
    trim_zero_decimals: auto
    scroll_offset: auto
    override_title: str = written("override_title")
    show_event_filter: auto
    show_event_door_time: auto
    kulturpass_link: auto
    social_img: Image | None = picture("social_img")
    share_image: Image | None = picture("share_image")
    favicon: Image | None = picture("favicon")

    @strawberry_django.field
    def account_link(self, root: strawberry.Parent[ShopModel]) -> str:
        return account_address(root)

    @strawberry_django.field(description="what a visitor is asked about, and a yes allows")
    def trackers(self, root: strawberry.Parent[ShopModel]) -> list[str]:
        return root.trackers_in_use

    @strawberry_django.field
    def mailchimp_customtext(self, root: strawberry.Parent[ShopModel]) -> str:
        return clean_html(root.mailchimp_customtext or "")

    @strawberry_django.field
    def socials(self, root: strawberry.Parent[ShopModel]) -> list[Social]:
        return [filled(Social, dict(one)) for one in root.profiles]

    @strawberry_django.field
    def design(self, root: strawberry.Parent[ShopModel]) -> Design:
        design = design_of(root)
        tokens = [DesignToken(name=name, value=value) for name, value in theme_tokens(design).items()]
        return Design(style_sheet=sheet_address(design), tokens=tokens)

    @strawberry_django.field
    def opening(self, root: strawberry.Parent[ShopModel]) -> str:
        return design_of(root).opening

    @strawberry_django.field
    def heading_style(self, root: strawberry.Parent[ShopModel]) -> str:
        return design_of(root).heading_style

    @strawberry_django.field
    def has_access_code(self, root: strawberry.Parent[ShopModel]) -> bool:
        return root.access_codes.exists()


@strawberry.type
class PathRedirect:
    """`target`: a path of the shop, another site's address, or empty for no redirect."""

    source: str
    target: str


@strawberry_django.type(ShopModel)
class Shop:
    id: strawberry.ID
    slug: auto
    name: auto
    default_locale: auto
    is_band: auto
    has_calendar: auto
    payment_blacklist: auto
    order_merging_allowed: auto
    hero: Image | None = picture("hero")
    hero_portrait: Image | None = picture("hero_portrait")

    @strawberry_django.field
    def domain(self, root: strawberry.Parent[ShopModel]) -> str:
        return root.domain or ""

    @strawberry_django.field
    def has_custom_domain(self, root: strawberry.Parent[ShopModel]) -> bool:
        return root.has_custom_domain

    @strawberry_django.field
    def meta(self, root: strawberry.Parent[ShopModel]) -> ShopMeta:
        return cast(ShopMeta, root)

    @strawberry_django.field
    def redirects(self, root: strawberry.Parent[ShopModel]) -> list[PathRedirect]:
        return [PathRedirect(source=source, target=target) for source, target in path_map(root).items()]


@strawberry.type
class ShopQuery:
    @strawberry.field
    def shop(self, info: GraphQLInfo) -> Shop:
        return cast(Shop, info.context.shop)
