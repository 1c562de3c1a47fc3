"""A page that does not come says so, and the way on is open (catalogue §8)."""

import pytest
from playwright.sync_api import Locator, Page, expect

from shop.texts import lang_text
from tests.e2e.conftest import OpenPage

pytestmark = pytest.mark.slow
LOST = "ERR_FAILED"


def header_link(page: Page, key: str, language: str) -> Locator:
    return page.get_by_role("banner").get_by_role("link", name=lang_text(key, language), exact=True)


def heading(page: Page, text: str) -> Locator:
    return page.get_by_role("heading", level=1, name=text, exact=True)


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
