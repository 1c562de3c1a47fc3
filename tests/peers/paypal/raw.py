"""JSON as it came: read, and a member of it to the byte."""

import json
from json.decoder import JSONDecoder
from typing import Any

from .refusals import refused

BLANKS = " \t\r\n"


def document(body: bytes) -> Any:
    """None if there is nothing. Raises Refused."""
    try:
        return json.loads(body) if body.strip() else None
    except ValueError as error:
        raise refused("MALFORMED_REQUEST_JSON") from error


def raw_member(body: bytes, name: str) -> bytes:
    """The member of an object that is known to have it."""
    text, decoder = body.decode(), JSONDecoder()
    at = after(text, text.index("{") + 1)
    while True:
        key, at = decoder.raw_decode(text, at)
        start = after(text, after(text, at) + 1)
        _value, end = decoder.raw_decode(text, start)
        if key == name:
            return text[start:end].encode()
        at = after(text, after(text, end) + 1)


def after(text: str, at: int) -> int:
    """Where the blanks that begin there end."""
    while text[at] in BLANKS:
        at += 1
    return at
