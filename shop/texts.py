"""The SPA's texts where Django says them: locale/<language>/*.po, each file with its own keys."""

import re
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po
from django.conf import settings

from shop.core.values.deadlines import with_deadlines
from shop.core.values.languages import LANGUAGES

Value = str | int
PLACEHOLDER = re.compile(r"\{(\w+)\}")


@cache
def messages(language: str) -> dict[str, str]:
    """Read once per process."""
    found: dict[str, str] = {}
    for path in sorted((Path(settings.BASE_DIR) / "locale" / language).glob("*.po")):
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
        found |= {str(one.id): with_deadlines(str(one.string)) for one in catalogue if one.id and one.string}
    return found


def lang_text(key: str, language: str, **values: Value) -> str:
    """The text of a `LANG_…` key with its `{names}` filled in; another language's where this one has none, and the key
    where none has. Plurals are for pages, which React writes.
    """
    for one in (language, *LANGUAGES):
        if text := messages(one).get(key):
            return PLACEHOLDER.sub(lambda found: str(values.get(found[1], "")), text)
    return key
