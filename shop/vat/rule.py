"""Whose VAT is due on what is sold, and at which rate (docs/decisions/0079). Rates in percent."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db import models
from django.utils.translation import gettext_lazy as _

from .territories import NORTHERN_IRELAND, OUTSIDE, Destination, is_in_vat_area, rates_in, territory_of

NO_VAT = Decimal("0.00")


class VatRule(models.TextChoices):
    """Why a rate is the one."""

    HOME = "home", _("the seller's country")
    VENUE = "venue", _("where the event is")
    OSS = "oss", _("the buyer's country (One Stop Shop)")
    EXPORT = "export", _("export, no VAT")
    ABROAD = "abroad", _("not taxable here, no VAT")


@dataclass(frozen=True, order=True)
class Tax:
    """`country`: whose VAT it is, or where it goes without any; empty for the seller's own."""

    rate: Decimal
    rule: str = VatRule.HOME.value
    country: str = ""


@dataclass(frozen=True)
class TaxedThing:
    """What is sold. `rate`: the seller's own; `oss_from`: from which day the seller declares other countries' VAT;
    `event_country`: where a ticket's event is.
    """

    rate: Decimal
    seller_country: str
    oss_from: date | None = None
    is_shipped: bool = True
    event_country: str | None = None


def vat_rate_of(taxed: TaxedThing, destination: Destination, day: date) -> Tax:
    """Of goods: where they go. Of what is not shipped: where the buyer lives. Of tickets: where the event is.

    What has no VAT at home (vouchers, a small business) has none anywhere. What is below the general rate at home is
    taken for a book elsewhere.
    """
    if taxed.event_country is not None:
        at_home = taxed.event_country in ("", taxed.seller_country)
        return Tax(taxed.rate) if at_home else Tax(taxed.rate, VatRule.VENUE.value, taxed.event_country)
    territory = territory_of(destination)
    if not taxed.rate or is_home(taxed.seller_country, destination.country, territory):
        return Tax(taxed.rate)
    if territory == OUTSIDE or not is_in_vat_area(taxed.seller_country) or is_only_for_goods(taxed, territory):
        rule = VatRule.EXPORT if taxed.is_shipped else VatRule.ABROAD
        return Tax(NO_VAT, rule.value, destination.country)
    if taxed.oss_from is None or day < taxed.oss_from:
        return Tax(taxed.rate)
    rates = rates_in(territory, day)
    is_reduced = taxed.rate < rates_in(taxed.seller_country, day).general
    return Tax(rates.books if is_reduced else rates.general, VatRule.OSS.value, territory[:2])


def is_home(seller_country: str, country: str, territory: str) -> bool:
    """A seller from outside of the VAT area has all of the own country at home."""
    if territory == OUTSIDE:
        return country == seller_country and not is_in_vat_area(seller_country)
    return territory[:2] == seller_country


def is_only_for_goods(taxed: TaxedThing, territory: str) -> bool:
    return territory == NORTHERN_IRELAND and not taxed.is_shipped
