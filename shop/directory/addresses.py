"""Which shop an address leads to (design §1). Where the shops are known from is the caller's: database or directory."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from django.conf import settings
from django.http.request import split_domain_port

from shop.core.http.areas import RESERVED_SLUGS, ShopLookup, area_of

if TYPE_CHECKING:
    from shop.directory.shops import ShopEntry
    from shop.models import Shop

API_SLUG = re.compile(r"/api/v2/shops/([a-z0-9_-]+)(/|$)")


AnyShop = TypeVar("AnyShop", bound="Shop | ShopEntry")


@dataclass(frozen=True, slots=True)
class ShopAddress(Generic[AnyShop]):
    """A shop and the path within it, with what stands before that. `moved`: the shop lives elsewhere."""

    shop: AnyShop
    base_path: str
    path: str
    moved: bool = False


def address_of(
    host: str, path: str, by_slug: Callable[[str], AnyShop | None], by_domain: Callable[[str], AnyShop | None]
) -> ShopAddress[AnyShop] | None:
    """By host, else by the slug in the path, else the main shop; None for a host or slug not ours.

    An API address names its shop in full; on a shop's own domain only that shop answers. `/{slug}/…` on the main host
    has moved if the shop has its own domain or is the main one; `/{slug}/admin/…` is no shop's.
    """
    hostname, slug = hostname_of(host), slug_in(path)
    is_api = API_SLUG.match(path) is not None
    if hostname not in settings.MAIN_HOSTS:
        shop = by_domain(hostname)
        return ShopAddress(shop, "", path) if shop and (not is_api or shop.slug == slug) else None
    shop = by_slug(slug)
    if is_api:
        return ShopAddress(shop, "", path) if shop else None
    within = "/" + path.lstrip("/").partition("/")[2]
    if shop is None or area_of(within).shop is not ShopLookup.PATH:
        main = by_slug(settings.MAIN_SHOP)
        return ShopAddress(main, "", path) if main else None
    if shop.domain or slug == settings.MAIN_SHOP:
        return ShopAddress(shop, "", within, moved=True)
    return ShopAddress(shop, f"/{slug}", within)


def hostname_of(host: str) -> str:
    """As settings and shops name it: in small letters, without port and the dot at its end; "" for what is none."""
    return split_domain_port(host)[0]


def slug_in(path: str) -> str:
    """The slug that an API address names, else the path's first word unless it is one of a page."""
    if api := API_SLUG.match(path):
        return api[1]
    word = path.lstrip("/").partition("/")[0]
    return "" if word in RESERVED_SLUGS else word
