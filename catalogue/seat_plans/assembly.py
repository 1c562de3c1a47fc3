"""Puts what the readers of both formats found together: one row a name, seats in order, none twice."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .geometry import along_row
from .plan import MOST_SEATS, OTHER_LANGUAGES, Plan, PlanCategory, PlanRow, PlanSeat, PlanSection, Point, Translations
from .problems import Path
from .problems import gettext_noop as _
from .validator import PlanValidator


@dataclass
class Assembly:
    """Sections by name, rows by name within, seats with their paths in the file. `translations`: by names in the
    default language.
    """

    validator: PlanValidator
    sections: dict[str, dict[str, list[tuple[PlanSeat, Path]]]] = field(default_factory=dict)
    translations: dict[str, Translations] = field(default_factory=dict)
    hulls: dict[str, Sequence[Point]] = field(default_factory=dict)
    size: int = 0

    def count(self, seats: int, path: Path) -> bool:
        """Whether a plan may have that many seats more; asked before any of them is made."""
        self.size += seats
        if self.size > MOST_SEATS:
            text = _("with this the plan has %(size)s seats, at most %(most)s are possible")
            self.validator.wrong(path, text, size=self.size, most=MOST_SEATS)
            self.size -= seats
            return False
        return True

    def add(self, section: str, row: str, seats: Iterable[tuple[PlanSeat, Path]]) -> None:
        self.sections.setdefault(section, {}).setdefault(row, []).extend(seats)

    def plan(self, name: str, categories: Sequence[PlanCategory], graphics: Sequence[dict[str, Any]]) -> Plan:
        if not self.validator.problems:  # values that could not be read stand in for nothing here
            self._refuse_twice()
        used = {seat.category for rows in self.sections.values() for row in rows.values() for seat, _path in row}
        return Plan(
            name,
            tuple(one for one in categories if one.name in used),
            tuple(
                PlanSection(
                    section,
                    self.translations.get(section) or dict.fromkeys(OTHER_LANGUAGES, section),
                    tuple(
                        PlanRow(row, tuple(along_row([seat for seat, _path in seats])))
                        for row, seats in rows.items()
                        if seats
                    ),
                    tuple(self.hulls.get(section, ())),
                )
                for section, rows in self.sections.items()
                if any(rows.values())
            ),
            tuple(graphics),
        )

    def _refuse_twice(self) -> None:
        """No number twice in a row, no two seats in one place."""
        places: dict[Point, str] = {}
        for section, rows in self.sections.items():
            for row, seats in rows.items():
                numbers = set()
                for seat, path in seats:
                    called = f"{section} {row} {seat.number}"
                    if seat.number in numbers:
                        self.validator.wrong(path, _("there is a seat “%(seat)s” already"), seat=called)
                    numbers.add(seat.number)
                    other = places.setdefault((seat.x, seat.y), called)
                    if other is not called:
                        self.validator.wrong(path, _("stands in the place of seat “%(seat)s”"), seat=other)
        if not self.size:
            self.validator.wrong((), _("the plan has no seats"))
