"""Validates values of a JSON file and collects the problems by path (catalogue §3 "Seat map")."""

import re
from collections.abc import Iterator
from math import isfinite
from typing import Any

from PIL import ImageColor

from shop.core.values.language_table import TABLE

from .geometry import rounded
from .problems import MOST_PROBLEMS, Path, PlanProblem, TooManyProblems
from .problems import gettext_noop as _

# Entries of all lists together: seats, rows, points. The largest possible plan has less than half of it.
MOST_ENTRIES = 400_000
FARTHEST = 1_000_000.0
LANGUAGES = frozenset(TABLE)
COLOR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


class PlanValidator:
    """Collects the problems found so far. Wrong values are replaced by harmless ones, so that reading goes on."""

    def __init__(self) -> None:
        self.problems: list[PlanProblem] = []
        self.assumed: list[PlanProblem] = []
        self.entries = 0

    def wrong(self, path: Path, text: str, **values: Any) -> None:
        self.problems.append(PlanProblem(text, path, values=values))
        if len(self.problems) >= MOST_PROBLEMS:
            raise TooManyProblems

    def assume(self, text: str, **values: Any) -> None:
        """Note how something ambiguous was read, once each. Staff see it."""
        note = PlanProblem(text, values=values)
        if note not in self.assumed and len(self.assumed) < MOST_PROBLEMS:
            self.assumed.append(note)

    def fields(self, value: Any, path: Path, needed: frozenset[str], known: frozenset[str]) -> dict[str, Any] | None:
        """Return an object if it has all of the `needed` keys. Keys that are not `known` are problems; `known` includes
        `needed`.
        """
        if not isinstance(value, dict):
            self.wrong(path, _("must be an object in braces"))
            return None
        keys = value.keys()
        for key in keys - known:
            self.wrong((*path, key), _("is not known here"))
        missing = needed - keys
        for key in sorted(missing):
            self.wrong(path, _("“%(key)s” is missing"), key=key)
        return None if missing else value

    def items(
        self, owner: dict[str, Any], key: str, path: Path, most: int, least: int = 0
    ) -> Iterator[tuple[Any, Path]]:
        """Yield the entries of a list with their paths."""
        value = owner.get(key, [])
        if not isinstance(value, list):
            self.wrong((*path, key), _("must be a list in square brackets"))
            return
        if len(value) < least:
            self.wrong((*path, key), _("is empty"))
        if len(value) > most:
            text = _("has %(size)s entries, at most %(most)s are possible")
            self.wrong((*path, key), text, size=len(value), most=most)
            return
        self.entries += len(value)
        if self.entries > MOST_ENTRIES:
            self.wrong((*path, key), _("with this the plan has more than %(most)s entries"), most=MOST_ENTRIES)
            raise TooManyProblems
        for number, one in enumerate(value):
            yield one, (*path, key, number)

    def text(self, owner: dict[str, Any], key: str, path: Path, longest: int, *, empty: bool = False) -> str:
        """A text without markup and control characters, blanks taken together."""
        value = owner.get(key, "")
        if not isinstance(value, str):
            self.wrong((*path, key), _("must be a text in quotes"))
            return "?"
        value = " ".join(value.split())
        if not value and not empty:
            self.wrong((*path, key), _("is empty"))
        elif len(value) > longest:
            self.wrong((*path, key), _("is longer than %(longest)s characters"), longest=longest)
        elif not value.isprintable():
            self.wrong((*path, key), _("holds characters that cannot be shown"))
        elif "<" in value or ">" in value:
            self.wrong((*path, key), _("holds markup; only plain text is possible"))
        return value

    def translated(self, owner: dict[str, Any], key: str, path: Path, longest: int) -> str | dict[str, str]:
        """A text that is the same for everybody, or one for each language: {"de": …, "en": …}."""
        value = owner.get(key, "")
        if not isinstance(value, dict):
            return self.text(owner, key, path, longest)
        if not self.fields(value, (*path, key), LANGUAGES, LANGUAGES):
            return "?"
        return {language: self.text(value, language, (*path, key), longest) for language in TABLE}

    def number(
        self, owner: dict[str, Any], key: str, path: Path, low: float = -FARTHEST, high: float = FARTHEST
    ) -> float:
        """A finite number, rounded to what a plan keeps."""
        value = owner.get(key)
        return self.number_in(value, path, key, low, high)

    def number_in(
        self, value: Any, path: Path, key: str | int, low: float = -FARTHEST, high: float = FARTHEST
    ) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.wrong((*path, key), _("must be a number"))
        elif not isfinite(value):
            self.wrong((*path, key), _("must be a finite number"))
        elif not low <= value <= high:
            self.wrong((*path, key), _("must be between %(low)s and %(high)s"), low=f"{low:g}", high=f"{high:g}")
        else:
            return rounded(value)
        return 0.0

    def color(self, owner: dict[str, Any], key: str, path: Path) -> str:
        """A colour as #rrggbb in small letters; "" where there is none."""
        value = owner.get(key)
        if value in (None, "", "transparent", "none"):
            return ""
        if isinstance(value, str) and not COLOR.fullmatch(value) and (named := _named_color(value)):
            self.assume(_("The colour “%(name)s” was read as %(color)s."), name=value, color=named)
            value = named
        if not isinstance(value, str) or not COLOR.fullmatch(value):
            self.wrong((*path, key), _("must be a colour like #3a6ea5"))
            return ""
        value = value.lower()
        return value if len(value) == 7 else "#" + "".join(2 * one for one in value[1:])

    def chosen(self, owner: dict[str, Any], key: str, path: Path, known: Any, otherwise: str = "") -> str:
        """One of the `known` words."""
        value = owner.get(key, otherwise)
        if isinstance(value, str) and (value in known or (value == otherwise and key not in owner)):
            return value
        self.wrong((*path, key), _("must be one of %(known)s"), known=", ".join(map(str, known)) or "–")
        return otherwise


def _named_color(value: str) -> str:
    """Of a colour as style sheets write it, `red` or `rgb(255, 0, 0)`; empty where it is none."""
    try:
        red, green, blue = ImageColor.getrgb(value.strip())[:3]
    except ValueError:
        return ""
    return f"#{red:02x}{green:02x}{blue:02x}"
