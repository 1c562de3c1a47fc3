"""Begin payments, and ask about those under way; store the preferred payment method (purchase §4)."""

import logging
from collections.abc import Callable

from django.db import transaction
from django.db.models import Q
from procrastinate.contrib.django import app

from checkout.actions.orders.cancelling import WAITING
from checkout.actions.orders.waiting import keep_waiting
from checkout.entry.limits import count_payment
from checkout.errors import EventCancelled, NothingToPay, PaymentMethodUnavailable, ProviderAway, TooManyPayments
from checkout.locks import lock_order
from checkout.mails.together import send_held
from checkout.models import Order, Payment, Placement, ProviderEvent
from checkout.models.payment import ON_ITS_WAY
from checkout.orders.access import access_order, payments_of, without_replaced
from checkout.orders.cancelled_events import ended_with_event, waits_for_cancelled_event
from checkout.orders.deadlines import to_pay_now
from checkout.payments.activity import log_not_started
from checkout.payments.interface import PaymentOffer, Start
from checkout.payments.ledger import open_payment
from checkout.payments.methods import PROVIDERS, method_of
from checkout.pricing.offers import TRANSFER, offers_for, offers_with_scripts, pays_at_once
from shop.core.database.transactions import retry_transaction
from shop.core.limits.visitors import Visitor

from .reconciling import EVENT_JOB, reconcile_all

logger = logging.getLogger(__name__)


def start_payment(*, payment: Payment) -> Start:
    """Begin a stored payment at its provider, outside of any transaction. Can be repeated after ProviderAway.

    Does nothing for a payment that was received, cancelled or failed.
    """
    if payment.state == Payment.State.FAILED:
        return Start(next="failed")
    provider = PROVIDERS.get(payment.provider)
    if (
        provider is None
        or payment.state != Payment.State.PENDING
        or (payment.placement and not payment.placement.is_open)
    ):
        return Start()
    start = provider.start(payment)
    if start.external_id:
        Payment.objects.filter(pk=payment.pk).update(external_id=start.external_id)
        handle_early_events(payment, start.external_id)
    return start


def start_placement(*, placement: Placement, visitor: Visitor | None = None) -> Start:
    """Begin the payment of a placement. If the provider is away, the order stands and the result is `failed`.

    `visitor`: counted when an existing order is requested again, because that asks the provider again.
    """
    known = placement.new_order.placements.all()[0] if placement.new_order else placement
    asked = [one for one in known.payments.all() if one.payment_code_id is None]
    if not asked:
        return Start()  # merged: the buyer chooses the payment method afterwards
    payment = max(asked, key=lambda one: one.created_at)
    if visitor and not placement.new_order and payment.provider in PROVIDERS:
        try:
            count_payment(visitor)
        except TooManyPayments:
            return Start(next="failed")
    start = start_or_fail(payment)
    if placement.new_order:
        placement.new_order.payment_is_under_way = bool(start.external_id)
    return start


def pay_order(*, order: Order, method: str) -> Start:
    """Begin to pay what is open of an order by any method. Asks the providers about earlier attempts first.

    Raises NothingToPay, PaymentMethodUnavailable, EventCancelled.
    """
    confirm_payment(order=order)
    return start_or_fail(open_attempt(order=order, method=method))


def start_or_fail(payment: Payment) -> Start:
    try:
        return start_payment(payment=payment)
    except ProviderAway as away:
        logger.warning("Payment %s was not started: %s", payment, away.message)
        log_not_started(payment, away.message)
        return Start(next="failed")


def payment_intent(*, order: Order, method: str) -> Start:
    """What a wallet's payment of an order is confirmed with in the buyer's browser; again after ProviderAway.

    It is that of the payment by this method that waits for its money, or of a new one for what is open, in whichever
    way the order was to be paid before. Raises NothingToPay, PaymentMethodUnavailable, EventCancelled.
    """
    if waits_for_cancelled_event(order):
        raise EventCancelled
    owed = {"state": Payment.State.PENDING, "amount__lte": order.to_pay, "on_its_way": ""}
    waiting = payments_of(order).filter(method=method, **owed).order_by("created_at").last()
    start = start_payment(payment=waiting) if waiting else Start()
    if start.token:
        return start
    confirm_payment(order=order)
    start = start_payment(payment=open_attempt(order=order, method=method, offers_of=offers_with_scripts))
    if not start.token:  # it was paid or cancelled meanwhile
        raise NothingToPay
    return start


def confirm_payment(*, order: Order) -> None:
    """Ask providers about the order's payments under way. If one is away, a job asks it later."""
    reconcile_all(payments_of(order).under_way())


@transaction.atomic
def prefer_payment_method(*, order: Order, method: str) -> None:
    """Store the buyer's preferred payment method of an open order. Raises PaymentMethodUnavailable if it is not
    offered.

    The order comes with its state (`access.access_order`).
    """
    if method not in {offer.id for offer in offers_for(order)}:
        raise PaymentMethodUnavailable
    if order.only_placement:
        Placement.objects.filter(pk=order.only_placement.pk).update(payment_method=method)
    else:
        Order.objects.filter(pk=order.pk).update(preferred_payment_method=method)


@retry_transaction
@transaction.atomic
def open_attempt(
    *, order: Order, method: str, offers_of: Callable[[Order], list[PaymentOffer]] = offers_for
) -> Payment:
    """Return the pending payment by this method for all that is to be paid, or open a new one. A new one cancels
    earlier attempts, failed ones included: their money is accepted only as far as it is still owed. An attempt whose
    money is on its way for a part stays. Locks the order, and for a transfer its stocks.

    Raises NothingToPay, PaymentMethodUnavailable, TransferNotOffered, or EventCancelled if tickets among it are for a
    cancelled event, or were, and nothing else is to be paid.
    """
    lock_order(order.pk)
    known = access_order(order.shop, order.access.secret)
    if waits_for_cancelled_event(known):
        raise EventCancelled
    if known.balance <= 0:
        raise EventCancelled if ended_with_event(known) else NothingToPay
    offers = offers_of(known)
    if method not in {offer.id for offer in offers}:
        raise PaymentMethodUnavailable
    wanted = {"state": Payment.State.PENDING, "method": method, "amount": known.to_pay, "on_its_way": ""}
    if same := without_replaced(payments_of(known), known.only_placement).filter(**wanted).first():
        return same
    given_up = payments_of(known).filter(provider__in=PROVIDERS, state__in=WAITING)
    if known.to_pay < known.balance:
        given_up = given_up.exclude(ON_ITS_WAY)
    given_up.update(state=Payment.State.CANCELLED)
    unpaid = to_pay_now(known)
    if method == TRANSFER:
        send_held(known.pk)
        keep_waiting([one.pk for one in unpaid], within_share=pays_at_once(offers))
    return open_payment(
        order=known,
        placement=unpaid[0] if len(unpaid) == 1 else None,
        method=method_of(method),
        amount=known.to_pay,
    )


def handle_early_events(payment: Payment, external_id: str) -> None:
    """Queue events that a provider sent before its number of the payment was stored.

    The number is committed by now, so later events find the payment.
    """
    early = ProviderEvent.objects.filter(provider=payment.provider, external_id__in=[external_id, str(payment.pk)])
    for pk in early.filter(Q(handled_at=None) | ~Q(problem="")).values_list("pk", flat=True):
        app.configure_task(EVENT_JOB).defer(event_id=pk)
