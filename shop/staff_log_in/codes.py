"""Codes of a second factor: those of an authenticator app, and recovery codes."""

import hashlib
import re
import secrets
import time
from binascii import unhexlify

from django_otp.oath import TOTP

# Without I, L, O, 0 and 1, which are easily misread.
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
GROUPS, GROUP_LENGTH = 4, 4
APP_CODE = re.compile(r"[0-9]{6}")
# A code of half a minute before or after counts too, because clocks differ.
TOLERANCE = 1


def new_key() -> str:
    """Return a new secret key of an authenticator app, hexadecimal."""
    return secrets.token_hex(20)


def without_blanks(entered: str) -> str:
    return "".join(entered.split())


def is_app_code(entered: str) -> bool:
    """True if the text has the form of an authenticator app's code."""
    return APP_CODE.fullmatch(without_blanks(entered)) is not None


def matched(key: str, entered: str) -> TOTP | None:
    """Return the app's clock at the code that was entered. None if the key makes another code now."""
    totp = TOTP(unhexlify(key))
    totp.time = time.time()
    return totp if is_app_code(entered) and totp.verify(int(without_blanks(entered)), TOLERANCE) else None


def new_recovery_code() -> str:
    """Return a new code of 79 random bits: ABCD-EFGH-JKMN-PQRS."""
    groups = ("".join(secrets.choice(LETTERS) for _ in range(GROUP_LENGTH)) for _ in range(GROUPS))
    return "-".join(groups)


def recovery_digest(user_id: int, entered: str) -> str:
    """Return the digest under which the member's code is stored. One round of hashing is enough for 79 random bits."""
    letters = re.sub(r"[^A-Z0-9]", "", entered.upper())
    return hashlib.sha256(f"{user_id} {letters}".encode()).hexdigest()
