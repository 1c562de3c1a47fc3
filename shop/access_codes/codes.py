"""Access codes of gated shops, and the cookie that proves one. It does not contain the code, and ends with it."""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from shop.access_codes.matching import matching
from shop.codes.entry import CodeEntry
from shop.core.codes.normal import normal_code
from shop.directory.addresses import hostname_of
from shop.models import AccessCode, Shop

ENTRY = CodeEntry("access code", cookie="ms_access", seconds=200 * 24 * 60 * 60)
LETTERS = 60


def codes_of(shop: Shop) -> list[str]:
    """Return the shop's codes: those loaded with it (`for_page`), otherwise by one statement."""
    known = getattr(shop, "codes_at_gate", None)
    return list(AccessCode.objects.filter(shop=shop).values_list("code", flat=True)) if known is None else known


def is_gated(shop: Shop) -> bool:
    return bool(codes_of(shop))


def valid_codes(request: HttpRequest, shop: Shop) -> list[str]:
    """Return the codes that open the shop at the request's host. Sandbox and staging hosts accept a default
    code, too.
    """
    codes = codes_of(shop)
    if codes and settings.DEFAULT_ACCESS_CODE and hostname_of(request.get_host()) in settings.SANDBOX_HOSTS:
        return [*codes, settings.DEFAULT_ACCESS_CODE]
    return codes


def is_open(request: HttpRequest, shop: Shop) -> bool:
    """True if this visitor may see the shop: it has no code, or the visitor's cookie proves a valid one."""
    codes = valid_codes(request, shop)
    return not codes or any(ENTRY.cookie_value(request, shop, code) is not None for code in codes)


def is_open_with(request: HttpRequest, shop: Shop, entered: str) -> bool:
    """True if the visitor's cookie already proves the entered code."""
    own = [
        (comparable(code), code)
        for code in valid_codes(request, shop)
        if ENTRY.cookie_value(request, shop, code) is not None
    ]
    return matching(comparable(entered), own) is not None


def check_entered_code(request: HttpRequest, shop: Shop, entered: str) -> str | None:
    """Return the shop's code that matches, None for a wrong one, which uses up an attempt. Raises TooManyAttempts,
    WorkNeeded.
    """
    valid = [(comparable(code), code) for code in valid_codes(request, shop)]
    return ENTRY.check_code(request, shop, lambda: matching(comparable(entered), valid))


def comparable(code: str) -> str:
    return normal_code(code)[:LETTERS]


def remember(response: HttpResponseBase, shop: Shop, code: str) -> None:
    ENTRY.set_cookie(response, shop, "open", code)


def forget(response: HttpResponseBase, shop: Shop) -> None:
    ENTRY.forget(response, shop)
