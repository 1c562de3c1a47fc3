"""Every page of the table of addresses (catalogue §2) in all three addressings and both languages.

A new page is one more row of `ROWS`.
"""

import pytest
from django.test import Client

from catalogue.models import AdventCalendar, Artist, Category, Event, Product, Tour
from shop.models import News, StaticKind
from shop.texts import lang_text
from shop.web.redirects import OLD_PATHS
from tests.factories import make_artist, make_category, make_event, make_product, make_shop, make_tour
from tests.proofs import proves
from tests.shop.web.visit import Visit

pytestmark = pytest.mark.django_db

# path → title in German and in English
STATIC = {
    "contact": ("Kontakt", "Contact"),
    "imprint": ("Impressum", "Legal notice"),
    "terms": ("Allgemeine Geschäftsbedingungen", "Terms and conditions"),
    "terms/withdrawal": ("Widerrufsrecht", "Right of withdrawal"),
    "terms/advent": ("Adventskalender: Teilnahmebedingungen", "Advent calendar: terms of the contest"),
    "datapolicy": ("Datenschutzerklärung", "Privacy policy"),
    "faq": ("Fragen und Antworten", "Questions and answers"),
    "jobs": ("Jobs", "Jobs"),
    "gamepolicy": ("Regeln für Gewinnspiele", "Rules for prize draws"),
    "kulturpass": ("Bezahlen mit dem KulturPass", "Paying with the KulturPass"),
    "nofrills": ("Ohne Schnickschnack", "No frills"),
    "shipping": ("Versand und Zahlung", "Shipping and payment"),
    "accessibility": ("Barrierefreiheit", "Accessibility"),
    "facebookintegration": ("Dieser Shop auf Facebook", "This shop on Facebook"),
}
# path → the title before the shop's name: a text's key, or words, in both languages or each; "": the shop's name alone
ROWS: dict[str, str | tuple[str, str]] = {
    "": "",
    "artists": "LANG_ARTISTS_TITLE",
    "artists/falter": "Falter",
    "categories": "LANG_CATEGORIES_TITLE",
    "categories/shirts": "Shirts",
    "products/shirt": "Hemd",
    "events": "LANG_EVENTS_TITLE",
    "events/show": "Falternacht, Hamburg",
    "news": "LANG_NEWS_TITLE",
    "tours/tour": "Falterzug",
    "advent": "Kalender",
    **STATIC,
}
HEADINGS = {"events/show": "Falternacht"}
# Pages that search engines leave out.
UNLISTED = {"search": "LANG_SEARCH_TITLE", "search/hemd": "LANG_SEARCH_TITLE_FOR"}
# address → path of the page that stands for it
STANDS_FOR = {"faq/shipping-cost": "faq", "advent/2020": "advent"}
CHECKOUT = {
    "checkout": "LANG_CHECKOUT_TITLE_CART",
    "checkout/details": "LANG_CHECKOUT_TITLE_DETAILS",
    "checkout/payment": "LANG_CHECKOUT_PAYMENT_ONLY",
    "checkout/confirm": "LANG_CHECKOUT_TITLE_CONFIRM",
    "checkout/done/0123/B-12345": "LANG_ORDER_TITLE",
}
MISSING = ("artists/x", "categories/x", "products/x", "events/x", "tours/x")
OWN = "shop.nachtfalter.example"
# name → (host, path before the page's, canonical address of the home page, shop's name)
ADDRESSINGS = {
    "main": ("localhost", "", "http://localhost:8000", "Merchstand"),
    "slug": ("localhost", "/kellerkind", "http://localhost:8000/kellerkind", "Kellerkind"),
    "domain": (OWN, "", f"http://{OWN}:8000", "Nachtfalter"),
}


@pytest.fixture(params=ADDRESSINGS)
def addressing(request: pytest.FixtureRequest) -> tuple[str, str, str, str]:
    main = make_shop("merchstand")
    shops = [main, make_shop("kellerkind"), make_shop("nachtfalter", domain=OWN)]
    category = make_category(main, "Shirts", slug="shirts")
    event = make_event(main, slug="show", name="Falternacht")
    for one in shops:
        AdventCalendar.objects.create(shop=one, year=2020, title="Kalender")
        News.objects.create(shop=one, title_de="Neu")
    things: list[Artist | Category | Product | Event | Tour] = [
        category, event, make_artist(main, "Falter", slug="falter"), make_tour(main, slug="tour", name="Falterzug"),
        make_product(main, slug="shirt", name="Hemd", category=category),
    ]  # fmt: skip
    for thing in things:
        thing.listed_in.set(shops)
    return ADDRESSINGS[request.param]


def test_every_static_page_is_in_the_table() -> None:
    assert {kind.value.replace("-", "/") for kind in StaticKind} == set(STATIC)


def words_of(key: str | tuple[str, str], language: str) -> str:
    if isinstance(key, tuple):
        key = key[language == "en"]
    return lang_text(key, language, query="hemd") if key.startswith("LANG_") else key


def title_of(key: str | tuple[str, str], language: str, shop: str) -> str:
    words = words_of(key, language)
    return " – ".join(filter(None, [words, "" if shop in words else shop]))


def heading_of(path: str, language: str, shop: str) -> str:
    """An event is headed by its show, without the city."""
    return HEADINGS.get(path) or words_of(ROWS[path], language) or shop


def links_of(visit: Visit) -> dict[str, str]:
    """What the head says of the page's addresses: canonical, and one for each language."""
    links = [attributes for tag, attributes in visit.markup.tags if tag == "link"]
    return {
        one.get("hreflang") or one["rel"]: one["href"]
        for one in links
        if "hreflang" in one or one["rel"] == "canonical"
    }


@proves(
    "catalogue §2",
    "every page opens in all three addressings and both languages, with title, heading, canonical and hreflang",
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_page_opens_with_its_title_heading_and_addresses(
    addressing: tuple[str, str, str, str], language: str
) -> None:
    host, before, own, shop = addressing
    client = Client(HTTP_HOST=host)
    for path, key in ROWS.items():
        visit = Visit(f"{before}/{path}?lang={language}", client)
        assert visit.response.status_code == 200, path
        assert visit.markup.one("html")["lang"] == language, path
        assert visit.markup.text("title") == title_of(key, language, shop), path
        home = own if before else f"{own}/"
        canonical = f"{own}/{path}" if path else home
        both = {code: f"{canonical}?lang={code}" for code in ("de", "en")}
        assert links_of(visit) == {"canonical": canonical, "x-default": canonical} | both, path
        assert visit.markup.text("h1") == heading_of(path, language, shop), path
        assert not visit.markup.has("meta", name="robots"), path


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_search_and_the_checkouts_steps_open_unlisted(addressing: tuple[str, str, str, str], language: str) -> None:
    host, before, _own, shop = addressing
    for path, key in (UNLISTED | CHECKOUT).items():
        visit = Visit(f"{before}/{path}?lang={language}", Client(HTTP_HOST=host))
        assert visit.response.status_code == 200, path
        assert visit.markup.text("title") == title_of(key, language, shop)
        assert visit.markup.has("meta", name="robots", content="noindex")
        assert links_of(visit) == {}, path


def test_one_page_has_one_address(addressing: tuple[str, str, str, str]) -> None:
    host, before, own, _shop = addressing
    client = Client(HTTP_HOST=host)
    for path, page in STANDS_FOR.items():
        visit = Visit(f"{before}/{path}", client)
        assert visit.response.status_code == 200, path
        assert visit.markup.one("link", rel="canonical")["href"] == f"{own}/{page}"
    for old, new in OLD_PATHS:
        for slug in ("shirt", "show"):
            response = client.get(before + old.replace(":slug", slug) + "?lang=en")
            target = f"{before}{new.replace(':slug', slug)}?lang=en"
            assert (response.status_code, response["Location"]) == (301, target), old


def test_missing_things_and_unknown_paths(addressing: tuple[str, str, str, str]) -> None:
    host, before, _own, _shop = addressing
    client = Client(HTTP_HOST=host)
    for path in MISSING:
        visit = Visit(f"{before}/{path}", client)
        assert visit.response.status_code == visit.block("page-data")["status"] == 404, path
        assert visit.markup.has("meta", name="prerender-status-code", content="404")
        assert visit.markup.has("meta", name="robots", content="noindex")
        assert links_of(visit) == {}, path
    response = client.get(f"{before}/nothing/at/all")
    assert (response.status_code, response["Location"]) == (302, f"{before}/?broken_link=1")


@pytest.mark.parametrize("path", ["", "products/shirt", "checkout/done/0123/B-12345?x=1&y=2", "nothing?lang=en"])
def test_a_shop_with_its_own_domain_moved_there(path: str) -> None:
    make_shop("merchstand")
    make_shop("nachtfalter", domain=OWN)
    response = Client(HTTP_HOST="localhost").get(f"/nachtfalter/{path}")
    assert (response.status_code, response["Location"]) == (301, f"http://{OWN}:8000/{path}")
