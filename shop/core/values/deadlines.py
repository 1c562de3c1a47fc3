"""Processing times and deadlines of shoppers' requests: one list for rules, mails, pages and the SPA's texts, which
name an entry as `%name%` (purchase §9).
"""

import json
import re
from pathlib import Path

from django.conf import settings

DEADLINES: dict[str, int] = json.loads((Path(settings.BASE_DIR) / "locale" / "deadlines.json").read_text())
NAMED = re.compile(r"%([a-z]+[A-Z]\w*)%")


def with_deadlines(text: str) -> str:
    """Return the text with its `%name%` filled in. Raises KeyError for an unknown name."""
    return NAMED.sub(lambda found: str(DEADLINES[found[1]]), text)
