"""Bank accounts as they are kept and as people read them (ISO 13616, ISO 9362)."""

import re
from functools import cache

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from schwifty import BIC, IBAN
from schwifty.exceptions import InvalidChecksumDigits, SchwiftyException
from schwifty.registry import get_iban_spec

BEGINNINGS = re.compile(r"(?=([A-Z]{2})[0-9]{2})")


def normalised_iban(entered: str) -> str:
    """The IBAN in capitals without blanks. Raises ValidationError for what is none."""
    try:
        return IBAN(without_blanks(entered)).compact
    except InvalidChecksumDigits as error:
        raise ValidationError(_("Not a valid IBAN: a letter or digit is wrong. Compare it with the bank's.")) from error
    except SchwiftyException as error:
        raise ValidationError(_("Not a valid IBAN: enter it as on the bank statement, country first.")) from error


def normalised_sepa_iban(entered: str) -> str:
    """As `normalised_iban`, of an account that euros can be transferred to. Raises ValidationError for any other."""
    iban = normalised_iban(entered)
    if not IBAN(iban).in_sepa_zone:
        raise ValidationError(_("No euros can be transferred to this country by SEPA."))
    return iban


def normalised_bic(entered: str) -> str:
    """The BIC in capitals without blanks. Raises ValidationError for what is none."""
    try:
        return BIC(without_blanks(entered)).compact
    except SchwiftyException as error:
        raise ValidationError(_("Not a valid BIC: it has 8 or 11 letters and digits.")) from error


def without_blanks(entered: str) -> str:
    return "".join(entered.split())


def grouped_iban(iban: str) -> str:
    """In groups of four, as people compare it."""
    return " ".join(re.findall(".{1,4}", without_blanks(iban)))


def masked_iban(iban: str) -> str:
    """So that its holder knows which one it is, and nobody else learns it."""
    return f"{iban[:2]} … {iban[-4:]}" if iban else ""


def contains_iban(text: str) -> bool:
    """Whether anybody would read a part of the text as an IBAN, however it is written.

    Without the library's whole check, which takes too long for each place of a stranger's text; an account has more
    digits than letters. `frontend/src/lib/iban.ts` is the same for the browser.
    """
    signs = re.sub(r"[^A-Z0-9]", "", text.upper())
    return any(_is_iban(signs[found.start() :], found[1]) for found in BEGINNINGS.finditer(signs))


def _is_iban(signs: str, country: str) -> bool:
    length = _length(country)
    iban = signs[:length]
    if not length or len(iban) < length or 2 * sum(map(str.isdigit, iban)) <= length:
        return False
    return int("".join(str(int(sign, 36)) for sign in iban[4:] + iban[:4])) % 97 == 1


@cache
def _length(country: str) -> int:
    """0 where there are no IBANs."""
    try:
        return get_iban_spec(country).iban_length
    except SchwiftyException:
        return 0
