"""The texts on an invoice's paper beside its content, in the invoice's language."""

from datetime import date
from decimal import Decimal
from typing import Any

from babel.numbers import format_decimal
from django.utils import translation
from django.utils.translation import gettext, pgettext

from checkout.invoices.tax_words import has_no_vat, mark_of, reasons_of
from checkout.models import Invoice
from shop.core.values.countries import country_name
from shop.core.values.formats import NO_BREAK, euros, long_date
from shop.core.values.languages import LOCALES, active_language, region_of
from shop.vat.rule import Tax

from .content import tax_from_json


def paper_of(invoice: Invoice) -> dict[str, Any]:
    """Return all texts of `templates/pdf/invoice.typ`."""
    with translation.override(invoice.language):
        return _paper_of(invoice)


def _paper_of(invoice: Invoice) -> dict[str, Any]:
    content = invoice.content
    seller, is_cancellation = content["seller"], invoice.kind == Invoice.Kind.CANCELLATION
    return {
        "language": invoice.language,
        "region": region_of(invoice.language),
        "look": content["look"],
        "author": seller["name"],
        "title": title_of(invoice),
        "number": invoice.number,
        "under": corrects_text(invoice) if "corrects" in content else "",
        "sender": " · ".join([seller["name"], *seller["lines"]]),
        "address": content["buyer"]["lines"],
        "facts": facts_of(invoice),
        "heads": [
            pgettext("invoice", "No."),
            gettext("Item"),
            gettext("Quantity"),
            gettext("Unit price"),
            gettext("VAT"),
            gettext("Sum"),
        ],
        "rows": [row_text(number, row) for number, row in enumerate(content["rows"], start=1)],
        "vat_heads": [gettext("VAT rate"), gettext("Net"), gettext("VAT"), gettext("Gross")],
        "vat": [
            [rate_text(tax_from_json(share)), *(signed(share[name]) for name in ("net", "vat", "gross"))]
            for share in content["vat"]
        ],
        "total": [gettext("Taken back") if is_cancellation else gettext("Total"), signed(content["total"])],
        "paid": [
            [gettext("Paid: %(method)s") % {"method": part["method"]}, signed(part["amount"])]
            for part in content.get("paid", {}).get("by", [])
        ],
        "notes": notes_of(invoice),
        "feet": [column for column in footer_of(seller) if column],
        "page": gettext("Page"),
        "of": pgettext("page 1 of 3", "of"),
    }


def title_of(invoice: Invoice) -> str:
    return gettext("Cancellation invoice") if invoice.kind == Invoice.Kind.CANCELLATION else gettext("Invoice")


def corrects_text(invoice: Invoice) -> str:
    first = invoice.content["corrects"]
    named = {"number": first["number"], "day": long_date(date.fromisoformat(first["issued_on"]))}
    if invoice.kind == Invoice.Kind.CANCELLATION:
        return gettext("It corrects invoice %(number)s of %(day)s.") % named
    return gettext("It belongs to invoice %(number)s of %(day)s.") % named


def facts_of(invoice: Invoice) -> list[list[str]]:
    content = invoice.content
    order = content["order"]
    rows = [
        [gettext("Invoice number"), invoice.number],
        [gettext("Date"), long_date(invoice.issued_on)],
        [gettext("Your order"), order["reference"]],
        [gettext("Ordered on"), long_date(date.fromisoformat(order["placed_on"]))],
    ]
    if paid := content.get("paid"):
        rows.append([gettext("Paid on"), long_date(date.fromisoformat(paid["on"]))])
    if order["shop"] != content["look"]["name"]:
        rows.append([gettext("Ordered at"), order["shop"]])
    return rows


def row_text(number: int, row: dict[str, Any]) -> dict[str, Any]:
    details = list(row["details"])
    if Decimal(row["discount"]):
        whole = signed(Decimal(row["price"]) * row["amount"])
        details.append(gettext("%(whole)s less %(discount)s") % {"whole": whole, "discount": signed(row["discount"])})
    if row["amount"] == 0:
        details.append(gettext("a part of the price"))
    return {
        "name": row["name"],
        "details": details,
        "part": row["part"],
        "cells": [
            str(number),
            str(row["amount"]).replace("-", "−") if row["amount"] else "",
            signed(row["price"]) if row["price"] else "",
            percent(row["rate"]),
            signed(row["gross"]),
        ],
    }


def notes_of(invoice: Invoice) -> list[str]:
    """Return the notes. They say when the goods are supplied (§ 14 (4) no. 6 UStG): paid in advance, on the day of
    payment above.
    """
    content = invoice.content
    if invoice.kind == Invoice.Kind.CANCELLATION:
        notes = [gettext("What stands here is no longer charged, and its VAT is corrected.")]
    elif "corrects" in content:
        notes = [gettext("What stands here had been taken back by mistake. It is charged again, with its VAT.")]
    else:
        notes = [
            gettext("Paid in advance. Goods are sent after payment, tickets are for the date that stands with them."),
            prices_text(content),
        ]
    taxes = [tax_from_json(share) for share in content["vat"]]
    return [*notes, *reasons_of(taxes, content["seller"]), *filter(None, [content["seller"]["note"]])]


def prices_text(content: dict[str, Any]) -> str:
    without = [has_no_vat(tax_from_json(share)) for share in content["vat"]]
    if not any(without):
        return gettext("All prices include VAT. Nothing is left to pay.")
    if all(without):
        return gettext("No VAT is charged. Nothing is left to pay.")
    return gettext("Prices include the VAT that is named. Nothing is left to pay.")


def rate_text(tax: Tax) -> str:
    mark = mark_of(tax)
    return f"{percent(str(tax.rate))} ({mark})" if mark else percent(str(tax.rate))


def footer_of(seller: dict[str, Any]) -> list[list[str]]:
    labelled = [
        (gettext("Represented by"), seller["represented_by"]), (gettext("Register"), seller["register"]),
        (gettext("VAT id"), seller["vat_id"]), (gettext("Tax number"), seller["tax_number"]),
    ]  # fmt: skip
    home = [] if len(seller["lines"]) > 2 else [country_name(seller["country"])]
    return [
        [seller["name"], *seller["lines"], *home],
        [text for text in (seller["email"], seller["phone"]) if text],
        [f"{label}: {text}" for label, text in labelled if text],
    ]


def percent(rate: str) -> str:
    return f"{format_decimal(Decimal(rate), locale=LOCALES[active_language()])}{NO_BREAK}%"


def signed(amount: Decimal | str) -> str:
    return euros(Decimal(amount)).replace("-", "−")
