"""Codes and the cookie that proves one. The cookie never holds the code, and is void once the code is gone."""

import hashlib
import hmac

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.http.response import HttpResponseBase

from shop.errors import ShopError
from shop.models import AccessCode, Shop
from shop.rate_limits import Limit, allowed, caller

COOKIE_SECONDS = 200 * 24 * 60 * 60
BY_VISITOR = Limit("access-code", attempts=10, seconds=10 * 60)
BY_SHOP = Limit("access-code-shop", attempts=1000, seconds=10 * 60)
LETTERS = 60


class TooManyCodes(ShopError):
    code = "RATE_LIMITED"
    message = "too many attempts"
    status = 429


def codes_of(shop: Shop) -> list[str]:
    """The shop's codes: those that it was read with (`for_page`), else one statement."""
    known = getattr(shop, "codes_at_gate", None)
    return list(AccessCode.objects.filter(shop=shop).values_list("code", flat=True)) if known is None else known


def is_gated(shop: Shop) -> bool:
    return bool(codes_of(shop))


def valid_codes(request: HttpRequest, shop: Shop) -> list[str]:
    """Sandbox and staging hosts take a default code, too."""
    codes = codes_of(shop)
    host = split_domain_port(request.get_host())[0]
    if codes and settings.DEFAULT_ACCESS_CODE and host in settings.SANDBOX_HOSTS:
        return [*codes, settings.DEFAULT_ACCESS_CODE]
    return codes


def is_open(request: HttpRequest, shop: Shop) -> bool:
    """Whether this visitor may see the shop: it needs no code, or the visitor's cookie proves a valid one."""
    codes = valid_codes(request, shop)
    if not codes:
        return True
    cookie = request.COOKIES.get(cookie_name(shop), "")
    return any(proves(cookie, shop, code) for code in codes)


def proves(cookie: str, shop: Shop, code: str) -> bool:
    try:
        signer(shop, code).unsign(cookie, max_age=COOKIE_SECONDS)
    except BadSignature:
        return False
    return True


def signer(shop: Shop, code: str) -> TimestampSigner:
    """Its key is made of the code: another code's signature is none."""
    return TimestampSigner(salt=f"access code {shop.pk} {code}")


def entered_code(request: HttpRequest, shop: Shop, entered: str) -> str | None:
    """The code that the visitor has entered, or None. Raises TooManyCodes."""
    by_visitor = allowed(BY_VISITOR, f"{shop.pk} {caller(request)}")
    by_shop = allowed(BY_SHOP, str(shop.pk))
    if not (by_visitor and by_shop):
        raise TooManyCodes
    found = None
    # All are compared, each in constant time: how long it takes tells nothing.
    for code in valid_codes(request, shop):
        if hmac.compare_digest(digest(code), digest(entered)):
            found = code
    return found


def digest(code: str) -> bytes:
    return hashlib.sha256(code.strip()[:LETTERS].encode(errors="replace")).digest()


def cookie_name(shop: Shop) -> str:
    return f"ms_access_{shop.slug}"


def remember(response: HttpResponseBase, shop: Shop, code: str) -> None:
    response.set_cookie(
        cookie_name(shop),
        signer(shop, code).sign("open"),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def forget(response: HttpResponseBase, shop: Shop) -> None:
    response.delete_cookie(cookie_name(shop), samesite="Lax")
