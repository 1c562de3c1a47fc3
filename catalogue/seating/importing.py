"""Imports a plan as an event's seat map (catalogue §3 "Seat map"). Claimed seats are never lost."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

from django.db import connection, transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from catalogue import locks
from catalogue.models import Event, PricingCategory, Seat, SeatMap, SeatRow, SeatSection, StockClaim
from catalogue.seat_plans.geometry import bounding_box, outline, runs
from catalogue.seat_plans.graphics import corners
from catalogue.seat_plans.plan import OTHER_LANGUAGES, Name, Plan, PlanSeat, Point
from catalogue.stock.actions import create_stock, set_capacity
from shop.core.errors import ShopError
from shop.core.values.languages import in_all_languages, localized

from .map_colours import colours_of, matched_categories
from .publishing import publish
from .tickets import link_tickets


@dataclass(frozen=True, slots=True)
class Conflict:
    """A claimed seat, and what the plan would do to it."""

    name: Name
    reason: str
    is_sold: bool

    def __str__(self) -> str:
        state = _("sold") if self.is_sold else _("held")
        return f"{' · '.join(self.name)} ({state}): {self.reason}"


class SeatsClaimed(ShopError):
    """A plan would take claimed seats away; nothing was changed."""

    code = "SEATS_CLAIMED"
    message = "seats are held or sold"
    status = 409

    def __init__(self, conflicts: Sequence[Conflict]) -> None:
        super().__init__()
        self.conflicts = list(conflicts)


@dataclass
class PlanReport:
    """What an import did, or would do."""

    seats: int
    sections: int
    rows: int
    added: int = 0
    kept: int = 0
    removed: int = 0
    new_categories: list[str] = field(default_factory=list)
    seats_by_category: dict[str, int] = field(default_factory=dict)
    reserved: dict[str, int] = field(default_factory=dict)
    renamed: dict[str, dict[str, str]] = field(default_factory=dict)
    """By language: other translated names of sections that stay, by their names in the default language."""
    conflicts: list[Conflict] = field(default_factory=list)
    carts: int = 0
    """About how many carts hold tickets without seats of categories that get some; their owners are asked to choose."""


@dataclass(frozen=True, slots=True)
class _ExistingSeat:
    id: int
    category_id: int
    reserved_for: str
    session_id: object
    is_claimed: bool
    translations: tuple[str, ...]


@transaction.atomic
def import_plan(*, event: Event, plan: Plan, dry_run: bool = False) -> PlanReport:
    """Make the event's seats those of the plan. A seat of the same section, row and number stays the same seat.

    Raises SeatsClaimed, and changes nothing, if a held or sold seat would vanish, change its category or no longer be
    for sale. What staff set aside stays unless the plan says otherwise. `dry_run`: only report, conflicts too. Locks
    the seat map.
    """
    if not dry_run:
        locks.lock_seat_map(event.pk)
    existing = _existing_seats(event)
    matched = matched_categories(event, plan)
    report = _compared(plan, existing, matched)
    report.carts = _carts_without_seats(matched)
    if dry_run:
        return report
    if report.conflicts:
        raise SeatsClaimed(report.conflicts)
    categories = _with_new_categories(event, plan, matched)
    hulls = [list(one.hull) or outline([row.seats for row in one.rows]) for one in plan.sections]
    seat_map = _seat_map(event, plan, hulls)
    gone = existing.keys() - {(s.name, r.name, seat.number) for s, r, seat in plan.places()}
    Seat.objects.filter(pk__in=[existing[name].id for name in gone]).delete()
    row_ids = _write_rows(seat_map, plan, hulls, categories)
    _write_seats(plan, existing, row_ids, categories)
    SeatRow.objects.filter(section__seat_map=seat_map, seats=None).delete()
    SeatSection.objects.filter(seat_map=seat_map, rows=None).delete()
    count_seats(event)
    for category in {one.pk: one for one in categories.values()}.values():
        link_tickets(category=category)
    publish(seat_map=seat_map)
    return report


def _existing_seats(event: Event) -> dict[Name, _ExistingSeat]:
    rows = Seat.objects.filter(row__section__seat_map__event=event).order_by().values_list(
        "row__section__name_de", "row__name", "number", "pk", "pricing_category_id", "reserved_for",
        "claim__session_id", "claim__holder", *(localized("row__section__name", one) for one in OTHER_LANGUAGES),
    )  # fmt: skip
    return {
        (row[0], row[1], row[2]): _ExistingSeat(
            row[3], row[4], row[5], row[6], row[7] is not None, tuple(name or row[0] for name in row[8:])
        )
        for row in rows
    }


def _renamed(plan: Plan, existing: dict[Name, _ExistingSeat]) -> dict[str, dict[str, str]]:
    before = {name[0]: seat.translations for name, seat in existing.items()}
    kept = [one for one in plan.sections if one.name in before]
    renamed = {
        language: {
            one.name: one.translations[language] for one in kept if one.translations[language] != before[one.name][at]
        }
        for at, language in enumerate(OTHER_LANGUAGES)
    }
    return {language: names for language, names in renamed.items() if names}


def _carts_without_seats(matched: dict[str, PricingCategory]) -> int:
    """Count holders of pieces that the tickets draw on now. An estimate: a stock may be shared with other
    categories.
    """
    new = [category.pk for category in matched.values() if category.seat_stock_id is None]
    held = StockClaim.objects.filter(session__isnull=False, stock__uses__variant__pricing_category__in=new)
    return held.values("holder").distinct().count()


def _compared(plan: Plan, existing: dict[Name, _ExistingSeat], matched: dict[str, PricingCategory]) -> PlanReport:
    report = PlanReport(
        seats=plan.size,
        sections=len(plan.sections),
        rows=sum(len(section.rows) for section in plan.sections),
        new_categories=[one.name for one in plan.categories if one.name not in matched],
    )
    by_category: Counter[str] = Counter()
    reserved: Counter[str] = Counter()
    left = dict(existing)
    for section, row, seat in plan.places():
        name = (section.name, row.name, seat.number)
        before = left.pop(name, None)
        by_category[seat.category] += 1
        kind = seat.reserved_for or (before.reserved_for if before else "")
        reserved[kind] += 1
        if before is None:
            report.added += 1
            continue
        report.kept += 1
        if before.is_claimed:
            category = matched.get(seat.category)
            if category is None or category.pk != before.category_id:
                reason = _("would become %(category)s") % {"category": seat.category}
                report.conflicts.append(Conflict(name, reason, before.session_id is None))
            elif kind in Seat.NOT_FOR_SALE and before.reserved_for not in Seat.NOT_FOR_SALE:
                reason = _("would be set aside")
                report.conflicts.append(Conflict(name, reason, before.session_id is None))
    report.removed = len(left)
    report.conflicts += [
        Conflict(name, _("is not in the plan"), before.session_id is None)
        for name, before in left.items()
        if before.is_claimed
    ]
    report.seats_by_category = dict(by_category)
    report.renamed = _renamed(plan, existing)
    report.reserved = {kind: count for kind, count in reserved.items() if kind}
    return report


def _with_new_categories(event: Event, plan: Plan, matched: dict[str, PricingCategory]) -> dict[str, PricingCategory]:
    """Return every category of the plan. Missing ones are created, without tickets. No two have the same colour."""
    categories, colours = dict(matched), colours_of(plan, matched)
    for name, category in matched.items():
        if category.map_color != colours[name]:
            category.map_color = colours[name]
            category.save(update_fields=["map_color"])
    last = event.pricing_categories.aggregate(last=Max("order"))["last"]
    order = 0 if last is None else last + 1
    for one in plan.categories:
        if one.name not in categories:
            color = colours[one.name]
            names = dict.fromkeys(in_all_languages("name"), one.name)
            categories[one.name] = PricingCategory.objects.create(event=event, map_color=color, order=order, **names)
            order += 1
    for category in sorted({one.pk: one for one in categories.values()}.values(), key=lambda one: one.pk):
        if category.seat_stock is None:
            category.seat_stock = create_stock(owner=event.owner, name=f"{event.slug} {category.name}", capacity=0)
            category.save(update_fields=["seat_stock"])
    return categories


def _seat_map(event: Event, plan: Plan, hulls: Sequence[Sequence[Point]]) -> SeatMap:
    drawn = (corner for one in plan.graphics for corner in corners(one))
    box = bounding_box([*chain.from_iterable(hulls), *drawn])
    values = {"name": plan.name, "graphics": list(plan.graphics), "bounding_box": box, "size": plan.size}
    return SeatMap.objects.update_or_create(event=event, defaults=values)[0]


def _write_rows(
    seat_map: SeatMap, plan: Plan, hulls: Sequence[Sequence[Point]], categories: dict[str, PricingCategory]
) -> dict[tuple[str, str], int]:
    """Write sections and rows in the plan's order. Returns the rows' ids by the names of section and row."""
    existing_sections = {one.name_de: one for one in seat_map.sections.all()}
    sections = []
    for order, (planned, hull) in enumerate(zip(plan.sections, hulls, strict=True)):
        section = existing_sections.get(planned.name) or SeatSection(seat_map=seat_map, name_de=planned.name)
        for language, name in planned.translations.items():
            setattr(section, localized("name", language), name)
        section.order, section.hull_points = order, [list(point) for point in hull]
        section.pricing_category = categories[_most_common(seat for row in planned.rows for seat in row.seats)]
        sections.append(section)
    SeatSection.objects.bulk_create([one for one in sections if one.name_de not in existing_sections])
    names = [localized("name", language) for language in OTHER_LANGUAGES]
    fields = [*names, "order", "hull_points", "pricing_category"]
    SeatSection.objects.bulk_update(
        [one for one in sections if one.name_de in existing_sections], fields, batch_size=500
    )
    existing = {(row.section_id, row.name): row for row in SeatRow.objects.filter(section__seat_map=seat_map)}
    rows: dict[tuple[str, str], SeatRow] = {}
    moved = []
    for section, planned in zip(sections, plan.sections, strict=True):
        for order, one in enumerate(planned.rows):
            row = existing.get((section.pk, one.name))
            rows[planned.name, one.name] = row or SeatRow(section=section, name=one.name, order=order)
            if row and row.order != order:
                row.order = order
                moved.append(row)
    SeatRow.objects.bulk_create([row for row in rows.values() if row._state.adding], batch_size=2000)
    SeatRow.objects.bulk_update(moved, ["order"], batch_size=500)
    return {name: row.pk for name, row in rows.items()}


def _most_common(seats: Iterable[PlanSeat]) -> str:
    return Counter(seat.category for seat in seats).most_common(1)[0][0]


COLUMNS = {
    "row_id": "bigint",
    "number": "text",
    "x": "double precision",
    "y": "double precision",
    "pricing_category_id": "bigint",
    "reserved_for": "text",
    "place": "integer",
    "run": "smallint",
}
GIVEN = ", ".join(f"%s::{kind}[]" for kind in COLUMNS.values())
NAMES = ", ".join(COLUMNS)
# New seats get their ids in map order, so that the served files can tell them in few words.
COPY = f"COPY catalogue_seat ({NAMES}) FROM STDIN"
UPDATE = f"""
    UPDATE catalogue_seat AS seat SET {", ".join(f"{name} = given.{name}" for name in COLUMNS)}
    FROM unnest(%s::bigint[], {GIVEN}) AS given (id, {NAMES})
    WHERE seat.id = given.id
      AND ({", ".join(f"seat.{name}" for name in COLUMNS)})
          IS DISTINCT FROM ({", ".join(f"given.{name}" for name in COLUMNS)})
"""  # noqa: S608


def _write_seats(
    plan: Plan,
    existing: dict[Name, _ExistingSeat],
    row_ids: dict[tuple[str, str], int],
    categories: dict[str, PricingCategory],
) -> None:
    new: list[str] = []
    old: list[tuple[object, ...]] = []
    place = 0
    for section in plan.sections:
        for row in section.rows:
            row_id = row_ids[section.name, row.name]
            for seat, run in zip(row.seats, runs(row.seats), strict=True):
                before = existing.get((section.name, row.name, seat.number))
                kind = seat.reserved_for or (before.reserved_for if before else "")
                category = categories[seat.category].pk
                if before is None:
                    # Of all values only a number is free text; readers let no control characters through.
                    number = seat.number.replace("\\", "\\\\")
                    new.append(f"{row_id}\t{number}\t{seat.x!r}\t{seat.y!r}\t{category}\t{kind}\t{place}\t{run}\n")
                else:
                    old.append((before.id, row_id, seat.number, seat.x, seat.y, category, kind, place, run))
                place += 1
    with connection.cursor() as cursor:
        if old:
            cursor.execute(UPDATE, [list(column) for column in zip(*old, strict=True)])
        if new:
            with cursor.copy(COPY) as copy:
                copy.write("".join(new))


def count_seats(event: Event) -> None:
    """Set the capacity of each seated category to the number of its seats for sale."""
    counted = Counter(
        Seat.objects.filter(row__section__seat_map__event=event)
        .exclude(reserved_for__in=Seat.NOT_FOR_SALE)
        .order_by()
        .values_list("pricing_category_id", flat=True)
    )
    seated = PricingCategory.objects.filter(event=event).exclude(seat_stock=None).select_related("seat_stock")
    for category in seated.order_by("seat_stock_id"):
        assert category.seat_stock is not None
        set_capacity(stock=category.seat_stock, capacity=counted[category.pk])
