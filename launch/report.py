"""`make report`: what the last whole run of `make test` cost, and what its tests reached where that was noted."""

import json
from collections import defaultdict
from collections.abc import Iterable
from operator import itemgetter

from .errors import LaunchError
from .paths import VENV_PYTHON
from .processes import say, step
from .testing import RESULTS

SHOWN = 30


def report() -> None:
    notes = [json.loads(path.read_text()) for path in RESULTS.glob("costs-*.json")]
    if not notes:
        raise LaunchError("No whole run has finished here yet: make test.")
    files = [(file, used) for note in notes for file, used in note["cpu"].items()]
    folders = [(file.rpartition("/")[0], used) for file, used in files]
    seconds = [(test, taken) for note in notes for test, taken in note["seconds"].items()]
    show("Seconds of CPU by folder", folders)
    show("Seconds of CPU by file", files)
    show("Seconds of the slowest tests", seconds)
    if (RESULTS / "coverage").exists():
        pages, data = RESULTS / "reached", RESULTS / "coverage"
        command = [VENV_PYTHON, "-m", "coverage", "html", "-q", f"--data-file={data}", "--show-contexts", "-d", pages]
        step(f"Writing which test reaches which line to {pages / 'index.html'}", command)


def show(heading: str, costs: Iterable[tuple[str, float]]) -> None:
    """The largest of the sums by name."""
    sums = defaultdict[str, float](float)
    for name, seconds in costs:
        sums[name] += seconds
    say(f"{heading}:")
    for name, seconds in sorted(sums.items(), key=itemgetter(1), reverse=True)[:SHOWN]:
        say(f"{seconds:8.1f}  {name}")
    say("")
