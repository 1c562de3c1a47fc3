"""Any script in Latin letters: addresses of pages, names in files that hold no other."""

import pytest

from shop.core.values.latin import in_latin, latin_slug
from tests.proofs import proves


@proves("docs/decisions/0078", "titles in any script have an address that can be read aloud")
@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Öl & Ärger", "oel-aerger"), ("O\u0308l", "oel"), ("東京事変", "dongjingshibian"), ("Київ 2026", "kiiv-2026"),
        ("Łódź, noc", "lodz-noc"), ("🎸 Live", "live"), ("🎸", ""), ("ﬁn", "fin"), ("中文 Tour", "zhongwen-tour"),
    ],
)  # fmt: skip
def test_a_title_of_any_script_makes_an_address(title: str, slug: str) -> None:
    assert latin_slug(title) == slug


def test_what_is_kept_stays_and_the_rest_is_written() -> None:
    assert in_latin("Straße 王  ＠", lambda sign: sign in "Straße ") == "Straße Wang @"
