"""Rules of the ticket service's forms, as pure functions (purchase §5 "Cancel and change", §9)."""

from datetime import datetime

from checkout.rules import NAMES_CLOSE

MOST_TICKETS = 4


def closes_at(until: datetime | None, begins: datetime, *, personalised: bool) -> datetime | None:
    """Return when an event's form closes, None if it is never open. Personalised tickets cannot change in the last 48
    hours.
    """
    if until is None:
        return None
    return min(until, begins - NAMES_CLOSE if personalised else begins)


def typed_number(text: str) -> str:
    """Return the digits without blanks. Empty if the text has other characters."""
    digits = "".join(text.split())
    return digits if digits.isascii() and digits.isdigit() else ""


def name_parts(name: str) -> tuple[str, str]:
    """Split a name: the last word, or the only one, is the last name."""
    first, _blank, last = name.strip().rpartition(" ")
    return first.strip(), last
