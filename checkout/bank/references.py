"""Find orders' references in payers' texts: with blanks, small letters, O for 0, without the prefix, several in
one text.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from checkout.payments.references import GAP, SIGNS, reference_of

# With a method's prefix or the reference's own hyphen: not written by chance.
CERTAIN = [
    re.compile(
        rf"(?:B{GAP}A{GAP}X{GAP}B{GAP}|(?<![0-9A-Z])B\s*[-‐‑‒–—−]\s*)(?=({signs})(?:{GAP}(\d{{1,3}})(?![0-9A-Z]))?)"
    )
    for signs in SIGNS
]
# Words begin with a B, too: such a reference counts only with the right amount.
POSSIBLE = [re.compile(rf"(?:B{GAP}A{GAP}X{GAP}|(?<![0-9A-Z])B{GAP})(?=({signs}))") for signs in SIGNS]
# Most candidates that are looked up for one transaction.
MOST = 80


@dataclass(frozen=True)
class Reference:
    """`B-XXXXXXXX`. `attempt`: number of a further payment attempt, 0 if none is written."""

    reference: str
    is_certain: bool
    attempt: int = 0


def references_in(texts: Iterable[str]) -> list[Reference]:
    """Return each reference once, the certain ones first. The same signs may be read as a reference of eight and of
    five signs; `without_beginnings` tells them apart.
    """
    texts = [text.upper() for text in texts]
    found: dict[str, Reference] = {}
    for text, form in product(texts, CERTAIN):
        for match in form.finditer(text):
            one = Reference(reference_of(match[1]), True, int(match[2] or 0))
            if one.attempt or one.reference not in found:
                found[one.reference] = one
    for text, form in product(texts, POSSIBLE):
        for match in form.finditer(text):
            found.setdefault(reference_of(match[1]), Reference(reference_of(match[1]), False))
    return list(found.values())[:MOST]


def without_beginnings(references: Iterable[Reference]) -> list[Reference]:
    """Leave out references that are the beginning of another one. All of them exist."""
    references = list(references)
    written = {one.reference for one in references}
    return [
        one for one in references if not any(other.startswith(one.reference) for other in written - {one.reference})
    ]
