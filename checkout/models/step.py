import uuid

import pgtrigger
from django.conf import settings
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper
from django.utils.translation import gettext_lazy as _

from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import refusing_trigger

from .order import Order

MAX_TEXT = 2000
# These columns never change. Only `important` may.
WRITTEN = ("id", "order_id", "kind", "text", "staff_id", "at")
OLD, NEW = (", ".join(f"{row}.{name}" for name in WRITTEN) for row in ("OLD", "NEW"))
CHANGED = f"ROW({OLD}) IS DISTINCT FROM ROW({NEW})"


class OrderStep(models.Model):
    """What a member of staff did with an order, and why; or a note on it. Buyers never see it.

    Its id comes with the form, so that a form sent twice acts once.
    """

    class Kind(models.TextChoices):
        NOTE = "note", _("note")
        REFUND = "refund", _("refund")
        CANCELLATION = "cancellation", _("cancellation")
        ADDRESS = "address", _("address changed")
        MAIL = "mail", _("mail sent again")
        EXCHANGE = "exchange", _("exchange")
        DOOR_SALE = "door_sale", _("sold at the door")
        GUEST_LIST = "guest_list", _("guest list")
        SHIPPING = "shipping", _("shipping costs settled by hand")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="steps")
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    text = models.TextField(_("text"), blank=True)
    important = models.BooleanField(_("important"), default=False)
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("by"), on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("step of an order")
        verbose_name_plural = _("steps of orders")
        ordering = ["-at"]
        constraints = [
            models.CheckConstraint(condition=Q(important=False) | Q(kind="note"), name="only_notes_are_important"),
        ]
        indexes = [GinIndex(OpClass(Upper("text"), name="gin_trgm_ops"), name="order_steps_by_text")]
        triggers = [
            refusing_trigger("as_written", pgtrigger.Update, "What was done is never changed", CHANGED),
            refusing_trigger("stays", pgtrigger.Delete, "What was done is never deleted"),
            *audited(part_of=["order"], masked=["text"], shoppers_write=True),
        ]

    def __str__(self) -> str:
        return str(self.get_kind_display())
