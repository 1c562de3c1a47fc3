"""Copies an event's seat map to another event (catalogue §3 "Seat map")."""

from catalogue.models import Event, SeatMap
from catalogue.seat_plans.plan import Plan, PlanCategory, PlanRow, PlanSeat, PlanSection

from .importing import import_plan
from .seat_rows import seat_rows


def copy_seat_map(*, source: Event, target: Event) -> None:
    """Give the target the source's seats; categories are those of the same names, or new. No seat is taken in it.
    Does nothing where the source has no seat map. Locks the target's seat map.
    """
    seat_map = SeatMap.objects.filter(event=source).first()
    if seat_map is not None:
        import_plan(event=target, plan=stored_plan(seat_map))


def stored_plan(seat_map: SeatMap) -> Plan:
    """The plan of a seat map as it is stored now, with what staff set aside."""
    names = {one.pk: one.name for one in seat_map.event.pricing_categories.all()}
    colors = {one.name: one.map_color for one in seat_map.event.pricing_categories.all()}
    sections = tuple(
        PlanSection(
            name=section.name,
            translations=section.translations,
            hull=tuple((x, y) for x, y in section.hull),
            rows=tuple(
                PlanRow(
                    row.name,
                    tuple(
                        PlanSeat(seat.number, seat.x, seat.y, names[seat.category_id], seat.reserved_for)
                        for seat in row.seats
                    ),
                )
                for row in section.rows
            ),
        )
        for section in seat_rows(seat_map)
    )
    used = {seat.category for section in sections for row in section.rows for seat in row.seats}
    return Plan(
        name=seat_map.name,
        categories=tuple(PlanCategory(name, colors[name]) for name in names.values() if name in used),
        sections=sections,
        graphics=tuple(seat_map.graphics),
    )
