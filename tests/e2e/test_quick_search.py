"""The search box in the header leads on, in every addressing (catalogue §2 "Overlays", §5, §9).

How it is worked and what it says: frontend/src/features/quick-search/box.browser.test.tsx.
"""

import re

import pytest
from playwright.sync_api import Locator, Page, Request, ViewportSize, expect

from shop.texts import lang_text
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage, Site
from tests.e2e.measuring import axe_violations, time_to_come_up, too_wide, wait_for_react
from tests.e2e.places import BELOW, BROWSER_LANGUAGES, MAIN, OWN, Place
from tests.proofs import proves

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


@proves(
    "catalogue §2",
    "its box opens from the header's link in every addressing, loads nothing before, and is worked by "
    "mouse, keyboard and finger",
)
@pytest.mark.parametrize(
    ("place", "language", "screen"),
    [(MAIN, "en", DESKTOP), (BELOW, "de", PHONE), (OWN, "de", DESKTOP)],
    ids=["main", "below", "own"],
)
@pytest.mark.journey("below")
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
