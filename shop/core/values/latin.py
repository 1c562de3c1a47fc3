"""Text of any script in Latin letters, for what holds no other: carriers' and banks' files, addresses of pages."""

import re
import unicodedata
from collections.abc import Callable

from anyascii import anyascii
from django.utils.text import slugify

# A picture, which the library writes as its name: ":guitar:".
PICTURE = re.compile(r":\w+:")
GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ẞ": "SS"})


def in_latin(text: str, keeps: Callable[[str], bool] = str.isascii) -> str:
    """`keeps`: which signs stay as they are. Others become the letters that they sound like ("Łódź 王" is "Lodz
    Wang"), pictures go. Blanks are one each.
    """
    return " ".join("".join(one if keeps(one) else written(one) for one in unicodedata.normalize("NFC", text)).split())


def written(sign: str) -> str:
    letters: str = anyascii(sign)
    return "" if PICTURE.fullmatch(letters) else letters


def latin_slug(text: str) -> str:
    """Of a title in any script, umlauts as in German; empty where nothing can be read aloud."""
    return slugify(in_latin(unicodedata.normalize("NFC", text).translate(GERMAN)))
