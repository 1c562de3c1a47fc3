"""Payments begin, and those under way are asked about; how a buyer would rather pay (purchase §4)."""

import logging
from collections.abc import Callable

from django.db import transaction
from django.db.models import Q
from procrastinate.contrib.django import app

from checkout.actions.orders.cancelling import WAITING
from checkout.actions.orders.waiting import keep_waiting
from checkout.entry.limits import count_payment
from checkout.errors import NothingToPay, PaymentMethodUnavailable, ProviderAway, TooManyPayments
from checkout.locks import lock_order
from checkout.models import Order, Payment, Placement, ProviderEvent
from checkout.models.payment import ON_ITS_WAY
from checkout.orders.access import access_order, payments_of, without_replaced
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
    """Begin a stored payment with its provider, outside of any transaction; again after ProviderAway.

    One that waits for no money, because it came or the placement was cancelled, is not begun; nor is one that failed.
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
    """Begin to pay for what was placed. Where the provider is away, the order stands: `failed`.

    `visitor`: whoever asks for an order again asks its provider again, and so only as often as anybody may.
    """
    known = placement.new_order.placements.all()[0] if placement.new_order else placement
    asked = [one for one in known.payments.all() if one.payment_code_id is None]
    if not asked:
        return Start()  # merged: how it is paid is chosen afterwards
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
    """Begin to pay what is open of an order, in whichever way. What its providers know of earlier attempts counts.

    Raises NothingToPay, PaymentMethodUnavailable.
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
    way the order was to be paid before. Raises NothingToPay, PaymentMethodUnavailable.
    """
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
    """Ask what became of an order's payments that are under way; a provider that is away is asked by a job later."""
    reconcile_all(payments_of(order).under_way())


@transaction.atomic
def prefer_payment_method(*, order: Order, method: str) -> None:
    """Keep how the buyer would rather pay an open order. Raises PaymentMethodUnavailable if it is not offered.

    The order comes with its standing (`queries.access_order`).
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
    """The payment under way in this way for all that is to be paid, or a new one, after which money of earlier ones is
    taken only as far as it is still owed, also of those that failed: somebody may try them once more. Whoever has paid
    by one already begins a new one; what is on its way for a part stays as it is. Locks the order, for a transfer its
    stocks, too.

    Raises NothingToPay, PaymentMethodUnavailable, TransferNotOffered.
    """
    lock_order(order.pk)
    known = access_order(order.shop, order.access.secret)
    if known.balance <= 0:
        raise NothingToPay
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
        keep_waiting([one.pk for one in unpaid], within_share=pays_at_once(offers))
    return open_payment(
        order=known,
        placement=unpaid[0] if len(unpaid) == 1 else None,
        method=method_of(method),
        amount=known.to_pay,
    )


def handle_early_events(payment: Payment, external_id: str) -> None:
    """What a provider reported before its number of the payment was stored was of no payment then.

    The number is committed by now: what comes from here on finds it.
    """
    early = ProviderEvent.objects.filter(provider=payment.provider, external_id__in=[external_id, str(payment.pk)])
    for pk in early.filter(Q(handled_at=None) | ~Q(problem="")).values_list("pk", flat=True):
        app.configure_task(EVENT_JOB).defer(event_id=pk)
