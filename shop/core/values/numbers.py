"""Numbers as visitors write them."""

# PostgreSQL's largest bigint, which all ids are.
LARGEST = 2**63 - 1
DIGITS = len(str(LARGEST))


def whole_number(text: str, most: int = LARGEST) -> int | None:
    """A number from 0 to `most` in plain digits, None for anything else (`²` and `٣` are digits to Python, too)."""
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
        return None
    number = int(text)
    return number if number <= most else None
