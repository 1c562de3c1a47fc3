"""Texts about VAT that is not the seller's own, for invoices, mails and staff."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from shop.core.values.countries import country_name
from shop.vat.rule import Tax, VatRule
from shop.vat.territories import NORTHERN_IRELAND

# The national law by the seller's country, otherwise the directive is named.
EXPORT_LAWS: Mapping[str, str] = {"de": "§ 4 Nr. 1a, § 6 UStG", "at": "§ 6 Abs. 1 Z 1, § 7 UStG 1994"}
WITHOUT_VAT = frozenset({VatRule.EXPORT, VatRule.ABROAD})


def has_no_vat(tax: Tax) -> bool:
    """Return whether no VAT is due because the goods go abroad. False for goods without VAT at home."""
    return tax.rule in WITHOUT_VAT


def vat_country_name(country: str) -> str:
    return gettext("Northern Ireland") if country == NORTHERN_IRELAND else country_name(country)


def reason_of(tax: Tax, seller_country: str) -> str:
    """Return a sentence for the invoice. Empty for the seller's own VAT."""
    match tax.rule:
        case VatRule.OSS:
            return gettext("VAT of %(country)s, declared by the One Stop Shop.") % {
                "country": vat_country_name(tax.country)
            }
        case VatRule.VENUE:
            return gettext("VAT of %(country)s, where the event is.") % {"country": vat_country_name(tax.country)}
        case VatRule.EXPORT:
            law = EXPORT_LAWS.get(seller_country) or gettext("Article 146 of Directive 2006/112/EC")
            return gettext("Export, exempt from VAT (%(law)s).") % {"law": law}
        case VatRule.ABROAD:
            return gettext("Not taxable in the seller's country: it is supplied where the recipient lives.")
    return ""


def reasons_of(taxes: list[Tax], seller: Mapping[str, Any]) -> list[str]:
    found = [reason_of(tax, seller["country"]) for tax in taxes]
    return list(dict.fromkeys(text for text in found if text))


def untaxed(tax: Tax) -> str:
    """Return the text that a mail shows in place of a VAT amount. Empty if there is one."""
    if not has_no_vat(tax):
        return ""
    tax_text = gettext("No VAT is charged (%(reason)s); what is due on arrival the recipient pays.")
    return tax_text % {"reason": mark_of(tax)}


def mark_of(tax: Tax) -> str:
    """Return the mark behind a VAT rate: its country, or why there is none."""
    if tax.rule == VatRule.EXPORT:
        return gettext("export")
    if tax.rule == VatRule.ABROAD:
        return gettext("not taxable")
    return tax.country.upper()
