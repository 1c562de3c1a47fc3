"""A page that does not come says so, and the way on is open: by a link, by trying again, by going back (design §1)."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from shop.texts import lang_text
from tests.e2e.conftest import PHONE, OpenPage, Site
from tests.e2e.measuring import axe_violations, wait_until
from tests.e2e.places import BROWSER_LANGUAGES
from tests.proofs import proves

LOST = "ERR_FAILED"
# When a script is asked for, and when it was there and is imported.
NOT_COME = ("HTTP 0", "Failed to fetch dynamically imported module")
CHUNKS = "**/assets/*.js"


def header_link(page: Page, key: str, language: str) -> Locator:
    return page.get_by_role("banner").get_by_role("link", name=lang_text(key, language), exact=True)


def heading(page: Page, text: str) -> Locator:
    return page.get_by_role("heading", level=1, name=text, exact=True)


@proves("catalogue §8", "a page whose script does not come says so; links, going back and loading anew lead on")
@pytest.mark.console_may_say(LOST, *NOT_COME)
def test_a_page_whose_script_does_not_come_leaves_the_others_working(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter", locale=BROWSER_LANGUAGES["en"])
    trouble = heading(page, lang_text("LANG_ERROR_PAGE_TITLE", "en"))
    page.evaluate("window.stayed = true")
    page.route(CHUNKS, lambda route: route.abort())
    header_link(page, "LANG_NAV_MERCH", "en").click()
    expect(trouble).to_be_visible()
    expect(page.get_by_role("main").get_by_text(lang_text("LANG_ERROR_PAGE_TEXT", "en"))).to_be_visible()
    assert axe_violations(page) == []
    page.unroute(CHUNKS)
    header_link(page, "LANG_NAV_TICKETS", "en").click()
    expect(heading(page, "Tickets")).to_be_focused()
    expect(page.locator("main .ticket").first).to_be_visible()
    expect(trouble).to_have_count(0)
    page.go_back()  # what did not come is asked for again
    expect(heading(page, "Merch")).to_be_visible()
    expect(trouble).to_have_count(0)
    assert page.evaluate("window.stayed") is True


@pytest.mark.console_may_say(LOST, *NOT_COME)
def test_a_page_whose_script_does_not_come_can_be_loaded_anew(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter")
    page.route(CHUNKS, lambda route: route.abort())
    header_link(page, "LANG_NAV_MERCH", "de").click()
    again = page.get_by_role("main").get_by_role("button", name=lang_text("LANG_ERROR_RELOAD", "de"))
    expect(again).to_be_visible()
    page.unroute(CHUNKS)
    again.click()
    expect(heading(page, "Merch")).to_be_visible()
    expect(page).to_have_url(re.compile("/nachtfalter/categories$"))


@proves(
    "design §1",
    "a page none of whose scripts comes, and one without JavaScript, says that buying needs it; forms and links go on",
)
@pytest.mark.console_may_say(LOST, *NOT_COME)
@pytest.mark.parametrize("script", ["entry", "route"])
@pytest.mark.journey("entry")
def test_without_its_scripts_a_page_says_so_and_forms_go_on(open_page: OpenPage, site: Site, script: str) -> None:
    page = open_page()
    page.route(f"**/assets/{script}-*.js", lambda route: route.abort())
    page.goto(f"{site.url}/search", wait_until="commit")
    field = page.get_by_role("main").get_by_role("searchbox")
    field.fill("ratte")
    expect(page.get_by_role("alert").get_by_text("Zum Kaufen braucht diese Seite JavaScript.")).to_be_visible()
    field.press("Enter")
    expect(page).to_have_url(f"{site.url}/search/ratte")


@proves("catalogue §8", "a page whose answer does not come says so and can be tried again")
@pytest.mark.console_may_say(LOST)
def test_a_page_whose_answer_does_not_come_can_be_tried_again(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter")
    page.route("**/graphql*", lambda route: route.abort())
    header_link(page, "LANG_NAV_MERCH", "de").click()
    expect(heading(page, lang_text("LANG_ERROR_PAGE_TITLE", "de"))).to_be_visible()
    expect(page.get_by_role("main").get_by_text(lang_text("LANG_ERROR_OFFLINE", "de"))).to_be_visible()
    page.unroute("**/graphql*")
    page.get_by_role("main").get_by_role("button", name=lang_text("LANG_ERROR_RETRY", "de")).click()
    expect(heading(page, "Merch")).to_be_visible()
    expect(heading(page, lang_text("LANG_ERROR_PAGE_TITLE", "de"))).to_have_count(0)


@proves(
    "catalogue §8",
    "going back from a page that did not come leads to where one was; with the connection the page comes by itself",
)
@pytest.mark.console_may_say(LOST, "ERR_INTERNET_DISCONNECTED", *NOT_COME)
def test_going_back_from_a_page_that_did_not_come_leads_to_where_one_was(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter#merch", viewport=PHONE)
    card = page.locator("#merch article").filter(visible=True).nth(9)
    card.evaluate("card => card.scrollIntoView({block: 'center'})")
    page.wait_for_timeout(500)
    before = card.evaluate("card => card.getBoundingClientRect().top")
    page.context.set_offline(True)
    card.get_by_role("link").evaluate("link => link.click()")
    expect(heading(page, lang_text("LANG_ERROR_PAGE_TITLE", "de"))).to_be_visible()
    page.go_back()
    expect(card).to_be_in_viewport()
    page.wait_for_timeout(300)
    assert card.evaluate("card => card.getBoundingClientRect().top") == pytest.approx(before, abs=2)
    page.context.set_offline(False)


@pytest.mark.console_may_say(LOST, "ERR_INTERNET_DISCONNECTED", *NOT_COME)
@pytest.mark.parametrize("ready", [True, False], ids=["answer", "script"])
def test_what_did_not_come_comes_with_the_connection(open_page: OpenPage, ready: bool) -> None:
    page = open_page("/nachtfalter/events" if ready else "/nachtfalter")
    if ready:  # the next event's scripts are here then, its answer is not
        page.locator("main .ticket a").first.click()
        expect(page.locator("main #tickets")).to_be_visible()
        page.go_back()
        expect(heading(page, "Tickets")).to_be_visible()
    page.context.set_offline(True)
    target = page.locator("main .ticket a").nth(2) if ready else header_link(page, "LANG_NAV_MERCH", "de")
    target.evaluate("link => link.click()")
    trouble = heading(page, lang_text("LANG_ERROR_PAGE_TITLE", "de"))
    expect(trouble).to_be_visible()
    page.context.set_offline(False)
    expect(trouble).to_have_count(0)
    wait_until(page, "document.querySelector('main h1') !== null")
