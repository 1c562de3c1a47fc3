"""A visitor enters a discount code, and the cookie in which it waits for a cart (docs/decisions/0016)."""

import hashlib
import hmac

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

from shop.gate.codes import TooManyCodes
from shop.models import DiscountCode, Shop
from shop.models.discount import normal_code
from shop.rate_limits import Limit, allowed, caller

from .actions import refuse_discount_code
from .errors import DiscountCodeWrong

COOKIE_SECONDS = 30 * 24 * 60 * 60
BY_VISITOR = Limit("discount-code", attempts=10, seconds=10 * 60)
BY_SHOP = Limit("discount-code-shop", attempts=1000, seconds=10 * 60)


def entered_code(request: HttpRequest, shop: Shop, entered: str) -> DiscountCode:
    """The shop's code that was entered.

    Raises TooManyCodes, DiscountCodeWrong (unknown here, or not yet begun), DiscountCodeEnded or DiscountCodeUsedUp.
    """
    by_visitor = allowed(BY_VISITOR, f"{shop.pk} {caller(request)}")
    by_shop = allowed(BY_SHOP, str(shop.pk))
    if not (by_visitor and by_shop):
        raise TooManyCodes
    now, found = timezone.now(), None
    # All are compared, each in constant time, and no statement has the entered text in it.
    for code in DiscountCode.objects.filter(shop=shop):
        if hmac.compare_digest(digest(code.code), digest(normal_code(entered))):
            found = code
    if found is None or found.state(now) == DiscountCode.State.WAITING:
        raise DiscountCodeWrong
    refuse_discount_code(found, now)
    return found


def digest(code: str) -> bytes:
    return hashlib.sha256(code.encode(errors="replace")).digest()


def cookie_name(shop: Shop) -> str:
    return f"ms_discount_{shop.slug}"


def signer(shop: Shop) -> TimestampSigner:
    return TimestampSigner(salt=f"discount code {shop.pk}")


def remember(response: HttpResponseBase, code: DiscountCode) -> None:
    """Keep for the visitor's carts to come which code was entered, by its number."""
    response.set_cookie(
        cookie_name(code.shop),
        signer(code.shop).sign(str(code.pk)),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def forget(response: HttpResponseBase, shop: Shop) -> None:
    response.delete_cookie(cookie_name(shop), samesite="Lax")


def waiting_code(request: HttpRequest, shop: Shop) -> DiscountCode | None:
    """The code that this visitor entered earlier; whether it still counts is the cart's to say."""
    cookie = request.COOKIES.get(cookie_name(shop))
    if cookie is None:
        return None
    try:
        number = signer(shop).unsign(cookie, max_age=COOKIE_SECONDS)
    except BadSignature:
        return None
    return DiscountCode.objects.filter(shop=shop, pk=number).first()
