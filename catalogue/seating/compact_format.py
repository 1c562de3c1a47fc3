"""The compact twin of a seat map's file: straight rows are described by their first seat and the step.

A row is {"n" name, "ids" [first, count, …], "at" [x, y, dx, dy] or "xy" [x, y, dx, dy, …] in tenths, "no"
[first, step] or numbers as texts, "c" index of its category or [index, count, …], "runs" where a new one begins,
"kinds" {"w", "c", "x"} indices of wheelchair and companion seats and of those not for sale}. A section has "name_en"
where that differs from its "name"; further languages likewise.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any, Literal, NotRequired, TypedDict

from catalogue.models import Seat, SeatMap
from catalogue.seat_plans.graphics import Circle, Ellipse, Painted, Rectangle, Text
from catalogue.seating.seat_rows import RowOfSeats, SeatOfRow, SectionOfRows
from shop.core.wire.answers import extensible

# A row is regular if every seat is that near to where the step says: what rounding to tenths may have moved it.
NEAR = 0.06
KINDS = {
    str(Seat.Reserved.WHEELCHAIR): "w",
    str(Seat.Reserved.COMPANION): "c",
    str(Seat.Reserved.PROMOTER): "x",
    str(Seat.Reserved.PRESS): "x",
}


class CompactKinds(TypedDict):
    w: NotRequired[list[int]]
    c: NotRequired[list[int]]
    x: NotRequired[list[int]]


class CompactRow(TypedDict):
    n: str
    ids: list[int]
    at: NotRequired[tuple[float, float, float, float]]
    xy: NotRequired[list[float]]
    no: tuple[int, int] | list[str]
    c: NotRequired[int | list[int]]
    runs: NotRequired[list[int]]
    kinds: NotRequired[CompactKinds]


@extensible
class CompactSection(TypedDict):
    id: str
    name: str
    category: int | None
    hull: list[float]
    rows: list[CompactRow]


class CompactPolygon(Painted):
    shape: Literal["polygon"]
    points: list[float]


class CompactContent(TypedDict):
    box: tuple[float, float, float, float]
    categories: list[str]
    sections: list[CompactSection]
    graphics: list[CompactPolygon | Rectangle | Ellipse | Circle | Text]


class CompactPlan(CompactContent):
    v: int
    version: str


def compact_json(seat_map: SeatMap, sections: Sequence[SectionOfRows]) -> CompactContent:
    """All but what names the file: "v" and "version"."""
    box = seat_map.bounding_box
    used = {seat.category_id for section in sections for row in section.rows for seat in row.seats}
    in_order = seat_map.event.pricing_categories.values_list("pk", flat=True)
    categories = {pk: index for index, pk in enumerate(pk for pk in in_order if pk in used)}
    return {
        "box": (_short(box["x"]), _short(box["y"]), _short(box["width"]), _short(box["height"])),
        "categories": [str(pk) for pk in categories],
        "sections": [_section(section, categories) for section in sections],
        "graphics": [_graphic(one) for one in seat_map.graphics],
    }


def _section(section: SectionOfRows, categories: dict[int, int]) -> CompactSection:
    own = categories.get(section.category_id) if section.category_id is not None else None
    hull = [_short(value) for value in chain.from_iterable(section.hull)]
    rows = [_row(row, own, categories) for row in section.rows]
    # Any: names in further languages beside those of the type.
    found: Any = {"id": str(section.id), **section.names, "category": own, "hull": hull, "rows": rows}
    return found


def _row(row: RowOfSeats, own: int | None, categories: dict[int, int]) -> CompactRow:
    seats = row.seats
    found: CompactRow = {"n": row.name, "ids": _ids(seats), **_places(seats), "no": _numbers(seats)}
    pairs = _pairs([categories[seat.category_id] for seat in seats])
    if len(pairs) > 2:
        found["c"] = pairs
    elif pairs[0] != own:
        found["c"] = pairs[0]
    if begins := [at for at in range(1, len(seats)) if seats[at].run != seats[at - 1].run]:
        found["runs"] = begins
    kinds: Any = {}
    for at, seat in enumerate(seats):
        if seat.reserved_for:
            kinds.setdefault(KINDS[seat.reserved_for], []).append(at)
    if kinds:
        found["kinds"] = kinds
    return found


def _ids(seats: Sequence[SeatOfRow]) -> list[int]:
    found: list[int] = []
    for seat in seats:
        if found and seat.id == found[-2] + found[-1]:
            found[-1] += 1
        else:
            found += [seat.id, 1]
    return found


def _pairs(values: Sequence[int]) -> list[int]:
    """value, count, value, count, …"""
    found: list[int] = []
    for value in values:
        if found and value == found[-2]:
            found[-1] += 1
        else:
            found += [value, 1]
    return found


class _Places(TypedDict, total=False):
    at: tuple[float, float, float, float]
    xy: list[float]


def _places(seats: Sequence[SeatOfRow]) -> _Places:
    (x, dx), (y, dy) = _line([seat.x for seat in seats]), _line([seat.y for seat in seats])
    if all(abs(x + at * dx - seat.x) <= NEAR and abs(y + at * dy - seat.y) <= NEAR for at, seat in enumerate(seats)):
        return {"at": (_short(x), _short(y), _short(dx), _short(dy))}
    tenths = [(round(seat.x * 10), round(seat.y * 10)) for seat in seats]
    found: list[float] = list(tenths[0])
    for (x, y), (before_x, before_y) in zip(tenths[1:], tenths, strict=False):
        found += [x - before_x, y - before_y]
    return {"xy": found}


def _line(values: Sequence[float]) -> tuple[float, float]:
    """Start and step of the line that is nearest to the values, as short as a whole row of them allows."""
    number = len(values)
    if number == 1:
        return values[0], 0.0
    middle, mean = (number - 1) / 2, sum(values) / number
    slope = sum((at - middle) * value for at, value in enumerate(values)) / (number * (number**2 - 1) / 12)
    step = round(slope, 3)
    return round(mean - middle * step, 2), step


def _numbers(seats: Sequence[SeatOfRow]) -> tuple[int, int] | list[str]:
    numbers = [seat.number for seat in seats]
    if all(number.isascii() and number.isdigit() and str(int(number)) == number for number in numbers):
        values = [int(number) for number in numbers]
        step = values[1] - values[0] if len(values) > 1 else 1
        if all(value == values[0] + at * step for at, value in enumerate(values)):
            return values[0], step
    return numbers


def _short(value: float) -> float:
    """1 and not 1.0"""
    return int(value) if value == int(value) else value


def _graphic(graphic: dict[str, Any]) -> Any:
    found: dict[str, Any] = {
        key: _short(value) if isinstance(value, float) else value for key, value in graphic.items()
    }
    if "points" in found:
        found["points"] = [_short(value) for value in chain.from_iterable(found["points"])]
    return found
