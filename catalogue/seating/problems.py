"""What is wrong with a plan, by the line of its file."""

from dataclasses import dataclass

from shop.errors import ShopError

Path = tuple[str | int, ...]
# More of the same tell nobody anything.
MOST_PROBLEMS = 50


def written(path: Path) -> str:
    """`sections[0].rows[2].name`"""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


@dataclass(frozen=True, slots=True)
class Problem:
    """`line` is the offending value's, from 1; None where the whole plan is meant."""

    message: str
    path: Path = ()
    line: int | None = None

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

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__()
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems)) or self.message


class TooManyProblems(Exception):
    """Enough is known to refuse the plan."""
