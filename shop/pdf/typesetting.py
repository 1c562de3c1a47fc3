"""Documents on paper, set by Typst from templates/pdf and the faces beside this file: no network, no system fonts."""

import json
import re
import unicodedata
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings

FONTS = Path(__file__).parent / "fonts"
TEMPLATES = Path(settings.BASE_DIR) / "templates" / "pdf"
# Signs that the faces have: Latin, Greek, Cyrillic and typography. An archive's PDF may hold no other.
NOT_THERE = re.compile(
    "[^\u0020-\u007e\u00a0-\u0377\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u04ff\u1e00-\u1eff\u2010-\u2027\u202f-\u2040"
    "\u20a0-\u20c0\u2122\u2190-\u22ff\u25a0-\u2606]"
)
MISSING = "□"


def typeset(template: str, data: dict[str, Any], *, dated: date, archival: bool) -> bytes:
    """A PDF of `templates/pdf/{template}.typ`, which finds the data in `data`. The same data give the same bytes.

    `dated`: the day that the file itself says it was made. `archival`: as PDF/A-3b, which other files can be put into.
    """
    # Loaded with the first document: most processes of the web never set one.
    import typst

    return bytes(
        typst.compile(
            str(TEMPLATES / f"{template}.typ"),
            root=str(TEMPLATES),
            font_paths=[str(FONTS)],
            ignore_system_fonts=True,
            sys_inputs={"data": json.dumps(printable(data), ensure_ascii=False), "dated": dated.isoformat()},
            pdf_standards=["a-3b"] if archival else [],
            timestamp=0,
        )
    )


def printable(value: Any) -> Any:
    """The data with a box for each sign that no face has."""
    if isinstance(value, str):
        return NOT_THERE.sub(MISSING, unicodedata.normalize("NFC", value))
    if isinstance(value, dict):
        return {key: printable(one) for key, one in value.items()}
    return [printable(one) for one in value] if isinstance(value, list | tuple) else value
