"""Which path leads to another one (catalogue §2): a shop's own map, and the addresses of earlier years.

The frontend's `app/moved.ts` follows the same rules after each change of the address.
"""

import re
from collections.abc import Mapping

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


def path_map(shop: Shop) -> dict[str, str]:
    """The shop's map: path → path within the shop, other site's address, or "" for none."""
    own = shop_url(shop)
    return {source: _inside(target, own) for source, target in shop.path_redirects_map.items()}


def _inside(target: str, own: str) -> str:
    """A path for an address of the shop itself, so that circles are seen."""
    rest = target.removeprefix(own)
    return (rest or "/") if target.startswith(own) and re.match(r"[/?#]|$", rest) else target


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
