"""500 seats under 64 hands through real HTTP, and the canary: without locks and key the check fails (design §4)."""

from collections import Counter
from random import Random
from threading import Barrier
from typing import Any

from catalogue.models import SeatClaim, SeatRow
from tests.factories import first_variant, make_event, make_seat_map, make_shop
from tests.proofs import proves
from tests.races.buyers import Buyer, Outcome, together
from tests.races.canary import fails_without_locks
from tests.races.test_races import shop_on
from tests.servers import Databases
from tests.stage import check_invariants, on

SHOPPERS = 64
ROWS, SEATS = 10, 50
GROUP = 4
# Rows that everybody wants: 64 groups of four, where there is room for 50. All of the hall has room for all of them,
# however the first ones are scattered.
WANTED_ROWS = 4


def buy_a_group(barrier: Barrier, argument: tuple[str, int, list[list[str]]], number: int) -> Outcome:
    """Ask for four seats side by side; if they are taken, for those offered instead, then for the best.

    Some change their mind, give them back and take the best. Every other one buys the group and holds the next four
    best as another guest.
    """
    url, variant, rows = argument
    draw = Random(number)
    start = draw.randrange(SEATS - GROUP + 1)
    group = rows[draw.randrange(WANTED_ROWS)][start : start + GROUP]
    buyer = Buyer(url, number)
    barrier.wait(timeout=120)
    got = buyer.take(variant, GROUP, group)
    if not got and buyer.refusal.get("alternatives"):
        instead = dict(zip(buyer.refusal["seatIds"], buyer.refusal["alternatives"], strict=True))
        got = buyer.take(variant, GROUP, [instead.get(seat, seat) for seat in group])
    if got and number % 4 == 1:
        buyer.remove_all()
        got = False
    if got or buyer.take(variant, GROUP):
        buyer.outcome.groups.append([item["seatId"] for item in buyer.items])
        if number % 2 == 0:
            buyer.place(buyer.prepare(), key=f"shopper-{number}")
    other = Buyer(url, number)
    other.outcome = buyer.outcome
    if number % 2 == 0 and other.take(variant, GROUP):
        other.outcome.groups.append([item["seatId"] for item in other.items])
    return buyer.outcome


def hall(database: str) -> tuple[int, list[list[str]]]:
    """Its ticket, and the seats of its rows from the front."""
    with on(database):
        event = make_event(make_shop("merchstand"), cart_limit=9)
        make_seat_map(event, rows=ROWS, seats=SEATS)
        rows = [[str(seat.pk) for seat in row.seats.order_by("place")] for row in SeatRow.objects.order_by("order")]
        return first_variant(event).pk, rows


def sell(database: str, **env: str) -> tuple[list[Outcome], list[str]]:
    variant, rows = hall(database)
    with shop_on(database, **env) as url:
        outcomes = together(buy_a_group, (url, variant, rows), SHOPPERS)
    with on(database):
        return outcomes, [
            str(seat) for seat in SeatClaim.objects.filter(session=None).values_list("seat_id", flat=True)
        ]


def check(database: str, outcomes: list[Outcome], sold: list[str]) -> None:
    """Everybody has a whole group of seats that nobody else has; refusals are the seats' own; all invariants hold."""
    assert [outcome.bad_statuses for outcome in outcomes if outcome.bad_statuses] == []
    codes = Counter(code for outcome in outcomes for code in outcome.codes)
    assert set(codes) == {"SEATS_NOT_AVAILABLE"}, codes
    groups = [group for outcome in outcomes for group in outcome.groups]
    assert {len(set(group)) for group in groups} == {GROUP}
    taken: list[Any] = [seat for group in groups for seat in group]
    assert len(set(taken)) == len(taken)
    bought = [outcome.groups[0] for outcome in outcomes if outcome.placed is not None]
    assert (len(groups), len(bought)) == (SHOPPERS + SHOPPERS // 2, SHOPPERS // 2)
    assert sorted(seat for group in bought for seat in group) == sorted(sold)
    check_invariants(database)


@proves("design §4", "64 shoppers at once get whole groups and each seat once; canary without locks and key")
def test_64_shoppers_at_once_get_whole_groups_and_each_seat_once(fresh_database: str) -> None:
    check(fresh_database, *sell(fresh_database))


def test_canary_without_locks_and_key_seats_are_sold_twice(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, lambda database, **env: check(database, *sell(database, **env)))
