"""The SPA's texts for painted pages: locale/<language>/*.po in ICU, each with its own keys."""

import re
from functools import cache
from pathlib import Path

from babel.core import Locale
from babel.messages.pofile import read_po
from django.conf import settings

from shop.language import LANGUAGES

Value = str | int


@cache
def messages(language: str) -> dict[str, str]:
    """Read once per process."""
    found: dict[str, str] = {}
    for name in ("spa.po", "checkout.po", "event.po", "overlays.po", "pages.po", "seats.po"):
        path = Path(settings.BASE_DIR) / "locale" / language / name
        if path.is_file():
            with path.open("rb") as file:
                catalogue = read_po(file, locale=language)
            found |= {str(one.id): str(one.string) for one in catalogue if one.id and one.string}
    return found


def lang_text(key: str, language: str, **values: Value) -> str:
    """The text of a `LANG_…` key; another language's where this one has none, and the key where none has."""
    for one in (language, *LANGUAGES):
        if text := messages(one).get(key):
            return icu(text, one, values)
    return key


def icu(text: str, language: str, values: dict[str, Value], count: str = "") -> str:
    """An ICU message with `{name}`, `{name, plural, …}` and `{name, select, …}`; `#` is the plural's number."""
    written, at = "", 0
    while at < len(text):
        sign = text[at]
        if sign == "{":
            end = _closing(text, at)
            written += _argument(text[at + 1 : end], language, values)
            at = end + 1
            continue
        written += count if sign == "#" and count else sign
        at += 1
    return written


def _closing(text: str, start: int) -> int:
    depth = 0
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at
    raise ValueError(f"no closing brace: {text}")


def _argument(inside: str, language: str, values: dict[str, Value]) -> str:
    name, *rest = (part.strip() for part in inside.split(",", 2))
    value = values.get(name, "")
    if len(rest) < 2:
        return str(value)
    kind, cases = rest[0], _cases(rest[1])
    if kind != "plural":
        return icu(cases.get(str(value), cases["other"]), language, values)
    category = Locale.parse(language).plural_form(int(value or 0))
    chosen = cases.get(f"={value}") or cases.get(category) or cases["other"]
    return icu(chosen, language, values, count=str(value))


def _cases(text: str) -> dict[str, str]:
    """`one {# Ticket} other {# Tickets}` as a dict."""
    found, at = {}, 0
    while match := re.compile(r"\s*([\w=]+)\s*(?=\{)").match(text, at):
        end = _closing(text, match.end())
        found[match[1]] = text[match.end() + 1 : end]
        at = end + 1
    return found
