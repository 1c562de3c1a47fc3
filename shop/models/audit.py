from functools import reduce
from operator import or_
from typing import Any

import pgtrigger
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from shop.core.database.audit_triggers import label
from shop.core.database.triggers import refusing_trigger

from .staff import OF_SUPERUSERS


class AuditQuerySet(models.QuerySet["AuditEntry"]):
    def about(self, instance: models.Model) -> "AuditQuerySet":
        """Return the entries about an object and its parts."""
        return self.filter(about__contains=[f"{label(type(instance))}:{instance.pk}"])

    def seen_by(self, user: Any) -> "AuditQuerySet":
        """Leave out changes of users and rights: only superusers, who grant rights, see them."""
        if user.is_superuser:
            return self
        return self.exclude(reduce(or_, (models.Q(model__startswith=name) for name in OF_SUPERUSERS)))


class AuditEntry(models.Model):
    """A row was added, changed or deleted. Only triggers write entries (shop.core.database.audit_triggers)."""

    class Actor(models.TextChoices):
        STAFF = "staff", _("staff")
        JOB = "job", _("background job")
        COMMAND = "command", pgettext_lazy("audit", "command")
        OUTSIDE = "outside", _("past the shop")

    class Action(models.TextChoices):
        ADDED = "INSERT", pgettext_lazy("audit", "added")
        CHANGED = "UPDATE", pgettext_lazy("audit", "changed")
        DELETED = "DELETE", pgettext_lazy("audit", "deleted")

    at = models.DateTimeField(_("when"), db_index=True)
    actor = models.CharField(_("who, by kind"), max_length=10, choices=Actor.choices)
    who = models.CharField(_("who"), max_length=150)
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("member of the staff"), null=True, blank=True,
        on_delete=models.DO_NOTHING, db_constraint=False, related_name="+",
    )  # fmt: skip
    action = models.CharField(_("what was done"), max_length=6, choices=Action.choices)
    model = models.CharField(_("kind of object"), max_length=80)
    object_id = models.CharField(_("number of the object"), max_length=40)
    name = models.CharField(_("name"), max_length=500, blank=True)
    about = ArrayField(models.CharField(max_length=120), help_text="The thing and what it is part of: `model:number`.")
    changes: Any = models.JSONField(
        _("changes"), help_text="By column: [before, after]; null where the values are not kept."
    )

    objects = AuditQuerySet.as_manager()

    class Meta:
        verbose_name = _("change")
        verbose_name_plural = _("changes")
        ordering = ["-id"]
        indexes = [
            GinIndex(fields=["about"], name="audit_of_a_thing"),
            models.Index(fields=["model", "-id"], name="audit_of_a_kind"),
            models.Index(fields=["staff", "-id"], name="audit_of_staff"),
        ]
        triggers = [refusing_trigger("append_only", pgtrigger.Update | pgtrigger.Delete, "What was noted stays")]

    def __str__(self) -> str:
        return f"{self.get_action_display()}: {self.name or self.object_id}"
