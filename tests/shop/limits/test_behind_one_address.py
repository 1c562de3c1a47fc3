"""One browser uses a budget up, then others that keep no cookies use up what their address has; and another one behind
the same address goes on, after some work: for every budget of the project, through its real addresses.
"""

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from shop.codes.entry import CodeEntry
from shop.core.errors import TooManyAttempts
from shop.core.http import password_limits
from shop.core.http.password_limits import HashingLimit
from shop.core.limits.budgets import Budget, WorkNeeded
from shop.core.limits.counters import Limit
from shop.core.limits.visitors import HEADER
from shop.models import Shop
from tests.factories import make_shop
from tests.guest import Guest
from tests.proof_of_work import challenge_of, solved
from tests.proofs import proves
from tests.sources import APPS

from .declared import declared
from .scenarios import SCENARIOS, Once
from .visits import HERE, THERE, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]
BUDGETS = {one.name: one for one in declared().values() if isinstance(one, Budget)}
HARD, SOFT = 2, 3
# A pass has one of it, and more only by work, which the address does not count.
BY_WORK = {"places-in-line"}


def refusals(kind: type[TooManyAttempts] = TooManyAttempts) -> set[str]:
    return {kind.code}.union(*map(refusals, kind.__subclasses__()))


def outcome(answer: Any) -> str:
    """on: whatever it says, it was not held up."""
    if "json" not in answer.headers.get("Content-Type", ""):
        return "held up" if answer.status_code == 429 else "on"
    body = answer.json()
    errors = body.get("errors")
    said = [one["extensions"]["code"] for one in errors] if isinstance(errors, list) else [body.get("code")]
    if WorkNeeded.code in said:
        return "work"
    return "refused" if refusals() & set(said) else "on"


def work(guest: Guest) -> None:
    """For the next request. Pages tell a challenge to their own script, and feeds none."""
    guest.client.defaults[f"HTTP_{HEADER.upper().replace('-', '_')}"] = solved(visitor(HERE).challenge(1))


def goes_on(once: Once, guest: Guest) -> bool:
    answer = once(guest)
    if outcome(answer) != "on" and not challenge_of(answer):
        work(guest)
        answer = once(guest)
    return outcome(answer) == "on"


@pytest.fixture
def shop(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Shop:
    settings.PASSWORD_HASHERS = ["tests.hashers.CountingHasher"]
    for name in ("STRANGERS", "KNOWN"):
        monkeypatch.setattr(password_limits, name, HashingLimit(1000, seconds=30))
    make_shop("merchstand")
    return make_shop("nachtfalter")


def make_small(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that it is soon used up; whoever reads it reads this."""
    for module in [one for one in sys.modules.values() if one.__name__.partition(".")[0] in APPS]:
        for attribute, value in vars(module).copy().items():
            if isinstance(value, Budget) and value.name == name:
                monkeypatch.setattr(module, attribute, replace(value, hard=HARD, soft=SOFT))
    for attribute in ("by_visitor", "by_visitor_of_shop_under_attack"):
        whole: Callable[[CodeEntry], Budget] = vars(CodeEntry)[attribute].fget

        def small(entry: CodeEntry, whole: Callable[[CodeEntry], Budget] = whole) -> Budget:
            found = whole(entry)
            return replace(found, hard=HARD, soft=SOFT) if found.name == name else found

        monkeypatch.setattr(CodeEntry, attribute, property(small))
    if name.endswith("-few"):  # these count where a shop's codes are being guessed
        monkeypatch.setattr(CodeEntry, "by_shop", property(lambda entry: Limit(entry.name, attempts=0, seconds=600)))


def test_every_budget_has_a_scenario() -> None:
    assert BUDGETS.keys() == SCENARIOS.keys()


@proves(
    "docs/decisions/0073",
    "one visitor exhausts a budget, another one behind the same address goes on: for every budget that there is",
)
@pytest.mark.parametrize("name", sorted(BUDGETS))
def test_one_exhausts_it_and_another_behind_the_same_address_goes_on(
    name: str, shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = SCENARIOS[name](shop)
    make_small(name, monkeypatch)
    one = Guest(shop, address=HERE, works=name in BY_WORK)
    assert [outcome(once(one)) for _time in range(HARD)] == ["on"] * HARD
    assert [outcome(once(one)) for _time in range(2)] in (["refused"] * 2, ["held up"] * 2), "its own is used up"
    left = SOFT - (1 if name in BY_WORK else HARD)
    without_cookies = [outcome(once(Guest(shop, address=HERE))) for _time in range(left + 2)]
    assert without_cookies[:left] == ["on"] * left
    assert set(without_cookies[left:]) <= {"work", "held up"}, "the address's is used up"
    assert goes_on(once, Guest(shop, address=HERE, works=True)), "behind the same address"
    assert goes_on(once, Guest(shop, address=HERE, works=True)), "as many as there are"
    assert outcome(once(Guest(shop, address=THERE))) == "on", "elsewhere, without work"
    work(one)
    assert outcome(once(one)) in ("refused", "held up"), "work buys nobody more than their own"
