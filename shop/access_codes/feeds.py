"""Addresses of a gated shop's feeds for programs that enter no code and keep no cookie, as calendars do.

Such an address holds a key made of one access code, for one path: it opens nothing else, and ends with its code.
"""

from collections.abc import Iterable

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from shop.codes.entry import CodeEntry
from shop.models import Shop

from .codes import ENTRY, codes_of
from .matching import matching

KEY = "key"
# Nobody guesses a key: a right one opens even after too many wrong ones, as many who subscribe ask from one service.
WRONG_KEYS = CodeEntry("feed key", cookie="", seconds=0)


def key_of(shop: Shop, path: str, code: str) -> str:
    """`path`: below the shop, as in `request.path_info`."""
    return salted_hmac("shop.access_codes.feeds", f"{shop.pk} {path} {code}", algorithm="sha256").hexdigest()[:40]


def own_key(request: HttpRequest, shop: Shop) -> str | None:
    """The key by which this visitor's programs may read the present path; None without a code of the visitor's own."""
    for code in codes_of(shop):
        if ENTRY.cookie_value(request, shop, code) is not None:
            return key_of(shop, request.path_info, code)
    return None


def is_opened_by_key(request: HttpRequest, shop: Shop) -> bool:
    """Whether the address proves a present code. Raises TooManyAttempts after too many wrong ones."""
    keys: Iterable[tuple[str, bool]] = [(key_of(shop, request.path_info, code), True) for code in codes_of(shop)]
    entered = request.GET[KEY]
    return matching(entered, keys) or WRONG_KEYS.check_code(request, shop, lambda: matching(entered, keys)) or False
