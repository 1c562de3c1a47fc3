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
    """To the order's own address alone; once more where the same is asked for again and the mail may be lost, or staff
    have corrected the address. The caller holds the order's lock.
    """
    mails = mails_of(request.order)
    own = [one for one in mails if request_id_of(one) == str(request.pk)]
    just_now = Mail.objects.filter(pk__in=[one.pk for one in own], created_at__gt=Now() - MAILED_AGAIN_AFTER)
    if len(mails) >= MOST_MAILS or just_now.exists():
        return
    about = joined(request.pk, len(own) if own else "")
    queue_mail(RefundRequest.CONFIRM_MAIL, request.order, about, request.language, request.order.email)


def mails_of(order: Order) -> Sequence[Mail]:
    """Those whose links still work: of a day, to the address that the order has now."""
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
    """Those of a day that no such mail tells of, the newest first; whatever became of them."""
    mailed = [request_id_of(one) for one in mails_of(order)]
    since = Now() - CONFIRMED_WITHIN
    guests = with_account(order).filter(origin=RefundRequest.Origin.GUEST, created_at__gt=since)
    return guests.exclude(pk__in=mailed).order_by("-created_at")


def unconfirmed(request: RefundRequest) -> list[RefundRequest]:
    """What the page behind a request's link asks: itself, and those that no mail tells of."""
    others = unmailed(request.order).exclude(pk=request.pk).select_related(*SHOWN)
    return [one for one in (request, *others) if one.state == RefundRequest.State.TO_CONFIRM and one.iban]


def chosen_request(request: RefundRequest, key: str) -> RefundRequest:
    """What the button behind a request's link is about: that request, or one of its order that no mail tells of.

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
