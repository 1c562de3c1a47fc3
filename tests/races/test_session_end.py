"""Writes that wait while their session runs out, through real HTTP, and the canary without the lock (purchase §4)."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import count
from typing import Any

import httpx
import psycopg
import pytest

from sessions_queue.actions import end_overdue_sessions
from tests import servers
from tests.proofs import proves
from tests.races.buyers import ADD, PLACE, REMOVE, Buyer
from tests.races.test_races import shop_on
from tests.sample_address import ADDRESS
from tests.stage import check_invariants, on, one_event

CAPACITY = 50
SESSIONS = "SELECT id FROM sessions_queue_visitorsession FOR NO KEY UPDATE"
CARTS = "SELECT id FROM cart_cart FOR UPDATE"
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
OVERDUE = "SELECT count(*) FROM sessions_queue_visitorsession WHERE ended_at IS NULL AND expires_at < now()"
LEFT_SECONDS = 3.0
NUMBERS = count()

CHANGE_AMOUNT = "mutation CHANGEAMOUNT($input: ChangeAmountInput!) { changeAmount(input: $input) { cart { id } } }"
CHANGE_COUNTRY = "mutation CHANGECOUNTRY($input: ChangeCountryInput!) { changeCountry(input: $input) { cart { id } } }"
HEARTBEAT = "mutation HEARTBEAT($input: HeartbeatInput!) { heartbeat(input: $input) { session { expiresAt } } }"


class Guest(Buyer):
    """A buyer in front of the order button, and what he writes there."""

    def __init__(self, url: str, variant: int) -> None:
        super().__init__(url, next(NUMBERS))
        self.variant = variant
        assert self.take(variant, 2)
        self.line = self.items[0]["id"]
        self.total = self.prepare()

    def post(self, document: str, **given: Any) -> httpx.Response:
        return self.client.post(f"{self.base}/graphql?locale=de", json={"query": document, "variables": given})

    def place_it(self) -> httpx.Response:
        given = {"idempotencyKey": self.line, "expectedTotal": self.total, "acceptedTerms": True}
        return self.post(PLACE, input=given)


# All must be seen waiting together, however long a busy machine takes to get them there.
LOCK_SECONDS = 15
PATIENT = {"LOCK_SECONDS": str(LOCK_SECONDS)}
Write = Callable[[Guest], httpx.Response]
WRITES: dict[str, Write] = {
    "place": lambda guest: guest.place_it(),
    "remove": lambda guest: guest.post(REMOVE, input={"itemId": guest.line}),
    "amount": lambda guest: guest.post(CHANGE_AMOUNT, input={"itemId": guest.line, "amount": 1}),
    "country": lambda guest: guest.post(CHANGE_COUNTRY, input={"countryCode": "at"}),
    "details": lambda guest: guest.client.patch(
        f"{guest.base}/cart/address", json={"billing_address": ADDRESS, "email": "mira@example.org"}
    ),
    "logistics": lambda guest: guest.client.patch(
        f"{guest.base}/cart/logistics", json={"payment_method": "bank_transfer"}
    ),
    "personalisation": lambda guest: guest.client.patch(
        f"{guest.base}/cart/items/{guest.line}", json={"personal_identifier": "Mira"}
    ),
    "discount": lambda guest: guest.client.delete(f"{guest.base}/discount"),
    "payment code": lambda guest: guest.client.delete(f"{guest.base}/cart/payment-code"),
    "heartbeat": lambda guest: guest.client.get(f"{guest.base}/session/heartbeat"),
}


def wait_until(fulfilled: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LOCK_SECONDS - 5
    while not fulfilled():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@contextmanager
def running_out(database: str, locked: str) -> Iterator[psycopg.Connection]:
    """Every session is about to run out, and somebody else holds those rows and changes nothing."""
    with psycopg.connect(database) as holder:
        holder.execute(
            "UPDATE sessions_queue_visitorsession SET expires_at = clock_timestamp() + make_interval(secs => %s)",
            [LEFT_SECONDS],
        )
        holder.commit()
        holder.execute(locked.encode())
        yield holder


def held_up(database: str, locked: str, writes: Sequence[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    """What the writes answer that wait for the rows until all sessions have run out."""
    with running_out(database, locked) as holder, ThreadPoolExecutor(len(writes)) as pool:
        answers = [pool.submit(write) for write in writes]
        wait_until(lambda: servers.number(database, WAITING) == len(writes))
        assert servers.number(database, OVERDUE) == 0
        wait_until(lambda: servers.number(database, OVERDUE) > 0)
        holder.rollback()
        return [answer.result() for answer in answers]


def check_after_the_sweep(database: str) -> None:
    with on(database):
        end_overdue_sessions()
    check_invariants(database)


def code_of(answer: httpx.Response) -> str:
    body = answer.json()
    error = body.get("errors", [{}])[0].get("extensions", {}) if "data" in body else body
    return str(error.get("code", ""))


def run_out_while_waiting(database: str, **env: str) -> dict[str, httpx.Response]:
    variant = one_event(database, CAPACITY)
    with shop_on(database, **PATIENT, **env) as url:
        guests = {name: Guest(url, variant) for name in WRITES}
        writes = [partial(write, guests[name]) for name, write in WRITES.items()]
        return dict(zip(WRITES, held_up(database, SESSIONS, writes), strict=True))


def check_refused(database: str, answers: dict[str, httpx.Response]) -> None:
    assert {name: code_of(answer) for name, answer in answers.items()} == dict.fromkeys(WRITES, "SESSION_ENDED")
    assert servers.number(database, "SELECT count(*) FROM checkout_order") == 0
    check_after_the_sweep(database)


@proves(
    "purchase §4, design §4",
    "every write locks the session, proves by the database's clock that it lives and renews it: none "
    "goes through that waited until it ran out",
)
def test_no_write_goes_through_that_waited_until_its_session_ran_out(fresh_database: str) -> None:
    check_refused(fresh_database, run_out_while_waiting(fresh_database))


def test_canary_without_locks_a_session_that_ran_out_is_written_to(fresh_database: str) -> None:
    """None of them waits, to begin with."""
    with pytest.raises(AssertionError):
        check_refused(fresh_database, run_out_while_waiting(fresh_database, TEST_WITHOUT_LOCKS="1"))


def test_who_waited_with_a_new_thing_begins_a_new_cart(fresh_database: str) -> None:
    variant = one_event(fresh_database, CAPACITY)
    with shop_on(fresh_database, **PATIENT) as url:
        guest = Guest(url, variant)
        before = dict(guest.client.cookies)
        wish = {"requests": [{"productVariantId": str(variant), "amount": 1}]}
        (answer,) = held_up(fresh_database, SESSIONS, [lambda: guest.post(ADD, input=wish)])
        (item,) = answer.json()["data"]["addToCart"]["cart"]["items"]
        assert (item["amount"], dict(guest.client.cookies) == before) == (1, False)
        beat = Buyer(url, next(NUMBERS), cookies=before).run(HEARTBEAT, {"input": {}})
        assert beat == {"heartbeat": {"session": {"expiresAt": None}}}
    check_after_the_sweep(fresh_database)


@proves(
    "design §4",
    "an order under way is placed, however long it takes, and never after its session's end; the "
    "process's clock does not count",
)
def test_an_order_under_way_is_placed_though_its_session_would_have_run_out(fresh_database: str) -> None:
    variant = one_event(fresh_database, CAPACITY)
    with shop_on(fresh_database, **PATIENT) as url:
        guest = Guest(url, variant)
        (answer,) = held_up(fresh_database, CARTS, [guest.place_it])
        assert answer.json()["data"]["placeOrder"]["order"]["reference"]
    renewed = "expires_at > clock_timestamp() + interval '19 minutes'"
    assert servers.number(fresh_database, f"SELECT count(*) FROM sessions_queue_visitorsession WHERE {renewed}") == 1
    # However short the renewal is, the order was placed before the end.
    with psycopg.connect(fresh_database) as connection:
        connection.execute("UPDATE sessions_queue_visitorsession SET expires_at = now() - interval '1 second'")
    check_after_the_sweep(fresh_database)
