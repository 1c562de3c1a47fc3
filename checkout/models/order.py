import secrets
import uuid
from dataclasses import dataclass
from decimal import Decimal
from string import digits
from typing import TYPE_CHECKING

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models
from django.db.models import CharField, Exists, OuterRef, Q
from django.db.models.functions import Cast, Upper
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from cart.models import Address
from shop.core.database.audit_triggers import audited
from shop.core.values.money import NOTHING
from shop.models import Mail, Shop

if TYPE_CHECKING:
    from .placement import Placement

# Crockford's base 32: without I, L, O and U, which are mistaken for other signs.
REFERENCE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ONE_ORDER_PER_REFERENCE = "checkout_order_reference_key"


def new_secret() -> str:
    return secrets.token_urlsafe(16)


def new_reference() -> str:
    """Return `B-XXXXXXXX`: a digit (`checkout.payments.references`) and seven signs. The database refuses
    duplicates.
    """
    return "B-" + "".join(map(secrets.choice, [digits, *[REFERENCE_ALPHABET] * 7]))


@dataclass(frozen=True)
class Access:
    """A guest's way to a purchase: the secret of its address, and its reference."""

    secret: str
    reference: str


class OrderQuerySet(models.QuerySet["Order"]):
    def with_undeliverable_mail(self) -> "OrderQuerySet":
        about_it = Mail.objects.undeliverable().filter(subject_key=Cast(OuterRef("placements__pk"), CharField()))
        return self.filter(Exists(about_it)).distinct()


class Order(models.Model):
    """A purchase as a guest sees it (purchase §3): one or several placements, their payments and deliveries.

    On the wire its id is the secret; the reference is a label. Its state is derived (`checkout.orders.order_state`).
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    secret = models.CharField(max_length=32, unique=True, default=new_secret, editable=False)
    reference = models.CharField(_("reference"), max_length=12, unique=True, default=new_reference, editable=False)
    shop = models.ForeignKey(Shop, verbose_name=_("shop"), on_delete=models.PROTECT, related_name="orders")
    language = models.CharField(_("language"), max_length=2)
    email = models.EmailField(_("e-mail"))
    country_code = models.CharField(_("country"), max_length=2)
    billing_address = models.OneToOneField(
        Address, verbose_name=_("billing address"), on_delete=models.PROTECT, related_name="+"
    )
    shipping_address = models.OneToOneField(
        Address, verbose_name=_("shipping address"), on_delete=models.PROTECT, related_name="+"
    )
    preferred_payment_method = models.CharField(_("preferred payment method"), max_length=40, blank=True)
    placed_at = models.DateTimeField(
        _("placed"), db_index=True, editable=False, help_text=_("When its first placement was.")
    )

    # Set if read by the secret of an unverified merge: the only placement that is shown.
    only_placement: "Placement | None" = None
    # Set if read by its secret: the reference of the last awaited transfer.
    awaited_transfer: str | None
    # Likewise: pending refunds, done refunds, of these the ones to payment codes, and what paid placements owe and have
    # not received.
    returning: Decimal
    returned: Decimal
    returned_to_codes: Decimal
    missing: Decimal
    # Set if read by `checkout.orders.order_state.with_money_state`.
    money_state: str
    ordered: Decimal
    surplus: Decimal
    # Set if read by `checkout.orders.order_state.with_order_state`.
    payment_state: str
    fulfilment: str
    payment_is_under_way: bool
    on_its_way: Decimal
    disputed: Decimal
    total: Decimal
    owed: Decimal
    received: Decimal
    balance: Decimal

    objects = OrderQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("purchase", "order")
        verbose_name_plural = _("orders")
        ordering = ["-placed_at"]
        permissions = [
            ("exchange_order", _("Can exchange what was ordered")),
            ("view_sales", _("Can view sales figures")),
            ("export_order", _("Can export orders")),
        ]
        indexes = [
            models.Index(Upper("email"), condition=~Q(email=""), name="orders_of_an_address"),
            GinIndex(OpClass(Upper("email"), name="gin_trgm_ops"), name="orders_by_part_of_email"),
        ]
        triggers = audited(masked=["email"], ignored=["secret"], shoppers_write=True)

    def __str__(self) -> str:
        return self.reference

    @property
    def to_pay(self) -> Decimal:
        """What is to be paid now, in euros: without money on its way, never below zero. If all of it is on its way, the
        whole balance: a buyer who chooses another method pays all of it. For an order with its state.
        """
        rest = self.balance - self.on_its_way
        return rest if rest > 0 else max(self.balance, NOTHING)

    @property
    def access(self) -> Access:
        return self.only_placement.access if self.only_placement else Access(self.secret, self.reference)
