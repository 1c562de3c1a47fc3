"""Which territory of VAT an address lies in, and the rates there, as `regions.csv` and `rates.csv` have them.

A territory is a member state of the European Union, one of its regions with rates of their own (`pt-madeira`), or
Northern Ireland (`xi`), which counts for goods alone. Everything else is outside of the VAT area, also what belongs to
a member state (Articles 6 and 7 of Directive 2006/112/EC).
"""

import csv
import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from shop.core.values.money import cents

OUTSIDE = "outside"
NORTHERN_IRELAND = "xi"
HERE = Path(__file__).parent
NO_DIGIT, NO_SIGN = re.compile(r"\D"), re.compile(r"[^0-9A-Z]")


@dataclass(frozen=True)
class Destination:
    """Where something goes. Without a postal code: to where most of the country is. The country in small letters."""

    country: str
    post_code: str = ""
    city: str = ""


@dataclass(frozen=True)
class Rates:
    """In percent. `books`: of printed books and sheet music; see `vat_rate_of` for what else is taken for one."""

    since: date
    general: Decimal
    books: Decimal


@dataclass(frozen=True)
class Region:
    """A part of a country, by postal codes (`fnmatch`) and, where others have the same one, by the city's name."""

    post_code: str
    city: str
    territory: str

    def has(self, destination: Destination) -> bool:
        code = destination.post_code.upper()
        # "D-27498" is 27498; British ones have letters.
        code = NO_SIGN.sub("", code) if destination.country == "gb" else NO_DIGIT.sub("", code)
        return fnmatchcase(code, self.post_code) and self.city in destination.city.casefold()


@cache
def regions() -> dict[str, list[Region]]:
    """By country."""
    found: dict[str, list[Region]] = {}
    for row in rows_of("regions.csv"):
        found.setdefault(row["country"], []).append(Region(row["post_code"], row["city"], row["territory"]))
    return found


@cache
def all_rates() -> dict[str, list[Rates]]:
    """By territory, the newest first."""
    found: dict[str, list[Rates]] = {}
    for row in rows_of("rates.csv"):
        general, books = (cents(Decimal(row[name])) for name in ("general", "books"))
        rates = Rates(date.fromisoformat(row["since"]), general, books)
        found.setdefault(row["territory"], []).insert(0, rates)
    return found


def rows_of(name: str) -> list[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def territory_of(destination: Destination) -> str:
    """`OUTSIDE` of the VAT area, or a key of `all_rates`, which begins with the country whose VAT it is."""
    for region in regions().get(destination.country, ()):
        if region.has(destination):
            return region.territory
    return destination.country if destination.country in all_rates() else OUTSIDE


def rates_in(territory: str, day: date) -> Rates:
    rates = all_rates()[territory]
    return next((one for one in rates if one.since <= day), rates[-1])


def is_in_vat_area(country: str) -> bool:
    """Whether most of a country is."""
    return territory_of(Destination(country)) != OUTSIDE
