"""What happens once a placement is paid, in the same transaction."""

from catalogue.stock.actions import mark_paid
from checkout.actions.shipping.delivering import join_deliveries
from checkout.invoices.queue import queue_invoices
from checkout.mails.order_mails import queue_order_mail
from checkout.mails.payments import RECEIVED_MAIL
from checkout.models import LedgerEntry, Placement
from checkout.payments.ledger import money_by_placement


def follow_payment(*, placement: Placement) -> None:
    """Mark the stock as paid, join its delivery to the others, queue its invoices and a mail. Caller must hold the
    order's lock.
    """
    mark_paid(buyer=placement.pk)
    join_deliveries(placement.order)
    if placement.total > 0:
        queue_invoices(placement.pk)
    if money_came(placement):
        queue_order_mail(RECEIVED_MAIL, placement)


def money_came(placement: Placement) -> bool:
    """Return whether money was received for the placement. False if a code paid all of it, it was free, or the
    exchanged line paid it.
    """
    if placement.step_id is not None:
        return LedgerEntry.objects.brought_since(placement).exists()
    return placement.due > 0 and any(
        money for (_one, by_code), money in money_by_placement(placement.order).items() if not by_code
    )
