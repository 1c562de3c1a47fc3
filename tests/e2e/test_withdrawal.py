"""Withdrawing from a contract in a browser: from any page in two steps to the receipt, also without script."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, OpenPage, Site
from tests.e2e.measuring import axe_violations, wait_for_react
from tests.proofs import proves

ENGLISH = (
    "Withdraw from contract here", "Go on to the review", "Confirm withdrawal", "Your withdrawal is here", "Received",
)  # fmt: skip


@proves(
    "law §2 WD-1, WD-10",
    "an entry leads on a phone and a desktop, by keyboard, in both languages and without violations of "
    "accessibility to the receipt; it follows the page's language",
)
@pytest.mark.console_may_say("status of 400")
@pytest.mark.journey
def test_two_steps_to_the_receipt_by_an_entry_in_the_pages_language(open_page: OpenPage, site: Site) -> None:
    page = open_page("/nachtfalter", viewport=PHONE)
    wait_for_react(page)
    email = "withdraws@example.org"
    links = page.locator(".withdrawal-entry a:visible")
    expect(links).to_have_text(["Vertrag widerrufen"])
    page.get_by_text("English", exact=True).locator("..").click()
    entry, on, confirm, title, received = ENGLISH
    expect(links).to_have_text([entry])
    links.click()
    page.get_by_role("button", name=on).click()
    assert page.locator("[aria-invalid=true]").count() == 3
    assert axe_violations(page) == []
    page.locator("[name=name]").fill("Mira Falk")
    page.locator("[name=contract]").fill("B-AB12C")
    page.locator("[name=email]").fill(email)
    page.keyboard.press("Enter")
    button = page.get_by_role("button", name=confirm, exact=True)
    expect(button).to_be_visible()
    assert axe_violations(page) == []
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    (message,) = site.mails.wait_for(1, 15, to=email)
    assert message["Subject"].startswith(received)
