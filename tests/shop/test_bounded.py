"""What strangers' files may take: functions run in a process that ends when its budget is spent."""

import os
import sys
import threading
import time
from pathlib import Path

import pytest

from shop.core.bounded import process
from shop.core.bounded.budget import MB, OverBudget, ResourceBudget
from shop.core.bounded.process import run_bounded
from tests.proofs import proves

BUDGET = ResourceBudget(cpu=5, seconds=30, memory=256 * MB)


def add(one: int, other: int) -> int:
    return one + other


def loaded(*packages: str) -> list[str]:
    return [one for one in packages if one in sys.modules]


def refuse() -> None:
    raise ValueError("not this one")


def turn_for_ever() -> None:
    while True:
        pass


def wait_for_ever() -> None:
    time.sleep(3600)


def take_memory() -> int:
    return len(bytearray(1024 * MB))


def answer_much() -> bytes:
    return b"x" * 40 * MB


def break_down() -> None:
    os.abort()


def surroundings() -> tuple[int, dict[str, str]]:
    return os.getpid(), dict(os.environ)


def test_its_process_starts_without_what_it_does_not_need() -> None:
    assert run_bounded(loaded, "django", "psycopg", "shop.core.bounded.child", budget=BUDGET) == []


def test_it_answers_from_a_process_of_its_own_that_knows_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "never tell")
    assert run_bounded(add, 2, 3, budget=BUDGET) == 5
    pid, environment = run_bounded(surroundings, budget=BUDGET)
    assert pid != os.getpid()
    assert not {"SECRET_KEY", "DATABASE_URL", "REDIS_URL"} & environment.keys()
    assert not Path(f"/proc/{pid}").exists()


def test_what_it_raises_is_raised_here() -> None:
    with pytest.raises(ValueError, match="not this one") as error:
        run_bounded(refuse, budget=BUDGET)
    assert "test_bounded.py" in error.value.__notes__[0]


@proves(
    "docs/decisions/0023",
    "files are read in processes with limits of time, memory and answer, one at a time, that know no secret",
)
@pytest.mark.parametrize(
    ("function", "budget", "reason"),
    [
        (turn_for_ever, ResourceBudget(cpu=1, seconds=60, memory=256 * MB), "time"),
        (wait_for_ever, ResourceBudget(cpu=5, seconds=2, memory=256 * MB), "time"),
        (take_memory, BUDGET, "memory"),
        (answer_much, ResourceBudget(cpu=5, seconds=60, memory=512 * MB, answer=MB), "answer"),
        (break_down, BUDGET, "crash"),
    ],
)
def test_it_ends_when_its_budget_is_spent(function: object, budget: ResourceBudget, reason: str) -> None:
    with pytest.raises(OverBudget) as error:
        run_bounded(function, budget=budget)  # type: ignore[arg-type]
    assert error.value.reason == reason


@pytest.mark.whole
def test_one_file_at_a_time() -> None:
    budget = ResourceBudget(cpu=5, seconds=4, memory=256 * MB, patience=0.1)

    def wait() -> None:
        with pytest.raises(OverBudget):
            run_bounded(wait_for_ever, budget=budget)

    first = threading.Thread(target=wait)
    first.start()
    deadline = time.monotonic() + 10
    while process._turn._value and time.monotonic() < deadline:
        time.sleep(0.01)
    with pytest.raises(OverBudget) as error:
        run_bounded(add, 1, 1, budget=budget)
    assert error.value.reason == "busy"
    first.join()
    assert run_bounded(add, 1, 1, budget=BUDGET) == 2
