"""Which path leads to another one (catalogue §2): a shop's own map, and the addresses of earlier years.

The frontend's `app/moved.ts` follows the same rules after each change of the address. Every redirect is a `Redirect`,
and its address `own_address` where anything of it is a visitor's.
"""

import re
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import DisallowedRedirect
from django.http import HttpResponseRedirect
from django.utils.encoding import escape_uri_path
from django.utils.http import url_has_allowed_host_and_scheme

from shop.models import Shop
from shop.queries import shop_url

# (old path, new path)
OLD_PATHS = (
    ("/merch", "/categories"),
    ("/merch/:slug", "/categories/:slug"),
    ("/item", "/categories"),
    ("/item/:slug", "/products/:slug"),
    ("/product", "/categories"),
    ("/product/:slug", "/products/:slug"),
    ("/tickets", "/events"),
    ("/tickets/:slug", "/events/:slug"),
    ("/ticket", "/events"),
    ("/ticket/:slug", "/events/:slug"),
    ("/event", "/events"),
    ("/event/:slug", "/events/:slug"),
)
_OLD = dict(OLD_PATHS)


class Redirect(HttpResponseRedirect):
    """To a path of this host or to an absolute address. Raises DisallowedRedirect for what is neither or too long."""

    allowed_schemes = ["http", "https"]

    def __init__(self, address: str, status: int = 302, **more: Any) -> None:
        if not is_on_this_host(address) and not address.startswith(tuple(f"{one}:" for one in self.allowed_schemes)):
            raise DisallowedRedirect(f"A redirect to {address[:200]!r} leads elsewhere.")
        super().__init__(address, status=status, **more)


def is_on_this_host(address: str) -> bool:
    """Whether it is a path that no browser takes for another host's, as it does `//evil.example` and `/\\evil`."""
    return address.startswith("/") and url_has_allowed_host_and_scheme(address, allowed_hosts=None)


def own_address(path: str, query: str = "", base: str = "") -> str:
    """The address of a decoded path below `base`: a path before it, or a shop's own address. It stays there."""
    return base + escape_uri_path(inside(path)) + (f"?{query}" if query else "")


def inside(path: str) -> str:
    """With the one slash at the beginning that makes it a path of the same host."""
    return "/" + path.lstrip("/\\")


def path_map(shop: Shop) -> dict[str, str]:
    """The shop's map: path → path within the shop, other site's address, or "" for none."""
    own = shop_url(shop)
    return {source: _inside(target, own) for source, target in shop.path_redirects_map.items()}


def _inside(target: str, own: str) -> str:
    """A path for an address of the shop itself, so that circles are seen."""
    rest = target.removeprefix(own)
    if target.startswith(own) and re.match(r"[/?#]|$", rest):
        return inside(rest)
    return inside(target) if target.startswith(("/", "\\")) else target


def is_switched_off(moves: Mapping[str, str], path: str) -> bool:
    """Whether the map says that this path leads nowhere, not even by the rules for addresses of earlier years."""
    return moves.get(path.rstrip("/") or "/") == ""


def old_path(path: str) -> str:
    """The new path for one of earlier years, or ""."""
    word, _slash, slug = path.removeprefix("/").partition("/")
    new = _OLD.get(f"/{word}/:slug" if slug else f"/{word}", "")
    return "" if "/" in slug else new.replace(":slug", slug)


def redirect_target(moves: Mapping[str, str], path: str) -> str:
    """Where the map sends a path in the end; "" for nowhere, also where it would go round in a circle."""
    at = path.rstrip("/") or "/"
    target = moves.get(at, "")
    seen = {at}
    while target.startswith("/"):
        at = re.split(r"[?#]", target)[0].rstrip("/") or "/"
        if at in seen:
            return ""
        seen.add(at)
        onward = moves.get(at, old_path(at))
        if not onward:
            break
        target = onward
    return target
