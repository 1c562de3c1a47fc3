"""Budgets: a browser's own, which refuses it; its address's, which costs work; and neither without Valkey where that
would open a door.
"""

import time
from collections import Counter
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shop.core.errors import TooManyAttempts
from shop.core.limits.budgets import (
    MINUTE,
    Budget,
    CountedAttempt,
    WorkNeeded,
    count_attempts,
    count_failures,
    count_if_successful,
    count_report,
    count_wrong_guesses,
    use_attempt,
)
from shop.core.limits.counters import Limit, LimitCounters, current_count
from shop.core.limits.visitors import HEADER, OF_WIDER, Visitor
from tests.proof_of_work import solved
from tests.proofs import proves

from .visits import HERE, THERE, given_pass, visitor

ALWAYS_OPEN = Budget("open", hard=3, soft=5, seconds=600, closed_when_down=False)
CLOSED = Budget("closed", hard=3, soft=5, seconds=600)
SIX, SAME_48 = "2001:db8:7:1::1", "2001:db8:7:2::1"


class TooMany(TooManyAttempts):
    code = "TOO_MANY"


class Wrong(Exception):
    pass


def told(budget: Budget, who: Visitor, *scope: str) -> str:
    try:
        count_attempts((budget, who, " ".join(scope)), refusal=TooMany)
    except TooManyAttempts as error:
        return error.code
    return "ok"


def worker(address: str = HERE) -> Visitor:
    made = visitor(address, headers={HEADER: solved(visitor(address).challenge())})
    assert made.work
    return made


def at(monkeypatch: pytest.MonkeyPatch, moment: float) -> None:
    monkeypatch.setattr("shop.core.limits.counters.time", SimpleNamespace(time=lambda: moment))


@proves("docs/decisions/0073", "a browser that has used its own budget up is refused, its neighbours go on")
def test_a_browser_has_so_many_and_its_neighbour_as_many() -> None:
    one = visitor()
    assert [told(CLOSED, one) for _time in range(5)] == ["ok"] * 3 + ["TOO_MANY"] * 2
    assert told(CLOSED, visitor()) == "ok"


def test_the_same_browser_elsewhere_has_no_more() -> None:
    cookie = given_pass()
    assert [told(CLOSED, visitor(HERE, cookie)) for _time in range(2)] == ["ok"] * 2
    assert [told(CLOSED, visitor(THERE, cookie)) for _time in range(2)] == ["ok", "TOO_MANY"]


def test_work_buys_nobody_more_than_their_own() -> None:
    one = worker()
    assert [told(CLOSED, one) for _time in range(4)] == ["ok"] * 3 + ["TOO_MANY"]


@proves("docs/decisions/0073", "beyond the budget of an address it costs work; who has worked is not counted by it")
def test_beyond_the_addresss_budget_it_costs_work() -> None:
    assert [told(CLOSED, visitor()) for _time in range(7)] == ["ok"] * 5 + ["WORK_NEEDED"] * 2
    assert told(CLOSED, visitor(THERE)) == "ok"
    assert [told(CLOSED, worker()) for _time in range(20)] == ["ok"] * 20


def test_whoever_works_uses_up_nothing_of_the_others() -> None:
    assert [told(CLOSED, worker()) for _time in range(20)] == ["ok"] * 20
    assert [told(CLOSED, visitor()) for _time in range(6)] == ["ok"] * 5 + ["WORK_NEEDED"]


def test_what_is_refused_carries_a_challenge_that_opens() -> None:
    for _time in range(5):
        count_attempts((CLOSED, visitor()))
    with pytest.raises(WorkNeeded) as refused:
        count_attempts((CLOSED, visitor()))
    proof = solved(refused.value.extensions["challenge"])
    assert told(CLOSED, visitor(headers={HEADER: proof})) == "ok"
    assert told(CLOSED, visitor(headers={HEADER: proof})) == "WORK_NEEDED", "good once"


def test_ipv6_counts_by_the_customers_network_and_four_times_as_wide_by_that_around_it() -> None:
    assert [told(CLOSED, visitor(f"2001:db8:7:1::{host:x}")) for host in range(6)] == ["ok"] * 5 + ["WORK_NEEDED"]
    others = [told(CLOSED, visitor(f"2001:db8:7:{subnet:x}::1")) for subnet in range(2, 40)]
    assert others == ["ok"] * (5 * OF_WIDER - 5) + ["WORK_NEEDED"] * (len(others) - 5 * OF_WIDER + 5)
    assert told(CLOSED, visitor("2001:db8:8:1::1")) == "ok"


def test_who_was_here_an_hour_ago_pays_for_nobody_who_comes_now(monkeypatch: pytest.MonkeyPatch) -> None:
    early = given_pass()
    now = time.time() + 3700
    monkeypatch.setattr("shop.core.limits.passes.time", SimpleNamespace(time=lambda: now))
    assert [told(CLOSED, visitor()) for _time in range(6)] == ["ok"] * 5 + ["WORK_NEEDED"]
    assert told(CLOSED, visitor(HERE, early)) == "ok"


@proves("docs/decisions/0073", "of a budget that is used up a part goes free each minute, for who cannot work")
def test_a_part_of_it_goes_free_each_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    budget = Budget("minutes", hard=99, soft=40, seconds=600)
    begun = float(int(time.time()) // 600 * 600 + 600)
    at(monkeypatch, begun)
    assert Counter(told(budget, visitor()) for _time in range(60)) == {"ok": 40, "WORK_NEEDED": 20}
    for minute in range(1, 10):
        at(monkeypatch, begun + minute * MINUTE)
        assert [told(budget, visitor()) for _time in range(7)] == ["ok"] * 4 + ["WORK_NEEDED"] * 3
    at(monkeypatch, begun + 600)
    assert Counter(told(budget, visitor()) for _time in range(60)) == {"ok": 40, "WORK_NEEDED": 20}


def test_at_least_one_goes_free_each_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    budget = Budget("few", hard=99, soft=2, seconds=3600)
    begun = float(int(time.time()) // 3600 * 3600 + 3600)
    at(monkeypatch, begun)
    assert [told(budget, visitor()) for _time in range(3)] == ["ok"] * 2 + ["WORK_NEEDED"]
    at(monkeypatch, begun + MINUTE)
    assert [told(budget, visitor()) for _time in range(3)] == ["ok"] + ["WORK_NEEDED"] * 2


def test_scopes_are_counted_apart() -> None:
    one = visitor()
    assert [told(CLOSED, one, "shop 1") for _time in range(4)] == ["ok"] * 3 + ["TOO_MANY"]
    assert [told(CLOSED, visitor(), "shop 1") for _time in range(3)] == ["ok"] * 2 + ["WORK_NEEDED"]
    assert told(CLOSED, one, "shop 2") == told(CLOSED, visitor(), "shop 2") == "ok"


def test_what_is_refused_is_not_counted() -> None:
    """Neither by the pass nor by the address, nor for anybody else that it was counted for."""
    mailbox, one = Limit("mailbox", attempts=2, seconds=600), visitor()
    for _time in range(3):
        count_attempts((CLOSED, one))
    for _time in range(9):
        with pytest.raises(TooManyAttempts):
            count_attempts((CLOSED, one), (mailbox, "mira"))
    assert current_count(mailbox, "mira") == 0
    assert [told(CLOSED, visitor()) for _time in range(3)] == ["ok"] * 2 + ["WORK_NEEDED"]
    for _time in range(9):
        with pytest.raises(WorkNeeded):
            count_attempts((CLOSED, visitor()), (mailbox, "mira"))
    assert current_count(mailbox, "mira") == 0
    late = visitor()
    assert told(CLOSED, late) == "WORK_NEEDED" and current_count(CLOSED.pass_limit(), f" pass {late.number}") == 0


def test_a_limit_is_said_before_work_is_asked_for() -> None:
    """Nobody works for what is refused afterwards."""
    mailbox = Limit("mailbox", attempts=0, seconds=600)
    for _time in range(5):
        count_attempts((CLOSED, visitor()))
    with pytest.raises(TooMany):
        count_attempts((CLOSED, visitor()), (mailbox, "mira"), refusal=TooMany)


class TestWithoutValkey:
    @pytest.fixture(autouse=True)
    def away(self, settings: Any) -> None:
        settings.REDIS_URL = "redis://127.0.0.1:1/0"

    @proves("design §6", "without Valkey what is sensitive is refused, by work as well; the rest each process counts")
    def test_what_is_sensitive_is_refused_and_work_does_not_help(self) -> None:
        assert {told(CLOSED, visitor()), told(CLOSED, worker())} == {"TOO_MANY"}

    def test_the_rest_is_counted_by_each_process(self) -> None:
        budget, one = Budget(f"own {time.time()}", 3, 5, 600, closed_when_down=False), visitor()
        assert [told(budget, one) for _time in range(4)] == ["ok"] * 3 + ["TOO_MANY"]
        assert [told(budget, visitor()) for _time in range(3)] == ["ok"] * 2 + ["WORK_NEEDED"]
        assert told(budget, worker()) == "ok"

    def test_a_closed_one_uses_up_nothing_of_an_open_one(self) -> None:
        budget, one = Budget(f"beside {time.time()}", 1, 5, 600, closed_when_down=False), visitor()
        with pytest.raises(TooManyAttempts):
            count_attempts((CLOSED, one), (budget, one))
        assert told(budget, one) == "ok"


class TestAround:
    """What counts only in some case."""

    def test_what_fails_does_not_count(self) -> None:
        one = visitor()
        for _time in range(9):
            with pytest.raises(Wrong), count_if_successful((CLOSED, one), refusal=TooMany):
                raise Wrong
        for _time in range(3):
            with count_if_successful((CLOSED, one), refusal=TooMany):
                pass
        with pytest.raises(TooMany), count_if_successful((CLOSED, one), refusal=TooMany):
            raise AssertionError("it is not begun")

    def test_only_the_failure_counts(self) -> None:
        one = visitor()
        for _time in range(9):
            with count_failures((CLOSED, one), failure=Wrong):
                pass
            with pytest.raises(KeyError), count_failures((CLOSED, one), failure=Wrong):
                raise KeyError
        for _time in range(3):
            with pytest.raises(Wrong), count_failures((CLOSED, one), failure=Wrong, refusal=TooMany):
                raise Wrong
        with pytest.raises(TooMany), count_failures((CLOSED, one), failure=Wrong, refusal=TooMany):
            raise AssertionError("nobody learns what it would have been")

    def test_failures_of_many_cost_work_and_then_the_right_one_goes_on(self) -> None:
        for _time in range(5):
            with pytest.raises(Wrong), count_failures((CLOSED, visitor()), failure=Wrong):
                raise Wrong
        with pytest.raises(WorkNeeded), count_failures((CLOSED, visitor()), failure=Wrong):
            raise AssertionError("nobody learns what it would have been")
        with count_failures((CLOSED, worker()), failure=Wrong):
            pass

    def test_a_right_one_is_never_refused_where_wrong_ones_are_counted(self) -> None:
        limit = Limit("guesses", attempts=2, seconds=600)
        kinds = []
        for _time in range(4):
            with (
                pytest.raises((Wrong, TooMany)) as error,
                count_wrong_guesses(limit, visitor(), Wrong, refusal=TooMany),
            ):
                raise Wrong
            kinds.append(error.type)
        assert kinds == [Wrong, Wrong, TooMany, TooMany]
        one = visitor()
        with count_wrong_guesses(limit, one, Wrong, refusal=TooMany):
            pass
        assert one.changed_pass is None

    def test_a_report_makes_no_pass_and_costs_no_work(self) -> None:
        limit, cookie = Limit("reports", attempts=2, seconds=600), given_pass()
        strangers = [visitor() for _time in range(3)]
        for stranger in strangers[:2]:
            count_report(limit, stranger, "too many")
        with pytest.raises(TooManyAttempts, match="too many") as refused:
            count_report(limit, strangers[2], "too many")
        assert refused.value.code == "RATE_LIMITED"
        assert [one.changed_pass for one in strangers] == [None] * 3
        count_report(limit, visitor(HERE, cookie), "too many")


def test_one_limit_may_be_exceeded_and_another_asked_about() -> None:
    few, many, one = Limit("few", 1, 600), Limit("many", 9, 600), "somebody"
    assert use_attempt(few, one)
    attempt = CountedAttempt((few, one), (many, one))
    assert attempt.exceeded == {few}
    attempt.require(many)
    with pytest.raises(TooManyAttempts):
        attempt.require()


def test_an_attempt_is_one_round_trip(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    ask = LimitCounters._ask

    def counting(self: LimitCounters, command: str) -> list[int]:
        asked.append(1)
        return ask(self, command)

    monkeypatch.setattr(LimitCounters, "_ask", counting)
    one = visitor(SIX)
    CountedAttempt((CLOSED, one), (ALWAYS_OPEN, one, "scope"), (Limit("more", 9, 600), "mira"))
    assert asked == [1]


NAMES = count()
BROWSERS = st.tuples(st.integers(0, 4), st.sampled_from([HERE, THERE, SIX, SAME_48]), st.booleans())


@given(st.lists(BROWSERS, max_size=40), st.integers(1, 4), st.integers(1, 6))
def test_any_crowd_is_counted_as_the_rules_say(crowd: list[tuple[int, str, bool]], hard: int, soft: int) -> None:
    """Of a crowd within one minute: what each browser did, and what each network did without work."""
    budget = Budget(f"crowd {next(NAMES)}", hard=hard, soft=soft, seconds=600)
    browsers: dict[tuple[int, str, bool], Visitor] = {}
    by_browser: Counter[Any] = Counter()
    by_group: Counter[str] = Counter()
    for one in crowd:
        who = browsers.setdefault(one, worker(one[1]) if one[2] else visitor(one[1]))
        full = any(by_group[group.name] >= soft * group.factor for group in who.groups)
        expected = "TOO_MANY" if by_browser[one] >= hard else "WORK_NEEDED" if full and not one[2] else "ok"
        assert told(budget, who) == expected
        if expected == "ok":
            by_browser[one] += 1
            if not one[2]:
                by_group.update(group.name for group in who.groups)
