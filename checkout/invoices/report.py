"""Check that each given invoice number has its invoice, and list what waits for one."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db import connection

from checkout.models import InvoiceCounter, OrderLine, Placement
from shop.models import Shop

MISSING = """
    SELECT counter.seller_id, given
    FROM checkout_invoicecounter AS counter
    CROSS JOIN LATERAL generate_series(1, counter.last) AS given
    WHERE NOT EXISTS (SELECT 1 FROM checkout_invoice AS invoice
                      WHERE invoice.seller_id = counter.seller_id AND invoice.sequence = given)
    ORDER BY 1, 2 LIMIT 1000
"""


@dataclass
class InvoiceNumbers:
    """A seller's invoice numbers: the last one given, and those without an invoice. There must be none."""

    seller: Shop
    last: int
    missing: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class IncompleteSeller:
    """A seller whose invoices wait for data, and the missing fields."""

    seller: Shop
    fields: list[str]


def numbers_of_sellers() -> list[InvoiceNumbers]:
    counters = InvoiceCounter.objects.select_related("seller").order_by("seller__name")
    found = {one.seller_id: InvoiceNumbers(one.seller, one.last) for one in counters}
    with connection.cursor() as cursor:
        cursor.execute(MISSING)
        for seller_id, number in cursor.fetchall():
            found[seller_id].missing.append(number)
    return list(found.values())


def incomplete_sellers(placements: Iterable[Placement]) -> list[IncompleteSeller]:
    sellers = OrderLine.objects.filter(placement__in=list(placements)).values("seller")
    found = (
        IncompleteSeller(shop, shop.missing_on_invoices)
        for shop in Shop.objects.filter(pk__in=sellers).order_by("name")
    )
    return [one for one in found if one.fields]
