import uuid

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from cart.codes.kinds import KINDS, single_use_kinds
from cart.models import PaymentCode
from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import refusing_trigger
from shop.core.values.formats import euros
from shop.models.shop import PaymentMethodId

from .code_payments import THROUGH_CODE_METHOD
from .order import Access, Order
from .placement import OrderLine, Placement
from .step import OrderStep


class BoxOfficeMethod(models.TextChoices):
    """Payment methods at the door. Shoppers are never offered these."""

    CASH = "cash", _("cash")
    CARD_TERMINAL = "card_terminal", _("card at the door")


# Methods without a payment service: staff send refunds themselves.
BY_STAFF = (PaymentMethodId.BANK_TRANSFER.value, *BoxOfficeMethod.values)


# Received or failed payments are not on their way, whatever was reported before. A failed one waits again if its
# service says so later (`reconciling.store_on_its_way`).
WAITED_FOR = ("pending", "cancelled")
ON_ITS_WAY = Q(state__in=WAITED_FOR) & ~Q(on_its_way="")


class PaymentQuerySet(models.QuerySet["Payment"]):
    def awaited_transfers(self) -> "PaymentQuerySet":
        """Filter bank transfers for which money can still arrive."""
        return self.filter(method=PaymentMethodId.BANK_TRANSFER, state=Payment.State.PENDING)

    def of_unpaid(self) -> "PaymentQuerySet":
        """Filter payments of orders with something to pay."""
        return self.filter(Exists(Placement.objects.live().filter(order=OuterRef("order"), paid_at=None)))

    def under_way(self) -> "PaymentQuerySet":
        """Filter payments begun at a provider that has not reported an outcome."""
        return self.filter(Q(state=Payment.State.PENDING) | ON_ITS_WAY).exclude(external_id="")

    def on_its_way(self) -> "PaymentQuerySet":
        """Filter payments whose buyers have paid and whose provider waits for the money, also those given up for
        another one since.
        """
        return self.filter(ON_ITS_WAY)


class Payment(models.Model):
    """One attempt to pay for an order. Money that moved is in its ledger entries.

    `method` is what the shopper chose, `provider` moves the money. `placement` is what the payment was made for, None
    for a later attempt at all that is open.
    """

    class State(models.TextChoices):
        PENDING = "pending", _("waiting for the money")
        CAPTURED = "captured", _("received")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="payments")
    placement = models.ForeignKey(Placement, null=True, blank=True, on_delete=models.PROTECT, related_name="payments")
    method = models.CharField(_("payment method"), max_length=40)
    provider = models.CharField(_("provider"), max_length=40)
    external_id = models.CharField(
        _("provider's number"), max_length=120, blank=True, help_text=_("As the provider calls this payment.")
    )
    attempt = models.PositiveSmallIntegerField(_("attempt"), default=1)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.PENDING)
    on_its_way = models.CharField(
        _("on its way"), max_length=60, blank=True, db_default="",
        help_text=_("The buyer has paid, and the payment service waits for the money; why, in its own words."),
    )  # fmt: skip
    amount = models.DecimalField(_("amount"), max_digits=10, decimal_places=2)
    reference = models.CharField(
        _("reference"),
        max_length=24,
        unique=True,
        help_text=_("The order's reference behind the method's prefix, before the number of a further attempt."),
    )
    payment_code = models.ForeignKey(
        PaymentCode, verbose_name=_("credit code"), null=True, blank=True, on_delete=models.PROTECT,
        related_name="payments",
    )  # fmt: skip
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    objects = PaymentQuerySet.as_manager()

    class Meta:
        verbose_name = _("payment")
        verbose_name_plural = _("payments")
        ordering = ["created_at"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gte=0), name="payment_not_negative"),
            models.CheckConstraint(
                condition=Q(payment_code=None) & ~THROUGH_CODE_METHOD
                | Q(payment_code__isnull=False, amount__gt=0) & THROUGH_CODE_METHOD,
                name="payment_code_pays_through_its_method",
            ),
            models.UniqueConstraint(
                fields=["payment_code"],
                condition=Q(state="captured", method__in=single_use_kinds()),
                name="payment_code_pays_once",
            ),
            models.UniqueConstraint(
                fields=["provider", "external_id"], condition=~Q(external_id=""), name="one_payment_per_external_id"
            ),
        ]
        triggers = audited(part_of=["order"], shoppers_write=True)

    def __str__(self) -> str:
        return self.reference

    @property
    def belongs_to_issuer(self) -> bool:
        """As the filter `belongs_to_issuer`."""
        return self.payment_code_id is not None and not KINDS[self.method].takes_refunds

    @property
    def is_on_its_way(self) -> bool:
        return self.state in WAITED_FOR and bool(self.on_its_way)

    @property
    def access(self) -> Access:
        """Where the payer comes back to."""
        return self.placement.access if self.placement else self.order.access


class RefundQuerySet(models.QuerySet["Refund"]):
    def to_go(self) -> "RefundQuerySet":
        """Filter refunds that have not gone yet, without moot ones: their money went another way."""
        return self.exclude(Q(state=Refund.State.DONE) | Q(is_moot=True))

    def to_transfer(self) -> "RefundQuerySet":
        """Refunds that staff must send by bank transfer: no provider handles them, or the provider refused."""
        by_transfer = Q(payment__method__in=BY_STAFF) | Q(by_transfer=True)
        refused = Q(state=Refund.State.FAILED, is_moot=False)
        return self.filter(by_transfer & Q(state=Refund.State.REQUESTED) | refused)


class Refund(models.Model):
    """Money to be refunded through the payment that brought it. Booked in the ledger once it has gone."""

    class State(models.TextChoices):
        REQUESTED = "requested", _("requested")
        SENT = "sent", _("sent")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="refunds")
    amount = models.DecimalField(_("amount"), max_digits=10, decimal_places=2)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.REQUESTED)
    external_id = models.CharField(_("provider's number"), max_length=120, blank=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    problem = models.CharField(_("problem"), max_length=200, blank=True)
    by_transfer = models.BooleanField(
        _("to a bank account"), default=False,
        help_text=_("Staff send it from the bank, whoever brought the money: the buyer named an account."),
    )  # fmt: skip
    elsewhere = models.BooleanField(
        _("made at the payment service"), default=False, db_default=False,
        help_text=_("Nobody asked for it here: somebody did on the payment service's own pages, or it did by itself."),
    )  # fmt: skip
    is_moot = models.BooleanField(
        _("gone already"), default=False, db_default=False,
        help_text=_("It was refused since the money had gone back at the payment service itself."),
    )  # fmt: skip
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("requested by"), null=True, blank=True, on_delete=models.PROTECT,
        related_name="+",
    )  # fmt: skip
    step = models.ForeignKey(
        OrderStep, verbose_name=_("with"), null=True, blank=True, on_delete=models.PROTECT, related_name="refunds",
        help_text=_("What was asked for at once, and goes back through several payments."),
    )  # fmt: skip
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    objects = RefundQuerySet.as_manager()

    class Meta:
        verbose_name = _("refund")
        verbose_name_plural = _("refunds")
        ordering = ["created_at"]
        constraints = [models.CheckConstraint(condition=Q(amount__gt=0), name="refund_positive")]
        triggers = audited(part_of=["payment__order", "payment"], masked=["reason"], shoppers_write=True)

    def __str__(self) -> str:
        return f"{self.payment} {euros(self.amount)}"

    @property
    def is_by_transfer(self) -> bool:
        """Whether staff send it from the bank: the money came from there or was paid at the door, or the buyer named an
        account.
        """
        return self.by_transfer or self.payment.method in BY_STAFF


class RefundLine(models.Model):
    """The part of a refund that is for one line."""

    refund = models.ForeignKey(Refund, on_delete=models.CASCADE, related_name="lines")
    line = models.ForeignKey(OrderLine, on_delete=models.PROTECT, related_name="refunds")
    amount = models.DecimalField(_("amount"), max_digits=10, decimal_places=2)

    class Meta:
        verbose_name = _("refunded line")
        verbose_name_plural = _("refunded lines")
        constraints = [
            models.UniqueConstraint(fields=["refund", "line"], name="a_refund_names_a_line_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="refunded_line_positive"),
        ]
        triggers = audited(part_of=["refund", "line"], shoppers_write=True)

    def __str__(self) -> str:
        return f"{self.line} {euros(self.amount)}"


class RefundShipping(models.Model):
    """The part of a refund that is for the shipping of a placement."""

    refund = models.ForeignKey(Refund, on_delete=models.CASCADE, related_name="shipping")
    placement = models.ForeignKey(Placement, on_delete=models.PROTECT, related_name="refunded_shipping")
    amount = models.DecimalField(_("amount"), max_digits=10, decimal_places=2)

    class Meta:
        verbose_name = _("refunded shipping")
        verbose_name_plural = _("refunded shipping")
        constraints = [
            models.UniqueConstraint(fields=["refund", "placement"], name="a_refund_names_a_shipping_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="refunded_shipping_positive"),
        ]
        triggers = audited(part_of=["refund", "placement"], shoppers_write=True)

    def __str__(self) -> str:
        return f"{self.placement} {euros(self.amount)}"


class ProviderEvent(models.Model):
    """The inbox: an event that a provider reported, stored once. A job handles it.

    `transmission`: digest of the transmission that proved it; its signature proves a single event.
    """

    provider = models.CharField(_("provider"), max_length=40)
    event_id = models.CharField(_("provider's event"), max_length=120)
    external_id = models.CharField(_("provider's number"), max_length=120)
    payment = models.ForeignKey(
        Payment, verbose_name=_("payment"), null=True, blank=True, on_delete=models.SET_NULL, related_name="+",
        help_text=_("What it is about, once it is handled."),
    )  # fmt: skip
    transmission = models.CharField(max_length=64, blank=True, db_default="")
    received_at = models.DateTimeField(_("received"), auto_now_add=True)
    handled_at = models.DateTimeField(_("handled"), null=True, blank=True)
    problem = models.CharField(_("problem"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("provider's event")
        verbose_name_plural = _("providers' events")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["provider", "event_id"], name="an_event_comes_in_once"),
            models.UniqueConstraint(
                fields=["provider", "transmission"],
                condition=~Q(transmission=""),
                name="a_transmission_proves_one_event",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.provider} {self.event_id}"


class UnprovenEvent(models.Model):
    """Bytes received at a provider's address that could not be proved to be the provider's yet, for a job that fetches
    the proof. Nothing in it is trusted. Deleted after a day.

    `headers`: those that sign it. `digest`: of all of it, so that the same is stored once.
    """

    provider = models.CharField(_("provider"), max_length=40)
    digest = models.CharField(max_length=64, unique=True)
    headers = models.JSONField()
    body = models.BinaryField()
    received_at = models.DateTimeField(_("received"), auto_now_add=True)

    class Meta:
        verbose_name = _("unproven event")
        verbose_name_plural = _("unproven events")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.provider} {self.digest[:8]}"


# Prefix of the event id of entries that staff booked by hand.
BY_HAND = "staff-"


class LedgerQuerySet(models.QuerySet["LedgerEntry"]):
    def to_reverse(self) -> "LedgerQuerySet":
        """Filter bank transfers that staff may reverse. Bookings that a provider reported are never mistakes."""
        return self.filter(payment__method=PaymentMethodId.BANK_TRANSFER, kind=LedgerEntry.Kind.CAPTURE, reversal=None)

    def brought_since(self, placement: Placement) -> "LedgerQuerySet":
        """Filter money received for the placement's order since it was placed."""
        return self.filter(
            payment__order=placement.order_id, kind=LedgerEntry.Kind.CAPTURE, created_at__gt=placement.placed_at
        )


class LedgerEntry(models.Model):
    """Money that moved: append-only, a trigger refuses changes. Balances are sums of these rows."""

    class Kind(models.TextChoices):
        CAPTURE = "capture", _("received")
        REFUND = "refund", _("refunded")
        REVERSAL = "reversal", _("booked by mistake")
        RETURNED = "returned", _("a refund came back")
        DISPUTED = "disputed", _("taken by a dispute")
        REINSTATED = "reinstated", _("given back after a dispute")

    # Kinds of money that the shop receives.
    IN = (Kind.CAPTURE, Kind.RETURNED, Kind.REINSTATED)

    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="entries")
    refund = models.OneToOneField(
        Refund, verbose_name=_("refund"), null=True, blank=True, on_delete=models.PROTECT, related_name="entry"
    )
    reverses = models.OneToOneField(
        "self", verbose_name=_("takes back"), null=True, blank=True, on_delete=models.PROTECT, related_name="reversal",
    )  # fmt: skip
    dispute = models.ForeignKey(
        "checkout.Dispute", verbose_name=_("dispute"), null=True, blank=True, on_delete=models.PROTECT,
        related_name="entries",
    )  # fmt: skip
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    amount = models.DecimalField(_("amount"), max_digits=10, decimal_places=2)
    event_id = models.CharField(
        _("provider's event"), max_length=120, help_text=_("Each event of a provider acts once.")
    )
    provider = models.CharField(_("provider"), max_length=40)
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

    objects = LedgerQuerySet.as_manager()

    class Meta:
        verbose_name = _("ledger entry")
        verbose_name_plural = _("ledger")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["provider", "event_id"], name="provider_event_acts_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="ledger_amount_positive"),
            models.CheckConstraint(
                condition=Q(kind__in=["reversal", "returned"], reverses__isnull=False)
                | ~Q(kind__in=["reversal", "returned"]) & Q(reverses=None),
                name="reversal_names_its_entry",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["disputed", "reinstated"], dispute__isnull=False)
                | ~Q(kind__in=["disputed", "reinstated"]) & Q(dispute=None),
                name="dispute_moves_its_money",
            ),
        ]
        triggers = [
            refusing_trigger("append_only", pgtrigger.Update | pgtrigger.Delete, "The ledger is append-only"),
            *audited(part_of=["payment__order", "payment"], masked=["event_id", "note"], shoppers_write=True),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {euros(self.amount)}"

    @property
    def sign(self) -> str:
        return "" if self.kind in self.IN else "−"

    @property
    def is_by_hand(self) -> bool:
        return self.event_id.startswith(BY_HAND)
