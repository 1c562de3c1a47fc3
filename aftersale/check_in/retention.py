"""The end of what was answered at check-ins."""

from datetime import datetime

from django.utils import timezone

from aftersale.models import CheckIn
from cart.ticket_holders import events_within_retention
from checkout.models import not_held


def erase_old_answers(now: datetime | None = None) -> int:
    """Of those whose events, which may have been postponed, are long over; of how many."""
    today = timezone.localdate(now)
    may_end = not_held("ticket__line__placement__order")
    over = CheckIn.objects.filter(may_end, expires_on__lt=today).exclude(answers={})
    return over.exclude(ticket__line__variant__event__in=events_within_retention(today)).update(answers={})
