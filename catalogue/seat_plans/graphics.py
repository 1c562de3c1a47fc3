"""What is drawn beside the seats: typed shapes, never markup (catalogue §3 "Seat map" graphics).

polygon {points}, rectangle {x, y, width, height}, ellipse {x, y, rx, ry}, circle {x, y, r},
text {x, y, text, size}, its text a string or {de, en}; each may have color, border_color, and rotation in degrees
clockwise about its middle.
"""

from collections.abc import Iterator, Mapping
from math import cos, radians, sin
from typing import Any, Literal, NotRequired, TypedDict

from .geometry import rounded
from .plan import DEFAULT_LANGUAGE, Point
from .problems import Path
from .validator import PlanValidator

MOST_GRAPHICS = 2000
MOST_POINTS = 2000
LONGEST_TEXT = 80
OWN = {
    "polygon": frozenset({"points"}),
    "rectangle": frozenset({"x", "y", "width", "height"}),
    "ellipse": frozenset({"x", "y", "rx", "ry"}),
    "circle": frozenset({"x", "y", "r"}),
    "text": frozenset({"x", "y", "text", "size"}),
}
PAINT = frozenset({"shape", "color", "border_color", "rotation"})


class Painted(TypedDict):
    """A drawing as the served files have it."""

    color: NotRequired[str]
    border_color: NotRequired[str]
    rotation: NotRequired[float]


class Polygon(Painted):
    shape: Literal["polygon"]
    points: list[tuple[float, float]]


class Rectangle(Painted):
    shape: Literal["rectangle"]
    x: float
    y: float
    width: float
    height: float


class Ellipse(Painted):
    shape: Literal["ellipse"]
    x: float
    y: float
    rx: float
    ry: float


class Circle(Painted):
    shape: Literal["circle"]
    x: float
    y: float
    r: float


class Text(Painted):
    shape: Literal["text"]
    x: float
    y: float
    text: str | dict[str, str]
    size: float


def read_graphics(validator: PlanValidator, owner: dict[str, Any], path: Path) -> list[dict[str, Any]]:
    """The list `graphics` of our own format."""
    found = []
    for one, at in validator.items(owner, "graphics", path, MOST_GRAPHICS):
        if not isinstance(one, dict):
            validator.fields(one, at, frozenset(), frozenset())
            continue
        shape = validator.chosen(one, "shape", at, OWN)
        if shape and validator.fields(one, at, OWN[shape], OWN[shape] | PAINT):
            found.append(_shape(validator, shape, one, at))
    return found


def _shape(validator: PlanValidator, shape: str, one: dict[str, Any], at: Path) -> dict[str, Any]:
    read: dict[str, Any] = {"shape": shape}
    for key in ("x", "y"):
        if key in OWN[shape]:
            read[key] = validator.number(one, key, at)
    for key in ("width", "height", "rx", "ry", "r", "size"):
        if key in OWN[shape]:
            read[key] = validator.number(one, key, at, low=0.0)
    if shape == "polygon":
        read["points"] = read_points(validator, one, "points", at)
    if shape == "text":
        read["text"] = validator.translated(one, "text", at, LONGEST_TEXT)
    return painted(validator, read, one, at)


def texts_of(graphic: Mapping[str, Any]) -> list[str]:
    """All that a drawing says, in any language."""
    text = graphic.get("text", "")
    return list(text.values()) if isinstance(text, dict) else [text]


def text_of(graphic: Mapping[str, Any], language: str) -> str:
    text = graphic["text"]
    return str(text.get(language, text[DEFAULT_LANGUAGE]) if isinstance(text, dict) else text)


def painted(validator: PlanValidator, read: dict[str, Any], one: dict[str, Any], at: Path) -> dict[str, Any]:
    """The shape with the colours and the rotation of its entry."""
    for key in ("color", "border_color"):
        if color := validator.color(one, key, at):
            read[key] = color
    if "rotation" in one and (rotation := validator.number(one, "rotation", at, -360, 360)):
        read["rotation"] = rotation
    return read


def read_points(
    validator: PlanValidator, owner: dict[str, Any], key: str, path: Path, least: int = 3
) -> list[list[float]]:
    """[[x, y], …]"""
    found = []
    for point, at in validator.items(owner, key, path, MOST_POINTS, least):
        if isinstance(point, list) and len(point) == 2:
            found.append([validator.number_in(value, at, number) for number, value in enumerate(point)])
        else:
            validator.wrong(at, "[x, y]")
    return found


def turned(points: list[list[float]], center: Point, degrees: float) -> list[list[float]]:
    """Points turned clockwise about a centre, in a plan whose y grows downward."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    x, y = center
    return [[rounded(x + (a - x) * c - (b - y) * s), rounded(y + (a - x) * s + (b - y) * c)] for a, b in points]


def corners(graphic: dict[str, Any]) -> Iterator[Point]:
    """Points that a drawing lies within, as far as a bounding box needs to know."""
    x, y = graphic.get("x", 0.0), graphic.get("y", 0.0)
    match graphic["shape"]:
        case "polygon":
            box = [[min(axis) for axis in zip(*graphic["points"], strict=True)],
                   [max(axis) for axis in zip(*graphic["points"], strict=True)]]  # fmt: skip
        case "rectangle":
            box = [[x, y], [x + graphic["width"], y + graphic["height"]]]
        case "ellipse":
            box = [[x - graphic["rx"], y - graphic["ry"]], [x + graphic["rx"], y + graphic["ry"]]]
        case "circle":
            box = [[x - graphic["r"], y - graphic["r"]], [x + graphic["r"], y + graphic["r"]]]
        case _:
            half = max(map(len, texts_of(graphic))) * graphic["size"] * 0.3
            box = [[x - half, y - graphic["size"] / 2], [x + half, y + graphic["size"] / 2]]
    (left, top), (right, bottom) = box
    middle = ((left + right) / 2, (top + bottom) / 2)
    edges = [[left, top], [right, top], [right, bottom], [left, bottom]]
    yield from ((a, b) for a, b in turned(edges, middle, graphic.get("rotation", 0.0)))
