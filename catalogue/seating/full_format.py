"""A seat map's JSON for other clients (catalogue §3 "Seat map"): every seat for itself, ids as on the GraphQL wire."""

from collections.abc import Sequence
from typing import Any, TypedDict

from catalogue.models import SeatMap
from catalogue.seat_plans.graphics import Circle, Ellipse, Polygon, Rectangle, Text
from catalogue.seating.seat_rows import SectionOfRows
from shop.core.wire.answers import extensible


class FullSeat(TypedDict):
    id: str
    row: str
    number: str
    x: float
    y: float
    pricing_category_id: str
    reserved_for: str


@extensible
class FullSection(TypedDict):
    id: str
    name: str
    pricing_category_id: str | None
    hull_points: list[tuple[float, float]]
    seats: list[FullSeat]


class BoundingBox(TypedDict):
    x: float
    y: float
    width: float
    height: float


class FullPlan(TypedDict):
    sections: list[FullSection]
    graphics: list[Polygon | Rectangle | Ellipse | Circle | Text]
    bounding_box: BoundingBox


def full_json(seat_map: SeatMap, sections: Sequence[SectionOfRows]) -> FullPlan:
    # Any: names in further languages beside those of the type.
    found: Any = {
        "sections": [
            {
                "id": str(section.id),
                **section.names,
                "pricing_category_id": None if section.category_id is None else str(section.category_id),
                "hull_points": section.hull,
                "seats": [
                    {
                        "id": str(seat.id),
                        "row": row.name,
                        "number": seat.number,
                        "x": seat.x,
                        "y": seat.y,
                        "pricing_category_id": str(seat.category_id),
                        "reserved_for": seat.reserved_for,
                    }
                    for row in section.rows
                    for seat in row.seats
                ],
            }
            for section in sections
        ],
        "graphics": seat_map.graphics,
        "bounding_box": seat_map.bounding_box,
    }
    return found
