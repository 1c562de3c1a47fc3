from decimal import Decimal

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from shop.core.database.audit_triggers import audited
from shop.core.values.formats import euros

from .order import Order
from .payment import LedgerEntry, Payment


class BankFile(models.Model):
    """A bank statement file that staff uploaded, known by its checksum. The file itself is not stored."""

    class State(models.TextChoices):
        LOOKED_AT = "looked_at", _("looked at, not booked")
        BOOKING = "booking", _("is being booked")
        DONE = "done", _("booked")

    checksum = models.CharField(max_length=64, unique=True, editable=False)
    name = models.CharField(_("file"), max_length=120)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.LOOKED_AT)
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("sent by"), null=True, on_delete=models.PROTECT, related_name="+"
    )
    booked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("booked by"), null=True, on_delete=models.PROTECT, related_name="+"
    )
    received_at = models.DateTimeField(_("received"), auto_now_add=True)
    notes = models.JSONField(_("left out"), default=list, help_text="Dicts of checkout.bank.problems.Note.")
    known = models.PositiveIntegerField(_("known from other files"), default=0)
    debits = models.PositiveIntegerField(_("money that went out"), default=0)

    class Meta:
        verbose_name = _("bank statement")
        verbose_name_plural = _("bank statements")
        ordering = ["-id"]
        triggers = audited(ignored=["checksum"], masked=["notes"])

    def __str__(self) -> str:
        return self.name


class BankLineQuerySet(models.QuerySet["BankLine"]):
    def to_settle(self) -> "BankLineQuerySet":
        """Filter transactions that staff must decide about, also those reopened after their file was booked."""
        return self.filter(BankLine.TO_SETTLE, state=BankLine.State.OPEN)

    def to_book(self) -> "BankLineQuerySet":
        """Filter transactions that are booked with their file."""
        return self.filter(~BankLine.TO_SETTLE, state=BankLine.State.OPEN)


class BankLine(models.Model):
    """Received money of a bank statement, or a part of it if it pays for several orders.

    `kind` is its classification, `state` what was done with it. `order` is found by its reference; if the kind is
    `unknown` it is only a guess. Payer and purpose are blanked some time after it was handled (docs/decisions/0042).
    """

    class Kind(models.TextChoices):
        MATCHED = "matched", _("fits")
        UNDER = "under", _("too little")
        OVER = "over", _("too much")
        LATE = "late", _("order was cancelled")
        DUPLICATE = "duplicate", _("perhaps booked by hand")
        UNKNOWN = "unknown", _("not assigned")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        BOOKED = "booked", _("booked")
        BY_HAND = "by_hand", _("had been booked by hand")
        NOT_OURS = "not_ours", _("not ours")

    class Remark(models.TextChoices):
        """Why a transaction is not booked automatically."""

        NO_REFERENCE = "no_reference", _("no reference of an order")
        NO_ORDER = "no_order", _("no order has this reference")
        OTHER_ACCOUNT = "other_account", _("the order is paid to another account")
        NO_TRANSFER = "no_transfer", _("the order is not paid by transfer")
        SEVERAL = "several", _("several orders are named, and the sum is another")
        GUESS = "guess", _("reference written incompletely; the amount is another")
        BATCH = "batch", _("several payments as one sum")
        RETURNED = "returned", _("a payment of ours came back")
        REVERSAL = "reversal", _("the bank took a debit back")

    BOOKABLE = (Kind.MATCHED, Kind.UNDER, Kind.OVER, Kind.LATE)
    # Among open transactions.
    TO_SETTLE = ~Q(kind__in=BOOKABLE) | Q(file__state=BankFile.State.DONE)

    file = models.ForeignKey(BankFile, verbose_name=_("bank statement"), on_delete=models.PROTECT, related_name="lines")
    number = models.PositiveIntegerField(_("number"))
    account = models.CharField(_("account"), max_length=34)
    key = models.CharField(max_length=64, editable=False, help_text="The same in every file that tells of it.")
    part = models.PositiveSmallIntegerField(_("part"), default=0)
    booked_on = models.DateField(_("day"))
    amount = models.DecimalField(_("Amount"), max_digits=10, decimal_places=2)
    payer = models.CharField(_("payer"), max_length=200, blank=True)
    payer_iban = models.CharField(_("payer's IBAN"), max_length=34, blank=True)
    purpose = models.CharField(_("purpose"), max_length=1000, blank=True)
    kind = models.CharField(_("found"), max_length=10, choices=Kind.choices)
    remark = models.CharField(_("remark"), max_length=15, choices=Remark.choices, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.OPEN)
    order = models.ForeignKey(
        Order, verbose_name=pgettext_lazy("purchase", "order"), null=True, blank=True, on_delete=models.PROTECT,
        related_name="bank_lines",
    )  # fmt: skip
    payment = models.ForeignKey(
        Payment, verbose_name=_("payment"), null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    entry = models.OneToOneField(
        LedgerEntry, verbose_name=_("ledger entry"), null=True, blank=True, on_delete=models.PROTECT,
        related_name="bank_line",
    )  # fmt: skip
    handled_at = models.DateTimeField(_("handled"), null=True, blank=True)
    handled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("handled by"), null=True, blank=True, on_delete=models.PROTECT,
        related_name="+",
    )  # fmt: skip

    objects = BankLineQuerySet.as_manager()

    class Meta:
        verbose_name = _("bank transaction")
        verbose_name_plural = _("bank transactions")
        ordering = ["-booked_on", "-id"]
        indexes = [models.Index(fields=["state", "kind"], name="bank_lines_by_state")]
        constraints = [
            models.UniqueConstraint(fields=["key", "part"], name="a_bank_transaction_is_kept_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="bank_line_positive"),
            models.CheckConstraint(
                condition=Q(state__in=["open", "not_ours"], entry=None)
                | Q(state__in=["booked", "by_hand"], entry__isnull=False, order__isnull=False),
                name="bank_line_is_booked_with_its_entry",
            ),
            models.CheckConstraint(
                condition=Q(state="open", handled_at=None) | ~Q(state="open") & Q(handled_at__isnull=False),
                name="bank_line_handled_unless_open",
            ),
        ]
        triggers = audited(part_of=["order", "file"], masked=["payer", "payer_iban", "purpose"], ignored=["key"])

    def __str__(self) -> str:
        # without the payer: histories and error reports keep this text
        return f"{self.booked_on:%d.%m.%Y} · {euros(self.amount or Decimal(0))}"

    @property
    def event_id(self) -> str:
        """The transaction's event id in the ledger."""
        return f"bank-{self.key}-{self.part}"
