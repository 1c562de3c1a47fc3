import uuid

from django.contrib.postgres.fields import ArrayField
from django.core.validators import EmailValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from catalogue.models import ProductVariant, Seat
from sessions_queue.models import VisitorSession
from shop.models import DiscountCode, Shop


class Address(models.Model):
    """A postal address of one cart or one order; lengths as in purchase §5."""

    first_name = models.CharField(_("first name"), max_length=40)
    last_name = models.CharField(_("last name"), max_length=40)
    company = models.CharField(_("company"), max_length=100, blank=True)
    address = models.CharField(_("street and number"), max_length=60)
    address2 = models.CharField(_("address line 2"), max_length=60, blank=True)
    post_code = models.CharField(_("postal code"), max_length=10)
    city = models.CharField(_("city"), max_length=60)
    country_code = models.CharField(_("country"), max_length=2)

    class Meta:
        verbose_name = _("address")
        verbose_name_plural = _("addresses")

    def __str__(self) -> str:
        return f"{self.first_name} {self.last_name}, {self.city}"


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
    shipping_method = models.CharField(_("carrier"), max_length=20, blank=True)
    payment_method = models.CharField(_("payment method"), max_length=40, blank=True)
    new_item_ids = ArrayField(models.UUIDField(), default=list, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = CartQuerySet.as_manager()

    class Meta:
        verbose_name = _("cart")
        verbose_name_plural = _("carts")
        constraints = [
            models.UniqueConstraint(fields=["session"], condition=Q(state="open"), name="one_open_cart_per_session")
        ]

    def __str__(self) -> str:
        return str(self.id)


class CartLine(models.Model):
    """A line of a cart. Plain goods merge into one line; tickets and personalised pieces have a line each."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    cart = models.ForeignKey(Cart, on_delete=models.CASCADE, related_name="lines")
    parent = models.ForeignKey("self", null=True, blank=True, on_delete=models.CASCADE, related_name="children")
    variant = models.ForeignKey(ProductVariant, on_delete=models.PROTECT, related_name="+")
    amount = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    personal_identifier = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("line of a cart")
        verbose_name_plural = _("lines of carts")
        ordering = ["created_at", "id"]
        constraints = [models.CheckConstraint(condition=Q(amount__gt=0), name="cart_line_not_empty")]

    def __str__(self) -> str:
        return f"{self.amount} × {self.variant}"
