"""Both forms on a phone in German and a desktop in English: slips, one to four tickets, a picture, refusals, done."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from aftersale.models import ProofUpload, TicketServiceItem, TicketServicePeriod, TicketServiceRequest
from aftersale.tickets.rules import drawn_number, grouped_number
from checkout.models import Order
from tests import servers
from tests.aftersale.refunds.bought import numbers, tickets_paid
from tests.browsers import DESKTOP, PHONE, shot
from tests.e2e.measuring import axe_violations, too_wide, wait_for_react
from tests.factories import make_event, make_shop
from tests.proofs import proves
from tests.stage import check_invariants, on

from .asked import number_of, open_service, picture, printed_paid

WORDS = {
    "de": {
        "change": "Namensänderung anfragen", "cancel": "Stornierung anfragen", "add": "Weiteres Ticket",
        "remove": "Dieses Ticket entfernen", "type": "Bitte wähle die Art", "number": "Bitte gib die Ticketnummer",
        "digits": "nur aus Ziffern", "name": "Bitte gib den Namen", "new": "Bitte gib den neuen Namen",
        "both": "Vor- und Nachnamen", "order": "Bitte gib die Bestellnummer", "email": "gültige E-Mail",
        "twice": "mehrfach eingegeben", "unknown": "finden wir mit diesen Angaben nicht",
        "not_free": "läuft schon eine Anfrage", "closed": "Für diese Veranstaltung ist die Frist abgelaufen",
        "file": "Bitte lade ein Foto", "type_of_file": "JPEG, PNG oder WebP", "size": "höchstens 4 MB",
        "upload": "Das Bild konnte nicht hochgeladen werden", "done": "Deine Anfrage zu 2 Tickets ist da",
        "one_done": "Deine Anfrage zu einem Ticket ist da", "more": "Weitere Tickets bearbeiten", "online": "Online",
        "hard": "Gedruckt", "over": "Die Frist für dieses Formular ist abgelaufen.", "faq": "Fragen & Antworten",
        "limit": "Das ging etwas zu schnell", "generic": "Das hat nicht geklappt",
        "link": "weder Adressen noch Zeichen",
        "long": "Das ist zu lang", "hours": "montags bis freitags von 10 bis 18 Uhr", "days": "20 Werktage",
    },
    "en": {
        "change": "Request name change", "cancel": "Request cancellation", "add": "Another ticket",
        "remove": "Remove this ticket", "type": "Please choose the kind", "number": "Please give the ticket number",
        "digits": "digits only", "name": "Please give the name", "new": "Please give the new name",
        "both": "first and last name", "order": "Please give the order number", "email": "valid e-mail",
        "twice": "entered multiple times", "unknown": "cannot find this ticket",
        "not_free": "a request about this ticket already", "closed": "The deadline for this event has passed",
        "file": "Please upload a photo", "type_of_file": "JPEG, PNG or WebP", "size": "at most 4 MB",
        "upload": "The picture could not be uploaded", "done": "We have your request about 2 tickets",
        "one_done": "We have your request about one ticket", "more": "Process more tickets", "online": "Online",
        "hard": "Printed", "over": "The deadline for this form has passed.", "faq": "FAQ",
        "limit": "That was a bit too fast", "generic": "That did not work", "link": "neither addresses nor signs",
        "long": "This is too long", "hours": "Monday to Friday, 10 am to 6 pm", "days": "20 working days",
    },
}  # fmt: skip


@dataclass
class Band:
    """An event with three online tickets, one of another event that is closed, and a printed one."""

    url: str
    order: Order
    numbers: list[str]
    closed: Order
    printed: Order
    paper: str
    database: str

    def change(self, change: Callable[[], Any]) -> Any:
        with on(self.database):
            return change()


@pytest.fixture
def band(fresh_database: str) -> Iterator[Band]:
    with on(fresh_database):
        make_shop("merchstand", is_band=False)
        shop = make_shop("nachtfalter", is_band=True)
        event, closed = make_event(shop, cart_limit=9), make_event(shop)
        open_service(event)
        order, other = tickets_paid(event, 3), tickets_paid(closed, 1, key="key-2")
        printed = printed_paid(shop)
        sold, paper = numbers(order), number_of(printed)
    with servers.web_server(fresh_database) as web:
        yield Band(f"{web.url}/nachtfalter/ticketservice", order, sold, other, printed, paper, fresh_database)


@pytest.fixture(params=[("de", PHONE), ("en", DESKTOP)], ids=["de-phone", "en-desktop"])
def visit(request: pytest.FixtureRequest, browser: Browser) -> Iterator[tuple[Page, dict[str, str], str]]:
    language: str
    viewport: ViewportSize
    language, viewport = request.param
    context = browser.new_context(viewport=viewport, locale=language)
    context.add_cookies([{"name": "nachtfalter_TrackingAllowed", "value": "no", "domain": "localhost", "path": "/"}])
    yield context.new_page(), WORDS[language], language
    context.close()


def open_form(page: Page, band: Band, kind: str, language: str) -> None:
    page.goto(f"{band.url}/{kind}?lang={language}")
    wait_for_react(page)


def looked_at(page: Page, name: str) -> None:
    """Nothing sticks out, axe finds nothing; a picture where somebody wants to look at it."""
    shot(page, f"ticketservice-{name}")
    assert not too_wide(page), name
    assert axe_violations(page) == [], name


def choose(page: Page, place: int, kind: str) -> None:
    """By the keyboard."""
    page.locator(f"input[name=ticket-{place}-type][value={kind}]").focus()
    page.keyboard.press("Space")


def fill(page: Page, place: int, number: str, name: str = "Mira Falk", new: str = "") -> None:
    page.fill(f"#ticket-{place}-number", number)
    page.fill(f"#ticket-{place}-name", name)
    if new:
        page.fill(f"#ticket-{place}-name-new", new)


def fill_self(page: Page, order: str) -> None:
    page.fill("#service-order", order)
    page.fill("#service-name", "Mira Falk")
    page.fill("#service-email", "mira@mail.example")


@proves(
    "purchase §3, §4, §5",
    "both forms in both languages, on a phone and a desktop, by keyboard: slips at their fields, one to "
    "four tickets of which only the last is removed, refusals, done, more tickets",
)
def test_a_name_is_changed_from_the_first_slip_to_more_tickets(band: Band, visit: Any) -> None:
    page, words, language = visit
    one, two, _three = band.numbers
    open_form(page, band, "change", language)
    send = page.get_by_role("button", name=words["change"])
    looked_at(page, f"change-{language}")
    send.click()
    for field, text in (
        ("ticket-1-type", "type"), ("ticket-1-number", "number"), ("ticket-1-name", "name"),
        ("ticket-1-name-new", "new"), ("service-order", "order"), ("service-name", "name"), ("service-email", "email"),
    ):  # fmt: skip
        expect(page.locator(f"#{field}-error")).to_contain_text(words[text])
    expect(page.get_by_role("alert")).to_be_focused()
    looked_at(page, f"change-slips-{language}")
    page.get_by_role("alert").get_by_role("link").first.press("Enter")
    expect(page.locator("#ticket-1-type")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("#ticket-1-type")).to_be_checked()
    fill(page, 1, "12a", new="Ada")
    expect(page.locator("#ticket-1-number-error")).to_contain_text(words["digits"])
    expect(page.locator("#ticket-1-name-new-error")).to_contain_text(words["both"])
    fill(page, 1, one, new="Ada Lind")
    expect(page.get_by_role("button", name=words["remove"])).to_have_count(0)
    for place in (2, 3, 4):
        page.get_by_role("button", name=words["add"]).press("Enter")
        expect(page.locator(f"#ticket-{place}-type")).to_be_focused()
    expect(page.get_by_role("button", name=words["add"])).to_have_count(0)
    for _place in (4, 3):
        expect(page.get_by_role("button", name=words["remove"])).to_have_count(1)
        page.get_by_role("button", name=words["remove"]).press("Enter")
    expect(page.locator("#add-ticket")).to_be_focused()
    choose(page, 2, "online")
    fill(page, 2, grouped_number(one), new="Jo Lind")
    expect(page.locator("#ticket-2-number-error")).to_contain_text(words["twice"])
    fill_self(page, band.order.reference)
    fill(page, 2, drawn_number(), new="Jo Lind")
    send.click()
    expect(page.locator("#ticket-2-number-error")).to_contain_text(words["unknown"])
    looked_at(page, f"change-refused-{language}")
    page.fill("#ticket-2-number", two)
    send.click()
    expect(page.get_by_role("heading", name=words["done"])).to_be_focused()
    looked_at(page, f"change-done-{language}")
    page.get_by_role("button", name=words["more"]).press("Enter")
    expect(page.locator("#ticket-1-number")).to_have_value("")
    choose(page, 1, "online")
    fill(page, 1, one, new="Kim Lind")
    fill_self(page, band.order.reference)
    send.click()
    expect(page.locator("#ticket-1-number-error")).to_contain_text(words["not_free"])
    [request] = band.change(lambda: list(TicketServiceRequest.objects.all()))
    assert (request.kind, request.language) == ("change", language)
    check_invariants(band.database)


def test_tickets_are_cancelled_with_a_picture_of_the_printed_one(band: Band, visit: Any, tmp_path: Path) -> None:
    page, words, language = visit
    open_form(page, band, "cancel", language)
    send = page.get_by_role("button", name=words["cancel"])
    expect(page.get_by_text(words["days"])).to_be_visible()
    choose(page, 1, "hard")
    fill(page, 1, band.paper)
    fill_self(page, "")
    send.click()
    expect(page.locator("#ticket-1-file-error")).to_contain_text(words["file"])
    looked_at(page, f"cancel-slips-{language}")
    for name, content, text in (
        ("proof.pdf", b"%PDF-1.7", "type_of_file"), ("proof.jpg", b"x" * (4 * 1024 * 1024 + 1), "size"),
        ("other.jpg", b"<html>", "upload"),
    ):  # fmt: skip
        (tmp_path / name).write_bytes(content)
        page.set_input_files("#ticket-1-file", tmp_path / name)
        send.click()
        expect(page.locator("#ticket-1-file-error")).to_contain_text(words[text])
    (tmp_path / "photo.jpg").write_bytes(picture(size=(800, 600)))
    page.set_input_files("#ticket-1-file", tmp_path / "photo.jpg")

    def fail(route: Route) -> None:
        route.abort()

    page.route("**/uploads", fail)
    send.click()
    expect(page.locator("#ticket-1-file-error")).to_contain_text(words["upload"])
    looked_at(page, f"cancel-upload-failed-{language}")
    page.unroute("**/uploads", fail)
    send.click()
    expect(page.get_by_role("heading", name=words["one_done"])).to_be_focused()
    looked_at(page, f"cancel-done-{language}")
    item = band.change(lambda: TicketServiceItem.objects.get())
    assert item.number == band.paper and item.proof_id is not None
    assert band.change(lambda: ProofUpload.objects.filter(claimed_at__isnull=False).count()) == 1
    check_invariants(band.database)


@proves(
    "purchase §2, §9",
    "cancelling tickets, below a band alone, and changing the name on them: the pages say that the "
    "deadline has passed and lead to help, until an event opens the form",
)
def test_what_is_not_open_is_said_and_help_is_named(band: Band, visit: Any) -> None:
    page, words, language = visit
    open_form(page, band, "cancel", language)
    closed = band.change(lambda: numbers(band.closed))
    choose(page, 1, "online")
    fill(page, 1, closed[0])
    fill_self(page, band.closed.reference)
    page.get_by_role("button", name=words["cancel"]).click()
    expect(page.locator("#ticket-1-number-error")).to_contain_text(words["closed"])
    band.change(TicketServicePeriod.objects.all().delete)
    page.fill("#ticket-1-number", band.numbers[0])
    page.fill("#service-order", band.order.reference)
    page.get_by_role("button", name=words["cancel"]).click()
    expect(page.locator("#ticket-1-number-error")).to_contain_text(words["closed"])
    for kind in ("cancel", "change"):
        open_form(page, band, kind, language)
        expect(page.get_by_text(words["over"])).to_be_visible()
        expect(page.get_by_text(words["hours"])).to_be_visible()
        expect(page.get_by_role("main").get_by_role("link", name=words["faq"])).to_have_attribute(
            "href", "/nachtfalter/faq"
        )
        looked_at(page, f"{kind}-closed-{language}")


@pytest.mark.parametrize("kind", ["change", "cancel"])
def test_every_other_refusal_is_said_in_the_page(band: Band, visit: Any, kind: str) -> None:
    page, words, language = visit
    open_form(page, band, kind, language)
    send = page.get_by_role("button", name=words[kind])
    choose(page, 1, "online")
    fill(page, 1, band.numbers[0], "www.spam.example", "Ada Lind" if kind == "change" else "")
    fill_self(page, band.order.reference)
    send.click()
    expect(page.locator("#ticket-1-name-error")).to_contain_text(words["link"])
    page.fill("#ticket-1-name", "Mira Falk")
    if kind == "change":
        page.fill("#ticket-1-name-new", "A" * 41 + " Lind")
        expect(page.locator("#ticket-1-name-new-error")).to_contain_text(words["long"])
        page.fill("#ticket-1-name-new", "Ada Lind")
    for status, code, text in (
        (422, "NONSENSE", "generic"), (429, "TOO_MANY_TICKET_REQUESTS", "limit"), (404, "FORM_NOT_FOUND", "closed"),
    ):  # fmt: skip
        refused = answering(status, code)
        page.route("**/responses*", refused)
        send.click()
        expect(page.locator("main [role=alert]").last).to_contain_text(words[text])
        page.unroute("**/responses*", refused)
    looked_at(page, f"{kind}-not-found-{language}")
    assert not band.change(lambda: TicketServiceRequest.objects.exists())


def answering(status: int, code: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(status=status, json={"code": code})


def test_without_a_script_the_page_says_that_the_deadline_has_passed(band: Band, browser: Browser) -> None:
    band.change(TicketServicePeriod.objects.all().delete)
    context = browser.new_context(viewport=PHONE, locale="de", java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{band.url}/change")
    expect(page.get_by_text(WORDS["de"]["over"])).to_be_visible()
    context.close()
