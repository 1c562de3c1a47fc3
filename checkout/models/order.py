import secrets
import uuid
from decimal import Decimal

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import CharField, Exists, F, OuterRef, Q
from django.db.models.functions import Cast
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from cart.models import Address, Cart
from catalogue.models import ProductVariant, Seat
from shop.models import DiscountCode, Mail, Shop

from .shipping import Carrier

# Crockford's base 32: nobody mistakes one sign for another on the phone.
REFERENCE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ONE_ORDER_PER_KEY = "one_order_per_key"


def new_secret() -> str:
    return secrets.token_urlsafe(16)


def new_reference() -> str:
    """`B-XXXXX`, not yet given away: with five signs a chance meeting is thinkable."""
    while True:
        reference = "B-" + "".join(secrets.choice(REFERENCE_ALPHABET) for _sign in range(5))
        if not Order.objects.filter(reference=reference).exists():
            return reference


class OrderQuerySet(models.QuerySet["Order"]):
    def with_undeliverable_mail(self) -> "OrderQuerySet":
        about_it = Mail.objects.undeliverable().filter(subject_key=Cast(OuterRef("pk"), CharField()))
        return self.filter(Exists(about_it))


class Order(models.Model):
    """A placed order (purchase §3). On the wire its id is the secret; the reference is only a label."""

    class State(models.TextChoices):
        PLACED = "placed", _("placed")
        PAID = "paid", _("paid")
        SHIPPED = "shipped", _("shipped")
        CANCELLED = "cancelled", _("cancelled")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    secret = models.CharField(max_length=32, unique=True, default=new_secret, editable=False)
    reference = models.CharField(_("reference"), max_length=12, unique=True, default=new_reference, editable=False)
    shop = models.ForeignKey(Shop, verbose_name=_("shop"), on_delete=models.PROTECT, related_name="orders")
    cart = models.OneToOneField(Cart, on_delete=models.PROTECT, related_name="order")
    state = models.CharField(_("state"), max_length=12, choices=State.choices, default=State.PLACED, db_index=True)
    language = models.CharField(_("language"), max_length=2)
    email = models.EmailField(_("e-mail"))
    country_code = models.CharField(_("country"), max_length=2)
    billing_address = models.OneToOneField(
        Address, verbose_name=_("billing address"), on_delete=models.PROTECT, related_name="+"
    )
    shipping_address = models.OneToOneField(
        Address, verbose_name=_("shipping address"), on_delete=models.PROTECT, related_name="+"
    )
    payment_method = models.CharField(_("payment method"), max_length=40)
    preferred_payment_method = models.CharField(_("preferred payment method"), max_length=40, blank=True)
    items_total = models.DecimalField(_("items"), max_digits=10, decimal_places=2)
    discount_code = models.ForeignKey(
        DiscountCode, verbose_name=_("discount code"), null=True, blank=True, on_delete=models.PROTECT,
        related_name="orders",
    )  # fmt: skip
    discount_percent = models.PositiveSmallIntegerField(_("discount in percent"), null=True, blank=True)
    discount_total = models.DecimalField(_("discount"), max_digits=10, decimal_places=2, default=Decimal(0))
    shipping_total = models.DecimalField(_("shipping"), max_digits=10, decimal_places=2)
    total = models.DecimalField(_("total"), max_digits=10, decimal_places=2)
    newsletter_wanted = models.BooleanField(_("wants the newsletter"), default=False)
    button_label = models.CharField(_("label of the order button"), max_length=60)
    idempotency_key = models.CharField(max_length=80, editable=False)
    request_hash = models.CharField(max_length=64, editable=False)
    # When its session was seen alive, by the database's clock: however long placing takes, that is before its end.
    placed_at = models.DateTimeField(_("placed"), db_index=True, editable=False)
    paid_at = models.DateTimeField(_("paid"), null=True, blank=True)

    objects = OrderQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("purchase", "order")
        verbose_name_plural = _("orders")
        ordering = ["-placed_at"]
        constraints = [
            models.UniqueConstraint(fields=["shop", "idempotency_key"], name=ONE_ORDER_PER_KEY),
            models.CheckConstraint(
                condition=Q(total=F("items_total") - F("discount_total") + F("shipping_total")),
                name="order_total_is_its_parts",
            ),
            models.CheckConstraint(
                condition=Q(discount_code=None, discount_percent=None, discount_total=0)
                | Q(
                    discount_code__isnull=False, discount_percent__isnull=False, discount_total__gt=0,
                    discount_total__lte=F("items_total"),
                ),
                name="order_discount_has_its_code",
            ),
            models.CheckConstraint(condition=Q(total__gte=0), name="order_total_not_negative"),
            models.CheckConstraint(condition=~Q(state="paid") | Q(paid_at__isnull=False), name="paid_order_knows_when"),
        ]  # fmt: skip

    def __str__(self) -> str:
        return self.reference

    @property
    def credit(self) -> Decimal:
        """What its payment code paid of the total. Reads `payments`: prefetch it."""
        paid = [one.amount for one in self.payments.all() if one.payment_code_id and one.state == one.State.CAPTURED]
        return sum(paid, Decimal("0.00"))

    @property
    def due(self) -> Decimal:
        """What the buyer had to pay: the total less the credit."""
        return self.total - self.credit


class Delivery(models.Model):
    """What is shipped together, by one carrier (design: deliveries as rows)."""

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="deliveries")
    carrier = models.ForeignKey(Carrier, verbose_name=_("carrier"), on_delete=models.PROTECT, related_name="+")
    name = models.CharField(_("name"), max_length=80)
    description = models.CharField(_("description"), max_length=200, blank=True)
    price = models.DecimalField(_("price"), max_digits=8, decimal_places=2)
    shippable_from = models.DateField(_("shippable from"), null=True, blank=True)
    shipped_at = models.DateTimeField(_("shipped"), null=True, blank=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")

    def __str__(self) -> str:
        return self.name


class OrderLine(models.Model):
    """A line as it was sold: prices, VAT and texts are snapshots in the order's language."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="lines")
    parent = models.ForeignKey("self", null=True, blank=True, on_delete=models.CASCADE, related_name="children")
    delivery = models.ForeignKey(Delivery, null=True, blank=True, on_delete=models.PROTECT, related_name="lines")
    variant = models.ForeignKey(ProductVariant, on_delete=models.PROTECT, related_name="order_lines")
    number = models.PositiveSmallIntegerField(_("number"))
    amount = models.PositiveIntegerField(_("amount"))
    price = models.DecimalField(_("price"), max_digits=8, decimal_places=2)
    total = models.DecimalField(_("total"), max_digits=10, decimal_places=2)
    discount = models.DecimalField(
        _("discount"), max_digits=10, decimal_places=2, default=Decimal(0),
        help_text=_("What the order's code takes off the whole line."),
    )  # fmt: skip
    vat_rate = models.DecimalField(_("VAT in percent"), max_digits=4, decimal_places=2)
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
    personal_identifier = models.CharField(_("personalisation"), max_length=500, blank=True)
    shippable_from = models.DateField(_("shippable from"), null=True, blank=True)
    stocks = ArrayField(
        models.BigIntegerField(), default=list, editable=False, help_text="The stocks it drew on when it was sold."
    )

    class Meta:
        verbose_name = pgettext_lazy("purchase", "line")
        verbose_name_plural = pgettext_lazy("purchase", "lines")
        ordering = ["number"]
        constraints = [
            models.CheckConstraint(
                condition=Q(total=F("price") * F("amount")), name="line_total_is_price_times_amount"
            ),
            models.CheckConstraint(
                condition=Q(discount__gte=0, discount__lte=F("total")), name="line_discount_within_its_total"
            ),
            models.CheckConstraint(condition=Q(discount=0) | Q(ticket=False), name="no_discount_on_tickets"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="order_line_not_empty"),
            models.UniqueConstraint(fields=["order", "number"], name="line_numbers_of_an_order"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} × {self.name}"

    @property
    def reduced_total(self) -> Decimal:
        """What was charged for the line, and at most goes back for it."""
        return self.total - self.discount


class OrderVat(models.Model):
    """An order's share at one VAT rate, shipping included in proportion to the goods."""

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="vat_shares")
    rate = models.DecimalField(_("VAT in percent"), max_digits=4, decimal_places=2)
    gross = models.DecimalField(_("gross"), max_digits=10, decimal_places=2)
    net = models.DecimalField(_("net"), max_digits=10, decimal_places=2)
    vat = models.DecimalField(_("VAT"), max_digits=10, decimal_places=2)

    class Meta:
        verbose_name = _("VAT")
        verbose_name_plural = _("VAT")
        ordering = ["rate"]
        constraints = [
            models.UniqueConstraint(fields=["order", "rate"], name="one_vat_share_per_rate"),
            models.CheckConstraint(condition=Q(gross=F("net") + F("vat")), name="vat_share_adds_up"),
        ]

    def __str__(self) -> str:
        return f"{self.rate} %: {self.vat} €"
