"""Comparison of an entered code with a shop's few codes, which are already loaded."""

import hashlib
import hmac
from collections.abc import Iterable
from typing import TypeVar

Value = TypeVar("Value")


def matching(entered: str, codes: Iterable[tuple[str, Value]]) -> Value | None:
    """Return the value of the matching code, None without one. Compares all codes, each in constant time."""
    found = None
    for code, value in codes:
        if hmac.compare_digest(_digest(code), _digest(entered)):
            found = value
    return found


def _digest(code: str) -> bytes:
    return hashlib.sha256(code.encode(errors="replace")).digest()
