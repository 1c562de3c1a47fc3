"""Orders' references as payers write them: with blanks and small letters, O for 0, without the prefix, several."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from checkout.references import GAP, SIGNS, reference_of

# A prefix of the method, or the hyphen of the reference itself: nobody writes that by chance.
CERTAIN = re.compile(
    rf"(?:B{GAP}A{GAP}X{GAP}B{GAP}|(?<![0-9A-Z])B\s*[-‐‑‒–—−]\s*)(?=({SIGNS})(?:{GAP}(\d{{1,3}})(?![0-9A-Z]))?)"
)
# Words begin with a B, too: such a reference counts with the right amount alone.
POSSIBLE = re.compile(rf"(?:B{GAP}A{GAP}X{GAP}|(?<![0-9A-Z])B{GAP})(?=({SIGNS}))")
# Of a purpose that holds nothing but candidates no more are looked up.
MOST = 40


@dataclass(frozen=True)
class Reference:
    """`B-XXXXX`; `attempt`: the number of a further attempt to pay, 0 where none is written."""

    reference: str
    is_certain: bool
    attempt: int = 0


def references_in(texts: Iterable[str]) -> list[Reference]:
    """Each once, the certain ones first, as far as they can be told by their form."""
    texts = [text.upper() for text in texts]
    found: dict[str, Reference] = {}
    for text in texts:
        for match in CERTAIN.finditer(text):
            one = Reference(reference_of(match[1]), True, int(match[2] or 0))
            if one.attempt or one.reference not in found:
                found[one.reference] = one
    for text in texts:
        for match in POSSIBLE.finditer(text):
            found.setdefault(reference_of(match[1]), Reference(reference_of(match[1]), False))
    return list(found.values())[:MOST]
