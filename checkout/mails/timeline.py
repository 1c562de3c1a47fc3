"""What happened with an order and who did it, put together of what is stored anyway: nothing is written for it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db.models import Prefetch
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from checkout.models import Delivery, Dispute, LedgerEntry, Order, OrderLine, OrderStep, Placement, Refund
from checkout.orders.texts import dispute_reason, exchange_text, method_name
from checkout.payments.notes import note_text
from shop.audit.readable import explain
from shop.core.database.audit_triggers import label
from shop.core.values.formats import euros, moment_text
from shop.models import AuditEntry, Mail

from .kinds import kind_name, place_of
from .order_mails import mails_of

# Whose rows are told as they were noted; what else changed is told by its own row.
AUDITED_MODELS = ("checkout.order",)
MOMENTS = {
    "packed_at": _("packed"),
    "shipped_at": _("shipped"),
    "delivered_at": _("delivered"),
    "returned_at": _("came back"),
    "lost_at": _("lost"),
}


@dataclass(frozen=True)
class TimelineEntry:
    """`who`: a name of the staff, of a job, or of a kind of people; empty where nobody knows."""

    at: datetime
    what: str
    who: str = ""
    details: list[str] = field(default_factory=list)


class OrderAudit:
    """What is noted of an order by its triggers, read at once."""

    def __init__(self, order: Order) -> None:
        self.entries: Sequence[AuditEntry] = list(AuditEntry.objects.about(order).order_by("at"))
        self.by_column = {(one.model, one.object_id, column): one.who for one in self.entries for column in one.changes}

    def who(self, row: object, column: str) -> str:
        """Who changed this column of the row last; empty if that was none of ours, or long ago."""
        return self.by_column.get((label(type(row)), str(row.pk), column), "")  # type: ignore[arg-type, attr-defined]


def timeline_of(order: Order, audit: OrderAudit | None = None) -> list[TimelineEntry]:
    """The newest first; by nine statements, one more if there was an exchange."""
    audit = audit or OrderAudit(order)
    found = [
        *placements_of(order, audit),
        *money_of(order),
        *disputes_of(order),
        *steps_of(order),
        *mail_entries(order),
        *parcels_of(order, audit),
        *changes_of(audit),
    ]
    return in_order(found)


def in_order(found: Iterable[TimelineEntry]) -> list[TimelineEntry]:
    return sorted(found, key=lambda one: one.at, reverse=True)


def placements_of(order: Order, audit: OrderAudit) -> Iterable[TimelineEntry]:
    for placement in Placement.objects.filter(order=order):
        added = [gettext("added to the order")] if placement.number > 1 else []
        if placement.step_id is None:  # else that tells it
            yield TimelineEntry(
                placement.placed_at, gettext("Ordered: %(total)s") % {"total": euros(placement.total)},
                gettext("shopper"), [placement.reference, *added],
            )  # fmt: skip
        if placement.confirmed_at:
            yield TimelineEntry(placement.confirmed_at, gettext("Confirmed by mail"), "", [placement.reference])
        if placement.paid_at:
            yield TimelineEntry(
                placement.paid_at, gettext("Paid"), audit.who(placement, "paid_at"), [placement.reference]
            )
        if placement.cancelled_at:
            who = audit.who(placement, "cancelled_at")
            yield TimelineEntry(placement.cancelled_at, gettext("Cancelled"), who, [placement.reference])


def money_of(order: Order) -> Iterable[TimelineEntry]:
    entries = LedgerEntry.objects.filter(payment__order=order).select_related("payment", "staff", "refund")
    for entry in entries:
        how = method_name(entry.payment.method)
        what = f"{entry.get_kind_display()}: {entry.sign}{euros(entry.amount)}"
        note = gettext(entry.refund.reason) if entry.refund and entry.refund.elsewhere else note_text(entry.note)
        details = [one for one in (how, entry.payment.reference, note) if one]
        yield TimelineEntry(entry.created_at, what, str(entry.staff or how), details)
    asked = Refund.objects.filter(payment__order=order, step=None, elsewhere=False)
    for refund in asked.select_related("payment", "staff"):
        what = gettext("To go back: %(amount)s") % {"amount": euros(refund.amount)}
        why = [gettext(refund.reason)] if refund.reason else []
        yield TimelineEntry(refund.created_at, what, str(refund.staff or ""), why)


def disputes_of(order: Order) -> Iterable[TimelineEntry]:
    for dispute in Dispute.objects.filter(payment__order=order).select_related("payment"):
        how = method_name(dispute.payment.method)
        due = dispute.answer_by
        until = gettext("to be answered by %(moment)s") % {"moment": moment_text(due)} if due else ""
        details = [dispute.payment.reference, dispute_reason(dispute.reason), until]
        what = gettext("Dispute opened: %(amount)s") % {"amount": euros(dispute.amount)}
        yield TimelineEntry(dispute.opened_at, what, how, [one for one in details if one])
        if dispute.closed_at:
            what = gettext("Dispute: %(state)s") % {"state": dispute.get_state_display()}
            yield TimelineEntry(dispute.closed_at, what, how, [dispute.payment.reference])


def steps_of(order: Order) -> Iterable[TimelineEntry]:
    refunds = Prefetch("refunds", Refund.objects.select_related("payment"))
    steps = OrderStep.objects.filter(order=order).select_related("staff")
    steps = steps.prefetch_related(refunds, Prefetch("ended", OrderLine.objects.order_by("number")))
    new = exchanged_into(steps)
    for step in steps:
        text, ended = step.text, [gettext("ended: %(what)s") % {"what": line} for line in step.ended.all()]
        if step.pk in new:
            old = step.ended.all()[0]
            text, ended = reason_of(step, old), [exchange_text(old, new[step.pk])]
        back = [
            gettext("to go back: %(amount)s by %(how)s")
            % {"amount": euros(one.amount), "how": method_name(one.payment.method)}
            for one in step.refunds.all()
        ]
        kind = str(step.get_kind_display())
        yield TimelineEntry(
            step.at, kind[:1].upper() + kind[1:], str(step.staff), [one for one in (text, *ended, *back) if one]
        )


def exchanged_into(steps: Iterable[OrderStep]) -> Mapping[UUID | None, list[OrderLine]]:
    """Return the new lines of each exchange, by its step. One statement, none without an exchange."""
    exchanges = [step.pk for step in steps if step.kind == OrderStep.Kind.EXCHANGE]
    lines = OrderLine.objects.filter(placement__step__in=exchanges).select_related("placement").order_by("number")
    found: dict[UUID | None, list[OrderLine]] = {}
    for line in lines:
        found.setdefault(line.placement.step_id, []).append(line)
    return found


def reason_of(step: OrderStep, old: OrderLine) -> str:
    """Return the staff's reason for an exchange. Older steps have the exchange itself as their last line, in the
    language of the member of staff.
    """
    reason, _newline, last = step.text.rpartition("\n")
    return reason if last.startswith(f"{old.amount} × {old.name}, ") and " → " in last else step.text


def mail_entries(order: Order) -> Iterable[TimelineEntry]:
    mails = list(mails_of(order))
    for brought in messages(mails):
        mail = brought[0]
        names = {"kind": ", ".join(kind_name(one, mails) for one in brought)}
        if mail.sent_at:
            yield TimelineEntry(
                mail.sent_at, gettext("Mail sent: %(kind)s") % names, gettext("job"), mail_details(mail)
            )
        elif mail.undeliverable_at:
            what = gettext("Mail cannot be delivered: %(kind)s") % names
            yield TimelineEntry(
                mail.undeliverable_at, what, gettext("job"), [*mail_details(mail), gettext(mail.problem)]
            )


def messages(mails: Iterable[Mail]) -> Iterable[list[Mail]]:
    """Return the mails that one message brought together: they left, or were given up, at the same moment."""
    found: dict[object, list[Mail]] = {}
    for mail in sorted(mails, key=lambda one: place_of(one.kind)):
        found.setdefault((mail.sent_at, mail.undeliverable_at), []).append(mail)
    return found.values()


def mail_details(mail: Mail) -> list[str]:
    return [one for one in (mail.recipient, mail.subject) if one]


def parcels_of(order: Order, audit: OrderAudit) -> Iterable[TimelineEntry]:
    for delivery in Delivery.objects.filter(order=order):
        for column, name in MOMENTS.items():
            if moment := getattr(delivery, column):
                number = [delivery.tracking_number] if column == "shipped_at" and delivery.tracking_number else []
                what = gettext("Parcel %(number)s: %(what)s") % {"number": delivery.number, "what": name}
                yield TimelineEntry(moment, what, audit.who(delivery, column), number)


def changes_of(audit: OrderAudit) -> Iterable[TimelineEntry]:
    for one in explain([entry for entry in audit.entries if entry.model in AUDITED_MODELS]):
        details = [
            f"{change.field}: {change.before} → {change.after}" if change.shown else change.field
            for change in one.changes
        ]
        yield TimelineEntry(one.entry.at, f"{one.kind}: {one.entry.get_action_display()}", one.entry.who, details)
