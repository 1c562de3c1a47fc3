"""The newsletter in a browser: from the footer to the confirmed address, and an invitation that can be sent away."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from shop.texts import lang_text
from tests.e2e.conftest import PHONE, OpenPage, Site
from tests.e2e.measuring import axe_violations, let_pass, time_to_come_up, wait_for_react, wait_until
from tests.e2e.places import BROWSER_LANGUAGES
from tests.proofs import proves


def dialog_of(page: Page, language: str = "de") -> Locator:
    page.get_by_role("link", name=lang_text("LANG_NAV_NEWSLETTER", language), exact=True).click()
    found = page.locator("dialog[open]")
    expect(found).to_be_visible()
    return found


@proves(
    "purchase §4, §5", "newsletter: wanted, asked by mail, confirmed by a button, with its proof; German and English"
)
def test_from_the_footer_to_the_confirmed_address(open_page: OpenPage, site: Site) -> None:
    language = "en"
    page = open_page("/nachtfalter", locale=BROWSER_LANGUAGES[language])
    wait_for_react(page)
    email = "mira-of-the-footer@example.org"
    asked = dialog_of(page, language)
    submit = asked.get_by_role("button", name=lang_text("LANG_NEWSLETTER_SUBMIT", language))
    submit.click()
    expect(asked.get_by_text(lang_text("LANG_NEWSLETTER_EMAIL_INVALID", language))).to_be_visible()
    expect(asked.get_by_text(lang_text("LANG_NEWSLETTER_TERMS_MISSING", language))).to_be_visible()
    field = asked.get_by_label(lang_text("LANG_NEWSLETTER_EMAIL", language))
    expect(field).to_be_focused()
    assert axe_violations(page) == []
    field.fill(email)
    asked.get_by_role("checkbox").check()
    submit.click()
    expect(asked.get_by_text(lang_text("LANG_NEWSLETTER_SUCCESS", language))).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("dialog[open]")).to_have_count(0)
    (message,) = site.mails.wait_for(1, 15, to=email)
    plain = message.get_body(("plain",))
    assert plain
    link = re.search(r"http\S+/newsletter/confirm/\S+", plain.get_content())
    assert link
    page.goto(link[0])
    assert axe_violations(page) == []
    page.get_by_role("button", name=lang_text("LANG_NEWSLETTER_CONFIRM_BUTTON", language)).click()
    title = lang_text("LANG_NEWSLETTER_CONFIRMED_TITLE", language)
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    site.mails.wait_for(2, 15, to=email)
    page.goto("/nachtfalter")
    wait_for_react(page)
    again = dialog_of(page, language)
    again.get_by_label(lang_text("LANG_NEWSLETTER_EMAIL", language)).fill(email)
    again.get_by_role("checkbox").check()
    again.get_by_role("button", name=lang_text("LANG_NEWSLETTER_SUBMIT", language)).click()
    expect(again.get_by_text(lang_text("LANG_NEWSLETTER_SUCCESS", language))).to_be_visible()


def scroll_on(page: Page) -> None:
    page.evaluate("scrollTo(0, innerHeight)")


@proves("catalogue §2, §9", "newsletter popup on the home page only; closed for the visit or for good, per shop")
def test_the_invitation_comes_on_the_home_page_only_and_leaves_for_good(open_page: OpenPage) -> None:
    page = open_page(viewport=PHONE, new=True, clock=True)
    page.goto("/nachtfalter")
    page.get_by_role("button", name=lang_text("LANG_CONSENT_DENY", "de")).click()
    invitation = page.get_by_role("region", name="Post im Dunkeln")
    let_pass(page, 8)
    expect(invitation).to_have_count(0)  # not over what the page opens with
    scroll_on(page)
    expect(invitation).to_be_visible()
    assert axe_violations(page) == []
    bottom = "box => box.getBoundingClientRect().bottom"
    last = page.locator(".withdrawal-entry")
    assert last.evaluate(bottom) == pytest.approx(page.locator("body").evaluate(bottom), abs=1)
    page.keyboard.press("End")
    wait_until(page, "scrollY + innerHeight >= document.documentElement.scrollHeight - 1")
    link, box = last.locator("a:visible").bounding_box(), invitation.bounding_box()
    assert link and box and link["y"] + link["height"] <= box["y"], "the invitation lies over the last link"
    invitation.get_by_role("button", name=lang_text("LANG_ALLG_CLOSE", "de")).click()
    expect(invitation).to_have_count(0)
    other = open_page(beside=page)
    with time_to_come_up(other):
        other.goto("/nachtfalter")
    scroll_on(other)
    let_pass(other, 8)
    invitation = other.get_by_role("region", name="Post im Dunkeln")
    expect(invitation).to_be_visible()
    other.locator("header").get_by_role("link", name="Merch").click()
    expect(invitation).to_have_count(0)
    other.go_back()
    expect(other.get_by_role("heading", level=1)).to_have_text("Bis das Licht angeht")
    scroll_on(other)
    let_pass(other, 8)
    expect(invitation).to_be_visible()
    invitation.get_by_role("button", name=lang_text("LANG_NEWSLETTER_NEVER", "de")).click()
    third = open_page(beside=page)
    with time_to_come_up(third):
        third.goto("/nachtfalter")
    scroll_on(third)
    let_pass(third, 9)
    expect(third.get_by_role("region", name="Post im Dunkeln")).to_have_count(0)
    names = [cookie.get("name") for cookie in page.context.cookies()]
    assert "nachtfalter_newsletter_hidden" in names
