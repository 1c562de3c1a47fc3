"""Which seats are proposed in halls of five kinds, empty and partly sold (purchase §7)."""

import json
from array import array
from collections.abc import Iterable
from math import cos, pi, sin
from typing import Any

import pytest

from catalogue.models import SeatMap
from catalogue.seat_plans.best import PLAIN, GroupRequest, Hall, best_seats, free_mask
from catalogue.seat_plans.generator import Fan
from catalogue.seat_plans.plan import Plan
from catalogue.seat_plans.reading import read_plan
from catalogue.seating.free_seats import KINDS, focus_of
from demo.halls import arena, theatre
from tests.proofs import proves

STAGE = {"shape": "text", "x": 0, "y": -40, "text": {"de": "BÜHNE", "en": "STAGE"}, "size": 20}


def plan(categories: Iterable[str], sections: list[dict[str, Any]], graphics: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "name": "Saal", "categories": [{"name": one} for one in categories], "sections": sections,
        "graphics": graphics,
    }  # fmt: skip


def horseshoe() -> dict[str, Any]:
    """A stadium with the stage at its open end: blocks 1 and 9 are beside the stage, block 5 is in front of it."""
    stands = Fan((0, 60), 300, -30, 210, blocks=9, rows=10)
    return plan(["A"], list(stands.sections([str(one) for one in range(1, 10)], ["A"] * 9)), [STAGE])


def tables() -> dict[str, Any]:
    """A club: three lines of five tables with four chairs each, the table of one letter and number a row."""
    rows = [
        {
            "name": f"{line}{number}",
            "seats": [
                {
                    "number": str(chair + 1),
                    "x": 80 * (number - 3) + 12 * cos(chair * pi / 2),
                    "y": y + 12 * sin(chair * pi / 2),
                }
                for chair in range(4)
            ],
        }
        for line, y in (("A", 60), ("B", 130), ("C", 200))
        for number in range(1, 6)
    ]
    return plan(["Tisch"], [{"name": "Tische", "category": "Tisch", "rows": rows}], [STAGE])


def rows() -> dict[str, Any]:
    """Straight rows with dear seats in front, and no stage on the plan."""
    lines = [{"name": str(row + 1), "from": 1, "to": 20, "x": 0, "y": 14 * row, "dx": 10, "dy": 0} for row in range(10)]
    return plan(
        ["Vorn", "Hinten"],
        [
            {"name": "Vorn", "category": "Vorn", "rows": lines[:4]},
            {"name": "Hinten", "category": "Hinten", "rows": lines[4:]},
        ],
        [],
    )


class Room:
    """A plan's hall, whose seats are named by section, row and number."""

    def __init__(self, read: Plan) -> None:
        lines = [(section.name, row) for section in read.sections for row in section.rows]
        seats = [(name, row.name, seat) for name, row in lines for seat in row.seats]
        ends = [sum(len(row.seats) for _name, row in lines[: at + 1]) for at in range(len(lines))]
        xs, ys = ([getattr(seat, axis) for _name, _row, seat in seats] for axis in ("x", "y"))
        box = {"x": min(xs), "y": min(ys), "width": max(xs) - min(xs), "height": max(ys) - min(ys)}
        self.names = [f"{name} {row}/{seat.number}" for name, row, seat in seats]
        self.categories = [one.name for one in read.categories]
        self.hall = Hall(
            ids=array("q", range(len(seats))),
            x=array("d", xs),
            y=array("d", ys),
            categories=array("q", [self.categories.index(seat.category) for *_names, seat in seats]),
            sections=array("q", [0] * len(seats)),
            kinds=bytes(dict(KINDS).get(seat.reserved_for, PLAIN) for *_names, seat in seats),  # type: ignore[call-overload]
            runs=tuple(zip([0, *ends], ends, strict=False)),
            focus=focus_of(SeatMap(graphics=list(read.graphics), bounding_box=box)),
        )

    def best(self, category: str, amount: int, sold: Iterable[str]) -> list[str]:
        """`sold`: how the names of sold seats begin."""
        free = [at for at, name in enumerate(self.names) if not name.startswith(tuple(sold))]
        wish = GroupRequest(amount, self.categories.index(category))
        found = best_seats(self.hall, free_mask(self.hall, free), wish)
        return [self.names[place] for place in found.places] if found else []


ROOMS = {"theatre": theatre, "arena": arena, "horseshoe": horseshoe, "tables": tables, "rows": rows}


@pytest.fixture(scope="module")
def rooms() -> dict[str, Room]:
    return {name: Room(read_plan(json.dumps(made()).encode()).plan) for name, made in ROOMS.items()}


@proves(
    "purchase §7",
    "the best seats of a theatre, an arena, a stadium, a club with tables and plain rows are in front of the stage, "
    "not beside it, also partly sold",
)
@pytest.mark.parametrize(
    ("room", "category", "amount", "sold", "expected"),
    [
        ("theatre", "Parkett", 2, [], "Parkett Mitte 1/5-6"),
        ("theatre", "Parkett", 4, ["Parkett Mitte 1/", "Parkett Mitte 2/"], "Parkett Mitte 3/4-7"),
        ("theatre", "Rang", 2, [], "Rang 2 1/15-16"),
        ("arena", "Kategorie 1", 2, [], "Parkett C 1/12-13"),
        ("arena", "Kategorie 1", 2, ["Parkett C", "Parkett D"], "Parkett B 1/12-13"),
        ("arena", "Kategorie 2", 2, [], "Parkett A 1/12-13"),
        ("arena", "Kategorie 4", 3, [], "Oberrang 205 1/9-11"),
        ("horseshoe", "A", 2, [], "5 1/6-7"),
        ("horseshoe", "A", 2, ["4 ", "5 ", "6 "], "3 1/12-13"),
        ("tables", "Tisch", 2, [], "Tische A3/3-4"),
        ("tables", "Tisch", 4, ["Tische A3"], "Tische A2/1-4"),
        ("rows", "Vorn", 2, [], "Vorn 1/10-11"),
        ("rows", "Vorn", 2, ["Vorn 1/10", "Vorn 1/11"], "Vorn 2/10-11"),
        ("rows", "Hinten", 3, [], "Hinten 5/9-11"),
    ],
)
def test_the_best_are_in_front_of_the_stage(
    rooms: dict[str, Room], room: str, category: str, amount: int, sold: list[str], expected: str
) -> None:
    row, _slash, numbers = expected.partition("/")
    first, last = map(int, numbers.split("-"))
    assert rooms[room].best(category, amount, sold) == [f"{row}/{number}" for number in range(first, last + 1)]
