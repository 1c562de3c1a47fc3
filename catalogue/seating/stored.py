"""An event's seats as a plan again."""

from catalogue.models import SeatMap
from catalogue.seat_plans.plan import Plan, PlanCategory, PlanRow, PlanSeat, PlanSection
from catalogue.seating.seat_rows import seat_rows


def stored_plan(seat_map: SeatMap) -> Plan:
    categories = {one.pk: one for one in seat_map.event.pricing_categories.all()}
    return Plan(
        seat_map.name,
        tuple(PlanCategory(one.name, one.map_color) for one in categories.values()),
        tuple(
            PlanSection(
                section.name,
                section.translations,
                tuple(
                    PlanRow(
                        row.name,
                        tuple(
                            PlanSeat(seat.number, seat.x, seat.y, categories[seat.category_id].name, seat.reserved_for)
                            for seat in row.seats
                        ),
                    )
                    for row in section.rows
                ),
                tuple((x, y) for x, y in section.hull),
            )
            for section in seat_rows(seat_map)
        ),
        tuple(seat_map.graphics),
    )
