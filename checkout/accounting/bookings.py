"""Bookings of a seller's invoices: what each VAT rate of an invoice adds to the account of its sales."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.db.models import Count, QuerySet, Sum
from django.db.models.functions import TruncMonth

from checkout.invoices.content import tax_from_json
from checkout.models import Invoice, SellerBooks
from checkout.models.seller_books import RevenueAccount
from shop.vat.rule import Tax, VatRule

# Usual accounts of each chart for what their names leave no doubt about. All others are the accountant's to say.
USUAL: Mapping[str, Sequence[tuple[str, Decimal | None, str]]] = {
    SellerBooks.Chart.SKR03: (
        (VatRule.HOME, Decimal(19), "8400"), (VatRule.HOME, Decimal(7), "8300"), (VatRule.EXPORT, None, "8120"),
        (VatRule.OSS, None, "8320"),
    ),
    SellerBooks.Chart.SKR04: (
        (VatRule.HOME, Decimal(19), "4400"), (VatRule.HOME, Decimal(7), "4300"), (VatRule.EXPORT, None, "4120"),
        (VatRule.OSS, None, "4320"),
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Booking:
    """`amount`: euros with VAT, never negative; `is_credit`: less is owed by the buyer. `foreign`: another country's
    VAT, else None.
    """

    amount: Decimal
    is_credit: bool
    account: str
    tax_key: str
    day: date
    invoice: str
    order: str
    corrects: str
    foreign: Tax | None


class AccountsMissing(Exception):
    """There is no account for these kinds of VAT."""

    def __init__(self, taxes: Sequence[Tax]) -> None:
        super().__init__()
        self.taxes = taxes


def usual_accounts(books: SellerBooks) -> list[RevenueAccount]:
    """Return the usual accounts of the books' chart, not saved; none where its accounts have more than four digits."""
    if books.account_digits != 4:
        return []
    return [
        RevenueAccount(books=books, rule=rule, rate=rate, account=account) for rule, rate, account in USUAL[books.chart]
    ]


def bookings_of(books: SellerBooks, month: date) -> list[Booking]:
    """Return the bookings of all invoices of a month, given by its first day, in the order of their numbers. Raise
    `AccountsMissing` with all kinds of VAT that have no account.
    """
    accounts = list(books.accounts.all())
    found, missing = [], set()
    for invoice, tax, gross in shares_of(books, month):
        if not gross:
            continue
        if account := books.account_for(tax, accounts):
            found.append(booking(invoice, tax, gross, account))
        else:
            missing.add(tax)
    if missing:
        raise AccountsMissing(sorted(missing))
    return found


def shares_of(books: SellerBooks, month: date) -> Iterator[tuple[Invoice, Tax, Decimal]]:
    invoices = Invoice.objects.filter(
        seller=books.seller_id, issued_on__year=month.year, issued_on__month=month.month
    ).select_related("corrects", "placement__order")
    for invoice in invoices.order_by("sequence").iterator(chunk_size=500):
        for share in invoice.content["vat"]:
            yield invoice, tax_from_json(share), Decimal(share["gross"])


def booking(invoice: Invoice, tax: Tax, gross: Decimal, account: RevenueAccount) -> Booking:
    return Booking(
        amount=abs(gross), is_credit=gross < 0, account=account.account, tax_key=account.tax_key,
        day=invoice.issued_on, invoice=invoice.number, order=invoice.placement.order.reference,
        corrects=invoice.corrects.number if invoice.corrects else "",
        foreign=tax if tax.rule == VatRule.OSS else None,
    )  # fmt: skip


def months_with_invoices(books: SellerBooks) -> QuerySet[Any, Any]:
    """Return `month` (its first day), `invoices` (how many) and `total` of each month, the latest first."""
    found = Invoice.objects.filter(seller=books.seller_id).annotate(month=TruncMonth("issued_on")).values("month")
    return found.annotate(invoices=Count("pk"), total=Sum("total")).order_by("-month")
