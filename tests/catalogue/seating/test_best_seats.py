"""The best seats that are free, and others in the place of taken ones: pure over arrays (purchase §7)."""

import time
from array import array
from random import Random

import pytest

from catalogue.seat_plans.best import (
    COMPANION,
    PLAIN,
    WHEELCHAIR,
    GroupRequest,
    Hall,
    best_seats,
    free_mask,
    replacement_places,
)
from tests.proofs import proves


def hall(
    rows: int = 4, seats: int = 10, *, category: int = 1, wide: int = 1, kinds: dict[int, int] | None = None
) -> Hall:
    """Straight rows 10 apart, seats 10 apart, the focus above the middle; each block of `wide` rows is a section."""
    count = rows * seats
    return Hall(
        ids=array("q", range(1000, 1000 + count)),
        x=array("d", [10.0 * (place % seats) for place in range(count)]),
        y=array("d", [10.0 * (place // seats + 1) for place in range(count)]),
        categories=array("q", [category] * count),
        sections=array("q", [place // seats // wide for place in range(count)]),
        kinds=bytes((kinds or {}).get(place, PLAIN) for place in range(count)),
        runs=tuple((row * seats, (row + 1) * seats) for row in range(rows)),
        focus=(5.0 * (seats - 1), 0.0),
    )


def found(room: Hall, taken: set[int], wish: GroupRequest, *, distance: int = 0, nth: int = 0) -> list[int] | None:
    free = free_mask(room, (place for place in range(len(room.kinds)) if place not in taken))
    best = best_seats(room, free, wish, distance=distance, nth=nth)
    return best.places if best else None


@proves(
    "purchase §7",
    "the best seats: in front in the middle, side by side, no single one left; by price, section and "
    "accessibility; 80 000 seats in milliseconds",
)
def test_in_front_and_in_the_middle() -> None:
    assert found(hall(), set(), GroupRequest(2, 1)) == [4, 5]
    assert found(hall(), {4, 5}, GroupRequest(2, 1)) == [14, 15]
    assert found(hall(), set(), GroupRequest(2, 1, section=2)) == [24, 25]
    assert found(hall(), set(), GroupRequest(2, 7)) is None


def test_no_single_seat_is_left_where_another_place_in_the_row_leaves_none() -> None:
    row = hall(rows=1, seats=8)
    assert found(row, {3}, GroupRequest(2, 1)) == [4, 5], "4, 5 leave two; 5, 6 would leave one on each side"
    assert found(row, {0, 7}, GroupRequest(4, 1)) in ([1, 2, 3, 4], [3, 4, 5, 6])


def test_all_but_one_of_a_stretch_is_worse_than_a_row_a_little_further_back() -> None:
    room = hall(rows=2, seats=10)
    assert found(room, {0, 1, 2, 6, 7, 8, 9}, GroupRequest(2, 1)) in ([3, 4], [4, 5])
    for place in range(20):
        room.y[place] += 100
    del room.__dict__["boxes"], room.__dict__["from_focus"]
    assert found(room, {0, 1, 2, 6, 7, 8, 9}, GroupRequest(2, 1)) == [14, 15]


def test_apart_in_few_groups_near_each_other() -> None:
    room = hall(rows=3, seats=3)
    assert found(room, set(), GroupRequest(4, 1)) is None
    places = found(room, set(), GroupRequest(5, 1, adjacent=False))
    assert places is not None and len(places) == 5
    assert sorted(len([place for place in places if place // 3 == row]) for row in range(3)) == [0, 2, 3]
    assert found(room, set(range(5)), GroupRequest(5, 1, adjacent=False)) is None


def test_wheelchair_seats_only_for_those_who_ask() -> None:
    room = hall(rows=2, kinds={4: WHEELCHAIR, 5: COMPANION, 19: WHEELCHAIR})
    assert found(room, set(), GroupRequest(2, 1)) == [14, 15]
    assert found(room, set(), GroupRequest(2, 1, accessible=True)) == [4, 5]
    assert found(room, {4}, GroupRequest(2, 1, accessible=True)) == [5, 19]
    assert found(room, {4, 19}, GroupRequest(1, 1, accessible=True)) is None


def test_a_category_is_never_mixed() -> None:
    room = hall(rows=1, seats=6)
    for place in (3, 4, 5):
        room.categories[place] = 2
    assert found(room, set(), GroupRequest(4, 1)) is None
    assert found(room, set(), GroupRequest(3, 2)) == [3, 4, 5]


def test_seats_that_stay_empty_anyway_count_as_none() -> None:
    row = hall(rows=1, seats=8)
    assert found(row, set(), GroupRequest(6, 1)) in ([0, 1, 2, 3, 4, 5], [2, 3, 4, 5, 6, 7])
    assert found(row, set(), GroupRequest(6, 1), distance=1) == [1, 2, 3, 4, 5, 6]


def test_who_lost_a_race_finds_the_next_best_rows() -> None:
    assert [found(hall(), set(), GroupRequest(2, 1), nth=nth) for nth in (0, 1, 2, 3, 9)] == [
        [4, 5],
        [14, 15],
        [24, 25],
        [34, 35],
        [34, 35],
    ]


@proves("purchase §8", "taken seats are named with the nearest of the same price in their place, side by side")
@pytest.mark.parametrize(
    ("missing", "taken", "instead"),
    [
        ([4], {4}, [2]),  # 2 and 3 beside each other
        ([3, 4], {3, 4, 2, 5}, [13, 14]),  # the whole group in the next row
        ([3], {3, 5, 15}, [13]),  # 4 stands alone: the nearest to it
    ],
)
def test_instead_of_a_taken_seat_the_nearest_beside_the_others(
    missing: list[int], taken: set[int], instead: list[int]
) -> None:
    room = hall(rows=2)
    free = free_mask(room, (place for place in range(20) if place not in taken))
    assert replacement_places(room, free, [3, 4], missing, None, distance=0, together=True) == instead


def test_80_000_seats_take_milliseconds() -> None:
    """Whether nothing is taken, or nearly everything at random."""
    room = hall(rows=1600, seats=50, wide=40)
    draw = Random(4)
    for share in (0.0, 0.5, 0.97):
        free = free_mask(room, (place for place in range(80_000) if draw.random() >= share))
        best_seats(room, free, GroupRequest(4, 1))  # reads the hall once
        began = time.process_time()
        for _time in range(5):
            best_seats(room, free, GroupRequest(4, 1))
        assert (time.process_time() - began) / 5 < 0.05, share
