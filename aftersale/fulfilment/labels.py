"""Addresses for the carriers' own portals, which make the labels: CSV in the columns that these read
(docs/decisions/0052-fulfilment.md).
"""

import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils import timezone

from shop.exports import FORMULA, visible, write_table
from shop.latin import in_latin
from shop.models import Shop

from .parcels import Parcel

ENCODING = "cp1252"
# "Weg 12", "Straße des 17. Juni 135 b", "Hauptstr. 5-7": the number ends the line.
NUMBERED = re.compile(r"(?P<street>.*\S)\s+(?P<number>\d+\s*[a-zA-Z]?(?:\s*[-/+]\s*\d+\s*[a-zA-Z]?)*)", re.ASCII)
# ISO 3166-1 alpha-3 of the countries that parcels go to from here; others stay with their two letters.
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


@dataclass(frozen=True)
class Street:
    name: str
    number: str


@dataclass(frozen=True)
class Sender:
    name: str
    street: Street
    post_code: str
    city: str
    country: str


def split_street(line: str) -> Street:
    """Where no number ends the line, it is all of it: the portal asks for the number then."""
    found = NUMBERED.fullmatch(line.strip())
    return Street(found["street"], found["number"]) if found else Street(line.strip(), "")


def country(code: str) -> str:
    return THREE_LETTERS.get(code.lower(), code.upper())


def sender_of(shop: Shop) -> Sender:
    """As it stands in the shop's form, as far as it can be told apart."""
    lines = [line.strip() for line in shop.seller_address.splitlines() if line.strip()]
    city = next((found for line in lines if (found := POST_CODE_AND_CITY.fullmatch(line))), None)
    streets = [line for line in lines if not POST_CODE_AND_CITY.fullmatch(line)]
    return Sender(
        shop.seller_name or shop.name,
        split_street(streets[0]) if streets else Street("", ""),
        city["post_code"] if city else "",
        city["city"] if city else "",
        country(shop.seller_country or "de"),
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


def dhl_rows(parcels: Sequence[Parcel]) -> Iterator[dict[str, object]]:
    """By column. The billing number is the portal's own: staff choose it there. No e-mail: nobody agreed to that."""
    for parcel in parcels:
        sender, to = sender_of(parcel.shop), parcel.address
        name, street = f"{to.first_name} {to.last_name}", split_street(to.address)
        yield {
            "Sendungsreferenz": parcel.delivery.number,
            "Sendungsdatum": f"{timezone.localdate():%d.%m.%Y}",
            "Absender Name 1": sender.name,
            "Absender Straße": sender.street.name,
            "Absender Hausnummer": sender.street.number,
            "Absender PLZ": sender.post_code,
            "Absender Ort": sender.city,
            "Absender Land": sender.country,
            "Empfänger Name 1": to.company or name,
            "Empfänger Name 2 / Postnummer": name if to.company else to.address2,
            "Empfänger Name 3": to.address2 if to.company else "",
            "Empfänger Straße": street.name,
            "Empfänger Hausnummer": street.number,
            "Empfänger PLZ": to.post_code,
            "Empfänger Ort": to.city,
            "Empfänger Land": country(to.country_code),
            "Empfängerreferenz": parcel.order.reference,
            "Gewicht": kilograms(parcel),
            "Produkt- und Servicedetails": AT_HOME if to.country_code == "de" else ABROAD,
        }


def kilograms(parcel: Parcel) -> Decimal:
    return max(LEAST_KILOGRAMS, (Decimal(parcel.grams) / 1000).quantize(LEAST_KILOGRAMS))


def post_rows(parcels: Sequence[Parcel]) -> Iterator[dict[str, object]]:
    """The first line is the sender's."""
    for sender in [sender_of(one.shop) for one in parcels[:1]]:
        yield {
            "NAME": sender.name, "STRASSE": sender.street.name, "NUMMER": sender.street.number,
            "PLZ": sender.post_code, "STADT": sender.city, "LAND": sender.country, "ADRESS_TYP": "HOUSE",
        }  # fmt: skip
    for parcel in parcels:
        to = parcel.address
        street, name = split_street(to.address), f"{to.first_name} {to.last_name}"
        more = " ".join(filter(None, [name if to.company else "", to.address2]))
        yield {
            "NAME": to.company or name, "ZUSATZ": more, "STRASSE": street.name, "NUMMER": street.number,
            "PLZ": to.post_code, "STADT": to.city, "LAND": country(to.country_code), "ADRESS_TYP": "HOUSE",
            "REFERENZ": parcel.delivery.number,
        }  # fmt: skip


Rows = Callable[[Sequence[Parcel]], Iterator[dict[str, object]]]
FORMATS: dict[str, tuple[Sequence[str], Rows]] = {
    "dhl": (DHL_HEADS, dhl_rows),
    "deutsche_post": (POST_HEADS, post_rows),
}


def label_file(which: str, parcels: Sequence[Parcel]) -> bytes:
    """`which`: of FORMATS. Semicolons and Windows' signs, as both portals read them."""
    heads, rows = FORMATS[which]
    written = io.StringIO()
    write_table(written, heads, ([safe(row.get(head, "")) for head in heads] for row in rows(parcels)))
    return written.getvalue().encode(ENCODING)


def is_of_windows(sign: str) -> bool:
    try:
        sign.encode(ENCODING)
    except UnicodeEncodeError:
        return False
    return True


def safe(value: object) -> object:
    """In the portals' signs, without what spreadsheets take for a formula and carriers would print."""
    if isinstance(value, Decimal):
        return value
    text = visible(in_latin(str(value), is_of_windows))
    while text.startswith(FORMULA):
        text = visible(text[1:])
    return text
