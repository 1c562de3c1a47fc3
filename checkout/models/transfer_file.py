from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from shop.core.database.audit_triggers import audited

from .payment import Refund


class TransferFile(models.Model):
    """Refunds that staff give the bank in one SEPA file. The file is not stored: it is made from its transfers, always
    the same, as long as their accounts are known.
    """

    class State(models.TextChoices):
        WRITTEN = "written", _("written: waits for the bank")
        BOOKING = "booking", _("is being booked")
        DONE = "done", _("executed and booked")
        DISCARDED = "discarded", _("discarded")

    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.WRITTEN)
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("written by"), null=True, on_delete=models.PROTECT, related_name="+"
    )
    written_at = models.DateTimeField(_("written"), default=timezone.now, editable=False)
    executed_on = models.DateField(_("value date"), null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("booked or discarded by"), null=True, blank=True,
        on_delete=models.PROTECT, related_name="+",
    )  # fmt: skip
    decided_at = models.DateTimeField(_("booked or discarded"), null=True, blank=True)

    class Meta:
        verbose_name = _("SEPA file")
        verbose_name_plural = _("SEPA files")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="written", decided_at=None) | ~Q(state="written") & Q(decided_at__isnull=False),
                name="transfer_file_decided_unless_it_waits",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["booking", "done"], executed_on__isnull=False)
                | Q(state__in=["written", "discarded"], executed_on=None),
                name="transfer_file_has_its_day_once_executed",
            ),
        ]
        triggers = audited()

    def __str__(self) -> str:
        return self.reference

    @property
    def reference(self) -> str:
        """The file's number for the bank."""
        return f"SEPA-{timezone.localtime(self.written_at):%Y%m%d}-{self.pk}"


class TransferQuerySet(models.QuerySet["Transfer"]):
    def live(self) -> "TransferQuerySet":
        """Filter transfers whose refund is, or will be, sent by their file."""
        return self.filter(withdrawn_at=None)


class Transfer(models.Model):
    """A refund in a SEPA file, with both accounts as they were when the file was written. The payee's account is
    blanked some time after the file was booked or discarded.
    """

    file = models.ForeignKey(
        TransferFile, verbose_name=_("SEPA file"), on_delete=models.PROTECT, related_name="transfers"
    )
    refund = models.ForeignKey(Refund, verbose_name=_("refund"), on_delete=models.PROTECT, related_name="transfers")
    debtor_name = models.CharField(max_length=120)
    debtor_iban = models.CharField(max_length=34)
    debtor_bic = models.CharField(max_length=11, blank=True)
    name = models.CharField(_("account holder"), max_length=200, blank=True)
    iban = models.CharField("IBAN", max_length=34, blank=True)
    purpose = models.CharField(_("purpose"), max_length=140)
    withdrawn_at = models.DateTimeField(
        _("taken out"), null=True, blank=True,
        help_text=_("The file was discarded, or the bank did not execute this one: it can stand in another."),
    )  # fmt: skip

    objects = TransferQuerySet.as_manager()

    class Meta:
        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["refund"], condition=Q(withdrawn_at=None), name="a_refund_stands_in_one_file"
            ),
        ]
        triggers = audited(part_of=["refund__payment__order", "file"], masked=["name", "iban"])

    def __str__(self) -> str:
        # without the account's holder: histories keep this text
        return str(self.refund)
