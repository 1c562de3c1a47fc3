"""pretix' public format of seating plans: zones, rows and seats, each placed relative to what it is in.

Its `seat_guid` should be unique but seldom is; section, row and number name a seat here, so duplicates do no harm.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from .assembly import Assembly
from .geometry import rounded
from .graphics import LONGEST_TEXT, MOST_GRAPHICS, painted, turned
from .limits import MAP, NUMBER, ROW, SECTION
from .own_format import MOST_ROWS, MOST_SECTIONS, read_categories
from .plan import MOST_SEATS, Plan, PlanCategory, PlanSeat, Point
from .problems import Path
from .problems import gettext_noop as _
from .validator import FARTHEST, PlanValidator

XY = frozenset({"x", "y"})
ROOT = frozenset({"name", "size", "categories", "zones"})
ZONE = frozenset({"position", "rows"})
ZONE_MORE = frozenset({"name", "zone_id", "uuid", "areas"})
ROW_NEEDED = frozenset({"row_number", "seats"})
ROW_MORE = frozenset({"position", "row_number_position", "row_label", "seat_label", "uuid"})
SEAT = frozenset({"seat_guid", "seat_number", "position"})
SEAT_MORE = frozenset({"category", "uuid", "radius", "start_direction"})
AREA = frozenset({"shape", "position"})
AREA_MORE = frozenset(
    {"uuid", "color", "border_color", "rotation", "text", "polygon", "rectangle", "ellipse", "circle"}
)
TEXT = frozenset({"text", "color", "size", "position"})
SHAPES = ("polygon", "rectangle", "ellipse", "circle", "text")
TEXT_SIZE = 16.0
# For seats of which the plan does not say what they cost.
NO_CATEGORY = "Ohne Kategorie"
ONLY_ONE = _("Seats without a category (%(seats)s) were read as “%(category)s”, the plan's only one.")
OF_THEIR_OWN = _(
    "Seats without a category (%(seats)s) have one of their own, “%(category)s”: nothing is sold there until it has "
    "tickets."
)


class PretixReader:
    def __init__(self, validator: PlanValidator) -> None:
        self.validator = validator
        self.assembly = Assembly(validator)
        self.guids: Counter[str] = Counter()
        self.graphics: list[dict[str, Any]] = []
        self.categories: set[str] = set()
        self.otherwise = NO_CATEGORY
        self.without_category = 0

    def read(self, data: Any) -> Plan | None:
        """The plan; None, or a senseless one, if `validator` has found problems."""
        validator = self.validator
        root = validator.fields(data, (), ROOT, ROOT)
        if root is None:
            return None
        size = validator.fields(root["size"], ("size",), frozenset({"width", "height"}), frozenset({"width", "height"}))
        for key in size or ():
            validator.number(root["size"], key, ("size",), low=0)
        name = validator.text(root, "name", (), MAP, empty=True)
        categories = list(read_categories(root, validator, least=0))
        self.categories = {one.name for one in categories}
        if len(categories) == 1:
            self.otherwise = categories[0].name
        elif NO_CATEGORY not in self.categories:
            categories.append(PlanCategory(NO_CATEGORY))
        for number, (zone, at) in enumerate(validator.items(root, "zones", (), MOST_SECTIONS, least=1), start=1):
            self.read_zone(zone, at, number)
        if self.without_category:
            text = ONLY_ONE if self.otherwise in self.categories else OF_THEIR_OWN
            validator.assume(text, seats=self.without_category, category=self.otherwise)
        return self.assembly.plan(name, categories, self.graphics)

    @property
    def repaired(self) -> int:
        """Seats whose guid another one had before."""
        return sum(self.guids.values()) - len(self.guids)

    def read_zone(self, value: Any, at: Path, number: int) -> None:
        validator = self.validator
        zone = validator.fields(value, at, ZONE, ZONE | ZONE_MORE)
        if zone is None:
            return
        name = validator.text(zone, "name", at, SECTION, empty=True)
        name = name or validator.text(zone, "zone_id", at, SECTION, empty=True) or str(number)
        place = self.position(zone, at, (0.0, 0.0))
        for area, path in validator.items(zone, "areas", at, MOST_GRAPHICS):
            self.read_area(area, path, place)
        for row, path in validator.items(zone, "rows", at, MOST_ROWS):
            self.read_row(name, row, path, place)

    def position(self, owner: dict[str, Any], at: Path, around: Point, *, needed: bool = True) -> Point:
        """The place of a thing whose `position` is relative to that of what it is in."""
        if "position" not in owner and not needed:
            return around
        path = (*at, "position")
        if validator := self.validator.fields(owner.get("position"), path, XY, XY):
            x, y = (self.validator.number(validator, key, path) for key in ("x", "y"))
            return rounded(around[0] + x), rounded(around[1] + y)
        return around

    def read_row(self, section: str, value: Any, at: Path, around: Point) -> None:
        row = self.validator.fields(value, at, ROW_NEEDED, ROW_NEEDED | ROW_MORE)
        if row is None:
            return
        name = self.validator.text(row, "row_number", at, ROW)
        place = self.position(row, at, around, needed=False)
        if isinstance(row["seats"], list) and not self.assembly.count(len(row["seats"]), (*at, "seats")):
            return
        self.assembly.add(section, name, self.seats(row, at, place))

    def seats(self, row: dict[str, Any], at: Path, around: Point) -> Iterator[tuple[PlanSeat, Path]]:
        validator = self.validator
        for one, path in validator.items(row, "seats", at, MOST_SEATS):
            seat = validator.fields(one, path, SEAT, SEAT | SEAT_MORE)
            if seat is None:
                continue
            self.guids[validator.text(seat, "seat_guid", path, 200)] += 1
            number = validator.text(seat, "seat_number", path, NUMBER)
            category = self.category(seat, path)
            yield PlanSeat(number, *self.position(seat, path, around), category), path

    def category(self, seat: dict[str, Any], path: Path) -> str:
        if seat.get("category") not in (None, ""):
            return self.validator.chosen(seat, "category", path, self.categories)
        self.without_category += 1
        return self.otherwise

    def read_area(self, value: Any, at: Path, around: Point) -> None:
        validator = self.validator
        area = validator.fields(value, at, AREA, AREA | AREA_MORE)
        if area is None:
            return
        shape = validator.chosen(area, "shape", at, SHAPES)
        place = self.position(area, at, around)
        if shape and shape != "text" and (read := self.shape(shape, area, at, place)):
            self.graphics.append(painted(validator, read, area, at) if "points" not in read else
                                 _without_turn(painted(validator, read, area, at)))  # fmt: skip
        if area.get("text") not in (None, {}):
            self.read_text(area, at, place)

    def shape(self, shape: str, area: dict[str, Any], at: Path, place: Point) -> dict[str, Any] | None:
        validator, (x, y) = self.validator, place
        turn = validator.number(area, "rotation", at, -360, 360) if "rotation" in area else 0.0
        own, path = area.get(shape), (*at, shape)
        if shape == "polygon":
            if own := validator.fields(own, path, frozenset({"points"}), frozenset({"points"})):
                points = [self.point(one, where, place) for one, where in validator.items(own, "points", path, 2000, 3)]
                return {"shape": "polygon", "points": turned(points, place, turn)}
        elif shape == "rectangle":
            keys = frozenset({"width", "height"})
            if own := validator.fields(own, path, keys, keys):
                width, height = (validator.number(own, key, path, low=0) for key in ("width", "height"))
                if not turn:
                    return {"shape": "rectangle", "x": x, "y": y, "width": width, "height": height}
                edges = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
                return {"shape": "polygon", "points": turned(edges, place, turn)}
        elif shape == "circle":
            if own := validator.fields(own, path, frozenset({"radius"}), frozenset({"radius"})):
                return {"shape": "circle", "x": x, "y": y, "r": validator.number(own, "radius", path, low=0)}
        elif (own := validator.fields(own, path, frozenset({"radius"}), frozenset({"radius"}))) and (
            radius := validator.fields(own["radius"], (*path, "radius"), XY, XY)
        ):
            rx, ry = (validator.number(radius, key, (*path, "radius"), low=0) for key in ("x", "y"))
            return {"shape": "ellipse", "x": x, "y": y, "rx": rx, "ry": ry}
        return None

    def point(self, value: Any, path: Path, around: Point) -> list[float]:
        if point := self.validator.fields(value, path, XY, XY):
            x, y = (self.validator.number(point, key, path) for key in ("x", "y"))
            return [rounded(around[0] + x), rounded(around[1] + y)]
        return list(around)

    def read_text(self, area: dict[str, Any], at: Path, around: Point) -> None:
        validator, path = self.validator, (*at, "text")
        text = validator.fields(area["text"], path, frozenset(), TEXT)
        if not text or not (words := validator.text(text, "text", path, LONGEST_TEXT, empty=True)):
            return
        x, y = self.position(text, path, around, needed=False)
        size = validator.number(text, "size", path, 0, FARTHEST) if "size" in text else TEXT_SIZE
        read = {"shape": "text", "x": x, "y": y, "text": words, "size": size}
        if color := validator.color(text, "color", path):
            read["color"] = color
        if "rotation" in area and (rotation := validator.number(area, "rotation", at, -360, 360)):
            read["rotation"] = rotation
        self.graphics.append(read)


def _without_turn(polygon: dict[str, Any]) -> dict[str, Any]:
    """Its points are turned already, about another point than its middle."""
    return {key: value for key, value in polygon.items() if key != "rotation"}
