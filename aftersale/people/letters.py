"""Deletes old mails, which are business letters. Mails about orders that are held back stay."""

from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import CharField, Exists, OuterRef, Q
from django.db.models.functions import Cast
from django.db.models.lookups import Exact

from aftersale.models import RefundRequest, TicketServiceRequest, Withdrawal
from checkout.models import Hold, Order, Placement
from shop.core.retention import LETTERS, end_all
from shop.mails.keys import part_of
from shop.models import Mail

# Models that mails are about. The mail's subject key begins with the row's key.
ABOUT = (Placement, RefundRequest, TicketServiceRequest, Withdrawal)


def forget_letters(now: datetime | None = None) -> int:
    """Delete mails that the law does not keep any more. Returns how many."""
    old = Mail.objects.filter(created_at__lt=LETTERS.end(now))
    for country in LETTERS.abroad:
        old = old.exclude(shop__seller_country=country, created_at__gte=LETTERS.end(now, country))
    old = old.filter(~is_held())
    return end_all(old, lambda keys: old.filter(pk__in=keys).delete()[0])


def is_held() -> Q:
    """Match mails about an order that is held back, about a row of it, or to its buyer."""
    orders = Hold.objects.active().values("order")
    about = [Exists(model._default_manager.filter(part_is("pk", 1), order__in=orders)) for model in ABOUT]
    # In an offer's mail the order's key is the second part.
    order = Exists(Order.objects.filter(part_is("pk", 2), pk__in=orders))
    buyer = Exists(Order.objects.filter(email__iexact=OuterRef("recipient"), pk__in=orders))
    return reduce(or_, (Q(one) for one in (*about, order, buyer)))


def part_is(name: str, part: int) -> Q:
    """Of rows inside a mail's condition: their key is this part of what the mail is about."""
    return Q(Exact(Cast(name, CharField()), part_of(OuterRef("subject_key"), part)))
