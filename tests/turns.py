"""Several sessions of pytest do one run's work: TEST_TURNS names the folder in which each marks the files it takes."""

import os
from collections.abc import Iterator
from itertools import chain, groupby, pairwise
from pathlib import Path

import pytest

from launch.paths import ROOT


def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Run the files that no other session has taken; pytest's own loop where there is no other session."""
    folder = os.environ.get("TEST_TURNS")
    if folder is None or session.config.option.collectonly or session.testsfailed:
        return None
    # The next file is taken before this one's last test: fixtures that both need stay.
    for item, following in pairwise(chain(taken(session.items, Path(folder)), [None])):
        assert item is not None
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.shouldfail:
            raise session.Failed(session.shouldfail)
        if session.shouldstop:
            raise session.Interrupted(session.shouldstop)
    return True


def taken(items: list[pytest.Item], folder: Path) -> Iterator[pytest.Item]:
    for file, tests in groupby(items, key=lambda item: item.path):
        if take(folder / str(file.relative_to(ROOT)).replace("/", ".")):
            yield from tests


def take(mark: Path) -> bool:
    """Whether nobody was here before."""
    try:
        mark.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True
