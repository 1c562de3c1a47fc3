"""The halls with numbered seats: an arena around a stage, and a theatre."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from catalogue.seat_plans.generator import Fan
from catalogue.seat_plans.plan import Plan
from catalogue.seat_plans.reading import read_plan

from .plan import Text

STAGE, FLOOR, LINE, WORDS = "#2d2a32", "#d9d6dd", "#8d8896", "#ffffff"
STALLS, LOWER_TIER, UPPER_TIER = ("Parkett", "Stalls"), ("Unterrang", "Lower tier"), ("Oberrang", "Upper tier")
CIRCLE = ("Rang", "Circle")
SIDES = (("Parkett links", "Stalls left"), ("Parkett Mitte", "Stalls centre"), ("Parkett rechts", "Stalls right"))


def hall_plan(name: str) -> Plan:
    """Read as any other plan is."""
    return read_plan(json.dumps(HALLS[name]()).encode()).plan


def arena() -> dict[str, Any]:
    """Some 3 400 seats in stalls, lower and upper tier around a standing floor."""
    stalls = Fan((0, 0), 290, 10, 170, blocks=6, rows=11, aisle=2.6)
    lower = Fan((0, 0), 476, -6, 186, blocks=9, rows=8)
    upper = Fan((0, 0), 626, 8, 172, blocks=9, rows=6, aisle=1.6)
    sections = [
        *stalls.sections(_named(STALLS, "ABCDEF"), _mirrored("Kategorie 2", "Kategorie 1", 6, 1)),
        *lower.sections(_named(LOWER_TIER, range(101, 110)), _mirrored("Kategorie 3", "Kategorie 2", 9, 2)),
        *upper.sections(_named(UPPER_TIER, range(201, 210)), ["Kategorie 4"] * 9),
    ]
    for section in sections[6:15:2]:  # a ramp leads to the first row of every other block of the lower tier
        _reserve(section, 0, {1: "wheelchair", 2: "companion", 3: "wheelchair", 4: "companion"})
    for section in sections[2:4]:
        _reserve(section, 0, dict.fromkeys(range(1, 9), "promoter"))
    _reserve(sections[10], 7, dict.fromkeys(range(5, 11), "press"))
    floor = [[-238, 20], [238, 20], [214, 122], [160, 190], [84, 236], [0, 250], [-84, 236], [-160, 190], [-214, 122]]
    return {
        "name": "Spiegelarena, Bühne an der Stirn",
        "categories": [{"name": f"Kategorie {number}"} for number in (1, 2, 3, 4)],
        "sections": sections,
        "graphics": [
            {"shape": "polygon", "points": floor, "color": FLOOR, "border_color": LINE},
            _label(0, 130, ("INNENRAUM", "FLOOR"), 22, STAGE),
            _label(0, 156, ("Stehplätze", "Standing"), 15, STAGE),
            {"shape": "rectangle", "x": -190, "y": -84, "width": 380, "height": 84, "color": STAGE},
            {"shape": "rectangle", "x": -26, "y": 0, "width": 52, "height": 54, "color": STAGE},
            {"shape": "circle", "x": 0, "y": 58, "r": 30, "color": STAGE},
            _label(0, -42, ("BÜHNE", "STAGE"), 30, WORDS),
        ],
    }


def theatre() -> dict[str, Any]:
    """Stalls of three blocks, and a circle behind them."""
    stalls = Fan((0, -160), 250, 56, 124, blocks=3, rows=15, aisle=3.0)
    circle = Fan((0, -160), 500, 52, 128, blocks=4, rows=6, aisle=2.0)
    sections = [
        *stalls.sections([_both(one) for one in SIDES], ["Parkett"] * 3),
        *circle.sections(_named(CIRCLE, range(1, 5)), ["Rang"] * 4),
    ]
    _reserve(sections[0], 14, {1: "wheelchair", 2: "companion"})
    _reserve(sections[2], 14, {1: "wheelchair", 2: "companion"})
    _reserve(sections[1], 4, dict.fromkeys(range(3, 7), "promoter"))
    return {
        "name": "Theater am Innkai",
        "categories": [{"name": "Parkett"}, {"name": "Rang"}],
        "sections": sections,
        "graphics": [
            {
                "shape": "polygon", "points": [[-125, -50], [125, -50], [104, 16], [0, 46], [-104, 16]],
                "color": STAGE, "border_color": LINE,
            },
            _label(0, -8, ("BÜHNE", "STAGE"), 24, WORDS),
        ],
    }  # fmt: skip


HALLS: dict[str, Callable[[], dict[str, Any]]] = {"arena": arena, "theatre": theatre}


def _both(text: Text) -> dict[str, str]:
    return dict(zip(("de", "en"), text, strict=True))


def _named(text: Text, numbers: Iterable[object]) -> list[dict[str, str]]:
    german, english = text
    return [_both((f"{german} {one}", f"{english} {one}")) for one in numbers]


def _mirrored(outer: str, inner: str, blocks: int, edge: int) -> list[str]:
    return [inner if edge <= at < blocks - edge else outer for at in range(blocks)]


def _reserve(section: dict[str, Any], row: int, kinds: dict[int, str]) -> None:
    for seat in section["rows"][row]["seats"]:
        if kind := kinds.get(int(seat["number"])):
            seat["reserved_for"] = kind


def _label(x: float, y: float, text: Text, size: float, color: str) -> dict[str, Any]:
    return {
        "shape": "text",
        "x": x,
        "y": y,
        "text": _both(text),
        "size": size,
        "color": color,
    }
