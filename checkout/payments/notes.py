"""The notes that the shop writes into ledger entries: stored in one form, read in each reader's language."""

import re
from contextlib import suppress
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop

BANK_STATEMENT = gettext_noop("Bank statement, %(day)s")
TRANSFERRED = gettext_noop("Transferred, value date %(day)s")
VALUE_DATE = gettext_noop("Value date %(day)s")
BOOKED_BEFORE = gettext_noop("Booked for order %(reference)s before")
FREE_TEXT = " · "
PATTERNS = {
    text: re.compile(re.sub(r"%\\\((\w+)\\\)s|%\((\w+)\)s", r"(?P<\1\2>\\S+)", re.escape(text)))
    for text in (BANK_STATEMENT, TRANSFERRED, VALUE_DATE, BOOKED_BEFORE)
}


def stored_note(text: str, more: str = "", **values: object) -> str:
    """Return one of this module's texts for storage, with days as ISO dates. `more`: what staff wrote."""
    return FREE_TEXT.join(filter(None, [text % values, more]))


def note_text(note: str) -> str:
    """Return a stored note in the active language. Notes of staff and of times before stay as they are."""
    written, separator, more = note.partition(FREE_TEXT)
    for text, pattern in PATTERNS.items():
        if match := pattern.fullmatch(written):
            values = {name: value_text(value) for name, value in match.groupdict().items()}
            return gettext(text) % values + separator + more
    return note


def value_text(value: str) -> str:
    with suppress(ValueError):
        return date_format(date.fromisoformat(value), "SHORT_DATE_FORMAT")
    return value
