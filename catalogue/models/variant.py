from decimal import Decimal

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import after_each, version_triggers
from shop.core.values.countries import country_name
from shop.core.values.formats import euros
from shop.models.entered import CountryField

from .event import Event, PricingCategory
from .product import Product
from .stock import Stock
from .triggers import NOTE_PRICES, NOTE_PRICES_OF_VARIANTS, OF_VARIANTS, listing, union


class ProductVariant(models.Model):
    """What a cart line buys: a size of a shirt or a kind of ticket (catalogue §3). One id space for both."""

    product = models.ForeignKey(Product, null=True, blank=True, on_delete=models.CASCADE, related_name="variants")
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.CASCADE, related_name="variants")
    pricing_category = models.ForeignKey(
        PricingCategory,
        verbose_name=_("pricing category"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="variants",
    )
    description = models.CharField(_("description"), max_length=120, blank=True, help_text=_("Size M, reduced …"))
    description_subline = models.CharField(_("second line"), max_length=160, blank=True)
    message = models.CharField(_("note beside the variant"), max_length=200, blank=True)
    order = models.IntegerField(_("order"), default=0)
    additional_price = models.DecimalField(
        _("surcharge"),
        max_digits=8,
        decimal_places=2,
        default=Decimal(0),
        help_text=_("Added to the product's price, unless the variant has prices of its own."),
    )
    active = models.BooleanField(_("active"), default=True)
    is_default = models.BooleanField(_("chosen at first"), default=False)
    physical = models.BooleanField(_("is shipped"), default=True)
    sku = models.CharField(_("article number"), max_length=80, blank=True)
    barcode = models.CharField(_("barcode"), max_length=40, blank=True)
    stocks = models.ManyToManyField(Stock, through="StockUse", related_name="variants")

    class Meta:
        verbose_name = _("variant")
        verbose_name_plural = _("variants")
        ordering = ["order", "id"]
        constraints = [
            models.CheckConstraint(condition=Q(product=None) ^ Q(event=None), name="variant_of_a_product_or_an_event"),
            models.CheckConstraint(
                condition=Q(pricing_category=None) | Q(product=None), name="pricing_category_of_an_event"
            ),
        ]
        triggers = [
            *version_triggers(union(listing("product", "product_id"), listing("event", "event_id"))),
            *after_each(("insert", "update"), "priced", NOTE_PRICES_OF_VARIANTS),
            *audited(part_of=["product", "event"]),
        ]

    def __str__(self) -> str:
        return f"{self.product or self.event} {self.description}".strip()

    @property
    def is_ticket(self) -> bool:
        return self.event_id is not None


class Price(models.Model):
    """A gross price in euros for one country; of a product, or of one variant of its own (catalogue §3)."""

    product = models.ForeignKey(Product, null=True, blank=True, on_delete=models.CASCADE, related_name="prices")
    variant = models.ForeignKey(ProductVariant, null=True, blank=True, on_delete=models.CASCADE, related_name="prices")
    country_code = CountryField(_("country"), max_length=2, default="de")
    price = models.DecimalField(_("price"), max_digits=8, decimal_places=2, validators=[MinValueValidator(0)])
    original_price = models.DecimalField(
        _("struck price"), max_digits=8, decimal_places=2, null=True, blank=True, validators=[MinValueValidator(0)]
    )

    class Meta:
        verbose_name = _("price")
        verbose_name_plural = _("prices")
        ordering = ["country_code"]
        constraints = [
            models.CheckConstraint(condition=Q(product=None) ^ Q(variant=None), name="price_of_product_or_variant"),
            models.UniqueConstraint(fields=["product", "country_code"], name="one_price_per_product_and_country"),
            models.UniqueConstraint(fields=["variant", "country_code"], name="one_price_per_variant_and_country"),
            models.CheckConstraint(condition=Q(price__gte=0), name="price_not_negative"),
            models.CheckConstraint(
                condition=Q(original_price=None) | Q(original_price__gte=F("price")),
                name="struck_price_not_below_price",
                violation_error_message=_("The struck price is below the price."),
            ),
        ]
        triggers = [
            *version_triggers(union(listing("product", "product_id"), OF_VARIANTS)),
            *after_each(("insert", "update", "delete"), "priced", NOTE_PRICES),
            *audited(part_of=["product", "variant__product", "variant__event", "variant"]),
        ]

    def __str__(self) -> str:
        return f"{euros(self.price)} ({country_name(self.country_code)})"


class StockUse(models.Model):
    """A variant draws on a stock; a ticket may draw on its block's stock and on the whole event's (design §4)."""

    variant = models.ForeignKey(ProductVariant, on_delete=models.CASCADE, related_name="stock_uses")
    stock = models.ForeignKey(Stock, verbose_name=_("stock"), on_delete=models.PROTECT, related_name="uses")

    class Meta:
        verbose_name = _("stock drawn on")
        verbose_name_plural = _("stocks drawn on")
        constraints = [models.UniqueConstraint(fields=["variant", "stock"], name="stock_once_per_variant")]
        triggers = [
            *version_triggers(OF_VARIANTS),
            *audited(part_of=["variant__product", "variant__event", "variant", "stock"]),
        ]

    def __str__(self) -> str:
        return str(self.stock)
