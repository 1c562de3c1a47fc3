"""What of the payment services' events waits for too long."""

from datetime import datetime, timedelta

from checkout.models import ProviderEvent, UnprovenEvent

# A service that is away for a while is asked again by itself.
PATIENCE = timedelta(minutes=30)


def stuck_events(now: datetime) -> int:
    """Events that no service could be asked about, and those that could not be proven."""
    late = now - PATIENCE
    unhandled = ProviderEvent.objects.filter(handled_at=None, received_at__lt=late).values("pk")
    return unhandled.union(UnprovenEvent.objects.filter(received_at__lt=late).values("pk"), all=True).count()
