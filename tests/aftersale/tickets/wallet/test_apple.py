"""What goes into Apple Wallet: signed as phones want it, with the ticket's own code, in the order's language."""

import hashlib
import json
import subprocess
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from PIL import Image

from aftersale.models import Ticket
from aftersale.tickets.actions import reissue_ticket
from aftersale.tickets.codes import code_of, signed_code_in
from aftersale.tickets.queries import valid_tickets
from aftersale.tickets.wallet.apple import ticket_pass, ticket_passes
from aftersale.tickets.wallet.marks import FILES, pass_look
from checkout.models import Placement
from checkout.payments.ledger import record_capture
from shop.core.values.colours import contrast
from shop.models import ShopDesign
from shop.models.theme_colours import TEXT_CONTRAST
from tests import wallets
from tests.aftersale.tickets.evening import evening
from tests.proofs import proves
from tests.seated import House
from tests.words import worded

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def wallet(settings: Any) -> None:
    settings.APPLE_WALLET = wallets.apple()


def files_in(archive: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(archive)) as opened:
        assert opened.testzip() is None
        return {name: opened.read(name) for name in opened.namelist()}


def made(placement: Placement, ticket: Ticket | None = None) -> dict[str, bytes]:
    return files_in(ticket_pass(placement.order, ticket or valid_tickets(placement.order)[0]))


def told(placement: Placement, ticket: Ticket | None = None) -> dict[str, Any]:
    return dict(json.loads(made(placement, ticket)["pass.json"]))


def words_on(told: dict[str, Any], place: str) -> dict[str, str]:
    """The fields at a place, by their labels; no two have one key."""
    fields = told["eventTicket"][place]
    assert len({one["key"] for one in fields}) == len(fields)
    return {one["label"]: one["value"].replace("\u00a0", " ") for one in fields}


def is_signed(files: dict[str, bytes], folder: Path) -> bool:
    """Whether it is Apple's form of a signature by somebody below this root; what stands between comes with it."""
    root = wallets.authority().root.public_bytes(Encoding.PEM)
    for name, content in {"root.pem": root, **files}.items():
        (folder / name).write_bytes(content)
    told = ["-inform", "DER", "-in", "signature", "-content", "manifest.json", "-CAfile", "root.pem", "-purpose", "any"]
    done = subprocess.run(["openssl", "smime", "-verify", "-binary", *told], cwd=folder, capture_output=True)
    return done.returncode == 0 and done.stdout == files["manifest.json"]


@proves(
    "design §1, docs/decisions/0054",
    "Apple Wallet: a signed pass for one ticket, one file for several, in the shop's colours and the "
    "order's language, with the ticket's own code",
)
def test_it_is_signed_by_the_certificate_and_the_list_holds_every_file(tmp_path: Path) -> None:
    files = made(evening(amount=1))
    manifest = json.loads(files["manifest.json"])
    assert set(files) == {"pass.json", "manifest.json", "signature", *FILES}
    assert manifest == {name: hashlib.sha1(files[name]).hexdigest() for name in ("pass.json", *FILES)}
    assert is_signed(files, tmp_path)
    assert not is_signed({**files, "manifest.json": files["manifest.json"].replace(b"icon", b"ikon")}, tmp_path)


def test_another_authoritys_signature_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = made(evening(amount=1))
    strange = wallets.Authority.make()
    monkeypatch.setattr(wallets, "authority", lambda: strange)
    assert not is_signed(files, tmp_path)


def test_its_code_is_the_tickets_own() -> None:
    placement = evening(amount=2)
    for ticket in valid_tickets(placement.order):
        said = told(placement, ticket)
        (code,) = said["barcodes"]
        assert (code["format"], code["message"]) == ("PKBarcodeFormatQR", code_of(ticket))
        assert code["altText"].replace(" ", "") == ticket.number
        read = signed_code_in(code["message"])
        assert read is not None and read.number == ticket.number
        assert (said["passTypeIdentifier"], said["teamIdentifier"]) == (wallets.PASS_TYPE, wallets.TEAM)
        assert said["formatVersion"] == 1 and said["groupingIdentifier"] == placement.order.reference


@pytest.mark.parametrize(
    ("language", "front", "back"),
    [
        (
            "de",
            {"Einlass": "19:00 Uhr", "Datum": "Freitag, 9. April 2027", "Ort": "Knust"},
            {"Ort": "Knust, Neuer Kamp 30, 20357 Hamburg", worded("Sold by"): "Nachtfalter GbR\nWeg 1\n10999 Berlin"},
        ),
        (
            "en",
            {"Doors": "19:00", "Date": "Friday, 9 April 2027", "Place": "Knust"},
            {"Place": "Knust, Neuer Kamp 30, 20357 Hamburg", "Sold by": "Nachtfalter GbR\nWeg 1\n10999 Berlin"},
        ),
    ],
)
def test_it_says_what_the_ticket_does_in_the_orders_language(
    language: str, front: dict[str, str], back: dict[str, str]
) -> None:
    placement = evening(language, amount=1)
    said = told(placement)
    shown = words_on(said, "headerFields") | words_on(said, "secondaryFields")
    assert shown == front
    behind = words_on(said, "backFields")
    assert back.items() <= behind.items()
    order, number = ("Bestellung", "Ticketnummer") if language == "de" else ("Order", "Ticket number")
    assert behind[order] == placement.order.reference
    assert behind[number].replace(" ", "") == Ticket.objects.get().number
    assert list(words_on(said, "primaryFields").values()) == ["Nachtfalter – Nachtflug-Tour 2027"]
    assert said["organizationName"] == "Nachtfalter GbR" and "Nachtflug" in said["description"]


def test_phones_show_it_at_the_door_and_put_it_away_afterwards() -> None:
    said = told(evening(amount=1))
    assert said["relevantDate"] == "2027-04-09T19:00:00+02:00" == said["relevantDates"][0]["date"]
    assert said["expirationDate"] == "2027-04-10T08:00:00+02:00"
    assert "voided" not in said


def test_a_date_that_is_not_told_stands_nowhere() -> None:
    said = told(evening(amount=1, hide_date=True))
    assert not {"relevantDate", "relevantDates", "expirationDate"} & set(said)
    assert words_on(said, "headerFields") == {}
    assert words_on(said, "secondaryFields")[worded("Date")] == worded("The date will be announced.")
    assert "2027" not in json.dumps(said).replace("Tour 2027", "")


def test_seat_and_holder_stand_on_it() -> None:
    house = House()
    session, _cart, _shifts = house.pick("1-1")
    placement = house.order(session).placements.get()
    payment = placement.payments.get()
    record_capture(payment=payment, amount=payment.amount, event_id="statement")
    line = placement.lines.get()
    shown = words_on(told(placement), "auxiliaryFields")
    assert shown == {"Block": line.seat_section, "Reihe": line.seat_row, "Platz": line.seat_number}


@pytest.mark.parametrize(
    ("accent", "on_accent"), [("#2b1055", "#ffe600"), ("#777777", "#808080"), ("#ffffff", "#eeeeee")]
)
def test_it_has_the_shops_colours_and_can_be_read_in_any(accent: str, on_accent: str) -> None:
    placement = evening(amount=1)
    colours = {"accent": accent, "on_accent": on_accent}
    ShopDesign.objects.update_or_create(shop=placement.order.shop, defaults=colours)
    placement = Placement.objects.get()
    look, said = pass_look(placement.order.shop), told(placement)
    assert contrast(look.ink, look.ground) >= TEXT_CONTRAST and look.ground == accent
    assert said["backgroundColor"] == "rgb({}, {}, {})".format(*bytes.fromhex(accent[1:]))
    assert said["foregroundColor"] == said["labelColor"] == "rgb({}, {}, {})".format(*bytes.fromhex(look.ink[1:]))
    assert (look.ink == on_accent) == (contrast(on_accent, accent) >= TEXT_CONTRAST)


def test_icon_and_name_are_drawn_for_every_screen() -> None:
    files = made(evening(amount=1))
    for number, name in enumerate(FILES):
        with Image.open(BytesIO(files[name])) as picture:
            scale = number % 3 + 1
            assert picture.format == "PNG"
            assert picture.size == ((29 * scale, 29 * scale) if name.startswith("icon") else (160 * scale, 50 * scale))
            # Something is drawn on it, and the name stands on the pass itself.
            assert len(picture.convert("RGBA").getcolors(100_000) or []) > 1
            assert picture.convert("RGBA").getpixel((0, 0))[3] == (255 if name.startswith("icon") else 0)  # type: ignore[index]


def test_a_ticket_that_was_issued_anew_takes_the_place_of_its_former_pass() -> None:
    placement = evening(amount=1)
    (ticket,) = valid_tickets(placement.order)
    before = told(placement)
    after = told(placement, valid_tickets(reissue_ticket(ticket=ticket, reason="copied").line.placement.order)[0])
    assert before["serialNumber"] == after["serialNumber"]
    assert before["barcodes"] != after["barcodes"]


def test_several_are_one_file_of_whole_passes(tmp_path: Path) -> None:
    placement = evening(amount=3)
    tickets = valid_tickets(placement.order)
    together = files_in(ticket_passes(placement.order, tickets))
    assert list(together) == [f"{one.number}.pkpass" for one in tickets]
    for ticket, one in zip(tickets, together.values(), strict=True):
        files = files_in(one)
        assert is_signed(files, tmp_path)
        assert json.loads(files["pass.json"])["barcodes"][0]["message"] == code_of(ticket)
