"""The refund form on a phone, in both languages: slips stand at their fields, the way of the money is chosen."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route, expect

from aftersale.entrance.actions import Told, record_scans
from aftersale.models import EntranceDevice, RefundOffer, RefundRequest, Ticket
from aftersale.tickets.rules import drawn_number
from tests import servers
from tests.browsers import PHONE, shot
from tests.e2e.measuring import too_wide
from tests.factories import make_event, make_shop
from tests.proofs import proves
from tests.stage import check_invariants, on

from .bought import IBAN, PAYPAL, numbers, opened, tickets_paid

WORDS = {
    "de": {
        "submit": "Tickets zurückgeben",
        "first": "Gib mindestens eine Ticketnummer ein.",
        "legal": "Ohne deine Zustimmung",
        "wrong": "Da stimmt etwas nicht",
        "twice": "mehrfach eingegeben",
        "valid": "Diese IBAN ist gültig.",
        "short": "Noch nicht vollständig.",
        "invalid": "Diese IBAN ist nicht gültig.",
        "override": "Lieber auf ein Bankkonto",
        "holder": "Wem das Konto gehört",
        "done": "Deine Erstattung läuft",
        "used": "schon benutzt oder erstattet und kann",
        "nothing": "Unter diesem Link gibt es keine Tickets",
        "closed": "in 2–3 Tagen",
        "confirm": "Bestätige, dass dein Geld auf diesem Weg",
        "marked": "Dieses Ticket wurde schon benutzt oder erstattet",
        "generic": "Das hat nicht geklappt",
        "limit": "Das ging etwas zu schnell",
        "email": "Das ist keine E-Mail-Adresse",
        "name": "Gib an, wem das Konto gehört",
    },
    "en": {
        "submit": "Give tickets back",
        "first": "Enter at least one ticket number.",
        "legal": "without your consent",
        "wrong": "Something's not right here",
        "twice": "entered multiple times",
        "valid": "This IBAN is valid.",
        "short": "Not complete yet.",
        "invalid": "This IBAN is not valid.",
        "override": "Transfer it to a bank account",
        "holder": "Account holder",
        "done": "Your refund is being processed",
        "used": "used or refunded already and cannot",
        "nothing": "There are no tickets to refund under this link",
        "closed": "in 2–3 days",
        "confirm": "Confirm that your money is to go back this way",
        "marked": "This ticket has been used or refunded already",
        "generic": "That did not work",
        "limit": "That was a bit too fast",
        "email": "This is not an e-mail address",
        "name": "Say whose account it is",
    },
}


@dataclass
class Bought:
    url: str
    numbers: list[str]
    event: int
    closed_url: str
    database: str


@pytest.fixture
def bought(fresh_database: str) -> Iterator[Bought]:
    with on(fresh_database):
        make_shop("merchstand")
        shop = make_shop("nachtfalter")
        event, later = make_event(shop, price="30.00"), make_event(shop, price="30.00")
        opened(event)
        order, prepared = tickets_paid(event, 3, by=PAYPAL), tickets_paid(later, 1, by=PAYPAL, key="key-2")
        opened(later, opened_at=None)
        known = numbers(order)
    with servers.web_server(fresh_database) as web:
        base = f"{web.url}/nachtfalter/request"
        yield Bought(
            f"{base}?product_id={event.pk}&order_id={order.secret}", known, event.pk,
            f"{base}?product_id={later.pk}&order_id={prepared.secret}", fresh_database,
        )  # fmt: skip


def opened_page(browser: Browser, url: str, language: str) -> Page:
    context = browser.new_context(viewport=PHONE, locale=language)
    context.add_cookies([{"name": "nachtfalter_TrackingAllowed", "value": "no", "domain": "localhost", "path": "/"}])
    page = context.new_page()
    page.goto(f"{url}&lang={language}")
    return page


def look(page: Page, name: str) -> None:
    shot(page, f"refund-{name}")
    assert not too_wide(page), name


@proves(
    "purchase §2, §4, §5, §8",
    "on a phone, in both languages: slips at their fields, IBAN live, PayPal overridden by a click, "
    "refusals, the closed offer, home without ids",
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_from_the_first_slip_to_the_refund(browser: Browser, bought: Bought, language: str) -> None:
    words, (one, two, three) = WORDS[language], bought.numbers
    page = opened_page(browser, bought.url, language)
    send = page.get_by_role("button", name=words["submit"])
    send.click()
    expect(page.locator("#ticket-1-error")).to_contain_text(words["first"])
    expect(page.locator("#legal-error")).to_contain_text(words["legal"])
    look(page, f"slips-{language}")
    page.fill("#ticket-1", one)
    page.fill("#ticket-2", f"{one[0]} {one[1:7]} {one[7:]}")
    expect(page.locator("#ticket-2-error")).to_contain_text(words["twice"])
    page.fill("#ticket-2", "100000000000" + "8")
    expect(page.locator("#ticket-2-error")).to_contain_text(words["wrong"])
    page.fill("#ticket-2", "")
    page.get_by_role("button", name=words["override"]).click()
    page.fill("#iban", IBAN[:10])
    expect(page.locator("#account-name-error")).to_be_visible()
    page.fill("#iban", IBAN[:-1] + "1")
    expect(page.locator("#iban-error")).to_contain_text(words["invalid"])
    page.fill("#iban", IBAN)
    expect(page.locator("#iban-hint")).to_contain_text(words["valid"])
    page.fill("#account-name", "Mira Falk")
    page.check("#legal")
    look(page, f"filled-{language}")
    send.click()
    expect(page.get_by_role("heading", name=words["done"])).to_be_focused()
    look(page, f"done-{language}")
    page.reload()
    page.fill("#ticket-1", two)
    page.fill("#ticket-2", one)
    page.check("#way-back")
    page.check("#legal")
    send.click()
    expect(page.get_by_text(words["used"])).to_be_visible()
    expect(page.locator("#ticket-2")).to_have_attribute("aria-invalid", "true")
    page.fill("#ticket-2", three)
    send.click()
    expect(page.get_by_role("heading", name=words["done"])).to_be_visible()
    for url, text in ((bought.url + "x", words["nothing"]), (bought.closed_url, words["closed"])):
        page.goto(url)
        expect(page.get_by_text(text)).to_be_visible()
    look(page, f"closed-{language}")
    page.goto(bought.url.partition("?")[0])
    expect(page).to_have_url(bought.url.partition("/request")[0] + "/")
    page.context.close()
    with on(bought.database):
        assert sorted(RefundRequest.objects.values_list("to_account", "amount")) == [
            (False, Decimal(60)),
            (True, Decimal(30)),
        ]
    check_invariants(bought.database)


@proves("purchase §8", "every refusal has the spec's sentence and a text in both languages")
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_refusal_is_said_in_the_page(browser: Browser, bought: Bought, language: str) -> None:
    words, (one, two, _three) = WORDS[language], bought.numbers
    page = opened_page(browser, bought.url, language)
    send = page.get_by_role("button", name=words["submit"])
    page.fill("#ticket-1", "12a")
    page.fill("#refund-email", "mira@")
    send.click()
    for field, text in (("ticket-1", "wrong"), ("way-back", "confirm"), ("refund-email", "email")):
        expect(page.locator(f"#{field}-error")).to_contain_text(words[text])
    page.fill("#refund-email", "")
    page.get_by_role("button", name=words["override"]).click()
    expect(page.locator("#account-name-error")).to_contain_text(words["name"])
    page.fill("#account-name", "Mira Falk")
    page.fill("#iban", IBAN)
    page.check("#legal")
    page.fill("#ticket-1", one)
    page.fill("#ticket-2", drawn_number())
    send.click()
    expect(page.locator("#ticket-2-error")).to_contain_text(words["wrong"])
    expect(page.locator("#ticket-1")).not_to_have_attribute("aria-invalid", "true")
    page.fill("#ticket-2", two)
    requests = "**/refund_requests/**"
    for status, code, text in ((422, "NONSENSE", "generic"), (429, "TOO_MANY_REFUND_REQUESTS", "limit")):
        refused = answering(status, code)
        page.route(requests, refused)
        send.click()
        expect(page.get_by_text(words[text])).to_be_visible()
        page.unroute(requests, refused)
    look(page, f"generic-{language}")
    with on(bought.database):
        enter(two)
    send.click()
    expect(page.locator("#ticket-2-error")).to_contain_text(words["marked"])
    expect(page.get_by_text(words["used"])).to_be_visible()
    look(page, f"used-{language}")
    with on(bought.database):
        RefundOffer.objects.filter(event=bought.event).update(
            closes_at=timezone.now(), refund_error_message="Das Geld kommt von der Halle."
        )
    send.click()
    expect(page.get_by_text("Das Geld kommt von der Halle.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Das Geld kommt von der Halle.")).to_be_visible()
    page.context.close()
    with on(bought.database):
        assert not RefundRequest.objects.exists()
    check_invariants(bought.database)


def answering(status: int, code: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(status=status, json={"code": code})


def enter(number: str) -> None:
    """Somebody is inside with it."""
    ticket = Ticket.objects.select_related("line__variant").get(number=number)
    device = EntranceDevice.objects.create(event_id=ticket.line.variant.event_id or 0, name="Tür")
    told = Told(uuid4(), number, timezone.now())
    record_scans(device=device, scans=[told], device_now=timezone.now())
