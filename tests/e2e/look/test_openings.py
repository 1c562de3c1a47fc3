"""How the home pages open: each with a place of its own, the next date in the first view (look: "Every screen")."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from shop.models import Shop
from shop.texts import lang_text
from tests.e2e.conftest import DESKTOP, NARROW, PHONE, OpenPage, Site
from tests.e2e.measuring import hydrated, layout_shift, too_wide, wait_until
from tests.e2e.places import OWN
from tests.proofs import proves

SHOPS = ("merchstand", "nachtfalter", "kellerkind", "geheimbund", "goldkante")
# They count visitors, so they ask.
ASKING = ("merchstand", "nachtfalter")
SHORT_PHONE: ViewportSize = {"width": 360, "height": 740}
SHORT_SCREENS: tuple[ViewportSize, ...] = ({"width": 667, "height": 375}, {"width": 320, "height": 480})
# Above the words, in pixels.
SHORTEST_PICTURE = 150
SHORTEST_STRIP = 60
LANGUAGES = {"de": "de-DE", "en": "en-GB"}
PICTURE_THERE = "((picture) => picture.complete && picture.naturalWidth > 0)(document.querySelector('.opening img'))"


def address(shop: str, site: Site) -> str:
    if shop == OWN.slug:
        return OWN.url(site.port) + "/"
    path = {"merchstand": "/", "geheimbund": "/geheimbund?code=ROTLICHT"}.get(shop, f"/{shop}")
    return site.url + path


def lower_edge(page: Page, selector: str) -> float:
    return page.locator(selector).first.evaluate("element => element.getBoundingClientRect().bottom")


def upper_edge(page: Page, selector: str) -> float:
    return page.locator(selector).first.evaluate("element => element.getBoundingClientRect().top")


@proves(
    "look, “Every screen”",
    "each shop opens with a picture and a composition of its own, phones with an upright one; the next "
    "show with its button is in the first view, then the newest product",
)
@pytest.mark.parametrize("shop", SHOPS)
def test_the_next_date_is_in_the_first_view(open_page: OpenPage, site: Site, shop: str) -> None:
    page = open_page(viewport=PHONE)
    hydrated(page, address(shop, site))
    check_first_view(page, shop)
    page.set_viewport_size(PHONE)
    with page.expect_response("**/graphql?*"):
        page.get_by_role("banner").get_by_role("link", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("main").locator("[aria-busy=true]")).to_have_count(0)
    check_first_view(page, shop)


@proves(
    "look, “Every screen”",
    "a new visitor's first view has picture, name, next show and its button above the question about counting, "
    "which moves nothing when it comes or is answered",
)
@pytest.mark.parametrize("shop", SHOPS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_visitors_first_view_ends_above_the_question(
    open_page: OpenPage, site: Site, shop: str, language: str
) -> None:
    asks = shop in ASKING
    for viewport in (PHONE, SHORT_PHONE, DESKTOP) if asks else (PHONE, SHORT_PHONE):
        page = open_page(viewport=viewport, locale=LANGUAGES[language], new=True)
        # Goldkante's question for a code is a dialog, over the whole page.
        page.context.add_cookies([{"name": "goldkante_discount_gate", "value": "without", "url": site.url}])
        hydrated(page, address(shop, site))
        end = float(viewport["height"])
        question = page.get_by_role("region", name=lang_text("LANG_CONSENT_TITLE", language))
        if asks:
            expect(question).to_be_visible()
            end = upper_edge(page, "[aria-labelledby=consent-title]")
        for part in (".opening h1", ".opening .next-date time", ".opening .next-date a"):
            assert lower_edge(page, part) <= end, f"{part} at {viewport['width']} px"
        before = upper_edge(page, ".opening-words")
        if viewport != DESKTOP:
            assert before - upper_edge(page, ".opening-picture") >= SHORTEST_PICTURE, f"at {viewport['width']} px"
        if asks:
            question.get_by_role("button", name=lang_text("LANG_CONSENT_DENY", language)).click()
            expect(question).to_have_count(0)
        assert (upper_edge(page, ".opening-words"), layout_shift(page)) == (before, 0)


@pytest.fixture
def all_ask(site: Site) -> Iterator[None]:
    """Every shop counts its visitors, so each asks."""
    with site.rows():
        before = {shop.pk: shop.trackers for shop in Shop.objects.all()}
        Shop.objects.update(trackers=["counts"])
    yield
    with site.rows():
        for key, trackers in before.items():
            Shop.objects.filter(pk=key).update(trackers=trackers)


@proves(
    "look, “Every screen”",
    "on the narrowest phone, too, picture, name, next show and its button are above the question about counting, "
    "in each theme",
)
@pytest.mark.usefixtures("all_ask")
@pytest.mark.parametrize("shop", SHOPS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_narrowest_phone_has_all_above_the_question(
    open_page: OpenPage, site: Site, shop: str, language: str
) -> None:
    page = open_page(viewport=NARROW, locale=LANGUAGES[language], new=True)
    page.context.add_cookies([{"name": "goldkante_discount_gate", "value": "without", "url": site.url}])
    hydrated(page, address(shop, site))
    question = page.get_by_role("region", name=lang_text("LANG_CONSENT_TITLE", language))
    expect(question).to_be_visible()
    end = upper_edge(page, "[aria-labelledby=consent-title]")
    for part in (".opening h1", ".opening .next-date time", ".opening .next-date a"):
        assert lower_edge(page, part) <= end, part
    assert upper_edge(page, ".opening-words") - upper_edge(page, ".opening-picture") >= SHORTEST_STRIP
    for answer in question.get_by_role("button").all():
        assert answer.evaluate("button => button.scrollWidth <= button.clientWidth"), answer.inner_text()


def test_on_a_short_screen_title_and_picture_are_whole(open_page: OpenPage) -> None:
    for viewport in SHORT_SCREENS:
        page = open_page("/", viewport=viewport, new=True)
        title = page.locator(".opening h1")
        expect(title).to_be_in_viewport(ratio=1)
        top = upper_edge(page, ".opening")
        assert upper_edge(page, ".opening-picture") == top
        # Enough of the picture is above the words to see what it is.
        assert upper_edge(page, ".opening-words") - top >= SHORTEST_STRIP, f"at {viewport['width']} px"
        assert lower_edge(page, ".opening-words") <= lower_edge(page, ".opening"), f"at {viewport['width']} px"


def check_first_view(page: Page, shop: str) -> None:
    """On phones and desktops, in the page's language."""
    for viewport in (PHONE, DESKTOP):
        page.set_viewport_size(viewport)
        expect(page.locator(".opening h1")).to_be_visible()
        wait_until(page, PICTURE_THERE)
        for part in (".opening h1", ".opening .next-date time", ".opening .next-date a"):
            assert lower_edge(page, part) <= viewport["height"], f"{part} at {viewport['width']} px"
        # Then comes the newest product (in the main shop, after its news), before anything is chosen.
        if shop != "merchstand":
            assert upper_edge(page, "main [data-product]") < 1.5 * viewport["height"], f"at {viewport['width']} px"
    page.set_viewport_size(NARROW)
    assert too_wide(page) == []


def test_no_two_shops_open_alike(open_page: OpenPage, site: Site) -> None:
    page = open_page()
    seen: list[tuple[str, str]] = []
    for shop in SHOPS:
        hydrated(page, address(shop, site))
        wide = page.locator(".opening img").evaluate("image => image.currentSrc.split('/').at(-2)")
        word = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--shop-opening')")
        seen.append((word, wide))
        page.set_viewport_size(PHONE)
        hydrated(page, address(shop, site))
        assert page.locator(".opening img").evaluate("image => image.currentSrc.split('/').at(-2)") != wide, shop
        page.set_viewport_size(DESKTOP)
    assert len({composition for composition, _ in seen}) == len(SHOPS)
    assert len({picture for _, picture in seen}) == len(SHOPS)


def test_a_show_that_sells_tickets_goes_before_a_free_listening_session(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter")
    button = page.locator(".opening .next-date").get_by_role("link")
    expect(button).to_have_attribute("href", "/nachtfalter/events/nachtfalter-dresden")


@proves("design §6", "letters cut out one by one are read as words")
def test_letters_cut_out_one_by_one_are_read_as_words(open_page: OpenPage, site: Site) -> None:
    page = open_page(OWN.url(site.port) + "/", base=OWN.url(site.port))
    expect(page.get_by_role("heading", level=1, name="Unten ist es warm")).to_be_visible()
    expect(page.get_by_role("banner").get_by_role("link", name="Kellerkind")).to_be_visible()
    turned = page.locator("h1 .cut").evaluate_all("all => new Set(all.map(one => getComputedStyle(one).rotate)).size")
    assert turned > 2
