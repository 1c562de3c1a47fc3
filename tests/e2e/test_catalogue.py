"""Each page of the catalogue in a browser: every kind of shop, language and width (design §1, §5, §6).

What the server writes into each page's head, in both languages, is tests/shop/web/test_route_table.py's business.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.carts import fill_cart, three_pieces
from tests.e2e.conftest import ANSWERED, DESKTOP, NARROW, PHONE, OpenPage, Site
from tests.e2e.measuring import axe_violations, hydrated, too_wide, wait_for_react, wait_until
from tests.e2e.places import BELOW, BROWSER_LANGUAGES, LANGUAGES, MAIN, OWN, Place, stops
from tests.e2e.shopper import Shopper
from tests.proofs import proves


@proves("design §6", "axe finds nothing on any kind of page, in every theme, nothing is too wide at 320 px")
@proves(
    "design §1, §5",
    "the browser finds what the server wrote, and nothing moves: every kind of page, five themes, both "
    "languages, three addressings",
)
@proves(
    "design §1, §5",
    "with something in the cart, too: the header shows its pieces, nothing moves on any kind of page, "
    "nor on the checkout's steps",
)
@pytest.mark.console_may_say("status of 404")
@pytest.mark.parametrize(("language", "screens"), [("de", (DESKTOP, PHONE)), ("en", (PHONE, DESKTOP))], ids=LANGUAGES)
@pytest.mark.parametrize("place", [MAIN, BELOW, OWN], ids=str)
@pytest.mark.journey("nachtfalter-de")
def test_every_page(open_page: OpenPage, site: Site, place: Place, language: str, screens: tuple) -> None:
    """Each page once: pages of a kind are seen in different places, languages and widths, with and without a cart.

    Markup is the same in all places and languages, colours are the same in all languages, and that no text is missing
    in one is tested elsewhere.
    """
    problems: list[str] = []
    page = open_page(locale=BROWSER_LANGUAGES[language])
    shopper, full = Shopper(page, language), (language == "de") != (place is OWN)
    if full:
        fill_cart(shopper, place, site.port)
    known = {one["name"] for one in page.context.cookies()}
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/" in request.url else None)
    for stop in stops(place, language):
        page.set_viewport_size(screens[-1])
        response = hydrated(page, place.url(site.port) + stop.address)
        assert response.status == stop.status, str(stop)
        assert "set-cookie" not in response.all_headers(), str(stop)
        assert page.title() == stop.title_in(language)
        expect(page.get_by_role("heading", level=1)).to_have_text(stop.heading_in(language))
        expect(three_pieces(shopper)).to_have_count(1 if full else 0)
        page.set_viewport_size(screens[0])
        problems += [f"{stop} at {screens[0]['width']} px: {found}" for found in axe_violations(page)]
        page.set_viewport_size(NARROW)
        problems += [f"{stop} is too wide: {found}" for found in too_wide(page)]
    assert problems == [], "\n".join(problems)
    assert full or asked == [], "the pages' data lies in the pages"
    assert {one["name"] for one in page.context.cookies()} == known
    assert full or known == set(ANSWERED)


# What the pages above do not show: the themes of the two other shops.
THEMED = {
    "goldkante": ("", "/artists/goldkante", "/categories", "/categories/goldkante-shirts",
                  "/products/goldkante-sonnenaufgang-shirt", "/events/goldkante-muenchen", "/search/gold"),
    "geheimbund": ("", "/artists/geheimbund", "/categories", "/categories/geheimbund-shirts",
                   "/products/geheimbund-tunnel-shirt", "/events/geheimbund-nacht-1", "/search/x"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("shop", "language", "screens"), [("goldkante", "en", (PHONE, DESKTOP)), ("geheimbund", "de", (DESKTOP, PHONE))]
)
def test_every_theme(open_page: OpenPage, site: Site, shop: str, language: str, screens: tuple) -> None:
    page = open_page(f"/{shop}?code=ROTLICHT", locale=BROWSER_LANGUAGES[language])
    problems: list[str] = []
    for path in THEMED[shop]:
        page.set_viewport_size(screens[-1])
        assert hydrated(page, f"{site.url}/{shop}{path}").status == 200, path
        page.set_viewport_size(screens[0])
        problems += [f"{path}: {found}" for found in axe_violations(page)]
        page.set_viewport_size(NARROW)
        problems += [f"{path} is too wide: {found}" for found in too_wide(page)]
    assert problems == [], "\n".join(problems)


@proves("catalogue §4", "the prompt is legible, speaks of a wrong code and opens with the right one")
@pytest.mark.console_may_say("status of 403")
@pytest.mark.journey
def test_the_prompt_for_a_code(open_page: OpenPage) -> None:
    page = open_page("/geheimbund/artists", viewport=PHONE)
    code = page.get_by_role("textbox", name="Zugangscode")
    expect(code).to_be_focused()
    assert axe_violations(page) == []
    code.fill("falsch")
    code.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    assert axe_violations(page) == []
    page.set_viewport_size(NARROW)
    assert too_wide(page) == []
    code.fill("ROTLICHT")
    code.press("Enter")
    wait_for_react(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Bands")


def test_without_script_all_is_readable(open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False)
    main = page.get_by_role("main")

    def read(path: str, heading: str, *texts: str) -> None:
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
        for text in texts:
            expect(main).to_contain_text(text)
        picture = main.locator("img").first
        expect(picture).to_be_visible()
        assert picture.evaluate("image => image.complete && image.naturalWidth > 0")

    read(
        "/nachtfalter/products/nachtfalter-mondphasen-shirt",
        "T-Shirt „Mondphasen“",
        "28,00",
        "Fünf Monde, ein Flügelpaar",
    )
    assert "Mondphasen" in (main.locator("img").first.get_attribute("alt") or "")
    main.get_by_role("link", name="Alles von Nachtfalter").click()
    expect(page).to_have_url(re.compile("/nachtfalter/categories/alles-von-nachtfalter$"))
    page.go_back()
    main.get_by_role("link", name="Nachtfalter", exact=True).click()
    expect(page).to_have_url(re.compile("/nachtfalter/artists/nachtfalter$"))
    read("/nachtfalter/artists/nachtfalter", "Nachtfalter", "Termine")
    read("/categories/shirts", "Shirts", "T-Shirt „Sieglinde“", "22,00")
    main.get_by_role("link", name="Sieglinde").click()
    expect(page).to_have_url(re.compile("/products/kellerkind-ratte-shirt$"))
    read(
        "/nachtfalter/events/nachtfalter-hamburg",
        "Nachtfalter",
        "28,00",
        "Kaispeicher Neun",
        "Blick auf die Kräne",
        "19:00",
    )
    read("/nachtfalter/tours/bis-das-licht-angeht", "Bis das Licht angeht", "Lampenwerk", "Graz")
    main.get_by_role("link", name="Dresden").click()
    expect(page).to_have_url(re.compile("/nachtfalter/events/nachtfalter-dresden$"))


@pytest.mark.journey
def test_moving_through_the_shop_keeps_the_page(open_page: OpenPage) -> None:
    """Links load no document anew; going back returns to where one was, and the heading has the focus."""
    page = open_page("/nachtfalter/categories/nachtfalter-shirts")
    wait_for_react(page)
    page.evaluate("window.stayed = true")
    card = page.get_by_role("link", name="T-Shirt „Luna“")
    card.scroll_into_view_if_needed()
    page.mouse.wheel(0, 300)
    wait_until(page, "scrollY > 0")
    card.click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("T-Shirt „Luna“")
    expect(heading).to_be_focused()
    assert page.evaluate("scrollY") == 0
    page.go_back()
    expect(heading).to_have_text("Shirts")
    wait_until(page, "scrollY > 0")
    assert page.evaluate("window.stayed") is True
