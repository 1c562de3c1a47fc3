from decimal import Decimal
from typing import Any

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from checkout.models.tracking import Tracked
from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import OF_EVERY_SHOP, version_triggers
from shop.core.values.countries import country_name
from shop.core.values.formats import euros
from shop.models import Shop
from shop.models.entered import CountryField


def left_out_by(help_text: Any) -> "models.ManyToManyField[Shop, Any]":
    """Return the field for shops that do not offer this row (`checkout.shipping.reach`)."""
    return models.ManyToManyField(
        Shop, verbose_name=_("not offered by"), related_name="+", blank=True, help_text=help_text
    )


class Country(models.Model):
    """A country of delivery. Its name comes from the language data (purchase §3)."""

    code = CountryField(_("country"), max_length=2, primary_key=True)
    order = models.PositiveSmallIntegerField(_("order"), default=0)
    active = models.BooleanField(_("active"), default=True)
    not_in = left_out_by(_("These shops do not deliver there, neither do others with goods of theirs in the cart."))

    class Meta:
        verbose_name = _("country")
        verbose_name_plural = _("countries")
        ordering = ["order", "code"]
        triggers = [*version_triggers(OF_EVERY_SHOP), *audited()]

    def __str__(self) -> str:
        return country_name(self.code)


class Carrier(models.Model):
    """A way of shipping (purchase §3 "Shipping method")."""

    name = models.CharField(_("name"), max_length=80)
    description = models.CharField(_("description"), max_length=200, blank=True)
    active = models.BooleanField(_("active"), default=True)
    order = models.PositiveSmallIntegerField(_("order"), default=0)
    only_single_disc = models.BooleanField(
        _("only for a single disc"), default=False, help_text=_("A letter that takes exactly one CD.")
    )
    checks_age = models.BooleanField(
        _("checks the recipient's age"),
        default=False,
        help_text=_("Goods from 18 go with such carriers only, and these take nothing else."),
    )
    tracked_by = models.CharField(
        _("carried by"), max_length=20, choices=Tracked.choices, blank=True,
        help_text=_("Whose tracking page buyers are led to, where a parcel names nobody else."),
    )  # fmt: skip
    not_in = left_out_by(_("These shops do not ship with it, neither do others with goods of theirs in the cart."))

    class Meta:
        verbose_name = _("carrier")
        verbose_name_plural = _("carriers")
        ordering = ["order", "id"]
        triggers = [*version_triggers(OF_EVERY_SHOP), *audited()]

    def __str__(self) -> str:
        return self.name


class CarrierRate(models.Model):
    """The price of a carrier for one country, up to a weight."""

    carrier = models.ForeignKey(Carrier, on_delete=models.CASCADE, related_name="rates")
    country = models.ForeignKey(Country, verbose_name=_("country"), on_delete=models.CASCADE, related_name="+")
    max_weight_grams = models.PositiveIntegerField(_("up to grams"), default=31500)
    price = models.DecimalField(_("price"), max_digits=8, decimal_places=2, validators=[MinValueValidator(Decimal(0))])
    days_from = models.PositiveSmallIntegerField(
        _("working days from"), default=2, help_text=_("How long it is on its way, at least and at most.")
    )
    days_until = models.PositiveSmallIntegerField(_("working days until"), default=4)

    class Meta:
        verbose_name = _("rate")
        verbose_name_plural = _("rates")
        ordering = ["country", "max_weight_grams"]
        constraints = [
            models.UniqueConstraint(
                fields=["carrier", "country", "max_weight_grams"], name="one_rate_per_carrier_country_and_weight"
            ),
            models.CheckConstraint(
                condition=Q(days_from__gte=1, days_until__gte=F("days_from"), days_until__lte=60),
                name="rate_knows_its_days",
                violation_error_message=_("At least one working day, and no fewer at most than at least."),
            ),
        ]
        triggers = [*version_triggers(OF_EVERY_SHOP), *audited(part_of=["carrier"])]

    def __str__(self) -> str:
        return f"{self.carrier} {self.country}: {euros(self.price)}"


class CountryLeftOut(Country.not_in.through):  # type: ignore[name-defined]
    class Meta:
        proxy = True
        default_permissions = ()
        triggers = [*version_triggers(OF_EVERY_SHOP), *audited(part_of=["country"])]


class CarrierLeftOut(Carrier.not_in.through):  # type: ignore[name-defined]
    class Meta:
        proxy = True
        default_permissions = ()
        triggers = [*version_triggers(OF_EVERY_SHOP), *audited(part_of=["carrier"])]
