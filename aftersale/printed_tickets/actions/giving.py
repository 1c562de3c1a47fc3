"""Gives printed numbers, each once, in the transaction that marks the placement paid (docs/decisions/0053)."""

from collections.abc import Iterable, Sequence
from functools import cache

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from procrastinate.contrib.django import app

from aftersale.models import PrintedNumber
from aftersale.printed_tickets.locks import lock_numbers
from aftersale.printed_tickets.queries import next_free_numbers, waiting, waiting_pieces
from aftersale.printed_tickets.rules import PaidPiece, assigned_numbers
from checkout.locks import lock_order
from checkout.models import Placement
from shop.core.database.compiled_statements import Parameter, SqlStatement

GIVING_JOB = "aftersale.give_numbers"


@transaction.atomic(savepoint=False)
def give_numbers(*, placement: Placement) -> list[PrintedNumber]:
    """Give each piece of a paid placement's printed tickets a number. Returns the numbers that were given.

    Pieces with a number keep it. If too few are free, earlier payments come first and the rest waits. Caller must hold
    the order's lock. Locks the events' numbers.
    """
    if placement.paid_at is None:
        return []
    given: list[PrintedNumber] = []
    for (event_id,) in events_to_give_for().run(placement=placement.pk):
        lock_numbers(event_id)
        given += give_numbers_of_event(event_id, placement)
    return given


@cache
def events_to_give_for() -> SqlStatement:
    lines = waiting().filter(placement=Parameter("placement")).order_by("variant__event")
    return SqlStatement.of(lines.values_list("variant__event").distinct())


def give_numbers_of_event(event_id: int, placement: Placement) -> list[PrintedNumber]:
    if not PrintedNumber.objects.free().filter(event=event_id).exists():
        return []
    pieces = waiting_pieces(event_id, placement)
    own = set(placement.lines.values_list("pk", flat=True))
    found = assigned_numbers(pieces, next_free_numbers(event_id, pieces))
    return store_assigned([(piece, number) for piece, number in found if piece.line in own])


def store_assigned(pairs: Sequence[tuple[PaidPiece, int]]) -> list[PrintedNumber]:
    """Store each number with its piece. Caller must hold the lock of the event's numbers."""
    numbers = PrintedNumber.objects.in_bulk([number for _piece, number in pairs])
    now, given = timezone.now(), []
    for piece, number in pairs:
        one = numbers[number]
        one.line_id, one.position, one.given_at = piece.line, piece.position, now
        given.append(one)
    PrintedNumber.objects.bulk_update(given, ["line", "position", "given_at"])
    return given


def queue_giving(event_ids: Iterable[int]) -> None:
    """Queue jobs that give free numbers to waiting pieces, in the caller's transaction."""
    for event_id in sorted(set(event_ids)):
        app.configure_task(GIVING_JOB).defer(event_id=event_id)


def give_numbers_to_waiting(event_id: int | None = None) -> int:
    """Give free numbers to waiting pieces of one event or of all, oldest payment first, each placement in its own
    transaction. Returns how many.
    """
    free = PrintedNumber.objects.free().filter(event=OuterRef("variant__event"))
    lines = waiting().filter(Exists(free))
    if event_id is not None:
        lines = lines.filter(variant__event=event_id)
    waits = lines.order_by("placement__paid_at", "placement").values_list("placement", flat=True)
    # Each placement once: its lines follow each other.
    return sum(give_numbers_under_lock(Placement.objects.get(pk=key)) for key in dict.fromkeys(waits))


@transaction.atomic
def give_numbers_under_lock(placement: Placement) -> int:
    lock_order(placement.order_id)
    return len(give_numbers(placement=placement))
