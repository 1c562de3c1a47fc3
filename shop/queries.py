from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Q

from shop.models import Shop
from shop.validators import RESERVED_SLUGS


@dataclass(frozen=True)
class ShopAddress:
    """Which shop a request is for: its path within the shop, and where the shop moved to, if it did."""

    shop: Shop
    base_path: str
    path: str
    moved_to: str = ""


def shop_for_request(host: str, path: str) -> ShopAddress | None:
    """Find the shop by host, else by the path's first word, else the main shop; None for a host that is not ours."""
    hostname = urlsplit(f"//{host}").hostname or ""
    first, _slash, rest = path.lstrip("/").partition("/")
    slug = first if first and first not in RESERVED_SLUGS else ""
    on_main_host = hostname in settings.MAIN_HOSTS
    wanted = Q(slug__in=[settings.MAIN_SHOP, slug]) if on_main_host else Q(domain=hostname)
    shops = {shop.slug: shop for shop in Shop.objects.for_page().filter(wanted)}
    if not on_main_host:
        return next((ShopAddress(shop, "", path) for shop in shops.values()), None)
    if slug in shops:
        shop, within = shops[slug], "/" + rest
        if shop.domain:
            return ShopAddress(shop, "", within, moved_to=shop_url(shop) + within)
        if slug == settings.MAIN_SHOP:
            return ShopAddress(shop, "", within, moved_to=within)
        return ShopAddress(shop, f"/{slug}", within)
    main = shops.get(settings.MAIN_SHOP)
    return ShopAddress(main, "", path) if main else None


def shop_url(shop: Shop) -> str:
    """The shop's absolute address without a slash at the end."""
    if shop.domain:
        main = urlsplit(settings.PUBLIC_URL)
        port = f":{main.port}" if main.port else ""
        return f"{main.scheme}://{shop.domain}{port}"
    return settings.PUBLIC_URL if shop.slug == settings.MAIN_SHOP else f"{settings.PUBLIC_URL}/{shop.slug}"
