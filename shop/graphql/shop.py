"""The shop on the wire (catalogue §3 "Shop")."""

from typing import cast

import strawberry
import strawberry_django

from shop.models import Shop as ShopModel
from shop.theme.assets import design_of, sheet_address
from shop.theme.tokens import theme_tokens
from shop.web.graphql.context import GraphQLInfo, filled
from shop.web.redirects import path_map
from shop.web.shop_fields import META_FIELDS, SHOP_FIELDS

from .shop_types import with_fields


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


def socials_of(root: ShopModel) -> list[Social]:
    return [filled(Social, dict(one)) for one in root.profiles]


def design_node(root: ShopModel) -> Design:
    design = design_of(root)
    tokens = [DesignToken(name=name, value=value) for name, value in theme_tokens(design).items()]
    return Design(style_sheet=sheet_address(design), tokens=tokens)


@strawberry_django.type(ShopModel)
@with_fields(META_FIELDS, socials=socials_of, design=design_node)
class ShopMeta:
    pass


@strawberry.type
class PathRedirect:
    """`target`: a path of the shop, another site's address, or empty for no redirect."""

    source: str
    target: str


def id_of(root: ShopModel) -> strawberry.ID:
    return strawberry.ID(str(root.pk))


def meta_of(root: ShopModel) -> ShopMeta:
    return cast(ShopMeta, root)


def redirects_of(root: ShopModel) -> list[PathRedirect]:
    return [PathRedirect(source=source, target=target) for source, target in path_map(root).items()]


@strawberry_django.type(ShopModel)
@with_fields(SHOP_FIELDS, id=id_of, meta=meta_of, redirects=redirects_of)
class Shop:
    pass


@strawberry.type
class ShopQuery:
    @strawberry.field
    def shop(self, info: GraphQLInfo) -> Shop:
        return cast(Shop, info.context.shop)
