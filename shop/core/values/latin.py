"""Transliteration into Latin letters, for files of carriers and banks and for addresses of pages."""

import re
import unicodedata
from collections.abc import Callable

from anyascii import anyascii
from django.utils.text import slugify

# A picture, which the library writes as its name: ":guitar:".
PICTURE = re.compile(r":\w+:")
GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ẞ": "SS"})


def in_latin(text: str, keeps: Callable[[str], bool] = str.isascii) -> str:
    """Return the text in Latin letters: "Łódź 王" becomes "Lodz Wang". Drops pictograms and joins blanks. `keeps` tells
    which characters stay.
    """
    return " ".join("".join(one if keeps(one) else written(one) for one in unicodedata.normalize("NFC", text)).split())


def written(sign: str) -> str:
    letters: str = anyascii(sign)
    return "" if PICTURE.fullmatch(letters) else letters


def latin_slug(text: str) -> str:
    """Return the slug of a title in any script, with German umlauts. Empty if no character has a sound."""
    return slugify(in_latin(unicodedata.normalize("NFC", text).translate(GERMAN)))
