"""What the server writes is what the browser renders, and what happened on the page before is there after (design §1).

test_catalogue.py sees to every kind of page; these are further kinds of products and events.
"""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.e2e.carts import fill_cart, three_pieces
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage, Site
from tests.e2e.measuring import hydrated, layout_shift, scripts_held, wait_for_react
from tests.e2e.places import BELOW, BROWSER_LANGUAGES, LANGUAGES, OWN
from tests.e2e.shopper import Shopper
from tests.proofs import proves

APOLLO = "**/assets/graphql-client-*.js"
# Reduced, a dropdown, a text to print, by the metre, only with another; an event with everything.
FURTHER = (
    *((OWN, f"/products/kellerkind-{one}") for one in ("manifest-shirt", "fanzine", "aufnaeher-wunsch", "gaffa")),
    (OWN, "/products/kellerkind-geschenktuete"),
    (BELOW, "/nachtfalter/events/nachtfalter-grosses-licht"),
)


@proves(
    "design §1, §5",
    "the browser finds what the server wrote, and nothing moves: every kind of page, five themes, both "
    "languages, three addressings",
)
@pytest.mark.parametrize(("language", "screen"), [("de", PHONE), ("en", DESKTOP)])
def test_further_pages(open_page: OpenPage, site: Site, language: str, screen: ViewportSize) -> None:
    """Each of them once, by turns in either language and width."""
    page = open_page(locale=BROWSER_LANGUAGES[language], viewport=screen)
    for place, address in FURTHER[LANGUAGES.index(language) :: 2]:
        assert hydrated(page, place.url(site.port) + address).status == 200


def test_what_moves_once_the_page_stands_is_measured(open_page: OpenPage) -> None:
    """Or the tests beside this one would find nothing."""
    page = open_page("/nachtfalter/events")
    wait_for_react(page)
    before = layout_shift(page)
    page.evaluate("document.querySelector('main').style.marginTop = '5rem'")
    assert before == 0 < layout_shift(page)


@proves(
    "design §1, §5",
    "with something in the cart, too: the header shows its pieces, nothing moves on any kind of page, "
    "nor on the checkout's steps",
)
def test_every_step_of_the_checkout(open_page: OpenPage, site: Site) -> None:
    page = open_page(locale=BROWSER_LANGUAGES["en"])
    shopper = Shopper(page, "en")
    fill_cart(shopper, OWN, site.port)
    shopper.open(f"{OWN.url(site.port)}/checkout")
    shopper.go_to_confirm("hydrated@example.org")
    badge = three_pieces(shopper)
    for path, title in (("", "CART"), ("/details", "DETAILS"), ("/payment", "PAYMENT"), ("/confirm", "CONFIRM")):
        for screen in (PHONE, DESKTOP):
            page.set_viewport_size(screen)
            shopper.open(f"{OWN.url(site.port)}/checkout{path}")
            shopper.come_to(f"LANG_CHECKOUT_TITLE_{title}")
            expect(badge).to_be_visible()
            assert round(layout_shift(page), 3) == 0, (path, screen)


@proves("design §5", "what is chosen and pressed before the scripts are here is done then")
def test_pressed_by_keyboard_on_an_event(open_page: OpenPage, site: Site) -> None:
    page = open_page()
    with scripts_held(page):
        page.goto(f"{BELOW.url(site.port)}/events/nachtfalter-hamburg", wait_until="commit")
        more = page.get_by_role("button", name=re.compile("^Eins mehr")).first
        amount = page.get_by_role("textbox", name=re.compile("^Anzahl")).first
        before = int(amount.input_value())
        more.press("Enter")
        more.press("Enter")
        expect(more).to_be_focused()
    wait_for_react(page)
    expect(amount).to_have_value(str(before + 2))
    expect(more).to_be_focused()


def test_typed_into_the_search(open_page: OpenPage, site: Site) -> None:
    page = open_page()
    with scripts_held(page):
        page.goto(f"{site.url}/search", wait_until="commit")
        field = page.get_by_role("main").get_by_role("searchbox")
        field.press_sequentially("ratte")
    wait_for_react(page)
    expect(field).to_be_focused()
    expect(field).to_have_value("ratte")
    field.press("Enter")
    expect(page).to_have_url(f"{site.url}/search/ratte")
    expect(field).to_have_value("ratte")


@pytest.mark.journey
def test_pressed_before_apollo_is_here(open_page: OpenPage, site: Site) -> None:
    page = open_page()
    buy = page.locator("form button[type=submit]:visible").first
    with scripts_held(page, APOLLO):
        page.goto(f"{OWN.url(site.port)}/products/kellerkind-gaffa")
        wait_for_react(page)
        buy.click()
        expect(buy).to_have_accessible_name("Moment …")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("dialog", name="Korb")).to_be_visible()


@pytest.mark.console_may_say("net::ERR_FAILED")
def test_without_apollo_the_page_stands_and_says_what_is_wrong(open_page: OpenPage, site: Site) -> None:
    page = open_page()
    page.route(APOLLO, lambda route: route.abort())
    page.goto(f"{OWN.url(site.port)}/products/kellerkind-gaffa")
    wait_for_react(page)
    buy = page.locator("form button[type=submit]:visible").first
    buy.click()
    expect(page.get_by_text("Keine Verbindung. Prüf dein Netz und versuch es nochmal.").first).to_be_visible()
    page.unroute(APOLLO)
    buy.click()
    expect(page.get_by_role("dialog", name="Korb")).to_be_visible()


def test_pressed_at_the_checkout(open_page: OpenPage, site: Site) -> None:
    page = open_page(viewport=PHONE)
    with scripts_held(page):
        page.goto(f"{site.url}/checkout", wait_until="commit")
        page.get_by_role("banner").get_by_role("button", name="Korb").press("Enter")
        expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("dialog", name="Korb")).to_be_visible()
