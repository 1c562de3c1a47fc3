"""Where seats stand: rows in order, runs of neighbours, outlines (catalogue §3 "Seat map"): pure functions."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot
from statistics import median
from typing import Protocol, TypeVar

from .plan import DIGITS, Point

# Seats further apart than this many times the row's usual distance have an aisle between them.
AISLE = 1.6
# A row written criss-cross is longer than one read along its line.
DETOUR = 1.05


class Placed(Protocol):
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...


PlacedSeat = TypeVar("PlacedSeat", bound=Placed)


def rounded(value: float) -> float:
    return round(value, DIGITS) + 0.0


def gaps(seats: Sequence[Placed]) -> list[float]:
    """The distance of each seat to the next one."""
    return [hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(seats)]


def along_row(seats: Sequence[PlacedSeat]) -> list[PlacedSeat]:
    """The seats of a row from one end to the other; as they are if they stand like that, bent rows too."""
    if len(seats) < 3:
        return list(seats)
    ends = max((seats[0], *seats), key=lambda one: hypot(one.x - seats[0].x, one.y - seats[0].y))
    start = max(seats, key=lambda one: hypot(one.x - ends.x, one.y - ends.y))
    dx, dy = ends.x - start.x, ends.y - start.y
    sorted_seats = sorted(seats, key=lambda one: (one.x - start.x) * dx + (one.y - start.y) * dy)
    if sum(gaps(seats)) <= DETOUR * sum(gaps(sorted_seats)):
        return list(seats)
    first = seats.index(sorted_seats[0]) > seats.index(sorted_seats[-1])
    return sorted_seats[::-1] if first else sorted_seats


def runs(seats: Sequence[Placed]) -> list[int]:
    """The run of each seat of a row: a gap begins a new one."""
    if not seats:
        return []
    found, between = [0], gaps(seats)
    widest = AISLE * median(between) if between else 0.0
    for gap in between:
        found.append(found[-1] + (gap > widest))
    return found


def hull(points: Iterable[Point]) -> list[Point]:
    """The convex outline of points, counter-clockwise in a plan whose y grows downward."""
    left = sorted(set(points))
    if len(left) < 3:
        return left

    def half(ordered: Iterable[Point]) -> list[Point]:
        line: list[Point] = []
        for point in ordered:
            while len(line) > 1 and _turn(line[-2], line[-1], point) <= 0:
                line.pop()
            line.append(point)
        return line[:-1]

    return half(left) + half(reversed(left))


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def outline(rows: Sequence[Sequence[Placed]]) -> list[Point]:
    """A section's outline, half a seat's distance around its seats."""
    pad = max(usual_distance(rows) * 0.75, 0.1)
    corners = ((-pad, -pad), (pad, -pad), (pad, pad), (-pad, pad))
    # A few seats of each row are enough: its ends, and between them as many as a bent one needs.
    edge = [seat for row in rows for seat in (*row[:: len(row) // 8 + 1], row[-1])]
    return [(rounded(x), rounded(y)) for x, y in hull((s.x + dx, s.y + dy) for s in edge for dx, dy in corners)]


def usual_distance(rows: Sequence[Sequence[Placed]]) -> float:
    """The distance at which most neighbours of a row stand; 1 where no row has two seats."""
    between = [gap for row in rows for gap in gaps(row[:40])]
    return median(between) if between else 1.0


def bounding_box(points: Iterable[Point]) -> dict[str, float]:
    """{x, y, width, height} of everything that is drawn."""
    xs, ys = zip(*points, strict=True)
    left, top = min(xs), min(ys)
    return {
        "x": rounded(left),
        "y": rounded(top),
        "width": rounded(max(xs) - left),
        "height": rounded(max(ys) - top),
    }
