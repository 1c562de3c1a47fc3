"""Personal data of people at events: when it may be erased on request, and why it is kept until then."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from aftersale.models import CheckIn, Scan
from cart.models import TicketHolder
from cart.ticket_holders import holders_kept_until
from catalogue.models import Event
from checkout.models import Hold, OrderLine
from shop.core.retention import ENTRIES

from .data_export import is_buyers_name
from .queries import Person

# Why it is kept, and the first day on which a job erases it, None if unknown.
Reason = tuple[Any, date | None]
HELD = _("Its order is held back.")


def held_orders() -> set[UUID]:
    """Return all orders that are held back: a person may have requests about other people's orders."""
    return set(Hold.objects.active().values_list("order", flat=True))


def erase_answers(person: Person) -> int:
    """Erase check-in answers. Call it before `erase_holders`, because the holders show whose answers they are."""
    over = [row.pk for row, kept in answers(person) if kept is None]
    return person.check_ins.filter(pk__in=over).update(answers={})


def erase_holders(person: Person) -> int:
    over = [row.pk for row, kept in holders(person) if kept is None]
    return TicketHolder.objects.filter(pk__in=over).delete()[1].get("cart.TicketHolder", 0)


def answers(person: Person) -> Iterator[tuple[CheckIn, Reason | None]]:
    """Yield each check-in with the reason to keep its answers; None if they may be erased."""
    held = held_orders()
    for row in person.check_ins.select_related("ticket__line__variant__event__venue"):
        line = row.ticket.line
        event = event_of(line)
        if line.placement.order_id in held:
            yield row, (HELD, None)
            continue
        why = reason_to_keep(line, event)
        yield row, why and (why, erased_on(row.expires_on, event))


def holders(person: Person) -> Iterator[tuple[TicketHolder, Reason | None]]:
    held = held_orders()
    for line in named_lines(person):
        holder, event = line.ticket_holder, event_of(line)
        assert holder is not None
        if line.placement.order_id in held:
            yield holder, (HELD, None)
            continue
        ends = erased_on(holder.erase_after, event)
        why = reason_to_keep(line, event)
        if why is None and is_traced(event) and ends > timezone.localdate():
            why = _("The organiser may have to trace contacts.")
        yield holder, why and (why, ends)


def entries(person: Person) -> Iterator[tuple[Scan, Reason]]:
    """Yield scans that a job will still erase, with the reason to keep them."""
    held = held_orders()
    for row in person.scans:
        assert row.ticket is not None
        ends = row.event.ends_on + ENTRIES.span + timedelta(days=1)
        if row.ticket.line.placement.order_id in held:
            yield row, (HELD, None)
        elif row.scanned_at != row.event.happening_from:
            yield row, (_("It proves that a ticket was used, as long as its payment may be disputed."), ends)


def named_lines(person: Person) -> QuerySet[OrderLine]:
    named = OrderLine.objects.filter(placement__order__in=person.orders).exclude(ticket_holder=None)
    return named.select_related("ticket_holder", "variant__event__venue", "placement__order__billing_address")


def reason_to_keep(line: OrderLine, event: Event) -> Any:
    """Return why the data is kept, None if it may go. The entrance needs it until the end of the event's last day,
    local time. Data of other people whom the buyer named is kept, because they did not ask for its erasure.
    """
    if event.at_venue(timezone.now()).date() <= event.ends_on:
        return _("Their event is not over yet.")
    if line.ticket_holder is not None and not is_buyers_name(str(line.ticket_holder), line.placement.order):
        return _("It belongs to another person, who did not ask for its erasure.")
    return None


def is_traced(event: Event) -> bool:
    return event.personalization_requirement == Event.Personalization.CONTACT_TRACING


def erased_on(last_day: date, event: Event) -> date:
    """Return the day on which a job erases the data, also for an event that was postponed."""
    return max(last_day, holders_kept_until(event)) + timedelta(days=1)


def event_of(line: OrderLine) -> Event:
    event = line.variant.event
    assert event is not None
    return event
