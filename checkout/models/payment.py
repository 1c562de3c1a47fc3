import uuid

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from cart.models import PaymentCode
from shop.formats import euros
from shop.models.shop import PaymentMethodId
from shop.triggers import refusal

from .order import Order


class Payment(models.Model):
    """One attempt to pay an order through one provider. Money that moved is in its ledger entries."""

    class State(models.TextChoices):
        CREATED = "created", _("created")
        PENDING = "pending", _("waiting for the money")
        CAPTURED = "captured", _("received")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="payments")
    provider = models.CharField(_("payment method"), max_length=40)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.CREATED)
    amount = models.DecimalField(_("amount"), max_digits=10, decimal_places=2)
    reference = models.CharField(
        _("reference"), max_length=24, unique=True, help_text=_("The order's reference behind the provider's prefix.")
    )
    payment_code = models.ForeignKey(
        PaymentCode, verbose_name=_("payment code"), null=True, blank=True, on_delete=models.PROTECT,
        related_name="payments",
    )  # fmt: skip
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("payment")
        verbose_name_plural = _("payments")
        ordering = ["created_at"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gte=0), name="payment_not_negative"),
            models.CheckConstraint(
                condition=Q(payment_code=None) & ~Q(provider=PaymentMethodId.KULTURPASS)
                | Q(payment_code__isnull=False, provider=PaymentMethodId.KULTURPASS, amount__gt=0),
                name="payment_code_pays_through_its_provider",
            ),
            models.UniqueConstraint(
                fields=["payment_code"], condition=Q(state="captured"), name="payment_code_pays_once"
            ),
        ]

    def __str__(self) -> str:
        return self.reference


class LedgerEntry(models.Model):
    """Money that moved: append-only, a trigger refuses changes. An order's balance is derived from these rows."""

    class Kind(models.TextChoices):
        CAPTURE = "capture", _("received")
        REFUND = "refund", _("refunded")

    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="entries")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    amount = models.DecimalField(_("amount"), max_digits=10, decimal_places=2)
    event_id = models.CharField(
        _("provider's event"), max_length=120, help_text=_("Each event of a provider acts once.")
    )
    provider = models.CharField(_("payment method"), max_length=40)
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("booked by"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
    )
    note = models.CharField(_("note"), max_length=200, blank=True)
    created_at = models.DateTimeField(_("booked"), auto_now_add=True)

    class Meta:
        verbose_name = _("ledger entry")
        verbose_name_plural = _("ledger")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["provider", "event_id"], name="provider_event_acts_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="ledger_amount_positive"),
        ]
        triggers = [refusal("append_only", pgtrigger.Update | pgtrigger.Delete, "The ledger is append-only")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {euros(self.amount)}"
