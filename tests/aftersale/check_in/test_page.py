"""The check-in on a phone in German and on a desktop in English: number, form, done, and everything that refuses it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, ViewportSize, expect

from aftersale.check_in.actions import check_in
from aftersale.models import CheckIn, CheckInForm
from aftersale.tickets.rules import drawn_number
from catalogue.models import Event
from shop.models import Shop
from tests import servers
from tests.aftersale.refunds.bought import numbers, tickets_paid
from tests.browsers import DESKTOP, PHONE, shot
from tests.e2e.measuring import axe_violations, too_wide, wait_for_react
from tests.factories import make_event, make_shop
from tests.proofs import proves
from tests.stage import check_invariants, on

from .night import asking

DAY = timedelta(days=1)
WORDS = {
    "de": {
        "continue": "Weiter", "submit": "Jetzt einchecken", "none": "Gib die Nummer deines Tickets ein.",
        "digits": "Die Nummer hat 13 Ziffern", "failed": "Fehler beim Aufrufen des Check-Ins.",
        "missing": "Dazu finden wir keinen Check-in", "required": "name bitte: bitte ausfüllen",
        "tick": "Bitte ankreuzen: rules bitte", "done": "Du bist eingecheckt", "change": "Angaben ändern",
        "more": "Weiteres Ticket einchecken", "already": "Schon eingecheckt", "soon": "Noch nicht so weit",
        "opens": "Der Check-in öffnet am", "over": "Check-in geschlossen",
        "closed": "Der Check-in ist nicht mehr geöffnet",
        "not_open": "Der Check-in ist noch nicht geöffnet", "other": "schon eingecheckt, mit anderen Angaben",
        "generic": "Das hat gerade nicht geklappt", "again": "ersetzt deine früheren Angaben",
        "confirm": "Mehr als deine Bestätigung brauchen wir nicht", "until": "spätestens sechs Stunden vor Beginn",
    },
    "en": {
        "continue": "Continue", "submit": "Check in now", "none": "Enter the number of your ticket.",
        "digits": "the number has 13 digits", "failed": "Error opening the check-in.",
        "missing": "We find no check-in for this", "required": "name please: please fill in",
        "tick": "Please tick: rules please", "done": "You are checked in", "change": "Change details",
        "more": "Check in another ticket", "already": "Checked in already", "soon": "Not open yet",
        "opens": "Check-in opens on", "over": "Check-in is closed", "closed": "Check-in is no longer open",
        "not_open": "Check-in is not open yet", "other": "checked in already, with other details",
        "generic": "That did not work just now", "again": "replaces what you told us before",
        "confirm": "Your confirmation is all we need", "until": "at least six hours before it begins",
    },
}  # fmt: skip


@dataclass
class Nights:
    """An event with a form of which two tickets are sold, and one without a form."""

    url: str
    slug: str
    numbers: list[str]
    plain: str
    database: str

    def change(self, change: Callable[[], Any]) -> None:
        with on(self.database):
            change()


@pytest.fixture
def nights(fresh_database: str) -> Iterator[Nights]:
    with on(fresh_database):
        make_shop("merchstand")
        shop = make_shop("nachtfalter")
        event, plain = make_event(shop, checkin=True), make_event(shop, checkin=True)
        sold = numbers(tickets_paid(event, 2))
        (other,) = numbers(tickets_paid(plain, 1, key="key-2"))
        Event.objects.update(happening_from=timezone.now() + 2 * DAY, happening_until=None)
        asking(event)
        slug = event.slug
    with servers.web_server(fresh_database) as web:
        yield Nights(f"{web.url}/nachtfalter/checkin", slug, sold, other, fresh_database)


@pytest.fixture(params=[("de", PHONE), ("en", DESKTOP)], ids=["de-phone", "en-desktop"])
def visit(request: pytest.FixtureRequest, browser: Browser) -> Iterator[tuple[Page, dict[str, str], str]]:
    language: str
    viewport: ViewportSize
    language, viewport = request.param
    context = browser.new_context(viewport=viewport, locale=language)
    context.add_cookies([{"name": "nachtfalter_TrackingAllowed", "value": "no", "domain": "localhost", "path": "/"}])
    yield context.new_page(), WORDS[language], language
    context.close()


def open_at(page: Page, url: str, language: str) -> None:
    page.goto(f"{url}{'&' if '?' in url else '?'}lang={language}")
    wait_for_react(page)


def looked_at(page: Page, name: str) -> None:
    """Nothing sticks out, axe finds nothing; a picture where somebody wants to look at it."""
    shot(page, f"checkin-{name}")
    assert not too_wide(page), name
    assert axe_violations(page) == [], name


def enter(page: Page, code: str) -> None:
    page.fill("#ticket-number", code)
    page.press("#ticket-number", "Enter")


@proves("purchase §2, §4; design §6", "the page in both languages, on a phone and a desktop, by keyboard")
def test_from_the_number_to_the_confirmation(nights: Nights, visit: Any) -> None:
    page, words, language = visit
    one, two = nights.numbers
    open_at(page, nights.url, language)
    looked_at(page, f"number-{language}")
    page.get_by_role("button", name=words["continue"]).click()
    expect(page.locator("#ticket-number-error")).to_contain_text(words["none"])
    expect(page.locator("#ticket-number")).to_be_focused()
    page.fill("#ticket-number", "2 100")
    expect(page.locator("#ticket-number-error")).to_contain_text(words["digits"])
    enter(page, drawn_number())
    expect(page.get_by_role("heading", name=words["failed"])).to_be_focused()
    expect(page.get_by_text(words["missing"])).to_be_visible()
    expect(page.locator("#ticket-number")).to_have_value("")
    looked_at(page, f"missing-{language}")
    enter(page, f"{one[0]} {one[1:7]} {one[7:]}")
    expect(page.get_by_role("heading", level=2)).to_be_focused()
    expect(page.get_by_text(words["until"])).to_be_visible()
    looked_at(page, f"form-{language}")
    send = page.get_by_role("button", name=words["submit"])
    send.click()
    expect(page.locator("#answer-name-error")).to_contain_text(words["required"])
    expect(page.locator("#answer-rules-error")).to_contain_text(words["tick"])
    looked_at(page, f"slips-{language}")
    page.get_by_role("link", name=words["required"]).press("Enter")
    expect(page.locator("#answer-name")).to_be_focused()
    page.keyboard.type("Mira")
    page.focus("#answer-rules")
    page.keyboard.press("Space")
    page.press("#answer-name", "Enter")
    expect(page.get_by_role("heading", name=words["done"])).to_be_focused()
    expect(page.get_by_role("button", name=words["change"])).to_have_count(0)
    looked_at(page, f"done-{language}")
    page.get_by_role("button", name=words["more"]).click()
    enter(page, one)
    expect(page.get_by_role("heading", name=words["already"])).to_be_visible()
    looked_at(page, f"already-{language}")
    nights.change(lambda: CheckInForm.objects.update(allow_retake=True))
    # The address of a ticket asks for it at once, and forgets its number.
    open_at(page, f"{nights.url}?id={one}", language)
    expect(page.get_by_text(words["again"])).to_be_visible()
    assert one not in page.url
    expect(page.locator("#answer-name")).to_have_value("")
    page.fill("#answer-name", "Jo")
    page.check("#answer-rules")
    send.click()
    page.get_by_role("button", name=words["change"]).click()
    page.fill("#answer-name", "Ada")
    send.click()
    expect(page.get_by_role("heading", name=words["done"])).to_be_focused()
    # That of an event says which before a number is typed.
    open_at(page, f"{nights.url}?id={nights.slug}", language)
    expect(page.get_by_role("heading", level=2)).to_be_visible()
    enter(page, two)
    expect(page.locator("#answer-name")).to_be_visible()
    open_at(page, f"{nights.url}?id={nights.plain}", language)
    expect(page.get_by_text(words["confirm"])).to_be_visible()
    send.click()
    expect(page.get_by_role("heading", name=words["done"])).to_be_focused()
    with on(nights.database):
        assert list(CheckIn.objects.order_by("checked_in_at").values_list("answers", flat=True)) == [
            {"name": "Ada", "rules": True}, {},
        ]  # fmt: skip
    check_invariants(nights.database)


@proves(
    "purchase §3, §4, §9; catalogue §9",
    "it opens five days before and should be done six hours before; until then a message says when; a "
    "hidden date stays hidden",
)
def test_before_it_opens_and_once_it_is_closed(nights: Nights, visit: Any) -> None:
    page, words, language = visit
    begins = timezone.now() + 9 * DAY
    nights.change(lambda: Event.objects.update(happening_from=begins))
    for which in (nights.slug, nights.numbers[0]):
        open_at(page, f"{nights.url}?id={which}", language)
        expect(page.get_by_role("heading", name=words["soon"])).to_be_visible()
        opens = timezone.localtime(begins - 5 * DAY)
        expect(page.get_by_text(words["opens"])).to_contain_text(f"{opens:%H:%M}")
        expect(page.get_by_text(words["opens"])).to_contain_text(str(opens.year))
    looked_at(page, f"soon-{language}")
    nights.change(lambda: Event.objects.update(happening_from=timezone.now() - DAY))
    open_at(page, f"{nights.url}?id={nights.numbers[0]}", language)
    expect(page.get_by_role("heading", name=words["over"])).to_be_visible()
    looked_at(page, f"over-{language}")
    page.get_by_role("button", name=words["more"]).click()
    expect(page.locator("#ticket-number")).to_have_value("")


@proves("purchase §4, §8", "every refusal has its text in both languages and clears the ticket's number")
def test_what_refuses_it_while_it_is_filled_in_clears_the_number(nights: Nights, visit: Any) -> None:
    page, words, language = visit
    code = nights.numbers[0]
    refusals: list[tuple[str, Callable[[], Any]]] = [
        ("not_open", lambda: Event.objects.update(check_in_start_at=timezone.now() + DAY)),
        ("closed", lambda: Event.objects.update(check_in_end_at=timezone.now())),
        ("missing", lambda: Event.objects.update(checkin=False)),
        ("other", lambda: check_in_elsewhere(code)),
    ]
    for text, change in refusals:
        open_at(page, f"{nights.url}?id={code}", language)
        page.fill("#answer-name", "Mira")
        page.check("#answer-rules")
        nights.change(change)
        page.get_by_role("button", name=words["submit"]).click()
        expect(page.get_by_role("heading", name=words["failed"])).to_be_focused()
        expect(page.get_by_text(words[text])).to_be_visible()
        expect(page.locator("#ticket-number")).to_have_value("")
        looked_at(page, f"{text}-{language}")
        nights.change(lambda: Event.objects.update(checkin=True, check_in_start_at=None, check_in_end_at=None))
    two = nights.numbers[1]
    open_at(page, f"{nights.url}?id={two}", language)
    page.fill("#answer-name", "Mira")
    page.check("#answer-rules")
    page.route("**/responses*", lambda route: route.abort())
    page.get_by_role("button", name=words["submit"]).click()
    expect(page.locator("main [role=alert]").last).to_be_visible()
    expect(page.locator("#answer-name")).to_have_value("Mira")
    page.unroute("**/responses*")
    page.route("**/responses*", lambda route: route.fulfill(status=422, json={"code": "NONSENSE"}))
    page.get_by_role("button", name=words["submit"]).click()
    expect(page.get_by_text(words["generic"])).to_be_visible()
    expect(page.locator("#ticket-number")).to_have_value("")


def check_in_elsewhere(code: str) -> None:
    check_in(shop=Shop.objects.get(slug="nachtfalter"), code=code, answers={"name": "Jo", "rules": True})
