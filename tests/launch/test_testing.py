"""The tests of a run side by side: every one of them, a file's in one process."""

import os
import subprocess
import sys
from pathlib import Path

from launch.testing import SIDE_BY_SIDE

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


def test_every_test_runs_once_also_where_a_files_tests_are_sorted_apart(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(SORTED)
    for number in range(FILES):
        (tmp_path / f"test_{number}.py").write_text(FILE)
    quiet = {
        name: value for name, value in os.environ.items() if name not in ("PYTEST_ADDOPTS", "DJANGO_SETTINGS_MODULE")
    }
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", *SIDE_BY_SIDE, "-n", "2", "-rP", "-p", "no:django"),
            *("-c", os.devnull, "--rootdir", tmp_path, tmp_path),
        ],
        env={name: value for name, value in quiet.items() if not name.startswith("PYTEST_XDIST")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"{2 * FILES} passed" in done.stdout, done.stdout + done.stderr
    told = [line for line in done.stdout.splitlines() if line.startswith("process")]
    assert (len(told), len(set(told))) == (2 * FILES, FILES)
