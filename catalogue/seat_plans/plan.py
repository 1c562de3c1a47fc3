"""A seating plan as the readers understand it: checked, and without anything of the database."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from shop.core.values.language_table import TABLE

from .limits import NOT_FOR_SALE

Point = tuple[float, float]
Name = tuple[str, str, str]
"""What names a seat for good: section (in the default language), row, number."""
Translations = Mapping[str, str]
"""A name in each language but the default, by the language's code."""
DEFAULT_LANGUAGE, *OTHER_LANGUAGES = TABLE

MOST_SEATS = 100_000
DIGITS = 1
"""Places after the point that coordinates keep: a tenth of the plan's unit."""


@dataclass(frozen=True, slots=True)
class PlanSeat:
    number: str
    x: float
    y: float
    category: str
    reserved_for: str = ""

    @property
    def is_for_sale(self) -> bool:
        return self.reserved_for not in NOT_FOR_SALE


@dataclass(frozen=True, slots=True)
class PlanRow:
    """Seats in the order in which they stand along the row."""

    name: str
    seats: tuple[PlanSeat, ...]


@dataclass(frozen=True, slots=True)
class PlanSection:
    """`name`: in the default language (German); `translations`: in each other language, by its code; `hull`: its
    outline, closed in itself; empty: drawn around its seats.
    """

    name: str
    translations: Translations
    rows: tuple[PlanRow, ...]
    hull: tuple[Point, ...] = ()


def all_names(name: str, translations: Translations) -> str:
    """Return a section's different names, as staff read them whatever their language."""
    return " / ".join(dict.fromkeys((name, *translations.values())))


@dataclass(frozen=True, slots=True)
class PlanCategory:
    """`known_as`: the id by which a published plan names it; empty: it goes by its name."""

    name: str
    color: str = ""
    known_as: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """`graphics`: shapes as the served files have them (`catalogue.seat_plans.graphics`)."""

    name: str
    categories: tuple[PlanCategory, ...]
    sections: tuple[PlanSection, ...]
    graphics: tuple[dict[str, Any], ...] = ()

    def places(self) -> Iterator[tuple[PlanSection, PlanRow, PlanSeat]]:
        """All seats in map order."""
        for section in self.sections:
            for row in section.rows:
                for seat in row.seats:
                    yield section, row, seat

    @property
    def size(self) -> int:
        return sum(len(row.seats) for section in self.sections for row in section.rows)
