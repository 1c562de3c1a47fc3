"""Rate limits of visitors: budgets by pass and address, and the ways to count an attempt."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from shop.core.errors import ShopError, TooManyAttempts

from .counters import Limit, LimitCounters
from .visitors import Visitor

MINUTE = 60


class WorkNeeded(TooManyAttempts):
    """The address has used up its budget: the browser must send the request again with a proof of work. Nothing was
    stored.
    """

    code = "WORK_NEEDED"
    message = "proof of work needed"

    def __init__(self, visitor: Visitor, level: int = 1) -> None:
        super().__init__(challenge=visitor.challenge(level), retry_after=MINUTE)

    @property
    def text(self) -> str:
        """The challenge as JSON, for pages."""
        return json.dumps(self.extensions["challenge"])


@dataclass(frozen=True)
class Budget:
    """A visitor's attempts in each window of `seconds`. Beyond `hard` attempts of a pass it is refused. Beyond `soft`
    attempts of all visitors of an address each one costs a proof of work, unless the pass has brought one lately. Part
    of the budget becomes free each minute, for programs and for browsers without scripts. `closed_when_down`: see
    `Limit`.
    """

    name: str
    hard: int
    soft: int
    seconds: int
    closed_when_down: bool = True

    def pass_limit(self) -> Limit:
        return Limit(self.name, self.hard, self.seconds, self.closed_when_down)

    def network_limits(self, factor: int) -> tuple[Limit, Limit]:
        """Return the limits of a network: one for the window, one for a minute."""
        whole = Limit(f"{self.name}-address", self.soft * factor, self.seconds, self.closed_when_down)
        a_minute = max(1, self.soft * factor * MINUTE // self.seconds)
        return whole, replace(whole, name=f"{self.name}-minute", attempts=a_minute, seconds=MINUTE)


Failure = type[BaseException] | tuple[type[BaseException], ...]
LimitedBy = tuple[Limit, str] | tuple[Budget, Visitor] | tuple[Budget, Visitor, str]


class CountedAttempt:
    """Counts one attempt against several limits and budgets, in one round trip. A budget may have a scope (a shop, an
    order) within which it counts. `exceeded`: limits and budgets that refuse the attempt; `unpaid`: budgets that need a
    proof of work.
    """

    def __init__(self, *attempts: LimitedBy) -> None:
        self._visitor: Visitor | None = None
        entries: list[tuple[Limit, str]] = []
        soft: list[tuple[Budget, list[tuple[Limit, Limit]]]] = []
        hard: list[tuple[Limit | Budget, Limit]] = []
        for limit, who, *within in attempts:
            if isinstance(limit, Limit):
                entries.append((limit, str(who)))
                hard.append((limit, limit))
                continue
            assert isinstance(who, Visitor)
            self._visitor, scope = who, " ".join(within)
            hard.append((limit, limit.pass_limit()))
            entries += [(limit.pass_limit(), f"{scope} {one}") for one in who.hard_keys]
            if not who.work:
                pairs = [(group, limit.network_limits(group.factor)) for group in who.groups]
                entries += [(one, f"{scope} {group.name}") for group, pair in pairs for one in pair]
                soft.append((limit, [pair for _lane, pair in pairs]))
        self._count = LimitCounters(entries)
        over = self._count.exceeded
        self.exceeded = {limit for limit, counter in hard if counter in over}
        self.unpaid = {budget for budget, pairs in soft if any(over.issuperset(pair) for pair in pairs)}

    def take_back(self) -> None:
        self._count.take_back()

    def require(
        self, *of: Limit | Budget, refusal: type[TooManyAttempts] = TooManyAttempts, message: str = "", **more: Any
    ) -> None:
        """Raises `refusal` if one of the limits in `of` (default: all) is exceeded, WorkNeeded if one needs a proof."""
        asked = set(of)
        if self.exceeded & asked if asked else self.exceeded:
            raise refusal(message, **more)
        if self._visitor and (self.unpaid & asked if asked else self.unpaid):
            raise WorkNeeded(self._visitor)


def count_attempts(
    *attempts: LimitedBy, refusal: type[TooManyAttempts] = TooManyAttempts, message: str = "", **extensions: Any
) -> None:
    """Count one attempt against each limit. Raises `refusal` if one is exceeded, WorkNeeded if one needs a proof. A
    refused attempt is not counted: otherwise a visitor without attempts would use up those of others.
    """
    attempt = CountedAttempt(*attempts)
    try:
        attempt.require(refusal=refusal, message=message, **extensions)
    except ShopError:
        attempt.take_back()
        raise


def use_attempt(limit: Limit, who: str) -> bool:
    """Count one attempt. Returns whether the limit allows it."""
    return not LimitCounters([(limit, who)]).exceeded


@contextmanager
def count_if_successful(*attempts: LimitedBy, refusal: type[TooManyAttempts] = TooManyAttempts) -> Iterator[None]:
    """Count the block as an attempt if it succeeds. It is counted before the block and taken back after an error, so
    that parallel requests cannot exceed the limit.

    Raises `refusal` if a limit is exceeded, WorkNeeded if one needs a proof of work; neither is counted.
    """
    attempt = CountedAttempt(*attempts)
    try:
        attempt.require(refusal=refusal)
        yield
    except BaseException:
        attempt.take_back()
        raise


@contextmanager
def count_only(attempt: CountedAttempt, failure: Failure) -> Iterator[None]:
    """Keep the attempt if the block raises `failure`; take it back after success and any other error."""
    try:
        yield
    except failure:
        raise
    except BaseException:
        attempt.take_back()
        raise
    attempt.take_back()


@contextmanager
def count_failures(
    *attempts: LimitedBy,
    failure: Failure,
    refusal: type[TooManyAttempts] = TooManyAttempts,
) -> Iterator[None]:
    """Count the block as an attempt if it raises `failure`. Raises `refusal` if a limit is exceeded, WorkNeeded if one
    needs a proof of work, before the block begins: nobody learns whether it would have failed.
    """
    attempt = CountedAttempt(*attempts)
    with count_only(attempt, failure):
        attempt.require(refusal=refusal)
        yield


@contextmanager
def count_wrong_guesses(
    limit: Limit, visitor: Visitor, wrong: type[BaseException], refusal: type[TooManyAttempts] = TooManyAttempts
) -> Iterator[None]:
    """Around the look-up of a secret of at least 128 random bits. If it raises `wrong`, count an attempt of the address
    and raise `refusal` in its place if the limit is exceeded. A right secret is never refused, whatever others of the
    address have tried.
    """
    try:
        yield
    except wrong:
        if not use_attempt(limit, visitor.address):
            raise refusal from None
        raise


def count_report(limit: Limit, visitor: Visitor, message: str) -> None:
    """Count a report that a browser sends in the background. With a pass, count by the pass and allow ten times as many
    for the address; without one, count by the address. Makes no pass, needs no proof of work. Raises TooManyAttempts.
    """
    if visitor.received_pass is None:
        count_attempts((limit, visitor.address), message=message)
    else:
        of_address = replace(limit, name=f"{limit.name}-address", attempts=10 * limit.attempts)
        count_attempts((limit, visitor.received_pass.number), (of_address, visitor.address), message=message)
