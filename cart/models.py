import uuid
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.core.validators import EmailValidator, MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Upper
from django.utils.translation import gettext_lazy as _

from catalogue.models import Event, ProductVariant, Seat
from sessions_queue.models import VisitorSession
from shop.core.codes.digest import CodeDigestField
from shop.core.codes.normal import normal_code
from shop.core.database.audit_triggers import audited
from shop.models import DiscountCode, Shop
from shop.models.shop import PaymentMethodId

from .rules import MAX_PERSONALISATION

MAX_CODE_VALUE = Decimal(200)


# Fields of an address that buyers enter and orders copy.
ADDRESS_FIELDS = (
    "first_name", "last_name", "company", "address", "address2", "post_code", "city", "country_code",
)  # fmt: skip
# In which staff look for a word.
SEARCHED_FIELDS = ("first_name", "last_name", "company", "address", "post_code", "city")

# A cart without personal data.
NOBODY = Q(email="", billing_address=None, shipping_address=None, payment_external_id="")
# A line without personal data.
NO_TEXT = Q(personal_identifier="", ticket_holder=None)


class Named:
    """A person's name; some people have only one."""

    first_name: Any
    last_name: Any

    @property
    def full_name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


class Address(Named, models.Model):
    """The address of one cart or one order; lengths as in purchase §5. Without street, postal code and city where the
    order needs none (docs/decisions/0093).
    """

    first_name = models.CharField(_("first name"), max_length=40)
    last_name = models.CharField(_("last name"), max_length=40)
    company = models.CharField(_("company"), max_length=100, blank=True)
    address = models.CharField(_("street and number"), max_length=60, blank=True)
    address2 = models.CharField(_("address line 2"), max_length=60, blank=True)
    post_code = models.CharField(_("postal code"), max_length=10, blank=True)
    city = models.CharField(_("city"), max_length=60, blank=True)
    country_code = models.CharField(_("country"), max_length=2)

    class Meta:
        verbose_name = _("address")
        verbose_name_plural = _("addresses")
        # For staff who look for an order by any part of its addresses.
        indexes = [
            GinIndex(
                *(OpClass(Upper(field), name="gin_trgm_ops") for field in SEARCHED_FIELDS), name="addresses_by_word"
            )
        ]

    def __str__(self) -> str:
        return ", ".join(part for part in (self.full_name, self.city) if part)

    @property
    def town(self) -> str:
        """Postal code and city; only what is known of them."""
        return f"{self.post_code} {self.city}".strip()


class TicketHolder(Named, models.Model):
    """The ticket holder (purchase §5 "Personalisation"). Cart and order share the row; erased after the event."""

    first_name = models.CharField(_("first name"), max_length=40)
    last_name = models.CharField(_("last name"), max_length=40, blank=True)
    address = models.CharField(_("address"), max_length=200, blank=True)
    phone = models.CharField(_("phone"), max_length=40, blank=True)
    erase_after = models.DateField(_("erased after"), db_index=True)

    class Meta:
        verbose_name = _("ticket holder")
        verbose_name_plural = _("ticket holders")

    def __str__(self) -> str:
        return self.full_name


class PaymentCode(models.Model):
    """A code with a value that pays at the checkout, such as the KulturPass (catalogue §4). Its kind says for what and
    how often (`cart.codes.kinds`).

    It is valid for one event, or in a shop; the culture pass for all of the shop's own events that accept it.
    """

    kind = models.CharField(
        _("kind"), max_length=40, editable=False,
        default=PaymentMethodId.KULTURPASS.value, db_default=PaymentMethodId.KULTURPASS.value,
    )  # fmt: skip
    programme = models.CharField(
        _("programme"),
        max_length=60,
        default="KulturPass",
        db_default="KulturPass",
        help_text=_("Who issued it and pays for it."),
    )
    code = models.CharField(_("code"), max_length=40, unique=True)
    digest = CodeDigestField(unique=True)
    event = models.ForeignKey(
        Event, verbose_name=_("event"), null=True, blank=True, on_delete=models.PROTECT, related_name="payment_codes",
        help_text=_("Whose ticket was reserved with it."),
    )  # fmt: skip
    shop = models.ForeignKey(
        Shop, verbose_name=_("shop"), null=True, blank=True, on_delete=models.PROTECT, related_name="payment_codes",
        help_text=_("Instead of an event: all of the shop's own events that have a KulturPass link."),
    )  # fmt: skip
    value = models.DecimalField(
        _("value in euros"), max_digits=5, decimal_places=2,
        validators=[MinValueValidator(Decimal("0.01")), MaxValueValidator(MAX_CODE_VALUE)],
    )  # fmt: skip
    spent = models.DecimalField(
        max_digits=5, decimal_places=2, default=0, db_default=0, editable=False,
        help_text="The sum of its payments in the ledger, less what was refunded to it.",
    )  # fmt: skip
    expires_at = models.DateTimeField(_("expires"))
    note = models.CharField(_("note"), max_length=120, blank=True, help_text=_("For the staff."))
    holder = models.UUIDField(
        null=True,
        unique=True,
        editable=False,
        help_text="The placement that used it up, as claims of stock name theirs. None if the kind keeps the rest.",
    )

    class Meta:
        verbose_name = _("credit code")
        verbose_name_plural = _("credit codes")
        ordering = ["-id"]
        permissions = [("export_paymentcode", _("Can export credit codes"))]
        constraints = [
            models.CheckConstraint(condition=~Q(code=""), name="payment_code_not_empty"),
            models.CheckConstraint(
                condition=Q(value__gt=0, value__lte=MAX_CODE_VALUE), name="payment_code_within_the_credit"
            ),
            models.CheckConstraint(
                condition=Q(spent__gte=0, spent__lte=F("value")), name="payment_code_spends_its_value"
            ),
            models.CheckConstraint(
                condition=Q(event=None, shop__isnull=False) | Q(event__isnull=False, shop=None),
                name="payment_code_for_an_event_or_a_shop",
                violation_error_message=_("Choose either an event or a shop."),
            ),
        ]
        triggers = audited(masked=["code"], ignored=["digest", "holder", "spent"])

    def __str__(self) -> str:
        # Never show the code: audit entries and error reports store this text.
        return f"{self.note} ({self.value} €)" if self.note else f"{self.value} €"

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.code = normal_code(self.code)
        super().save(*args, **kwargs)

    def is_expired(self, now: datetime) -> bool:
        return self.expires_at <= now


class CartQuerySet(models.QuerySet["Cart"]):
    def open(self) -> "CartQuerySet":
        return self.filter(state=Cart.State.OPEN)


class Cart(models.Model):
    """A guest's cart in one shop (purchase §3). Its id is the holder of its stock claims."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        ORDERED = "ordered", _("ordered")
        EXPIRED = "expired", _("expired")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    session = models.ForeignKey(VisitorSession, on_delete=models.PROTECT, related_name="carts")
    shop = models.ForeignKey(Shop, on_delete=models.PROTECT, related_name="carts")
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.OPEN)
    country_code = models.CharField(_("country"), max_length=2, default="de")
    email = models.EmailField(_("e-mail"), blank=True, validators=[EmailValidator()])
    billing_address = models.OneToOneField(
        Address, verbose_name=_("billing address"), null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    shipping_address = models.OneToOneField(
        Address,
        verbose_name=_("shipping address"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text=_("Empty: the billing address."),
    )
    discount_code = models.ForeignKey(
        DiscountCode, verbose_name=_("discount code"), null=True, blank=True, on_delete=models.SET_NULL,
        related_name="carts",
    )  # fmt: skip
    payment_code = models.ForeignKey(
        PaymentCode, verbose_name=_("credit code"), null=True, blank=True, on_delete=models.SET_NULL,
        related_name="carts",
    )  # fmt: skip
    shipping_method = models.CharField(_("carrier"), max_length=20, blank=True)
    payment_method = models.CharField(_("payment method"), max_length=40, blank=True)
    payment_external_id = models.CharField(
        _("provider's number"),
        max_length=120,
        blank=True,
        help_text=_("What the buyer has agreed to at the payment method's provider before ordering."),
    )
    new_item_ids = ArrayField(models.UUIDField(), default=list, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = CartQuerySet.as_manager()

    class Meta:
        verbose_name = _("cart")
        verbose_name_plural = _("carts")
        constraints = [
            models.UniqueConstraint(fields=["session"], condition=Q(state="open"), name="one_open_cart_per_session")
        ]
        indexes = [
            models.Index(Upper("email"), condition=~Q(email=""), name="carts_of_an_address"),
            models.Index(fields=["session"], condition=~NOBODY, name="carts_that_know_somebody"),
        ]

    def __str__(self) -> str:
        return str(self.id)


class CartLine(models.Model):
    """A line of a cart. Identical goods merge into one line; tickets and personalised pieces have a line each.

    A bundle is a tree: a root and its parts, which come and go together. The root's amount counts bundles, a part's
    the pieces in all of them.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    cart = models.ForeignKey(Cart, on_delete=models.CASCADE, related_name="lines")
    parent = models.ForeignKey("self", null=True, blank=True, on_delete=models.CASCADE, related_name="children")
    # No foreign keys: the line stays if staff delete its bundle, and then shows that it cannot be bought.
    bundle_id = models.BigIntegerField(null=True, blank=True, help_text="The bundle that all of its tree is of.")
    part_id = models.BigIntegerField(null=True, blank=True, help_text="Which part of the bundle; none is the root.")
    variant = models.ForeignKey(ProductVariant, on_delete=models.PROTECT, related_name="+")
    amount = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    personal_identifier = models.CharField(max_length=MAX_PERSONALISATION, blank=True)
    ticket_holder = models.OneToOneField(
        TicketHolder, null=True, blank=True, on_delete=models.SET_NULL, related_name="cart_line"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("line of a cart")
        verbose_name_plural = _("lines of carts")
        ordering = ["created_at", "id"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="cart_line_not_empty"),
            models.CheckConstraint(
                condition=Q(parent=None, part_id=None)
                | Q(parent__isnull=False, bundle_id__isnull=False, part_id__isnull=False),
                name="cart_line_has_its_place_in_a_tree",
            ),
        ]
        indexes = [models.Index(fields=["cart"], condition=~NO_TEXT, name="cart_lines_that_know_somebody")]

    def __str__(self) -> str:
        return f"{self.amount} × {self.variant}"

    @property
    def tree(self) -> uuid.UUID:
        """The root's id; the line's own id if it is in no bundle."""
        return self.parent_id or self.id

    @property
    def each(self) -> int:
        """A part's pieces in one bundle; 1 for other lines."""
        return self.amount // self.parent.amount if self.parent else 1
