"""Which of a few codes was entered: a shop's access codes are known without asking for them."""

import hashlib
import hmac
from collections.abc import Iterable
from typing import TypeVar

Meant = TypeVar("Meant")


def matching(entered: str, codes: Iterable[tuple[str, Meant]]) -> Meant | None:
    """What the entered code means. All are compared, each in constant time."""
    found = None
    for code, meant in codes:
        if hmac.compare_digest(_digest(code), _digest(entered)):
            found = meant
    return found


def _digest(code: str) -> bytes:
    return hashlib.sha256(code.encode(errors="replace")).digest()
