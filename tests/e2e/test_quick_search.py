"""The search box in the header and what it suggests (catalogue §2 overlays, §5, §9)."""

import re
import time

import pytest
from playwright.sync_api import Locator, Page, Request, Route, ViewportSize, expect

from shop.texts import lang_text
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage, Site
from tests.e2e.hands import Keyboard
from tests.e2e.measuring import axe_violations, time_to_come_up, too_wide, wait_for_react
from tests.e2e.places import BELOW, BROWSER_LANGUAGES, MAIN, OWN, Place
from tests.proofs import proves

SUGGESTIONS = re.compile("SEARCH_SUGGESTIONS")
# What lies below the box may be covered by half, which axe takes for too small to be hit.
BANNER = "header"


def opener(page: Page, language: str = "de") -> Locator:
    return page.get_by_role("navigation").first.get_by_role("link", name=lang_text("LANG_NAV_SEARCH", language))


def field(page: Page) -> Locator:
    return page.get_by_role("banner").get_by_role("combobox")


def options(page: Page) -> Locator:
    return page.get_by_role("banner").get_by_role("option")


def open_box(page: Page, text: str, language: str = "de") -> Locator:
    """Open the box and write; the field."""
    wait_for_react(page)
    opener(page, language).click()
    expect(field(page)).to_be_focused()
    page.keyboard.type(text)
    return field(page)


def chosen(page: Page) -> str:
    """The name of the option that the field calls active, and that alone is marked; "" where there is none."""
    marked = options(page).and_(page.locator("[aria-selected=true]"))
    active = field(page).get_attribute("aria-activedescendant")
    if active is None:
        expect(marked).to_have_count(0)
        return ""
    expect(marked).to_have_id(active)
    return marked.inner_text()


@proves(
    "catalogue §2",
    "its box opens from the header's link in every addressing, loads nothing before, and is worked by "
    "mouse, keyboard and finger",
)
@pytest.mark.parametrize(("language", "screen"), [("de", PHONE), ("en", DESKTOP)], ids=["de-phone", "en-desktop"])
@pytest.mark.parametrize("place", [MAIN, BELOW, OWN], ids=str)
def test_it_leads_to_what_was_meant(
    open_page: OpenPage, site: Site, place: Place, language: str, screen: ViewportSize
) -> None:
    page = open_page(
        f"{place.prefix}/categories", viewport=screen, locale=BROWSER_LANGUAGES[language], base=place.url(site.port)
    )
    slug = "nachtfalter" if place is BELOW else "kellerkind"
    open_box(page, slug, language)
    band = options(page).filter(has_text=lang_text("LANG_QUICKSEARCH_ARTIST", language)).first
    expect(band).to_have_attribute("href", f"{place.prefix}/artists/{slug}")
    assert axe_violations(page, BANNER) == []
    assert too_wide(page) == []
    band.click()
    page.wait_for_url(f"**{place.prefix}/artists/{slug}")
    expect(field(page)).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_nothing_is_loaded_before_it_is_opened(open_page: OpenPage) -> None:
    page = open_page()
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    def count(part: str) -> int:
        return sum(part in url for url in asked)

    page.on("request", note)
    page.on("worker", lambda worker: asked.append(f"worker {worker.url}"))
    with time_to_come_up(page):
        page.goto("/")
    assert (count("/box-"), count("/worker-"), count("SEARCH_SUGGESTIONS")) == (0, 0, 0)
    open_box(page, "nachtfalter")
    expect(options(page).first).to_be_visible()
    field(page).fill("kellerkind")
    expect(options(page).first).to_have_text(re.compile("^Kellerkind"))
    assert (count("SEARCH_SUGGESTIONS"), count("worker http")) == (1, 1)


@proves(
    "catalogue §5, §9",
    "quick search: ten suggestions at most by Fuse in a worker, from two characters besides dots, "
    "umlauts and typing mistakes forgiven, titles cut at 35 and 40 characters",
)
def test_umlauts_and_mistakes_are_forgiven(open_page: OpenPage) -> None:
    page = open_page("/")
    box = open_box(page, "")
    # Never the same answer twice in a row: the first one would still stand there.
    for text, first in (
        ("koeln", "Nachtfalter: Köln"),
        ("nachtfatler", "Nachtfalter"),
        ("KOLN", "Nachtfalter: Köln"),
        ("kelerkind", "Kellerkind"),
        ("t-shirt sonnenaufgang", "Goldkante T-Shirt „Sonnenaufgang“"),
        ("nachtfatler", "Nachtfalter"),
        ("sonenaufgang shirt", "Goldkante T-Shirt „Sonnenaufgang“"),
    ):
        box.fill(text)
        expect(options(page).first).to_have_accessible_name(re.compile(f"^{first} (Band|Merch|Tickets)$"))
        assert options(page).count() <= 10


def test_titles_are_cut_and_pictures_and_kinds_are_shown(open_page: OpenPage) -> None:
    page = open_page("/", locale="en-GB")
    open_box(page, "goldkante", "en")
    expect(options(page)).to_have_count(10)
    kinds = {lang_text(f"LANG_QUICKSEARCH_{kind}", "en") for kind in ("ARTIST", "TICKET", "MERCH")}
    shown, cut = set(), 0
    for option in options(page).all():
        title, kind = option.locator(":scope > span > span").all_text_contents()
        seen, dots, unseen = title.partition("…")
        most = 35 if option.locator("img").count() else 40
        assert len(seen) <= most
        if dots:
            assert len(seen) + len(unseen) - len(unseen.lstrip()) >= most and unseen
            cut += 1
        shown.add(kind)
    assert shown == kinds and cut > 0
    picture = options(page).locator("img").first
    assert picture.evaluate("async image => (await image.decode(), image.naturalWidth)") == 75


def test_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter/categories")
    wait_for_react(page)
    keyboard = Keyboard(page)
    keyboard.press(opener(page))
    expect(field(page)).to_be_focused()
    assert field(page).get_attribute("aria-expanded") == "false"
    page.keyboard.type("nachtfalter")
    expect(options(page)).to_have_count(10)
    status = page.get_by_role("banner").get_by_role("status").filter(has_text="10")
    expect(status).to_have_count(1)
    assert field(page).get_attribute("aria-expanded") == "true"
    controlled = field(page).get_attribute("aria-controls")
    assert page.get_by_role("listbox").get_attribute("id") == controlled

    names = options(page).all_inner_texts()
    for key, at in (
        ("ArrowDown", 0), ("ArrowDown", 1), ("ArrowUp", 0), ("ArrowUp", 9), ("ArrowDown", 0), ("End", 9), ("Home", 0),
    ):  # fmt: skip
        page.keyboard.press(key)
        assert chosen(page) == names[at]
        expect(field(page)).to_be_focused()
    page.keyboard.type("s")  # what is written next takes the choice away
    assert chosen(page) == ""
    page.keyboard.press("Backspace")
    page.keyboard.press("Home")  # now it moves the cursor
    assert chosen(page) == ""

    page.keyboard.press("Escape")
    expect(field(page)).to_have_count(0)
    expect(opener(page)).to_be_focused()
    page.keyboard.press("Enter")
    expect(field(page)).to_have_value("nachtfalter")
    expect(options(page)).to_have_count(10)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/nachtfalter/artists/nachtfalter")
    expect(field(page)).to_have_count(0)
    assert keyboard.covered == []


def test_enter_without_a_choice_searches(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter/categories")
    open_box(page, "  Motte  Ä/b ")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/nachtfalter/search/Motte%20%C3%84%2Fb$"))
    page.go_back()
    page.wait_for_url("**/nachtfalter/categories")
    expect(field(page)).to_have_count(0)
    open_box(page, "..")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/nachtfalter/search$"))
    expect(field(page)).to_have_count(0)


def test_on_a_phone_it_is_a_sheet_below_the_header(open_page: OpenPage) -> None:
    page = open_page("/", viewport=PHONE, has_touch=True, is_mobile=True)
    wait_for_react(page)
    opener(page).tap()
    expect(field(page)).to_be_focused()
    page.keyboard.type("shirt")
    expect(options(page).first).to_be_visible()
    header, sheet = page.get_by_role("banner").bounding_box(), page.get_by_role("banner").get_by_role("search")
    box = sheet.bounding_box()
    assert header and box
    assert (box["x"], box["width"]) == (0, PHONE["width"])
    assert abs(box["y"] - (header["y"] + header["height"])) <= 1
    assert box["y"] + box["height"] <= PHONE["height"]
    assert all((option.bounding_box() or {"height": 0})["height"] >= 44 for option in options(page).all())
    sheet.get_by_role("button", name=lang_text("LANG_ALLG_CLOSE", "de")).tap()
    expect(sheet).to_have_count(0)
    opener(page).tap()
    options(page).first.tap()
    page.wait_for_url("**/products/*")
    expect(sheet).to_have_count(0)


@proves(
    "catalogue §9",
    "it hides 500 ms after focus and pointer have left; hint, loading, nothing found and failure are told",
)
def test_it_hides_half_a_second_after_focus_and_pointer_left(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter/categories")
    open_box(page, "nachtfalter")
    options(page).first.hover()
    page.mouse.move(5, 890)
    page.wait_for_timeout(800)
    expect(field(page)).to_be_visible()  # somebody writes in it

    options(page).first.hover()
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(800)
    expect(field(page)).to_be_visible()  # the pointer is on it

    page.mouse.move(5, 890)
    left = time.monotonic()
    page.wait_for_timeout(250)
    assert field(page).count() == 1 or time.monotonic() - left > 0.5
    expect(field(page)).to_have_count(0, timeout=5000)


def test_what_it_says_when_it_has_nothing_to_suggest(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter/categories")
    held: list[Route] = []
    page.route(SUGGESTIONS, lambda route: held.append(route))
    search = page.get_by_role("banner").get_by_role("search")
    open_box(page, "..n")
    expect(search.get_by_text(lang_text("LANG_QUICKSEARCH_HINT", "de"))).to_be_visible()
    assert axe_violations(page, BANNER) == []
    page.keyboard.type("a")
    expect(search.get_by_role("status").filter(has_text=lang_text("LANG_ALLG_LOADING", "de"))).to_have_count(1)
    assert axe_violations(page, BANNER) == []
    held[0].continue_()
    expect(options(page).first).to_be_visible()
    field(page).fill("qqzzxx")
    expect(search.get_by_role("paragraph").filter(has_text=lang_text("LANG_QUICKSEARCH_EMPTY", "de"))).to_be_visible()
    expect(search.get_by_role("status")).to_have_text(lang_text("LANG_QUICKSEARCH_EMPTY", "de"))
    expect(options(page)).to_have_count(0)
    assert axe_violations(page, BANNER) == []
    search.get_by_role("link", name=lang_text("LANG_QUICKSEARCH_ALL", "de", words="qqzzxx")).click()
    page.wait_for_url("**/nachtfalter/search/qqzzxx")


@pytest.mark.console_may_say("Failed to load resource")
def test_a_failure_can_be_tried_again(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter/categories", locale="en-GB")
    page.route(SUGGESTIONS, lambda route: route.fulfill(status=500, body=""))
    open_box(page, "nachtfalter", "en")
    alert = page.get_by_role("banner").get_by_role("alert")
    expect(alert).to_contain_text(lang_text("LANG_QUICKSEARCH_ERROR", "en"))
    assert axe_violations(page, BANNER) == []
    page.unroute(SUGGESTIONS)
    alert.get_by_role("button").click()
    expect(options(page).first).to_be_visible()
    expect(field(page)).to_be_visible()
