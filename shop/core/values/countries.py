"""Country codes (ISO 3166-1, in small letters) and the countries' names from Babel's data."""

import unicodedata
from functools import cache

from babel import Locale
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from shop.core.values.languages import LANGUAGES, active_language

# What stands in the language data beside the countries that have codes of their own.
NO_COUNTRIES = {"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"}
NEAREST = ("de", "at", "ch")


def country_name(code: str, language: str = "") -> str:
    """Return the country's name in the given or the active language."""
    return _country_name(code, language or active_language())


@cache
def _country_name(code: str, language: str) -> str:
    return str(Locale(language).territories.get(code.upper(), code.upper()))


def address_lines(address: str, country_code: str) -> list[str]:
    """Return the lines of an address as staff wrote it. A last line that names its country, in whatever language, names
    it in the active one.
    """
    lines = [line.strip() for line in address.splitlines() if line.strip()]
    names = {_country_name(country_code, language) for language in LANGUAGES}
    if lines and lines[-1] in names:
        lines[-1] = country_name(country_code)
    return lines


@cache
def country_codes() -> frozenset[str]:
    territories = map(str, Locale("en").territories)
    return frozenset(one.lower() for one in territories if len(one) == 2 and one not in NO_COUNTRIES)


def country_choices() -> list[tuple[str, str]]:
    """Return codes and names in the active language, the nearest countries first."""
    return _country_choices(active_language())


@cache
def _country_choices(language: str) -> list[tuple[str, str]]:
    named = {code: _country_name(code, language) for code in country_codes()}
    near = [(code, named.pop(code)) for code in NEAREST]
    return near + sorted(named.items(), key=lambda item: _sorted_as(item[1]))


def _sorted_as(name: str) -> str:
    """Return the sort key of a name: Ä sorts like A."""
    return unicodedata.normalize("NFKD", name).casefold()


def normalised_country(entered: str) -> str:
    """Return the code in small letters. Raises ValidationError if it is no country's code."""
    code = entered.strip().lower()
    if code not in country_codes():
        raise ValidationError(_("There is no such country."))
    return code
