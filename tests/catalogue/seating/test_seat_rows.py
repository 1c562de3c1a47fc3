"""The shift-by-one rule, for every row there can be (purchase §4 "Cart rules")."""

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from catalogue.seat_plans.rows import free_stretches, neighbours, places_without_single_seats
from tests.proofs import proves
from tests.sampling import how_many


def singles(free: list[bool]) -> int:
    return sum(end - start == 1 for start, end in free_stretches(free))


def without(free: tuple[bool, ...], places: list[int]) -> list[bool]:
    return [is_free and place not in places for place, is_free in enumerate(free)]


def rows(longest: int) -> Iterator[tuple[bool, ...]]:
    for length in range(1, longest + 1):
        yield from product((True, False), repeat=length)


@proves(
    "purchase §4",
    "picks move by one seat where a single one would be left over; every row of up to 14 seats; the move is told",
)
def test_no_avoidable_single_seat_in_any_row_of_up_to_14_seats() -> None:
    """Every way to be taken, every group of up to six, everywhere. A single seat stays only where all but one go."""
    cases = moved = unavoidable = 0
    for free in rows(how_many(14, 11)):
        for start, end in free_stretches(free):
            for size in range(1, min(6, end - start) + 1):
                for first in range(start, end - size + 1):
                    cases += 1
                    wanted = list(range(first, first + size))
                    given = places_without_single_seats(free, wanted)
                    assert given == list(range(given[0], given[0] + size))
                    assert abs(given[0] - first) <= 1
                    assert all(free[place] for place in given)
                    moved += given != wanted
                    if end - start == size + 1:
                        unavoidable += 1
                        assert given == wanted
                    else:
                        before = singles(list(free)) - (end - start == 1)
                        assert singles(without(free, given)) == before, (free, wanted, given)
    assert (cases, moved, unavoidable) == how_many((390_150, 65_088, 105_600), (36_678, 5_868, 10_176))


def test_nobody_moves_without_need() -> None:
    for free in rows(9):
        for start, end in free_stretches(free):
            for size in range(1, end - start + 1):
                for first in range(start, end - size + 1):
                    wanted = list(range(first, first + size))
                    gaps = (first - start, end - first - size)
                    if 1 not in gaps:
                        assert places_without_single_seats(free, wanted) == wanted


def best_by_trying(free: tuple[bool, ...], wanted: list[int]) -> int:
    """The fewest single seats that moves of whole groups by at most one can leave."""
    groups = neighbours(wanted)
    found = []
    for moves in product((0, -1, 1), repeat=len(groups)):
        given = [first + move + step for (first, size), move in zip(groups, moves, strict=True) for step in range(size)]
        if (
            len(set(given)) == len(given)
            and sorted(given) == given
            and all(0 <= place < len(free) and free[place] for place in given)
        ):
            found.append(singles(without(free, given)))
    return min(found)


def test_several_groups_in_one_row_are_judged_together() -> None:
    for free in rows(8):
        places = [place for place, is_free in enumerate(free) if is_free]
        for size in range(1, len(places) + 1):
            for wanted in combinations(places, size):
                given = places_without_single_seats(free, list(wanted))
                assert len(given) == len(wanted) and set(given) <= set(places)
                assert all(abs(one - other) <= 1 for one, other in zip(wanted, given, strict=True))
                assert singles(without(free, given)) == best_by_trying(free, list(wanted)), (free, wanted, given)


def row(text: str) -> list[bool]:
    return [sign != "x" for sign in text]


@pytest.mark.parametrize(
    ("seats", "wanted", "given"),
    [
        ("..........", [1, 2], [0, 1]),  # the first seat would be left
        ("..........", [7, 8], [8, 9]),
        ("..........", [3, 4], [3, 4]),
        ("...", [0, 1], [0, 1]),  # all but one: it cannot be helped
        ("x...x", [1, 2], [1, 2]),
        ("x....x", [2, 3], [1, 2]),
        ("..........", [2, 4], [2, 3]),  # one between a party's own
        ("..........", [1, 2, 4, 5], [0, 1, 4, 5]),
    ],
)
def test_examples(seats: str, wanted: list[int], given: list[int]) -> None:
    assert places_without_single_seats(row(seats), wanted) == given


def test_only_seats_of_the_same_price_stand_in_for_each_other() -> None:
    assert places_without_single_seats(row("......"), [1, 2], alike="aaabbb") == [0, 1]
    assert places_without_single_seats(row("......"), [1, 2], alike="abbccc") == [1, 2]
    assert places_without_single_seats(row("......"), [3, 4], alike="abbccc") == [4, 5]


def test_seats_that_stay_empty_anyway_are_no_single_ones() -> None:
    assert places_without_single_seats(row(".........."), [1, 2], distance=1) == [1, 2]
    assert places_without_single_seats(row(".........."), [2, 3], distance=1) == [1, 2]
