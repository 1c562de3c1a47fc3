"""Erases a person's data, and lists what the law or open business keeps (Art. 17 GDPR)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from aftersale.models import PersonRequest, RefundRequest
from aftersale.models.person_request import digest_of
from aftersale.models.refund_request import UNDECIDED
from aftersale.refunds.retention import blank_accounts
from aftersale.ticket_service.retention import blank_requests
from cart.actions.retention import blank_carts
from cart.models import Cart
from checkout.actions.orders.forgetting import forget_buyers
from checkout.actions.orders.retention import ended_unpaid, kept_until, mails_to_send
from checkout.actions.refunds.transfer_files import blank_transfers
from checkout.locks import lock_orders
from checkout.models import Hold, Invoice, LedgerEntry, Order, Payment, Placement, Transfer, TransferFile
from shop.core.retention import LETTERS, NEWSLETTER_ENDED, PAYERS, WITHDRAWALS
from shop.newsletter.actions import delete_subscriptions

from .event_data import HELD, answers, entries, erase_answers, erase_holders, held_orders, holders
from .letters import is_held
from .queries import Person

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True)
class ErasedRecords:
    what: Any
    number: int


@dataclass(frozen=True)
class KeptRecord:
    """`until`: the first day on which a job erases it, None if unknown."""

    what: Any
    why: Any
    until: date | None = None


@dataclass(frozen=True)
class ErasureOutcome:
    erased: list[ErasedRecords]
    kept: list[KeptRecord]


@transaction.atomic
def erase(*, person: Person, staff: "User | None", dry_run: bool = False) -> ErasureOutcome:
    """Erase all data that neither the law nor open business keeps. A dry run rolls it back. Records what was done, with
    a digest of the address only. Locks the orders.
    """
    lock_orders(person.orders.values_list("pk", flat=True))
    # Read before the requests that lead to them are blanked.
    transfers = list(person.transfers.values_list("pk", flat=True))
    done = [ErasedRecords(what, number) for what, number in erase_each_kind(person) if number]
    outcome = ErasureOutcome(done, [*kept_records(person), *kept_transfers(person, transfers)])
    counts = {str(one.what): one.number for one in done}
    PersonRequest.objects.create(
        kind=PersonRequest.Kind.ERASED, digest=digest_of(person.email), staff=staff, counts=counts
    )
    if dry_run:
        transaction.set_rollback(True)
    return outcome


def record_handover(*, person: Person, staff: "User | None") -> None:
    PersonRequest.objects.create(
        kind=PersonRequest.Kind.HANDED_OVER, digest=digest_of(person.email), staff=staff, counts=person.counts()
    )


def erase_each_kind(person: Person) -> Iterator[tuple[Any, int]]:
    now = timezone.now()
    yield _("accounts in SEPA files that the bank did not execute"), blank_transfers(person.transfers)
    yield _("refund requests: account and e-mail address"), blank_accounts(person.refund_requests, now)
    decided = person.service_requests.exclude(decided_at=None)
    yield _("requests of the ticket service: names, e-mail address and pictures"), blank_requests(decided)
    yield _("answers at check-ins of past events"), erase_answers(person)
    yield _("names on tickets of past events"), erase_holders(person)
    yield _("texts and addresses in carts"), blank_carts(Cart.objects.filter(person.at_address))
    subscriptions = person.subscriptions
    yield (
        _("newsletter subscriptions that nobody confirmed"),
        delete_subscriptions(subscriptions.filter(confirmed_at=None)),
    )
    going = subscriptions.filter(unsubscribed_at=None)
    yield _("newsletter subscriptions: ended"), going.update(unsubscribed_at=now)
    unpaid = ended_unpaid(person.orders)
    keys = list(unpaid.values_list("pk", flat=True))
    yield _("orders that ended unpaid"), forget_buyers(keys, unpaid) if keys else 0


def kept_records(person: Person) -> Iterator[KeptRecord]:
    """Yield what is left, with the reasons."""
    yield from kept_orders(person)
    yield from kept_of_events(person)
    held = held_orders()
    for line in person.bank_lines:
        if line.order_id in held:
            yield KeptRecord(_("payer of %(order)s") % {"order": line.order}, HELD)
            continue
        ends = day(PAYERS.last_day(line.handled_at)) if line.handled_at else None
        why = _("The bank may ask for its money back until then.") if ends else _("It is to be decided.")
        yield KeptRecord(_("payer of %(order)s") % {"order": line.order}, why, ends)
    for cart in person.carts.filter(state=Cart.State.OPEN):
        yield KeptRecord(
            _("a cart in %(shop)s") % {"shop": cart.shop}, _("Somebody is shopping; it ends with its session.")
        )
    for subscription in person.subscriptions.exclude(unsubscribed_at=None):
        assert subscription.unsubscribed_at is not None
        until = day(NEWSLETTER_ENDED.last_day(subscription.unsubscribed_at))
        newsletter = _("the newsletter of %(shop)s") % {"shop": subscription.shop}
        yield KeptRecord(newsletter, _("Proof that it was wanted (Art. 7 GDPR)."), until)
    for one in person.withdrawals:
        ends = None if one.is_open or one.order_id in held else day(WITHDRAWALS.last_day(one.declared_at))
        yield KeptRecord(str(one), _("Proof of a declaration (§§ 195, 199 BGB)."), ends)
    for request in person.refund_requests.filter(~Q(iban="") | ~Q(email="")):
        yield KeptRecord(
            _("refund request for %(order)s") % {"order": request.order}, reason_to_keep_request(request, held)
        )
    for service in person.service_requests.filter(Q(decided_at=None) | Q(order__in=held) & ~Q(name="", email="")):
        why = _("It is to be decided.") if service.decided_at is None else HELD
        yield KeptRecord(_("ticket service for %(order)s") % {"order": service.order}, why)
    newest = person.mails.last()
    if newest is not None:
        number = _("%(number)s mails") % {"number": person.mails.count()}
        if person.mails.filter(is_held()).exists():
            yield KeptRecord(number, _("They belong to an order that is held back."))
        else:
            until = day(LETTERS.last_day(newest.created_at, newest.shop.seller_country))
            yield KeptRecord(number, _("Business letters (§ 147 AO, § 257 HGB)."), until)


def kept_transfers(person: Person, transfers: list[int]) -> Iterator[KeptRecord]:
    held = held_orders()
    left = Transfer.objects.filter(pk__in=transfers).exclude(name="", iban="")
    for transfer in left.select_related("file", "refund__payment"):
        yield KeptRecord(_("account in %(file)s") % {"file": transfer.file}, *reason_to_keep_transfer(transfer, held))


def reason_to_keep_transfer(transfer: Transfer, held: set[UUID]) -> tuple[Any, date | None]:
    """Return why the account is kept. The books keep the refund and its order without the account."""
    if transfer.refund.payment.order_id in held:
        return HELD, None
    if transfer.file.state != TransferFile.State.DONE or transfer.file.decided_at is None:
        return _("The bank still needs it, or the transfer is not booked yet."), None
    return _("The bank may send the money back until then."), day(PAYERS.last_day(transfer.file.decided_at))


def reason_to_keep_request(request: RefundRequest, held: set[UUID]) -> Any:
    if request.state in UNDECIDED:
        return _("It is to be decided.")
    return HELD if request.order_id in held else _("The refund is not paid yet.")


def kept_orders(person: Person) -> Iterator[KeptRecord]:
    of_order = {"order": OuterRef("pk")}
    has_vouchers = (
        Exists(Placement.objects.filter(**of_order).exclude(paid_at=None))
        | Exists(LedgerEntry.objects.filter(payment__order=OuterRef("pk")))
        | Exists(Invoice.objects.filter(placement__order=OuterRef("pk")))
    )
    facts = {
        "has_vouchers": has_vouchers,
        "waits": Exists(Placement.objects.filter(**of_order, paid_at=None, cancelled_at=None)),
        "is_being_paid": Exists(Payment.objects.under_way().filter(**of_order)),
        "has_mail_to_send": Exists(mails_to_send()),
    }
    holds = {one.order_id: one for one in person.holds.active()}
    orders: Iterator[Any] = person.orders.annotate(**facts).iterator()
    for order in orders:
        if order.pk in holds:
            yield KeptRecord(order_text(order), hold_text(holds[order.pk]))
        if order.pk not in holds or order.has_vouchers:
            yield KeptRecord(order_text(order), *reason_to_keep_order(order))


def hold_text(hold: Hold) -> Any:
    values = {"day": date_format(hold.look_at, "SHORT_DATE_FORMAT"), "reason": hold.reason}
    return _("It is held back, to be looked at again on %(day)s: %(reason)s") % values


def reason_to_keep_order(order: Any) -> tuple[Any, date | None]:
    """Return why the order is kept. What the law keeps is not erased, even if the rest of the order is."""
    if order.has_vouchers:
        return _("Invoices and booking vouchers (§ 147 AO, § 257 HGB)."), day(kept_until(order))
    if order.waits:
        return _("It waits for its payment: cancel it first, then erase once more."), None
    if order.is_being_paid:
        return _("A payment for it has begun: erase once more when its payment service says what became of it."), None
    if order.has_mail_to_send:
        return _("A mail about it is to be sent: erase once more when it has gone."), None
    return _("Money may still come for it: decide about it first, then erase once more."), None


def kept_of_events(person: Person) -> Iterator[KeptRecord]:
    """Yield data of people at events, counted by reason and last day."""
    found = (
        (_("names on tickets"), holders(person)), (_("answers at check-ins"), answers(person)),
        (_("scans at the entrance"), entries(person)),
    )  # fmt: skip
    for what, rows in found:
        numbers = Counter(kept for _row, kept in rows if kept is not None)
        for (why, until), number in numbers.items():
            yield KeptRecord(f"{what} ({number})", why, until)


def order_text(order: Order) -> Any:
    return _("order %(reference)s") % {"reference": order.reference}


def day(moment: datetime) -> date:
    return timezone.localdate(moment)
