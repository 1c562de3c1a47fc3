"""What two sessions of a run take between them: every test once, a file's tests together."""

import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from launch.paths import ROOT
from tests.turns import taken


def items(*files: str) -> list[Any]:
    return [SimpleNamespace(path=ROOT / file, name=f"{file}::{n}") for file in files for n in range(3)]


def test_sessions_that_take_turns_run_everything_once(tmp_path: Path) -> None:
    everything = items("tests/a/test_x.py", "tests/a/test_y.py", "tests/b/test_x.py", "tests/test_z.py")
    sessions = {0: taken(everything, tmp_path), 1: taken(everything, tmp_path)}
    found: list[list[str]] = [[], []]
    while sessions:
        number = random.choice(list(sessions))
        if item := next(sessions[number], None):
            found[number].append(item.name)
        else:
            del sessions[number]
    assert sorted(found[0] + found[1]) == sorted(item.name for item in everything)
    files = [{name.partition("::")[0] for name in names} for names in found]
    assert not files[0] & files[1]


def test_who_comes_late_finds_nothing(tmp_path: Path) -> None:
    everything = items("tests/a/test_x.py")
    assert [item.name for item in taken(everything, tmp_path)] == [item.name for item in everything]
    assert list(taken(everything, tmp_path)) == []
