"""What follows once a placement is paid, stored in the transaction that made it so."""

from catalogue.stock.actions import mark_paid
from checkout.actions.shipping.delivering import join_deliveries
from checkout.invoices.queue import queue_invoices
from checkout.mails.order_mails import queue_order_mail
from checkout.mails.payments import RECEIVED_MAIL
from checkout.models import LedgerEntry, Placement
from checkout.payments.ledger import money_by_placement


def follow_payment(*, placement: Placement) -> None:
    """Its goods go with what is to be packed, its invoices are written, its buyer is told. The caller holds the order's
    lock.
    """
    mark_paid(buyer=placement.pk)
    join_deliveries(placement.order)
    if placement.total > 0:
        queue_invoices(placement.pk)
    if money_came(placement):
        queue_order_mail(RECEIVED_MAIL, placement)


def money_came(placement: Placement) -> bool:
    """Not where a code paid all of it, nothing was left to pay, or what it was exchanged for paid it."""
    if placement.step_id is not None:
        return LedgerEntry.objects.brought_since(placement).exists()
    return placement.due > 0 and any(
        money for (_one, by_code), money in money_by_placement(placement.order).items() if not by_code
    )
