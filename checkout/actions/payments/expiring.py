"""End unpaid orders at the time that their buyers were shown (docs/decisions/0056, 0074)."""

from contextlib import suppress

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from catalogue.errors import TransferNotOffered
from checkout.actions.orders.cancelling import cancel, money_came_in
from checkout.actions.orders.waiting import keep_waiting
from checkout.errors import ProviderAway
from checkout.locks import lock_order
from checkout.mails.order_mails import queue_order_mail
from checkout.mails.payments import EXPIRED_MAIL
from checkout.models import BankLine, Order, Payment, Placement
from checkout.models.payment import PaymentQuerySet
from checkout.models.placement import PlacementQuerySet
from checkout.orders.deadlines import (
    own_open_placements,
    past_expiry,
    past_hold,
    still_owed,
    unpaid,
    without_incoming_money,
)
from checkout.orders.order_state import order_with_state
from checkout.payments.codes import lock_codes_of
from checkout.payments.ledger import balance
from checkout.payments.methods import PROVIDERS
from shop.core.database.transactions import retry_transaction

from .reconciling import reconcile_all


def expire_overdue() -> None:
    """End overdue placements, each in its own transaction: after an interruption the next run continues.

    Asks payment services first about payments under way: money received there pays the order.
    """
    today = timezone.localdate()
    for placement in past_expiry(today).select_related("order").order_by("ends_on", "pk"):
        reconcile_all(under_way(placement))
        expire(placement=placement, due=past_expiry(today))


def end_holds() -> None:
    """End the short holds of placements that were to be paid at once: they wait from now on if the stock's share has
    room, and expire otherwise. Each in its own transactions.
    """
    for placement in past_hold().select_related("order").order_by("kept_until", "pk"):
        reconcile_all(attempts(placement))
        try:
            convert_to_waiting(placement=placement)
        except TransferNotOffered:
            for payment in attempts(placement).filter(provider__in=PROVIDERS):
                with suppress(ProviderAway):
                    close(payment)
            expire(placement=placement, due=past_hold())


@retry_transaction
@transaction.atomic
def convert_to_waiting(*, placement: Placement) -> None:
    """Let the placement wait like a transfer. Locks the order. Raises TransferNotOffered if there is no room."""
    lock_order(placement.order_id)
    if past_hold().filter(pk=placement.pk).exists():
        keep_waiting([placement.pk], within_share=True)


def close(payment: Payment) -> None:
    """Close the payment at its provider, unless the buyer has agreed to it already. Raises ProviderAway."""
    if PROVIDERS[payment.provider].close(payment):
        Payment.objects.filter(pk=payment.pk, state=Payment.State.PENDING).update(state=Payment.State.CANCELLED)


@retry_transaction
@transaction.atomic
def expire(*, placement: Placement, due: PlacementQuerySet) -> bool:
    """Cancel the placement if it is still among `due`, and those that ride with its parcel; queue mails to the buyers.
    Returns whether it did.

    Placements with money received or under way are left to staff. Locks the order.
    """
    order = lock_order(placement.order_id)
    found = due.filter(pk=placement.pk).first()
    if found is None or has_received_money(order, found) or money_may_arrive(found):
        return False
    ending = [found, *found.riders.live().filter(paid_at=None)]
    lock_codes_of(ending)
    for one in ending:
        one.order = order
        cancel(one)
        queue_order_mail(EXPIRED_MAIL, one)
    return True


def has_received_money(order: Order, placement: Placement) -> bool:
    """Return whether money was received that may be for the placement. Caller must hold the order's lock."""
    together = (
        [placement]
        if placement.is_unverified_merge
        else list(own_open_placements(order).prefetch_related("payments", "lines"))
    )
    if money_came_in(order, together):
        return True
    return not placement.is_unverified_merge and balance(order) < still_owed(together)


def money_may_arrive(placement: Placement) -> bool:
    """True if a payment's outcome at its provider is unknown, if the provider waits for money that pays the whole
    placement, or if a bank statement has an unbooked transaction for the order. Money for a part of the placement stops
    nothing: when it arrives, it goes back by itself.
    """
    open_lines = BankLine.objects.filter(order=placement.order_id, state=BankLine.State.OPEN)
    begun = attempts(placement).filter(state=Payment.State.PENDING, on_its_way="")
    return (
        open_lines.exists() or begun.exists() or placement.pk not in {one.pk for one in open_without_money(placement)}
    )


def open_without_money(placement: Placement) -> list[Placement]:
    """Return the open placements that are paid together with this one and that no incoming money would pay."""
    order, only_placement = placement.order, placement if placement.is_unverified_merge else None
    together = unpaid().filter(pk=placement.pk) if only_placement else own_open_placements(order)
    known = together.order_by("number").prefetch_related("payments", "lines")
    return without_incoming_money(order_with_state(order, only_placement), list(known))


def under_way(placement: Placement) -> PaymentQuerySet:
    return attempts(placement).under_way()


def attempts(placement: Placement) -> PaymentQuerySet:
    """Return all payments begun for the placement that brought no money yet. The buyer may still pay in the tab of an
    attempt that was given up.
    """
    for_all = Q(placement=None) if not placement.is_unverified_merge else Q()
    begun = Payment.objects.filter(for_all | Q(placement=placement), order=placement.order_id)
    return begun.exclude(Q(external_id="") | Q(state=Payment.State.CAPTURED))
