"""Words that come up over a page: a broken link, a session that has ended."""

from playwright.sync_api import expect

from shop.texts import lang_text
from tests.e2e.conftest import OpenPage, Site
from tests.e2e.measuring import axe_violations, time_to_come_up, wait_for_react, wait_until
from tests.e2e.shopper import Shopper
from tests.proofs import proves

SHIRT = "/nachtfalter/products/nachtfalter-mondphasen-shirt"


@proves(
    "catalogue §2, purchase §2, §9",
    "alert and confirm dialog: headline, text, own words or OK and cancel, a picture to open in a new "
    "tab; Escape cancels",
)
@proves("catalogue §8", "a broken link (`?broken_link=1`) is told once")
def test_a_broken_link_is_told_once(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter?broken_link=1&from=mail", locale="en-GB")
    told = page.get_by_role("alertdialog", name=lang_text("LANG_BROKENLINK_TITLE", "en"))
    expect(told).to_be_visible()
    assert page.url.endswith("/nachtfalter?from=mail")
    assert axe_violations(page) == []
    page.keyboard.press("Enter")
    expect(told).to_have_count(0)
    with time_to_come_up(page):
        page.reload()
    expect(told).to_have_count(0)


@proves("purchase §2, §8", "a session that has ended is told, with a button that loads the page anew")
def test_a_session_that_has_ended_is_told_and_the_page_begins_anew(open_page: OpenPage, site: Site) -> None:
    page = open_page()
    shopper = Shopper(page)
    shopper.fill_cart(SHIRT, "M")
    site.end_reservations()
    shopper.cart.get_by_role("button", name=shopper.text("LANG_CART_REMOVE")).click()
    told = page.get_by_role("alertdialog", name=shopper.text("LANG_SESSION_TERMINATED_TITLE"))
    expect(told).to_be_visible()
    page.evaluate("window.before = true")
    told.get_by_role("button", name=shopper.text("LANG_ERROR_RELOAD")).click()
    wait_for_react(page)
    expect(told).to_have_count(0)
    wait_until(page, "!('before' in window)")
