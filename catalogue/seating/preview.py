"""A picture of a plan for staff: an SVG that the server draws, in which every text is escaped."""

from collections.abc import Iterable, Mapping
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from catalogue.models import Seat
from catalogue.seat_plans.geometry import bounding_box, outline, usual_distance
from catalogue.seat_plans.graphics import corners, text_of
from catalogue.seat_plans.plan import Plan, PlanSeat, all_names
from shop.core.values.languages import active_language

PLAIN = "#8d8896"
LINE = "#c9c5cf"
TEXT = "#3a3640"
KINDS = {
    str(Seat.Reserved.WHEELCHAIR): "#1c4f9c",
    str(Seat.Reserved.COMPANION): "#6f9fe0",
    str(Seat.Reserved.PROMOTER): "#b9b4bf",
    str(Seat.Reserved.PRESS): "#b9b4bf",
}


def preview_svg(plan: Plan, colors: Mapping[str, str]) -> str:
    """`colors`: of the plan's categories by their names."""
    hulls = [list(one.hull) or outline([row.seats for row in one.rows]) for one in plan.sections]
    drawn = (corner for one in plan.graphics for corner in corners(one))
    box = bounding_box([*(point for hull in hulls for point in hull), *drawn])
    pad = max(box["width"], box["height"]) * 0.02 + 1
    view = f"{box['x'] - pad:g} {box['y'] - pad:g} {box['width'] + 2 * pad:g} {box['height'] + 2 * pad:g}"
    size = 0.82 * usual_distance([row.seats for section in plan.sections for row in section.rows])
    parts = [_graphic(one) for one in plan.graphics]
    for section, hull in zip(plan.sections, hulls, strict=True):
        points = " ".join(f"{x:g},{y:g}" for x, y in hull)
        parts.append(
            f'<polygon points="{points}" fill="none" stroke="{LINE}" stroke-width="{size / 8:.2g}">'
            f"<title>{escape(all_names(section.name, section.translations))}</title></polygon>"
        )
    parts += _seats((seat for _section, _row, seat in plan.places()), colors, size)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox={quoteattr(view)}>{"".join(parts)}</svg>'


def _seats(seats: Iterable[PlanSeat], colors: Mapping[str, str], size: float) -> list[str]:
    """One path a colour: 80 000 elements of their own would be slow to show."""
    dots: dict[str, list[str]] = {}
    for seat in seats:
        color = KINDS.get(seat.reserved_for) or colors.get(seat.category) or PLAIN
        dots.setdefault(color, []).append(f"M{seat.x:g} {seat.y:g}h0")
    return [
        f'<path d="{"".join(places)}" stroke={quoteattr(color)} stroke-width="{size:.3g}" stroke-linecap="round"/>'
        for color, places in dots.items()
    ]


def _graphic(one: Mapping[str, Any]) -> str:
    paint = f"fill={quoteattr(one.get('color', 'none'))}"
    if "border_color" in one:
        paint += f" stroke={quoteattr(one['border_color'])}"
    match one["shape"]:
        case "polygon":
            points = " ".join(f"{x:g},{y:g}" for x, y in one["points"])
            middle = [sum(axis) / len(one["points"]) for axis in zip(*one["points"], strict=True)]
            return f'<polygon points="{points}" {paint}{_turn(one, middle[0], middle[1])}/>'
        case "rectangle":
            x, y, width, height = (one[key] for key in ("x", "y", "width", "height"))
            turn = _turn(one, x + width / 2, y + height / 2)
            return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" {paint}{turn}/>'
        case "ellipse":
            turn = _turn(one, one["x"], one["y"])
            return f'<ellipse cx="{one["x"]:g}" cy="{one["y"]:g}" rx="{one["rx"]:g}" ry="{one["ry"]:g}" {paint}{turn}/>'
        case "circle":
            return f'<circle cx="{one["x"]:g}" cy="{one["y"]:g}" r="{one["r"]:g}" {paint}/>'
        case _:
            return (
                f'<text x="{one["x"]:g}" y="{one["y"]:g}" font-size="{one["size"]:g}" text-anchor="middle" '
                f'dominant-baseline="middle" font-family="sans-serif" fill={quoteattr(one.get("color", TEXT))}'
                f"{_turn(one, one['x'], one['y'])}>{escape(text_of(one, active_language()))}</text>"
            )


def _turn(one: Mapping[str, Any], x: float, y: float) -> str:
    return f' transform="rotate({one["rotation"]:g} {x:g} {y:g})"' if one.get("rotation") else ""
