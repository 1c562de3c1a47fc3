"""Sales figures of a period, by day, product and so on: computed from paid placements and the ledger, never stored.

A placement counts as sold on the day on which it became paid (`Placement.paid_at`), with all its lines, its discount
and its shipping. Nothing counts of placements that wait for money or were cancelled. An order to which others were
added counts once. An exchange sells its new pieces, and counts as no order.

A refund counts on the day on which the ledger booked it, with its parts for lines and shipping. Of a line that ended,
what is no longer charged and neither refunded nor about to be (after an exchange; a culture pass paid) counts on the
day on which it ended. What ended before its placement was paid was never sold.

Over all time, sales less refunds are what paid placements owe (`order_state.with_owed`), plus refunds of ended lines
that have not gone yet. The ledger has other money as well: parts of open orders, overpayments, disputes, refunds
without a line. `moved` returns what it booked in all.

VAT is that of the placement, spread over its lines by their value, to the cent. Amounts are euros.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.db import connection
from django.db.models import Sum, TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from checkout.models import LedgerEntry
from checkout.orders.order_state import SIGNED
from shop.core.values.money import NOTHING
from shop.models import Shop

from .periods import SalesPeriod


class Grouping(TextChoices):
    DAY = "day", _("day")
    MONTH = "month", _("month")
    ITEM = "item", _("product or event")
    VARIANT = "variant", _("variant")
    SHOP = "shop", _("shop")
    METHOD = "method", _("payment method")
    COUNTRY = "country", _("country")

    @property
    def is_of_time(self) -> bool:
        return self in (Grouping.DAY, Grouping.MONTH)


@dataclass(frozen=True)
class Figures:
    """`pieces` are those sold, also if refunded since. `back`: refunds in the period, whatever day the sale was."""

    orders: int = 0
    pieces: int = 0
    gross: Decimal = NOTHING
    vat: Decimal = NOTHING
    back: Decimal = NOTHING

    @property
    def net(self) -> Decimal:
        return self.gross - self.vat

    @property
    def left(self) -> Decimal:
        return self.gross - self.back

    @property
    def is_empty(self) -> bool:
        return not (self.orders or self.pieces or self.gross or self.back)


# `touched`: only they have rows in the period, so that one day reads no orders of other years.
# `charged`: of a line that ended before it was paid, what was retained. Its `gross` is that of its share of the VAT.
FIGURES = """
    WITH touched AS (
        SELECT id FROM checkout_placement WHERE paid_at >= %(start)s AND paid_at < %(end)s
        UNION
        SELECT placement_id FROM checkout_orderline WHERE invalidated_at >= %(start)s AND invalidated_at < %(end)s
        UNION
        SELECT line.placement_id
        FROM checkout_ledgerentry AS entry
        JOIN checkout_refundline AS part ON part.refund_id = entry.refund_id
        JOIN checkout_orderline AS line ON line.id = part.line_id
        WHERE entry.kind = 'refund' AND entry.created_at >= %(start)s AND entry.created_at < %(end)s
        UNION
        SELECT part.placement_id
        FROM checkout_ledgerentry AS entry
        JOIN checkout_refundshipping AS part ON part.refund_id = entry.refund_id
        WHERE entry.kind = 'refund' AND entry.created_at >= %(start)s AND entry.created_at < %(end)s
    ),
    placed AS (
        SELECT placement.id, placement.order_id, placement.paid_at, step.kind = 'exchange' AS is_exchange,
               orders.shop_id, orders.country_code
        FROM touched
        JOIN checkout_placement AS placement ON placement.id = touched.id
        JOIN checkout_order AS orders ON orders.id = placement.order_id
        LEFT JOIN checkout_orderstep AS step ON step.id = placement.step_id
        WHERE placement.paid_at IS NOT NULL AND (%(shop)s::bigint IS NULL OR orders.shop_id = %(shop)s)
    ),
    sold AS (SELECT * FROM placed WHERE paid_at >= %(start)s AND paid_at < %(end)s),
    parts AS (
        SELECT sold.id AS placement_id, line.variant_id, line.number, line.vat_rate AS rate, line.vat_rule AS rule,
               line.vat_country AS country, line.total - line.discount AS gross,
               CASE WHEN line.invalidated_at <= sold.paid_at THEN line.retained END AS kept,
               CASE WHEN line.invalidated_at <= sold.paid_at THEN 0 ELSE line.amount END AS pieces
        FROM sold JOIN checkout_orderline AS line ON line.placement_id = sold.id
        UNION ALL
        SELECT share.placement_id, NULL, NULL, share.rate, share.rule, share.country,
               share.gross - COALESCE(SUM(line.total - line.discount), 0), NULL, 0
        FROM sold
        JOIN checkout_placementvat AS share ON share.placement_id = sold.id
        LEFT JOIN checkout_orderline AS line
            ON line.placement_id = share.placement_id AND line.vat_rate = share.rate AND line.vat_rule = share.rule
           AND line.vat_country = share.country
        GROUP BY share.id
        HAVING share.gross <> COALESCE(SUM(line.total - line.discount), 0)
    ),
    reached AS (
        SELECT *, SUM(gross) OVER (
            PARTITION BY placement_id, rate, rule, country ORDER BY number NULLS LAST
        ) AS until
        FROM parts
    ),
    taxed AS (
        SELECT reached.*,
               CASE WHEN kept IS NOT NULL THEN ROUND(kept * reached.rate / (100 + reached.rate), 2)
                    WHEN share.gross > 0 THEN ROUND(share.vat * until / share.gross, 2)
                                            - ROUND(share.vat * (until - reached.gross) / share.gross, 2)
                    ELSE 0 END AS vat
        FROM reached
        LEFT JOIN checkout_placementvat AS share
            ON share.placement_id = reached.placement_id AND share.rate = reached.rate AND share.rule = reached.rule
           AND share.country = reached.country
    ),
    returned AS (
        SELECT line.placement_id, line.variant_id, entry.created_at AS at, part.amount
        FROM checkout_ledgerentry AS entry
        JOIN checkout_refundline AS part ON part.refund_id = entry.refund_id
        JOIN checkout_orderline AS line ON line.id = part.line_id
        JOIN placed ON placed.id = line.placement_id
        WHERE entry.kind = 'refund' AND (line.invalidated_at IS NULL OR line.invalidated_at > placed.paid_at)
        UNION ALL
        SELECT part.placement_id, NULL, entry.created_at, part.amount
        FROM checkout_ledgerentry AS entry
        JOIN checkout_refundshipping AS part ON part.refund_id = entry.refund_id
        JOIN placed ON placed.id = part.placement_id
        WHERE entry.kind = 'refund'
        UNION ALL
        SELECT line.placement_id, line.variant_id, line.invalidated_at,
               line.total - line.discount - line.retained - COALESCE((
                   SELECT SUM(part.amount) FROM checkout_refundline AS part
                   JOIN checkout_refund AS refund ON refund.id = part.refund_id
                   WHERE part.line_id = line.id AND (refund.state = 'done' OR NOT refund.is_moot)
               ), 0)
        FROM checkout_orderline AS line
        JOIN placed ON placed.id = line.placement_id AND line.invalidated_at > placed.paid_at
    ),
    moves AS (
        SELECT sold.*, sold.paid_at AS at, taxed.variant_id, taxed.pieces, COALESCE(taxed.kept, taxed.gross) AS charged,
               taxed.vat, 0.00 AS back
        FROM sold JOIN taxed ON taxed.placement_id = sold.id
        UNION ALL
        SELECT placed.*, GREATEST(returned.at, placed.paid_at), returned.variant_id, 0, 0.00, 0.00, returned.amount
        FROM placed JOIN returned ON returned.placement_id = placed.id
        WHERE GREATEST(returned.at, placed.paid_at) >= %(start)s AND GREATEST(returned.at, placed.paid_at) < %(end)s
          AND returned.amount <> 0
    ),
    methods AS (
        SELECT moved.id, COALESCE(
            string_agg(DISTINCT payment.method, ' ' ORDER BY payment.method)
                FILTER (WHERE payment.placement_id = moved.id OR payment.placement_id IS NULL),
            string_agg(DISTINCT payment.method, ' ' ORDER BY payment.method)
        ) AS method
        FROM (SELECT DISTINCT id, order_id, paid_at FROM moves) AS moved
        JOIN checkout_payment AS payment ON payment.order_id = moved.order_id
        JOIN checkout_ledgerentry AS entry ON entry.payment_id = payment.id
        WHERE %(by)s = 'method' AND entry.kind = 'capture' AND entry.created_at <= moved.paid_at
        GROUP BY moved.id
    ),
    keyed AS (
        SELECT moves.*, COALESCE(CASE %(by)s
            WHEN 'day' THEN to_char(moves.at AT TIME ZONE %(zone)s, 'YYYY-MM-DD')
            WHEN 'month' THEN to_char(moves.at AT TIME ZONE %(zone)s, 'YYYY-MM')
            WHEN 'item' THEN COALESCE('product ' || variant.product_id, 'event ' || variant.event_id)
            WHEN 'variant' THEN variant.id::text
            WHEN 'shop' THEN moves.shop_id::text
            WHEN 'country' THEN moves.country_code
            WHEN 'method' THEN methods.method
            END, '') AS key
        FROM moves
        LEFT JOIN catalogue_productvariant AS variant ON variant.id = moves.variant_id
        LEFT JOIN methods ON methods.id = moves.id
    )
    SELECT GROUPING(key) = 1, key,
           COUNT(DISTINCT order_id) FILTER (WHERE back = 0 AND is_exchange IS NOT TRUE),
           COALESCE(SUM(pieces), 0), COALESCE(SUM(charged), 0.00), COALESCE(SUM(vat), 0.00), COALESCE(SUM(back), 0.00)
    FROM keyed GROUP BY GROUPING SETS ((key), ())
"""


@dataclass(frozen=True)
class Sales:
    """Figures by key (`checkout.sales.labels` names it), and in all."""

    by_key: Mapping[str, Figures]
    total: Figures


def sales_of(period: SalesPeriod, *, shop: Shop | None, by: Grouping) -> Sales:
    """Return the figures of orders of one shop, or of all. One statement."""
    rows = list(_read(period, shop, by))
    by_key = {key: figures for is_total, key, figures in rows if not is_total}
    return Sales(by_key, next(figures for is_total, _key, figures in rows if is_total))


def total_of(period: SalesPeriod, *, shop: Shop | None) -> Figures:
    """Return the figures in all, by the grouping that costs least. One statement."""
    return sales_of(period, shop=shop, by=Grouping.SHOP).total


def moved(period: SalesPeriod, *, shop: Shop | None) -> Decimal:
    """Return what the ledger booked in the period: received less gone, also what is no sale."""
    entries = LedgerEntry.objects.filter(created_at__gte=period.starts_at, created_at__lt=period.ends_before)
    if shop:
        entries = entries.filter(payment__order__shop=shop)
    return Decimal(entries.aggregate(sum=Sum(SIGNED, default=NOTHING))["sum"])


def _read(period: SalesPeriod, shop: Shop | None, by: Grouping) -> Iterator[tuple[bool, str, Figures]]:
    wanted = {
        "start": period.starts_at,
        "end": period.ends_before,
        "shop": shop.pk if shop else None,
        "by": by.value,
        "zone": timezone.get_current_timezone_name(),
    }
    with connection.cursor() as cursor:
        cursor.execute(FIGURES, wanted)
        for is_total, key, orders, pieces, gross, vat, back in cursor.fetchall():
            yield is_total, key or "", Figures(orders, int(pieces), gross, vat, back)
