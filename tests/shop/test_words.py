"""How texts are written: one word for one thing, and no line that ends where two signs belong together."""

import re
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings

from tests.proofs import proves

from .written import shown_texts

APART = r"§ \d|\d [€%](?!\})|\)s %%|\} [€%](?!\})"
OTHER_WORDS = {
    "the cart is der Korb": r"Warenkorb",
    "the page is the privacy policy": r"[Dd]ata policy",
    "who is paid is the payee": r"[Aa]ccount holder:|Kontoinhaber",
    "English that was German": (
        r"Maybe you find|To the (overview|address|cart|shop|payment)\b|To your order|Back to the start\b"
        r"|from two characters on|has the way out|kept at YouTube"
    ),
}
ENTRY = re.compile(r'(?:^msgctxt (".*")\n)?^msgid ((?:".*"\n)+)', re.MULTILINE)
# Staff read of carts in general, and the bank's word beside its field.
FOR_SHOPPERS = re.compile(r"^(?!django\.po$)")


def test_signs_stay_with_their_numbers() -> None:
    apart = {(source, found[0]) for source, text in shown_texts() for found in re.finditer(APART, text)}
    assert {one for one in apart if one[0] != "django.po" and not one[0].endswith(".py")} == set()


@proves("look", "one word for one thing in each language; no line ends between a sign and its number")
@pytest.mark.parametrize("words", OTHER_WORDS.values(), ids=OTHER_WORDS)
def test_one_word_for_one_thing(words: str) -> None:
    said = {(source, found[0]) for source, text in shown_texts() for found in re.finditer(words, text)}
    assert {one for one in said if FOR_SHOPPERS.match(one[0])} == set()


def test_no_text_is_translated_twice() -> None:
    """Of two translations of one text the last one is said everywhere, also where the other was meant."""
    files = sorted(Path(settings.BASE_DIR, "locale").rglob("*.po"))
    assert files
    for file in files:
        entries = Counter(ENTRY.findall(file.read_text()))
        assert [one for one, times in entries.items() if times > 1] == [], file
