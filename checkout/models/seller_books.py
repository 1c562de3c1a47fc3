from datetime import date

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from shop.core.database.audit_triggers import audited
from shop.models import Shop
from shop.models.entered import CountryField
from shop.vat.rule import Tax, VatRule

DIGITS_ONLY = RegexValidator(r"^[0-9]+$", _("Digits only."))


def account_field(label: object, **more: object) -> "models.CharField[str, str]":
    return models.CharField(label, max_length=9, validators=[DIGITS_ONLY], **more)  # type: ignore[arg-type]


class SellerBooks(models.Model):
    """A seller's books at the accountant's: what a file for DATEV says of them beside the invoices."""

    class Chart(models.TextChoices):
        SKR03 = "03", "SKR03"
        SKR04 = "04", "SKR04"

    seller = models.OneToOneField(Shop, verbose_name=_("seller"), on_delete=models.PROTECT, related_name="books")
    consultant = models.PositiveIntegerField(
        _("number of the tax adviser"), validators=[MinValueValidator(1001), MaxValueValidator(9_999_999)],
        help_text=_("DATEV's “Beraternummer”; the tax adviser knows it."),
    )  # fmt: skip
    client = models.PositiveIntegerField(
        _("number of the client"), validators=[MinValueValidator(1), MaxValueValidator(99_999)],
        help_text=_("DATEV's “Mandantennummer”."),
    )  # fmt: skip
    chart = models.CharField(_("chart of accounts"), max_length=2, choices=Chart.choices, default=Chart.SKR03)
    account_digits = models.PositiveSmallIntegerField(
        _("digits of an account"), default=4, validators=[MinValueValidator(4), MaxValueValidator(8)],
        help_text=_("Of the accounts of the chart. Accounts of customers have one more."),
    )  # fmt: skip
    first_month = models.PositiveSmallIntegerField(
        _("first month of the business year"), default=1, validators=[MinValueValidator(1), MaxValueValidator(12)]
    )
    customer_account = account_field(
        _("account of all customers"), default="10000",
        help_text=_("One for all buyers: no names leave the shop."),
    )  # fmt: skip

    class Meta:
        verbose_name = _("books of a seller")
        verbose_name_plural = _("books of the sellers")
        ordering = ["seller__name"]
        permissions = [("export_sellerbooks", _("Can export books"))]
        triggers = audited()

    def __str__(self) -> str:
        return str(self.seller)

    def clean(self) -> None:
        if self.account_digits and self.customer_account and len(self.customer_account) != self.account_digits + 1:
            raise ValidationError({"customer_account": _("It has one digit more than the accounts of the chart.")})

    def year_of(self, day: date) -> date:
        """Return the first day of the business year that the day lies in."""
        return date(day.year - (day.month < self.first_month), self.first_month, 1)

    def account_for(self, tax: Tax, accounts: "list[RevenueAccount]") -> "RevenueAccount | None":
        """Return the account whose country and rate fit most closely. `accounts`: those of these books."""
        fitting = [one for one in accounts if one.fits(tax)]
        return max(fitting, key=lambda one: (one.country != "", one.rate is not None), default=None)


class RevenueAccount(models.Model):
    """Where sales with one kind of VAT are booked."""

    books = models.ForeignKey(SellerBooks, on_delete=models.CASCADE, related_name="accounts")
    rule = models.CharField(_("VAT"), max_length=6, choices=VatRule.choices, default=VatRule.HOME)
    country = CountryField(_("country"), max_length=2, blank=True, help_text=_("Empty: every country."))
    rate = models.DecimalField(
        _("rate"), max_digits=4, decimal_places=2, null=True, blank=True, help_text=_("Empty: every rate.")
    )
    account = account_field(_("account"))
    tax_key = models.CharField(
        _("tax key"), max_length=4, blank=True, validators=[DIGITS_ONLY],
        help_text=_("DATEV's “BU-Schlüssel”; empty for accounts that know their rate themselves."),
    )  # fmt: skip

    class Meta:
        verbose_name = _("account of sales")
        verbose_name_plural = _("accounts of sales")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["books", "rule", "country", "rate"], name="one_account_for_each_vat", nulls_distinct=False
            )
        ]
        triggers = audited(part_of=["books"])

    def __str__(self) -> str:
        return self.account

    def clean(self) -> None:
        digits = self.books.account_digits
        if digits and self.account and len(self.account) != digits:
            raise ValidationError({"account": _("It has %(digits)s digits.") % {"digits": digits}})

    def fits(self, tax: Tax) -> bool:
        return (self.rule, self.country or tax.country) == (tax.rule, tax.country) and self.rate in (None, tax.rate)
