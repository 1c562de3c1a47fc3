"""A section's name in German, which names its seats for good, and in English, for who reads it (seat-maps.md)."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import IntegrityError
from django.test import Client
from django.utils import translation

from catalogue.models import Event, Seat, SeatMap, SeatMapFile, SeatSection
from catalogue.seat_plans.packing import unpacked
from catalogue.seat_plans.problems import PlanRefused
from catalogue.seating.importing import SeatsClaimed, import_plan
from catalogue.seating.reservations import SeatSelection, set_aside
from catalogue.seating.stored import stored_plan
from demo.halls import hall_plan
from shop.models import Shop
from tests.catalogue.wire import ask
from tests.factories import make_event, make_shop, make_variant
from tests.proofs import proves
from tests.seating import claim_seat, own, plan_of, pretix, seat_event
from tests.staff import log_in

pytestmark = pytest.mark.django_db

STALLS = {"de": "Parkett", "en": "Stalls"}


def hall(*names: object) -> dict[str, Any]:
    """The small plan with these names of its sections."""
    data = own()
    for section, name in zip(data["sections"], names, strict=False):
        section["name"] = name
    return data


def told(seat_map: SeatMap, kind: str) -> list[dict[str, Any]]:
    """The sections as a served file has them."""
    file = SeatMapFile.objects.get(seat_map=seat_map, version=seat_map.version, kind=kind)
    return list(json.loads(unpacked(bytes(file.content)))["sections"])


def names() -> list[tuple[str, str]]:
    return list(SeatSection.objects.order_by("order").values_list("name_de", "name_en"))


@pytest.fixture
def shop() -> Shop:
    return make_shop()


@pytest.fixture
def event(shop: Shop) -> Event:
    cache.clear()
    return make_event(shop, slug="abend")


class TestPlans:
    @proves(
        "seat-maps.md",
        "a section's name may be given in German and English, each once in a map; the German one names its "
        "seats for good, whatever language staff read",
    )
    def test_a_section_is_called_the_same_or_something_in_each_language(self, event: Event) -> None:
        seat_map, _report = seat_event(event, hall({"de": "Parkett", "en": "  Stalls "}))
        assert names() == [("Parkett", "Stalls"), ("Balkon", "Balkon")]
        assert [(one.name, one.translations["en"]) for one in stored_plan(seat_map).sections] == names()

    def test_pretix_has_one_name_for_both(self, event: Event) -> None:
        seat_event(event, pretix())
        assert names() == [("Parkett", "Parkett"), ("Balkon", "Balkon")]

    @pytest.mark.parametrize(
        "name",
        [{"de": "Parkett"}, {"de": "", "en": "Stalls"}, {"de": "Parkett", "en": "<b>"}, {**STALLS, "fr": "Parterre"},
         {"de": "Parkett", "en": "x" * 121}, {"de": 1, "en": "Stalls"}],
    )  # fmt: skip
    def test_half_of_it_markup_and_other_languages_are_refused(self, name: object) -> None:
        with pytest.raises(PlanRefused):
            plan_of(hall(name))

    @pytest.mark.parametrize("other", ["Stalls", {"de": "Balkon", "en": "Stalls"}, {"de": "Parkett", "en": "Balcony"}])
    def test_no_two_sections_share_a_name_in_either_language(self, other: object) -> None:
        with pytest.raises(PlanRefused, match=r"sections\[1\]\.name: einen Block dieses Namens gibt es schon"):
            plan_of(hall(STALLS, other))

    def test_the_demos_halls_have_both(self) -> None:
        arena, theatre = (
            [(one.name, one.translations["en"]) for one in hall_plan(name).sections] for name in ("arena", "theatre")
        )
        assert {("Parkett A", "Stalls A"), ("Unterrang 109", "Lower tier 109"), ("Oberrang 201", "Upper tier 201")} < {
            *arena
        }
        assert theatre[:4] == [
            ("Parkett links", "Stalls left"), ("Parkett Mitte", "Stalls centre"), ("Parkett rechts", "Stalls right"),
            ("Rang 1", "Circle 1"),
        ]  # fmt: skip


class TestAnotherPlan:
    """What is read in again, in whatever language the one who does it reads."""

    @pytest.mark.parametrize("language", ["de", "en"])
    def test_another_english_name_is_taken_and_told_and_keeps_all_seats(self, event: Event, language: str) -> None:
        before, _report = seat_event(event, hall(STALLS))
        claim_seat(before, 0)
        ids = list(Seat.objects.order_by("place").values_list("pk", "row_id", "row__section_id"))
        plan = plan_of(hall({"de": "Parkett", "en": "Pit"}))
        with translation.override(language):
            dry = import_plan(event=event, plan=plan, dry_run=True)
            assert (dry.renamed, names()[0]) == ({"en": {"Parkett": "Pit"}}, ("Parkett", "Stalls"))
            report = import_plan(event=event, plan=plan)
        assert (report.renamed, report.kept, report.added, report.removed) == ({"en": {"Parkett": "Pit"}}, 10, 0, 0)
        assert names() == [("Parkett", "Pit"), ("Balkon", "Balkon")]
        assert list(Seat.objects.order_by("place").values_list("pk", "row_id", "row__section_id")) == ids
        after = SeatMap.objects.get(event=event)
        assert after.version != before.version
        assert import_plan(event=event, plan=plan).renamed == {}

    def test_new_sections_are_not_renamed(self, event: Event) -> None:
        _seat_map, report = seat_event(event, hall(STALLS))
        assert report.renamed == {}

    @pytest.mark.parametrize("language", ["de", "en"])
    def test_another_german_name_is_another_section(self, event: Event, language: str) -> None:
        with translation.override(language):
            seat_map, _report = seat_event(event, hall(STALLS))
            claim_seat(seat_map, 0)
            with pytest.raises(SeatsClaimed) as error:
                import_plan(event=event, plan=plan_of(hall({"de": "Saal", "en": "Stalls"})))
        assert [one.name for one in error.value.conflicts] == [("Parkett", "1", "1")]

    def test_the_command_tells_it(self, event: Event, tmp_path: Path) -> None:
        seat_event(event, hall(STALLS))
        file, out = tmp_path / "plan.json", StringIO()
        file.write_text(json.dumps(hall({"de": "Parkett", "en": "Pit"})))
        call_command("import_seatmap", "abend", str(file), stdout=out)
        assert "Parkett gets another English name: Pit" in out.getvalue()
        assert "0 added, 10 kept, 0 removed." in out.getvalue()

    def test_a_map_has_each_german_name_once(self, event: Event) -> None:
        seat_map, _report = seat_event(event, hall(STALLS))
        with pytest.raises(IntegrityError):
            SeatSection.objects.create(seat_map=seat_map, name_de="Parkett", name_en="Pit")


@pytest.mark.parametrize("language", ["de", "en"])
def test_staff_and_events_name_a_section_in_german(event: Event, language: str) -> None:
    with translation.override(language):
        seat_map, _report = seat_event(event, hall(STALLS))
        claim_seat(seat_map, 3)
        assert set_aside(event=event, selection=SeatSelection("Parkett", "1", "1"), kind="press") == 1
        with pytest.raises(SeatsClaimed, match="held or sold") as error:
            set_aside(event=event, selection=SeatSelection("Parkett", "1", "4"), kind="press")
        assert error.value.conflicts[0].name == ("Parkett", "1", "4")
        Event.objects.update(force_section="Parkett")
        address = f"/api/v2/shops/{event.owner.slug}/events/{event.pk}/seats"
        status = Client(HTTP_HOST="localhost").get(address, headers={"Accept-Language": language}).content[8:]
    assert [place for place in range(10) if status[place >> 3] >> (place & 7) & 1] == [1, 2, 4, 5, 6, 7]


class TestTheWire:
    @proves(
        "seat-maps.md",
        "shoppers read a section's name in the language of the moment: map, list, search, chosen seats, "
        "cart, ticket note; orders and mails in the order's",
    )
    def test_the_files_say_both_where_they_differ(self, event: Event) -> None:
        seat_map, _report = seat_event(event, hall(STALLS))
        for kind in SeatMapFile.Kind:
            stalls, balcony = told(seat_map, kind)
            assert (stalls["name"], stalls["name_en"], balcony["name"]) == ("Parkett", "Stalls", "Balkon")
            assert "name_en" not in balcony

    @pytest.mark.parametrize(("language", "name"), [("de", "Parkett"), ("en", "Stalls")])
    def test_a_seat_and_the_only_section_are_named_in_the_readers_language(
        self, shop: Shop, event: Event, language: str, name: str
    ) -> None:
        seat_event(event, hall(STALLS))
        front = event.pricing_categories.get(name_de="Vorne")
        make_variant(event=event, pricing_category=front, price="30.00", physical=False)
        Event.objects.update(force_section="Parkett")
        best = "query B($id: ID!) { bestSeats(eventId: $id, amount: 1) { sectionName } }"
        assert ask(shop, best, language, id=str(event.pk))["bestSeats"] == [{"sectionName": name}]
        meta = "query E($id: ID!) { event(id: $id) { meta { forceSection forceSectionName } } }"
        found = ask(shop, meta, language, id=event.slug)["event"]["meta"]
        assert found == {"forceSection": "Parkett", "forceSectionName": name}

    def test_an_only_section_that_no_map_has_is_called_as_it_is_written(self, shop: Shop, event: Event) -> None:
        Event.objects.update(force_section="Saal")
        meta = "query E($id: ID!) { event(id: $id) { meta { forceSectionName } } }"
        assert ask(shop, meta, "en", id=event.slug)["event"]["meta"] == {"forceSectionName": "Saal"}


class TestStaff:
    @pytest.fixture(autouse=True)
    def logged_in(self, client: Client, event: Event) -> None:
        make_shop("merchstand")
        client.cookies["locale"] = "en"
        log_in(client)
        seat_event(event, hall(STALLS))

    def test_see_what_a_plan_would_rename(self, client: Client, event: Event) -> None:
        plan = json.dumps(hall({"de": "Parkett", "en": "Pit"})).encode()
        file = SimpleUploadedFile("plan.json", plan, "application/json")
        answer = client.post(f"/admin/catalogue/event/{event.pk}/seat-map/", {"do": "look", "file": file})
        page = " ".join(answer.content.decode().split())
        assert "One section gets another English name: Parkett / Pit" in page

    def test_see_both_names(self, client: Client, event: Event) -> None:
        page = client.get(f"/admin/catalogue/event/{event.pk}/seat-map/").content.decode()
        assert '<option value="Parkett">Parkett / Stalls</option>' in page
        assert '<option value="Balkon">Balkon</option>' in page
        for words, found in (("Stalls", 8), ("Parkett", 8), ("Balkon", 2), ("Pit", 0)):
            answer = client.get(f"/admin/catalogue/seat/?q={words}")
            assert answer.context["cl"].result_count == found
            assert ("Parkett / Stalls</t" in answer.content.decode()) is (found == 8)
