"""The mails about what staff did with an order. They are queued about the step's id, except that of an exchange: it is
about the placement that the exchange made.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Q, Sum
from django.utils.translation import gettext_lazy as _

from checkout.models import OrderLine, OrderStep, Placement, RefundShipping
from checkout.orders.texts import method_name
from shop.core.values.money import NOTHING

from .kinds import MailKind
from .payments import open_payment_context


@dataclass(frozen=True)
class Way:
    """How some money goes back."""

    method: str
    by_transfer: bool
    amount: Decimal


@dataclass(frozen=True)
class RefundSummary:
    """What the mail about a step of the staff's tells: lines with `back`, what of them goes back; and of shipping."""

    ways: list[Way]
    lines: list[OrderLine]
    shipping: Decimal
    all_ended: bool

    @property
    def total(self) -> Decimal:
        return sum((one.amount for one in self.ways), NOTHING)


def given_back(placement: Placement, step_id: str) -> Mapping[str, object]:
    return {"back": refund_summary(step_id)}


def exchanged(placement: Placement, about: str) -> Mapping[str, object]:
    return {"back": refund_summary(str(placement.step_id)), **open_payment_context(placement, about)}


def refund_summary(step_id: str) -> RefundSummary:
    step = OrderStep.objects.get(pk=step_id)
    refunds = step.refunds.select_related("payment").order_by("created_at")
    ways = [Way(method_name(one.payment.method), one.is_by_transfer, one.amount) for one in refunds]
    lines = OrderLine.objects.filter(Q(ended_by=step) | Q(refunds__refund__step=step)).distinct()
    shares = lines.annotate(back=Sum("refunds__amount", filter=Q(refunds__refund__step=step), default=NOTHING))
    shipping = RefundShipping.objects.filter(refund__step=step).aggregate(sum=Sum("amount", default=NOTHING))
    left = OrderLine.objects.counting().filter(placement__order=step.order_id)
    return RefundSummary(ways, list(shares.order_by("placement__number", "number")), shipping["sum"], not left.exists())


REFUND_MAIL = MailKind("refund", _("Refund"), given_back)
CANCELLED_MAIL = MailKind("cancel", _("Cancellation"), given_back)
CHANGED_MAIL = MailKind("change", _("Order changed"), given_back)
EXCHANGED_MAIL = MailKind("exchange", _("Exchange"), exchanged)
