"""250 seats under 32 hands through real HTTP, and the canary: without locks and key the check fails (design §4)."""

from collections import Counter
from random import Random
from threading import Barrier
from typing import Any

import pytest

from catalogue.models import SeatClaim, SeatRow
from tests.factories import first_variant, make_event, make_seat_map, make_shop
from tests.proofs import proves
from tests.races.buyers import Buyer, Outcome, together
from tests.races.canary import fails_on
from tests.races.ground import Ground
from tests.stage import on

SHOPPERS = 32
ROWS, SEATS = 5, 50
GROUP = 4
# Rows that everybody wants: 32 groups of four, where there is room for 24. All of the hall has room for all of them,
# however the first ones are scattered.
WANTED_ROWS = 2


def buy_a_group(barrier: Barrier, argument: tuple[Ground, str, int, list[list[str]]], number: int) -> Outcome:
    """Ask for four seats side by side; if they are taken, for those offered instead, then for the best.

    Some change their mind, give them back and take the best. Every other one buys the group and holds the next four
    best as another guest.
    """
    ground, slug, variant, rows = argument
    draw = Random(number)
    start = draw.randrange(SEATS - GROUP + 1)
    group = rows[draw.randrange(WANTED_ROWS)][start : start + GROUP]
    buyer = Buyer(ground.url, slug=slug)
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
            buyer.place(buyer.prepare())
    other = Buyer(ground.url, slug=slug)
    other.outcome = buyer.outcome
    if number % 2 == 0 and other.take(variant, GROUP):
        other.outcome.groups.append([item["seatId"] for item in other.items])
    return buyer.outcome


def sell(ground: Ground) -> None:
    """Everybody has a whole group of seats that nobody else has; refusals are the seats' own; all invariants hold."""
    with on(ground.database):
        shop = make_shop(transfer_share=100)
        event = make_event(shop, cart_limit=9, transfer_when_scarce=True)
        seat_map = make_seat_map(event, rows=ROWS, seats=SEATS)
        from_the_front = SeatRow.objects.filter(section__seat_map=seat_map).order_by("order")
        rows = [[str(seat.pk) for seat in row.seats.order_by("place")] for row in from_the_front]
        ticket = first_variant(event).pk
    outcomes = together(buy_a_group, (ground, shop.slug, ticket, rows), SHOPPERS)
    assert [outcome.bad_statuses for outcome in outcomes if outcome.bad_statuses] == []
    codes = Counter(code for outcome in outcomes for code in outcome.codes)
    assert set(codes) == {"SEATS_NOT_AVAILABLE"}, codes
    groups = [group for outcome in outcomes for group in outcome.groups]
    assert {len(set(group)) for group in groups} == {GROUP}
    taken: list[Any] = [seat for group in groups for seat in group]
    assert len(set(taken)) == len(taken)
    bought = [outcome.groups[0] for outcome in outcomes if outcome.placed is not None]
    assert (len(groups), len(bought)) == (SHOPPERS + SHOPPERS // 2, SHOPPERS // 2)
    with on(ground.database):
        claims = SeatClaim.objects.filter(session=None, seat__row__section__seat_map=seat_map)
        sold = [str(seat) for seat in claims.values_list("seat_id", flat=True)]
    assert sorted(seat for group in bought for seat in group) == sorted(sold)
    ground.check()


@proves("design §4", "32 shoppers at once get whole groups and each seat once; canary without locks and key")
def test_32_shoppers_at_once_get_whole_groups_and_each_seat_once(ground: Ground) -> None:
    sell(ground)


@pytest.mark.whole
def test_canary_without_locks_and_key_seats_are_sold_twice(ground_without_locks: Ground) -> None:
    fails_on(ground_without_locks, sell)
