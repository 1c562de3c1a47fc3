"""Addresses of a gated shop's feeds for programs that cannot enter a code or keep a cookie, such as calendars.

Such an address contains a key for one path, computed from an access code. It opens nothing else, and ends with its
code.
"""

from collections.abc import Iterable

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from shop.codes.entry import CodeEntry
from shop.models import Shop

from .codes import ENTRY, codes_of
from .matching import matching

KEY = "key"
# A key cannot be guessed. A right one opens even after too many wrong ones: many subscribers share a service's address.
WRONG_KEYS = CodeEntry("feed key", cookie="", seconds=0)


def key_of(shop: Shop, path: str, code: str) -> str:
    """Return the key of a path. `path`: below the shop, as in `request.path_info`."""
    return salted_hmac("shop.access_codes.feeds", f"{shop.pk} {path} {code}", algorithm="sha256").hexdigest()[:40]


def own_key(request: HttpRequest, shop: Shop) -> str | None:
    """Return the key of the request's path, for this visitor's programs. None if the visitor has entered no code."""
    for code in codes_of(shop):
        if ENTRY.cookie_value(request, shop, code) is not None:
            return key_of(shop, request.path_info, code)
    return None


def is_opened_by_key(request: HttpRequest, shop: Shop) -> bool:
    """True if the address has the key of a current code. Raises TooManyAttempts after too many wrong keys."""
    keys: Iterable[tuple[str, bool]] = [(key_of(shop, request.path_info, code), True) for code in codes_of(shop)]
    entered = request.GET[KEY]
    return matching(entered, keys) or WRONG_KEYS.check_code(request, shop, lambda: matching(entered, keys)) or False
