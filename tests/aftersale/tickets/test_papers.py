"""What buyers print: a page for each ticket, whose codes a real decoder reads, in grey and coarse, too."""

from base64 import b32decode
from decimal import Decimal
from typing import Any

import pypdfium2
import pytest
import zxingcpp
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.core import mail as outbox
from PIL import Image

from aftersale.models import Ticket
from aftersale.tickets.actions import invalidate_ticket, reissue_ticket, send_tickets
from aftersale.tickets.bars import ean13_modules
from aftersale.tickets.calendar_file import tickets_calendar
from aftersale.tickets.codes import code_of, public_key, signed_code_in
from aftersale.tickets.papers import tickets_pdf
from aftersale.tickets.queries import ticket_of_code, valid_tickets
from aftersale.tickets.words import facts_of
from catalogue.models import Event
from checkout.actions import invalidate_line
from checkout.mails.together import send_with_others
from checkout.models import Placement
from checkout.payments.ledger import record_capture
from shop.models import Mail, Shop, ShopDesign
from tests.checkout.mails.alone import forget_others
from tests.pdf_words import words_of
from tests.proofs import proves
from tests.seated import House
from tests.words import worded

from .evening import evening

pytestmark = pytest.mark.django_db
POINTS_PER_INCH = 72
ANEW = (
    "Tickets that were issued anew have a new number and a new code. For these tickets only those in this mail count: "
    "nobody gets in with the former ones."
)


def printed(placement: Placement) -> tuple[list[Ticket], bytes]:
    tickets = valid_tickets(placement.order)
    return tickets, tickets_pdf(placement.order, tickets)


def rasters(pdf: bytes, dpi: int, *, grey: bool) -> list[Any]:
    pages = [page.render(scale=dpi / POINTS_PER_INCH, grayscale=grey).to_pil() for page in pypdfium2.PdfDocument(pdf)]
    return [page.convert("L") if grey else page.convert("RGB") for page in pages]


def read(picture: Any) -> dict[str, str]:
    """All codes on a page, by their kind."""
    return {one.format.name: one.text for one in zxingcpp.read_barcodes(picture)}


@proves(
    "design §6",
    "a real decoder reads both codes of every printed page, in grey and at 150 dpi, in any shop's "
    "colours and with the longest names",
)
@pytest.mark.parametrize("grey", [False, True], ids=["colour", "grey"])
@pytest.mark.parametrize("dpi", [150, 300])
def test_a_decoder_reads_both_codes_of_every_page_as_the_database_has_them(dpi: int, grey: bool) -> None:
    placement = evening(amount=3)
    tickets, pdf = printed(placement)
    pages = rasters(pdf, dpi, grey=grey)
    assert len(pages) == len(tickets) == 3
    for ticket, page in zip(tickets, pages, strict=True):
        codes = read(page)
        assert codes == {"EAN13": ticket.number, "QRCode": code_of(ticket)}
        said = signed_code_in(codes["QRCode"])
        assert said is not None
        assert (said.number, said.event, said.version) == (ticket.number, ticket.line.variant.event_id, 1)
        assert ticket_of_code(codes["QRCode"]) == ticket


def test_neither_dark_nor_bright_colours_of_a_shop_hide_a_code() -> None:
    placement = evening(amount=1)
    for accent, on_accent in (("#000000", "#ffffff"), ("#ffe600", "#000000")):
        ShopDesign.objects.update_or_create(
            shop=placement.order.shop, defaults={"accent": accent, "on_accent": on_accent}
        )
        tickets, pdf = printed(Placement.objects.get())
        (page,) = rasters(pdf, 150, grey=True)
        assert read(page)["EAN13"] == tickets[0].number


@proves("design §6, purchase §5", "numbers of 13 digits with EAN-13's check digit, read with blanks, never given twice")
def test_any_number_is_written_as_a_decoder_reads_it() -> None:
    for number in (
        "9999999999994",
        "1000000000009",
        "2100000123452",
        "5012345678900",
        "4006381333931",
    ):
        row = [0] * 11 + [int(one) for one in ean13_modules(number)] + [0] * 7
        picture = Image.new("L", (len(row) * 3, 80), 255)
        for at, dark in enumerate(row):
            if dark:
                picture.paste(0, (at * 3, 0, at * 3 + 3, 80))
        assert read(picture) == {"EAN13": number}


@proves(
    "law TK-1",
    "a PDF with a page for each, in the order's language: event, date, doors, place, seat, holder, "
    "category, price with VAT, organiser, seller",
)
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", ["Freitag, 9. April 2027", "Einlass 19:00 Uhr", "Beginn 20:00 Uhr", "34,50 €, inkl. 7 %"]),
        ("en", ["Friday, 9 April 2027", "Doors 19:00", "Begins 20:00", "34,50 €, incl. 7 % VAT", "Organiser"]),
    ],
)  # fmt: skip
def test_it_says_what_a_ticket_must_in_the_orders_language(language: str, words: list[str]) -> None:
    placement = evening(language, amount=1)
    (ticket,), pdf = printed(placement)
    (page,) = words_of(pdf)
    text = page.replace("\u00a0", " ")
    said = [
        *words, "NACHTFLUG-TOUR 2027", "Knust", "Neuer Kamp 30", "20357 Hamburg", "Hafenklang Konzerte UG",
        "Große Elbstraße 84", "Nachtfalter GbR", "10999 Berlin", placement.order.reference,
        f"{ticket.number[0]} {ticket.number[1:7]} {ticket.number[7:]}",
    ]  # fmt: skip
    assert [one for one in said if one not in text] == []


@proves("law TK-1", "a ticket names one organiser and its countries in its language; a price of nothing has no VAT")
@pytest.mark.parametrize(("language", "country"), [("de", "Deutschland"), ("en", "Germany")])
def test_it_names_one_organiser_and_countries_in_its_language(language: str, country: str) -> None:
    placement = evening(language, amount=1)
    Shop.objects.update(seller_address="Weg 1\n10999 Berlin\nDeutschland")
    ((ticket,), pdf) = printed(placement)
    (text,) = words_of(pdf)
    # The local organiser, of almost the same name, has the house.
    assert text.count("Hafenklang Konzerte") == text.count("Hafenklang Konzerte UG") == 2
    assert [one for one in ("Deutschland", "Germany") if one in text] == [country]
    ticket.line.price = Decimal(0)
    free = facts_of(placement.order, ticket.line, Event.objects.get())
    assert [value for _name, value in free if "€" in value] == ["0,00\u00a0€"]


def test_seat_and_holder_stand_on_it_as_they_are_now() -> None:
    house = House()
    session, _cart, _shifts = house.pick("1-1")
    placement = house.order(session).placements.get()
    payment = placement.payments.get()
    record_capture(payment=payment, amount=payment.amount, event_id="statement")
    (page,) = words_of(printed(placement)[1])
    line = placement.lines.get()
    for one in (line.seat_section, line.seat_row, line.seat_number):
        assert one in page


def test_a_date_that_is_not_told_stands_nowhere() -> None:
    placement = evening(amount=1, hide_date=True)
    (page,) = words_of(printed(placement)[1])
    assert "2027" not in page.replace("TOUR 2027", "") and worded("The date will be announced.") in page
    assert tickets_calendar(placement.order, valid_tickets(placement.order)) == ""


def test_long_names_stay_on_their_page() -> None:
    long = "Ein Abend mit der wirklich außerordentlich langen Nacht der tausend Nachtfalter und ihrer Freunde " * 2
    placement = evening(amount=2, descriptive_name=long[:230], local_organizer="Veranstaltungsgesellschaft " * 5)
    tickets, pdf = printed(placement)
    pages = rasters(pdf, 150, grey=True)
    assert [read(page).get("EAN13") for page in pages] == [one.number for one in tickets]


@proves(
    "design §6, docs/decisions/0051",
    "the QR code is signed; a gate checks it offline with the public key; no other passes",
)
def test_a_code_is_signed_and_no_other_passes(settings: Any) -> None:
    placement = evening(amount=1)
    (ticket,) = valid_tickets(placement.order)
    code = code_of(ticket)
    assert len(code) == 133 and code == code_of(ticket)
    swapped = ("A" if code[3] != "A" else "B").join([code[:3], code[4:]])
    for wrong in ("", "x", code[:-1], code + "AA", swapped, ticket.number, code.lower(), "ä" * 133):
        assert signed_code_in(wrong) is None, wrong
    before = public_key()
    settings.TICKET_KEY = "another key"
    assert public_key() != before and signed_code_in(code) is None


def test_offline_a_gate_needs_the_public_key_alone() -> None:
    (ticket,) = valid_tickets(evening(amount=1).order)
    code = code_of(ticket)
    told = b32decode(code + "=" * (-len(code) % 8))
    Ed25519PublicKey.from_public_bytes(public_key()).verify(told[-64:], told[:-64])


@proves(
    "design §4 (8), purchase §9",
    "a mail with PDF and calendar file, queued with the tickets; one of tickets that ended meanwhile says so",
)
def test_the_mail_brings_the_tickets_and_their_dates(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    placement = evening()
    mail = Mail.objects.get(kind="tickets")
    forget_others("tickets")
    send_with_others(str(mail.pk))
    (message,) = outbox.outbox
    pdf, dates = map(tuple, message.attachments)
    assert (pdf[0], pdf[2]) == (f"Tickets-{placement.order.reference}.pdf", "application/pdf")
    assert len(words_of(pdf[1])) == 2
    assert (dates[0], dates[2]) == ("tickets.ics", "text/calendar")
    unfolded = str(dates[1]).replace("\r\n ", "")
    for one in ("SUMMARY", "Nachtflug-Tour 2027", "DTSTART:20270409T180000Z", "Knust\\, Neuer Kamp 30"):
        assert one in unfolded, one
    assert unfolded.count("BEGIN:VEVENT") == 1
    secret = placement.order.secret
    html = str(message.alternatives[0][0])
    for text in (message.body, html):
        assert f"/orders/{secret}/tickets.pdf" in text and f"/orders/{secret}/tickets.ics" in text
        assert all(one.number in text for one in Ticket.objects.all())
    assert worded("Your tickets") in message.subject and placement.order.reference in message.subject


def test_a_mail_of_tickets_that_ended_meanwhile_says_so(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    placement = evening(amount=1)
    invalidate_line(line=placement.lines.get())
    forget_others("tickets")
    send_with_others(str(Mail.objects.get(kind="tickets").pk))
    (message,) = outbox.outbox
    assert message.attachments == [] and worded("no longer valid") in message.subject
    assert send_tickets(placement=placement) is False


@proves(
    "law TK-5, J17",
    "staff find tickets by number and with the order, end them and issue them anew with a reason, send "
    "them again; the former code is dead",
)
def test_only_valid_tickets_are_printed_with_the_newest_code() -> None:
    placement = evening()
    first, second = valid_tickets(placement.order)
    invalidate_ticket(ticket=first, reason="lost")
    reissue_ticket(ticket=second, reason="copied")
    (left,), pdf = printed(placement)
    assert (left.pk, left.version) == (second.pk, 2)
    (page,) = rasters(pdf, 150, grey=True)
    assert read(page)["QRCode"] == code_of(left) != code_of(second)


@proves("docs/decisions/0051", "the mail with a ticket that was issued anew says that only its number and code count")
@pytest.mark.parametrize("sent", ["issued anew", "once more"])
def test_the_mail_says_that_former_numbers_are_dead(sent: str) -> None:
    placement = evening()
    first, _second = valid_tickets(placement.order)
    if sent == "issued anew":
        reissue_ticket(ticket=first, reason="copied")
    else:
        send_tickets(placement=placement)
    send_with_others(str(Mail.objects.get(kind="tickets:2").pk))
    (message,) = outbox.outbox
    text = worded(ANEW)
    parts = (message.body, str(message.alternatives[0].content))
    anew = Ticket.objects.get(pk=first.pk).number
    assert [text in part for part in parts] == [sent == "issued anew"] * 2
    assert [first.number in part for part in parts] == [sent == "once more"] * 2 and all(anew in one for one in parts)


def test_the_same_tickets_are_the_same_file() -> None:
    placement = evening()
    assert printed(placement)[1] == printed(Placement.objects.get())[1]
