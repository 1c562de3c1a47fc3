"""Read an order's reference from what people type (purchase §4, §9)."""

import re

from .methods import METHODS

# Letters that people type instead of signs of the alphabet (checkout.models.order).
MISREAD = str.maketrans("OILU", "011V")
GAP = r"[\s\-‐‑‒–—−_./:,]*"
GAPS = re.compile(GAP)
# A reference has eight signs and begins with a digit, so that nobody takes a payment's prefix for its beginning. Orders
# from before December 2026 have five signs.
SIGNS = [GAP.join([first, *["[0-9A-Z]"] * others]) for first, others in (("[0-9OIL]", 7), ("[0-9A-Z]", 4))]
# Before an order's reference in that of a payment stands how it is paid, and behind it the number of a further attempt.
PREFIXES = "|".join(sorted({method.reference_prefix for method in METHODS.values()}))
WRITTEN = [re.compile(rf"\s*(?:(?:{PREFIXES}){GAP})?(?:B{GAP})?({signs})(?:-\d{{1,3}})?\s*") for signs in SIGNS]
MAX_LENGTH = 40


def order_reference(written: str) -> str:
    """Return `B-XXXXXXXX` for an entered text: small letters, blanks, similar signs and a payment's prefix are allowed.
    "" if it is no reference.
    """
    written = written.upper() if len(written) <= MAX_LENGTH else ""
    found = next((found for form in WRITTEN if (found := form.fullmatch(written))), None)
    return reference_of(found[1]) if found else ""


def reference_of(signs: str) -> str:
    """Return `B-XXXXXXXX` for the signs, however they are written."""
    return "B-" + without_gaps(signs).translate(MISREAD)


def without_gaps(written: str) -> str:
    """Return the text without blanks, dashes and other signs that people write between letters and digits."""
    return GAPS.sub("", written)
