"""The table of languages (`locale/languages.json`) for the settings and for processes without settings. The first
language is the default.
"""

import json
from pathlib import Path

# `locale`: the language's code at Babel and social networks; `paypal`: its code at PayPal.
TABLE: dict[str, dict[str, str]] = json.loads(
    (Path(__file__).resolve().parents[3] / "locale" / "languages.json").read_text()
)
