"""VAT identification numbers: their form in each country, as VIES describes it, and the check digit of German ones."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

# By prefix: what follows it. Greek numbers begin with EL; XI is Northern Ireland's.
FORMS = {
    "AT": r"U\d{8}",
    "BE": r"[01]\d{9}",
    "BG": r"\d{9,10}",
    "CHE": r"\d{9}(MWST|TVA|IVA)?",
    "CY": r"\d{8}[A-Z]",
    "CZ": r"\d{8,10}",
    "DE": r"\d{9}",
    "DK": r"\d{8}",
    "EE": r"\d{9}",
    "EL": r"\d{9}",
    "ES": r"[A-Z\d]\d{7}[A-Z\d]",
    "FI": r"\d{8}",
    "FR": r"[A-HJ-NP-Z\d]{2}\d{9}",
    "GB": r"(\d{9}|\d{12}|(GD|HA)\d{3})",
    "HR": r"\d{11}",
    "HU": r"\d{8}",
    "IE": r"\d[A-Z\d+*]\d{5}[A-Z]{1,2}",
    "IT": r"\d{11}",
    "LT": r"(\d{9}|\d{12})",
    "LU": r"\d{8}",
    "LV": r"\d{11}",
    "MT": r"\d{8}",
    "NL": r"[A-Z\d+*]{10}\d{2}",
    "NO": r"\d{9}(MVA)?",
    "PL": r"\d{10}",
    "PT": r"\d{9}",
    "RO": r"\d{2,10}",
    "SE": r"\d{12}",
    "SI": r"\d{8}",
    "SK": r"\d{10}",
    "XI": r"(\d{9}|\d{12}|(GD|HA)\d{3})",
}
PREFIX = re.compile("|".join(sorted(FORMS, key=len, reverse=True)))
BETWEEN = re.compile(r"[\s.\-/]")


def validate_vat_id(entered: str) -> None:
    """Raise ValidationError unless the number has the form of its country's, however it is grouped."""
    compact = BETWEEN.sub("", entered).upper()
    prefix = PREFIX.match(compact)
    if prefix is None:
        raise ValidationError(_("A VAT id begins with its country's letters, for example DE123456788 or ATU12345678."))
    number = compact[prefix.end() :]
    if not re.fullmatch(FORMS[prefix[0]], number):
        raise ValidationError(
            _("VAT ids that begin with %(prefix)s have another length or other characters."),
            params={"prefix": prefix[0]},
        )
    if prefix[0] == "DE" and not has_check_digit(number):
        raise ValidationError(_("A digit of this VAT id is wrong: its last one does not fit the others."))


def has_check_digit(number: str) -> bool:
    """Whether the last digit is right by ISO 7064, Mod 11,10."""
    product = 10
    for digit in number[:-1]:
        total = (int(digit) + product) % 10 or 10
        product = 2 * total % 11
    return (11 - product) % 10 == int(number[-1])
