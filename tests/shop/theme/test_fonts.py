"""The built faces have a glyph for every character that is shown, and the browser knows which file has it."""

import re
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from django.conf import settings

from shop.models import ShopDesign
from shop.theme import assets
from tests.proofs import proves
from tests.shop.written import shown_texts
from tests.woff2 import characters

ROOT = Path(settings.BASE_DIR)
RULE = re.compile(r"@font-face{(?P<rule>[^}]*url\((?P<file>/static/[^)]*\.woff2)\)[^}]*)}")
LETTERS = {chr(code) for code in chain(range(0x20, 0x7F), range(0xA0, 0x180))}
# No language has them any more, or they are written as two; the soft hyphen is a place, not a sign.
OBSOLETE = set("ĸŉſĿŀ\xad")
TYPOGRAPHY = set("‘’‚“”„–—…′″°²×•−€‹›«»™")
# Drawn by the browser as wide or narrow blanks, whatever the face has.
BLANKS = {"\u202f"}


@cache
def built() -> dict[str, list[tuple[str, set[str]]]]:
    """By face, that is family with its weights and widths: each file with the characters it is asked for."""
    css = (settings.FRONTEND_DIST / assets.manifest()[assets.STYLES]["file"]).read_text()
    faces: dict[str, list[tuple[str, set[str]]]] = {}
    for found in RULE.finditer(css):
        told = dict(part.split(":", 1) for part in found["rule"].split(";") if ":" in part)
        face = " ".join(told.get(key, "") for key in ("font-family", "font-weight", "font-stretch"))
        content = (settings.FRONTEND_DIST / found["file"].removeprefix("/static/")).read_bytes()
        asked = characters(content)
        if "unicode-range" in told:
            asked &= ranged(told["unicode-range"])
        faces.setdefault(face.strip(), []).append((found["file"], asked))
    return faces


def ranged(unicode_range: str) -> set[str]:
    found: set[str] = set()
    for part in unicode_range.split(","):
        first, _, last = part.strip()[2:].partition("-")
        codes = range(int(first.replace("?", "0"), 16), int((last or first).replace("?", "F"), 16) + 1)
        found |= {chr(code) for code in codes}
    return found


def lacking(wanted: set[str]) -> dict[str, str]:
    """By face, what of it no file has."""
    missing = {face: wanted - BLANKS - set().union(*(asked for _, asked in files)) for face, files in built().items()}
    return {face: "".join(sorted(signs)) for face, signs in missing.items() if signs}


@proves(
    "look",
    "the faces carry Latin-1, Latin Extended-A, German and English typography and every character of all "
    "texts; a page loads the files of rarer letters when it shows one",
)
def test_every_theme_has_its_faces() -> None:
    families = {face.split()[0].strip('"') for face in built()}
    assert families == {f"shop-{choice}" for choice in ShopDesign.Display.values}


@pytest.mark.parametrize("wanted", [LETTERS - OBSOLETE, TYPOGRAPHY], ids=["letters", "typography"])
def test_faces_have_the_letters_of_europe_and_the_signs_of_german_and_english(wanted: set[str]) -> None:
    assert lacking(wanted) == {}


def test_faces_have_every_character_of_all_texts() -> None:
    shown = {sign: source for source, text in shown_texts() for sign in text if sign.isprintable()}
    assert {"„", "”", "″", "²", "§", "é"} <= shown.keys()
    assert {face: [(sign, shown[sign]) for sign in signs] for face, signs in lacking(set(shown)).items()} == {}


def test_german_and_english_texts_need_one_file_of_a_face() -> None:
    """But for signs that the face itself does not have: inches, square metres."""
    shown = {sign for source, text in shown_texts() if source.endswith(".po") for sign in text if sign.isprintable()}
    for face, files in built().items():
        (file, first), *_rest = files
        assert "lent" not in file and shown - BLANKS - first <= set("<>[]{}|"), face
