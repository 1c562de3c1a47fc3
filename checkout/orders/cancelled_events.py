"""Which orders hold tickets of a cancelled event."""

from catalogue.models import Event
from checkout.models import Order, OrderLine, Placement
from checkout.models.placement import OrderLineQuerySet


def unpaid_tickets() -> OrderLineQuerySet:
    """Return active lines with tickets that nobody has paid."""
    return OrderLine.objects.counting().filter(ticket=True, placement__paid_at=None)


def waits_for_cancelled_event(order: Order) -> bool:
    """Whether some of what is to be paid is for a cancelled event: a job ends these tickets, and nobody may pay for
    them until then.
    """
    return unpaid_tickets().filter(placement__order=order, variant__event__state=Event.State.CANCELLED).exists()


def ended_with_event(order: Order) -> bool:
    """Whether unpaid tickets of the order ended because their event was cancelled."""
    placements = Placement.objects.filter(order=order, paid_at=None)
    lines = OrderLine.objects.filter(placement__in=placements, ticket=True)
    return lines.filter(variant__event__state=Event.State.CANCELLED).exists()
