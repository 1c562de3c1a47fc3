"""CSV files of addresses for the carriers' portals, which print the labels
(docs/decisions/0052-fulfilment.md).
"""

import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils import timezone

from shop.core.values.countries import country_name
from shop.core.values.exports import FORMULA, visible, write_table
from shop.core.values.languages import LANGUAGES
from shop.core.values.latin import in_latin
from shop.models import Shop

from .parcels import Parcel
from .receivers import HOME, Receiver, lines_of, receiver_of
from .streets import Street, split_street

ENCODING = "cp1252"
# ISO 3166-1 alpha-3 of usual countries; others keep their two letters.
THREE_LETTERS = {
    "de": "DEU", "at": "AUT", "ch": "CHE", "li": "LIE", "lu": "LUX", "nl": "NLD", "be": "BEL", "fr": "FRA",
    "it": "ITA", "es": "ESP", "pt": "PRT", "dk": "DNK", "se": "SWE", "no": "NOR", "fi": "FIN", "pl": "POL",
    "cz": "CZE", "sk": "SVK", "si": "SVN", "hu": "HUN", "hr": "HRV", "ie": "IRL", "gb": "GBR", "us": "USA",
    "ee": "EST", "lv": "LVA", "lt": "LTU", "gr": "GRC", "ro": "ROU", "bg": "BGR", "mt": "MLT", "cy": "CYP",
    "is": "ISL",
}  # fmt: skip
ABROAD, AT_HOME = "V53WPAK", "V01PAK"
LEAST_KILOGRAMS = Decimal("0.1")
POST_CODE_AND_CITY = re.compile(r"(?:[A-Z]{1,2}-)?(?P<post_code>\d{4,5})\s+(?P<city>\S.*)")
CARE_OF = re.compile(r"c\s*/\s*o\b", re.I)
LONGEST_LINE = 50


@dataclass(frozen=True)
class Sender:
    """`more`: other lines of the address, such as "c/o Falterhaus"."""

    name: str
    street: Street
    post_code: str
    city: str
    country: str
    more: tuple[str, ...] = ()

    @property
    def parts(self) -> list[str]:
        return [self.name, *self.more, self.street.addition]


def country(code: str) -> str:
    return THREE_LETTERS.get(code.lower(), code.upper())


def sender_of(shop: Shop) -> Sender:
    """Parse the shop's address into street, post code and city, as far as its lines allow."""
    lines = [line.strip() for line in shop.seller_address.splitlines() if line.strip()]
    city = next((found for line in lines if (found := POST_CODE_AND_CITY.fullmatch(line))), None)
    name, home = shop.seller_name or shop.name, shop.seller_country or "de"
    known = {name, *(country_name(home, language) for language in LANGUAGES)}
    others = [line for line in lines if not POST_CODE_AND_CITY.fullmatch(line) and line not in known]
    streets = {line: split_street(line, home) for line in others if not CARE_OF.match(line)}
    line = next((one for one, street in streets.items() if street.number), next(iter(streets), ""))
    return Sender(
        name,
        streets.get(line, Street("", "")),
        city["post_code"] if city else "",
        city["city"] if city else "",
        country(home),
        tuple(one for one in others if one != line),
    )


DHL_HEADS = (
    "Sendungsreferenz", "Sendungsdatum", "Absender Name 1", "Absender Name 2", "Absender Name 3", "Absender Straße",
    "Absender Hausnummer", "Absender PLZ", "Absender Ort", "Absender Provinz", "Absender Land", "Absenderreferenz",
    "Absender E-Mail-Adresse", "Absender Telefonnummer", "Empfänger Name 1", "Empfänger Name 2 / Postnummer",
    "Empfänger Name 3", "Empfänger Straße", "Empfänger Hausnummer", "Empfänger PLZ", "Empfänger Ort",
    "Empfänger Provinz", "Empfänger Land", "Empfängerreferenz", "Empfänger E-Mail-Adresse",
    "Empfänger Telefonnummer", "Gewicht", "Länge", "Breite", "Höhe", "Produkt- und Servicedetails",
)  # fmt: skip
POST_HEADS = ("NAME", "ZUSATZ", "STRASSE", "NUMMER", "PLZ", "STADT", "LAND", "ADRESS_TYP", "REFERENZ")


Row = dict[str, object]
DHL_NAMES = ("Empfänger Name 1", "Empfänger Name 2 / Postnummer", "Empfänger Name 3")
DHL_SENDERS = ("Absender Name 1", "Absender Name 2", "Absender Name 3")


def dhl_rows(parcels: Sequence[Parcel]) -> Iterator[tuple[Parcel | None, Row]]:
    """Yield rows by column. Staff choose the billing number in the portal. No e-mail, because buyers did
    not consent.
    """
    for parcel in parcels:
        sender, to = sender_of(parcel.shop), parcel.address
        own = lines_of(cleaned(*sender.parts), most=len(DHL_SENDERS), longest=LONGEST_LINE)
        receiver = receiver_of(to)
        yield (
            parcel,
            {
                "Sendungsreferenz": parcel.delivery.number,
                "Sendungsdatum": f"{timezone.localdate():%d.%m.%Y}",
                **dict(zip(DHL_SENDERS, own, strict=False)),
                "Absender Straße": sender.street.name,
                "Absender Hausnummer": sender.street.number,
                "Absender PLZ": sender.post_code,
                "Absender Ort": sender.city,
                "Absender Land": sender.country,
                **dict(zip(DHL_NAMES, dhl_names(receiver), strict=False)),
                "Empfänger Straße": receiver.street.name,
                "Empfänger Hausnummer": receiver.street.number,
                "Empfänger PLZ": to.post_code,
                "Empfänger Ort": to.city,
                "Empfänger Land": country(to.country_code),
                "Empfängerreferenz": parcel.order.reference,
                "Gewicht": kilograms(parcel),
                "Produkt- und Servicedetails": AT_HOME if to.country_code == HOME else ABROAD,
            },
        )


def dhl_names(receiver: Receiver) -> list[str]:
    """Return the name lines. For a locker the second line is the customer's number, so the name stays on the first."""
    if not receiver.station:
        return lines_of(cleaned(*receiver.parts), most=len(DHL_NAMES), longest=LONGEST_LINE)
    name, *more = receiver.parts
    return [name, receiver.guest, ", ".join(more)]


def kilograms(parcel: Parcel) -> Decimal:
    return max(LEAST_KILOGRAMS, (Decimal(parcel.grams) / 1000).quantize(LEAST_KILOGRAMS))


def post_rows(parcels: Sequence[Parcel]) -> Iterator[tuple[Parcel | None, Row]]:
    """Yield rows by column; the first is the sender."""
    for sender in [sender_of(one.shop) for one in parcels[:1]]:
        yield None, {
            **post_names(sender.parts), "STRASSE": sender.street.name,
            "NUMMER": sender.street.number, "PLZ": sender.post_code, "STADT": sender.city, "LAND": sender.country,
            "ADRESS_TYP": "HOUSE",
        }  # fmt: skip
    for parcel in parcels:
        to, receiver = parcel.address, receiver_of(parcel.address)
        name, *more = receiver.parts
        yield parcel, {
            **post_names([name, receiver.guest, *more]), "STRASSE": receiver.street.name,
            "NUMMER": receiver.street.number, "PLZ": to.post_code, "STADT": to.city, "LAND": country(to.country_code),
            "ADRESS_TYP": "HOUSE", "REFERENZ": parcel.delivery.number,
        }  # fmt: skip


def post_names(parts: Sequence[str]) -> Row:
    return dict(zip(("NAME", "ZUSATZ"), lines_of(cleaned(*parts), most=2, longest=LONGEST_LINE), strict=False))


@dataclass(frozen=True)
class Format:
    """`longest`: the length limit of columns, if known."""

    heads: Sequence[str]
    rows: Callable[[Sequence[Parcel]], Iterator[tuple[Parcel | None, Row]]]
    longest: Mapping[str, int]


FORMATS = {
    "dhl": Format(
        DHL_HEADS,
        dhl_rows,
        dict.fromkeys((*DHL_SENDERS, *DHL_NAMES), LONGEST_LINE)
        | {"Absender Straße": 50, "Absender Hausnummer": 10, "Absender PLZ": 10, "Absender Ort": 40}
        | {"Empfänger Straße": 50, "Empfänger Hausnummer": 10, "Empfänger PLZ": 10, "Empfänger Ort": 40},
    ),
    "deutsche_post": Format(
        POST_HEADS,
        post_rows,
        {"NAME": LONGEST_LINE, "ZUSATZ": LONGEST_LINE, "STRASSE": 50, "NUMMER": 10, "PLZ": 10, "STADT": 40},
    ),
}


def label_file(which: str, parcels: Sequence[Parcel]) -> bytes:
    """Return the CSV of a carrier. `which`: key of FORMATS. Semicolons and cp1252, as both portals require."""
    form = FORMATS[which]
    written = io.StringIO()
    rows = ([fitting(form, head, row.get(head, "")) for head in form.heads] for _parcel, row in form.rows(parcels))
    write_table(written, form.heads, rows)
    return written.getvalue().encode(ENCODING)


def fitting(form: Format, head: str, value: object) -> object:
    """Return the value, cut to the column's limit."""
    text = safe(value)
    return text[: form.longest.get(head)].rstrip() if isinstance(text, str) else text


def too_long(form: Format, row: Row) -> Iterator[tuple[str, str, str]]:
    """Yield columns that are cut: (heading, whole text, text in the file)."""
    for head in form.longest:
        whole, cut = str(safe(row.get(head, ""))), str(fitting(form, head, row.get(head, "")))
        if whole != cut:
            yield head, whole, cut


def cleaned(*parts: str) -> list[str]:
    """Return the parts in the portal's characters. Call it before measuring lines: a character may become several."""
    return [text for part in parts if (text := str(safe(part)))]


def is_of_windows(sign: str) -> bool:
    try:
        sign.encode(ENCODING)
    except UnicodeEncodeError:
        return False
    return True


def safe(value: object) -> object:
    """Return text in the portals' characters, without leading characters that spreadsheets read as a formula."""
    if isinstance(value, Decimal):
        return value
    text = visible(in_latin(str(value), is_of_windows))
    while text.startswith(FORMULA):
        text = visible(text[1:])
    return text
