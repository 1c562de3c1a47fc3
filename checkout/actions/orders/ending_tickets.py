"""End unpaid tickets of an event that was cancelled, and give back what was received for them."""

from contextlib import suppress
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_noop

from catalogue.models import Event
from checkout.actions.payments.expiring import attempts, close
from checkout.actions.payments.reconciling import reconcile_all
from checkout.actions.refunds.giving_back import release_codes
from checkout.actions.refunds.refunding import overpayment_of, refund_overpayment, refundable_amount, store_refund
from checkout.errors import ProviderAway
from checkout.locks import lock_order
from checkout.mails.together import send_held
from checkout.models import Order, Placement
from checkout.models.payment import ON_ITS_WAY
from checkout.orders.cancelled_events import unpaid_tickets
from checkout.payments.codes import lock_codes_of
from checkout.payments.methods import PROVIDERS
from checkout.refunds.refundable import paid_for_issuer
from shop.core.database.transactions import retry_transaction

from .cancelling import WAITING
from .lines import invalidate_line

EVENT_CANCELLED = gettext_noop("the event was cancelled")


def orders_with_unpaid_tickets(event: Event) -> QuerySet[Order]:
    lines = unpaid_tickets().filter(variant__event=event, placement__order=OuterRef("pk"))
    return Order.objects.filter(Exists(lines)).order_by("pk")


def stop_payments(order: Order, event: Event) -> None:
    """Ask payment services about the payments of the order's unpaid tickets, and close them there. Money that was
    received by now pays the tickets. A service that is away is skipped: its late money goes back.
    """
    unpaid = Placement.objects.filter(order=order, lines__in=unpaid_tickets().filter(variant__event=event)).distinct()
    for placement in unpaid.select_related("order"):
        reconcile_all(attempts(placement))
        for payment in attempts(placement).filter(provider__in=PROVIDERS):
            with suppress(ProviderAway):
                close(payment)


@retry_transaction
@transaction.atomic
def end_unpaid_tickets(*, order: Order, event: Event) -> bool:
    """Void the order's unpaid tickets for the event, and cancel placements that held nothing else. Refunds money that
    was received and is no longer owed, in the way it came. Returns whether there were any. Locks the order.

    Payments that were begun at a payment service are given up, because they are for too much; what they bring
    nevertheless goes back, as far as nothing else is owed.
    """
    locked = lock_order(order.pk)
    lock_codes_of(locked.placements.all())
    by_code = paid_for_issuer(locked)
    ended = unpaid_tickets().filter(variant__event=event, placement__order=locked).select_related("placement")
    placements = {line.placement_id for line in ended}
    while line := ended.order_by("placement__number", "number").first():
        invalidate_line(line=line)
    if not placements:
        return False
    release_codes(by_code)
    begun = locked.payments.filter(provider__in=PROVIDERS, state__in=WAITING).exclude(ON_ITS_WAY)
    if begun.filter(Q(placement=None) | Q(placement__in=placements)).update(state="cancelled"):
        send_held(locked.pk)
    give_back(locked, placements)
    return True


def give_back(order: Order, placements: set[UUID]) -> None:
    """Refund what the order received beyond what it owes, and all money of cancelled placements with their own secret,
    which share none with the order.
    """
    if overpayment_of(order) > 0:
        refund_overpayment(order=order, staff=None, reason=EVENT_CANCELLED)
    for placement in Placement.objects.filter(pk__in=placements).exclude(cancelled_at=None):
        for payment in placement.payments.all() if placement.is_unverified_merge else ():
            if left := refundable_amount(payment):
                store_refund(payment, left, EVENT_CANCELLED)
