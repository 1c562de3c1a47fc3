"""A phone at the entrance, in a browser with a camera: what it reads, does without a network, and forgets."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import segno
from django.contrib.auth.models import Permission, User
from playwright.sync_api import Browser, BrowserContext, expect
from pytest_django import DjangoDbBlocker

from aftersale.entrance.actions import offer_pairing, withdraw_device
from aftersale.models import EntranceDevice, Scan, Ticket
from aftersale.numbers.tickets import grouped_number
from aftersale.tickets.actions import reissue_ticket
from aftersale.tickets.codes import code_of
from catalogue.models import Event, Stock
from checkout.models import Placement
from tests import servers
from tests.aftersale.entrance.night import door, sold_out_night, tell, told
from tests.browsers import CHROMIUM_FLAGS, PHONE, TIMEOUT_MS, shot
from tests.e2e.measuring import axe_violations, too_wide
from tests.factories import make_shop
from tests.proofs import proves
from tests.stage import check_invariants, on

WIDTH, HEIGHT, MODULE = 640, 480, 8


@dataclass(frozen=True)
class House:
    """A running shop: no demo is needed at its doors."""

    url: str
    database: str

    def check_invariants(self) -> None:
        check_invariants(self.database)


@dataclass(frozen=True)
class Night:
    """One event tonight."""

    url: str
    database: str
    event: Event
    tickets: list[Ticket]

    def pairing(self, name: str, *, language: str = "de", **device: bool) -> str:
        """The address that staff show a phone."""
        with on(self.database):
            code = offer_pairing(device=door(self.event, name, **device))
        return f"{self.url}/entrance/?lang={language}#{code}"

    def pairing_to_sell(self, name: str) -> str:
        with on(self.database):
            clerk = User.objects.create_user("clerk", is_staff=True)
            clerk.user_permissions.add(Permission.objects.get(codename="sell_at_door"))
            device = door(self.event, name, may_sell=True)
            return f"{self.url}/entrance/#{offer_pairing(device=device, staff=clerk)}"


@pytest.fixture(scope="module")
def site(template_database: str, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    with django_db_blocker.unblock(), servers.database(template_database) as database:
        with on(database):
            make_shop("merchstand")
        with servers.web_server(database) as web:
            yield House(web.url, database)


@pytest.fixture
def night(site: House, django_db_blocker: DjangoDbBlocker) -> Iterator[Night]:
    """Of each test alone: the others sell tickets and let people in."""
    with django_db_blocker.unblock():
        with on(site.database):
            event, tickets = sold_out_night(4, name="Nachtflug", capacity=9)
        yield Night(site.url, site.database, event, tickets)


def film(path: Path, code: str) -> Path:
    """A ticket before the camera: uncompressed frames of grey, as Chromium's own camera plays them."""
    rows = [bytes(row) for row in segno.make_qr(code, error="m", boost_error=False).matrix_iter(border=4)]
    left, top = (WIDTH - MODULE * len(rows)) // 2, (HEIGHT - MODULE * len(rows)) // 2
    grey = bytearray(b"\xeb" * (WIDTH * HEIGHT))
    for y, row in enumerate(rows):
        line = b"".join((b"\x10" if dark else b"\xeb") * MODULE for dark in row)
        for at in range(top + y * MODULE, top + (y + 1) * MODULE):
            grey[at * WIDTH + left : at * WIDTH + left + len(line)] = line
    colour = b"\x80" * (WIDTH * HEIGHT // 2)
    frames = b"".join(b"FRAME\n" + bytes(grey) + colour for _frame in range(4))
    path.write_bytes(b"YUV4MPEG2 W%d H%d F10:1 Ip A1:1 C420mpeg2\n" % (WIDTH, HEIGHT) + frames)
    return path


@contextmanager
def phone_before(browser: Browser, picture: Path, code: str) -> Iterator[BrowserContext]:
    """A browser of its own, before whose camera a code is held."""
    flags = [
        *(one for one in CHROMIUM_FLAGS if not one.startswith("--js-flags")), "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={film(picture, code)}",
    ]  # fmt: skip
    chromium = browser.browser_type.launch(executable_path=os.environ.get("CHROMIUM"), args=flags)
    context = chromium.new_context(viewport=PHONE, locale="de-DE", permissions=["camera"])
    context.set_default_timeout(TIMEOUT_MS)
    yield context
    chromium.close()


@pytest.fixture
def phone(browser: Browser, night: Night, tmp_path: Path) -> Iterator[BrowserContext]:
    """Before it the first ticket is held."""
    with phone_before(browser, tmp_path / "ticket.y4m", code_of(night.tickets[0])) as context:
        yield context


@proves(
    "law J20",
    "a page for phones reads codes by the camera, says in words and colour, goes on without a network, "
    "also after a reload, and forgets everything when it is withdrawn",
)
@pytest.mark.journey
def test_the_camera_reads_a_ticket_once_and_says_so_in_words(phone: BrowserContext, night: Night) -> None:
    page = phone.new_page()
    page.goto(night.pairing("Links"))
    expect(page.locator("#event")).to_have_text("Nachtflug")
    expect(page.locator("#list-note")).to_contain_text("4 Tickets")
    assert "#" not in page.url
    page.get_by_role("button", name="Kamera").click()
    expect(page.locator("#answer")).to_have_attribute("data-kind", "good")
    expect(page.locator("#answer")).to_contain_text("Willkommen")
    expect(page.locator("#answer")).to_contain_text(grouped_number(night.tickets[0].number))
    expect(page.locator("#count")).to_have_text("1 von 4 drin")
    shot(page, "entrance-good-de")
    # While it stays before the camera it is the same person's; shown again later it is another one's.
    page.get_by_role("button", name="Kamera").click()
    page.wait_for_timeout(5000)
    page.get_by_role("button", name="Kamera").click()
    expect(page.locator("#answer")).to_have_attribute("data-kind", "wait")
    expect(page.locator("#answer")).to_contain_text("Schon drin")
    expect(page.locator("#answer-why")).to_contain_text("durch Links")
    shot(page, "entrance-already-de")
    page.get_by_role("button", name="Kamera").click()
    assert not too_wide(page) and axe_violations(page) == []


@pytest.mark.journey
def test_without_a_network_it_goes_on_and_tells_of_a_double_entry_afterwards(
    phone: BrowserContext, night: Night
) -> None:
    ticket = night.tickets[1]
    page = phone.new_page()
    page.goto(night.pairing("Keller", may_admit_by_number=True))
    expect(page.locator("#list-note")).to_contain_text("4 Tickets")
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    phone.set_offline(True)
    page.reload()
    expect(page.locator("#event")).to_have_text("Nachtflug")
    expect(page.locator("#network")).to_have_text("Kein Netz")
    page.get_by_label("Nummer, Name oder Bestellung").fill(ticket.number)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Einlassen").click()
    expect(page.locator("#answer")).to_contain_text("Willkommen")
    expect(page.locator("#answer-why")).to_have_text(
        "Nur mit der Nummer: für das Team vermerkt. Ohne Netz entschieden."
    )
    expect(page.locator("#queue-note")).to_contain_text("1 Scans")
    shot(page, "entrance-offline-de")
    page.get_by_label("Nummer, Name oder Bestellung").press("Enter")
    expect(page.locator("#found")).to_contain_text("Schon drin")
    with on(night.database):
        tell(door(night.event, "Balkon"), told(ticket))
    phone.set_offline(False)
    expect(page.locator("#network")).to_have_text("Mit Netz")
    expect(page.locator("#queue-note")).to_be_empty()
    expect(page.locator("#trouble")).to_contain_text("Balkon")
    expect(page.locator("#trouble")).to_contain_text("Keller")
    shot(page, "entrance-double-de")
    with on(night.database):
        assert Scan.objects.filter(ticket=ticket, let_in=True).count() == 2


def test_in_english_by_name_and_withdrawn_it_forgets_everything(phone: BrowserContext, night: Night) -> None:
    page = phone.new_page()
    page.goto(night.pairing("Side", language="en", may_admit_by_number=True))
    expect(page.locator("#network")).to_have_text("Online")
    page.get_by_label("Number, name or order").fill("mira")
    page.keyboard.press("Enter")
    expect(page.locator("#found li")).to_have_count(4)
    shot(page, "entrance-found-en")
    assert not too_wide(page) and axe_violations(page) == []
    page.get_by_role("button", name="Let in").last.click()
    expect(page.locator("#answer")).to_contain_text("Come in")
    expect(page.locator("#answer-why")).to_have_text("By number alone: noted for staff.")
    with on(night.database):
        withdraw_device(device=EntranceDevice.objects.get(name="Side"))
    page.reload()
    expect(page.locator("#unpaired-note")).to_contain_text("withdrawn")
    kept = page.evaluate(
        """new Promise(done => { const open = indexedDB.open("entrance"); open.onsuccess = () => {
             const rows = open.result.transaction(["tickets", "facts", "queue"]);
             const all = ["tickets", "facts", "queue"].map(name => rows.objectStore(name).count());
             rows.oncomplete = () => done(all.map(one => one.result)); } })"""
    )
    assert kept == [0, 0, 0]


@proves(
    "design §4",
    "a gate believes a signed code, not a number: digits before a camera let nobody in, typed ones only on a device "
    "that may, marked; a former number and its code are dead, online and offline",
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_number_shows_what_it_names_and_lets_nobody_in(
    browser: Browser, night: Night, tmp_path: Path, language: str
) -> None:
    first, second = night.tickets[:2]
    german = language == "de"
    with on(night.database):
        anew = reissue_ticket(ticket=second, reason="sold on")
    with phone_before(browser, tmp_path / "digits.y4m", first.number) as phone:
        page = phone.new_page()
        page.goto(night.pairing("Plain", language=language))
        expect(page.locator("#list-note")).to_contain_text("4 ")
        camera = page.get_by_role("button", name="Kamera" if german else "Camera")
        for online in (True, False):
            camera.click()
            expect(page.locator("#answer-title")).to_have_text("Nur eine Nummer" if german else "Only a number")
            expect(page.locator("#answer")).to_have_attribute("data-kind", "bad")
            expect(page.locator("#answer-why")).to_contain_text("Eine Nummer allein" if german else "A number alone")
            if not online:
                expect(page.locator("#answer-why")).to_contain_text(
                    "Ohne Netz" if german else "Decided without network"
                )
            expect(page.locator("#answer-ticket")).to_have_text(f"Normal · {grouped_number(first.number)}")
            shot(page, f"entrance-number-only{'' if online else '-offline'}-{language}")
            camera.click()
            for said, told in ((second.number, "Diese Nummer ist tot." if german else "This number is dead."), (
                anew.number, "Nur mit dem Code" if german else "Only with its code"
            )):  # fmt: skip
                page.locator("#typed-text").fill(said)
                page.keyboard.press("Enter")
                expect(page.locator("#found li")).to_have_count(1)
                expect(page.locator("#found")).to_contain_text(grouped_number(said))
                expect(page.locator("#found")).to_contain_text("Neu ausgestellt" if german else "Issued anew")
                expect(page.locator("#found")).to_contain_text(told)
                shot(page, f"entrance-{'former' if said == second.number else 'looked-up'}-{online}-{language}")
                expect(page.locator("#found").get_by_role("button")).to_have_count(0)
            assert not too_wide(page) and axe_violations(page) == []
            phone.set_offline(online)
            page.wait_for_timeout(4100 if online else 0)
    with on(night.database):
        assert not Scan.objects.filter(event=night.event, let_in=True).exists()


@proves(
    "docs/decisions/0062",
    "a phone at the entrance that may sells tickets and lets their buyers in; without an answer it asks "
    "once more and sells once",
)
@pytest.mark.journey
def test_who_comes_without_a_ticket_buys_one_at_the_door(phone: BrowserContext, night: Night) -> None:
    page = phone.new_page()
    page.goto(night.pairing_to_sell("Kasse"))
    till = page.locator("#till")
    expect(till.get_by_role("listitem")).to_contain_text("Normal · 30,00 € · noch 5")
    expect(page.get_by_role("button", name="Bar bezahlt")).to_be_disabled()
    more = till.get_by_role("button", name="Eins mehr: Normal")
    more.click()
    page.keyboard.press("Enter")
    expect(page.locator("#till-total")).to_have_text("Zu zahlen: 60,00 €")
    shot(page, "entrance-till-de")
    assert not too_wide(page) and axe_violations(page) == []
    page.get_by_role("button", name="Bar bezahlt").click()
    expect(page.locator("#answer")).to_have_attribute("data-kind", "good")
    expect(page.locator("#answer-why")).to_have_text("Tickets: 2, kassiert: 60,00 €")
    expect(page.locator("#count")).to_contain_text("von 6 drin")
    expect(till.get_by_role("listitem")).to_contain_text("noch 3")
    # Nobody answers: it is asked once more, and sold only once.
    more.click()
    phone.set_offline(True)
    page.get_by_role("button", name="Mit Karte bezahlt").click()
    expect(page.locator("#till-note")).to_contain_text("Keine Antwort")
    expect(page.locator("#answer-title")).to_have_text("Noch keine Antwort")
    expect(more).to_be_disabled()
    shot(page, "entrance-till-unheard-de")
    phone.set_offline(False)
    page.get_by_role("button", name="Noch einmal fragen").click()
    expect(page.locator("#count")).to_contain_text("von 7 drin")
    with on(night.database):
        assert Stock.objects.get(uses__variant__event=night.event).sold == 7
        assert Placement.objects.filter(lines__variant__event=night.event, step__kind="door_sale").count() == 2
