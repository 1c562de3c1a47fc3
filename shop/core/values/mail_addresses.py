"""Validation of e-mail addresses: one rule for checkout, newsletter and staff.
`frontend/src/lib/mail-address.ts` is the same for the browser; `tests/mail_addresses.json` holds both to it.
"""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MAX_LENGTH = 254
MAX_LOCAL_PART = 64
# RFC 5321 "Dot-string": quoted local parts and those beyond ASCII are allowed there, but few servers take them.
LOCAL_PART = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
DOMAIN = re.compile(
    r"(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])", re.IGNORECASE
)


def sendable(address: str) -> str | None:
    """Return the address with its domain in ASCII (RFC 5891). None if it is invalid."""
    local_part, _at, domain = address.rpartition("@")
    if len(address) > MAX_LENGTH or len(local_part) > MAX_LOCAL_PART:
        return None  # before anything that takes the square of the length, as punycode does
    domain = _in_ascii(domain)
    fits = len(local_part) + 1 + len(domain) <= MAX_LENGTH
    if not (fits and LOCAL_PART.fullmatch(local_part) and DOMAIN.fullmatch(domain)):
        return None
    return f"{local_part}@{domain}"


def _in_ascii(domain: str) -> str:
    """Return the domain in ASCII. Django's function would turn straße.de into strasse.de, another owner's domain."""
    if domain.isascii():
        return domain
    if not all(sign in ".-" or unicodedata.category(sign)[0] in "LMN" for sign in domain):
        return ""
    labels = unicodedata.normalize("NFKC", domain.lower()).split(".")
    return ".".join(one if one.isascii() else "xn--" + one.encode("punycode").decode() for one in labels)


def is_mail_address(address: str) -> bool:
    return sendable(address) is not None


def mailbox(email: str) -> str:
    """Return the key of the mailbox: the address in small letters, without a +tag."""
    name, _at, host = (sendable(email.strip()) or email.strip()).lower().rpartition("@")
    return f"{name.partition('+')[0]}@{host}"


def validate_mail_address(address: str) -> None:
    if not is_mail_address(address):
        raise ValidationError(_("Enter an e-mail address such as shop@band.de."))
