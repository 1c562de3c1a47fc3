"""The end of what guests told: accounts go some days after the money, e-mail addresses with them."""

from datetime import timedelta

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now

from aftersale.models import RefundRequest
from checkout.models import LedgerEntry, Refund

# As payers of bank transfers are (docs/decisions/0042): so long a bank may send money back.
FORGOTTEN_AFTER = timedelta(days=30)
# Nothing hangs on what nobody has confirmed; staff can see for some days that somebody tried.
UNCONFIRMED_AFTER = timedelta(days=7)


def forget_accounts() -> int:
    """Blank whose account it was, FORGOTTEN_AFTER a request's money has gone or staff said no; of how many."""
    recent = LedgerEntry.objects.filter(refund=OuterRef("pk"), created_at__gt=Now() - FORGOTTEN_AFTER)
    waiting = Refund.objects.filter(requests=OuterRef("pk")).filter(~Q(state=Refund.State.DONE) | Exists(recent))
    ended = RefundRequest.objects.exclude(state=RefundRequest.State.RECEIVED).filter(
        ~Exists(waiting), decided_at__lt=Now() - FORGOTTEN_AFTER
    )
    known = ended.exclude(Q(account_name="") & Q(iban="") & Q(email=""))
    return known.update(account_name="", iban="", email="")


def forget_unconfirmed() -> int:
    """Delete what waited in vain for the link in its mail; how many."""
    waited = RefundRequest.objects.filter(state=RefundRequest.State.TO_CONFIRM)
    _rows, kinds = waited.filter(created_at__lt=Now() - UNCONFIRMED_AFTER).delete()
    return kinds.get(RefundRequest._meta.label, 0)
