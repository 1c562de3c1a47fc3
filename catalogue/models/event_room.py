from django.db import models
from django.utils.translation import gettext_lazy as _

from sessions_queue.models import WaitingRoom
from shop.core.database.triggers import version_triggers

from .event import Event
from .triggers import listing


class EventRoom(models.Model):
    """In front of an event's tickets: a waiting room of its own."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="event_room")
    room = models.OneToOneField(WaitingRoom, on_delete=models.CASCADE, related_name="event_room")
    is_open = models.BooleanField(default=False, editable=False, help_text="The event's page leads there.")

    class Meta:
        triggers = version_triggers(listing("event", "event_id"))
        verbose_name = _("waiting room of an event")
        verbose_name_plural = _("waiting rooms of events")

    def __str__(self) -> str:
        return str(self.event)
