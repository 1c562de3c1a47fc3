"""Calendar files of an event and of a whole tour (RFC 5545), beside their pages."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from catalogue.calendar_file import Entry, calendar, escape, fold
from catalogue.models import Event, Venue
from shop.models import AccessCode, Shop
from tests.factories import make_artist, make_event, make_shop, make_tour, make_venue
from tests.shop.visit import Visit

BEGINS = datetime(2030, 3, 31, 20, 0, tzinfo=ZoneInfo("Europe/Berlin"))
SHOW, TOUR = "/nachtfalter/events/show.ics", "/nachtfalter/tours/tour.ics"


@pytest.fixture
def shop(db: None) -> Shop:
    make_shop("merchstand")
    return make_shop("nachtfalter")


@pytest.fixture
def show(shop: Shop) -> Event:
    venue = make_venue(name="Knust; oben", address="Neuer Kamp 30", post_code="20357", city="Hamburg")
    event = make_event(
        shop, slug="show", name="Falternacht", venue=venue, happening_from=BEGINS,
        happening_until=BEGINS + timedelta(hours=3), door_time=BEGINS - timedelta(hours=1),
    )  # fmt: skip
    event.artists.add(make_artist(shop, "Zikade"))
    event.artists.add(make_artist(shop, "Assel"))
    make_tour(shop, slug="tour", name="Tour, lang", events=[event])
    return event


def text_of(path: str) -> str:
    answer = Client(HTTP_HOST="localhost").get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def lines_of(path: str) -> list[str]:
    """The file's lines, put together again."""
    text = text_of(path)
    assert text.endswith("\r\n")
    assert all(len(line.encode()) <= 75 and "\n" not in line for line in text.split("\r\n"))
    return text.replace("\r\n ", "").split("\r\n")[:-1]


class TestFile:
    """The format, without a shop."""

    def test_texts_are_escaped(self) -> None:
        assert escape("a;b,c\\d\r\ne\x07\tf") == "a\\;b\\,c\\\\d\\ne\tf"

    @pytest.mark.parametrize("text", ["x" * 300, "ö" * 120, "🦋" * 60, "", "x" * 75])
    def test_long_lines_are_folded_between_characters(self, text: str) -> None:
        folded = fold(text)
        assert all(len(line.encode()) <= 75 for line in folded.split("\r\n"))
        assert folded.replace("\r\n ", "") == text

    def test_times_are_the_same_moment_wherever_they_were_written(self) -> None:
        entry = Entry("1@x", 0, BEGINS, BEGINS, None, "T", "P", "D", "https://x.example/")
        text = calendar([entry], language="de")
        assert "DTSTART:20300331T180000Z\r\n" in text  # summer time began that night
        assert "DTEND" not in text


class TestEvent:
    def test_says_what_when_and_where(self, show: Event) -> None:
        show.refresh_from_db()
        moment = max(show.changed_at, show.venue.changed_at)
        changed = f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"
        assert lines_of(f"{SHOW}?lang=de") == [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Merchstand//Tickets//DE",
            "CALSCALE:GREGORIAN",
            "METHOD:PUBLISH",
            "BEGIN:VEVENT",
            f"UID:event-{show.pk}@localhost",
            f"SEQUENCE:{int((moment - show.created_at).total_seconds())}",
            f"DTSTAMP:{changed}",
            f"LAST-MODIFIED:{changed}",
            "DTSTART:20300331T180000Z",
            "DTEND:20300331T210000Z",
            "SUMMARY;LANGUAGE=de:Zikade\\, Assel Falternacht",
            "LOCATION:Knust\\; oben\\, Neuer Kamp 30\\, 20357 Hamburg",
            (
                "DESCRIPTION;LANGUAGE=de:Einlass 19:00 Uhr\\nBeginn 20:00 Uhr\\n"
                "http://localhost:8000/nachtfalter/events/show?lang=de"
            ),
            "URL:http://localhost:8000/nachtfalter/events/show?lang=de",
            "STATUS:CONFIRMED",
            "TRANSP:OPAQUE",
            "END:VEVENT",
            "END:VCALENDAR",
        ]
        assert any("Doors 19:00" in line for line in lines_of(f"{SHOW}?lang=en"))

    def test_a_change_of_it_or_its_venue_is_a_later_version_of_the_same_entry(self, show: Event) -> None:
        Event.objects.update(created_at=timezone.now() - timedelta(days=2), changed_at=timezone.now())
        before = lines_of(SHOW)
        Venue.objects.update(changed_at=timezone.now() + timedelta(minutes=1), city="Kiel")
        after = lines_of(SHOW)
        assert before[6] == after[6]
        assert int(after[7].removeprefix("SEQUENCE:")) > int(before[7].removeprefix("SEQUENCE:")) > 0
        assert after[9] > before[9]
        show.name_de = "Anders"  # type: ignore[attr-defined]
        show.save()
        assert Event.objects.get().changed_at > show.created_at

    def test_is_a_file_that_is_asked_for_again_by_its_tag(self, show: Event) -> None:
        client = Client(HTTP_HOST="localhost")
        answer = client.get(SHOW)
        assert answer["Content-Type"] == "text/calendar; charset=utf-8"
        assert answer["Content-Disposition"] == 'attachment; filename="show.ics"'
        assert client.get(SHOW, HTTP_IF_NONE_MATCH=answer["ETag"]).status_code == 304
        assert client.head(SHOW).status_code == 200
        assert client.post(SHOW).status_code == 405

    @pytest.mark.parametrize("fields", [{"hide_date": True}, {"active": False}])
    def test_a_hidden_date_or_a_show_that_is_off_has_none(self, show: Event, fields: dict[str, bool]) -> None:
        Event.objects.update(**fields)
        client = Client(HTTP_HOST="localhost")
        assert client.get(SHOW).status_code == 404
        assert "BEGIN:VEVENT" not in text_of(TOUR)
        assert "show.ics" not in Visit("/nachtfalter/events/show").html

    def test_another_shops_event_has_none_here(self, show: Event) -> None:
        make_shop("kellerkind")
        assert Client(HTTP_HOST="localhost").get("/kellerkind/events/show.ics").status_code == 404


class TestTour:
    def test_is_a_feed_of_all_its_dates(self, shop: Shop, show: Event) -> None:
        past = make_event(shop, happening_from=timezone.now() - timedelta(days=3))
        past.tours.set(show.tours.all())
        make_event(shop)
        lines = lines_of(f"{TOUR}?lang=en")
        uids = [line for line in lines if line.startswith("UID:")]
        assert uids == [f"UID:event-{past.pk}@localhost", f"UID:event-{show.pk}@localhost"]
        assert "X-WR-CALNAME:Tour\\, lang" in lines
        assert "SOURCE;VALUE=URI:http://localhost:8000/nachtfalter/tours/tour.ics?lang=en" in lines
        assert "REFRESH-INTERVAL;VALUE=DURATION:PT6H" in lines

    def test_reading_it_takes_the_same_statements_for_one_and_many_dates(self, shop: Shop, show: Event) -> None:
        def statements() -> int:
            with CaptureQueriesContext(connection) as queries:
                text_of(TOUR)
            return len(queries)

        one = statements()
        for _number in range(5):
            make_event(shop).tours.set(show.tours.all())
        assert statements() == one

    def test_what_there_is_not_has_none(self, show: Event) -> None:
        assert Client(HTTP_HOST="localhost").get("/nachtfalter/tours/none.ics").status_code == 404


def test_a_gated_shops_dates_need_its_code(shop: Shop, show: Event) -> None:
    AccessCode.objects.create(shop=shop, code="ROTLICHT")
    client = Client(HTTP_HOST="localhost")
    for path in (SHOW, TOUR):
        answer = client.get(path)
        assert answer.status_code == 403
        assert b"VEVENT" not in answer.content
    client.get("/nachtfalter/?code=ROTLICHT")
    answer = client.get(TOUR)
    assert b"BEGIN:VEVENT" in answer.content
    assert "no-store" in answer["Cache-Control"]
    # No calendar could subscribe to it.
    assert "webcal:" not in Visit("/nachtfalter/tours/tour", client).html


@pytest.mark.parametrize("language", ["de", "en"])
def test_pages_lead_to_them_in_their_language(show: Event, language: str) -> None:
    show_page = Visit(f"/nachtfalter/events/show?lang={language}")
    assert show_page.markup.has("a", href=f"{SHOW}?lang={language}")
    tour_page = Visit(f"/nachtfalter/tours/tour?lang={language}")
    assert tour_page.markup.has("a", href=f"webcal://localhost:8000{TOUR}?lang={language}")


def test_they_are_kept_like_pages(show: Event, settings: Settings) -> None:
    settings.ANSWER_CACHE_SECONDS = 300
    client = Client(HTTP_HOST="localhost")
    first = client.get(f"{TOUR}?lang=de")
    with CaptureQueriesContext(connection) as queries:
        second = client.get(f"{TOUR}?lang=de")
    assert second.content == first.content
    assert [one["sql"] for one in queries if "catalogue_" in one["sql"]] == []
    assert client.get(f"{TOUR}?lang=en").content != first.content
