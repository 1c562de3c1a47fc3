"""Small plans in both formats, and what is made of them."""

import json
from typing import Any
from uuid import uuid4

from catalogue.models import Event, ProductVariant, Seat, SeatClaim, SeatMap
from catalogue.seat_plans.plan import Plan
from catalogue.seat_plans.reading import read_plan
from catalogue.seating.importing import PlanReport, import_plan
from sessions_queue.models import VisitorSession


def own(**changes: Any) -> dict[str, Any]:
    """Two rows of four in “Parkett”, one of two on the “Balkon”; `changes` replace what stands at the root."""
    return {
        "name": "Saal",
        "categories": [{"name": "Vorne", "color": "#b8423a"}, {"name": "Hinten"}],
        "sections": [
            {
                "name": "Parkett",
                "category": "Vorne",
                "rows": [
                    {"name": "1", "from": 1, "to": 4, "x": 0, "y": 0, "dx": 10, "dy": 0},
                    {"name": "2", "from": 1, "to": 4, "x": 0, "y": 12, "dx": 10, "dy": 0, "category": "Hinten"},
                ],
            },
            {
                "name": "Balkon",
                "category": "Hinten",
                "rows": [
                    {"name": "A", "seats": [{"number": "7", "x": 0, "y": 40}, {"number": "8a", "x": 10, "y": 40.5}]}
                ],
            },
        ],
        "graphics": [{"shape": "rectangle", "x": 0, "y": -20, "width": 30, "height": 8, "color": "#222"}],
        **changes,
    }


def pretix(**changes: Any) -> dict[str, Any]:
    """Two zones; two seats of the same id."""

    def seat(guid: str, number: str, x: float, category: str = "Vorne") -> dict[str, Any]:
        return {"seat_guid": guid, "seat_number": number, "position": {"x": x, "y": 0}, "category": category}

    return {
        "name": "Halle",
        "size": {"width": 200, "height": 200},
        "categories": [{"name": "Vorne", "color": "#7f4a91"}, {"name": "Hinten", "color": "#d36060"}],
        "zones": [
            {
                "name": "Parkett",
                "position": {"x": 100, "y": 10},
                "rows": [
                    {
                        "row_number": "1", "row_number_position": "both", "position": {"x": 5, "y": 20},
                        "seats": [seat("1-1", "1", 0), seat("1-2", "2", 10), seat("1-3", "3", 20)],
                    },
                    {"row_number": "2", "position": {"x": 5, "y": 40}, "seats": [seat("2-1", "1", 0, "Hinten")]},
                ],
                "areas": [
                    {
                        "shape": "rectangle", "position": {"x": 0, "y": -10}, "color": "#eee", "border_color": "#000",
                        "rotation": 0, "rectangle": {"width": 50, "height": 8},
                        "text": {"text": "Bühne", "color": "#333", "position": {"x": 25, "y": 4}},
                    },
                    {
                        "shape": "polygon", "position": {"x": 0, "y": 50}, "rotation": 90,
                        "polygon": {"points": [{"x": 0, "y": 0}, {"x": 10, "y": 0}, {"x": 10, "y": 5}]},
                    },
                    {"shape": "ellipse", "position": {"x": 3, "y": 3}, "ellipse": {"radius": {"x": 4, "y": 2}}},
                    {"shape": "circle", "position": {"x": 0, "y": 0}, "rotation": 0, "circle": {"radius": 2}},
                ],
            },
            {
                "name": "Balkon", "position": {"x": 0, "y": 0},
                "rows": [{"row_number": "1", "seats": [seat("1-1", "1", 300, "Hinten")]}],
            },
        ],
        **changes,
    }  # fmt: skip


def plan_of(data: Any) -> Plan:
    return read_plan(json.dumps(data).encode()).plan


def seat_event(event: Event, data: Any = None) -> tuple[SeatMap, PlanReport]:
    """The event with the seats of a plan."""
    report = import_plan(event=event, plan=plan_of(data or own()))
    return SeatMap.objects.get(event=event), report


def claim_seat(seat_map: SeatMap, place: int, session: VisitorSession | None = None) -> SeatClaim:
    """The seat at this place is held by the session; without one it is sold."""

    seat = Seat.objects.get(row__section__seat_map=seat_map, place=place)
    return SeatClaim.objects.create(seat=seat, holder=uuid4(), session=session)


def ticket_of(event: Event, category: str) -> ProductVariant:
    """A ticket of the event's category, made as staff make it."""
    block = event.pricing_categories.get(name_de=category)
    return ProductVariant.objects.create(event=event, pricing_category=block, description=category)
