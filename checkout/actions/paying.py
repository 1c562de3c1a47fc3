import logging

from django.db.models import Q
from procrastinate.contrib.django import app

from checkout.errors import ProviderAway
from checkout.models import Payment, Placement, ProviderEvent
from checkout.payments import PROVIDERS
from checkout.payments.interface import Start

from .reconciling import EVENT_JOB

logger = logging.getLogger(__name__)


def start_payment(*, payment: Payment) -> Start:
    """Begin a stored payment with its provider, outside of any transaction; again after ProviderAway.

    One that waits for no money, because it came or the placement was cancelled, is not begun.
    """
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
        handle_early_events(payment.provider, start.external_id)
    return start


def start_placement(*, placement: Placement) -> Start:
    """Begin to pay for what was placed. Where the provider is away, the order stands: `failed`."""
    known = placement.new_order.placements.all()[0] if placement.new_order else placement
    asked = [one for one in known.payments.all() if one.payment_code_id is None]
    payment = max(asked, key=lambda one: one.created_at)
    try:
        return start_payment(payment=payment)
    except ProviderAway as away:
        logger.warning("Payment %s was not started: %s", payment, away.message)
        return Start(next="failed")


def handle_early_events(provider: str, external_id: str) -> None:
    """What a provider reported before its number of the payment was stored was of no payment then.

    The number is committed by now: what comes from here on finds it.
    """
    early = ProviderEvent.objects.filter(provider=provider, external_id=external_id)
    for pk in early.filter(Q(handled_at=None) | ~Q(problem="")).values_list("pk", flat=True):
        app.configure_task(EVENT_JOB).defer(event_id=pk)
