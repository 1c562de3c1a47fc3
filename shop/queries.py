import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Q

from shop.models import Shop
from shop.validators import RESERVED_SLUGS

API_SLUG = re.compile(r"/api/v2/shops/([a-z0-9_-]+)(/|$)")


@dataclass(frozen=True)
class ShopAddress:
    """Which shop a request is for: its path within the shop, and where the shop moved to, if it did."""

    shop: Shop
    base_path: str
    path: str
    moved_to: str = ""


def shop_for_request(host: str, path: str) -> ShopAddress | None:
    """Find the shop by host, else by the slug in the path, else the main shop; None for a host or slug not ours.

    An API address names its shop in full; on a shop's own domain only that shop answers.
    """
    hostname = urlsplit(f"//{host}").hostname or ""
    on_main_host = hostname in settings.MAIN_HOSTS
    api = API_SLUG.match(path)
    slug = api[1] if api else first_word(path)
    wanted = Q(slug__in=[settings.MAIN_SHOP, slug]) if on_main_host else Q(domain=hostname)
    shops = {shop.slug: shop for shop in Shop.objects.for_page().filter(wanted)}
    if api:
        return ShopAddress(shops[slug], "", path) if slug in shops else None
    if not on_main_host:
        return next((ShopAddress(shop, "", path) for shop in shops.values()), None)
    if slug in shops:
        return address_by_slug(shops[slug], within="/" + path.lstrip("/").partition("/")[2])
    main = shops.get(settings.MAIN_SHOP)
    return ShopAddress(main, "", path) if main else None


def is_our_host(host: str) -> bool:
    """Whether the main shop or a shop with its own domain answers at this host name."""
    host = host.lower()
    return host in settings.MAIN_HOSTS or (bool(host) and Shop.objects.filter(domain=host).exists())


def first_word(path: str) -> str:
    """The path's first word, unless it is one of a page."""
    word = path.lstrip("/").partition("/")[0]
    return "" if word in RESERVED_SLUGS else word


def address_by_slug(shop: Shop, within: str) -> ShopAddress:
    """`/{slug}/…` on the main host; a shop with its own domain, and the main shop, live elsewhere."""
    if shop.domain:
        return ShopAddress(shop, "", within, moved_to=shop_url(shop) + within)
    if shop.slug == settings.MAIN_SHOP:
        return ShopAddress(shop, "", within, moved_to=within)
    return ShopAddress(shop, f"/{shop.slug}", within)


def shop_url(shop: Shop) -> str:
    """The shop's absolute address without a slash at the end."""
    if shop.domain:
        main = urlsplit(settings.PUBLIC_URL)
        port = f":{main.port}" if main.port else ""
        return f"{main.scheme}://{shop.domain}{port}"
    return settings.PUBLIC_URL if shop.slug == settings.MAIN_SHOP else f"{settings.PUBLIC_URL}/{shop.slug}"
