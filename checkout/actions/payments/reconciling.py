"""Handle events of payment providers. An event only says that something happened: a job asks the provider what."""

import logging
from contextlib import suppress
from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.db.models import Q, Sum
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_noop
from procrastinate.contrib.django import app

from cart.models import Cart
from checkout.actions.refunds.refund_reports import MORE_BACK, book_failure, book_refund
from checkout.actions.refunds.refunding import overpayment_of, store_refund
from checkout.errors import ProviderAway, SignatureWrong
from checkout.locks import lock_order
from checkout.mails.together import send_held
from checkout.models import LedgerEntry, Payment, Placement, ProviderEvent
from checkout.models.payment import PaymentQuerySet
from checkout.models.placement import unverified_merge
from checkout.orders.cancelled_events import waits_for_cancelled_event
from checkout.payments.activity import log_failed, log_status_unknown
from checkout.payments.interface import EventNotice, Movement, PaymentReport, ReportedDispute
from checkout.payments.ledger import balance_for, is_booked, record_capture
from checkout.payments.methods import PROVIDERS
from shop.core.database.storable import is_storable
from shop.core.database.transactions import retry_transaction

from .disputing import UNFIT, book_dispute, without_disputed

if TYPE_CHECKING:
    from django.contrib.auth.models import User

logger = logging.getLogger(__name__)
EVENT_JOB = "checkout.handle_event"
LONGEST_NAME = 120
LONGEST_REASON = 60
CURRENCY = "EUR"
# Ages between which a job asks about a payment without an event: buyers pay within minutes, banks within days. It asks
# longer about money that is on its way.
REPORTED_BY_THEN, GIVEN_UP, LOST_BY_THEN = timedelta(minutes=15), timedelta(days=7), timedelta(days=60)
# The job runs twice within this time.
LOOKED_FOR = timedelta(minutes=20)
# Texts for staff about an event.
UNKNOWN = gettext_noop("No payment of this shop has this number.")
FOREIGN = gettext_noop("Money moved in another currency than euros. It is not booked.")
LESS = gettext_noop("Less money came in than is due.")
MORE = gettext_noop("More money came in than was due.")
# These may be booked once other money has come back.
NO_ROOM = frozenset({UNFIT, MORE_BACK})


@transaction.atomic
def receive(*, provider: str, event: EventNotice) -> None:
    """Store an event and the job that handles it. Does nothing for a known event.

    Raises SignatureWrong for another event with the same transmission.
    """
    there = ProviderEvent.objects.filter(provider=provider)
    if event.transmission and there.filter(transmission=event.transmission).exclude(event_id=event.id).exists():
        raise SignatureWrong
    row, new = there.get_or_create(
        event_id=event.id,
        defaults={
            "provider": provider, "external_id": storable_name(event.external_id), "transmission": event.transmission,
        },
    )  # fmt: skip
    if new:
        app.configure_task(EVENT_JOB).defer(event_id=row.pk)


def handle(event: ProviderEvent) -> None:
    """Ask the provider what moved, book it, and store the problem for staff. Raises ProviderAway."""
    payment, name = payment_of(event)
    problem = book_event(payment, event) if payment else "" if is_of_a_cart(name) else UNKNOWN
    ProviderEvent.objects.filter(pk=event.pk).update(
        handled_at=Now(), problem=problem, payment=payment, external_id=name
    )


def book_event(payment: Payment, event: ProviderEvent) -> str:
    """Book the event's dispute and the payment's report. Returns the problem for staff, "" if there is none. The
    dispute comes first, because its money may be listed as a refund, too; it is booked again at the end if the money
    that it takes was not booked yet.
    """
    dispute = PROVIDERS[event.provider].dispute_of(event.external_id)
    unfit = book_reported_dispute(payment, dispute) if dispute else ""
    problem = reconcile(payment)
    if dispute and unfit:
        unfit = book_reported_dispute(payment, dispute)
        # Money that the dispute gave back covers later refunds.
        problem = reconcile(payment) if problem in NO_ROOM else problem
    return unfit or problem


def reconcile_unreported() -> None:
    """Ask providers about payments without an outcome: the event was lost and the buyer closed the page.

    Asks at doubling ages. Most of these payments were abandoned: if every run asked about all, a client that begins
    thousands of payments would keep the job busy for days.
    """
    now, age, old_enough = timezone.now(), REPORTED_BY_THEN, Q()
    while age < LOST_BY_THEN:
        of_age = Q(created_at__range=(now - age - LOOKED_FOR, now - age))
        old_enough |= of_age if age < GIVEN_UP else of_age & ~Q(on_its_way="")
        age *= 2
    reconcile_all(Payment.objects.under_way().filter(old_enough).order_by("created_at"))


def reconcile_all(payments: PaymentQuerySet) -> None:
    """Reconcile each payment. If one provider is away, the others are still asked.

    Skips payments of providers that are no longer set up: staff decide about these.
    """
    for payment in payments.filter(provider__in=PROVIDERS):
        with suppress(ProviderAway):
            reconcile(payment)


def payment_of(event: ProviderEvent) -> tuple[Payment | None, str]:
    """Return the event's payment, with the provider's number of it or our id, also if the event names something else of
    the payment. Raises ProviderAway.
    """
    if payment := payment_named(event.provider, event.external_id):
        return payment, event.external_id
    name = storable_name(PROVIDERS[event.provider].payment_of(event.external_id))
    return payment_named(event.provider, name), name


def storable_name(name: str) -> str:
    """Return the name, "" if it is too long or not storable. Such a text comes from a stranger who began something at
    the provider.
    """
    return name if len(name) <= LONGEST_NAME and is_storable(name) else ""


def payment_named(provider: str, name: str) -> Payment | None:
    """Return the payment of an event, if the provider's number of it is stored."""
    named = Q(external_id=name)
    with suppress(ValueError):
        named |= Q(pk=UUID(name))
    return Payment.objects.exclude(external_id="").filter(named, provider=provider).first()


def is_of_a_cart(name: str) -> bool:
    """Return whether the buyer agreed to something for a cart that is not placed yet."""
    with suppress(ValueError):
        return Cart.objects.filter(pk=UUID(name)).exists()
    return False


def reconcile(payment: Payment) -> str:
    """Book all that the provider reports for the payment; safe to repeat. Returns the first problem for staff, "" if
    there is none. Raises ProviderAway.
    """
    try:
        report = PROVIDERS[payment.provider].report(payment, take=lambda: is_waited_for(payment))
    except ProviderAway as away:
        log_status_unknown(payment, away.message)
        raise
    problems = book_report(payment, report)
    if not NO_ROOM.isdisjoint(problems):
        # Money that came back by later movements covers refunds since.
        problems = [one for one in problems if one not in NO_ROOM] + book_report(payment, report)
    store_on_its_way(payment, report)
    if report.failure and not report.movements:
        give_up(payment, report.failure)
    return next(filter(None, [*problems, amount_problem(payment)]), "")


def book_report(payment: Payment, report: PaymentReport) -> list[str]:
    """Book a provider's report. Returns the problems for staff. Leaves what is booked already."""
    moved = without_disputed(payment, report.movements)
    problems = [FOREIGN for one in moved if one.currency != CURRENCY]
    # Captures first, whatever the order of the report: refunded money must have come in.
    for movement in sorted((one for one in moved if one.currency == CURRENCY), key=lambda one: bool(one.refund)):
        if movement.refund:
            problems.append(book_refund(payment, movement))
        else:
            book_capture(payment, movement)
    problems += [book_reported_dispute(payment, dispute) for dispute in report.disputes]
    for number in report.failed_refunds:
        problems.append(book_failure(payment, number))
    return problems


def book_reported_dispute(payment: Payment, dispute: ReportedDispute) -> str:
    moved = {dispute.currency, *(one.currency for one in dispute.movements)}
    return book_dispute(payment, dispute) if moved == {CURRENCY} else FOREIGN


def is_waited_for(payment: Payment) -> bool:
    """Return whether the payment's money is still wanted: not if its placement was cancelled, another attempt paid it,
    or tickets among it are for a cancelled event.
    """
    if payment.state == Payment.State.CANCELLED or is_cancelled(payment) or waits_for_cancelled_event(payment.order):
        return False
    return balance_for(payment) > 0


def store_on_its_way(payment: Payment, report: PaymentReport) -> None:
    """Store whether the buyer has paid and the provider waits for the money. A failed payment becomes pending again if
    its buyer has paid at the provider since. `payment`: as read before the provider was asked, because its answer may
    be older than the money or the failure.
    """
    why = "" if report.movements or report.failure else report.on_its_way[:LONGEST_REASON]
    known = Payment.objects.filter(pk=payment.pk)
    if why:
        known = known.filter(entries=None)
        failed = known.filter(state=Payment.State.FAILED)
        if payment.state == Payment.State.FAILED:
            failed.update(state=Payment.State.PENDING)
        known = known.exclude(state=Payment.State.FAILED)
    if known.exclude(on_its_way=why).update(on_its_way=why) and why:
        send_held(payment.order_id)


def give_up(payment: Payment, reason: str) -> None:
    if Payment.objects.filter(pk=payment.pk, state=Payment.State.PENDING).update(state=Payment.State.FAILED):
        logger.info("Payment %s failed: %s", payment, reason)
        log_failed(payment, reason)
        send_held(payment.order_id)


@retry_transaction
@transaction.atomic
def book_capture(payment: Payment, movement: Movement, staff: "User | None" = None, note: str = "") -> None:
    """Book received money, once. If it or its placement was cancelled and nothing else is owed, refunds it at
    once. Locks the order.
    """
    lock_order(payment.order_id)
    if is_booked(payment, movement.id):
        return
    record_capture(payment=payment, amount=movement.amount, event_id=movement.id, staff=staff, note=note)
    if is_cancelled(payment) and (too_much := min(movement.amount, surplus_for(payment))) > 0:
        store_refund(payment, too_much, reason=gettext_noop("paid after it was cancelled"))


def surplus_for(payment: Payment) -> Decimal:
    """Return what was received beyond what is owed for what the payment is for: its unverified merge, or its order."""
    is_separate = Placement.objects.filter(unverified_merge(), payments=payment).exists()
    return -balance_for(payment) if is_separate else overpayment_of(payment.order)


def is_cancelled(payment: Payment) -> bool:
    """Return whether the payment or what it was for was cancelled."""
    payment = Payment.objects.select_related("placement").get(pk=payment.pk)
    if payment.state == Payment.State.CANCELLED:
        return True
    if payment.placement is None:
        return not payment.order.placements.live().exists()
    return payment.placement.cancelled_at is not None


def amount_problem(payment: Payment) -> str:
    """Return LESS or MORE if another amount was received than was due, otherwise ""."""
    entries = payment.entries.filter(kind=LedgerEntry.Kind.CAPTURE)
    came_in = entries.aggregate(sum=Sum("amount"))["sum"]
    if came_in is None or came_in == payment.amount:
        return ""
    return LESS if came_in < payment.amount else MORE
