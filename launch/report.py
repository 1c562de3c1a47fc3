"""`make report`: what the last whole run of `make test` cost, and what its tests reached where that was noted."""

import json
from collections import Counter

from .errors import LaunchError
from .paths import VENV_PYTHON
from .processes import say, step
from .testing import RESULTS

SHOWN = 30


def report() -> None:
    notes = [json.loads(path.read_text()) for path in RESULTS.glob("costs-*.json")]
    if not notes:
        raise LaunchError("No whole run has finished here yet: make test.")
    files, seconds, folders = Counter[str](), Counter[str](), Counter[str]()
    for note in notes:
        files.update(note["cpu"])
        seconds.update(note["seconds"])
    for file, used in files.items():
        folders[file.rpartition("/")[0]] += used
    show("Seconds of CPU by folder", folders)
    show("Seconds of CPU by file", files)
    show("Seconds of the slowest tests", seconds)
    if (RESULTS / "coverage").exists():
        pages, data = RESULTS / "reached", RESULTS / "coverage"
        command = [VENV_PYTHON, "-m", "coverage", "html", "-q", f"--data-file={data}", "--show-contexts", "-d", pages]
        step(f"Writing which test reaches which line to {pages / 'index.html'}", command)


def show(heading: str, costs: Counter[str]) -> None:
    say(f"{heading}:")
    for name, seconds in costs.most_common(SHOWN):
        say(f"{seconds:8.1f}  {name}")
    say("")
