"""Filters for the payments of payment codes. A payment's method is the name of the code's kind."""

from django.db.models import Q

from cart.codes.kinds import PREFIX, unrefunded_kinds
from shop.models.shop import PaymentMethodId

THROUGH_CODE_METHOD = Q(method=PaymentMethodId.KULTURPASS) | Q(method__startswith=PREFIX)


def belongs_to_issuer(path: str = "") -> Q:
    """Filter payments of codes whose money belongs to their issuer: it is not refunded, and covers its own placement
    alone (`CodeKind.takes_refunds`). `path` leads from a row to its payment.
    """
    return Q(**{f"{path}method__in": unrefunded_kinds()})
