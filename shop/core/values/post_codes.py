"""The formats of postal codes by country.

The shop asks about a code that does not fit, and accepts it (purchase §5): countries change their formats, and
inhabitants know better.
"""

import re
from functools import cache

# 9 is a digit, A a letter, X either; a blank or hyphen may be left out.
FORMS = {
    "999": "bh fo gn is ls mg om pg tw",
    "9999": (
        "af al am ar at au az bd be bg bh cc ch cv cx cy dk et ge gl gw hm ht hu lb li lr lu lv md mk mz ne nf no nz pa"
        " ph pt py si sj sv tn ve za"
    ),
    "99999": (
        "as ax ba bt cr cu de do dz ee eg es fi fm fr gf gp gt gu hn hr id iq it jo ke kh kr kw la lk lt ma mc me mh mm"
        " mn mp mq mr mu mv mx my nc ni np pe pf pk pm pr pw re rs sa sd sm sn th tr tw tz ua us uy va vi wf xk yt zm"
    ),
    "999999": "by cn co ec in kg kh kz ng ro ru sg tj tm tt tw uz vn",
    "9999999": "cl il",
    "999 99": "cz gr se sk",
    "99-999": "pl",
    "999-9999": "jp",
    "9999-999": "pt",
    "9999 9999": "lb",
    "99999-999": "br",
    "99999-9999": "as fm gu mh mp pr pw sa us vi",
    "99999-99999": "ir",
    "9999 AA": "nl",
    "A999": "sz",
    "A9999AAA": "ar",
    "A9A 9A9": "ca",
    "A9 9AA": "gb",
    "A99 9AA": "gb",
    "A9A 9AA": "gb",
    "AA9 9AA": "gb gg im je",
    "AA99 9AA": "gb gg im je",
    "AA9A 9AA": "gb",
    "AXX XXXX": "ie",
    "AA XX": "bm",
    "AA999": "ad",
    "AA-9999": "ai az bn lv md vg",
    "AA-99999": "bb hn lt",
    "AA9-9999": "ky",
    "AAA 9999": "mt",
    "AAAA 9AA": "fk gi gs io pn sh tc",
}
SIGNS = {"9": r"\d", "A": "[A-Z]", "X": r"[A-Z\d]", " ": "[ -]?", "-": "[ -]?"}
RUNS = re.compile(r"9+|.")


@cache
def post_code_pattern(country_code: str) -> str:
    """Return the pattern of a whole code, for any case; "" if no format is known. JavaScript uses it, too."""
    return "|".join(_pattern(form) for form, countries in FORMS.items() if country_code in countries.split())


def _pattern(form: str) -> str:
    return "".join(f"{SIGNS[run[0]]}{{{len(run)}}}" if len(run) > 1 else SIGNS[run] for run in RUNS.findall(form))
