"""Orders' references as payers write them: with blanks and small letters, O for 0, without the prefix, several."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from checkout.payments.references import GAP, SIGNS, reference_of

# A prefix of the method, or the hyphen of the reference itself: nobody writes that by chance.
CERTAIN = [
    re.compile(
        rf"(?:B{GAP}A{GAP}X{GAP}B{GAP}|(?<![0-9A-Z])B\s*[-‐‑‒–—−]\s*)(?=({signs})(?:{GAP}(\d{{1,3}})(?![0-9A-Z]))?)"
    )
    for signs in SIGNS
]
# Words begin with a B, too: such a reference counts with the right amount alone.
POSSIBLE = [re.compile(rf"(?:B{GAP}A{GAP}X{GAP}|(?<![0-9A-Z])B{GAP})(?=({signs}))") for signs in SIGNS]
# Of a purpose that holds nothing but candidates no more are looked up.
MOST = 80


@dataclass(frozen=True)
class Reference:
    """`B-XXXXXXXX`; `attempt`: the number of a further attempt to pay, 0 where none is written."""

    reference: str
    is_certain: bool
    attempt: int = 0


def references_in(texts: Iterable[str]) -> list[Reference]:
    """Each once, the certain ones first, as far as they can be told by their form: the same signs may be read as a
    reference of eight signs and as one of five, which `without_beginnings` tells apart.
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
    """Of references that exist those that are not the beginning of another one."""
    references = list(references)
    written = {one.reference for one in references}
    return [
        one for one in references if not any(other.startswith(one.reference) for other in written - {one.reference})
    ]
