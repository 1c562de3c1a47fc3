from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from catalogue.models import Event
from shop.core.database.audit_triggers import audited


class PrintedList(models.Model):
    """A list of an event's printed numbers, as staff uploaded it. Importing turns its lines into PrintedNumbers.

    `rows`: dicts of `line`, `number` and `kind` (as in the list); empty after the import.
    """

    class State(models.TextChoices):
        LOOKED_AT = "looked_at", _("looked at, not taken in")
        DONE = "done", _("taken in")

    event = models.ForeignKey(Event, verbose_name=_("event"), on_delete=models.PROTECT, related_name="printed_lists")
    checksum = models.CharField(max_length=64, editable=False)
    name = models.CharField(_("file"), max_length=120)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.LOOKED_AT)
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("sent by"), null=True, on_delete=models.PROTECT, related_name="+"
    )
    received_at = models.DateTimeField(_("received"), auto_now_add=True)
    rows: Any = models.JSONField(_("lines"), default=list)
    left_out = models.PositiveIntegerField(
        _("left out"), default=0, help_text=_("Lines whose number was there already when the list was taken in.")
    )

    class Meta:
        verbose_name = _("list of printed tickets")
        verbose_name_plural = _("lists of printed tickets")
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["event", "checksum"], name="one_printed_list_per_content")]
        triggers = audited(part_of=["event"], ignored=["checksum", "rows"])

    def __str__(self) -> str:
        return self.name
