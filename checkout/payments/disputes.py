"""Disputes that staff must answer. They answer at the payment service."""

from django.utils.translation import gettext

from checkout.models import Dispute
from shop.core.values.formats import euros, moment_text


def first_to_answer() -> tuple[int, str]:
    """Return how many disputes wait, and a text about the most urgent one: order, amount, deadline. "" if none
    waits.
    """
    waiting = Dispute.objects.to_answer()
    number = waiting.count()
    first = waiting.select_related("payment__order").first() if number else None
    return number, dispute_text(first) if first else ""


def dispute_text(dispute: Dispute) -> str:
    about = {"order": dispute.payment.order.reference, "amount": euros(dispute.amount)}
    if dispute.answer_by is None:
        return gettext("%(order)s, %(amount)s") % about
    return gettext("%(order)s, %(amount)s, until %(until)s") % {**about, "until": moment_text(dispute.answer_by)}
