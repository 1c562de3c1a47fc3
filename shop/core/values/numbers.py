"""Numbers that visitors and staff enter."""

import re

# PostgreSQL's largest bigint, which all ids are.
LARGEST = 2**63 - 1
DIGITS = len(str(LARGEST))
# A decimal number with separators of thousands.
GROUPED = re.compile(
    r"(?P<whole>-?\d{1,3}(?P<group>[.,])\d{3}(?:(?P=group)\d{3})*)(?!(?P=group))[.,](?P<cents>\d+)", re.ASCII
)


def whole_number(text: str, most: int = LARGEST) -> int | None:
    """Return a number from 0 to `most` written in ASCII digits. None for anything else: Python also accepts `²` and
    `٣`.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
        return None
    number = int(text)
    return number if number <= most else None


def plain_number(text: str) -> str:
    """Return a number that was entered with a decimal comma or point, with or without separators of thousands, as
    "1234.50". Returns other texts as they are: the field's validation refuses them.
    """
    entered = text.strip()
    if match := GROUPED.fullmatch(entered):
        return f"{match['whole'].replace(match['group'], '')}.{match['cents']}"
    return entered.replace(",", ".") if entered.count(",") == 1 and "." not in entered else entered
