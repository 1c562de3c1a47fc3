"""The search's page as one without JavaScript gets it (catalogue §2 "/search")."""

from collections import Counter

import pytest
from django.test import Client

from shop.models import Shop
from tests.factories import make_artist, make_category, make_event, make_product, make_shop, make_venue
from tests.proofs import proves
from tests.shop.web.visit import Visit
from tests.words import worded

pytestmark = pytest.mark.django_db

PARTS = {"merch", "tickets"}


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand", name="Merchstand")
    shop = make_shop("nachtfalter", name="Nachtfalter")
    artist, shelf = make_artist(shop, "Nachtfalter"), make_category(shop)
    for number in range(20):
        make_product(shop, name=f"Hemd {number}", slug=f"hemd-{number}", artist=artist, category=shelf)
    make_event(shop, name="Tour", slug="tour").artists.add(artist)
    return shop


@proves(
    "catalogue §2, §8",
    "the page works without JavaScript, says what it did not find, is linked from every page and no search engine's",
)
def test_the_form_leads_to_the_address_of_the_words(shop: Shop) -> None:
    response = Client(HTTP_HOST="localhost").get("/nachtfalter/search", {"q": "  Hemd / Ä "})
    assert (response.status_code, response["Location"]) == (302, "/nachtfalter/search/Hemd%20%2F%20%C3%84")
    assert Client(HTTP_HOST="localhost").get("/nachtfalter/search?q=")["Location"] == "/nachtfalter/search"
    for address in (
        "/nachtfalter/search/Hemd%20%2F%20%C3%84",
        "/nachtfalter/search/AC%2FDC",
        "/nachtfalter/search/ac/dc",
    ):
        visit = Visit(address)
        assert visit.response.status_code == 200
        assert visit.markup.text("h1") == worded("LANG_SEARCH_TITLE")


@proves(
    "catalogue §7, design §5",
    "each list goes on by its own cursor; five statements for any number of results, by trigram indexes",
)
def test_results_are_written_with_links_to_more_of_them(shop: Shop) -> None:
    visit = Visit("/nachtfalter/search/Nachtfalter")
    assert visit.markup.text("title") == "Suche: Nachtfalter"
    assert visit.markup.one("input", name="q")["value"] == "Nachtfalter"
    assert visit.markup.has("a", href="/nachtfalter/products/hemd-19")
    assert visit.markup.has("a", href="/nachtfalter/events/tour")
    links = [attrs["href"] for tag, attrs in visit.markup.tags if tag == "a" and "merch_after" in attrs.get("href", "")]
    assert len(links) == 1
    more = Visit(links[0])
    assert more.markup.has("a", href="/nachtfalter/products/hemd-0")
    assert not more.markup.has("a", href="/nachtfalter/products/hemd-19")
    assert visit.block("page-data")["variables"] == {"query": ["nachtfalter"]}


@proves("catalogue §5", "a search for words with a mistake says what it looked for instead, and goes on with that")
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_mistake_is_put_right_and_the_page_says_so(shop: Shop, language: str) -> None:
    visit = Visit(f"/nachtfalter/search/nachtfaltre?lang={language}")
    assert worded("LANG_SEARCH_INSTEAD", language, words="nachtfalter") in visit.html
    (more,) = (one for one in ways(visit) if "merch_after" in one)
    assert Visit(more).markup.has("a", href="/nachtfalter/products/hemd-0")
    assert "„nachtfalter“" not in Visit("/nachtfalter/search/nachtfalter").html


def ways(visit: Visit) -> list[str]:
    """Where its links lead."""
    return [attributes.get("href", "") for tag, attributes in visit.markup.tags if tag == "a"]


@proves(
    'look "Every screen"', "a search without any result says so once and leads on; no band is named that was not found"
)
def test_nothing_found_is_said_once_and_leads_on(shop: Shop) -> None:
    visit = Visit("/search/posaune?lang=en")
    for key in ("NOTHING", "NOARTISTS", "NOMERCH", "NOTICKET"):
        assert visit.html.count(worded(f"LANG_SEARCH_{key}", "en", query="posaune")) == 1
    assert "h2" not in [tag for tag, _attributes in visit.markup.tags]
    more = Counter(ways(visit)) - Counter(ways(Visit("/search?lang=en")))
    assert {"/artists", "/categories", "/events"} <= set(more)


def test_bands_without_a_hit_are_left_out(shop: Shop) -> None:
    markup = Visit("/nachtfalter/search/hemd").markup
    assert markup.has("section", id="merch") or markup.has("div", id="merch")
    assert not markup.has("section", id="artists")
    assert Visit("/nachtfalter/search/nachtfalter").markup.has("section", id="artists")


@proves("catalogue §8", "a search that finds goods or dates says nothing of bands that it did not find")
def test_a_page_with_results_does_not_say_that_no_band_was_found(shop: Shop) -> None:
    main = Shop.objects.get(slug="merchstand")
    make_product(main, name="Mantel", slug="mantel", artist=make_artist(main), category=make_category(main))
    visit = Visit("/search/mantel")
    assert visit.markup.has("a", href="/products/mantel")
    assert worded("LANG_SEARCH_NOARTISTS") not in visit.html


@proves("catalogue §2", "words that name a city with events lead to these before goods, on phones and on wide screens")
@pytest.mark.parametrize(("words", "first"), [("dresdn", "tickets"), ("Dresden", "tickets"), ("tour", "merch")])
def test_a_city_leads_to_its_events(shop: Shop, words: str, first: str) -> None:
    make_product(shop, name="Tourposter Dresden", category=make_category(shop))
    make_event(shop, name="Tour im Herbst", slug="herbst", venue=make_venue(name="Elbwiesen", city="Dresden"))
    parts = [one["id"] for tag, one in Visit(f"/nachtfalter/search/{words}").markup.tags if one.get("id") in PARTS]
    assert parts[0] == first and set(parts) == PARTS


@pytest.mark.parametrize("path", ["/nachtfalter/search", "/nachtfalter/search/hemd", "/search"])
def test_search_pages_are_no_pages_for_search_engines(shop: Shop, path: str) -> None:
    visit = Visit(path)
    assert visit.response.status_code == 200
    assert visit.markup.one("meta", name="robots")["content"] == "noindex"


def test_every_page_leads_to_the_search(shop: Shop) -> None:
    assert Visit("/nachtfalter/").markup.has("a", href="/nachtfalter/search")
    assert Visit("/").markup.has("a", href="/search")
