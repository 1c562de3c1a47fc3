"""Erases guests' bank accounts and e-mail addresses some days after the refund was paid."""

from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from aftersale.models import RefundRequest
from aftersale.models.refund_request import UNDECIDED
from checkout.models import LedgerEntry, Refund, not_held
from shop.core.retention import REFUND_ACCOUNTS, UNCONFIRMED_REFUNDS


def forget_accounts(now: datetime | None = None) -> int:
    """Blank the bank accounts of requests some days after the refund was paid or the request declined. Returns the
    number of requests.
    """
    until = REFUND_ACCOUNTS.end(now)
    return blank_accounts(RefundRequest.objects.filter(decided_at__lt=until), until)


def blank_accounts(requests: QuerySet[RefundRequest], until: datetime) -> int:
    """Blank accounts, addresses and notes of decided requests whose refund was paid by `until`, or that get none."""
    recent = LedgerEntry.objects.filter(refund=OuterRef("pk"), created_at__gt=until)
    theirs = Refund.objects.filter(requests=OuterRef("pk"))
    waiting = Exists(theirs.to_go()) | Exists(theirs.filter(Exists(recent)))
    ended = requests.exclude(state__in=UNDECIDED).filter(not_held("order"), ~waiting)
    known = ended.exclude(account_name="", iban="", email="", note="")
    return known.update(account_name="", iban="", email="", note="")


def forget_unconfirmed(now: datetime | None = None) -> int:
    """Delete requests whose link was never followed. Staff can see them for some days before. Returns the number of
    requests.
    """
    waited = RefundRequest.objects.filter(not_held("order"), state=RefundRequest.State.TO_CONFIRM)
    _rows, kinds = waited.filter(created_at__lt=UNCONFIRMED_REFUNDS.end(now)).delete()
    return kinds.get(RefundRequest._meta.label, 0)
