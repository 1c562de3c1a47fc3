"""The VAT of invoices by seller, kind, country and rate, as tax returns ask for it (also the One Stop Shop's)."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db import connection

from shop.models import Shop
from shop.vat.rule import Tax, VatRule

# Older invoices know the seller's own VAT only (`tax_from_json`).
SHARES = """
    SELECT invoice.seller_id, (share ->> 'rate')::numeric, COALESCE(share ->> 'rule', %(home)s),
           COALESCE(share ->> 'country', ''), COUNT(DISTINCT invoice.id),
           SUM((share ->> 'net')::numeric), SUM((share ->> 'vat')::numeric), SUM((share ->> 'gross')::numeric)
    FROM checkout_invoice AS invoice CROSS JOIN LATERAL jsonb_array_elements(invoice.content -> 'vat') AS share
    WHERE invoice.issued_on BETWEEN %(first)s AND %(last)s
      AND (%(seller)s::bigint IS NULL OR invoice.seller_id = %(seller)s)
    GROUP BY 1, 2, 3, 4
"""


@dataclass(frozen=True)
class VatSum:
    """What a seller charged with one kind of VAT, less what was credited. `invoices`: how many have a part of it."""

    seller: Shop
    tax: Tax
    invoices: int
    net: Decimal
    vat: Decimal
    gross: Decimal

    @property
    def kind(self) -> str:
        return str(VatRule(self.tax.rule).label)

    @property
    def country(self) -> str:
        """Whose VAT it is, or where the goods went without any."""
        return self.tax.country or self.seller.seller_country


def vat_sums(first: date, last: date, seller: Shop | None = None) -> list[VatSum]:
    """Return the sums of all invoices issued from the first to the last day: by seller, the seller's own country first,
    the highest rate first.
    """
    with connection.cursor() as cursor:
        asked = {"first": first, "last": last, "seller": seller.pk if seller else None, "home": VatRule.HOME.value}
        cursor.execute(SHARES, asked)
        rows = cursor.fetchall()
    sellers = Shop.objects.in_bulk({row[0] for row in rows})
    found = [VatSum(sellers[key], Tax(rate, rule, country), *sums) for key, rate, rule, country, *sums in rows]
    rules = [one.value for one in VatRule]
    return sorted(found, key=lambda one: (one.seller.name, rules.index(one.tax.rule), one.tax.country, -one.tax.rate))
