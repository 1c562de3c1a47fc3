"""The tests of a run side by side: every one of them, a file's in one process; what the gate takes and costs, and what
a busy machine fails.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from launch.cpu import CpuCost, measured
from launch.paths import ROOT
from launch.testing import BUDGET, CI_SEED, GATE, SIDE_BY_SIDE, TESTS_FAILED, chosen, over_budget, passed_alone
from tests.processes import all_end, descendants
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
    return {"TEST_SEED": "1"} | {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTEST_ADDOPTS", "DJANGO_SETTINGS_MODULE", "TEST_RESULTS", "TEST_DEMO")
        and not name.startswith("PYTEST_XDIST")
    }


@proves("docs/decisions/0068", "`make test` runs its tests side by side and each once")
@pytest.mark.whole
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


def taken(*arguments: str) -> list[str]:
    """Which tests a run of the gate takes."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:randomly", *GATE, *arguments],
        env=of_its_own(),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [line for line in done.stdout.splitlines() if "::" in line]


@pytest.mark.whole
def test_the_gate_takes_journeys_and_leaves_out_what_is_marked() -> None:
    names = taken("tests/e2e/sale/test_sale.py", "tests/launch/test_testing.py", "tests/test_imports.py")
    files = {name.partition("::")[0] for name in names}
    assert files == {"tests/e2e/sale/test_sale.py", "tests/launch/test_testing.py", "tests/test_imports.py"}
    assert "tests/e2e/sale/test_sale.py::test_of_an_imported_product" not in names
    assert not [name for name in names if "test_the_gate_takes" in name]


@proves("docs/decisions/0068", "each run draws anew; CI draws the same for each commit, and SEED repeats any run")
def test_what_a_run_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SEED", "CI", "ALL"):
        monkeypatch.delenv(name, raising=False)
    assert chosen()["TEST_SEED"] != chosen()["TEST_SEED"]
    monkeypatch.setenv("CI", "true")
    assert chosen() == {"TEST_SEED": CI_SEED}
    monkeypatch.setenv("SEED", "7")
    assert chosen() == {"TEST_SEED": "7"}


@proves("docs/decisions/0068", "the gate fails where its CPU costs more than its budget, however slow the machine is")
@pytest.mark.parametrize(
    ("seconds", "pace", "everything", "failed"),
    [
        (BUDGET - 1, 1.0, "", []),
        (BUDGET + 1, 1.0, "", ["CPU budget"]),
        (BUDGET + 1, 0.5, "", ["CPU budget"]),  # a quicker machine has no smaller budget
        (BUDGET * 1.9, 2.0, "", []),
        (BUDGET + 1, 1.0, "1", []),
    ],
)
def test_the_gate_has_a_budget(
    seconds: float, pace: float, everything: str, failed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALL", everything)
    assert over_budget(CpuCost([pace, pace], seconds)) == failed


SPENDS = "import time\nwhile time.process_time() < {seconds}: pass"
ITS_PARENT_IS_KILLED = f"""
import os, subprocess, sys
child = subprocess.Popen([sys.executable, "-c", {SPENDS.format(seconds=0.6)!r}])
os.kill(os.getpid(), 9)
"""


@proves("docs/decisions/0068", "CPU of processes whose parents were killed is counted, that of installing is not")
def test_cpu_is_counted_of_orphans_and_not_of_what_is_left_out() -> None:
    with measured() as cost:
        with cost.left_out():
            subprocess.run([sys.executable, "-c", SPENDS.format(seconds=1.0)], check=True)
        before = descendants(os.getpid())
        subprocess.run([sys.executable, "-c", ITS_PARENT_IS_KILLED], check=False)
        all_end(descendants(os.getpid()) - before, 30)
    assert 0.6 <= cost.seconds < 0.95


FAILS_IN_A_CLASS = """
class TestMany:
    def test_wrong(self): assert False
"""
NOTES_EACH_RUN = """
import pathlib, pytest

@pytest.mark.browser
def test_right():
    with pathlib.Path(__file__).with_suffix(".ran").open("a") as noted: noted.write("x")
"""


@pytest.mark.whole
@pytest.mark.parametrize(
    ("tests", "passed"),
    [
        ([PASSES_THE_SECOND_TIME.format(mark="browser")], True),
        ([PASSES_THE_SECOND_TIME.format(mark="race")], False),  # a race may fail once in ten runs, and is right then
        ([PASSES_THE_SECOND_TIME.format(mark="browser"), FAILS], False),
        ([PASSES_THE_SECOND_TIME.format(mark="browser")] * 4, False),
    ],
    ids=["a browser's", "another", "one of two", "too many"],
)
def test_a_few_browser_tests_that_failed_run_once_more(tmp_path: Path, tests: list[str], passed: bool) -> None:
    assert passed_alone(of_its_own(), code_of_first_run(tmp_path, tests), tmp_path) is passed


@pytest.mark.whole
def test_browser_tests_that_passed_do_not_run_again(tmp_path: Path) -> None:
    code = code_of_first_run(tmp_path, [FAILS_IN_A_CLASS, NOTES_EACH_RUN])
    assert not passed_alone(of_its_own(), code, tmp_path)
    assert (tmp_path / "test_1.ran").read_text() == "x"


def code_of_first_run(folder: Path, tests: list[str]) -> int:
    for number, text in enumerate(tests):
        (folder / f"test_{number}.py").write_text(text)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n    browser\n    race\n")
    command = [sys.executable, "-m", "pytest", "--cache-clear", *SIDE_BY_SIDE, "-n", "2", "-p", "no:django"]
    first = subprocess.run(command, env=of_its_own(), cwd=folder, capture_output=True, text=True, check=False)
    assert first.returncode == TESTS_FAILED, first.stdout
    return first.returncode
