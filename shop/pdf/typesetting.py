"""Documents on paper, set by Typst from templates/pdf and the faces beside this file: no network, no system fonts.

Nothing of Django, so that a long one can be set in a process of its own.
"""

import json
import re
import unicodedata
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from shop.core.bounded.budget import MB, ResourceBudget
from shop.core.bounded.process import run_bounded

FONTS = Path(__file__).parent / "fonts"
TEMPLATES = Path(__file__).resolve().parents[2] / "templates" / "pdf"
# A thousand packing slips need a fifth of the time.
LONG = ResourceBudget(cpu=60, seconds=90, memory=4096 * MB)
# Ligatures of letters, and letters as wide as Chinese ones, are letters.
LETTERS = re.compile("[\ufb00-\ufb06\uff21-\uff5a]")


def signs_of_noto() -> str:
    """Of the faces for other scripts, as the ranges of a regular expression."""
    ranges = (FONTS / "noto-signs.txt").read_text().split()
    return "".join("-".join(re.escape(chr(int(end, 16))) for end in one.split("-")) for one in ranges)


# Signs that the faces have: Latin, Greek, Cyrillic, typography; Arabic, Hebrew, Thai, Chinese, Japanese, Korean,
# pictures. An archive's PDF may hold no other.
NOT_THERE = re.compile(
    "[^\u0020-\u007e\u00a0-\u0377\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u04ff\u1e00-\u1eff\u2010-\u2027\u202f-\u2040"
    f"\u20a0-\u20c0\u2122\u2190-\u22ff\u25a0-\u2606{signs_of_noto()}]"
)
MISSING = "□"


def typeset(template: str, data: dict[str, Any], *, dated: date, archival: bool) -> bytes:
    """A PDF of `templates/pdf/{template}.typ`, which finds the data in `data`. The same data give the same bytes.

    `dated`: the day that the file itself says it was made. `archival`: as PDF/A-3b, which other files can be put into.
    """
    options = {"pdf_standards": ["a-3b"] if archival else [], "timestamp": 0}
    return bytes(compiled(template, data, dated.isoformat(), **options))


def drawn(template: str, data: dict[str, Any]) -> list[bytes]:
    """The template's pages as PNG, a point a pixel; at least two of them."""
    return [bytes(page) for page in compiled(template, data, "", format="png", ppi=72)]


@cache
def faces() -> Any:
    """The faces beside this file: reading them takes longer than a document of one page."""
    import typst

    return typst.Fonts(include_system_fonts=False, font_paths=[str(FONTS)])


def compiled(template: str, data: dict[str, Any], dated: str, **options: Any) -> Any:
    # Loaded with the first document: most processes of the web never set one.
    import typst

    return typst.compile(
        str(TEMPLATES / f"{template}.typ"),
        root=str(TEMPLATES),
        font_paths=faces(),
        ignore_system_fonts=True,
        sys_inputs={"data": json.dumps(printable(data), ensure_ascii=False), "dated": dated},
        **options,
    )


def typeset_long(template: str, data: dict[str, Any], *, dated: date) -> bytes:
    """`typeset` for what staff make of many orders at once. Raises OverBudget."""
    return run_bounded(set_long, template, data, dated, budget=LONG)


def set_long(template: str, data: dict[str, Any], dated: date) -> bytes:
    return typeset(template, data, dated=dated, archival=False)


def printable(value: Any) -> Any:
    """The data with a box for each sign that no face has."""
    if isinstance(value, str):
        plain = LETTERS.sub(lambda sign: unicodedata.normalize("NFKC", sign[0]), value)
        return NOT_THERE.sub(MISSING, unicodedata.normalize("NFC", plain))
    if isinstance(value, dict):
        return {key: printable(one) for key, one in value.items()}
    return [printable(one) for one in value] if isinstance(value, list | tuple) else value
