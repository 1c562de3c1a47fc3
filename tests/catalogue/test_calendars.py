"""Calendar files of an event and of a whole tour (RFC 5545), beside their pages."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from catalogue.calendar.file import CalendarEntry, calendar
from catalogue.models import Artist, Event, Venue
from shop.models import AccessCode, Shop
from tests.factories import make_artist, make_event, make_shop, make_tour, make_venue
from tests.proofs import proves
from tests.shop.web.visit import Visit

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

    @proves(
        "–",
        "calendar file of an event: escaped and folded, the right moment, one identity, later versions for "
        "changes of it and its venue; none for a hidden date or a show that is off",
    )
    def test_texts_are_escaped(self) -> None:
        entry = CalendarEntry("1@x", 0, BEGINS, BEGINS, None, "a;b,c\\d\r\ne\x07\tf", "P", "D", "https://x.example/")
        assert "SUMMARY;LANGUAGE=de:a\\;b\\,c\\\\d\\ne\tf\r\n" in calendar([entry], language="de")

    @pytest.mark.parametrize("text", ["x" * 300, "ö" * 120, "🦋" * 60, "", "x" * 75])
    def test_long_lines_are_folded_between_characters(self, text: str) -> None:
        entry = CalendarEntry("1@x", 0, BEGINS, BEGINS, None, text, "P", "D", "https://x.example/")
        made = calendar([entry], language="de")
        assert all(len(line.encode()) <= 75 for line in made.split("\r\n"))
        assert f"SUMMARY;LANGUAGE=de:{text}\r\n" in made.replace("\r\n ", "")

    def test_times_are_the_same_moment_wherever_they_were_written(self) -> None:
        entry = CalendarEntry("1@x", 0, BEGINS, BEGINS, None, "T", "P", "D", "https://x.example/")
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

    CHANGES: dict[str, Callable[[Event], object]] = {
        "many at once": lambda _show: Event.objects.update(name_de="Anders"),
        "its venue": lambda _show: Venue.objects.update(city="Kiel"),
        "an artist's name": lambda _show: Artist.objects.filter(name="Assel").update(name="Kellerassel"),
        "an artist more": lambda show: show.artists.add(make_artist(show.owner, "Mücke")),
        "an artist less": lambda show: show.artists.clear(),
    }

    @proves(
        "–",
        "a change by whatever door is a later version of the entry, also in bulk, of its venue or artists; "
        "nothing else is",
    )
    @pytest.mark.parametrize("change", CHANGES)
    def test_a_change_by_any_door_is_a_later_version(self, show: Event, change: str) -> None:
        self.long_ago()
        before = lines_of(SHOW)
        self.CHANGES[change](show)
        after = lines_of(SHOW)
        assert before[10:] != after[10:]
        assert int(after[7].removeprefix("SEQUENCE:")) > int(before[7].removeprefix("SEQUENCE:"))
        assert after[9] > before[9]

    def test_what_stays_as_it_is_has_no_later_version(self, show: Event) -> None:
        self.long_ago()
        before = lines_of(SHOW)
        Event.objects.update(name_de=show.name)
        Venue.objects.update(city="Hamburg")
        Artist.objects.update(sort_order_ticket_bottom=7)
        assert lines_of(SHOW) == before

    def test_a_slow_clock_takes_nothing_back(self, show: Event, monkeypatch: pytest.MonkeyPatch) -> None:
        Event.objects.update(name_de="Anders")
        before = Event.objects.get().changed_at
        monkeypatch.setattr(timezone, "now", lambda: before - timedelta(hours=3))
        show.save()
        assert Event.objects.get().changed_at >= before

    def long_ago(self) -> None:
        past = timezone.now() - timedelta(days=2)
        with connection.cursor() as cursor:  # only so can a moment be set back
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute("UPDATE catalogue_event SET created_at = %s, changed_at = %s", [past, past])
            cursor.execute("UPDATE catalogue_venue SET changed_at = %s", [past])
            cursor.execute("SET LOCAL session_replication_role = origin")

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


class TestPresale:
    PATH = "/nachtfalter/events/show/presale.ics"

    @proves("catalogue §4", "before presale an event has a calendar file of the presale's start")
    def test_says_when_the_presale_begins(self, show: Event) -> None:
        begins = (timezone.now() + timedelta(days=3)).replace(microsecond=0)
        Event.objects.update(presale_at=begins, hide_date=True)
        lines = lines_of(f"{self.PATH}?lang=de")
        assert {
            f"UID:presale-event-{show.pk}@localhost",
            f"DTSTART:{begins.astimezone(UTC):%Y%m%dT%H%M%SZ}",
            "SUMMARY;LANGUAGE=de:Vorverkauf: Zikade\\, Assel Falternacht",
            "DESCRIPTION;LANGUAGE=de:http://localhost:8000/nachtfalter/events/show?lang=de",
        } <= set(lines)
        assert not any(line.startswith("DTEND") for line in lines)
        assert "/events/show/presale.ics?lang=de" in Visit("/nachtfalter/events/show").html

    @pytest.mark.parametrize(
        "fields",
        [
            {"presale_at": None},
            {"presale_at": datetime(2020, 1, 1, tzinfo=UTC)},
            {"presale_at": BEGINS, "state": "cancelled"},
        ],
    )
    def test_there_is_none_without_a_presale_to_come(self, show: Event, fields: dict[str, Any]) -> None:
        Event.objects.update(**fields)
        assert Client(HTTP_HOST="localhost").get(self.PATH).status_code == 404
        assert "presale.ics" not in Visit("/nachtfalter/events/show").html


class TestTour:
    @proves("–", "a tour's dates as a feed to subscribe to, in constant statements")
    def test_is_a_feed_of_all_its_dates(self, shop: Shop, show: Event) -> None:
        past = make_event(shop, happening_from=timezone.now() - timedelta(days=3))
        past.tours.set(show.tours.all())
        make_event(shop)
        lines = lines_of(f"{TOUR}?lang=en")
        uids = [line for line in lines if line.startswith("UID:")]
        assert uids == [f"UID:event-{past.pk}@localhost", f"UID:event-{show.pk}@localhost"]
        assert {"X-WR-CALNAME:Tour\\, lang", "REFRESH-INTERVAL;VALUE=DURATION:PT6H", "X-PUBLISHED-TTL:PT6H"} <= set(
            lines
        )
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
    # The page, which may be kept, tells no key; the visitor's own is made when it is asked for.
    page = Visit("/nachtfalter/tours/tour", client)
    assert "webcal:" not in page.html
    assert page.markup.has("a", href=f"{TOUR}?lang=de&subscribe=1")


class TestGatedFeed:
    """Programs that enter no code read a gated tour's dates by a key in the address."""

    @pytest.fixture(autouse=True)
    def counters(self) -> Iterator[None]:
        cache.clear()
        yield
        cache.clear()

    @pytest.fixture
    def code(self, shop: Shop, show: Event) -> AccessCode:
        AccessCode.objects.create(shop=shop, code="ANDERER")
        return AccessCode.objects.create(shop=shop, code="ROTLICHT")

    def address(self, entered: str = "ROTLICHT", tour: str = TOUR) -> str:
        visitor = Client(HTTP_HOST="localhost")
        visitor.get(f"/nachtfalter/?code={entered}")
        answer = visitor.get(f"{tour}?lang=de&subscribe=1")
        assert answer.status_code == 302
        assert "no-store" in answer["Cache-Control"]
        scheme, _colon, rest = answer["Location"].partition(":")
        assert scheme == "webcal"
        return rest.removeprefix("//localhost:8000")

    def read(self, address: str, **how: Any) -> Any:
        return Client(HTTP_HOST="localhost").get(address, **how)

    @proves(
        "catalogue §4",
        "a gated shop's feed has a secret address for calendar programs, made of one code and path: it opens "
        "nothing else, ends with its code, and is not in the page",
    )
    def test_a_program_without_cookie_reads_it(self, code: AccessCode) -> None:
        address = self.address()
        answer = self.read(address)
        assert answer.status_code == 200
        assert b"BEGIN:VEVENT" in answer.content
        assert "no-store" in answer["Cache-Control"]
        lines = "".join(answer.content.decode().split("\r\n ")).split("\r\n")
        assert f"SOURCE;VALUE=URI:http://localhost:8000{address}" in lines
        assert Client(HTTP_HOST="localhost").head(address).status_code == 200
        assert self.read(address, HTTP_IF_NONE_MATCH=answer["ETag"]).status_code == 304

    def test_the_key_opens_nothing_else(self, code: AccessCode, shop: Shop, show: Event) -> None:
        key = self.address().partition("?")[2]
        make_tour(shop, slug="other", events=[show])
        paths = ["", "tours/tour", "events/show", "events/show.ics", "tours/other.ics", "access.ics"]
        for path in [f"/nachtfalter/{path}" for path in paths] + ["/api/v2/shops/nachtfalter/", "/nachtfalter/events/"]:
            answer = self.read(f"{path}?{key}")
            if answer.status_code == 303:  # a page's address loses its language first
                assert answer["Location"] == f"{path}?{key.partition('&')[2]}"
                answer = self.read(answer["Location"])
            assert answer.status_code == 403, path
            assert b"VEVENT" not in answer.content
        assert Client(HTTP_HOST="localhost").post(f"{TOUR}?{key}").status_code == 403

    def test_it_ends_with_its_code_and_with_no_other(self, code: AccessCode) -> None:
        mine, others = self.address(), self.address("ANDERER")
        assert mine != others
        code.delete()
        assert self.read(mine).status_code == 403
        assert self.read(others).status_code == 200
        AccessCode.objects.update(code="NEU")
        assert self.read(others).status_code == 403

    def test_another_shops_key_is_worth_nothing(self, code: AccessCode, show: Event) -> None:
        other = make_shop("zweiter")
        AccessCode.objects.create(shop=other, code="ROTLICHT")
        show.listed_in.add(other)
        assert self.read(self.address().replace("nachtfalter", "zweiter")).status_code in (403, 404)

    def test_wrong_keys_are_counted_and_right_ones_still_read(self, code: AccessCode) -> None:
        address = self.address()
        wrong = f"{TOUR}?lang=de&key=" + 40 * "0"
        assert [self.read(wrong).status_code for _attempt in range(11)] == [403] * 10 + [429]
        assert self.read(address).status_code == 200
        assert self.read(f"{TOUR}?lang=de&key=ü").status_code == 429

    def test_without_a_code_of_ones_own_there_is_no_key(self, code: AccessCode) -> None:
        answer = self.read(f"{TOUR}?subscribe=1")
        assert answer.status_code == 403
        assert "Location" not in answer

    def test_an_open_shops_feed_needs_none(self, show: Event) -> None:
        answer = self.read(f"{TOUR}?lang=en&subscribe=1&key=x")
        assert answer.content == self.read(f"{TOUR}?lang=en").content


@proves(
    "design §5, catalogue §4",
    "calendars are linked in the page's language, have ETags, are kept like pages, and behind an access code need it",
)
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
