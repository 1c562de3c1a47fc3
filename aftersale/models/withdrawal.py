import uuid
from datetime import timedelta

import pgtrigger
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import CharField, Exists, OuterRef, Q
from django.db.models.functions import Cast, Upper
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from checkout.models import Order
from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import refusing_trigger
from shop.models import Mail, Shop

MAX_NAME, MAX_CONTRACT, MAX_TEXT = 120, 300, 500
# Columns of the declaration, which never change.
DECLARED = ("id", "shop_id", "key", "language", "name", "contract", "items", "text", "email", "declared_at", "deadline")
OLD, NEW = (", ".join(f"{row}.{name}" for name in DECLARED) for row in ("OLD", "NEW"))
CHANGED = f"ROW({OLD}) IS DISTINCT FROM ROW({NEW})"
# From this time before the deadline a refund is due soon.
SOON = timedelta(days=3)


class WithdrawalQuerySet(models.QuerySet["Withdrawal"]):
    def open(self) -> "WithdrawalQuerySet":
        """Return declarations that staff must handle."""
        return self.exclude(state__in=Withdrawal.ENDED)

    def overdue(self) -> "WithdrawalQuerySet":
        return self.open().filter(deadline__lt=timezone.localdate())

    def due_soon(self) -> "WithdrawalQuerySet":
        today = timezone.localdate()
        return self.open().filter(deadline__gte=today, deadline__lte=today + SOON)

    def without_receipt(self) -> "WithdrawalQuerySet":
        """Return declarations whose receipt no mail server accepted."""
        about_it = Mail.objects.undeliverable().filter(
            kind=Withdrawal.RECEIPT_MAIL, subject_key=Cast(OuterRef("pk"), CharField())
        )
        return self.filter(Exists(about_it))


class Withdrawal(models.Model):
    """A customer's declaration to withdraw from a contract (§ 356a BGB). It never changes.

    Only `aftersale.withdrawals.actions.handling` changes `state` and `order`, and stores a step for each change.
    """

    RECEIPT_MAIL, NOTICE_MAIL, ANSWER_MAIL = "withdrawal_receipt", "withdrawal_notice", "withdrawal_answer"

    class State(models.TextChoices):
        RECEIVED = "received", pgettext_lazy("withdrawal", "received")
        MATCHED = "matched", _("order found")
        AWAITED = "awaited", _("goods awaited")
        REFUNDED = "refunded", _("refunded")
        EXEMPT = "exempt", _("no right, customer informed")
        CLOSED = "closed", pgettext_lazy("withdrawal", "closed")

    ENDED = (State.REFUNDED, State.EXEMPT, State.CLOSED)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    shop = models.ForeignKey(Shop, verbose_name=_("shop"), on_delete=models.PROTECT, related_name="withdrawals")
    # A digest of the page's key and the whole declaration: a form sent twice is stored once.
    key = models.CharField(max_length=64, editable=False)
    language = models.CharField(_("language"), max_length=2)
    name = models.CharField(_("name"), max_length=MAX_NAME)
    contract = models.CharField(_("contract, as typed"), max_length=MAX_CONTRACT)
    items = ArrayField(
        models.CharField(max_length=400), verbose_name=_("only these"), default=list, blank=True,
        help_text=_("Empty: the whole contract."),
    )  # fmt: skip
    text = models.CharField(_("note"), max_length=MAX_TEXT, blank=True)
    email = models.EmailField(_("e-mail"), max_length=254)
    declared_at = models.DateTimeField(pgettext_lazy("withdrawal", "received"), db_index=True)
    deadline = models.DateField(_("money back until"))
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.RECEIVED)
    order = models.ForeignKey(
        Order, verbose_name=pgettext_lazy("purchase", "order"), null=True, blank=True, on_delete=models.PROTECT,
        related_name="withdrawals",
    )  # fmt: skip

    objects = WithdrawalQuerySet.as_manager()

    class Meta:
        verbose_name = _("withdrawal")
        verbose_name_plural = _("withdrawals")
        ordering = ["-declared_at"]
        permissions = [("export_withdrawal", _("Can export withdrawals"))]
        indexes = [models.Index(Upper("email"), name="withdrawals_of_an_address")]
        constraints = [
            models.UniqueConstraint(fields=["shop", "key"], name="one_withdrawal_per_press"),
            models.CheckConstraint(
                condition=Q(state="received", order=None) | ~Q(state__in=["received", "matched"])
                | Q(state="matched", order__isnull=False),
                name="withdrawal_is_matched_to_an_order",
            ),
        ]  # fmt: skip
        triggers = [
            refusing_trigger("declared", pgtrigger.Update, "A declaration is never changed", CHANGED),
            refusing_trigger("stays", pgtrigger.Delete, "A declaration is never deleted"),
            *audited(masked=["name", "email", "contract", "items", "text"], ignored=["key"], shoppers_write=True),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {timezone.localtime(self.declared_at):%d.%m.%Y}"

    @property
    def is_open(self) -> bool:
        return self.state not in self.ENDED

    @property
    def is_overdue(self) -> bool:
        return self.is_open and self.deadline < timezone.localdate()


class WithdrawalStep(models.Model):
    """A change of a declaration by staff: who, when, and the new state."""

    withdrawal = models.ForeignKey(Withdrawal, on_delete=models.CASCADE, related_name="steps")
    at = models.DateTimeField(_("at"), auto_now_add=True)
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("by"), null=True, on_delete=models.PROTECT, related_name="+"
    )
    state = models.CharField(_("state"), max_length=10, choices=Withdrawal.State.choices)
    note = models.TextField(_("note"), blank=True)

    class Meta:
        verbose_name = _("step of a withdrawal")
        verbose_name_plural = _("steps of withdrawals")
        ordering = ["at", "id"]
        triggers = [
            refusing_trigger("stays", pgtrigger.Update | pgtrigger.Delete, "What was done is never changed"),
            *audited(part_of=["withdrawal"], masked=["note"], shoppers_write=True),
        ]

    def __str__(self) -> str:
        return str(self.get_state_display())
