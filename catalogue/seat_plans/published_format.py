"""The format that the shop itself publishes at an event's `seatmapUrl` (catalogue §3 "Seat map"; `full.py` writes it).

It names pricing categories by their ids alone: those of the event that the plan is for are known again by them, others
are made under a number of their own.
"""

from typing import Any

from .assembly import Assembly
from .graphics import read_graphics, read_points
from .limits import NUMBER, RESERVED, ROW, SECTION
from .own_format import MOST_CATEGORIES, MOST_SECTIONS
from .plan import MOST_SEATS, OTHER_LANGUAGES, Plan, PlanCategory, PlanSeat
from .problems import Path
from .problems import gettext_noop as _
from .validator import PlanValidator

ROOT = frozenset({"sections", "graphics", "bounding_box"})
SECTION_NEEDED = frozenset({"name", "seats"})
SECTION_KEYS = SECTION_NEEDED | {"id", "pricing_category_id", "hull_points", *map("name_{}".format, OTHER_LANGUAGES)}
SEAT_NEEDED = frozenset({"row", "number", "x", "y"})
SEAT_KEYS = SEAT_NEEDED | {"id", "pricing_category_id", "reserved_for"}
MARKS = frozenset({"bounding_box"})
NUMBERED = "Kategorie %s"
BY_ID = _(
    "The plan is one that a shop has published. It names pricing categories by their ids only: those of this event are "
    "known again by them, others are new ones with a number for a name."
)


def is_published(data: dict[str, Any]) -> bool:
    """Whether seats stand in the sections themselves."""
    sections = data.get("sections")
    within = isinstance(sections, list) and any(isinstance(one, dict) and "seats" in one for one in sections[:1])
    return within or bool(MARKS & data.keys())


class PublishedReader:
    def __init__(self, validator: PlanValidator) -> None:
        self.validator = validator
        self.assembly = Assembly(validator)
        self.categories: dict[str, PlanCategory] = {}

    def read(self, data: Any) -> Plan | None:
        """The plan; None, or a senseless one, if `validator` has found problems."""
        root = self.validator.fields(data, (), frozenset({"sections"}), ROOT)
        if root is None:
            return None
        for section, at in self.validator.items(root, "sections", (), MOST_SECTIONS, least=1):
            self.read_section(section, at)
        self.validator.assume(BY_ID)
        return self.assembly.plan("", list(self.categories.values()), read_graphics(self.validator, root, ()))

    def read_section(self, value: Any, at: Path) -> None:
        validator = self.validator
        section = validator.fields(value, at, SECTION_NEEDED, SECTION_KEYS)
        if section is None:
            return
        name = validator.text(section, "name", at, SECTION)
        if name in self.assembly.translations:
            validator.wrong((*at, "name"), _("there is a section of this name already"))
        self.assembly.translations[name] = {
            one: validator.text(section, f"name_{one}", at, SECTION, empty=True) or name for one in OTHER_LANGUAGES
        }
        if section.get("hull_points"):
            hull = read_points(validator, section, "hull_points", at)
            self.assembly.hulls[name] = tuple((x, y) for x, y in hull)
        if isinstance(section["seats"], list) and not self.assembly.count(len(section["seats"]), (*at, "seats")):
            return
        for one, path in validator.items(section, "seats", at, MOST_SEATS, least=1):
            if seat := validator.fields(one, path, SEAT_NEEDED, SEAT_KEYS):
                row = validator.text(seat, "row", path, ROW)
                self.assembly.add(name, row, [(self.seat(seat, path, section.get("pricing_category_id")), path)])

    def seat(self, seat: dict[str, Any], path: Path, of_section: Any) -> PlanSeat:
        validator = self.validator
        number = validator.text(seat, "number", path, NUMBER)
        x, y = validator.number(seat, "x", path), validator.number(seat, "y", path)
        own = seat.get("pricing_category_id")
        category = self.category(of_section if own is None else own, path)
        reserved = validator.chosen(seat, "reserved_for", path, RESERVED) if seat.get("reserved_for") else ""
        return PlanSeat(number, x, y, category, reserved)

    def category(self, given: Any, path: Path) -> str:
        key = str(given)
        if isinstance(given, bool) or not isinstance(given, int | str) or not 0 < len(key) <= 40:
            self.validator.wrong((*path, "pricing_category_id"), _("must be the id of a pricing category"))
            return ""
        if key not in self.categories:
            if len(self.categories) >= MOST_CATEGORIES:
                text = _("has %(size)s entries, at most %(most)s are possible")
                self.validator.wrong(path, text, size=len(self.categories) + 1, most=MOST_CATEGORIES)
                return ""
            self.categories[key] = PlanCategory(NUMBERED % (len(self.categories) + 1), known_as=key)
        return self.categories[key].name
