"""The tests of a run side by side: every one of them, a file's in one process; of the slow ones a share; what a busy
machine fails.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from launch.paths import ROOT
from launch.testing import SHARES, SIDE_BY_SIDE, TESTS_FAILED, commit, passed_alone, share
from tests.proofs import proves

# As pytest-django does, which puts tests with transactions of their own behind all others.
SORTED = """
def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: "late" in item.name)
"""
FILE = """
import os

def test_early(): print("process", __file__, os.getpid())

def test_late(): print("process", __file__, os.getpid())
"""
FILES = 9
PASSES_THE_SECOND_TIME = """
import pathlib, pytest

@pytest.mark.{mark}
def test_again():
    there = pathlib.Path(__file__).with_suffix(".ran")
    ran = there.exists()
    there.touch()
    assert ran
"""
FAILS = """
import pytest

@pytest.mark.browser
def test_wrong(): assert False
"""


def of_its_own() -> dict[str, str]:
    return {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTEST_ADDOPTS", "DJANGO_SETTINGS_MODULE", "TEST_SHARE")
        and not name.startswith("PYTEST_XDIST")
    }


@proves("docs/decisions/0024", "`make test` runs its tests side by side and each once")
@pytest.mark.slow
def test_every_test_runs_once_also_where_a_files_tests_are_sorted_apart(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(SORTED)
    for number in range(FILES):
        (tmp_path / f"test_{number}.py").write_text(FILE)
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", *SIDE_BY_SIDE, "-n", "2", "-rP", "-p", "no:django"),
            *("-c", os.devnull, "--rootdir", tmp_path, tmp_path),
        ],
        env=of_its_own(),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"{2 * FILES} passed" in done.stdout, done.stdout + done.stderr
    told = [line for line in done.stdout.splitlines() if line.startswith("process")]
    assert (len(told), len(set(told))) == (2 * FILES, FILES)


def in_share(share: str) -> list[str]:
    """What a run takes of a file whose tests are slow and one whose tests are quick."""
    files = ("tests/walk/test_questions.py", "tests/test_imports.py")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", *files],
        env=of_its_own() | {"TEST_SHARE": share},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [line for line in done.stdout.splitlines() if "::" in line]


@proves(
    "docs/decisions/0067",
    "all quick tests and of the slow ones a sixteenth, which the commit decides; with ALL=1, as CI does, all",
)
@pytest.mark.slow
def test_all_shares_together_are_the_slow_tests_and_each_has_the_quick_ones() -> None:
    everything, odd, even = in_share(""), in_share("1/2"), in_share("2/2")
    quick = [name for name in everything if "test_imports" in name]
    assert sorted([*odd, *even]) == sorted([*everything, *quick])
    assert quick
    assert set(odd) & set(even) == set(quick)
    assert len(odd) - len(even) in (0, 1)


def test_the_commit_decides_whose_turn_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ALL", raising=False)
    assert share() == {"TEST_SHARE": f"{commit() % SHARES + 1}/{SHARES}"}
    assert commit(tmp_path) == 0, "no commit is known there"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert commit() == 0, "where git is missing"


def test_all_of_them_run_where_that_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL", "1")
    assert share() == {}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tests", "passed"),
    [
        ([PASSES_THE_SECOND_TIME.format(mark="browser")], True),
        ([PASSES_THE_SECOND_TIME.format(mark="slow")], False),  # a race may fail once in ten runs, and is right then
        ([PASSES_THE_SECOND_TIME.format(mark="browser"), FAILS], False),
        ([PASSES_THE_SECOND_TIME.format(mark="browser")] * 4, False),
    ],
    ids=["a browser's", "another", "one of two", "too many"],
)
def test_a_few_browser_tests_that_failed_run_once_more(tmp_path: Path, tests: list[str], passed: bool) -> None:
    for number, text in enumerate(tests):
        (tmp_path / f"test_{number}.py").write_text(text)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    browser\n    slow\n")
    command = [sys.executable, "-m", "pytest", "--cache-clear", *SIDE_BY_SIDE, "-n", "2", "-p", "no:django"]
    first = subprocess.run(command, env=of_its_own(), cwd=tmp_path, capture_output=True, text=True, check=False)
    assert first.returncode == TESTS_FAILED, first.stdout
    assert passed_alone(of_its_own(), first.returncode, tmp_path) is passed
