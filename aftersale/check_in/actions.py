"""Checks in with a ticket (purchase §4 "Check-in", docs/decisions/0060)."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from aftersale.models import CheckIn
from aftersale.numbers.tickets import sent_number
from aftersale.tickets.locks import lock_numbered
from cart.ticket_holders import holders_kept_until
from catalogue.models import Event
from shop.core.database.transactions import retry_transaction
from shop.models import Shop

from .errors import AlreadyCheckedIn, CheckInClosed, CheckInNotOpen, EventOff
from .queries import EventCheckIn, check_in_of_ticket, opens_at
from .rules import accepted_answers


@retry_transaction
@transaction.atomic
def check_in(*, shop: Shop, code: str, answers: Mapping[str, Any]) -> CheckIn:
    """Check in with the ticket of this number, with or without check digit; repeated answers change nothing.

    Raises TicketNotFound, CheckInNotFound, CheckInNotOpen, CheckInClosed, FieldErrors, AlreadyCheckedIn. Locks the
    ticket.
    """
    number = sent_number(code)
    if number is not None:
        lock_numbered([number])
    found = check_in_of_ticket(shop, code)
    refuse_outside(found)
    kept = accepted_answers(found.fields, answers)
    if found.check_in is not None and found.check_in.answers == kept:
        return found.check_in
    if found.check_in is not None and not found.allow_retake:
        raise AlreadyCheckedIn
    row = found.check_in or CheckIn(ticket=found.ticket)
    row.answers, row.expires_on, row.checked_in_at = kept, holders_kept_until(found.event), found.now
    row.save()
    return row


def refuse_outside(found: EventCheckIn) -> None:
    """Raises EventOff, CheckInNotOpen, CheckInClosed."""
    if found.event.state in (Event.State.CANCELLED, Event.State.POSTPONED):
        raise EventOff
    if found.window.is_over(found.now):
        raise CheckInClosed
    if not found.window.is_open(found.now):
        raise CheckInNotOpen(opens_at(found.event))
