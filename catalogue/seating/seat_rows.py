"""A whole seat map in map order, in two statements."""

from dataclasses import dataclass, field
from typing import NamedTuple

from catalogue.models import Seat, SeatMap


class SeatOfRow(NamedTuple):
    id: int
    number: str
    x: float
    y: float
    category_id: int
    reserved_for: str
    run: int


@dataclass(slots=True)
class RowOfSeats:
    name: str
    seats: list[SeatOfRow] = field(default_factory=list)


@dataclass(slots=True)
class SectionOfRows:
    """`name`: the German one."""

    id: int
    name: str
    name_en: str
    category_id: int | None
    hull: list[list[float]]
    rows: list[RowOfSeats] = field(default_factory=list)

    @property
    def names(self) -> dict[str, str]:
        """As the served files tell them: the English name only where it is another one."""
        return {"name": self.name} | ({} if self.name_en == self.name else {"name_en": self.name_en})


def seat_rows(seat_map: SeatMap) -> list[SectionOfRows]:
    sections = {
        one.pk: SectionOfRows(one.pk, one.name_de, one.name_en or one.name_de, one.pricing_category_id, one.hull_points)
        for one in seat_map.sections.all()
    }
    seats = Seat.objects.filter(row__section__seat_map=seat_map).order_by("place").values_list(
        "row__section_id", "row_id", "row__name", "pk", "number", "x", "y", "pricing_category_id", "reserved_for", "run"
    )  # fmt: skip
    last = None
    for one in seats:
        if one[1] != last:
            row = RowOfSeats(one[2])
            sections[one[0]].rows.append(row)
            last = one[1]
        row.seats.append(SeatOfRow._make(one[3:]))
    return list(sections.values())
