"""Nothing of the demo's orders is written to anybody: what is done with them leaves neither mails to send nor jobs."""

from contextlib import AbstractContextManager

from django.db.models import Model
from django.db.models.functions import Now
from procrastinate.contrib.django import app
from procrastinate.testing import InMemoryConnector

from shop.models import Mail


def without_jobs() -> AbstractContextManager[object]:
    """The jobs of what is done in here are never stored."""
    return app.replace_connector(InMemoryConnector())


def settle_mails(about: Model) -> None:
    """Those about a placement, or what somebody asked for, count as sent."""
    Mail.objects.waiting().filter(subject_key=str(about.pk)).update(sent_at=Now())
