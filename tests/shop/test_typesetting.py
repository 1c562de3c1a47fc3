"""Paper prints names in the scripts that the checkout takes, each sign from a face beside the templates."""

from datetime import date

import pypdfium2
import pytest

from shop.pdf.typesetting import FONTS, MISSING, printable, typeset
from tests.proofs import proves

NAMES = [
    "فاطمة الزهراء", "小明 王", "ศิริพร แก้วใส", "Αθηνά Παπαδοπούλου", "Łukasz Żółćiewicz", "Zoë 🎸 O’Connor",
    "キャリー 東京", "김민수", "דוד כהן", "Æthelþryð Ó Súilleabháin", "👩‍🎤 ❤️",
]  # fmt: skip


@proves(
    "docs/decisions/0078", "names are printed in the scripts that the checkout takes, letters joined by ligatures too"
)
@pytest.mark.parametrize("name", NAMES)
def test_a_name_has_all_its_signs(name: str) -> None:
    assert printable(name) == name


def test_a_ligature_is_its_letters_and_other_scripts_are_boxes() -> None:
    assert printable(["ﬁona ＡＢ", "हिन्दी"]) == ["fiona AB", MISSING * 6]


def test_the_faces_have_what_is_printed_and_join_arabic_letters() -> None:
    """An archive's PDF is refused where a face lacks a sign."""
    data = {
        "language": "de", "title": "Packliste", "under": " · ".join(NAMES), "heads": ["a", "b", "c", "d"], "rows": [],
        "page": "Seite", "of": "von",
    }  # fmt: skip
    file = pypdfium2.PdfDocument(typeset("pick_list", data, dated=date(2026, 11, 28), archival=True))
    text = file[0].get_textpage().get_text_range()
    for name in ("小明", "김민수", "キャリー", "🎸", "ศิริพร"):
        assert name in text
    faces = {one.name for one in FONTS.glob("*.ttf")}
    assert {"noto-arabic.ttf", "noto-sc.ttf", "noto-emoji.ttf"} < faces
