"""What guests declared and requested about an order, and the mails about it, for its timeline."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from aftersale.models import RefundOffer, RefundRequest, TicketServiceRequest, Withdrawal
from catalogue.models import Event
from checkout.mails.timeline import TimelineEntry, mail_details
from checkout.models import Order
from shop.core.database.audit_triggers import label
from shop.mails.keys import begins_with, joined
from shop.mails.kind_labels import kind_label
from shop.models import AuditEntry, Mail


def event_timeline(order: Order) -> Iterable[TimelineEntry]:
    """What staff decided about the events of the order's tickets: cancelled, postponed, moved, or back on sale."""
    events = {label(Event) + f":{one.pk}": one for one in events_of(order)}
    noted = AuditEntry.objects.filter(about__overlap=list(events), model=label(Event)) if events else ()
    for entry in noted:
        before, after = entry.changes.get("state") or (Event.State.MOVED, Event.State.MOVED)
        if {"state", "moved_from"}.isdisjoint(entry.changes) or Event.DECIDED.isdisjoint({before, after}):
            continue
        about = {"event": events[f"{entry.model}:{entry.object_id}"], "state": Event.State(after).label}
        yield TimelineEntry(entry.at, gettext("%(event)s: %(state)s") % about, entry.who)


def events_of(order: Order) -> QuerySet[Event]:
    return Event.objects.filter(variants__order_lines__placement__order=order).distinct().select_related("venue")


def declared_timeline(order: Order) -> Iterable[TimelineEntry]:
    """Withdrawals, and requests for a refund or to the ticket service, with their decisions."""
    for withdrawal in Withdrawal.objects.filter(order=order).prefetch_related("steps__staff"):
        yield TimelineEntry(withdrawal.declared_at, gettext("Withdrawal declared"), gettext("shopper"))
        for step in withdrawal.steps.all():
            what = gettext("Withdrawal: %(state)s") % {"state": step.get_state_display()}
            yield TimelineEntry(step.at, what, str(step.staff or gettext("job")), [step.note] if step.note else [])
    for request in RefundRequest.objects.filter(order=order).select_related("staff", "offer__event"):
        by_guest = request.origin == RefundRequest.Origin.GUEST
        about = [str(request.offer.event)]
        who = gettext("shopper") if by_guest else gettext("job")
        yield TimelineEntry(request.created_at, gettext("Refund requested"), who, about)
        if request.confirmed_at:
            yield TimelineEntry(request.confirmed_at, gettext("Refund request confirmed by mail"), who, about)
        if request.decided_at:
            state = {"state": request.get_state_display()}
            what = gettext("Refund request: %(state)s") % state
            left = [str(request.get_problem_display())] if request.lacks_shipping else []
            yield TimelineEntry(request.decided_at, what, str(request.staff or gettext("job")), [*about, *left])
    for service in TicketServiceRequest.objects.filter(order=order).select_related("staff"):
        kind = {"kind": service.get_kind_display()}
        yield TimelineEntry(service.created_at, gettext("Ticket service: %(kind)s") % kind, gettext("shopper"))
        if service.decided_at:
            what = gettext("Ticket service: %(state)s") % {"state": service.get_state_display()}
            yield TimelineEntry(service.decided_at, what, str(service.staff or gettext("job")))


def mails_about_requests(order: Order) -> Iterable[TimelineEntry]:
    for mail in mails_beside(order):
        if mail.sent_at:
            what = gettext("Mail sent: %(kind)s") % {"kind": kind_label(mail.kind)}
            yield TimelineEntry(mail.sent_at, what, gettext("job"), mail_details(mail))
        elif mail.undeliverable_at:
            what = gettext("Mail cannot be delivered: %(kind)s") % {"kind": kind_label(mail.kind)}
            yield TimelineEntry(mail.undeliverable_at, what, gettext("job"), [*mail_details(mail), mail.problem])


def mails_beside(order: Order) -> QuerySet[Mail]:
    """Return mails about the order's events, withdrawals and requests, oldest first."""
    offers = RefundOffer.objects.filter(event__variants__order_lines__placement__order=order).distinct()
    about = Q(subject_key__in=[joined(offer.pk, order.pk) for offer in offers])
    for rows in (order.refund_requests, order.withdrawals, order.ticket_service_requests):
        for key in rows.values_list("pk", flat=True):
            about |= begins_with("subject_key", str(key))
    return Mail.objects.filter(about).order_by("created_at")
