"""The index of the decisions. `python -m tests.decisions` writes docs/decisions/README.md from their first lines.

A decision says in a line of its own which earlier ones it replaces, with their titles: "Replaces 0024 (tests side by
side)."; one that holds only in part says so: "Replaced in part by 0029 (what no longer holds)."
"""

import re
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "decisions"
INDEX = FOLDER / "README.md"
REPLACES, REPLACED_IN_PART = re.compile(r"^Replaces (.+)\.$", re.M), re.compile(r"^Replaced in part by (.+)\.$", re.M)
NAMED = re.compile(r"(\d{4}) \(([^)]+)\)")
ROW = re.compile(r"^\| (?:\[)?(\d{4}).* \| ([\d-]+) \|$", re.M)
HEAD = """\
# Decisions

Why things are as they are, one page each: the reason, what was measured and what was rejected. The title states the
decision. Made by `python -m tests.decisions`; a number that is missing here was never used.

To add one: take the next number, state the decision in the first line, name what it replaces ("Replaces 0024 (tests
side by side)."), and write this index anew. A decision that changes is edited; its history is git's.

| number | decision | status | date |
|---|---|---|---|
"""


@dataclass(frozen=True, order=True)
class Decision:
    """`file`: its name, empty where the text is gone; `replaced_by`: the number of the decision that holds instead."""

    number: str
    title: str
    file: str = ""
    replaced_by: str = ""
    in_part: str = ""

    @property
    def status(self) -> str:
        if self.replaced_by:
            return f"replaced by {self.replaced_by}"
        return f"in force; in part replaced by {self.in_part}" if self.in_part else "in force"

    def row(self, date: str) -> str:
        number = f"[{self.number}]({self.file})" if self.file else self.number
        return f"| {number} | {self.title} | {self.status} | {date} |\n"


def decisions() -> list[Decision]:
    """All of them, by number; also those whose text is gone, as far as another one names them."""
    found = [decision_in(path) for path in FOLDER.glob("[0-9]*.md")]
    gone = [one for path in FOLDER.glob("[0-9]*.md") for one in replaced_by(path)]
    return sorted([*found, *gone])


def decision_in(path: Path) -> Decision:
    text = path.read_text()
    in_part = REPLACED_IN_PART.search(text)
    title = text.partition("\n")[0].removeprefix("# ")
    return Decision(path.name[:4], title, path.name, in_part=in_part[1] if in_part else "")


def replaced_by(path: Path) -> list[Decision]:
    line = REPLACES.search(path.read_text())
    named = NAMED.findall(line[1]) if line else []
    return [Decision(number, title, replaced_by=path.name[:4]) for number, title in named]


def index(dates: dict[str, str]) -> str:
    """The page, with the day (YYYY-MM-DD) of each number; a number without one has an empty cell."""
    return HEAD + "".join(one.row(dates.get(one.number, "")) for one in decisions())


def written_dates() -> dict[str, str]:
    """The days that the present index has."""
    return dict(ROW.findall(INDEX.read_text())) if INDEX.exists() else {}


def day_of(decision: Decision) -> str:
    """The day of the first commit that has the text; before that, today."""
    path = f"docs/decisions/{decision.file or f'{decision.number}-*.md'}"
    command = ["git", "log", "--format=%as", "--", path]
    days = subprocess.run(command, cwd=FOLDER.parent.parent, capture_output=True, text=True, check=True).stdout.split()
    return days[-1] if days else datetime.now(tz=UTC).date().isoformat()


if __name__ == "__main__":
    known = written_dates()
    INDEX.write_text(index({one.number: known.get(one.number) or day_of(one) for one in decisions()}))
