"""Reading seating plans: what they become, and everything for which they are refused (catalogue §3 "Seat map")."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from catalogue.models import SeatMapFile
from catalogue.seat_plans import json_lines
from catalogue.seat_plans.generator import bowl
from catalogue.seat_plans.geometry import along_row, hull, runs
from catalogue.seat_plans.plan import MOST_SEATS, Plan, PlanCategory, PlanSeat
from catalogue.seat_plans.problems import PlanRefused
from catalogue.seat_plans.reading import read_plan
from catalogue.seating.free_seats import focus_of
from catalogue.seating.full_format import full_json
from catalogue.seating.importing import import_plan
from catalogue.seating.preview import preview_svg
from catalogue.seating.seat_rows import seat_rows
from tests.factories import make_event, make_shop
from tests.proofs import proves
from tests.seating import own, plan_of, pretix, seat_event


@pytest.fixture(autouse=True, scope="module")
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


ROW = {"name": "1", "from": 1, "to": 4, "x": 0, "y": 0, "dx": 10, "dy": 0}


def refused(data: Any) -> str:
    """What is said against a plan; `data` is JSON as bytes, or is written as such with one value a line."""
    content = data if isinstance(data, bytes) else json.dumps(data, indent=1).encode()
    with pytest.raises(PlanRefused) as error:
        read_plan(content)
    return str(error.value)


def with_rows(*rows: Any, **section: Any) -> dict[str, Any]:
    return own(sections=[{"name": "Parkett", "category": "Vorne", "rows": list(rows), **section}])


def with_seats(*seats: dict[str, Any]) -> dict[str, Any]:
    return with_rows(
        {"name": "1", "seats": [{"number": str(at), "x": at, "y": 0} | one for at, one in enumerate(seats)]}
    )


def test_rows_are_told_by_their_first_seat_or_seat_by_seat() -> None:
    plan = plan_of(own())
    places = [(one.name, row.name, seat.number, seat.x, seat.y, seat.category) for one, row, seat in plan.places()]
    assert places == [
        *(("Parkett", "1", str(at + 1), 10 * at, 0, "Vorne") for at in range(4)),
        *(("Parkett", "2", str(at + 1), 10 * at, 12, "Hinten") for at in range(4)),
        ("Balkon", "A", "7", 0, 40, "Hinten"),
        ("Balkon", "A", "8a", 10, 40.5, "Hinten"),
    ]
    assert [(one.name, one.color) for one in plan.categories] == [("Vorne", "#b8423a"), ("Hinten", "")]


def test_numbers_may_fall_and_seats_be_reserved() -> None:
    row = {**ROW, "from": 4, "to": 1, "reserved_for": {"wheelchair": ["1"], "companion": ["2"]}}
    plan = plan_of(with_rows(row))
    assert [(seat.number, seat.x, seat.reserved_for) for _s, _r, seat in plan.places()] == [
        ("4", 0, ""), ("3", 10, ""), ("2", 20, "companion"), ("1", 30, "wheelchair"),
    ]  # fmt: skip


def test_the_documents_example_is_a_plan() -> None:
    text = Path(__file__).parents[3].joinpath("docs/seat-maps.md").read_text()
    example = re.search(r"```json\n(.*?)```", text, re.S)
    assert example
    plan = read_plan(example[1].encode()).plan
    assert (plan.size, plan.sections[0].rows[1].seats[0].number) == (18, "8")


@proves(
    "seat-maps.md",
    "pretix' plans and our own format are read in; duplicate ids are repaired by section, row and number, and told",
)
def test_pretix_positions_are_added_up_and_zones_are_sections() -> None:
    reading = read_plan(json.dumps(pretix()).encode())
    places = {(s.name, r.name, seat.number): (seat.x, seat.y, seat.category) for s, r, seat in reading.plan.places()}
    assert places == {
        ("Parkett", "1", "1"): (105, 30, "Vorne"),
        ("Parkett", "1", "2"): (115, 30, "Vorne"),
        ("Parkett", "1", "3"): (125, 30, "Vorne"),
        ("Parkett", "2", "1"): (105, 50, "Hinten"),
        ("Balkon", "1", "1"): (300, 0, "Hinten"),
    }
    assert reading.repaired_ids == 1
    assert reading.notes()[0].startswith("1 ")


@proves(
    "docs/seat-maps.md",
    "colours by name, seats without a category and the published format are read, and staff told what was assumed",
)
def test_what_a_plan_of_pretix_leaves_open_is_assumed_and_told() -> None:
    one = pretix(categories=[{"name": "Vorne", "color": "red"}], zones=[pretix()["zones"][0]])
    one["zones"][0]["rows"][0]["seats"][0]["category"] = ""
    del one["zones"][0]["rows"][0]["seats"][1]["category"]
    one["zones"][0]["rows"][1]["seats"][0]["category"] = None
    one["zones"][0]["areas"][0]["color"] = "rgb(0, 128, 0)"
    reading = read_plan(json.dumps(one).encode())
    assert reading.plan.categories == (PlanCategory("Vorne", "#ff0000"),)
    assert {seat.category for _s, _r, seat in reading.plan.places()} == {"Vorne"}
    assert reading.plan.graphics[0]["color"] == "#008000"
    with translation.override("en"):
        assert reading.notes() == [
            "The colour “red” was read as #ff0000.",
            "The colour “rgb(0, 128, 0)” was read as #008000.",
            "Seats without a category (3) were read as “Vorne”, the plan's only one.",
        ]


@pytest.mark.parametrize("categories", [[], pretix()["categories"]])
def test_of_several_categories_none_is_guessed(categories: list[dict[str, str]]) -> None:
    data = pretix(categories=categories, zones=[pretix()["zones"][1]])
    data["zones"][0]["rows"][0]["seats"][0]["category"] = ""
    reading = read_plan(json.dumps(data).encode())
    assert [one.name for one in reading.plan.categories] == ["Ohne Kategorie"]
    with translation.override("de"):
        assert reading.notes()[-1].startswith("Plätze ohne Kategorie (1) haben eine eigene")


@pytest.mark.django_db
def test_what_the_shop_publishes_can_be_read_in_again() -> None:
    event = make_event(make_shop("nachtfalter"))
    seat_map, _report = seat_event(event)
    content = json.dumps(full_json(seat_map, seat_rows(seat_map))).encode()
    reading = read_plan(content)
    again = import_plan(event=event, plan=reading.plan, dry_run=True)
    assert (again.kept, again.added, again.removed, again.new_categories, again.conflicts) == (10, 0, 0, [], [])
    with translation.override("en"):
        assert "by their ids only" in reading.notes()[0]
    other = import_plan(event=make_event(event.owner), plan=reading.plan, dry_run=True)
    assert (other.added, other.new_categories) == (10, ["Kategorie 1", "Kategorie 2"])
    broken = json.loads(content)
    broken["sections"][0]["seats"][0]["pricing_category_id"] = {"a": 1}
    assert "must be the id" in refused(broken)


def test_pretix_areas_are_drawings() -> None:
    stage, word, polygon, ellipse, circle = plan_of(pretix()).graphics
    assert stage == {
        "shape": "rectangle", "x": 100, "y": 0, "width": 50, "height": 8, "color": "#eeeeee", "border_color": "#000000",
    }  # fmt: skip
    assert word == {"shape": "text", "x": 125, "y": 4, "text": "Bühne", "size": 16, "color": "#333333"}
    # turned clockwise about its position
    assert polygon == {"shape": "polygon", "points": [[100, 60], [100, 70], [95, 70]]}
    assert ellipse == {"shape": "ellipse", "x": 103, "y": 13, "rx": 4, "ry": 2}
    assert circle == {"shape": "circle", "x": 100, "y": 10, "r": 2}


@pytest.mark.parametrize("wrong", ["x", "y"])
def test_a_seat_without_a_place_is_refused(wrong: str) -> None:
    data = with_seats({}, {})
    del data["sections"][0]["rows"][0]["seats"][1][wrong]
    assert f"“{wrong}” " in refused(data)
    data = pretix()
    del data["zones"][0]["rows"][0]["seats"][1]["position"][wrong]
    assert re.fullmatch(rf".*zones\[0\]\.rows\[0\]\.seats\[1\]\.position: “{wrong}”.*", refused(data))


@proves("catalogue §3", "a broken or hostile plan is refused with line and reason and changes nothing")
@pytest.mark.parametrize(
    "value", [b"NaN", b"Infinity", b"-Infinity", b"1e999", b"2e6", b'"7"', b"true", b"null", b"[]"]
)
@pytest.mark.parametrize("make", [own, pretix])
def test_what_is_no_finite_number_is_refused_by_its_line(make: Any, value: bytes) -> None:
    content = json.dumps(make(), indent=1).encode()
    lines = content.split(b"\n")
    line = max(number for number, text in enumerate(lines) if b'"x": ' in text)
    lines[line] = re.sub(rb'"x": [0-9.-]+', b'"x": ' + value, lines[line])
    assert refused(b"\n".join(lines)).startswith(f"line {line + 1}: ")


@pytest.mark.parametrize(
    "data",
    [
        with_seats({}, {"number": "0"}),
        with_rows(ROW, {**ROW, "y": 12}),
        own(sections=[*own()["sections"], *own()["sections"]]),
        {**pretix(), "zones": [pretix()["zones"][0], {**pretix()["zones"][0], "position": {"x": 900, "y": 900}}]},
    ],
)
def test_names_that_stand_twice_are_refused(data: Any) -> None:
    assert " already" in refused(data)


@pytest.mark.parametrize(
    "data",
    [with_seats({"x": 5}, {"x": 5.04}), with_rows(ROW, {**ROW, "name": "2", "x": 30}), with_rows({**ROW, "dx": 0})],
)
def test_two_seats_in_one_place_are_refused(data: Any) -> None:
    assert "“Parkett 1 " in refused(data)


def test_ten_million_seats_are_counted_before_any_is_made() -> None:
    assert "10000000" in refused(with_rows({**ROW, "to": 10_000_000}))
    lots = [{**ROW, "name": str(at), "y": 12 * at, "to": 60_000} for at in range(3)]
    assert str(MOST_SEATS) in refused(with_rows(*lots))
    assert "sections[0].rows[0].to" in refused(with_rows({**ROW, "to": 10**40}))


def test_files_that_are_too_large_or_too_deep_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refused(b"[" * 200_000)
    assert refused(b'{"zones": ' + b'{"a": ' * 100_000 + b"1" + b"}" * 100_001)
    assert refused(b'{"zones": ' + b"9" * 5000 + b"}")
    monkeypatch.setattr(json_lines, "LARGEST", 100)
    assert "MB" in refused(own())


HOSTILE = "<svg onload=alert(1)>"


@pytest.mark.parametrize(
    "data",
    [
        own(name=HOSTILE),
        own(graphics=[{"shape": "text", "x": 0, "y": 0, "size": 9, "text": HOSTILE}]),
        own(graphics=[{"shape": "svg", "x": 0, "y": 0, "svg": HOSTILE}]),
        own(graphics=[{"shape": "circle", "x": 0, "y": 0, "r": 1, "onclick": "alert(1)"}]),
        own(graphics=[{"shape": "circle", "x": 0, "y": 0, "r": 1, "color": "url(javascript:alert(1))"}]),
        own(graphics=[{"shape": "circle", "x": 0, "y": 0, "r": 1, "color": '#fff" onload="x'}]),
        own(graphics=HOSTILE),
        own(categories=[{"name": HOSTILE}]),
        with_rows(ROW, name=HOSTILE),
        with_rows({**ROW, "name": HOSTILE}),
        with_seats({"number": "<b>1"}),
        with_seats({"number": "1\x00"}),
        with_seats({"number": "1\u202e"}),
        {**pretix(), "name": HOSTILE},
        {**pretix(), "zones": [{**pretix()["zones"][0], "areas": [{"shape": "image", "position": {"x": 0, "y": 0}}]}]},
    ],
)
def test_markup_scripts_and_hidden_characters_are_refused(data: Any) -> None:
    assert refused(data)


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (own(extra=1), "extra"),
        (with_rows({**ROW, "seat": 1}), "sections[0].rows[0].seat"),
        (with_rows(ROW, category="Loge"), "sections[0].category"),
        (with_seats({"category": "Loge"}), "sections[0].rows[0].seats[0].category"),
        (with_seats({"reserved_for": "king"}), "sections[0].rows[0].seats[0].reserved_for"),
        (with_rows({**ROW, "reserved_for": {"press": ["9"]}}), "sections[0].rows[0].reserved_for"),
        (with_rows({**ROW, "from": "1"}), "sections[0].rows[0].from"),
        (with_rows({**ROW, "to": -1}), "sections[0].rows[0].to"),
        (own(sections={}), "sections"),
        (own(sections=[7]), "sections[0]"),
        (own(sections=[]), "sections"),
        (own(categories=[{"name": "A"}, {"name": "A"}]), "categories[1].name"),
        (with_rows(ROW, hull=[[0, 0], [1]]), "sections[0].hull"),
        (with_rows({**ROW, "name": "x" * 21}), "sections[0].rows[0].name"),
        (pretix(size=7), "size"),
        (pretix(zones=[]), "zones"),
    ],
)
def test_what_is_not_known_is_refused_where_it_stands(data: Any, where: str) -> None:
    told = refused(data)
    assert f"{where}: " in told or f"{where}[" in told
    assert re.match(r"line \d+: ", told)


def test_lines_are_those_of_the_offending_values() -> None:
    content = b"""{"name": "a",
 "categories": [{"name": "A"}],
 "sections": [
  {"name": "S", "category": "A", "rows": [
   {"name": "1", "from": 1, "to": 2,
    "x": 0,
    "y": "0", "dx": 1,
    "dy": "up"}]}],
 "colour": 1}"""
    assert [one.partition(":")[0] for one in refused(content).split("\n")] == ["line 7", "line 8", "line 9"]
    assert refused(b'{"sections": [\n1,\n}').startswith("line 3:")
    assert refused(b'{"sections": 1,\n\n "sections": 2}').startswith("line 3:")
    assert refused(b'{"name": "\xff"}').startswith("line 1:")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["name", "rows", "seats", "x", "y", "from", "to", "dx", "dy", "category", "position", "zones",
                         "sections", "categories", "graphics", "shape", "points", "number", "areas", "size", "text"]),
        inner, max_size=6,
    ),
    max_leaves=30,
)  # fmt: skip


@given(JSON, st.sampled_from(["sections", "zones", "categories", "graphics", "name"]))
def test_no_content_breaks_the_reader(value: Any, key: str) -> None:
    for data in (value, {**own(), key: value}, {**pretix(), key: value}):
        try:
            read_plan(json.dumps(data).encode())
        except PlanRefused as error:
            assert error.problems


def seats(*xs: float) -> list[PlanSeat]:
    return [PlanSeat(str(at), x, 0, "A") for at, x in enumerate(xs)]


def test_a_gap_in_a_row_begins_a_new_run() -> None:
    assert runs(seats(0, 10, 20, 35, 45, 62)) == [0, 0, 0, 0, 0, 1]
    assert runs(seats(0, 10, 20, 37, 47)) == [0, 0, 0, 1, 1]
    assert runs(seats(5)) == [0]
    assert runs([]) == []


def test_seats_of_a_row_stand_in_order_however_they_are_written() -> None:
    assert [seat.x for seat in along_row(seats(0, 30, 10, 20))] == [0, 10, 20, 30]
    assert [seat.x for seat in along_row(seats(30, 20, 10, 0))] == [30, 20, 10, 0]
    bent = [PlanSeat("1", 0, 0, "A"), PlanSeat("2", 3, 10, "A"), PlanSeat("3", 10, 13, "A"), PlanSeat("4", 17, 10, "A")]
    assert along_row(bent) == bent


def test_an_outline_holds_all_points() -> None:
    assert set(hull([(0, 0), (4, 0), (4, 4), (0, 4), (2, 2), (2, 0)])) == {(0, 0), (4, 0), (4, 4), (0, 4)}


@proves("design §5", "20 000 seats: compact file at most 25 KB; stadiums up to 80 000 seats are generated")
@pytest.mark.parametrize("number", [1, 17, 500, 3000, 20_000])
def test_the_generator_makes_exactly_so_many_seats(number: int) -> None:
    plan = plan_of(bowl(number))
    assert plan.size == number
    assert len({(seat.x, seat.y) for _s, _r, seat in plan.places()}) == number


@proves(
    "catalogue §3",
    "staff see a plan's report, picture, errors and conflicts before they take it, and who has which seat",
)
def test_the_preview_escapes_every_text() -> None:
    plan = plan_of(own(sections=[{**own()["sections"][0], "name": 'A & "B"'}], graphics=[
        {"shape": "text", "x": 0, "y": 0, "size": 9, "text": "Tür & Tor"},
        {"shape": "polygon", "points": [[0, 0], [1, 0], [1, 1]], "rotation": 45},
        {"shape": "ellipse", "x": 0, "y": 0, "rx": 2, "ry": 1}, {"shape": "circle", "x": 0, "y": 0, "r": 1},
    ]))  # fmt: skip
    svg = preview_svg(plan, {"Vorne": '"><script>'})
    assert "Tür &amp; Tor" in svg and "A &amp; " in svg and "<script" not in svg
    assert svg.count("<path") == 2


class TestTextsInBothLanguages:
    def plan(self, text: object) -> Plan:
        return plan_of(own(graphics=[{"shape": "text", "x": 0, "y": -9, "text": text, "size": 8}]))

    @proves("seat-maps.md", "a drawing's text may be said in German and English; staff and shoppers read theirs")
    def test_a_drawing_says_it_in_either(self) -> None:
        plan = self.plan({"de": "Bühne", "en": "  Stage "})
        assert plan.graphics[0]["text"] == {"de": "Bühne", "en": "Stage"}
        for language, word in (("de", "Bühne"), ("en", "Stage")):
            with translation.override(language):
                assert f">{word}</text>" in preview_svg(plan, {})

    @pytest.mark.parametrize(
        "text", [{"de": "Bühne"}, {"de": "Bühne", "en": "Stage", "fr": "Scène"}, {"de": "", "en": "Stage"},
                 {"de": "Bühne", "en": "<b>"}, ["Bühne", "Stage"], {"de": 1, "en": "Stage"}],
    )  # fmt: skip
    def test_half_of_it_markup_and_other_languages_are_refused(self, text: object) -> None:
        with pytest.raises(PlanRefused):
            self.plan(text)

    @pytest.mark.django_db
    def test_the_files_say_both_and_the_best_seats_look_at_it(self) -> None:
        text = {"de": "Bühne", "en": "Stage"}
        drawn = [{"shape": "text", "x": 77, "y": -9, "text": text, "size": 8}]
        seat_map, _report = seat_event(make_event(make_shop()), own(graphics=drawn))
        for kind in SeatMapFile.Kind:
            content = json.loads(brotli.decompress(bytes(seat_map.files.get(kind=kind).content)))
            assert content["graphics"][0]["text"] == text
        assert focus_of(seat_map) == (77, -9)
