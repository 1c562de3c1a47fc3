from django.db import models
from django.utils.translation import gettext_lazy as _

from sessions_queue.models import WaitingRoom

from .event import Event


class EventRoom(models.Model):
    """In front of an event's tickets: a waiting room of its own."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="event_room")
    room = models.OneToOneField(WaitingRoom, on_delete=models.CASCADE, related_name="event_room")

    class Meta:
        verbose_name = _("waiting room of an event")
        verbose_name_plural = _("waiting rooms of events")

    def __str__(self) -> str:
        return str(self.event)
