from collections.abc import Collection
from copy import copy
from dataclasses import replace
from functools import cache
from urllib.parse import parse_qs, urljoin, urlsplit

from django.conf import settings
from django.db.models import Q

from shop.core.database.compiled_statements import InParameter, ModelStatement, Parameter
from shop.core.database.versioned_cache import VersionedCache
from shop.core.values.countries import address_lines
from shop.directory.addresses import ShopAddress, address_of, hostname_of, slug_in
from shop.directory.shops import ShopEntry, directory
from shop.models import Shop


@cache
def shops_for_page() -> ModelStatement[Shop]:
    wanted = Q(InParameter("slugs", "slug")) | Q(domain=Parameter("domain"))
    return ModelStatement(Shop.objects.for_page().filter(wanted))


def shop_for_request(host: str, path: str) -> ShopAddress[Shop] | None:
    """Find the shop by `address_of`: as the directory knows it, from memory while its version stands; one that it does
    not know, and where nothing is kept, in one statement.
    """
    if settings.ANSWER_CACHE_SECONDS:
        directory.refresh()
        place = directory.address_of(host, path)
        shop = kept_shop(place.shop) if place else None
        if place and shop:
            return replace(place, shop=shop)  # type: ignore[arg-type, return-value]  # of another kind
    return read_shop_for_request(host, path)


def load_shops(_entry: ShopEntry, slugs: Collection[str]) -> dict[str, Shop]:
    return {shop.slug: shop for shop in shops_for_page().run(slugs=list(slugs), domain=None)}


SHOPS = VersionedCache(load_shops, most=1000)


def kept_shop(entry: ShopEntry) -> Shop | None:
    """Each request has its own copy of the row."""
    version = None if entry.is_ours else entry.version
    return copy(SHOPS.find(entry, version, [entry.slug]).get(entry.slug))


def read_shop_for_request(host: str, path: str) -> ShopAddress[Shop] | None:
    on_main_host = hostname_of(host) in settings.MAIN_HOSTS
    slugs, domain = ([settings.MAIN_SHOP, slug_in(path)], None) if on_main_host else ([], hostname_of(host))
    shops = shops_for_page().run(slugs=slugs, domain=domain)
    by_slug, by_domain = {one.slug: one for one in shops}, {one.domain: one for one in shops}
    return address_of(host, path, by_slug.get, by_domain.get)


def is_our_host(host: str) -> bool:
    """Whether the main shop or a shop with its own domain answers at this host name."""
    hostname = hostname_of(host)
    return hostname in settings.MAIN_HOSTS or (bool(hostname) and Shop.objects.filter(domain=hostname).exists())


def shop_url(shop: Shop) -> str:
    """The shop's absolute address without a slash at the end."""
    if shop.domain:
        main = urlsplit(settings.PUBLIC_URL)
        port = f":{main.port}" if main.port else ""
        return f"{main.scheme}://{shop.domain}{port}"
    return settings.PUBLIC_URL if shop.slug == settings.MAIN_SHOP else f"{settings.PUBLIC_URL}/{shop.slug}"


def seller_lines(shop: Shop) -> list[str]:
    """The seller's postal address in the active language."""
    return address_lines(shop.seller_address, shop.seller_country or "de")


def absolute_url(shop: Shop, path: str) -> str:
    """The path of an API, a file or a picture as an absolute address. These paths begin at the root of the host,
    `/api/…`, also for a shop whose pages lie below a path of it; a page's address is `shop_url` and its path.
    """
    return urljoin(shop_url(shop), path)


def account_address(shop: Shop) -> str:
    """The page of accounts, which reads in `source` where its visitors come from (purchase §6); "" for none."""
    link = urlsplit(shop.account_link)
    if not shop.account_link or "source" in parse_qs(link.query, keep_blank_values=True):
        return shop.account_link
    query = "&".join(filter(None, [link.query, f"source={shop.slug}"]))
    return link._replace(query=query).geturl()
