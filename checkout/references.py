"""Orders by what people write of their references (purchase §4, §9)."""

import re

from .payments import METHODS

# What people write for what the alphabet of references has (checkout.models.order).
MISREAD = str.maketrans("OILU", "011V")
GAP = r"[\s\-‐‑‒–—−_./:,]*"
SIGNS = GAP.join(["[0-9A-Z]"] * 5)
# Before an order's reference in that of a payment stands how it is paid, and behind it the number of a further attempt.
PREFIXES = "|".join(sorted({method.reference_prefix for method in METHODS.values()}))
WRITTEN = re.compile(rf"\s*(?:(?:{PREFIXES}){GAP})?(?:B{GAP})?({SIGNS})(?:-\d{{1,3}})?\s*")
MAX_LENGTH = 40


def order_reference(written: str) -> str:
    """`B-XXXXX` of what somebody entered: small letters, blanks, signs that look alike, a payment's prefix; "" if it is
    none.
    """
    found = WRITTEN.fullmatch(written.upper()) if len(written) <= MAX_LENGTH else None
    return reference_of(found[1]) if found else ""


def reference_of(signs: str) -> str:
    """`B-XXXXX` of five signs, however they were written."""
    return "B-" + re.sub(GAP, "", signs).translate(MISREAD)
