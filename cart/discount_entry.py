"""A visitor enters a discount code, and the cookie in which it waits for a cart (docs/decisions/0016)."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from shop.clock import database_now
from shop.codes.entry import CodeEntry
from shop.codes.normal import normal_code
from shop.models import DiscountCode, Shop

from .actions import refuse_discount_code
from .errors import DiscountCodeWrong

ENTRY = CodeEntry("discount code", cookie="ms_discount", seconds=30 * 24 * 60 * 60)


def entered_code(request: HttpRequest, shop: Shop, entered: str) -> DiscountCode:
    """The shop's code that was entered.

    Raises TooManyAttempts, DiscountCodeWrong (unknown here, or not yet begun), DiscountCodeEnded or DiscountCodeUsedUp.
    """
    now = database_now()
    # No statement has the entered text in it.
    begun = [one for one in DiscountCode.objects.filter(shop=shop) if one.state(now) != DiscountCode.State.WAITING]
    found = ENTRY.meaning(request, shop, normal_code(entered), [(one.code, one) for one in begun])
    if found is None:
        raise DiscountCodeWrong
    refuse_discount_code(found, now)
    return found


def remember(response: HttpResponseBase, code: DiscountCode) -> None:
    """Keep for the visitor's carts to come which code was entered, by its number."""
    ENTRY.keep(response, code.shop, str(code.pk))


def forget(response: HttpResponseBase, shop: Shop) -> None:
    ENTRY.forget(response, shop)


def waiting_code(request: HttpRequest, shop: Shop) -> DiscountCode | None:
    """The code that this visitor entered earlier; whether it still counts is the cart's to say."""
    number = ENTRY.kept(request, shop)
    return None if number is None else DiscountCode.objects.filter(shop=shop, pk=number).first()
