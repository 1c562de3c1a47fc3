import uuid

import pgtrigger
from django.db import models
from django.db.models import Q
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import refusing_trigger
from shop.models import Shop

from .placement import Placement

DIGITS = 5


class InvoiceCounter(models.Model):
    """How many invoices a seller has written. Writing an invoice locks this row."""

    seller = models.OneToOneField(Shop, primary_key=True, on_delete=models.PROTECT, related_name="+")
    last = models.PositiveBigIntegerField(_("last number"), default=0)

    class Meta:
        verbose_name = _("counter of invoices")
        verbose_name_plural = _("counters of invoices")
        triggers = [
            refusing_trigger("counts_up", pgtrigger.Update, "Invoice numbers only rise", "NEW.last <= OLD.last"),
            refusing_trigger("stays", pgtrigger.Delete, "Invoice numbers are never given twice"),
        ]

    def __str__(self) -> str:
        return f"{self.seller}: {self.last}"


class InvoiceQuerySet(models.QuerySet["Invoice"]):
    def in_order(self) -> "InvoiceQuerySet":
        return self.order_by("batch", "seller", "sequence")


class Invoice(models.Model):
    """What a seller charged or credited for a placement, as the buyer has it: never changed. An invoice that corrects
    another one charges again what that one's cancellations credited.

    `content` holds all that it states (`checkout.invoices.content`); the PDF is made of it alone.
    """

    class Kind(models.TextChoices):
        INVOICE = "invoice", _("invoice")
        CANCELLATION = "cancellation", _("cancellation invoice")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    seller = models.ForeignKey(Shop, verbose_name=_("seller"), on_delete=models.PROTECT, related_name="invoices")
    placement = models.ForeignKey(
        Placement, verbose_name=_("placement"), on_delete=models.PROTECT, related_name="invoices"
    )
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    corrects = models.ForeignKey(
        "self", verbose_name=_("corrects"), null=True, blank=True, on_delete=models.PROTECT,
        related_name="corrections",
    )  # fmt: skip
    sequence = models.PositiveBigIntegerField(_("running number"))
    number = models.CharField(_("number"), max_length=90)
    batch = models.PositiveSmallIntegerField(
        _("batch"), help_text=_("What was written for a placement at once, and goes with one mail.")
    )
    issued_on = models.DateField(_("issued on"))
    language = models.CharField(_("language"), max_length=2)
    total = models.DecimalField(_("total"), max_digits=10, decimal_places=2)
    content = models.JSONField(_("content"))
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    objects = InvoiceQuerySet.as_manager()

    class Meta:
        verbose_name = _("invoice")
        verbose_name_plural = _("invoices")
        ordering = ["-issued_on", "-created_at"]
        permissions = [("export_invoice", "Can export invoices")]
        constraints = [
            models.UniqueConstraint(fields=["seller", "sequence"], name="invoice_numbers_of_a_seller"),
            models.UniqueConstraint(fields=["seller", "number"], name="invoice_numbers_as_read"),
            models.UniqueConstraint(
                fields=["placement", "seller"], condition=Q(corrects=None), name="one_invoice_per_seller_and_placement"
            ),
            models.CheckConstraint(condition=Q(sequence__gt=0), name="invoice_numbers_begin_with_one"),
            models.CheckConstraint(
                condition=Q(kind="invoice", corrects=None, total__gt=0)
                | Q(kind="cancellation", corrects__isnull=False, total__lt=0)
                | Q(kind="invoice", corrects__isnull=False, total__gt=0),
                name="cancellation_names_its_invoice",
            ),
        ]
        triggers = [
            refusing_trigger("stays", pgtrigger.Update | pgtrigger.Delete, "An invoice is never changed"),
            *audited(part_of=["placement__order", "placement"], masked=["content"], shoppers_write=True),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def file_name(self) -> str:
        """As it is called where it is kept."""
        with translation.override(self.language):
            names = {
                self.Kind.INVOICE: pgettext("file name", "Invoice"),
                self.Kind.CANCELLATION: pgettext("file name", "Cancellation-invoice"),
            }
        return f"{names[self.Kind(self.kind)]}-{self.number.replace('/', '-')}.pdf"


def as_number(prefix: str, sequence: int) -> str:
    return f"{prefix}{sequence:0{DIGITS}d}"
