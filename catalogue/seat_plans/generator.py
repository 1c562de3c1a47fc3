"""Makes plans in our own format (docs/seat-maps.md): bowls of any size, and rows bent around a stage."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import cos, floor, pi, radians, sin, sqrt
from typing import Any

from .geometry import rounded
from .plan import MOST_SEATS

PITCH = 10.0
"""From one seat to the next."""
DEPTH = 14.0
"""From one row to the next."""
AISLE = 18.0
SEATS_ACROSS = 24
ROWS_PER_TIER = 36
CATEGORIES = ("#b8423a", "#c7862b", "#3f8f5b", "#3a6ea5", "#7a5aa6")


@dataclass(frozen=True, slots=True)
class Wedge:
    """A block's place in the bowl: the middle of its inner edge, the way outward, and how fast it grows."""

    x: float
    y: float
    outward: tuple[float, float]
    angle: float
    """Of the arc that it fills, in radians; 0: it stands at a straight side."""
    width: float
    rank: int
    """0 along the long sides, 1 at the ends, 2 in the corners."""


@dataclass
class Block:
    name: str
    category: str
    rows: list[dict[str, Any]] = field(default_factory=list)


def bowl(seats: int, name: str = "") -> dict[str, Any]:
    """A stadium with exactly so many seats around its pitch, straight rows in blocks, tier upon tier."""
    if not 1 <= seats <= MOST_SEATS:
        raise ValueError(f"1 to {MOST_SEATS} seats")
    scale = max(sqrt(seats / 80_000), 0.08)
    half_length, half_width, radius = 1050 * scale, 680 * scale, 400 * scale
    wedges = list(_wedges(half_length, half_width, radius))
    sections: list[dict[str, Any]] = []
    left, tier, offset = seats, 0, 30.0
    while left:
        blocks = [Block(f"{tier + 1}{number:02d}", _category(tier, one)) for number, one in enumerate(wedges, start=1)]
        for row in range(ROWS_PER_TIER):
            for block, wedge in zip(blocks, wedges, strict=True):
                across = min(left, _across(wedge, offset + row * DEPTH))
                if across:
                    block.rows.append(_line(wedge, offset + row * DEPTH, row + 1, across))
                left -= across
        _reserve(blocks)
        sections += [{"name": one.name, "category": one.category, "rows": one.rows} for one in blocks if one.rows]
        offset += ROWS_PER_TIER * DEPTH + 40
        tier += 1
    names = sorted({one["category"] for one in sections})
    return {
        "name": name,
        "categories": [{"name": one, "color": color} for one, color in zip(names, CATEGORIES, strict=False)],
        "sections": sections,
        "graphics": [
            {
                "shape": "rectangle", "x": rounded(-half_length * 0.9), "y": rounded(-half_width * 0.9),
                "width": rounded(half_length * 1.8), "height": rounded(half_width * 1.8),
                "color": "#5d9a62", "border_color": "#ffffff",
            },
            {"shape": "circle", "x": 0, "y": 0, "r": rounded(half_width * 0.25), "border_color": "#ffffff"},
        ],
    }  # fmt: skip


def _wedges(half_length: float, half_width: float, radius: float) -> Iterator[Wedge]:
    """Around the pitch, clockwise from the left end of the upper side."""
    straight, short = half_length - radius, half_width - radius
    sides = [
        (2 * straight, (-straight, -half_width), (1.0, 0.0), 0), (2 * short, (half_length, -short), (0.0, 1.0), 1),
        (2 * straight, (straight, half_width), (-1.0, 0.0), 0), (2 * short, (-half_length, short), (0.0, -1.0), 1),
    ]  # fmt: skip
    corners = [(straight, -short), (straight, short), (-straight, short), (-straight, -short)]
    block = SEATS_ACROSS * PITCH + AISLE
    for quarter, ((length, (x, y), (dx, dy), rank), (cx, cy)) in enumerate(zip(sides, corners, strict=True)):
        number = max(1, round(length / block))
        width = length / number
        for one in range(number):
            along = (one + 0.5) * width
            yield Wedge(x + along * dx, y + along * dy, (dy, -dx), 0.0, width, rank)
        arcs = max(1, round(radius * pi / 2 / block * 1.6))
        for one in range(arcs):
            turn = -pi / 2 + quarter * pi / 2 + (one + 0.5) * pi / 2 / arcs
            way = (cos(turn), sin(turn))
            angle = pi / 2 / arcs
            yield Wedge(cx + radius * way[0], cy + radius * way[1], way, angle, radius * angle, 2)


def _across(wedge: Wedge, outward: float) -> int:
    return max(1, floor((wedge.width + wedge.angle * outward - AISLE) / PITCH))


def _line(wedge: Wedge, outward: float, number: int, across: int) -> dict[str, Any]:
    nx, ny = wedge.outward
    dx, dy = -ny * PITCH, nx * PITCH
    x, y = wedge.x + nx * outward, wedge.y + ny * outward
    first = -(across - 1) / 2
    return {
        "name": str(number), "from": 1, "to": across,
        "x": rounded(x + first * dx), "y": rounded(y + first * dy), "dx": round(dx, 3), "dy": round(dy, 3),
    }  # fmt: skip


def _category(tier: int, wedge: Wedge) -> str:
    return f"Kategorie {min(len(CATEGORIES), tier + 1 + min(wedge.rank, 1))}"


def _reserve(blocks: list[Block]) -> None:
    """In every eighth block, two wheelchair places with their companions in the first row."""
    for block in blocks[3::8]:
        if block.rows and block.rows[0]["to"] >= 8:
            block.rows[0]["reserved_for"] = {"wheelchair": ["1", "3"], "companion": ["2", "4"]}


@dataclass(frozen=True, slots=True)
class Fan:
    """Blocks of bent rows around a stage. Angles in degrees, 0 to the right of it, 90 in front of it."""

    center: tuple[float, float]
    radius: float
    """Of the first row."""
    start: float
    end: float
    blocks: int
    rows: int
    aisle: float = 2.2
    """Between two blocks, in degrees."""

    def sections(self, names: Sequence[str | dict[str, str]], categories: list[str]) -> list[dict[str, Any]]:
        """From left to right, as one sees them from above with the stage at the top."""
        width = (self.end - self.start - (self.blocks - 1) * self.aisle) / self.blocks
        found = []
        for number, (name, category) in enumerate(zip(names, categories, strict=True)):
            end = self.end - number * (width + self.aisle)
            rows = [self._row(row, end - width, end) for row in range(self.rows)]
            hull = self._hull(end - width, end)
            found.append({"name": name, "category": category, "hull": hull, "rows": rows})
        return found

    def _row(self, row: int, start: float, end: float) -> dict[str, Any]:
        radius = self.radius + row * DEPTH
        number = floor(radians(end - start) * radius / PITCH) + 1
        step = PITCH / radius
        first = radians((start + end) / 2) + (number - 1) / 2 * step
        places = [self._at(radius, first - one * step) for one in range(number)]
        seats = [{"number": str(at), "x": x, "y": y} for at, (x, y) in enumerate(places, start=1)]
        return {"name": str(row + 1), "seats": seats}

    def _at(self, radius: float, angle: float) -> tuple[float, float]:
        return rounded(self.center[0] + radius * cos(angle)), rounded(self.center[1] + radius * sin(angle))

    def _hull(self, start: float, end: float) -> list[list[float]]:
        inner, outer = self.radius - PITCH, self.radius + (self.rows - 1) * DEPTH + PITCH
        pad = 0.35 * self.aisle
        steps = [start - pad + (end - start + 2 * pad) * at / 8 for at in range(9)]
        edge = [self._at(inner, radians(at)) for at in steps] + [self._at(outer, radians(at)) for at in steps[::-1]]
        return [list(point) for point in edge]
