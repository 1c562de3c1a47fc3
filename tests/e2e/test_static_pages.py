"""The static pages in a browser: questions open by their address, trackers are switched where they are described."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.measuring import wait_for_react
from tests.proofs import proves


def consent(page: Page) -> str | None:
    name = "nachtfalter_TrackingAllowed"
    return next((one.get("value") for one in page.context.cookies() if one.get("name") == name), None)


@proves(
    "catalogue §2",
    "a section per tracker with its state; a switch where the shop uses it, else that it is not connected",
)
def test_a_trackers_link_switches_measuring_on_and_off(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter/datapolicy")
    wait_for_react(page)
    section = page.locator('[data-tracker="counts"]')
    expect(section).to_contain_text("Status: aus.")
    assert consent(page) != "yes"
    section.get_by_role("button").click()
    expect(section).to_contain_text("Status: an.")
    assert consent(page) == "yes"
    section.get_by_role("button").press("Enter")
    expect(section).to_contain_text("Status: aus.")
    assert consent(page) == "no"
    page.get_by_role("link", name="English").click()
    expect(section).to_contain_text("Status: off.")
    section.get_by_role("button", name="Switch on").click()
    expect(section).to_contain_text("Status: on.")


@proves(
    "catalogue §2",
    "a question opens by its address; a shop's own come first, and in place of the software's with the same key",
)
def test_a_questions_address_scrolls_to_it(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter/faq/service-hours", viewport=PHONE)
    wait_for_react(page)
    answer = page.get_by_text("Montag bis Freitag von 10:00 bis 18:00 Uhr")
    expect(answer).to_be_in_viewport()
    expect(page.get_by_text("Ein Paket innerhalb Deutschlands kostet")).to_be_hidden()


def test_the_footer_opens_pages_without_loading_the_document_again(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter/")
    wait_for_react(page)
    page.evaluate("window.stayed = true")
    for name in ("Impressum", "AGB", "Widerrufsrecht", "Datenschutz", "Kontakt"):
        page.get_by_role("contentinfo").get_by_role("link", name=name, exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(
            re.compile(name[:6] if name != "AGB" else "Allgemeine")
        )
    assert page.evaluate("window.stayed") is True
