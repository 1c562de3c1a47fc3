"""Orders by what people write of their references (purchase §4, §9)."""

import re

from .models.order import REFERENCE_ALPHABET
from .payments import METHODS

# Before an order's reference in that of a payment stands how it is paid, and behind it the number of a further attempt.
PREFIXES = "|".join(sorted({method.reference_prefix for method in METHODS.values()}))
WRITTEN = re.compile(rf"(?:{PREFIXES})?-?(?:B-?)?([{REFERENCE_ALPHABET}]{{5}})(?:-[0-9]+)?")
MISREAD = str.maketrans("OIL", "011")
MAX_LENGTH = 40


def order_reference(written: str) -> str:
    """`B-XXXXX` of what somebody wrote: small letters, blanks, signs that look alike, a payment's prefix; "" if it is
    none.
    """
    if len(written) > MAX_LENGTH:
        return ""
    found = WRITTEN.fullmatch("".join(written.split()).upper().translate(MISREAD))
    return f"B-{found[1]}" if found else ""
