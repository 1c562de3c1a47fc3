"""How often somebody may try something."""

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
    """Many have come from this address: this browser goes on once it has computed for a moment. Nothing has changed;
    the same request is sent again with the proof.
    """

    code = "WORK_NEEDED"
    message = "proof of work needed"

    def __init__(self, visitor: Visitor, level: int = 1) -> None:
        super().__init__(challenge=visitor.challenge(level), retry_after=MINUTE)

    @property
    def text(self) -> str:
        """The challenge, for pages."""
        return json.dumps(self.extensions["challenge"])


@dataclass(frozen=True)
class Budget:
    """What a visitor may do in each window of `seconds`: `hard` times by the pass, beyond which it is refused; `soft`
    times by the address for all who share it, beyond which it costs work, unless the pass has worked lately. Once that
    is used up, a part of it goes free each minute: for programs that cannot work, and browsers without script.
    `closed_when_down`: see `Limit`.
    """

    name: str
    hard: int
    soft: int
    seconds: int
    closed_when_down: bool = True

    def pass_limit(self) -> Limit:
        return Limit(self.name, self.hard, self.seconds, self.closed_when_down)

    def network_limits(self, factor: int) -> tuple[Limit, Limit]:
        """In the window, and in a minute."""
        whole = Limit(f"{self.name}-address", self.soft * factor, self.seconds, self.closed_when_down)
        a_minute = max(1, self.soft * factor * MINUTE // self.seconds)
        return whole, replace(whole, name=f"{self.name}-minute", attempts=a_minute, seconds=MINUTE)


Failure = type[BaseException] | tuple[type[BaseException], ...]
LimitedBy = tuple[Limit, str] | tuple[Budget, Visitor] | tuple[Budget, Visitor, str]


class CountedAttempt:
    """One attempt by each limit's somebody and each budget's visitor, a budget also within a scope (a shop, an order),
    all counted in one round trip. `exceeded`: those that refuse it; `unpaid`: the budgets for which it must work.
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
        """Raises the refusal where one `of` these (all, where none is named) has no attempt left, and WorkNeeded."""
        asked = set(of)
        if self.exceeded & asked if asked else self.exceeded:
            raise refusal(message, **more)
        if self._visitor and (self.unpaid & asked if asked else self.unpaid):
            raise WorkNeeded(self._visitor)


def count_attempts(
    *attempts: LimitedBy, refusal: type[TooManyAttempts] = TooManyAttempts, message: str = "", **extensions: Any
) -> None:
    """Count one attempt by each limit's somebody. Raises the refusal where one of them has none left, and WorkNeeded;
    that is not counted, or a visitor without any left would use up those of others.
    """
    attempt = CountedAttempt(*attempts)
    try:
        attempt.require(refusal=refusal, message=message, **extensions)
    except ShopError:
        attempt.take_back()
        raise


def use_attempt(limit: Limit, who: str) -> bool:
    """Count one attempt of somebody and say whether it may go on."""
    return not LimitCounters([(limit, who)]).exceeded


@contextmanager
def count_if_successful(*attempts: LimitedBy, refusal: type[TooManyAttempts] = TooManyAttempts) -> Iterator[None]:
    """Around something that counts only if it succeeds; of those that come at once no more begin than may.

    Raises `refusal` where a limit has no attempt left, and WorkNeeded; that is not counted, either.
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
    """Around something of which this failure counts and nothing else."""
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
    """Around something of which this failure counts and nothing else. Raises `refusal` where a limit has no attempt
    left, and WorkNeeded, before anybody learns whether this one would have failed.
    """
    attempt = CountedAttempt(*attempts)
    with count_only(attempt, failure):
        attempt.require(refusal=refusal)
        yield


@contextmanager
def count_wrong_guesses(
    limit: Limit, visitor: Visitor, wrong: type[BaseException], refusal: type[TooManyAttempts] = TooManyAttempts
) -> Iterator[None]:
    """Around the look for what nobody guesses, 128 random bits and more: `wrong` counts for the address, and is
    answered by `refusal` where the limit has no attempt left. A right one is never refused, whoever else comes from
    there.
    """
    try:
        yield
    except wrong:
        if not use_attempt(limit, visitor.address):
            raise refusal from None
        raise


def count_report(limit: Limit, visitor: Visitor, message: str) -> None:
    """Of what a browser tells and its visitor does not wait for: by the pass, if there is one, and by the address, of
    which ten times as many are taken then. No pass is made for it, and it never costs work. Raises TooManyAttempts.
    """
    if visitor.received_pass is None:
        count_attempts((limit, visitor.address), message=message)
    else:
        of_address = replace(limit, name=f"{limit.name}-address", attempts=10 * limit.attempts)
        count_attempts((limit, visitor.received_pass.number), (of_address, visitor.address), message=message)
