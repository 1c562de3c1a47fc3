"""The door to services outside: how many wait for one, for how long, and who is not asked in vain."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse

from shop.core import outside
from shop.core.outside import MOST, PLACES, SILENCES, CircuitBreaker, ServiceUnavailable, in_request, limit_waiting
from tests.proofs import proves

ALL = 20


class Silence(Exception):
    """What a client raises when nobody answers."""


class Service:
    """It answers with how often it was asked; `hangs`: not before it is told to go on."""

    def __init__(self) -> None:
        self.asked, self.goes_on = 0, threading.Event()
        self.goes_on.set()
        self.trouble: Exception | None = None

    def __call__(self) -> int:
        self.asked += 1
        self.goes_on.wait(30)
        if self.trouble:
            raise self.trouble
        return self.asked

    @contextmanager
    def hanging(self) -> Iterator[None]:
        self.goes_on.clear()
        try:
            yield
        finally:
            self.goes_on.set()


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> CircuitBreaker:
    """In less time, though not in so little that a busy machine needs more."""
    for name, seconds in (("SECONDS", 1.2), ("PATIENCE", 0.4), ("PAUSE", 0.6)):
        monkeypatch.setattr(outside, name, seconds)
    return CircuitBreaker("Service", lambda: (Silence,))


@pytest.fixture
def service() -> Service:
    return Service()


def within_request(work: Callable[[], Any]) -> Any:
    """What comes of it in a web request, an exception as well."""
    found: list[Any] = []

    def respond(_request: HttpRequest) -> HttpResponse:
        try:
            found.append(work())
        except (Silence, ServiceUnavailable, ValueError) as error:
            found.append(error)
        return HttpResponse()

    limit_waiting(respond)(HttpRequest())
    return found[0]


@contextmanager
def visitors() -> Iterator[Callable[..., list["Future[Any]"]]]:
    with ThreadPoolExecutor(2 * ALL) as pool:
        yield lambda work, number: [pool.submit(within_request, work) for _one in range(number)]


def until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 5
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.005)


@proves(
    "docs/decisions/0071",
    "two of the eight threads of a web process may always wait for a service outside, six while it answers, for three"
    " seconds in all; after three silences it is not asked for ten seconds, and then once",
)
def test_a_service_that_hangs_has_two_waiting_and_the_others_go_on_at_once(
    door: CircuitBreaker, service: Service
) -> None:
    with visitors() as come, service.hanging():
        first = come(lambda: door.ask(service), PLACES)
        until(lambda: service.asked == PLACES)
        time.sleep(outside.PATIENCE)
        begun = time.monotonic()
        others = [one.result() for one in come(lambda: door.ask(service), ALL)]
        assert time.monotonic() - begun < outside.SECONDS - outside.PATIENCE
        assert all(isinstance(one, ServiceUnavailable) for one in others)
        assert all(isinstance(one.result(), ServiceUnavailable) for one in first)
        assert time.monotonic() - begun < 2 * outside.SECONDS
        assert service.asked == PLACES


def test_while_it_answers_more_are_asked_at_once_and_never_all(door: CircuitBreaker, service: Service) -> None:
    with visitors() as come, service.hanging():
        waiting = come(lambda: door.ask(service), MOST)
        until(lambda: service.asked == MOST)
        assert isinstance(within_request(lambda: door.ask(service)), ServiceUnavailable)
        # Another service has its own.
        assert within_request(lambda: CircuitBreaker("Other", lambda: (Silence,)).ask(lambda: "here")) == "here"
        service.goes_on.set()
        assert all(isinstance(one.result(), int) for one in waiting)
    assert within_request(lambda: door.ask(service)) == MOST + 1


def test_however_many_services_are_silent_at_once_a_thread_waits_for_nobody(service: Service) -> None:
    doors = [CircuitBreaker(f"Silent {number}", lambda: (Silence,)) for number in range(4)]
    with visitors() as come, service.hanging():
        waiting = [one for door in doors[:3] for one in come(partial(door.ask, service), PLACES)]
        until(lambda: service.asked == MOST)
        waiting += come(partial(doors[3].ask, service), 1)
        until(lambda: service.asked == MOST + 1)
        for door in (doors[3], CircuitBreaker("Silent, too", lambda: (Silence,))):
            assert isinstance(within_request(partial(door.ask, service)), ServiceUnavailable)
        service.goes_on.set()
        assert all(isinstance(one.result(), int) for one in waiting)


def test_calls_that_nobody_waits_for_any_more_keep_nobody_from_a_service_that_answers(
    door: CircuitBreaker, service: Service
) -> None:
    with visitors() as come, service.hanging():
        assert all(isinstance(one.result(), ServiceUnavailable) for one in come(lambda: door.ask(service), PLACES))
        assert within_request(lambda: door.ask(lambda: "here")) == "here"


def test_a_service_that_hangs_is_found_silent_though_no_call_of_it_ends(door: CircuitBreaker, service: Service) -> None:
    with visitors() as come, service.hanging():
        for _time in range(2):
            assert all(isinstance(one.result(), ServiceUnavailable) for one in come(lambda: door.ask(service), PLACES))
        begun = time.monotonic()
        assert isinstance(within_request(lambda: door.ask(service)), ServiceUnavailable)
        assert time.monotonic() - begun < outside.PATIENCE
        assert service.asked == 2 * PLACES


def test_calls_that_do_not_end_are_no_more_than_their_threads(
    door: CircuitBreaker, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outside, "THREADS", SILENCES)
    with visitors() as come, service.hanging():
        for number in (PLACES, SILENCES - PLACES):
            assert all(isinstance(one.result(), ServiceUnavailable) for one in come(lambda: door.ask(service), number))
        time.sleep(outside.PAUSE)
        begun = time.monotonic()
        assert isinstance(within_request(lambda: door.ask(service)), ServiceUnavailable)
        assert time.monotonic() - begun < outside.PATIENCE
        assert service.asked == SILENCES
    until(lambda: within_request(lambda: door.ask(service)) == SILENCES + 1)


def test_a_request_waits_three_seconds_in_all_whomever_it_asks(door: CircuitBreaker, service: Service) -> None:
    other = CircuitBreaker("Other", lambda: (Silence,))

    def slowly() -> None:
        time.sleep(outside.SECONDS * 0.7)

    def ask_both() -> Any:
        door.ask(slowly)
        with pytest.raises(ServiceUnavailable):
            other.ask(slowly)
        begun = time.monotonic()
        with pytest.raises(ServiceUnavailable):
            door.ask(service)
        return time.monotonic() - begun

    begun = time.monotonic()
    assert within_request(ask_both) < 0.2
    assert time.monotonic() - begun < 1.3 * outside.SECONDS
    assert service.asked == 0


@pytest.mark.parametrize("as_request", [True, False])
def test_after_three_silences_nobody_asks_and_then_one_alone(
    door: CircuitBreaker, service: Service, as_request: bool
) -> None:
    def ask() -> Any:
        if as_request:
            return within_request(lambda: door.ask(service))
        try:
            return door.ask(service)
        except (Silence, ServiceUnavailable) as error:
            return error

    service.trouble = Silence()
    assert [type(ask()) for _time in range(SILENCES + 2)] == [Silence] * SILENCES + [ServiceUnavailable] * 2
    time.sleep(outside.PAUSE)
    with service.hanging(), visitors() as come:
        trial = come(lambda: door.ask(service), 1)
        until(lambda: service.asked == SILENCES + 1)
        assert isinstance(ask(), ServiceUnavailable)
        service.goes_on.set()
        assert isinstance(trial[0].result(), Silence)
    assert isinstance(ask(), ServiceUnavailable)
    time.sleep(outside.PAUSE)
    service.trouble = None
    assert [ask(), ask()] == [SILENCES + 2, SILENCES + 3]


def test_what_it_refuses_is_an_answer(door: CircuitBreaker, service: Service) -> None:
    service.trouble = ValueError("no such order")
    assert [type(within_request(lambda: door.ask(service))) for _time in range(2 * SILENCES)] == (
        [ValueError] * 2 * SILENCES
    )
    for trouble in (Silence(), Silence(), ValueError(), Silence(), Silence()):
        service.trouble = trouble
        within_request(lambda: door.ask(service))
    service.trouble = None
    assert isinstance(within_request(lambda: door.ask(service)), int)


def test_what_is_no_request_waits_as_long_as_its_client(door: CircuitBreaker, service: Service) -> None:
    assert not in_request()
    assert within_request(in_request) is True
    begun = time.monotonic()
    door.ask(lambda: time.sleep(1.2 * outside.SECONDS))
    assert time.monotonic() - begun > outside.SECONDS
    assert door.ask(threading.current_thread) is threading.current_thread()
