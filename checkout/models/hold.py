from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from shop.core.database.audit_triggers import audited

from .order import Order


class HoldQuerySet(models.QuerySet["Hold"]):
    def active(self) -> "HoldQuerySet":
        return self.filter(lifted_at=None)

    def to_look_at(self, today: date | None = None) -> "HoldQuerySet":
        """Filter active holds that staff must review."""
        return self.active().filter(look_at__lte=today or timezone.localdate())


class Hold(models.Model):
    """Protects an order from deletion, by jobs and by erasure of a person, for a lawsuit, an authority or a dispute
    (Art. 17 (3), 18 GDPR). Stays until staff lift it, however old it is.
    """

    order = models.ForeignKey(
        Order, verbose_name=pgettext_lazy("purchase", "order"), on_delete=models.PROTECT, related_name="holds"
    )
    reason = models.CharField(
        _("reason"), max_length=200,
        help_text=_("For example a lawsuit and its number. Whoever asks what you know of them is told this, too."),
    )  # fmt: skip
    look_at = models.DateField(
        _("to be looked at again on"),
        help_text=_("From this day on the start page reminds of it. It goes on all the same."),
    )
    set_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("set by"), on_delete=models.PROTECT, related_name="+"
    )
    set_at = models.DateTimeField(_("set"), auto_now_add=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("lifted by"), null=True, on_delete=models.PROTECT, related_name="+"
    )
    lifted_at = models.DateTimeField(_("lifted"), null=True)

    objects = HoldQuerySet.as_manager()

    class Meta:
        verbose_name = _("hold")
        verbose_name_plural = _("holds")
        ordering = ["look_at", "pk"]
        default_permissions = ("view",)
        permissions = [("set_hold", _("Can hold orders back from deletion"))]
        constraints = [
            models.UniqueConstraint(fields=["order"], condition=Q(lifted_at=None), name="one_hold_stands_for_an_order"),
            models.CheckConstraint(
                condition=Q(lifted_at=None, lifted_by=None) | Q(lifted_at__isnull=False, lifted_by__isnull=False),
                name="a_lifted_hold_knows_by_whom",
            ),
        ]
        triggers = audited(part_of=["order"], masked=["reason"])

    def __str__(self) -> str:
        return str(self.order)


def not_held(order: str) -> Q:
    """Filter rows whose order, at the path `order`, has no active hold. Rows without an order pass."""
    return Q(~Exists(Hold.objects.active().filter(order=OuterRef(order))))
