"""A whole seat map in map order, in two statements."""

from dataclasses import dataclass, field
from typing import NamedTuple

from catalogue.models import Seat, SeatMap
from shop.core.values.languages import localized


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
    """`name`: in the default language (German); `translations`: in each other language, by its code."""

    id: int
    name: str
    translations: dict[str, str]
    category_id: int | None
    hull: list[list[float]]
    rows: list[RowOfSeats] = field(default_factory=list)

    @property
    def names(self) -> dict[str, str]:
        """Return the names for the served files: translations only where they differ."""
        differing = {localized("name", one): name for one, name in self.translations.items() if name != self.name}
        return {"name": self.name} | differing


def seat_rows(seat_map: SeatMap) -> list[SectionOfRows]:
    sections = {
        one.pk: SectionOfRows(one.pk, one.name_de, one.translations, one.pricing_category_id, one.hull_points)
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
