"""Every form that Django itself answers, sent by a browser, which says where the form came from or hides it."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from shop.texts import lang_text
from tests.e2e.conftest import PHONE, OpenPage, Site
from tests.e2e.places import BROWSER_LANGUAGES
from tests.e2e.shopper import body
from tests.proofs import proves


def press(page: Page, key: str, language: str) -> None:
    """Sends the form; what answers is neither a refusal nor a fault."""
    with page.expect_response(lambda answer: answer.request.is_navigation_request()) as answer:
        page.get_by_role("button", name=lang_text(key, language)).click()
    assert answer.value.status in (200, 303), answer.value.url


@proves(
    "design §6",
    "every form that Django answers is taken from a browser, with and without scripts: gate, "
    "newsletter's wish, confirmation and farewell, search, staff's login",
)
def test_each_of_the_shoppers_forms_is_sent_by_a_test() -> None:
    templates = Path(settings.BASE_DIR) / "templates"
    forms = {str(one.relative_to(templates)) for one in templates.rglob("*.html") if "<form" in one.read_text()}
    assert {one for one in forms if not one.startswith("admin/")} == {
        "access_code.html", "newsletter/signup.html", "newsletter/question.html",
        # tests/e2e/test_withdrawal.py
        "withdrawal/form.html", "withdrawal/review.html",
        # tests/e2e/test_entrance.py
        "entrance/page.html",
        # tests/aftersale/refunds/test_confirming.py
        "refund/question.html",
        # tests/aftersale/tickets/test_free_page.py
        "free_tickets/question.html",
    }  # fmt: skip


@pytest.mark.parametrize(("language", "scripts"), [("de", True), ("en", False)], ids=["scripts", "no-scripts"])
@pytest.mark.journey("no-scripts")
def test_the_newsletters_forms_from_wish_to_farewell(
    open_page: OpenPage, site: Site, language: str, scripts: bool
) -> None:
    page = open_page(viewport=PHONE, locale=BROWSER_LANGUAGES[language], java_script_enabled=scripts)
    email = f"forms-{language}@example.org"
    page.goto("/nachtfalter/newsletter")
    page.get_by_label(lang_text("LANG_NEWSLETTER_EMAIL", language)).fill(email)
    page.get_by_role("checkbox").check()
    press(page, "LANG_NEWSLETTER_SUBMIT", language)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(lang_text("LANG_NEWSLETTER_REQUESTED_TITLE", language))
    (asked,) = site.mails.wait_for(1, 15, to=email)
    follow(page, body(asked, "plain"), "confirm")
    press(page, "LANG_NEWSLETTER_CONFIRM_BUTTON", language)
    expect(heading).to_have_text(lang_text("LANG_NEWSLETTER_CONFIRMED_TITLE", language))
    welcome = site.mails.wait_for(2, 15, to=email)[-1]
    follow(page, body(welcome, "plain"), "unsubscribe")
    press(page, "LANG_NEWSLETTER_END_BUTTON", language)
    expect(heading).to_have_text(lang_text("LANG_NEWSLETTER_ENDED_TITLE", language))


def follow(page: Page, mail: str, action: str) -> None:
    link = re.search(rf"http\S+/newsletter/{action}/\S+", mail)
    assert link
    page.goto(link[0])


@pytest.mark.console_may_say("status of 403")
def test_the_gates_form_and_the_search_without_scripts(open_page: OpenPage) -> None:
    page = open_page("/geheimbund/artists", viewport=PHONE, java_script_enabled=False)
    page.get_by_role("textbox").fill("ROTLICHT")
    page.get_by_role("textbox").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Bands")
    page.goto("/search/nachtfalter")
    page.get_by_role("main").get_by_role("searchbox").fill("kellerkind")
    page.get_by_role("main").get_by_role("searchbox").press("Enter")
    expect(page).to_have_url(re.compile(r"/search/kellerkind$"))
    expect(page.get_by_role("main").get_by_role("heading", name="Kellerkind").first).to_be_visible()
