"""Our own format of seating plans (docs/seat-maps.md): sections, rows, and rows described by their first seat."""

from collections.abc import Iterator
from typing import Any

from shop.core.values.language_table import TABLE

from .assembly import Assembly
from .geometry import rounded
from .graphics import read_graphics, read_points
from .limits import CATEGORY, MAP, NUMBER, RESERVED, ROW, SECTION
from .plan import MOST_SEATS, OTHER_LANGUAGES, Plan, PlanCategory, PlanSeat
from .problems import Path
from .problems import gettext_noop as _
from .validator import PlanValidator

MOST_SECTIONS = 1000
MOST_ROWS = 20_000
MOST_CATEGORIES = 60

ROOT = frozenset({"name", "categories", "sections", "graphics"})
NEEDED = ROOT - {"graphics"}
CATEGORY_KEYS = frozenset({"name", "color"})
SECTION_KEYS = frozenset({"name", "category", "hull", "rows"})
LINE = frozenset({"name", "from", "to", "x", "y", "dx", "dy"})
SEAT = frozenset({"number", "x", "y"})


def read_own(data: Any, validator: PlanValidator) -> Plan | None:
    """The plan; None, or a senseless one, if `validator` has found problems."""
    root = validator.fields(data, (), NEEDED, ROOT)
    if root is None:
        return None
    name = validator.text(root, "name", (), MAP, empty=True)
    categories = list(read_categories(root, validator))
    known = {one.name for one in categories}
    assembly = Assembly(validator)
    for section, at in validator.items(root, "sections", (), MOST_SECTIONS, least=1):
        _Section(validator, assembly, known, at).read(section)
    return assembly.plan(name, categories, read_graphics(validator, root, ()))


def read_categories(root: dict[str, Any], validator: PlanValidator, least: int = 1) -> Iterator[PlanCategory]:
    names = set()
    for one, at in validator.items(root, "categories", (), MOST_CATEGORIES, least):
        if validator.fields(one, at, CATEGORY_KEYS - {"color"}, CATEGORY_KEYS):
            name = validator.text(one, "name", at, CATEGORY)
            if name in names:
                validator.wrong((*at, "name"), _("there is a category of this name already"))
            names.add(name)
            yield PlanCategory(name, validator.color(one, "color", at))


class _Section:
    def __init__(self, validator: PlanValidator, assembly: Assembly, categories: set[str], at: Path) -> None:
        self.validator, self.assembly, self.categories, self.at = validator, assembly, categories, at
        self.category = ""

    def read(self, value: Any) -> None:
        section = self.validator.fields(value, self.at, frozenset({"name", "rows"}), SECTION_KEYS)
        if section is None:
            return
        name = self.name_of(section)
        self.category = self.category_of(section, self.at, "")
        if "hull" in section:
            hull = read_points(self.validator, section, "hull", self.at)
            self.assembly.hulls[name] = tuple((x, y) for x, y in hull)
        for row, at in self.validator.items(section, "rows", self.at, MOST_ROWS, least=1):
            self.read_row(name, row, at)

    def name_of(self, section: dict[str, Any]) -> str:
        """Return the name in the default language; the assembly gets the translations. No two sections share a name
        in any language.
        """
        words, path = self.validator.translated(section, "name", self.at, SECTION), (*self.at, "name")
        name, *others = words.values() if isinstance(words, dict) else (words,) * len(TABLE)
        translations = dict(zip(OTHER_LANGUAGES, others, strict=True))
        known = self.assembly.translations
        if name in known or any(one.items() & translations.items() for one in known.values()):
            self.validator.wrong(path, _("there is a section of this name already"))
        known[name] = translations
        return name

    def category_of(self, owner: dict[str, Any], path: Path, otherwise: str) -> str:
        if "category" in owner:
            return self.validator.chosen(owner, "category", path, self.categories)
        return otherwise

    def read_row(self, section: str, value: Any, at: Path) -> None:
        validator = self.validator
        if isinstance(value, dict) and "seats" in value:
            known = frozenset({"name", "category", "seats"})
            row = validator.fields(value, at, frozenset({"name", "seats"}), known)
            seats = self.explicit
        else:
            row = validator.fields(value, at, LINE, LINE | {"category", "reserved_for"})
            seats = self.in_line
        if row is None:
            return
        name = validator.text(row, "name", at, ROW)
        category = self.category_of(row, at, self.category)
        self.assembly.add(section, name, seats(row, at, category))

    def explicit(self, row: dict[str, Any], at: Path, category: str) -> Iterator[tuple[PlanSeat, Path]]:
        validator = self.validator
        if isinstance(row["seats"], list) and not self.assembly.count(len(row["seats"]), (*at, "seats")):
            return
        for one, path in validator.items(row, "seats", at, MOST_SEATS, least=1):
            seat = validator.fields(one, path, SEAT, SEAT | {"category", "reserved_for"})
            if seat is None:
                continue
            own = self.category_of(seat, path, category)
            if not own and "category" not in seat:
                validator.wrong(path, _("“%(key)s” is missing"), key="category")
            reserved = validator.chosen(seat, "reserved_for", path, RESERVED)
            number = validator.text(seat, "number", path, NUMBER)
            yield (
                PlanSeat(number, validator.number(seat, "x", path), validator.number(seat, "y", path), own, reserved),
                path,
            )

    def in_line(self, row: dict[str, Any], at: Path, category: str) -> Iterator[tuple[PlanSeat, Path]]:
        """Numbers `from` … `to`, the first at (x, y), each next one (dx, dy) further."""
        validator = self.validator
        ends = [row[key] for key in ("from", "to")]
        for key, end in zip(("from", "to"), ends, strict=True):
            if isinstance(end, bool) or not isinstance(end, int) or not 0 <= end < 10**NUMBER:
                validator.wrong((*at, key), _("must be a whole number from 0"))
                return
        first, last = ends
        step = 1 if last >= first else -1
        if not self.assembly.count(abs(last - first) + 1, (*at, "to")):
            return
        if not category and "category" not in row:
            validator.wrong(at, _("“%(key)s” is missing"), key="category")
        reserved = self.reserved_numbers(row, at)
        x, y = validator.number(row, "x", at), validator.number(row, "y", at)
        dx, dy = (self.step(row, key, at) for key in ("dx", "dy"))
        for along, number in enumerate(range(first, last + step, step)):
            kind = reserved.pop(str(number), "")
            yield PlanSeat(str(number), rounded(x + along * dx), rounded(y + along * dy), category, kind), at
        for unknown in reserved:
            validator.wrong((*at, "reserved_for"), _("the row has no seat %(number)s"), number=unknown)

    def step(self, row: dict[str, Any], key: str, at: Path) -> float:
        """As exact as it is written: a rounded one would bend a long row."""
        self.validator.number(row, key, at)
        value = row[key]
        return float(value) if isinstance(value, int | float) and abs(value) < 10**7 else 0.0

    def reserved_numbers(self, row: dict[str, Any], at: Path) -> dict[str, str]:
        """`reserved_for` of a row: {"wheelchair": ["1", "2"], …} → kind by number."""
        value = row.get("reserved_for", {})
        path = (*at, "reserved_for")
        found: dict[str, str] = {}
        if self.validator.fields(value, path, frozenset(), RESERVED) is None:
            return found
        for kind in RESERVED & value.keys():
            for number, place in self.validator.items(value, kind, path, MOST_SEATS):
                if isinstance(number, str) and number not in found:
                    found[number] = kind
                else:
                    self.validator.wrong(place, _("must be the number of a seat in quotes, once"))
        return found
