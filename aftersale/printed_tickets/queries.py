"""Reads of printed numbers, each with a fixed number of SQL statements."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from django.db.models import (
    BooleanField,
    Count,
    DecimalField,
    Exists,
    ExpressionWrapper,
    F,
    IntegerField,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
)  # fmt: skip
from django.db.models.functions import Coalesce, Least, Now

from aftersale.models import PrintedNumber
from aftersale.numbers.printed import LONGEST, LOW, SHORTEST_ASKED
from catalogue.models import Event, ProductVariant, Stock
from checkout.models import Order, OrderLine, Placement, Refund, RefundLine
from shop.models import Shop

from .rules import FreeNumber, PaidPiece, number_key

OF_LINE: dict[str, Any] = {"line": OuterRef("pk")}


def lacking(lines: QuerySet[OrderLine]) -> QuerySet[OrderLine]:
    """Return lines of printed tickets with fewer numbers than pieces; `short`: how many are missing. Excludes fully
    refunded lines (`aftersale.tickets.actions.ending.fully_refunded`).
    """
    given = PrintedNumber.objects.used().filter(**OF_LINE).order_by().values("line").annotate(n=Count("pk"))
    going = RefundLine.objects.filter(**OF_LINE).exclude(refund__state=Refund.State.FAILED).order_by()
    back = going.values("line").annotate(sum=Sum("amount"))
    of_printed: QuerySet[Any] = lines.filter(ticket=True, physical=True)
    known = of_printed.annotate(
        short=F("amount") - Coalesce(Subquery(given.values("n")), 0, output_field=IntegerField()),
        back=Coalesce(Subquery(back.values("sum")), Value(Decimal(0)), output_field=DecimalField()),
    )
    found: QuerySet[OrderLine] = known.filter(
        Q(total=F("discount")) | Q(back__lt=F("total") - F("discount")), short__gt=0
    )
    return found


def waiting() -> QuerySet[OrderLine]:
    """Return paid lines that are not shipped and lack numbers."""
    counting = OrderLine.objects.counting().filter(placement__paid_at__isnull=False)
    return lacking(counting.filter(delivery__shipped_at=None))


def waiting_pieces(event_id: int, placement: Placement) -> list[PaidPiece]:
    """Return the event's pieces without a number, of this placement and of those paid before it, oldest
    payment first.
    """
    lines = waiting().filter(
        Q(placement=placement) | Q(placement__paid_at__lt=placement.paid_at), variant__event=event_id
    )
    used = Prefetch("printed_numbers", PrintedNumber.objects.used(), "in_use")
    known = lines.select_related("variant").prefetch_related(used)
    return [
        piece
        for line in known.order_by("placement__paid_at", "placement", "number")
        for piece in pieces_of(line, {one.position for one in line.in_use})
    ]


def pieces_of(line: OrderLine, numbered: set[int | None]) -> list[PaidPiece]:
    """Return the line's pieces without a number."""
    lacks = [position for position in range(1, line.amount + 1) if position not in numbered]
    return [piece_of(line, position) for position in lacks]


def piece_of(line: OrderLine, position: int) -> PaidPiece:
    return PaidPiece(line.pk, position, line.variant_id, line.variant.pricing_category_id)


def next_free_numbers(event_id: int, pieces: Sequence[PaidPiece]) -> list[FreeNumber]:
    """Return free numbers of all kinds that fit a piece, for each kind up to the number of pieces, in
    printing order.
    """
    kinds = {kind for piece in pieces for kind in piece.kinds}
    free = PrintedNumber.objects.free().filter(event=event_id)
    each = [
        free.filter(variant=variant, pricing_category=category).in_order()[: len(pieces)] for variant, category in kinds
    ]
    found = each[0].union(*each[1:], all=True) if each else []
    return [
        FreeNumber(one.pk, (one.variant_id, one.pricing_category_id))
        for one in sorted(found, key=lambda one: (one.list_id, one.place))
    ]


def numbers_of(order: Order) -> QuerySet[PrintedNumber]:
    """Return all numbers that the order's lines have or had, for staff."""
    found = PrintedNumber.objects.filter(line__placement__order=order).select_related("line__delivery")
    return found.order_by("line__placement__number", "line__number", "position", "list_id", "place")


def numbers_by_line(lines: Iterable[OrderLine]) -> dict[Any, list[PrintedNumber]]:
    """Return the used numbers of each line, in printing order."""
    found: dict[Any, list[PrintedNumber]] = {}
    keys = [line.pk for line in lines if line.ticket and line.physical]
    for one in PrintedNumber.objects.used().filter(line__in=keys).in_order() if keys else []:
        found.setdefault(one.line_id, []).append(one)
    return found


def ticket_of_number(shop: Shop, text: str) -> int | None:
    """Return the variant of a used printed number of the shop. None if several events use the number, or it is too
    short to be safe from guessing.
    """
    key = number_key(text)
    if not SHORTEST_ASKED <= len(key) <= LONGEST or not key.isprintable():
        return None
    found = PrintedNumber.objects.used().filter(key=key, line__placement__shop=shop)
    variants = list(found.values_list("line__variant", flat=True)[:2])
    return variants[0] if len(variants) == 1 else None


def events_with_numbers() -> QuerySet[Event]:
    """Return events that sell printed tickets or have numbers. `free`, `used`, `void`: counts of numbers. `waiting`:
    pieces without one. `is_low`: few numbers are free, and fewer than can still be sold.
    """
    of_event: dict[str, Any] = {"event": OuterRef("pk")}
    numbers = PrintedNumber.objects.filter(**of_event)
    printed = ProductVariant.objects.filter(physical=True, active=True, **of_event)
    short = waiting().filter(variant__event=OuterRef("pk")).order_by().values("variant__event")
    known: QuerySet[Any] = Event.objects.select_related("venue").filter(Exists(printed) | Exists(numbers))
    on_sale = Q(active=True, only_online_tickets=False, external_link="", happening_from__gt=Now())
    return (
        known.annotate(
            free=count_by_event(numbers.free()), used=count_by_event(numbers.used()),
            void=count_by_event(numbers.void()),
            waiting=or_zero(short.annotate(sum=Sum("short")).values("sum")), unsold=or_zero(unsold(printed)),
        )
        .annotate(is_on_sale=ExpressionWrapper(on_sale, output_field=BooleanField()))
        .annotate(
            is_low=ExpressionWrapper(
                Q(is_on_sale=True, free__lt=Least(F("unsold"), Value(LOW))), output_field=BooleanField()
            )
        )
    )  # fmt: skip


def unsold(variants: QuerySet[ProductVariant]) -> QuerySet[Any]:
    """Sum the pieces that can still be sold by event, at most LOW per variant; unlimited stock counts as LOW."""
    stocks = Stock.objects.filter(uses__variant=OuterRef("pk")).annotate(left=F("capacity") - F("sold"))
    least = Coalesce(Subquery(stocks.order_by("left").values("left")[:1]), Value(LOW), output_field=IntegerField())
    left = variants.annotate(left=Least(least, Value(LOW)))
    return left.order_by().values("event").annotate(sum=Sum("left")).values("sum")


def count_by_event(numbers: QuerySet[PrintedNumber]) -> Coalesce:
    return or_zero(numbers.order_by().values("event").annotate(n=Count("pk")).values("n"))


def or_zero(number: QuerySet[Any]) -> Coalesce:
    return Coalesce(Subquery(number), Value(0), output_field=IntegerField())


def numbers_to_do() -> dict[str, int]:
    """Count pieces `waiting` for a number and events that are `low`. One statement."""
    found = events_with_numbers().aggregate(pieces=Sum("waiting"), low=Count("pk", filter=Q(is_low=True)))
    return {"waiting": found["pieces"] or 0, "low": found["low"]}
