"""The check-in on a phone in German and on a desktop in English: number, form, slips, done, once more; closed."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, ViewportSize, expect

from aftersale.models import CheckIn, CheckInForm, CheckInItem
from aftersale.tickets.rules import drawn_number
from catalogue.models import Event
from tests import servers
from tests.aftersale.refunds.bought import numbers, tickets_paid
from tests.browsers import DESKTOP, PHONE, shot
from tests.e2e.measuring import axe_violations, too_wide
from tests.factories import make_event, make_shop
from tests.stage import check_invariants, on

pytestmark = pytest.mark.slow
WORDS = {
    "de": {
        "next": "Weiter", "number": "Ticketnummer", "missing": "Gib die Nummer deines Tickets ein.",
        "failed": "Fehler beim Aufrufen des Check-Ins.", "unknown": "Dazu finden wir keinen Check-in",
        "food": "Was isst du?", "rules": "Ich kenne die Regeln", "tick": "Bitte ankreuzen: Ich kenne die Regeln",
        "send": "Jetzt einchecken", "done": "Du bist eingecheckt", "change": "Angaben ändern",
        "soon": "Noch nicht so weit", "over": "Check-in geschlossen",
    },
    "en": {
        "next": "Continue", "number": "Ticket number", "missing": "Enter the number of your ticket.",
        "failed": "Error opening the check-in.", "unknown": "We find no check-in for this",
        "food": "What do you eat?", "rules": "I know the rules", "tick": "Please tick: I know the rules",
        "send": "Check in now", "done": "You are checked in", "change": "Change details",
        "soon": "Not open yet", "over": "Check-in is closed",
    },
}  # fmt: skip
PARTS: tuple[dict[str, Any], ...] = (
    {"kind": "content", "header_de": "Ablauf", "header_en": "The evening", "content_de": "<p>Um acht.</p>"},
    {"kind": "form", "name": "food", "label_de": "Was isst du?", "label_en": "What do you eat?"},
    {
        "kind": "form", "name": "rules", "label_de": "Ich kenne die Regeln", "label_en": "I know the rules",
        "form_type": "checkbox", "required": True,
    },
)  # fmt: skip


@dataclass
class Sold:
    url: str
    numbers: list[str]
    event: int
    database: str


@pytest.fixture
def sold(fresh_database: str) -> Iterator[Sold]:
    with on(fresh_database):
        make_shop("merchstand")
        event = make_event(make_shop("nachtfalter"), name="Gala", checkin=True)
        known = numbers(tickets_paid(event, 2))
        form = CheckInForm.objects.create(event=event, allow_retake=True)
        for order, part in enumerate(PARTS):
            CheckInItem.objects.create(form=form, order=order, **part)
        Event.objects.update(happening_from=timezone.now() + timedelta(days=3))
    with servers.web_server(fresh_database) as web:
        yield Sold(f"{web.url}/nachtfalter/checkin", known, event.pk, fresh_database)
    check_invariants(fresh_database)


def look(page: Page, name: str) -> None:
    shot(page, f"checkin-{name}")
    assert not too_wide(page), name
    assert axe_violations(page) == []


@pytest.mark.parametrize(("language", "screen"), [("de", PHONE), ("en", DESKTOP)], ids=["de", "en"])
def test_from_the_number_to_the_confirmation(browser: Browser, sold: Sold, language: str, screen: ViewportSize) -> None:
    words = WORDS[language]
    page = browser.new_page(viewport=screen, locale=f"{language}-{'DE' if language == 'de' else 'GB'}")
    page.goto(f"{sold.url}?lang={language}")
    number = page.get_by_label(words["number"], exact=True)
    page.get_by_role("button", name=words["next"]).click()
    expect(page.get_by_text(words["missing"])).to_be_visible()
    number.fill(drawn_number())
    page.keyboard.press("Enter")
    expect(page.get_by_text(words["failed"])).to_be_visible()
    expect(page.get_by_text(words["unknown"])).to_be_visible()
    expect(number).to_have_value("")
    look(page, f"refused-{language}")
    number.fill(sold.numbers[0])
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Gala")).to_be_visible()
    page.get_by_label(words["food"]).fill("vegan")
    page.get_by_role("button", name=words["send"]).click()
    expect(page.get_by_text(words["tick"]).first).to_be_visible()
    expect(page.get_by_label(words["food"])).to_have_value("vegan")
    look(page, f"slips-{language}")
    page.get_by_role("checkbox", name=words["rules"]).check()
    page.get_by_role("button", name=words["send"]).click()
    expect(page.get_by_role("heading", name=words["done"])).to_be_focused()
    look(page, f"done-{language}")
    page.get_by_role("button", name=words["change"]).click()
    page.get_by_label(words["food"]).fill("meat")
    page.get_by_role("button", name=words["send"]).click()
    expect(page.get_by_role("heading", name=words["done"])).to_be_visible()
    with on(sold.database):
        assert CheckIn.objects.get().answers == {"food": "meat", "rules": True}
    page.close()


@pytest.mark.parametrize("language", ["de", "en"])
def test_not_yet_and_no_more(browser: Browser, sold: Sold, language: str) -> None:
    words = WORDS[language]
    page = browser.new_page(viewport=PHONE, locale=language)
    for title, change in (
        ("soon", {"check_in_start_at": timezone.now() + timedelta(days=1)}),
        ("over", {"check_in_start_at": None, "check_in_end_at": timezone.now() - timedelta(hours=1)}),
    ):
        with on(sold.database):
            Event.objects.update(**change)
        page.goto(f"{sold.url}?lang={language}&id={sold.numbers[1]}")
        expect(page.get_by_role("heading", name=words[title])).to_be_visible()
        assert sold.numbers[1] not in page.url
        look(page, f"{title}-{language}")
    page.close()
