"""Erases check-in answers after the event."""

from datetime import datetime

from django.utils import timezone

from aftersale.models import CheckIn
from cart.ticket_holders import events_within_retention
from checkout.models import not_held


def erase_old_answers(now: datetime | None = None) -> int:
    """Erase answers of events that are long over, by their current date. Returns how many check-ins."""
    today = timezone.localdate(now)
    may_end = not_held("ticket__line__placement__order")
    over = CheckIn.objects.filter(may_end, expires_on__lt=today).exclude(answers={})
    return over.exclude(ticket__line__variant__event__in=events_within_retention(today)).update(answers={})
