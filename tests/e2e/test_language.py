"""German and English: the address asks once, the cookie remembers, the switch changes the page in place (design §1)."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.measuring import axe_violations, time_to_come_up, wait_for_react
from tests.proofs import proves

SHIRT = "/nachtfalter/products/nachtfalter-mondphasen-shirt"
GERMAN, ENGLISH = "T-Shirt „Mondphasen“", "T-shirt “Moon phases”"


def locale_cookie(page: Page) -> str | None:
    return next((one.get("value") for one in page.context.cookies() if one.get("name") == "locale"), None)


def test_the_address_asks_once(open_page: OpenPage) -> None:
    page = open_page(f"{SHIRT}?lang=en&from=mail#main")
    wait_for_react(page)
    expect(page.get_by_role("heading", level=1)).to_have_text(ENGLISH)
    expect(page).to_have_url(re.compile(rf"{SHIRT}\?from=mail#main$"))
    assert locale_cookie(page) == "en"
    page.goto(SHIRT)
    assert page.locator("html").get_attribute("lang") == "en"
    expect(page.get_by_role("heading", level=1)).to_have_text(ENGLISH)
    page.goto(f"{SHIRT}?lang=xx")
    wait_for_react(page)
    expect(page).to_have_url(re.compile(f"{SHIRT}$"))
    assert locale_cookie(page) == "en"


@proves(
    "catalogue §2, §7",
    "the language switch changes page and shop in place, and what was chosen or entered on the page "
    "stays; a page that cannot get its shop leads to the host's root",
)
def test_the_switch_changes_the_page_in_place(open_page: OpenPage) -> None:
    page = open_page(SHIRT)
    wait_for_react(page)
    assert locale_cookie(page) is None
    page.evaluate("window.stayed = true")
    chosen = page.get_by_role("radio", name="M", exact=True)
    chosen.check(force=True)
    page.get_by_role("link", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(ENGLISH)
    expect(chosen).to_be_checked()
    expect(page.get_by_role("button", name="Add to cart").filter(visible=True)).to_be_visible()
    assert page.evaluate("window.stayed") is True
    expect(page.get_by_role("contentinfo")).to_contain_text("shirts and tickets")
    assert page.locator("html").get_attribute("lang") == "en"
    assert locale_cookie(page) == "en"
    expect(page).to_have_title(re.compile("Moon phases"))
    page.get_by_role("link", name="Deutsch").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(GERMAN)
    assert locale_cookie(page) == "de"
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(GERMAN)


@proves("decision 0031", "without a connection a language switch leaves the page as it is and says why")
@pytest.mark.console_may_say("ERR_INTERNET_DISCONNECTED", "HTTP 0", "Failed to fetch dynamically imported module")
def test_without_a_connection_the_page_stays_and_says_so(open_page: OpenPage) -> None:
    page = open_page(viewport=PHONE)
    with time_to_come_up(page):
        page.goto(SHIRT)
    wait_for_react(page)
    page.get_by_role("radio", name="M", exact=True).check(force=True)
    page.context.set_offline(True)
    page.get_by_role("link", name="English").click()
    notice = page.get_by_role("alert").filter(has_text="Keine Verbindung", visible=True)
    expect(notice).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text(GERMAN)
    expect(page).to_have_url(re.compile(f"{SHIRT}$"))
    expect(page.get_by_role("radio", name="M", exact=True)).to_be_checked()
    assert locale_cookie(page) is None
    assert axe_violations(page) == []
    page.context.set_offline(False)
    page.get_by_role("link", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(ENGLISH)
    expect(notice).to_have_count(0)


# And the heartbeat that follows any 5xx says that nobody holds anything here.
@pytest.mark.console_may_say("status of 500", "session/heartbeat", "status of 409")
def test_without_its_shop_a_page_gives_up_and_leads_to_the_hosts_root(open_page: OpenPage) -> None:
    page = open_page(SHIRT)
    wait_for_react(page)
    page.route("**/api/v2/shops/nachtfalter/?*", lambda route: route.fulfill(status=500))
    page.get_by_role("link", name="English").click()
    expect(page).to_have_url(re.compile(r"^http://[^/]+/$"))
