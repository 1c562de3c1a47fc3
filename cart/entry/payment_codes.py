"""Entry of a payment code, by a link or by hand (docs/decisions/0019)."""

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from cart.actions import refuse_payment_code
from cart.errors import PaymentCodeInvalid
from cart.models import PaymentCode
from catalogue.models.listing import is_listed_in
from shop.codes.entry import CodeEntry
from shop.core.codes.digest import known_digests
from shop.core.database.clock import database_now
from shop.models import Shop

# No cookie: the browser tab remembers the code until the cart has it.
ENTRY = CodeEntry("payment code", cookie="", seconds=0)


def entered_payment_code(request: HttpRequest, shop: Shop, entered: str) -> PaymentCode:
    """Return the unused code for an entered text. Raises TooManyAttempts, PaymentCodeInvalid or PaymentCodeExpired."""
    found = ENTRY.check_code(request, shop, enterable_codes(shop).filter(digest__in=known_digests(entered)).first)
    if found is None:
        raise PaymentCodeInvalid
    refuse_payment_code(found, database_now())
    return found


def enterable_codes(shop: Shop) -> QuerySet[PaymentCode]:
    """Return unused codes for events that the shop lists, and all shop-wide codes: the shop may list those events."""
    return PaymentCode.objects.filter(is_listed_in(shop, "event__") | Q(shop__isnull=False), holder=None)
