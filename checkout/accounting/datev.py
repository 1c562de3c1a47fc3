"""DATEV's format “Buchungsstapel” for accountants in Germany (docs/decisions/0094): a line about the file, the names of
the columns, a line for each booking.
"""

import re
from calendar import monthrange
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from checkout.models import SellerBooks

from .bookings import Booking, bookings_of

ENCODING, LINE_END = "cp1252", "\r\n"
FORMAT, CATEGORY, NAME, VERSION = 700, 21, "Buchungsstapel", 13
# A file may have no more bookings.
AT_MOST = 99_999
# DATEV's numbers of columns begin with 1.
AMOUNT, SIDE, CURRENCY, ACCOUNT, CONTRA, TAX_KEY, DAY, DOCUMENT, DOCUMENT_2, TEXT = 1, 2, 3, 7, 8, 9, 10, 11, 12, 14
COUNTRY, RATE, LOCKED = 40, 41, 114
COLUMNS: Sequence[str] = (
    "Umsatz (ohne Soll/Haben-Kz)", "Soll/Haben-Kennzeichen", "WKZ Umsatz", "Kurs", "Basis-Umsatz", "WKZ Basis-Umsatz",
    "Konto", "Gegenkonto (ohne BU-Schlüssel)", "BU-Schlüssel", "Belegdatum", "Belegfeld 1", "Belegfeld 2", "Skonto",
    "Buchungstext", "Postensperre", "Diverse Adressnummer", "Geschäftspartnerbank", "Sachverhalt", "Zinssperre",
    "Beleglink",
    *(f"Beleginfo - {part} {number}" for number in range(1, 9) for part in ("Art", "Inhalt")),
    "KOST1 - Kostenstelle", "KOST2 - Kostenstelle", "Kost-Menge", "EU-Land u. UStID (Bestimmung)",
    "EU-Steuersatz (Bestimmung)", "Abw. Versteuerungsart", "Sachverhalt L+L", "Funktionsergänzung L+L",
    "BU 49 Hauptfunktionstyp", "BU 49 Hauptfunktionsnummer", "BU 49 Funktionsergänzung",
    *(f"Zusatzinformation - {part} {number}" for number in range(1, 21) for part in ("Art", "Inhalt")),
    "Stück", "Gewicht", "Zahlweise", "Forderungsart", "Veranlagungsjahr", "Zugeordnete Fälligkeit", "Skontotyp",
    "Auftragsnummer", "Buchungstyp", "USt-Schlüssel (Anzahlungen)", "EU-Land (Anzahlungen)",
    "Sachverhalt L+L (Anzahlungen)", "EU-Steuersatz (Anzahlungen)", "Erlöskonto (Anzahlungen)", "Herkunft-Kz",
    "Buchungs GUID", "KOST-Datum", "SEPA-Mandatsreferenz", "Skontosperre", "Gesellschaftername", "Beteiligtennummer",
    "Identifikationsnummer", "Zeichnernummer", "Postensperre bis", "Bezeichnung SoBil-Sachverhalt",
    "Kennzeichen SoBil-Buchung", "Festschreibung", "Leistungsdatum", "Datum Zuord. Steuerperiode", "Fälligkeit",
    "Generalumkehr (GU)", "Steuersatz", "Land", "Abrechnungsreferenz", "BVV-Position", "EU-Land u. UStID (Ursprung)",
    "EU-Steuersatz (Ursprung)", "Abw. Skontokonto",
)  # fmt: skip
# In numbers of documents all other characters are refused.
NOT_IN_NUMBERS = re.compile(r"[^0-9A-Za-z$&%*+/-]")
# Within the EU Greece has this code for VAT.
VAT_CODES = {"gr": "EL"}


@dataclass(frozen=True)
class BookingFile:
    """Bookings of a month, given by its first day. `number`: which of the month's files."""

    books: SellerBooks
    month: date
    number: int
    bookings: Sequence[Booking]

    @property
    def file_name(self) -> str:
        number = f"_{self.number}" if self.number > 1 else ""
        return f"{self.base_name}{number}.csv"

    @property
    def base_name(self) -> str:
        return f"EXTF_Buchungsstapel_{self.books.seller.slug}_{self.month:%Y-%m}"


def files_of(books: SellerBooks, month: date) -> list[BookingFile]:
    """Return the files of a month's invoices, at least one. Raise `AccountsMissing`."""
    found = bookings_of(books, month)
    starts = range(0, max(len(found), 1), AT_MOST)
    return [
        BookingFile(books, month, number, found[start : start + AT_MOST])
        for number, start in enumerate(starts, start=1)
    ]


def file_content(file: BookingFile, written_at: datetime) -> bytes:
    """Return the file. A character that its encoding lacks is a question mark."""
    lines = [head(file, written_at), COLUMNS, *(row(one, file.books) for one in file.bookings)]
    return "".join(";".join(line) + LINE_END for line in lines).encode(ENCODING, "replace")


def head(file: BookingFile, written_at: datetime) -> Iterable[str]:
    books = file.books
    last_day = file.month.replace(day=monthrange(file.month.year, file.month.month)[1])
    stamp = f"{written_at:%Y%m%d%H%M%S}{written_at.microsecond // 1000:03d}"
    label = text(f"{file.month:%Y-%m} {file.number}", 30)
    return [
        text("EXTF"), str(FORMAT), str(CATEGORY), text(NAME), str(VERSION), stamp, "", text("RE"), text(""), text(""),
        str(books.consultant), str(books.client), f"{books.year_of(file.month):%Y%m%d}", str(books.account_digits),
        f"{file.month:%Y%m%d}", f"{last_day:%Y%m%d}", label, text(""), "1", "0", "0", text("EUR"),
        "", text(""), "", "", text(books.chart), "", "", text(""), text(""),
    ]  # fmt: skip


def row(booking: Booking, books: SellerBooks) -> list[str]:
    """Return the cells of a booking: the buyer owes the amount, or less by it."""
    what = f"Storno von {booking.corrects}" if booking.corrects else "Rechnung"
    cells = {
        AMOUNT: number(booking.amount), SIDE: text("H" if booking.is_credit else "S"), CURRENCY: text("EUR"),
        ACCOUNT: books.customer_account, CONTRA: booking.account, DAY: f"{booking.day:%d%m}",
        DOCUMENT: document(booking.invoice, 36), DOCUMENT_2: document(booking.order, 12),
        TEXT: text(f"{booking.order} {what}", 60), LOCKED: "0",
    }  # fmt: skip
    if booking.tax_key:
        cells[TAX_KEY] = text(booking.tax_key.zfill(4))
    if booking.foreign:
        cells[COUNTRY] = text(VAT_CODES.get(booking.foreign.country, booking.foreign.country.upper()))
        cells[RATE] = number(booking.foreign.rate)
    return [cells.get(column, "") for column in range(1, len(COLUMNS) + 1)]


def number(amount: Decimal) -> str:
    return f"{amount:.2f}".replace(".", ",")


def text(value: str, length: int = 255) -> str:
    """Return the value in quotation marks, without control characters, cut to its length."""
    plain = "".join(sign for sign in value if sign.isprintable())[:length]
    return '"{}"'.format(plain.replace('"', '""'))


def document(value: str, length: int) -> str:
    """Return a number of a document. Its end is what tells numbers apart, so a long one loses its beginning."""
    return text(NOT_IN_NUMBERS.sub("-", value)[-length:])
