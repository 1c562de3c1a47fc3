"""Bank accounts as they are kept and as people read them (ISO 13616, ISO 9362)."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from schwifty import BIC, IBAN
from schwifty.exceptions import InvalidChecksumDigits, SchwiftyException


def kept_iban(entered: str) -> str:
    """The IBAN in capitals without blanks. Raises ValidationError for what is none."""
    try:
        return IBAN(without_blanks(entered)).compact
    except InvalidChecksumDigits as error:
        raise ValidationError(_("Not a valid IBAN: a letter or digit is wrong. Compare it with the bank's.")) from error
    except SchwiftyException as error:
        raise ValidationError(_("Not a valid IBAN: enter it as on the bank statement, country first.")) from error


def kept_bic(entered: str) -> str:
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
