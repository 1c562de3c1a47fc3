"""A cart moves to another browser: by an address that the checkout makes."""

import pytest
from playwright.sync_api import Page, expect

from tests.browsers import shot
from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.hands import Keyboard
from tests.e2e.measuring import axe_violations, too_wide, wait_for_react
from tests.e2e.places import BROWSER_LANGUAGES
from tests.e2e.shopper import Shopper
from tests.proofs import proves

POSTER = "/nachtfalter/products/nachtfalter-schwarm-plakat"
SONGBOOK = "/nachtfalter/products/nachtfalter-notenheft"
RESUME = "/nachtfalter/checkout/resume"
MINUTE_MS = 61_000


def seen(page: Page, name: str) -> None:
    assert axe_violations(page) == []
    assert too_wide(page) == []
    shot(page, name)


def address_made_by(shopper: Shopper) -> str:
    """At the checkout's first step."""
    shopper.hand.press(shopper.button("LANG_RESUME_OFFER"))
    address = shopper.page.get_by_text(f"{RESUME}?id=")
    expect(address).to_be_visible()
    return address.inner_text()


@proves(
    "purchase §1, §7",
    "RESUME_SESSION and checkout/resume: a cart moves to another browser by an address that is good "
    "once, for ten minutes",
)
@pytest.mark.journey
def test_it_moves_to_another_browser_and_is_gone_here(open_page: OpenPage) -> None:
    first = Shopper(open_page(viewport=PHONE, clock=True))
    first.hand = Keyboard(first.page)
    first.fill_cart(POSTER)
    first.go_to_checkout()
    link = address_made_by(first)
    seen(first.page, "resume-offer")

    second = Shopper(open_page())
    asked: list[str] = []
    second.page.on("request", lambda one: asked.append(one.post_data or one.url) if "/graphql" in one.url else None)
    second.page.goto(link)
    second.come_to("LANG_CHECKOUT_TITLE_CART")
    expect(second.way_to(POSTER)).to_be_visible()
    assert second.page.url.endswith("/nachtfalter/checkout")
    of_session = [one for one in asked if "RESUME_SESSION" in one or "operationName=CART&" in one]
    assert "RESUME_SESSION" in of_session[0] and len(of_session) == 2
    second.page.go_back()
    assert RESUME not in second.page.url

    first.page.clock.fast_forward(MINUTE_MS)
    first.page.keyboard.press("Shift")
    expect(first.alert("LANG_SESSION_MOVED")).to_be_visible()
    # Its end keeps clear of the notice.
    first.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    seen(first.page, "resume-moved")


@proves(
    "purchase §5",
    "without an id, or where it fails: “Fehler beim Session wiederherstellen”; who has a cart here is asked first",
)
@pytest.mark.console_may_say("this browser has a session")
def test_who_has_a_cart_here_is_asked(open_page: OpenPage) -> None:
    first = Shopper(open_page())
    first.fill_cart(POSTER)
    first.go_to_checkout()
    link = address_made_by(first)

    second = Shopper(open_page(viewport=PHONE, locale=BROWSER_LANGUAGES["en"]), "en")
    second.fill_cart(SONGBOOK)
    second.page.goto(link)
    expect(second.heading("LANG_RESUME_OWN")).to_be_visible()
    seen(second.page, "resume-own")
    second.hand.press(second.page.get_by_role("main").get_by_role("link", name=second.text("LANG_RESUME_KEEP")))
    second.come_to("LANG_CHECKOUT_TITLE_CART")
    expect(second.way_to(SONGBOOK)).to_be_visible()

    second.page.goto(link)
    second.hand.press(second.button("LANG_RESUME_REPLACE"))
    second.come_to("LANG_CHECKOUT_TITLE_CART")
    expect(second.way_to(POSTER)).to_be_visible()
    expect(second.way_to(SONGBOOK)).to_be_hidden()


@pytest.mark.console_may_say("session not resumed")
def test_what_is_good_for_nothing_says_so_and_leads_on(open_page: OpenPage) -> None:
    shopper = Shopper(open_page(locale=BROWSER_LANGUAGES["en"]), "en")
    for address in (f"{RESUME}?id=made%3Aup", RESUME):
        shopper.page.goto(address)
        expect(shopper.heading("LANG_RESUME_FAILED")).to_be_visible()
    wait_for_react(shopper.page)
    seen(shopper.page, "resume-failed")
    shopper.hand.press(shopper.page.get_by_role("main").get_by_role("link", name=shopper.text("LANG_ERROR_404_HOME")))
    expect(shopper.heading("LANG_RESUME_FAILED")).to_be_hidden()
    assert shopper.page.url.rstrip("/").endswith("/nachtfalter")
