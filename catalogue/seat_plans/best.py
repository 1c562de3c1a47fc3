"""The best seats that are free, pure over arrays (purchase §7 ADDTOCART without seats).

The rank: the middle of a group is as near as can be to the focus, where everybody looks (`Hall.focus`), and as little
beside the axis as can be, the way from the focus to the middle of all seats: a seat that looks at the stage from its
side counts as if it were further away. Where another place in the same row leaves no single seat, a group that leaves
one is not chosen; where nothing else is left in the row, it counts as if it were a quarter further away.
"""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import hypot, inf

from .rows import leaves_single

Point = tuple[float, float]
PLAIN, WHEELCHAIR, COMPANION, NOT_FOR_SALE = range(4)
SINGLE_SEAT_COSTS = 1.25
# At a right angle to the axis a seat counts as if it were twice as far away, behind the stage as three times.
SIDE_COSTS = 1.0
# A focus among the seats has no side: in the round, and around a pitch.
NO_SIDE = 0.25


@dataclass(frozen=True)
class View:
    """From where places are ranked. `ahead_x`, `ahead_y`: the axis, whose length is what the side costs; (0, 0) if only
    the distance counts.
    """

    x: float
    y: float
    ahead_x: float = 0.0
    ahead_y: float = 0.0
    side_costs: float = 0.0

    def rank(self, x: float, y: float) -> float:
        """The distance times one plus the costs of the angle, 1 - cos: without the cosine, since length times cosine is
        the way along the axis.
        """
        x, y = x - self.x, y - self.y
        return hypot(x, y) * (1 + self.side_costs) - x * self.ahead_x - y * self.ahead_y

    def best_in_box(self, box: tuple[float, float, float, float]) -> float:
        """A rank that no place of the box is better than: its nearest point, and the furthest way along the axis."""
        left, right, top, bottom = (box[0] - self.x, box[1] - self.x, box[2] - self.y, box[3] - self.y)
        nearest = hypot(max(left, 0.0, -right), max(top, 0.0, -bottom))
        ahead = max(left * self.ahead_x, right * self.ahead_x) + max(top * self.ahead_y, bottom * self.ahead_y)
        return max(nearest, nearest * (1 + self.side_costs) - ahead)


@dataclass(frozen=True)
class Hall:
    """A seat map as arrays by place. `runs`: first place and end (exclusive) of the seats side by side.

    `categories`, `sections`: ids. `kinds`: PLAIN, WHEELCHAIR …
    """

    ids: "array[int]"
    x: "array[float]"
    y: "array[float]"
    categories: "array[int]"
    sections: "array[int]"
    kinds: bytes
    runs: tuple[tuple[int, int], ...]
    focus: Point
    _masks: dict[tuple[int, int | None, int], int] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def place_of(self) -> dict[int, int]:
        """Places by the seats' ids."""
        return {seat: place for place, seat in enumerate(self.ids)}

    @cached_property
    def id_range(self) -> tuple[int, int]:
        """The least and the greatest of the seats' ids."""
        return min(self.ids, default=0), max(self.ids, default=0)

    @cached_property
    def for_sale(self) -> int:
        """A `free_mask` of all seats that are ever sold."""
        return free_mask(self, (place for place, kind in enumerate(self.kinds) if kind != NOT_FOR_SALE))

    @cached_property
    def boxes(self) -> list[tuple[float, float, float, float]]:
        """Left, right, top and bottom of each run."""
        return [
            (min(self.x[a:b]), max(self.x[a:b]), min(self.y[a:b]), max(self.y[a:b])) for a, b in self.runs
        ]  # fmt: skip

    @cached_property
    def axis(self) -> Point:
        """The way from the focus to the middle of all seats, as long as SIDE_COSTS; (0, 0) if they are around it."""
        places = range(len(self.kinds))
        if not places:
            return 0.0, 0.0
        x, y = self.middle(places)
        x, y = x - self.focus[0], y - self.focus[1]
        length = hypot(x, y)
        far = sum(self.distance(place, self.focus) for place in places) / len(places)
        return (x / length * SIDE_COSTS, y / length * SIDE_COSTS) if length > NO_SIDE * far else (0.0, 0.0)

    @cached_property
    def from_focus(self) -> list[tuple[float, int]]:
        return self.runs_from(self.view)

    @cached_property
    def view(self) -> "View":
        return View(*self.focus, *self.axis, hypot(*self.axis))

    def runs_from(self, view: "View") -> list[tuple[float, int]]:
        """Each run with a rank that none of its groups is better than, the best first."""
        return sorted((view.best_in_box(box), number) for number, box in enumerate(self.boxes))

    def distance(self, place: int, point: Point) -> float:
        return hypot(self.x[place] - point[0], self.y[place] - point[1])

    def middle(self, places: "array[int] | list[int] | range") -> Point:
        return sum(self.x[place] for place in places) / len(places), sum(self.y[place] for place in places) / len(
            places
        )

    def mask(self, category: int, section: int | None, kind: int) -> int:
        """The seats of a category and kind (in a section) as a number with one byte a seat."""
        key = (category, section, kind)
        if key not in self._masks:
            self._masks[key] = int.from_bytes(
                bytes(
                    one == category and k == kind and (section is None or s == section)
                    for one, k, s in zip(self.categories, self.kinds, self.sections, strict=True)
                ),
                "little",
            )
        return self._masks[key]


@dataclass(frozen=True)
class GroupRequest:
    """`adjacent`: in one group or not at all; else groups as large and as near to each other as can be.

    `accessible`: one wheelchair seat, then its companion seat and further seats, all as near to it as can be.
    """

    amount: int
    category: int
    section: int | None = None
    adjacent: bool = True
    accessible: bool = False


@dataclass(frozen=True)
class SeatGroup:
    """Places of the map, and their rank: the smaller the better."""

    rank: float
    places: list[int]


def free_mask(hall: Hall, places: Iterable[int]) -> int:
    mask = bytearray(len(hall.kinds))
    for place in places:
        mask[place] = 1
    return int.from_bytes(mask, "little")


def best_seats(
    hall: Hall, free: int, request: GroupRequest, *, near: Point | None = None, distance: int = 0, nth: int = 0
) -> SeatGroup | None:
    """The best seats for a request, None if there are not enough. `free`: a `free_mask`.

    `near` takes the place of the focus. `nth`: not the best but one of the next best rows, for somebody who lost a
    race for it (the last one if there are fewer).
    """
    if request.accessible:
        return _accessible(hall, free, request, View(*near) if near else hall.view)
    seats = _bytes(hall, free & hall.mask(request.category, request.section, PLAIN))
    found = best_groups(hall, seats, request.amount, near=near, distance=distance, most=nth + 1)
    if found:
        return found[-1]
    return (
        None
        if request.adjacent
        else _scattered(hall, seats, request.amount, View(*near) if near else hall.view, distance)
    )


def _bytes(hall: Hall, mask: int) -> bytearray:
    return bytearray(mask.to_bytes(len(hall.kinds), "little"))


def best_groups(
    hall: Hall, seats: bytearray, amount: int, *, near: Point | None = None, distance: int = 0, most: int = 1
) -> list[SeatGroup]:
    """The best group of each of the best runs, at most so many, the best first."""
    if amount > len(seats):
        return []
    view = View(*near) if near else hall.view
    best: list[SeatGroup] = []
    for nearest, number in hall.runs_from(view) if near else hall.from_focus:
        if len(best) == most and nearest >= best[-1].rank:
            break
        in_run = _best_in(hall, seats, hall.runs[number], amount, view, distance)
        if in_run is not None:
            best = sorted([*best, in_run], key=lambda found: found.rank)[:most]
    return best


def _best_in(
    hall: Hall, seats: bytearray, run: tuple[int, int], amount: int, view: View, distance: int
) -> SeatGroup | None:
    rank, at = inf, -1
    for first, singles in groups_in(seats, run, amount, distance):
        last = first + amount - 1
        away = view.rank((hall.x[first] + hall.x[last]) / 2, (hall.y[first] + hall.y[last]) / 2)
        away *= SINGLE_SEAT_COSTS if singles else 1
        if away < rank:
            rank, at = away, first
    return SeatGroup(rank, list(range(at, at + amount))) if at >= 0 else None


def groups_in(seats: bytearray, run: tuple[int, int], amount: int, distance: int) -> Iterator[tuple[int, int]]:
    """First places of the groups in a run, each with the single seats it leaves: the fewest its stretch allows."""
    start, end = seats.find(1, *run), run[1]
    while start >= 0:
        stop = seats.find(0, start, end)
        stop = end if stop < 0 else stop
        if stop - start >= amount:
            left_over = [
                (
                    leaves_single(first - start, 1, distance) + leaves_single(stop - first - amount, 1, distance),
                    first,
                )
                for first in range(start, stop - amount + 1)
            ]
            fewest = min(left_over)[0]
            yield from ((first, singles) for singles, first in left_over if singles == fewest)
        start = seats.find(1, stop, end)


def _scattered(hall: Hall, seats: bytearray, amount: int, view: View, distance: int) -> SeatGroup | None:
    """Few groups, the next ones near the first; nobody sits alone where it can be helped."""
    if seats.count(1) < amount:
        return None
    places: list[int] = []
    near: Point | None = None
    while len(places) < amount:
        missing = amount - len(places)
        sizes = [size for size in range(missing, 0, -1) if missing - size != 1 or size <= 2]
        group = next(
            found[0] for size in sizes if (found := best_groups(hall, seats, size, near=near, distance=distance))
        )
        for place in group.places:
            seats[place] = 0
        places += group.places
        near = near or hall.middle(group.places)
    return SeatGroup(view.rank(*hall.middle(places)), sorted(places))


def _accessible(hall: Hall, free: int, request: GroupRequest, view: View) -> SeatGroup | None:
    def of_kind(kind: int) -> list[int]:
        seats = _bytes(hall, free & hall.mask(request.category, request.section, kind))
        return [place for place, is_free in enumerate(seats) if is_free]

    companions, plain = of_kind(COMPANION), of_kind(PLAIN)
    best = None
    for wheelchair in of_kind(WHEELCHAIR):
        here = (hall.x[wheelchair], hall.y[wheelchair])
        beside = _nearest(hall, companions, here, min(1, request.amount - 1))
        places = [wheelchair, *beside, *_nearest(hall, plain, here, request.amount - 1 - len(beside))]
        # A companion at the other end of the hall is worse than a seat that is further back.
        rank = view.rank(*here) + sum(hall.distance(place, here) for place in places)
        if len(places) == request.amount and (best is None or rank < best.rank):
            best = SeatGroup(rank, sorted(places))
    return best


def _nearest(hall: Hall, places: Iterable[int], point: Point, amount: int) -> list[int]:
    return sorted(places, key=lambda place: hall.distance(place, point))[:amount]


def replacement_places(
    hall: Hall, free: int, group: list[int], missing: list[int], section: int | None, *, distance: int, together: bool
) -> list[int] | None:
    """Free places for the missing ones of a group of neighbours, of the same category and kind, as near as can be.

    `together`: beside those of the group that are not missing, or as a new group if all are.
    """
    if not missing:
        return []
    first = missing[0]
    seats = _bytes(hall, free & hall.mask(hall.categories[first], section, hall.kinds[first]))
    here, left = hall.middle(group), [place for place in group if place not in missing]
    if together and left:
        run = next(run for run in hall.runs if run[0] <= group[0] < run[1])
        beside = [
            at
            for at, _singles in groups_in(seats, run, len(group), distance)
            if at <= left[0] and left[-1] < at + len(group)
        ]
        if beside:
            at = min(beside, key=lambda one: abs(one - group[0]))
            return [place for place in range(at, at + len(group)) if place not in left]
    elif together and (found := best_groups(hall, seats, len(group), near=here, distance=distance)):
        return found[0].places
    for place in left:
        seats[place] = 0
    nearest = _nearest(hall, (place for place, is_free in enumerate(seats) if is_free), here, len(missing))
    return nearest if len(nearest) == len(missing) else None
