from django.db.models import QuerySet

from aftersale.models import TicketServicePeriod
from catalogue.events.venue_times import move
from catalogue.models import Event


def keep_deadlines(*, events: QuerySet[Event], before: str, after: str) -> None:
    """Move the deadlines of the events' ticket service with the clock at their venue, whose zone was `before`."""
    periods = TicketServicePeriod.objects.filter(event__in=events)
    move(periods, ("change_until", "cancel_until"), before=before, after=after)
