"""A visitor brings a culture pass's payment code, by link or by hand (docs/decisions/0019)."""

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from catalogue.models.listing import is_listed_in
from shop.clock import database_now
from shop.codes.entry import CodeEntry
from shop.codes.normal import normal_code
from shop.models import Shop

from .actions import refuse_payment_code
from .errors import PaymentCodeInvalid
from .models import PaymentCode

# No cookie: the tab remembers the code, then the cart has it.
ENTRY = CodeEntry("payment code", cookie="", seconds=0)


def entered_payment_code(request: HttpRequest, shop: Shop, entered: str) -> PaymentCode:
    """The code that was entered, still to be used. Raises TooManyAttempts, PaymentCodeInvalid or PaymentCodeExpired."""
    # No statement has the entered text in it.
    number = ENTRY.meaning(request, shop, normal_code(entered), codes_to_enter(shop).values_list("code", "pk"))
    if number is None:
        raise PaymentCodeInvalid
    found = PaymentCode.objects.get(pk=number)
    refuse_payment_code(found, database_now())
    return found


def codes_to_enter(shop: Shop) -> QuerySet[PaymentCode]:
    """Unused ones for events that the shop lists, and those for all events of some shop: it may list them, too."""
    return PaymentCode.objects.filter(is_listed_in(shop, "event__") | Q(shop__isnull=False), holder=None)
