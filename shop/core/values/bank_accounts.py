"""IBAN and BIC: normal form, display form and checks (ISO 13616, ISO 9362)."""

import re
from functools import cache

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from schwifty import BIC, IBAN
from schwifty.exceptions import InvalidChecksumDigits, SchwiftyException
from schwifty.registry import get_iban_spec

BEGINNINGS = re.compile(r"(?=([A-Z]{2})[0-9]{2})")


def normalised_iban(entered: str) -> str:
    """Return the IBAN in capitals without blanks. Raises ValidationError if it is invalid."""
    try:
        return IBAN(without_blanks(entered)).compact
    except InvalidChecksumDigits as error:
        raise ValidationError(_("Not a valid IBAN: a letter or digit is wrong. Compare it with the bank's.")) from error
    except SchwiftyException as error:
        raise ValidationError(_("Not a valid IBAN: enter it as on the bank statement, country first.")) from error


def normalised_sepa_iban(entered: str) -> str:
    """Like `normalised_iban`. Raises ValidationError also for an account outside SEPA."""
    iban = normalised_iban(entered)
    if not IBAN(iban).in_sepa_zone:
        raise ValidationError(_("No euros can be transferred to this country by SEPA."))
    return iban


def normalised_bic(entered: str) -> str:
    """Return the BIC in capitals without blanks. Raises ValidationError if it is invalid."""
    try:
        return BIC(without_blanks(entered)).compact
    except SchwiftyException as error:
        raise ValidationError(_("Not a valid BIC: it has 8 or 11 letters and digits.")) from error


def without_blanks(entered: str) -> str:
    return "".join(entered.split())


def grouped_iban(iban: str) -> str:
    """Return the IBAN in groups of four."""
    return " ".join(re.findall(".{1,4}", without_blanks(iban)))


def masked_iban(iban: str) -> str:
    """Return the IBAN masked: its holder recognises it, others cannot read it."""
    return f"{iban[:2]} … {iban[-4:]}" if iban else ""


def contains_iban(text: str) -> bool:
    """True if a part of the text reads as an IBAN, in whatever spelling.

    Without the library's full check, which would take too long at each position of a stranger's text. An account has
    more digits than letters. `frontend/src/lib/iban.ts` does the same in the browser.
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
    """Return the length of the country's IBANs; 0 if it has none."""
    try:
        return get_iban_spec(country).iban_length
    except SchwiftyException:
        return 0
