"""Text that all banks in the SEPA area accept (EPC217-08): 87 characters, to which all others are converted."""

import re
import unicodedata

from shop.core.values.latin import GERMAN, in_latin

# Characters that the EPC converts in its own way.
WRITTEN = GERMAN | str.maketrans({"ø": "oe", "Ø": "Oe", "&": "+", "@": "(at)"})
OTHERS = re.compile(r"[^A-Za-z0-9/?:().,'+ -]")


# Most characters of a name.
LONGEST_NAME = 70


def is_cut(name: str) -> bool:
    """Return whether the file holds only a part of the name."""
    return sepa_signs(name, LONGEST_NAME) != sepa_signs(name, len(name) * 10 + 1)


def sepa_signs(text: str, most: int) -> str:
    """Return at most so many characters: a dot for each that cannot be converted. No slash at either end and no two in
    a row, because these have a meaning for banks.
    """
    plain = in_latin(unicodedata.normalize("NFC", text).translate(WRITTEN))
    plain = re.sub("//+", "/", OTHERS.sub(".", plain))
    return plain.strip("/ ")[:most].strip("/ ")
