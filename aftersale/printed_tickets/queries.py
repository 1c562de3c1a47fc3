"""Reads of printed numbers; a fixed number of SQL statements each."""

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
    """Those of printed tickets that have fewer numbers than pieces, with how many they are `short`. What is paid back
    whole needs none (`aftersale.tickets.actions.ending.is_fully_refunded`).
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
    """Lines that are paid, have not left and lack numbers."""
    counting = OrderLine.objects.counting().filter(placement__paid_at__isnull=False)
    return lacking(counting.filter(delivery__shipped_at=None))


def waiting_pieces(event_id: int, placement: Placement) -> list[PaidPiece]:
    """An event's pieces without a number that were paid before this placement, and its own; as they were paid."""
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
    """Those without a number."""
    lacks = [position for position in range(1, line.amount + 1) if position not in numbered]
    return [piece_of(line, position) for position in lacks]


def piece_of(line: OrderLine, position: int) -> PaidPiece:
    return PaidPiece(line.pk, position, line.variant_id, line.variant.pricing_category_id)


def next_free_numbers(event_id: int, pieces: Sequence[PaidPiece]) -> list[FreeNumber]:
    """As many of each kind that fits any of the pieces as there are pieces, as they are printed."""
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
    """All that its lines have or had, for staff."""
    found = PrintedNumber.objects.filter(line__placement__order=order).select_related("line__delivery")
    return found.order_by("line__placement__number", "line__number", "position", "list_id", "place")


def numbers_by_line(lines: Iterable[OrderLine]) -> dict[Any, list[PrintedNumber]]:
    """Of these lines those in use, as they are printed."""
    found: dict[Any, list[PrintedNumber]] = {}
    keys = [line.pk for line in lines if line.ticket and line.physical]
    for one in PrintedNumber.objects.used().filter(line__in=keys).in_order() if keys else []:
        found.setdefault(one.line_id, []).append(one)
    return found


def ticket_of_number(shop: Shop, text: str) -> int | None:
    """The variant that a printed number of the shop was given for; None where it could be several events', or is so
    short that it is easily guessed.
    """
    key = number_key(text)
    if not SHORTEST_ASKED <= len(key) <= LONGEST or not key.isprintable():
        return None
    found = PrintedNumber.objects.used().filter(key=key, line__placement__shop=shop)
    variants = list(found.values_list("line__variant", flat=True)[:2])
    return variants[0] if len(variants) == 1 else None


def events_with_numbers() -> QuerySet[Event]:
    """Those that sell printed tickets or have numbers, with how many are `free`, `used` and `void`, how many pieces
    are `waiting`, and whether it `is_low`: few are free, and fewer than it may still sell.
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
    """Of an event, as far as it matters: what has no limit counts as many."""
    stocks = Stock.objects.filter(uses__variant=OuterRef("pk")).annotate(left=F("capacity") - F("sold"))
    least = Coalesce(Subquery(stocks.order_by("left").values("left")[:1]), Value(LOW), output_field=IntegerField())
    left = variants.annotate(left=Least(least, Value(LOW)))
    return left.order_by().values("event").annotate(sum=Sum("left")).values("sum")


def count_by_event(numbers: QuerySet[PrintedNumber]) -> Coalesce:
    return or_zero(numbers.order_by().values("event").annotate(n=Count("pk")).values("n"))


def or_zero(number: QuerySet[Any]) -> Coalesce:
    return Coalesce(Subquery(number), Value(0), output_field=IntegerField())


def numbers_to_do() -> dict[str, int]:
    """How many pieces are `waiting` for a number, and how many events are `low`; one statement."""
    found = events_with_numbers().aggregate(pieces=Sum("waiting"), low=Count("pk", filter=Q(is_low=True)))
    return {"waiting": found["pieces"] or 0, "low": found["low"]}
