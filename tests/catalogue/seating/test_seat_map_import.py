"""A plan in the place of an event's seats: what stays, what is refused, and what tickets draw on (design §4)."""

import json
import re
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import ProtectedError, RestrictedError
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from catalogue.models import Event, PricingCategory, ProductVariant, Seat, SeatMap, SeatMapFile, Stock, StockUse
from catalogue.seat_plans.generator import bowl
from catalogue.seat_plans.packing import text, unpacked
from catalogue.seat_plans.problems import PlanRefused
from catalogue.seat_plans.reading import read_plan
from catalogue.seating.compact_format import compact_json
from catalogue.seating.importing import SeatsClaimed, import_plan
from catalogue.seating.map_colours import distinct
from catalogue.seating.reservations import NoSuchSeats, SeatSelection, chosen_seats, set_aside
from sessions_queue.models import VisitorSession
from tests.factories import make_event, make_shop, make_variant
from tests.proofs import proves
from tests.seating import claim_seat, own, plan_of, pretix, seat_event, ticket_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event(make_shop(), slug="abend")


def capacities(event: Event) -> dict[str, int]:
    stocks = Stock.objects.filter(seated_category__event=event)
    return {one.seated_category.name: one.capacity for one in stocks.select_related("seated_category")}


def everything() -> list[object]:
    models = (SeatMap, SeatMapFile, Seat, PricingCategory, Stock, StockUse)
    return [list(model.objects.order_by("pk").values()) for model in models]


def test_an_event_gets_sections_rows_seats_and_categories(event: Event) -> None:
    there = PricingCategory.objects.create(event=event, name_de="Hinten", name_en="Rear", map_color="#123456")
    seat_map, report = seat_event(event)
    assert (report.seats, report.added, report.kept, report.removed) == (10, 10, 0, 0)
    assert report.new_categories == ["Vorne"]
    assert report.seats_by_category == {"Vorne": 4, "Hinten": 6}
    assert (seat_map.name, seat_map.size, len(seat_map.version)) == ("Saal", 10, 16)
    assert list(Seat.objects.values_list("place", "row__section__name", "row__name", "number")) == [
        *((at, "Parkett", "1", str(at + 1)) for at in range(4)),
        *((at + 4, "Parkett", "2", str(at + 1)) for at in range(4)),
        (8, "Balkon", "A", "7"), (9, "Balkon", "A", "8a"),
    ]  # fmt: skip
    front = event.pricing_categories.get(name_de="Vorne")
    assert (front.map_color, front.order > there.order) == ("#b8423a", True)
    assert Seat.objects.get(place=9).pricing_category == there
    assert capacities(event) == {"Vorne": 4, "Hinten": 6}
    assert PricingCategory.objects.get(pk=there.pk).map_color == "#123456"


@proves(
    "catalogue §3 “Seat map”",
    "categories of one event have different colours on its map, the plan's if staff chose none",
)
@pytest.mark.parametrize(
    ("chosen", "planned", "expected"),
    [
        (("", ""), ("", ""), ("#3a6ea5", "#c7622b")),
        (("", ""), ("#b8423a", ""), ("#b8423a", "#3a6ea5")),
        (("", ""), ("#b8423a", "#B8423A"), ("#b8423a", "#3a6ea5")),
        (("#123456", "#123456"), ("#b8423a", "#0d0d0d"), ("#123456", "#3a6ea5")),
        (("#c7622b", ""), ("", "#c7622b"), ("#c7622b", "#3a6ea5")),
    ],
)
def test_colours_of_categories(
    event: Event, chosen: tuple[str, ...], planned: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    for name, colour in zip(("Vorne", "Hinten"), chosen, strict=True):
        PricingCategory.objects.create(event=event, name_de=name, **({"map_color": colour} if colour else {}))
    named = [
        {"name": name} | ({"color": colour} if colour else {})
        for name, colour in zip(("Vorne", "Hinten"), planned, strict=True)
    ]
    for _time in range(2):
        seat_event(event, own(categories=named))
        found = {one.name: one.map_color for one in event.pricing_categories.all()}
        assert (found["Vorne"], found["Hinten"]) == expected


def test_many_categories_have_many_colours() -> None:
    colours = distinct([""] * 60)
    assert len(set(colours)) == 60 and all(re.fullmatch("#[0-9a-f]{6}", one) for one in colours)


def test_categories_are_known_by_their_english_name_too(event: Event) -> None:
    PricingCategory.objects.create(event=event, name_de="Hinten", name_en="Vorne")
    _seat_map, report = seat_event(event, own(categories=[{"name": "VORNE"}], sections=[
        {"name": "A", "category": "VORNE", "rows": own()["sections"][0]["rows"][:1]},
    ]))  # fmt: skip
    assert report.new_categories == []


def test_a_dry_run_changes_nothing(event: Event) -> None:
    before = everything()
    report = import_plan(event=event, plan=plan_of(own()), dry_run=True)
    assert (report.added, report.new_categories, everything()) == (10, ["Vorne", "Hinten"], before)


def test_the_same_plan_again_changes_nothing(event: Event) -> None:
    seat_event(event)
    before = everything()
    _seat_map, report = seat_event(event)
    assert (report.added, report.kept, report.removed) == (0, 10, 0)
    assert everything()[1:] == before[1:]


@proves("catalogue §3", "replacing a plan keeps seats by section, row and number, and never loses a held or sold one")
def test_seats_outlive_a_new_plan_by_their_names(event: Event) -> None:
    seat_map, _report = seat_event(event)
    ids = {(seat.row.section.name, seat.row.name, seat.number): seat.pk for seat in Seat.objects.all()}
    data = own()
    data["sections"].reverse()
    data["sections"][1]["rows"][0] |= {"to": 2, "x": 500}
    after, report = seat_event(event, data)
    assert (report.added, report.kept, report.removed) == (0, 8, 2)
    for seat in Seat.objects.all():
        assert seat.pk == ids[seat.row.section.name, seat.row.name, seat.number]
    assert [seat.place for seat in Seat.objects.order_by("row__section__order", "row__order", "place")] == list(
        range(8)
    )
    assert Seat.objects.get(row__name="1", number="2").x == 510
    assert capacities(event) == {"Vorne": 2, "Hinten": 6}
    assert after.version != seat_map.version
    versions = SeatMapFile.objects.filter(seat_map=after).values_list("version", flat=True)
    assert set(versions) == {seat_map.version, after.version}


@pytest.mark.parametrize("sold", [True, False])
def test_claimed_seats_never_vanish_move_or_are_set_aside(event: Event, sold: bool) -> None:
    seat_map, _report = seat_event(event)
    later = timezone.now() + timedelta(minutes=5)
    session = None if sold else VisitorSession.objects.create(shop=event.owner, expires_at=later)
    for place in (0, 4, 9):
        claim_seat(seat_map, place, session)
    data = own()
    parkett, balkon = data["sections"]
    parkett["rows"][0]["category"] = "Hinten"
    parkett["rows"][1]["reserved_for"] = {"promoter": ["1"]}
    del balkon["rows"][0]["seats"][1]
    before = everything()
    dry = import_plan(event=event, plan=plan_of(data), dry_run=True)
    with pytest.raises(SeatsClaimed) as error:
        import_plan(event=event, plan=plan_of(data))
    assert error.value.conflicts == dry.conflicts
    assert [(one.name, one.is_sold) for one in dry.conflicts] == [
        (("Parkett", "1", "1"), sold), (("Parkett", "2", "1"), sold), (("Balkon", "A", "8a"), sold),
    ]  # fmt: skip
    assert everything() == before


def test_an_event_goes_with_its_seats_unless_somebody_has_one(event: Event) -> None:
    seat_map, _report = seat_event(event)
    with pytest.raises(RestrictedError):
        event.pricing_categories.get(name_de="Vorne").delete()
    claim = claim_seat(seat_map, 0)
    with pytest.raises(ProtectedError):
        event.delete()
    claim.delete()
    event.delete()
    assert not Seat.objects.exists()


@proves("catalogue §3", "a broken or hostile plan is refused with line and reason and changes nothing")
def test_a_refused_plan_changes_nothing(event: Event, tmp_path: Path) -> None:
    seat_event(event)
    before = everything()
    with pytest.raises(PlanRefused):
        read_plan(b'{"sections": NaN}')
    (tmp_path / "plan.json").write_text(json.dumps(own(categories=[])))
    with pytest.raises(CommandError):
        call_command("import_seatmap", "abend", str(tmp_path / "plan.json"), stderr=StringIO())
    assert everything() == before


@proves("design §4", "tickets of a seated category draw on its seats, by whatever door they come")
def test_tickets_of_a_category_draw_on_its_seats_whenever_they_are_made(event: Event) -> None:
    front = PricingCategory.objects.create(event=event, name_de="Vorne", name_en="Front")
    early = make_variant(event=event, description="Früh")
    ProductVariant.objects.filter(pk=early.pk).update(pricing_category=front)
    seat_event(event)
    late = ticket_of(event, "Vorne")
    front.refresh_from_db()
    rear = event.pricing_categories.get(name_de="Hinten")
    assert set(StockUse.objects.filter(stock=front.seat_stock).values_list("variant", flat=True)) == {early.pk, late.pk}
    late.pricing_category = rear
    late.save()
    assert [use.stock for use in late.stock_uses.all()] == [rear.seat_stock]
    late.pricing_category = None
    late.save()
    assert not late.stock_uses.exists()


@proves(
    "catalogue §3",
    "seats are set aside for promoter, press, wheelchair and companion, and released; not those that somebody has",
)
def test_seats_are_set_aside_and_released_and_counted(event: Event) -> None:
    seat_map, _report = seat_event(event)
    assert set_aside(event=event, selection=SeatSelection("Parkett", "1", "1-2, 4"), kind="promoter") == 3
    assert capacities(event) == {"Vorne": 1, "Hinten": 6}
    assert set_aside(event=event, selection=SeatSelection("Balkon"), kind="wheelchair") == 2
    assert capacities(event) == {"Vorne": 1, "Hinten": 6}
    seat_map.refresh_from_db()
    compact = compact_file(seat_map)
    assert compact["sections"][0]["rows"][0]["kinds"] == {"x": [0, 1, 3]}
    assert compact["sections"][1]["rows"][0]["kinds"] == {"w": [0, 1]}
    claim_seat(seat_map, 2)
    with pytest.raises(SeatsClaimed):
        set_aside(event=event, selection=SeatSelection("Parkett", "1"), kind="press")
    assert Seat.objects.filter(reserved_for="press").count() == 0
    assert set_aside(event=event, selection=SeatSelection("Parkett", "1", "1,2"), kind="") == 2
    assert capacities(event) == {"Vorne": 3, "Hinten": 6}


def test_what_staff_set_aside_stays_where_a_plan_says_nothing(event: Event) -> None:
    seat_event(event)
    set_aside(event=event, selection=SeatSelection("Parkett", "1"), kind="press")
    data = own()
    data["sections"][0]["rows"][0]["reserved_for"] = {"companion": ["2"]}
    seat_event(event, data)
    assert list(Seat.objects.filter(place__lt=4).values_list("reserved_for", flat=True)) == [
        "press", "companion", "press", "press",
    ]  # fmt: skip
    assert capacities(event) == {"Vorne": 1, "Hinten": 6}


@pytest.mark.parametrize(
    "wanted", [SeatSelection("Parkett", "9"), SeatSelection("Loge"), SeatSelection("Parkett", "1", "3-5")]
)
def test_seats_that_are_not_there_are_not_set_aside(event: Event, wanted: SeatSelection) -> None:
    seat_event(event)
    with pytest.raises(NoSuchSeats):
        set_aside(event=event, selection=wanted, kind="press")


@proves(
    "catalogue §3",
    "seats to set aside are written as names, lists and ranges: a name like `2-1` is that seat, ranges "
    "go by number or along the row",
)
@pytest.mark.parametrize(
    ("names", "written", "chosen", "unknown"),
    [
        ("1 2 3 7 9a 11 12", "1-3, 7;9a , 12–11", "1 2 3 7 9a 11 12", []),
        ("1 2 3", "1 - 2", "1 2", []),
        ("1 2", "1-99999999", "", ["99999999"]),
        ("1 2", "9", "", ["9"]),
        ("1 2", "x-y", "", ["x-y"]),
        # every second chair, as halls with odd and even sides count
        ("1 3 5 7", "1-5", "1 3 5", []),
        # names that look like ranges
        ("1 2 2-1 2-2", "2-1", "2-1", []),
        ("1 2 2-1 2-2", "2–1", "2-1", []),
        ("1 2 2-1 2-2", "2-2, 1", "1 2-2", []),
        ("1-1 1-2 1-3 1-4", "1-2 - 1-4", "1-2 1-3 1-4", []),
        ("1-1 1-2 1-3 1-4", "1-4-1-3", "1-3 1-4", []),
        ("2–1 2–2", "2-1", "2–1", []),
        ("1-1 1-2", "1-3", "", ["1", "3"]),
        # letters, along the row
        ("9a 9b 9c 9d", "9b-9d", "9b 9c 9d", []),
        ("9a 9b", "9a-9x", "", ["9a-9x"]),
    ],
)
def test_seats_are_named_by_ranges_and_lists(
    event: Event, names: str, written: str, chosen: str, unknown: list[str]
) -> None:
    chairs = [{"number": name, "x": 10 * at, "y": 0} for at, name in enumerate(names.split())]
    seat_event(event, own(sections=[{"name": "P", "category": "Vorne", "rows": [{"name": "1", "seats": chairs}]}]))
    seats = list(Seat.objects.order_by("place"))
    found, missing = chosen_seats(written, seats)
    assert ([seat.number for seat in found], missing) == (chosen.split(), unknown)


def test_a_range_of_letters_stays_in_each_row(event: Event) -> None:
    rows = [
        {"name": name, "seats": [{"number": one, "x": 10 * at, "y": y} for at, one in enumerate(chairs.split())]}
        for y, (name, chairs) in enumerate([("A", "1a 1b 1c"), ("B", "1c 1a"), ("C", "1a 2")])
    ]
    seat_event(event, own(sections=[{"name": "P", "category": "Vorne", "rows": rows}]))
    found, _missing = chosen_seats("1a-1c", list(Seat.objects.select_related("row").order_by("place")))
    assert [f"{seat.row.name} {seat.number}" for seat in found] == ["A 1a", "A 1b", "A 1c", "B 1c", "B 1a"]


def compact_file(seat_map: SeatMap) -> dict[str, list[dict]]:
    file = SeatMapFile.objects.get(seat_map=seat_map, version=seat_map.version, kind="compact")
    return json.loads(unpacked(bytes(file.content)))


@proves("design §5", "20 000 seats: compact file at most 25 KB; stadiums up to 80 000 seats are generated")
def test_twenty_thousand_seats_are_few_bytes_and_statements(event: Event) -> None:
    plan = plan_of(bowl(20_000))
    with CaptureQueriesContext(connection) as queries:
        import_plan(event=event, plan=plan)
    assert len(queries) < 70
    seat_map = SeatMap.objects.get(event=event)
    sizes = {one.kind: len(one.content) for one in seat_map.files.all()}
    assert sizes["compact"] <= 25 * 1024
    compact = compact_file(seat_map)
    places = [0.0] * 20_000
    place = 0
    for section in compact["sections"]:
        for row in section["rows"]:
            for at in range(sum(row["ids"][1::2])):
                places[place] = row["at"][0] + at * row["at"][2]
                place += 1
    assert place == 20_000
    stored = Seat.objects.order_by("place").values_list("x", flat=True)
    assert max(abs(one - two) for one, two in zip(places, stored, strict=True)) < 0.1


def test_bent_rows_are_told_by_differences(event: Event) -> None:
    chairs = [{"number": str(at), "x": 10 * at, "y": at * at} for at in range(5)]
    chairs[3]["category"] = "Hinten"
    row = {"name": "1", "seats": chairs}
    seat_map, _report = seat_event(event, own(sections=[{"name": "A", "category": "Vorne", "rows": [row]}]))
    (row,) = compact_file(seat_map)["sections"][0]["rows"]
    assert row["xy"] == [0, 0, 100, 10, 100, 30, 100, 50, 100, 70]
    assert (row["no"], row["c"]) == ([0, 1], [0, 3, 1, 1, 0, 1])
    empty = json.loads(text(compact_json(seat_map, [])))
    assert empty == {"box": compact_file(seat_map)["box"], "categories": [], "sections": [],
                     "graphics": compact_file(seat_map)["graphics"]}  # fmt: skip


def test_the_command_tells_what_it_does(event: Event, tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(pretix(), indent=1))
    out, err = StringIO(), StringIO()
    call_command("import_seatmap", "abend", str(file), "--dry-run", stdout=out)
    assert "1 of 5 seats had the id of another one" in out.getvalue()
    assert "Would be: 5 added, 0 kept, 0 removed." in out.getvalue()
    assert not Seat.objects.exists()
    call_command("import_seatmap", str(event.pk), str(file), stdout=StringIO())
    seat_map = SeatMap.objects.get(event=event)
    claim_seat(seat_map, 0)
    file.write_text(json.dumps({**pretix(), "zones": pretix()["zones"][1:]}))
    with pytest.raises(SystemExit):
        call_command("import_seatmap", "abend", str(file), "--dry-run", stdout=out, stderr=err)
    assert "Parkett · 1 · 1 (sold): is not in the plan" in err.getvalue()
    with pytest.raises(CommandError):
        call_command("import_seatmap", "abend", str(file), stderr=err)
    assert Seat.objects.count() == 5
    file.write_text('{\n"zones": 7}')
    with pytest.raises(CommandError):
        call_command("import_seatmap", "abend", str(file), stderr=err)
    assert "line 1: " in err.getvalue()
    with pytest.raises(CommandError):
        call_command("import_seatmap", "nobody", str(file))


def test_the_generators_file_can_be_read_in(event: Event, tmp_path: Path) -> None:
    file = tmp_path / "stadion.json"
    call_command("generate_seatmap", "700", str(file), "--name", "Klein", stdout=StringIO())
    seat_map, report = seat_event(event, json.loads(file.read_text()))
    assert (seat_map.name, report.seats) == ("Klein", 700)
    with pytest.raises(CommandError):
        call_command("generate_seatmap", "100001", str(file))


def test_numbers_are_kept_as_they_are_written(event: Event) -> None:
    numbers = ["\\N", "1\\t", "\\\\", "ü'\""]
    row = {"name": "1", "seats": [{"number": one, "x": 10 * at, "y": 0} for at, one in enumerate(numbers)]}
    seat_event(event, own(sections=[{"name": "\\.", "category": "Vorne", "rows": [row]}]))
    assert list(Seat.objects.order_by("place").values_list("number", flat=True)) == numbers
    assert [seat.y for seat in Seat.objects.order_by("id")] == [0.0] * 4
    assert list(Seat.objects.order_by("id").values_list("place", flat=True)) == [0, 1, 2, 3]
