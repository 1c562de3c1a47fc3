"""The advent calendar (catalogue §4, §9): a supplied clock for the rules and the wire, and the real one."""

import json
import re
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import DateTimeField, Value
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from catalogue.models import AdventCalendar, AdventDoor
from catalogue.queries import advent
from catalogue.rules import doors_open, next_evening
from shop.core.wire.graphql.persisted import persisted_queries
from shop.models import Shop
from tests.documents import everything
from tests.factories import make_product, make_shop
from tests.guest import Guest
from tests.proofs import proves
from tests.shop.web.visit import Visit
from tests.words import worded

BERLIN = ZoneInfo("Europe/Berlin")
YEAR = 2031


def berlin(day: int, hour: int, minute: int = 0, second: int = 0, *, month: int = 12, year: int = YEAR) -> datetime:
    return datetime(year, month, day, hour, minute, second, tzinfo=BERLIN)


@proves("catalogue §4, §9", "a door opens on its day at 18:00 in Germany; after the year all are open")
@pytest.mark.parametrize(
    ("now", "opened"),
    [
        (berlin(21, 12, month=11), 0),
        (berlin(1, 17, 59, 59), 0),
        (berlin(1, 18), 1),
        (berlin(2, 0, 30), 1),
        (datetime(YEAR, 12, 2, 16, 59, 59, tzinfo=UTC), 1),
        (datetime(YEAR, 12, 2, 17, tzinfo=UTC), 2),
        (berlin(24, 17, 59), 23),
        (berlin(24, 18), 24),
        (berlin(31, 23), 24),
    ],
)
def test_a_door_opens_on_its_day_in_the_evening(now: datetime, opened: int) -> None:
    assert doors_open(YEAR, now, BERLIN) == opened


def test_after_the_year_all_doors_are_open() -> None:
    assert doors_open(YEAR, berlin(1, 0, month=1, year=YEAR + 1), BERLIN) == 24
    assert doors_open(YEAR, berlin(1, 12, year=YEAR + 7), BERLIN) == 24
    assert doors_open(YEAR, berlin(31, 23, year=YEAR - 1), BERLIN) == 0


def test_the_next_evening() -> None:
    assert next_evening(berlin(3, 17, 59), BERLIN) == berlin(3, 18)
    assert next_evening(berlin(3, 18), BERLIN) == berlin(4, 18)


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand")
    return make_shop("nachtfalter")


def fill(shop: Shop, year: int, days: range = range(1, 25)) -> AdventCalendar:
    """A calendar whose doors hold a secret word of their own, and a product."""
    calendar = AdventCalendar.objects.create(shop=shop, year=year, title_de=f"Kalender {year}", title_en=f"C {year}")
    for day in days:
        word = f"geheim{year}x{day:02}"
        door = AdventDoor.objects.create(
            calendar=calendar, day=day, name_de=f"Name {word}", name_en=f"Name {word}", text_de=f"Text {word}",
            band=f"Band {word}", solution_de=f"Antwort {word}",
        )  # fmt: skip
        door.items.add(make_product(shop, slug=f"ding-{year}-{day}", name_de=f"Ding {word}", hide=True))
    return calendar


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets the clock that the calendar is read by."""

    def set_clock(moment: datetime) -> None:
        monkeypatch.setattr(advent, "CLOCK", Value(moment, DateTimeField()))

    return set_clock


def secrets_in(text: str) -> set[int]:
    return {day for day in range(1, 25) if f"x{day:02}" in text}


def everywhere(shop: Shop) -> dict[str, str]:
    """All that can be read of the calendar, by way."""
    guest, client = Guest(shop), Client(HTTP_HOST="localhost")
    document = f"query($year: Int) {{ advent(year: $year) {everything('AdventCalendar')} }}"
    key = persisted_queries().newest["ADVENT"]
    asked = {
        "extensions": json.dumps({"persistedQuery": {"version": 1, "sha256Hash": key}}),
        "variables": json.dumps({"year": YEAR}), "locale": "de", "operationName": "ADVENT",
    }  # fmt: skip
    lists = "{ merchProducts(first: 100) { nodes { name } } }"
    return {
        "page": Visit("/nachtfalter/advent").html,
        "year": Visit(f"/nachtfalter/advent/{YEAR}").html,
        "english": Visit("/nachtfalter/advent?lang=en").html,
        "graphql": json.dumps(guest.send({"query": document, "variables": {"year": YEAR}}).data),
        "persisted": client.get("/api/v2/shops/nachtfalter/graphql", asked).content.decode(),
        "products": json.dumps(guest.send({"query": lists}).data),
        "rest": client.get("/api/v2/shops/nachtfalter/").content.decode(),
        "terms": Visit("/nachtfalter/terms/advent").html,
    }


@pytest.mark.django_db
class TestEarly:
    @proves("catalogue §4", "nothing behind a closed door leaves: page, GraphQL, persisted query, search, 304, HEAD")
    @pytest.mark.parametrize(
        ("now", "opened"), [(berlin(21, 12, month=11), 0), (berlin(5, 17, 59, 59), 4), (berlin(5, 18), 5)]
    )
    def test_no_answer_holds_what_is_behind_a_closed_door(
        self, shop: Shop, at: Any, settings: Any, now: datetime, opened: int
    ) -> None:
        settings.GRAPHQL_SAFELIST_ONLY = False
        fill(shop, YEAR)
        at(now)
        for way, text in everywhere(shop).items():
            found = secrets_in(text)
            assert found <= set(range(1, opened + 1)), way
            if way in ("page", "year", "english", "graphql", "persisted"):
                assert found == set(range(1, opened + 1)), way
        head = Client(HTTP_HOST="localhost").head("/nachtfalter/advent")
        assert head.status_code == 200 and secrets_in(str(head.headers)) == set()

    def test_a_closed_door_is_a_day_and_nothing_else(self, shop: Shop, at: Any, settings: Any) -> None:
        settings.GRAPHQL_SAFELIST_ONLY = False
        fill(shop, YEAR)
        at(berlin(1, 12))
        door = Visit("/nachtfalter/advent").block("page-data")["data"]["advent"]["doors"][0]
        assert (door["open"], door["name"], door["text"], door["items"]) == (False, "", "", [])
        assert (door["meta"]["band"], door["meta"]["solution"]) == ("", "")
        assert datetime.fromisoformat(door["opensAt"]) == berlin(1, 18)

    def test_closed_doors_are_not_even_read(self, shop: Shop, at: Any) -> None:
        fill(shop, YEAR)
        at(berlin(3, 12))
        with CaptureQueriesContext(connection) as queries:
            Visit("/nachtfalter/advent")
        doors = [query["sql"] for query in queries if 'FROM "catalogue_adventdoor"' in query["sql"]]
        assert len(doors) == 2 and '"day" <= 2' in doors[0]

    def test_the_evening_decides_on_the_real_wire(self, shop: Shop, settings: Any) -> None:
        """By the database's own clock: last year's doors are open, next year's shut."""
        settings.GRAPHQL_SAFELIST_ONLY = False
        this_year = timezone.localdate().year
        fill(shop, this_year - 1, range(1, 4))
        fill(shop, this_year + 1, range(1, 4))
        document = f"query($year: Int) {{ advent(year: $year) {everything('AdventCalendar')} }}"
        open_, shut = (
            Guest(shop).send({"query": document, "variables": {"year": year}}).data
            for year in (this_year - 1, this_year + 1)
        )
        assert open_["opened"] == 24 and open_["nextOpening"] is None and secrets_in(json.dumps(open_)) == {1, 2, 3}
        assert shut["opened"] == 0 and secrets_in(json.dumps(shut)) == set()

    def test_an_early_copy_is_not_kept_past_the_evening(self, shop: Shop, at: Any, monkeypatch: Any) -> None:
        fill(shop, YEAR)
        at(berlin(5, 17, 59, 50))
        early = Visit("/nachtfalter/advent").response
        assert early["Cache-Control"] == "private, no-cache"
        key = persisted_queries().newest["ADVENT"]
        asked = {
            "extensions": json.dumps({"persistedQuery": {"version": 1, "sha256Hash": key}}), "variables": "{}",
            "locale": "de",
        }  # fmt: skip
        monkeypatch.setattr(timezone, "now", lambda: berlin(5, 17, 59, 50))
        client = Client(HTTP_HOST="localhost")
        answer = client.get("/api/v2/shops/nachtfalter/graphql", asked)
        kept = re.fullmatch(r"public,.* s-maxage=(\d+)", answer["Cache-Control"])
        assert kept and int(kept[1]) <= 10
        at(berlin(5, 18))
        late = Visit("/nachtfalter/advent", HTTP_IF_NONE_MATCH=early["ETag"]).response
        assert late.status_code == 200 and late["ETag"] != early["ETag"]
        again = client.get("/api/v2/shops/nachtfalter/graphql", asked, headers={"if-none-match": answer["ETag"]})
        assert again.status_code == 200 and secrets_in(again.content.decode()) == {1, 2, 3, 4, 5}


@pytest.mark.django_db
class TestPage:
    @proves("catalogue §2", "this year's calendar, else the newest before; every year has its address")
    def test_which_calendar_shows(self, shop: Shop, at: Any) -> None:
        def shown(path: str = "/nachtfalter/advent") -> Any:
            return Visit(path).block("page-data")["data"]["advent"]

        fill(shop, YEAR + 1, range(1, 2))
        at(berlin(1, 12, month=6))
        assert shown()["year"] == YEAR + 1, "the only one there is"
        fill(shop, YEAR - 1, range(1, 2))
        assert (shown()["year"], shown()["years"]) == (YEAR - 1, [YEAR - 1])
        fill(shop, YEAR, range(1, 2))
        assert (shown()["year"], shown()["years"]) == (YEAR, [YEAR, YEAR - 1])
        old = Visit(f"/nachtfalter/advent/{YEAR - 1}")
        assert old.block("page-data")["data"]["advent"]["opened"] == 24
        assert old.markup.one("link", rel="canonical")["href"].endswith(f"/nachtfalter/advent/{YEAR - 1}")
        now = Visit(f"/nachtfalter/advent/{YEAR}")
        assert now.markup.one("link", rel="canonical")["href"].endswith("/nachtfalter/advent"), "one page, one address"
        assert Visit("/nachtfalter/advent").markup.has("a", href=f"/nachtfalter/advent/{YEAR - 1}")

    def test_the_sitemap_names_each_calendar_once(self, shop: Shop) -> None:
        assert b"nachtfalter/advent<" not in Client(HTTP_HOST="localhost").get("/nachtfalter/sitemap.xml").content
        this_year = timezone.localdate().year
        for year in (this_year + 1, this_year, this_year - 1):
            AdventCalendar.objects.create(shop=shop, year=year)
        listed = Client(HTTP_HOST="localhost").get("/nachtfalter/sitemap.xml").content.decode()
        found = re.findall(r"<loc>http://localhost:8000/nachtfalter(/advent[^<]*)</loc>", listed)
        assert found == ["/advent", f"/advent/{this_year - 1}"]
        for path in found:
            canonical = Visit(f"/nachtfalter{path}").markup.one("link", rel="canonical")["href"]
            assert canonical == f"http://localhost:8000/nachtfalter{path}"

    def test_unknown_years_and_shops_without_one_are_404(self, shop: Shop) -> None:
        fill(shop, YEAR, range(1, 2))
        for path in ("/advent", "/nachtfalter/advent/1999", "/nachtfalter/advent/99999999999"):
            assert Visit(path).response.status_code == 404, path

    @proves("catalogue §2", "reads without script, counts the days, leads to the contest of its year")
    def test_reads_without_javascript(self, shop: Shop, at: Any) -> None:
        fill(shop, YEAR)
        at(berlin(7, 19))
        visit = Visit("/nachtfalter/advent")
        assert [tag for tag, _attributes in visit.markup.tags].count("h1") == 1
        assert visit.markup.text("h1") == f"Kalender {YEAR}"
        for day in range(1, 25):
            assert visit.markup.has("a", href=f"#door-{day}") is (day <= 7)
        assert visit.html.count("advent-leaf advent-leaf-") == 24
        assert visit.html.count("advent-next") == 1
        assert visit.markup.has("a", href=f"/nachtfalter/products/ding-{YEAR}-7")

    @proves("catalogue §2", "every page's footer leads to the calendar of a shop that has one")
    def test_every_page_leads_to_the_calendar_where_there_is_one(self, shop: Shop) -> None:
        assert not Visit("/nachtfalter/terms").markup.has("a", href="/nachtfalter/advent")
        fill(shop, 2020)
        visit = Visit("/nachtfalter/terms")
        assert visit.markup.has("a", href="/nachtfalter/advent")
        assert visit.block("shop-data")["shop"]["hasCalendar"] is True

    def test_before_december_it_counts_the_days(self, shop: Shop, at: Any, monkeypatch: Any) -> None:
        fill(shop, YEAR)
        now = berlin(21, 12, month=11)
        at(now)
        monkeypatch.setattr(timezone, "now", lambda: now)
        visit = Visit("/nachtfalter/advent")
        assert "Tage noch" in visit.html and ">11<" in visit.html
        assert worded("LANG_ADVENT_NEXT", day=1, date=f"1. Dezember {YEAR}") in visit.html

    def test_the_contest_is_the_calendars(self, shop: Shop) -> None:
        last = timezone.localdate().year - 3
        fill(shop, last, range(1, 2))
        fill(shop, timezone.localdate().year + 1, range(1, 2))
        assert f"01.12.{last} bis zum 24.12.{last}" in Visit("/nachtfalter/terms/advent").html

    @proves("design §5", "the same statements for one and many doors")
    def test_needs_the_same_statements_for_one_and_many_doors(self, shop: Shop, at: Any) -> None:
        fill(shop, YEAR)

        def statements(day: int) -> int:
            at(berlin(day, 19))
            with CaptureQueriesContext(connection) as queries:
                assert Visit("/nachtfalter/advent").response.status_code == 200
            return len(queries)

        assert statements(1) == statements(24) <= 6

    def test_other_shops_calendars_and_products_stay_theirs(self, shop: Shop, at: Any) -> None:
        other = make_shop("geheim")
        calendar = fill(shop, YEAR, range(1, 2))
        calendar.doors.get().items.add(make_product(other, slug="theirs", name_de="Ihres"))
        at(berlin(2, 19))
        assert "Ihres" not in Visit("/nachtfalter/advent").html
        assert Visit("/geheim/advent").response.status_code == 404


@proves("catalogue §3", "staff get 24 doors for a new calendar")
@pytest.mark.django_db
def test_a_new_calendar_gets_its_24_doors(shop: Shop) -> None:
    client = Client(SERVER_NAME="localhost")
    client.force_login(get_user_model().objects.create_superuser("staff"))
    form = {
        "shop": str(shop.pk), "year": str(YEAR), "title_de": "Advent", "title_en": "", "text_de": "", "text_en": "",
        "doors-TOTAL_FORMS": "1", "doors-INITIAL_FORMS": "0", "doors-0-day": "3", "doors-0-name_de": "Drei",
    }  # fmt: skip
    assert client.post("/admin/catalogue/adventcalendar/add/", form).status_code == 302
    calendar = AdventCalendar.objects.get()
    assert list(calendar.doors.values_list("day", flat=True)) == list(range(1, 25))
    assert calendar.doors.filter(day=3, name_de="Drei").exists()
    page = client.get("/admin/catalogue/adventcalendar/").content.decode()
    assert "1 / 24" in page and "0 / 24" in page
    assert client.get(f"/admin/catalogue/adventcalendar/{calendar.pk}/change/").status_code == 200
