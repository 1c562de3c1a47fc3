"""Text as every bank in the SEPA area takes it (EPC217-08): 87 signs, in which all others are written."""

import re
import unicodedata

from shop.core.values.latin import GERMAN, in_latin

# What the EPC writes otherwise than it sounds.
WRITTEN = GERMAN | str.maketrans({"ø": "oe", "Ø": "Oe", "&": "+", "@": "(at)"})
OTHERS = re.compile(r"[^A-Za-z0-9/?:().,'+ -]")


# Of a name's signs a bank takes so many.
LONGEST_NAME = 70


def is_cut(name: str) -> bool:
    """Whether a file holds only a part of it."""
    return sepa_signs(name, LONGEST_NAME) != sepa_signs(name, len(name) * 10 + 1)


def sepa_signs(text: str, most: int) -> str:
    """At most so many signs: a dot for each that cannot be written. No slash at either end and no two in a row, which
    mean something to banks.
    """
    plain = in_latin(unicodedata.normalize("NFC", text).translate(WRITTEN))
    plain = re.sub("//+", "/", OTHERS.sub(".", plain))
    return plain.strip("/ ")[:most].strip("/ ")
