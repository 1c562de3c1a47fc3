"""What happens once a placement is paid, in the same transaction."""

from catalogue.stock.actions import mark_paid
from checkout.actions.shipping.delivering import join_deliveries
from checkout.invoices.queue import queue_invoices
from checkout.mails.order_mails import store_order_mail
from checkout.mails.payments import RECEIVED_MAIL
from checkout.mails.together import send_waiting
from checkout.models import LedgerEntry, Placement
from checkout.payments.ledger import money_by_placement


def follow_payment(*, placement: Placement) -> None:
    """Mark the stock as paid, join its delivery to the others, store a mail. Caller must hold the order's lock, and
    call `send_paid_mails` in this transaction once all that follows from the payment is stored.
    """
    mark_paid(buyer=placement.pk)
    join_deliveries(placement.order)
    if money_came(placement):
        store_order_mail(RECEIVED_MAIL, placement)


def send_paid_mails(*, placement: Placement) -> None:
    """Queue the invoices of a paid placement, whose job sends the mails that wait; without a price the mails alone."""
    if placement.total > 0:
        queue_invoices(placement.pk)
    else:
        send_waiting(placement.pk)


def money_came(placement: Placement) -> bool:
    """Return whether money was received for the placement. False if a code paid all of it, it was free, or the
    exchanged line paid it.
    """
    if placement.step_id is not None:
        return LedgerEntry.objects.brought_since(placement).exists()
    received = money_by_placement(placement.order)
    due = placement.due if (placement.pk, True) in received else placement.total
    return due > 0 and any(money for (_one, by_code), money in received.items() if not by_code)
