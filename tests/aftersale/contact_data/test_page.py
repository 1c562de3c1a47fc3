"""The form of contact data on a phone in German and on a desktop in English: slips, refusals, several tickets, done."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from aftersale.contact_data.actions import update_contact_data
from aftersale.tickets.rules import drawn_number
from cart.models import TicketHolder
from catalogue.models import Event
from shop.models import Shop
from tests import servers
from tests.aftersale.refunds.bought import numbers, tickets_paid
from tests.browsers import DESKTOP, PHONE, shot
from tests.e2e.measuring import too_wide
from tests.factories import make_event, make_shop
from tests.proofs import proves
from tests.stage import check_invariants, on

# Not the script of that name.
OPERATIONS = re.compile(r"/graphql(\?|$)")
WORDS = {
    "de": {
        "submit": "Angaben speichern",
        "code": "mindestens 3 Zeichen",
        "wrong": "Da stimmt etwas nicht",
        "twice": "mehrfach eingegeben",
        "legal": "Ohne deine Zustimmung",
        "name": "Vorname: bitte ausfüllen",
        "missing": "Dieses Ticket finden wir nicht",
        "add": "Weiteres Ticket",
        "remove": "Dieses Ticket entfernen",
        "done": "Die Angaben zu 2 Tickets sind gespeichert",
        "more": "Weitere Tickets bearbeiten",
        "not_asked": "fragt nicht nach Kontaktdaten",
        "names": "Seit 48 Stunden vor der Veranstaltung bleibt der Name",
        "over": "Die Veranstaltung dieses Tickets ist vorbei",
        "generic": "Das hat nicht geklappt",
        "limit": "Das ging etwas zu schnell",
        "link": "Vorname: bitte ohne Links",
        "plus": "Vorname: bitte ohne das Zeichen +",
        "too_long": "Vorname: höchstens 40 Zeichen",
    },
    "en": {
        "submit": "Save details",
        "code": "at least 3 characters",
        "wrong": "Something's not right here",
        "twice": "entered multiple times",
        "legal": "without your consent",
        "name": "First name: please fill in",
        "missing": "We cannot find this ticket",
        "add": "Another ticket",
        "remove": "Remove this ticket",
        "done": "The details of 2 tickets are saved",
        "more": "Process more tickets",
        "not_asked": "asks for no contact data",
        "names": "From 48 hours before the event the name stays",
        "over": "The event of this ticket is over",
        "generic": "That did not work",
        "limit": "That was a bit too fast",
        "link": "First name: no links",
        "plus": "First name: please without the sign +",
        "too_long": "First name: no more than 40 characters",
    },
}


@dataclass
class Sold:
    url: str
    numbers: list[str]
    database: str


@pytest.fixture
def sold(fresh_database: str) -> Iterator[Sold]:
    with on(fresh_database):
        make_shop("merchstand")
        shop = make_shop("nachtfalter")
        event, other = make_event(shop), make_event(shop)
        known = numbers(tickets_paid(event, 2)) + numbers(tickets_paid(other, 1, key="key-2"))
        Event.objects.filter(pk=event.pk).update(personalization_requirement="contact_tracing_required")
    with servers.web_server(fresh_database) as web:
        yield Sold(f"{web.url}/nachtfalter/trace", known, fresh_database)


def look(page: Page, name: str) -> None:
    shot(page, f"trace-{name}")
    assert not too_wide(page), name


def fill(page: Page, place: int, code: str, first_name: str) -> None:
    for field, value in (
        ("", code), ("-firstName", first_name), ("-lastName", "Falk"), ("-address", "Hafenstraße 12, 20359 Hamburg"),
        ("-phone", "040 123456"),
    ):  # fmt: skip
        page.fill(f"#ticket-{place}{field}", value)


@proves(
    "purchase §2, §4, §5",
    "the form in both languages, on a phone and a desktop: slips at their fields, one to four tickets of "
    "which only the last is removed, refusals, done, more tickets",
)
@pytest.mark.parametrize(("language", "viewport"), [("de", PHONE), ("en", DESKTOP)])
def test_from_the_first_slip_to_more_tickets(
    browser: Browser, sold: Sold, language: str, viewport: ViewportSize
) -> None:
    words, (one, two, other) = WORDS[language], sold.numbers
    context = browser.new_context(viewport=viewport, locale=language)
    context.add_cookies([{"name": "nachtfalter_TrackingAllowed", "value": "no", "domain": "localhost", "path": "/"}])
    page = context.new_page()
    page.goto(f"{sold.url}?lang={language}")
    send = page.get_by_role("button", name=words["submit"])
    look(page, f"empty-{language}")
    page.fill("#ticket-1", "12")
    send.click()
    expect(page.locator("#ticket-1-error")).to_contain_text(words["code"])
    expect(page.locator("#ticket-1-firstName-error")).to_contain_text(words["name"])
    expect(page.locator("#legal-error")).to_contain_text(words["legal"])
    look(page, f"slips-{language}")
    page.fill("#ticket-1", "123")
    expect(page.locator("#ticket-1-error")).to_contain_text(words["wrong"])
    fill(page, 1, one, "Mira")
    expect(page.get_by_role("button", name=words["remove"])).to_have_count(0)
    for place in (2, 3, 4):
        page.get_by_role("button", name=words["add"]).click()
        expect(page.locator(f"#ticket-{place}")).to_be_focused()
    expect(page.get_by_role("button", name=words["add"])).to_have_count(0)
    for _place in (4, 3):
        page.get_by_role("button", name=words["remove"]).click()
    expect(page.locator("#add-ticket")).to_be_focused()
    fill(page, 2, f"{one[0]} {one[1:7]} {one[7:]}", "Jo")
    expect(page.locator("#ticket-2-error")).to_contain_text(words["twice"])
    page.check("#legal")
    for wrong, text in ((drawn_number(), "missing"), (other, "not_asked")):
        page.fill("#ticket-2", wrong)
        send.click()
        expect(page.locator("#ticket-2-error")).to_contain_text(words[text])
    look(page, f"refused-{language}")
    page.fill("#ticket-2", two)
    send.click()
    expect(page.get_by_role("heading", name=words["done"])).to_be_focused()
    look(page, f"done-{language}")
    page.get_by_role("button", name=words["more"]).click()
    expect(page.locator("#ticket-1")).to_have_value("")
    context.close()
    with on(sold.database):
        assert sorted(map(str, TicketHolder.objects.all())) == ["Jo Falk", "Mira Falk"]
    check_invariants(sold.database)


@proves(
    "purchase §8",
    "every refusal of an update has its text in both languages; what is missing or nonsense changes nothing",
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_refusal_is_said_in_the_page(browser: Browser, sold: Sold, language: str) -> None:
    words, (one, _two, _other) = WORDS[language], sold.numbers
    context = browser.new_context(viewport=PHONE, locale=language)
    context.add_cookies([{"name": "nachtfalter_TrackingAllowed", "value": "no", "domain": "localhost", "path": "/"}])
    page = context.new_page()
    page.goto(f"{sold.url}?lang={language}")
    send = page.get_by_role("button", name=words["submit"])
    first_name = page.locator("#ticket-1-firstName-error")
    page.check("#legal")
    for wrong, text in (("www.spam.example", "link"), ("Mira+Jo", "plus"), ("M" * 41, "too_long")):
        fill(page, 1, one, wrong)
        send.click()
        expect(first_name).to_contain_text(words[text])
    fill(page, 1, one, "Mira")
    for code, text in (("NONSENSE", "generic"), ("RATE_LIMITED", "limit")):
        refused = answering(code)
        page.route(OPERATIONS, refused)
        send.click()
        expect(page.get_by_text(words[text])).to_be_visible()
        page.unroute(OPERATIONS, refused)
    look(page, f"generic-{language}")
    with on(sold.database):
        update_contact_data(shop=Shop.objects.get(slug="nachtfalter"), code=one, identifier="Jo+Falk+Weg 1+040 1")
        Event.objects.update(happening_from=timezone.now() + timedelta(hours=47), happening_until=None)
    send.click()
    expect(first_name).to_contain_text(words["names"])
    with on(sold.database):
        Event.objects.update(happening_from=timezone.now() - timedelta(days=1))
    send.click()
    expect(page.locator("#ticket-1-error")).to_contain_text(words["over"])
    look(page, f"over-{language}")
    context.close()
    with on(sold.database):
        assert str(TicketHolder.objects.get()) == "Jo Falk"


def answering(code: str) -> Callable[[Route], None]:
    """The server refuses an operation so."""
    errors = [{"message": "refused", "extensions": {"code": code}}]
    return lambda route: route.fulfill(json={"data": None, "errors": errors})
