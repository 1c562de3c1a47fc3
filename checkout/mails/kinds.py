"""What the mails of an order are called, and which are sent once more."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from shop.models import Mail

# Before the id of the mail that is sent once more.
AGAIN = "again:"
KINDS = {
    "confirmation": _("Order confirmation"),
    "to_confirm": _("Please confirm"),
    "payment_received": _("Payment received"),
    "payment_reminder": _("Payment reminder"),
    "expired": _("Ended unpaid"),
    "invoice": _("invoice"),
    "tickets": _("Tickets"),
    "shipped": _("On its way"),
    "refund": _("Refund"),
    "cancel": _("Cancellation"),
    "change": _("Order changed"),
    "exchange": _("Exchange"),
}


def kind_name(mail: Mail, others: Iterable[Mail]) -> str:
    """`others`: all of its order."""
    kind = resolved(mail.kind, {one.pk.hex: one.kind for one in others})
    return str(KINDS.get(kind.partition(":")[0], kind))


def resolved(kind: str, kinds: dict[str, str]) -> str:
    """The kind of what was sent first."""
    while kind.startswith(AGAIN):
        kind = kinds.get(kind.removeprefix(AGAIN), "")
    return kind
