"""Mails that ask the buyer to confirm a bank account. Few a day, because anybody with the order's link can trigger
them. The link of the newest mail also confirms requests that no mail mentions.
"""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet
from django.db.models.functions import Now

from aftersale.models import RefundRequest
from aftersale.models.refund_request import CONFIRMED_WITHIN
from checkout.models import Order
from shop.mails.keys import joined, parted
from shop.models import Mail

from .errors import RefundLinkOutdated
from .mails import queue_mail
from .rules import MAILED_AGAIN_AFTER, MOST_MAILS

SHOWN = ("order__shop", "offer__event__venue")


def queue_confirmation(request: RefundRequest) -> None:
    """Mail the link to the order's address only. Mails again if the same request is repeated, because the mail may be
    lost, or staff may have corrected the address. Caller must hold the order's lock.
    """
    mails = mails_of(request.order)
    own = [one for one in mails if request_id_of(one) == str(request.pk)]
    just_now = Mail.objects.filter(pk__in=[one.pk for one in own], created_at__gt=Now() - MAILED_AGAIN_AFTER)
    if len(mails) >= MOST_MAILS or just_now.exists():
        return
    about = joined(request.pk, len(own) if own else "")
    queue_mail(RefundRequest.CONFIRM_MAIL, request.order, about, request.language, request.order.email)


def mails_of(order: Order) -> Sequence[Mail]:
    """Return the mails whose links still work: those of the last day to the order's current address."""
    keys = {str(one) for one in with_account(order).values_list("pk", flat=True)}
    recent = Mail.objects.filter(
        kind=RefundRequest.CONFIRM_MAIL, shop=order.shop_id, recipient=order.email,
        created_at__gt=Now() - CONFIRMED_WITHIN,
    )  # fmt: skip
    return [one for one in recent if request_id_of(one) in keys]


def request_id_of(mail: Mail) -> str:
    """The id of the request that it asks about."""
    return parted(mail.subject_key)[0]


def with_account(order: Order) -> QuerySet[RefundRequest]:
    return RefundRequest.objects.filter(order=order, to_account=True)


def unmailed(order: Order) -> QuerySet[RefundRequest]:
    """Return guests' requests of the last day that no mail with a working link mentions, in any state, newest first."""
    mailed = [request_id_of(one) for one in mails_of(order)]
    since = Now() - CONFIRMED_WITHIN
    guests = with_account(order).filter(origin=RefundRequest.Origin.GUEST, created_at__gt=since)
    return guests.exclude(pk__in=mailed).order_by("-created_at")


def unconfirmed(request: RefundRequest) -> list[RefundRequest]:
    """Return what the page behind a link asks to confirm: its request, and those that no mail with a working
    link mentions."""
    others = unmailed(request.order).exclude(pk=request.pk).select_related(*SHOWN)
    return [one for one in (request, *others) if one.state == RefundRequest.State.TO_CONFIRM and one.iban]


def chosen_request(request: RefundRequest, key: str) -> RefundRequest:
    """Return the request that the page's button confirms: the link's own, or one of its order that no mail mentions.

    Raises RefundLinkOutdated.
    """
    if key in ("", request.pk.hex):
        return request
    try:
        found = unmailed(request.order).select_related(*SHOWN).filter(pk=UUID(key)).first()
    except ValueError:
        raise RefundLinkOutdated from None
    if found is None:
        raise RefundLinkOutdated
    return found
