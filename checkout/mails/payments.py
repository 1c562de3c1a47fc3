"""The mails about money that came, or did not."""

from collections.abc import Mapping
from decimal import Decimal

from django.db.models import Sum
from django.utils.translation import gettext_lazy as _

from checkout.bank.transfer_details import details_of_open
from checkout.models import LedgerEntry, Placement
from checkout.orders.access import access_order
from checkout.orders.deadlines import first_expiry
from shop.core.values.money import NOTHING

from .kinds import MailKind


def received(placement: Placement, about: str) -> Mapping[str, object]:
    return {"arrived": received_for(placement)}


def received_for(placement: Placement) -> Decimal:
    """What its buyer is thanked for; for what was exchanged, the rest that came since."""
    if placement.step_id is None:
        return placement.total
    brought = LedgerEntry.objects.brought_since(placement).aggregate(sum=Sum("amount", default=NOTHING))
    return Decimal(brought["sum"])


def open_payment_context(placement: Placement, about: str) -> Mapping[str, object]:
    """As the page tells it that the reminder leads to: all that is to be paid together."""
    known = access_order(placement.order.shop, placement.access.secret)
    return {"open_sum": known.to_pay, "bank": details_of_open(known), "ends_on": first_expiry(known)}


RECEIVED_MAIL = MailKind("payment_received", _("Payment received"), received, place=2)
REMINDER_MAIL = MailKind("payment_reminder", _("Payment reminder"), open_payment_context)
EXPIRED_MAIL = MailKind("expired", _("Ended unpaid"))
