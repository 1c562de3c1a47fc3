"""Problems of a plan, with their lines in the file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext

from shop.core.errors import ShopError

Path = tuple[str | int, ...]
# More problems would not help anybody.
MOST_PROBLEMS = 50


LONGEST = 80


def shortened(value: Any) -> str:
    """Cut a text: files may hold texts of many megabytes."""
    text = str(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def gettext_noop(text: str) -> str:
    """Mark a text for translators. Django's function needs settings, and the process that reads plans has none."""
    return text


def written(path: Path) -> str:
    """Return a path as text: `sections[0].rows[2].name`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{shortened(step)}" for step in path).lstrip(".")


@dataclass(frozen=True, slots=True)
class PlanProblem:
    """A problem. `line`: of the wrong value, from 1; None if the whole plan is wrong.

    `text` is translated, with its `values`, when it is shown: the process that reads plans has no language.
    """

    text: str
    path: Path = ()
    line: int | None = None
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def message(self) -> str:
        return gettext(self.text) % {name: shortened(value) for name, value in self.values.items()}

    @property
    def where(self) -> str:
        return written(self.path)

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        what = f"{written(self.path)}: " if self.path else ""
        return f"{where}{what}{self.message}"


class PlanRefused(ShopError):
    """A broken or hostile plan; nothing was changed."""

    code = "SEAT_MAP_REFUSED"
    message = "the seating plan cannot be used"

    def __init__(self, problems: list[PlanProblem]) -> None:
        super().__init__()
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems)) or self.message


class TooManyProblems(Exception):
    """There are enough problems to refuse the plan."""
