"""Entry of a discount code, and the cookie that keeps it until there is a cart (docs/decisions/0016)."""

from django.db.models import Q
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from cart.actions import refuse_discount_code
from cart.errors import DiscountCodeWrong
from shop.codes.entry import CodeEntry
from shop.core.codes.digest import known_digests
from shop.core.database.clock import database_now
from shop.models import DiscountCode, Shop

ENTRY = CodeEntry("discount code", cookie="ms_discount", seconds=30 * 24 * 60 * 60)


def entered_discount_code(request: HttpRequest, shop: Shop, entered: str) -> DiscountCode:
    """Return the shop's code for an entered text.

    Raises TooManyAttempts, DiscountCodeWrong (unknown in this shop, or not valid yet), DiscountCodeEnded or
    DiscountCodeUsedUp.
    """
    now = database_now()
    begun = DiscountCode.objects.filter(Q(valid_from=None) | Q(valid_from__lte=now), shop=shop)
    found = ENTRY.check_code(request, shop, begun.filter(digest__in=known_digests(entered)).first)
    if found is None:
        raise DiscountCodeWrong
    refuse_discount_code(found, now)
    return found


def remember(response: HttpResponseBase, code: DiscountCode) -> None:
    """Remember the code's id in a cookie, for the visitor's next cart."""
    ENTRY.set_cookie(response, code.shop, str(code.pk))


def forget(response: HttpResponseBase, shop: Shop) -> None:
    ENTRY.forget(response, shop)


def remembered_code(request: HttpRequest, shop: Shop) -> DiscountCode | None:
    """Return the code that this visitor entered earlier. The cart checks whether it is still valid."""
    number = ENTRY.cookie_value(request, shop)
    return None if number is None else DiscountCode.objects.filter(shop=shop, pk=number).first()
