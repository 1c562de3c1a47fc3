"""Store events from providers that are not proved yet. A job proves or deletes them."""

import hashlib
import json
import logging
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Sum
from django.db.models.functions import Coalesce, Length
from procrastinate.contrib.django import app

from checkout.errors import ProofMissing, ProviderAway, SignatureWrong
from checkout.models import UnprovenEvent
from checkout.payments.interface import ProviderMessage
from checkout.payments.methods import PROVIDERS
from shop.core.errors import Busy
from shop.core.retention import UNPROVEN_EVENTS

from .reconciling import receive

logger = logging.getLogger(__name__)
PROVING_JOB = "checkout.prove_event"
# After all other jobs: strangers can cause these.
LAST = -1
# Per provider. Beyond these the sender is refused (`Busy`); providers repeat their events for days.
MOST, MOST_BYTES = 500, 8 * 1024 * 1024


@transaction.atomic
def keep_unproven(*, provider: str, message: ProviderMessage) -> None:
    """Store the bytes and the job that proves them; the same bytes once. Raises Busy if there are too many."""
    signed = json.dumps([provider, *sorted(message.headers.items())]).encode()
    digest = hashlib.sha256(signed + message.body).hexdigest()
    if UnprovenEvent.objects.filter(digest=digest).exists():
        return
    kept = UnprovenEvent.objects.filter(provider=provider).aggregate(
        number=Count("pk"), size=Coalesce(Sum(Length("body")), 0)
    )
    if kept["number"] >= MOST or kept["size"] + len(message.body) > MOST_BYTES:
        raise Busy
    row, new = UnprovenEvent.objects.get_or_create(
        digest=digest, defaults={"provider": provider, "headers": dict(message.headers), "body": message.body}
    )
    if new:
        app.configure_task(PROVING_JOB, priority=LAST).defer(event_id=row.pk)


def prove(event_id: int) -> None:
    """Fetch the missing proof. A genuine event is received as if it came now; any other is deleted.

    Raises ProviderAway if the proof cannot be fetched now.
    """
    row = UnprovenEvent.objects.filter(pk=event_id).first()
    if row is None:
        return  # proven before, or too old
    provider, message = PROVIDERS[row.provider], ProviderMessage(bytes(row.body), row.headers)
    try:
        try:
            event = provider.event(message)
        except ProofMissing:
            provider.fetch_proof(message)
            event = provider.event(message)
        with transaction.atomic():
            receive(provider=row.provider, event=event)
            row.delete()
    except SignatureWrong as wrong:
        logger.warning("An event for %s is not its own: %s", row.provider, wrong.message)
        row.delete()
        return
    except ProofMissing as missing:
        raise ProviderAway(f"{row.provider} has nothing to prove its event by") from missing


def forget_unproven(now: datetime | None = None) -> int:
    """Delete events that were not proved in time. Returns how many."""
    return UnprovenEvent.objects.filter(received_at__lt=UNPROVEN_EVENTS.end(now)).delete()[0]
