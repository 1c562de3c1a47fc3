from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import version_triggers

from .event import Event, PricingCategory, Tour
from .product import Product
from .triggers import listing


class Combination(models.Model):
    """One of several ways to have a bundle, of which exactly one is chosen (catalogue §3 "Combined product").

    A bundle is a root product with its parts: slug, name, texts, pictures and price are the product's.
    """

    bundle = models.ForeignKey(
        Product, verbose_name=_("bundle"), on_delete=models.CASCADE, related_name="combinations",
        limit_choices_to={"root": True},
    )  # fmt: skip
    option_name = models.CharField(_("name of the choice"), max_length=120)
    tour = models.ForeignKey(
        Tour, verbose_name=_("tour"), null=True, blank=True, on_delete=models.SET_NULL, related_name="+",
        help_text=_("Its name stands above the choices of that tour."),
    )  # fmt: skip
    additional_price = models.DecimalField(
        _("surcharge"), max_digits=8, decimal_places=2, default=Decimal(0), validators=[MinValueValidator(0)],
        help_text=_("Added to the price of the bundle."),
    )  # fmt: skip
    sold_out_message = models.CharField(_("sold-out message"), max_length=200, blank=True)
    order = models.IntegerField(_("order"), default=0)

    class Meta:
        verbose_name = _("choice of a bundle")
        verbose_name_plural = _("choices of a bundle")
        ordering = ["order", "id"]
        constraints = [models.CheckConstraint(condition=Q(additional_price__gte=0), name="surcharge_not_negative")]
        triggers = [*version_triggers(listing("product", "bundle_id")), *audited(part_of=["bundle"])]

    def __str__(self) -> str:
        return self.option_name or ""


class BundlePart(models.Model):
    """A product or an event's ticket that is sold within a bundle."""

    class Role(models.TextChoices):
        COMMON = "common", _("always in it")
        COMBINATION = "combination", _("in one of the choices")
        ADDITIONAL = "additional", _("may be added")
        GROUP = "group", _("one of the group may be added")

    INCLUDED = (Role.COMMON, Role.COMBINATION)

    bundle = models.ForeignKey(
        Product, verbose_name=_("bundle"), on_delete=models.CASCADE, related_name="parts",
        limit_choices_to={"root": True},
    )  # fmt: skip
    role = models.CharField(_("place in the bundle"), max_length=12, choices=Role.choices, default=Role.COMMON)
    combination = models.ForeignKey(
        Combination, verbose_name=_("choice"), null=True, blank=True, on_delete=models.CASCADE, related_name="parts"
    )
    product = models.ForeignKey(
        Product, verbose_name=_("product"), null=True, blank=True, on_delete=models.CASCADE, related_name="in_bundles"
    )
    event = models.ForeignKey(
        Event, verbose_name=_("event"), null=True, blank=True, on_delete=models.CASCADE, related_name="in_bundles"
    )
    pricing_category = models.ForeignKey(
        PricingCategory, verbose_name=_("pricing category"), null=True, blank=True, on_delete=models.CASCADE,
        related_name="+", help_text=_("Only tickets of this category; empty: all of the event's."),
    )  # fmt: skip
    price = models.DecimalField(
        _("price in the bundle"), max_digits=8, decimal_places=2, null=True, blank=True,
        validators=[MinValueValidator(0)],
        help_text=_("Only of what may be added; empty: what it costs alone. All else is in the price of the bundle."),
    )  # fmt: skip
    obligatory = models.BooleanField(
        _("must be taken"), default=False,
        help_text=_("Only of what may be added: it costs extra all the same, and nobody buys the bundle without it."),
    )  # fmt: skip
    leads_here = models.BooleanField(
        _("its page leads here"), default=False,
        help_text=_("Whoever opens the product comes to this bundle, as long as it leads to no other."),
    )  # fmt: skip
    order = models.IntegerField(_("order"), default=0)

    class Meta:
        verbose_name = _("part of the bundle")
        verbose_name_plural = _("parts of the bundle")
        ordering = ["order", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(product=None) ^ Q(event=None), name="bundle_part_is_a_product_or_an_event"
            ),
            models.CheckConstraint(
                condition=Q(role="combination", combination__isnull=False)
                | ~Q(role="combination") & Q(combination=None),
                name="bundle_part_of_a_combination",
                violation_error_message=_("A choice belongs to “in one of the choices”, and to nothing else."),
            ),
            models.CheckConstraint(
                condition=Q(price=None) | Q(role__in=["additional", "group"], price__gte=0),
                name="only_additions_have_a_price",
            ),
            models.CheckConstraint(
                condition=Q(obligatory=False) | Q(role="additional"), name="only_additions_are_obligatory"
            ),
            models.CheckConstraint(
                condition=Q(pricing_category=None) | Q(event__isnull=False), name="bundle_part_category_of_an_event"
            ),
            models.CheckConstraint(
                condition=Q(leads_here=False) | Q(product__isnull=False), name="only_products_lead_to_a_bundle"
            ),
        ]  # fmt: skip
        triggers = [
            *version_triggers(listing("product", "bundle_id")),
            *audited(part_of=["bundle"]),
        ]

    def __str__(self) -> str:
        return str(self.product or self.event or "")

    def clean(self) -> None:
        """What the constraints refuse, and what several tables say together, beside the fields that are wrong."""
        errors = dict[str, Any]()
        if self.combination_id and self.combination and self.combination.bundle_id != self.bundle_id:
            errors["combination"] = _("This choice is another bundle's.")
        if self.product is not None and self.event is not None:
            errors["event"] = _("Choose either a product or an event.")
        elif self.product is None and self.event is None:
            errors["product"] = _("Choose either a product or an event.")
        elif why := self.why_not(self.product):
            errors["product"] = why
        if self.pricing_category is not None and self.pricing_category.event_id != self.event_id:
            errors["pricing_category"] = _("This category is another event's.")
        if self.price is not None and self.role in self.INCLUDED:
            errors["price"] = _("Only what may be added has a price of its own.")
        if self.obligatory and self.role != self.Role.ADDITIONAL:
            errors["obligatory"] = _("Only what “may be added” can be made to be taken.")
        if self.leads_here and self.event is not None:
            errors["leads_here"] = _("An event keeps its own page.")
        if errors:
            raise ValidationError(errors)

    def why_not(self, product: Product | None) -> str:
        """Why the product cannot be this part; "" if it can."""
        if product is not None and product.root:
            return str(_("A bundle cannot be part of a bundle."))
        if product is not None and product.price_bound and (self.role in self.INCLUDED or self.price is not None):
            return str(_("A fixed price is not reduced: let it be added, at its own price (BuchPrG § 3)."))
        return ""
