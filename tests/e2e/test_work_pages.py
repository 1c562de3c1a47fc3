"""A page without the app behind an address that many share: the device works and the form goes on; without scripts the
page says what to do.
"""

import time

import httpx
import pytest
from playwright.sync_api import Page, expect

from shop.access_codes.codes import ENTRY
from shop.texts import lang_text
from tests.e2e.conftest import PHONE, OpenPage, Site
from tests.e2e.measuring import axe_violations, too_wide
from tests.proofs import proves

CROWD = "203.0.113.44"


def enter_in_a_crowd(page: Page, site: Site) -> None:
    """So many have entered wrong codes from there that the next one costs work."""
    page.context.set_extra_http_headers({"X-Forwarded-For": CROWD})
    page.goto("/geheimbund/artists")
    page.get_by_role("textbox").fill("ROTLICHT")
    if (left := 60 - time.time() % 60) < 20:
        time.sleep(left)  # in a new minute one would be free
    headers, wrong = {"X-Forwarded-For": CROWD, "Origin": site.url}, {"code": "falsch", "wanted": "/"}
    for _each in range(3 * ENTRY.by_visitor.soft):
        if httpx.post(f"{site.url}/geheimbund/access-code", headers=headers, data=wrong).status_code == 429:
            break
    page.get_by_role("textbox").press("Enter")


@proves("design §6", "a page without the app, over its address's budget, goes on by itself with a script")
@pytest.mark.console_may_say("status of 403", "status of 429")
@pytest.mark.whole
def test_a_form_goes_on_by_itself(open_page: OpenPage, site: Site) -> None:
    page = open_page(viewport=PHONE)
    statuses: list[int] = []
    page.on("response", lambda one: statuses.append(one.status) if one.request.is_navigation_request() else None)
    enter_in_a_crowd(page, site)
    expect(page.get_by_role("heading", level=1)).to_have_text("Bands")
    assert statuses == [403, 429, 303, 200]
    assert "ms_pass" in {one.get("name") for one in page.context.cookies()}


@proves("design §6", "a page without the app, over its address's budget, goes on by itself with a script")
@pytest.mark.console_may_say("status of 403", "status of 429", "ERR_FAILED")
@pytest.mark.whole
def test_a_device_that_cannot_work_is_told_to_wait(open_page: OpenPage, site: Site) -> None:
    page = open_page(viewport=PHONE)
    page.route("**/static/plain/worker-*.js", lambda route: route.abort())
    enter_in_a_crowd(page, site)
    expect(page.get_by_role("status").get_by_text(lang_text("LANG_WORK_LATER", "de"))).to_be_visible()
    expect(page.get_by_role("textbox")).to_have_value("ROTLICHT")
    assert axe_violations(page) == [] and not too_wide(page)


@proves("design §6", "a page without the app that wants work says so in its language, and without scripts what to do")
@pytest.mark.console_may_say("status of 403", "status of 429")
@pytest.mark.whole
def test_without_scripts_it_says_to_wait_a_minute(open_page: OpenPage, site: Site) -> None:
    page = open_page(viewport=PHONE, java_script_enabled=False)
    enter_in_a_crowd(page, site)
    expect(page.locator("noscript p")).to_be_visible()
    assert f"{lang_text('LANG_WORK_LATER', 'de')}</p></noscript>" in page.content()
    expect(page.get_by_role("textbox")).to_have_value("ROTLICHT")
