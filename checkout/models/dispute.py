"""Disputes: a buyer's bank or payment service takes money back."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from shop.core.database.audit_triggers import audited
from shop.core.values.formats import euros

from .payment import Payment


class DisputeQuerySet(models.QuerySet["Dispute"]):
    def to_answer(self) -> "DisputeQuerySet":
        """Filter disputes that staff must answer at the payment service, the earliest deadline first."""
        return self.filter(state=Dispute.State.TO_ANSWER).order_by(models.F("answer_by").asc(nulls_last=True), "pk")


class Dispute(models.Model):
    """A claim of a buyer's bank or payment service on money of a payment. Movements are in the ledger.

    `external_id`: the provider's number. `reason`: the provider's word. `answer_by`: until when staff can answer there.
    """

    class State(models.TextChoices):
        TO_ANSWER = "to_answer", _("to be answered")
        IN_REVIEW = "in_review", _("being decided")
        WON = "won", _("won")
        LOST = "lost", _("lost")
        CLOSED = "closed", _("closed without a decision")

    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="disputes")
    external_id = models.CharField(_("provider's number"), max_length=120)
    state = models.CharField(_("state"), max_length=10, choices=State.choices)
    amount = models.DecimalField(_("amount"), max_digits=10, decimal_places=2)
    reason = models.CharField(_("reason"), max_length=120, blank=True)
    answer_by = models.DateTimeField(_("to be answered by"), null=True, blank=True)
    listed_as = models.CharField(
        _("listed as refund"), max_length=120, blank=True, default="", db_default="", editable=False,
        help_text=_("The provider's number of the refund as which it lists what the dispute took. It is booked once."),
    )  # fmt: skip
    opened_at = models.DateTimeField(_("opened"), auto_now_add=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    objects = DisputeQuerySet.as_manager()

    class Meta:
        verbose_name = _("dispute")
        verbose_name_plural = _("disputes")
        ordering = ["-opened_at"]
        constraints = [
            models.UniqueConstraint(fields=["payment", "external_id"], name="a_dispute_is_kept_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="dispute_positive"),
        ]
        triggers = audited(part_of=["payment__order", "payment"], shoppers_write=True)

    def __str__(self) -> str:
        return f"{self.payment} {euros(self.amount)}"
