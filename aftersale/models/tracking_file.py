from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from checkout.models.tracking import Tracked
from shop.core.database.audit_triggers import audited


class TrackingFile(models.Model):
    """A list of tracking numbers that staff uploaded, unique by its checksum, with the result of each line.

    `rows`: dicts of `line`, `named` (as in the file), `number`, `found` (one of Found), `delivery` (its id, or None)
    and, after shipping, `became` (one of Became). Stores no names.
    """

    class State(models.TextChoices):
        LOOKED_AT = "looked_at", _("looked at, nothing shipped")
        SHIPPING = "shipping", _("is being shipped")
        DONE = "done", _("done")

    class Found(models.TextChoices):
        MATCHED = "matched", _("fits")
        KNOWN = "known", _("shipped with this number already")
        OTHER_NUMBER = "other_number", _("shipped with another number")
        TWICE = "twice", _("named twice with two numbers")
        SEVERAL = "several", _("the order has several parcels: name the parcel")
        NOT_READY = "not_ready", _("cannot go yet")
        UNKNOWN = "unknown", _("no such parcel or order")

    class Became(models.TextChoices):
        SHIPPED = "shipped", _("shipped")
        LEFT_ALONE = "left_alone", _("somebody has handled it meanwhile")

    checksum = models.CharField(max_length=64, unique=True, editable=False)
    name = models.CharField(_("file"), max_length=120)
    tracked_by = models.CharField(_("carried by"), max_length=20, choices=Tracked.choices)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.LOOKED_AT)
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("sent by"), null=True, on_delete=models.PROTECT, related_name="+"
    )
    received_at = models.DateTimeField(_("received"), auto_now_add=True)
    rows: Any = models.JSONField(_("lines"), default=list)

    class Meta:
        verbose_name = _("list of tracking numbers")
        verbose_name_plural = _("lists of tracking numbers")
        ordering = ["-id"]
        triggers = audited(ignored=["checksum", "rows"])

    def __str__(self) -> str:
        return self.name

    @property
    def to_ship(self) -> int:
        return sum(row["found"] == self.Found.MATCHED and not row.get("became") for row in self.rows)
