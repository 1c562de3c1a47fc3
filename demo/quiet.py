"""Nothing of the demo's orders is written to anybody: what is done with them leaves neither mails to send nor jobs."""

from contextlib import AbstractContextManager

from django.db.models.functions import Now
from procrastinate.contrib.django import app
from procrastinate.testing import InMemoryConnector

from checkout.models import Placement
from shop.models import Mail


def without_jobs() -> AbstractContextManager[object]:
    """The jobs of what is done in here are never stored."""
    return app.replace_connector(InMemoryConnector())


def settle_mails(placement: Placement) -> None:
    """Those about it count as sent."""
    Mail.objects.waiting().filter(subject_key=str(placement.pk)).update(sent_at=Now())
