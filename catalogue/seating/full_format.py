"""A seat map's JSON for other clients (catalogue §3 "Seat map"): every seat for itself, ids as on the GraphQL wire."""

from collections.abc import Sequence
from typing import Any

from catalogue.models import SeatMap
from catalogue.seating.seat_rows import SectionOfRows


def full_json(seat_map: SeatMap, sections: Sequence[SectionOfRows]) -> dict[str, Any]:
    return {
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
