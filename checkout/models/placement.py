import uuid
from datetime import datetime
from decimal import Decimal

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from cart.models import Cart, TicketHolder
from cart.rules import MAX_PERSONALISATION
from catalogue.models import ProductVariant, Seat
from shop.core.database.audit_triggers import audited
from shop.core.values.money import NOTHING
from shop.models import DiscountCode, LegalWording, Shop
from shop.vat.rule import Tax, VatRule

from .delivery import Delivery
from .order import Access, Order, new_reference
from .step import OrderStep

ONE_PLACEMENT_PER_KEY = "one_placement_per_key"
ONE_PLACEMENT_PER_REFERENCE = "checkout_placement_reference_key"


def unverified_merge(path: str = "") -> Q:
    """Return the filter for unpaid placements that joined an order without proof that it is the buyer's. `path` leads
    to the placement.
    """
    return Q(**{f"{path}secret__isnull": False, f"{path}paid_at": None})


# To be paid at once: holds its pieces only until then.
KEPT = Q(kept_until__isnull=False, paid_at=None, cancelled_at=None)
# Free tickets whose confirmation link was not followed.
UNCONFIRMED = Q(confirm_by__isnull=False, confirmed_at=None)


class PlacementQuerySet(models.QuerySet["Placement"]):
    def live(self) -> "PlacementQuerySet":
        return self.filter(cancelled_at=None)

    def to_confirm(self) -> "PlacementQuerySet":
        """Filter placements with free tickets that wait for their confirmation by mail."""
        return self.live().filter(UNCONFIRMED)


class Placement(models.Model):
    """One press of the order button: a contract. Its id is the buyer of its pieces and seats, and the holder of its
    code.

    The first one makes the order; each merge adds one. An unverified merge has a secret of its own that shows it alone,
    and joins the order when it is paid. An exchange adds a placement, too: it comes from a staff `step` instead of a
    cart and has the terms of the one that it changes. A sale or gift at the box office also comes from a step, which
    begins its order.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="placements")
    number = models.PositiveSmallIntegerField(_("number"), default=1)
    reference = models.CharField(
        _("reference"), max_length=12, unique=True, default=new_reference, editable=False,
        help_text=_("The first one's is its order's."),
    )  # fmt: skip
    secret = models.CharField(max_length=32, null=True, unique=True, editable=False)
    shop = models.ForeignKey(Shop, on_delete=models.PROTECT, related_name="+", help_text="The order's: keys are its.")
    cart = models.OneToOneField(Cart, null=True, on_delete=models.PROTECT, related_name="placement")
    step = models.OneToOneField(
        OrderStep, verbose_name=_("by"), null=True, blank=True, editable=False, on_delete=models.PROTECT,
        related_name="placement", help_text=_("What staff did, where no cart was ordered."),
    )  # fmt: skip
    rides_with = models.ForeignKey(
        "self", verbose_name=_("goes with the parcel of"), null=True, blank=True, editable=False,
        on_delete=models.PROTECT, related_name="riders",
        help_text=_("It bears the shipping and was not paid yet: this is paid after it, and ends with it."),
    )  # fmt: skip
    idempotency_key = models.CharField(max_length=80, editable=False)
    request_hash = models.CharField(max_length=64, editable=False)
    button_label = models.CharField(_("label of the order button"), max_length=60)
    accepted_texts = models.ManyToManyField(LegalWording, verbose_name=_("accepted texts"), related_name="+")
    newsletter_wanted = models.BooleanField(_("wants the newsletter"), default=False)
    payment_method = models.CharField(_("payment method"), max_length=40)
    items_total = models.DecimalField(_("items"), max_digits=10, decimal_places=2)
    discount_code = models.ForeignKey(
        DiscountCode, verbose_name=_("discount code"), null=True, blank=True, on_delete=models.PROTECT,
        related_name="placements",
    )  # fmt: skip
    discount_percent = models.PositiveSmallIntegerField(_("discount in percent"), null=True, blank=True)
    discount_total = models.DecimalField(_("discount"), max_digits=10, decimal_places=2, default=Decimal(0))
    shipping_total = models.DecimalField(_("shipping"), max_digits=10, decimal_places=2)
    total = models.DecimalField(_("total"), max_digits=10, decimal_places=2)
    # The last moment its session was alive, by the database's clock: never after the session's end.
    placed_at = models.DateTimeField(_("placed"), editable=False)
    # As the buyer was told, whatever the shop's settings are now.
    pay_by = models.DateField(_("to be paid by"), editable=False)
    ends_on = models.DateField(
        _("ends unpaid after"), null=True, blank=True, editable=False, db_index=True,
        help_text=_("Empty: it does not end by itself."),
    )  # fmt: skip
    kept_until = models.DateTimeField(
        _("kept until"), null=True, blank=True, editable=False,
        help_text=_(
            "It was to be paid at once. Not paid until then it waits like a transfer where there is room for that, "
            "and ends where there is none. Empty: it waits."
        ),
    )  # fmt: skip
    reminded_at = models.DateTimeField(_("reminded"), null=True, blank=True, editable=False)
    confirm_by = models.DateTimeField(
        _("to be confirmed by"), null=True, blank=True, editable=False,
        help_text=_(
            "Free tickets: the link in a mail to the order's address is to be followed. Empty: nobody is asked."
        ),
    )  # fmt: skip
    confirmed_at = models.DateTimeField(_("confirmed by mail"), null=True, blank=True, editable=False)
    paid_at = models.DateTimeField(_("paid"), null=True, blank=True)
    cancelled_at = models.DateTimeField(_("cancelled"), null=True, blank=True)

    # Set if read by `checkout.orders.order_state.with_owed`, `with_charged_parts`.
    owed: Decimal
    shipping_owed: Decimal
    # Set if just placed in a new order that is to be paid: the order as reading it would return it.
    new_order: Order | None = None

    objects = PlacementQuerySet.as_manager()

    class Meta:
        verbose_name = _("placement")
        verbose_name_plural = _("placements")
        ordering = ["order", "number"]
        constraints = [
            models.UniqueConstraint(fields=["order", "number"], name="placement_numbers_of_an_order"),
            models.UniqueConstraint(fields=["shop", "idempotency_key"], name=ONE_PLACEMENT_PER_KEY),
            models.CheckConstraint(
                condition=Q(total=F("items_total") - F("discount_total") + F("shipping_total")),
                name="placement_total_is_its_parts",
            ),
            models.CheckConstraint(
                condition=Q(discount_code=None, discount_percent=None, discount_total=0)
                | Q(
                    discount_code__isnull=False, discount_percent__isnull=False, discount_total__gt=0,
                    discount_total__lte=F("items_total"),
                ),
                name="placement_discount_has_its_code",
            ),
            models.CheckConstraint(condition=Q(total__gte=0), name="placement_total_not_negative"),
            models.CheckConstraint(
                condition=Q(cart__isnull=False, step=None) | Q(cart=None, step__isnull=False),
                name="placement_is_of_a_cart_or_a_step",
            ),
            models.CheckConstraint(
                condition=Q(paid_at=None) | Q(cancelled_at=None), name="placement_is_paid_or_cancelled"
            ),
            models.CheckConstraint(
                condition=~UNCONFIRMED | Q(paid_at=None), name="placement_is_confirmed_before_it_is_paid"
            ),
            models.CheckConstraint(
                condition=Q(ends_on=None) | Q(ends_on__gte=F("pay_by")), name="placement_ends_after_it_is_to_be_paid"
            ),
        ]  # fmt: skip
        indexes = [
            models.Index(
                fields=["confirm_by"], condition=UNCONFIRMED & Q(cancelled_at=None), name="placement_to_confirm"
            ),
            models.Index(fields=["kept_until"], condition=KEPT, name="placement_kept"),
            models.Index(fields=["total"], name="placements_by_total"),
            models.Index(fields=["order"], condition=Q(number=2), name="placement_second"),
        ]
        triggers = audited(
            part_of=["order"], ignored=["idempotency_key", "request_hash", "secret"], shoppers_write=True
        )

    def __str__(self) -> str:
        return f"{self.order} · {self.number}"

    @property
    def credit(self) -> Decimal:
        """What its payment code paid of the total. Reads `payments`: prefetch it."""
        paid = [one.amount for one in self.payments.all() if one.payment_code_id and one.state == one.State.CAPTURED]
        return sum(paid, NOTHING)

    @property
    def access(self) -> Access:
        return Access(self.secret, self.reference) if self.secret else Access(self.order.secret, self.order.reference)

    @property
    def is_unverified_merge(self) -> bool:
        return self.secret is not None and self.paid_at is None

    @property
    def is_open(self) -> bool:
        """Whether it waits for its money."""
        return self.paid_at is None and self.cancelled_at is None

    @property
    def open_until(self) -> datetime | None:
        """Until when it holds its pieces unpaid, if it was to be paid at once. None if it waits for a transfer."""
        return self.kept_until if self.is_open else None

    @property
    def is_to_confirm(self) -> bool:
        """Whether it waits for its confirmation by mail."""
        return self.is_open and self.confirm_by is not None and self.confirmed_at is None

    @property
    def due(self) -> Decimal:
        """What the buyer had to pay: the total less the payment code's part."""
        return self.total - self.credit


class OrderLineQuerySet(models.QuerySet["OrderLine"]):
    def counting(self) -> "OrderLineQuerySet":
        """Filter active lines: neither voided nor cancelled with their placement."""
        return self.filter(invalidated_at=None, placement__cancelled_at=None)


class OrderLine(models.Model):
    """A line as it was sold: prices, VAT and texts are snapshots in the order's language."""

    class Exemption(models.TextChoices):
        """Why there is no right of withdrawal (§ 312g (2) BGB)."""

        EVENT = "event", _("for a fixed date")
        PERSONALISED = "personalised", _("made for this buyer")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    placement = models.ForeignKey(Placement, on_delete=models.CASCADE, related_name="lines")
    parent = models.ForeignKey("self", null=True, blank=True, on_delete=models.CASCADE, related_name="children")
    part_of = models.ForeignKey(
        "self", null=True, blank=True, editable=False, on_delete=models.CASCADE, related_name="parts",
        help_text="The line that some pieces were taken from, to be shipped apart or to end; invoices know that one.",
    )  # fmt: skip
    delivery = models.ForeignKey(Delivery, null=True, blank=True, on_delete=models.PROTECT, related_name="lines")
    variant = models.ForeignKey(ProductVariant, on_delete=models.PROTECT, related_name="order_lines")
    seller = models.ForeignKey(Shop, verbose_name=_("seller"), on_delete=models.PROTECT, related_name="+")
    number = models.PositiveSmallIntegerField(_("number"))
    amount = models.PositiveIntegerField(_("amount"))
    price = models.DecimalField(_("price"), max_digits=8, decimal_places=2)
    total = models.DecimalField(_("total"), max_digits=10, decimal_places=2)
    discount = models.DecimalField(
        _("discount"), max_digits=10, decimal_places=2, default=Decimal(0),
        help_text=_("What the order's code takes off the whole line."),
    )  # fmt: skip
    vat_rate = models.DecimalField(_("VAT in percent"), max_digits=4, decimal_places=2)
    vat_rule = models.CharField(
        _("VAT of"), max_length=8, choices=VatRule.choices, default=VatRule.HOME, db_default=VatRule.HOME
    )
    vat_country = models.CharField(
        _("country of the VAT"), max_length=2, blank=True, default="", db_default="",
        help_text=_("Whose VAT it is, or where it went without any. Empty: the seller's own."),
    )  # fmt: skip
    name = models.CharField(_("name"), max_length=240)
    variant_description = models.CharField(_("variant"), max_length=120, blank=True)
    pricing_category_name = models.CharField(_("pricing category"), max_length=120, blank=True)
    artist_name = models.CharField(_("artist"), max_length=200, blank=True)
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.SET_NULL, related_name="order_lines")
    seat_section = models.CharField(_("section"), max_length=120, blank=True)
    seat_row = models.CharField(_("row"), max_length=20, blank=True)
    seat_number = models.CharField(_("seat"), max_length=10, blank=True)
    event_details = models.CharField(_("event"), max_length=300, blank=True)
    image_url = models.CharField(max_length=300, blank=True)
    ticket = models.BooleanField(_("ticket"))
    physical = models.BooleanField(_("is shipped"))
    personal_identifier = models.CharField(_("personalisation"), max_length=MAX_PERSONALISATION, blank=True)
    ticket_holder = models.OneToOneField(
        TicketHolder, verbose_name=_("ticket holder"), null=True, blank=True, on_delete=models.SET_NULL,
        related_name="order_line",
    )  # fmt: skip
    shippable_from = models.DateField(_("shippable from"), null=True, blank=True)
    withdrawal_exemption = models.CharField(
        _("exempt from withdrawal"), max_length=12, blank=True, choices=Exemption.choices
    )
    invalidated_at = models.DateTimeField(
        _("invalidated"), null=True, blank=True, help_text=_("Since then it counts no longer and owns nothing.")
    )
    retained = models.DecimalField(
        _("retained"), max_digits=10, decimal_places=2, default=NOTHING,
        help_text=_("What is charged for it though it ended: wear, a fee."),
    )  # fmt: skip
    ended_by = models.ForeignKey(
        OrderStep, verbose_name=_("ended by"), null=True, blank=True, on_delete=models.PROTECT, related_name="ended"
    )
    stocks = ArrayField(
        models.BigIntegerField(), default=list, editable=False, help_text="The stocks it drew on when it was sold."
    )

    # Set if read by `checkout.orders.access`: what was refunded for it.
    refunded: Decimal

    objects = OrderLineQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("purchase", "line")
        verbose_name_plural = pgettext_lazy("purchase", "lines")
        ordering = ["placement", "number"]
        constraints = [
            models.CheckConstraint(
                condition=Q(total=F("price") * F("amount")), name="line_total_is_price_times_amount"
            ),
            models.CheckConstraint(
                condition=Q(discount__gte=0, discount__lte=F("total")), name="line_discount_within_its_total"
            ),
            models.CheckConstraint(condition=Q(discount=0) | Q(ticket=False), name="no_discount_on_tickets"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="order_line_not_empty"),
            models.CheckConstraint(
                condition=Q(retained=0)
                | Q(invalidated_at__isnull=False, retained__gt=0, retained__lte=F("total") - F("discount")),
                name="retained_of_what_ended",
            ),
            models.UniqueConstraint(fields=["placement", "number"], name="line_numbers_of_a_placement"),
        ]
        triggers = audited(
            part_of=["placement__order", "placement"], masked=["personal_identifier"], ignored=["ticket_holder"],
            shoppers_write=True,
        )  # fmt: skip

    def __str__(self) -> str:
        return f"{self.amount} × {self.name}"

    @property
    def tax(self) -> Tax:
        return Tax(self.vat_rate, self.vat_rule, self.vat_country)

    @property
    def reduced_total(self) -> Decimal:
        """The price less the discount: what was charged, and at most is refunded."""
        return self.total - self.discount


class PlacementVat(models.Model):
    """A placement's amounts at one tax, with its share of the shipping."""

    placement = models.ForeignKey(Placement, on_delete=models.CASCADE, related_name="vat_shares")
    rate = models.DecimalField(_("VAT in percent"), max_digits=4, decimal_places=2)
    gross = models.DecimalField(_("gross"), max_digits=10, decimal_places=2)
    net = models.DecimalField(_("net"), max_digits=10, decimal_places=2)
    vat = models.DecimalField(_("VAT"), max_digits=10, decimal_places=2)
    rule = models.CharField(
        _("VAT of"), max_length=8, choices=VatRule.choices, default=VatRule.HOME, db_default=VatRule.HOME
    )
    country = models.CharField(
        _("country of the VAT"), max_length=2, blank=True, default="", db_default="",
        help_text=_("Whose VAT it is, or where it went without any. Empty: the seller's own."),
    )  # fmt: skip

    class Meta:
        verbose_name = _("VAT")
        verbose_name_plural = _("VAT")
        ordering = ["rate", "rule", "country"]
        constraints = [
            models.UniqueConstraint(fields=["placement", "rate", "rule", "country"], name="one_vat_share_per_tax"),
            models.CheckConstraint(condition=Q(gross=F("net") + F("vat")), name="vat_share_adds_up"),
        ]

    def __str__(self) -> str:
        return f"{self.rate} %: {self.vat} €"

    @property
    def tax(self) -> Tax:
        return Tax(self.rate, self.rule, self.country)
