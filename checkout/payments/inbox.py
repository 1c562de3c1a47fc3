"""Count events of payment services that have waited too long."""

from datetime import datetime, timedelta

from checkout.models import ProviderEvent, UnprovenEvent

# Jobs repeat their question while a service is away for a while.
PATIENCE = timedelta(minutes=30)


def stuck_events(now: datetime) -> int:
    """Count events that were not handled in time, and those not proved in time."""
    late = now - PATIENCE
    unhandled = ProviderEvent.objects.filter(handled_at=None, received_at__lt=late).values("pk")
    return unhandled.union(UnprovenEvent.objects.filter(received_at__lt=late).values("pk"), all=True).count()
