"""What the forms of the ticket service take, as pure functions (purchase §5 "Cancel and change", §9)."""

from datetime import datetime

from checkout.rules import NAMES_CLOSE

MOST_TICKETS = 4


def closes_at(until: datetime | None, begins: datetime, *, personalised: bool) -> datetime | None:
    """Until when an event's form is open (None: never). Personalised tickets stay as they are for the last 48 hours."""
    if until is None:
        return None
    return min(until, begins - NAMES_CLOSE if personalised else begins)


def typed_number(text: str) -> str:
    """The digits, without the blanks that tickets print between them; empty where anything else stands there."""
    digits = "".join(text.split())
    return digits if digits.isascii() and digits.isdigit() else ""


def name_parts(name: str) -> tuple[str, str]:
    """First and last name of one line: the last word is the last name, and who has one name has that."""
    first, _blank, last = name.strip().rpartition(" ")
    return first.strip(), last
