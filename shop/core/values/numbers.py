"""Numbers that visitors enter."""

# PostgreSQL's largest bigint, which all ids are.
LARGEST = 2**63 - 1
DIGITS = len(str(LARGEST))


def whole_number(text: str, most: int = LARGEST) -> int | None:
    """Return a number from 0 to `most` written in ASCII digits. None for anything else: Python also accepts `²` and
    `٣`.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
        return None
    number = int(text)
    return number if number <= most else None
