"""Codes that visitors enter: wrong attempts are limited, and a signed cookie remembers the right code."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TypeVar

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from shop.core.limits.budgets import Budget, CountedAttempt, count_only
from shop.core.limits.counters import Limit
from shop.core.limits.visitors import visitor_of
from shop.models import Shop

Value = TypeVar("Value")


class WrongCode(Exception):
    """The code does not exist."""


@dataclass(frozen=True)
class CodeEntry:
    """One kind of code: its name, and its cookie's prefix and seconds."""

    name: str
    cookie: str
    seconds: int

    @property
    def by_visitor(self) -> Budget:
        return Budget(self.name.replace(" ", "-"), hard=10, soft=10, seconds=10 * 60)

    @property
    def by_shop(self) -> Limit:
        return Limit(f"{self.by_visitor.name}-shop", attempts=1000, seconds=10 * 60)

    @property
    def by_visitor_of_shop_under_attack(self) -> Budget:
        return Budget(f"{self.by_visitor.name}-few", hard=3, soft=3, seconds=10 * 60)

    @contextmanager
    def attempt(self, request: HttpRequest, shop: Shop, wrong: type[Exception]) -> Iterator[None]:
        """Around the look-up of a code: only the error `wrong` uses up an attempt. Raises TooManyAttempts, WorkNeeded.

        An attempt is counted before the look-up and taken back after a right code, so that parallel requests cannot try
        more wrong codes than the limits allow. Refused attempts are taken back, too: they have learnt nothing. While a
        shop's codes are being guessed, each visitor has fewer attempts, so that visitors with a code still get in
        (docs/decisions/0022).
        """
        visitor, of_shop = visitor_of(request), str(shop.pk)
        attempt = CountedAttempt(
            (self.by_visitor, visitor, of_shop),
            (self.by_visitor_of_shop_under_attack, visitor, of_shop),
            (self.by_shop, of_shop),
        )
        under_attack = self.by_shop in attempt.exceeded
        with count_only(attempt, wrong):
            attempt.require(self.by_visitor_of_shop_under_attack if under_attack else self.by_visitor)
            yield

    def check_code(self, request: HttpRequest, shop: Shop, look_up: Callable[[], Value | None]) -> Value | None:
        """Look the code up and return what `look_up` finds. None for a wrong code, which uses up an attempt. Raises
        TooManyAttempts, WorkNeeded.
        """
        with suppress(WrongCode), self.attempt(request, shop, WrongCode):
            found = look_up()
            if found is None:
                raise WrongCode
            return found
        return None

    def cookie_name(self, shop: Shop) -> str:
        return f"{self.cookie}_{shop.slug}"

    def set_cookie(self, response: HttpResponseBase, shop: Shop, value: str, *proof: str) -> None:
        """Store the value in a signed cookie. `proof` is needed to read it and is not in the cookie."""
        response.set_cookie(
            self.cookie_name(shop),
            self._signer(shop, *proof).sign(value),
            max_age=self.seconds,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )

    def cookie_value(self, request: HttpRequest, shop: Shop, *proof: str) -> str | None:
        try:
            cookie = request.COOKIES.get(self.cookie_name(shop), "")
            return self._signer(shop, *proof).unsign(cookie, max_age=self.seconds)
        except BadSignature:
            return None

    def forget(self, response: HttpResponseBase, shop: Shop) -> None:
        response.delete_cookie(self.cookie_name(shop), samesite="Lax")

    def _signer(self, shop: Shop, *proof: str) -> TimestampSigner:
        return TimestampSigner(salt=" ".join([self.name, str(shop.pk), *proof]))
