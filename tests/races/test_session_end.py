"""Writes that wait while their session runs out, through real HTTP, and the canary without the lock (purchase §4)."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any

import httpx
import psycopg
import pytest

from sessions_queue.visitor_sessions.actions import end_overdue_sessions
from tests.proofs import proves
from tests.races.buyers import ADD, PLACE, REMOVE, Buyer
from tests.races.ground import LOCK_SECONDS, Ground, Sale, one_sale
from tests.races.waiting import WAITING, until
from tests.sample_address import ADDRESS
from tests.stage import on

CAPACITY = 50
OF_SHOP = "shop_id = (SELECT id FROM shop_shop WHERE slug = %s)"
SESSIONS = f"SELECT id FROM sessions_queue_visitorsession WHERE {OF_SHOP} FOR NO KEY UPDATE"
CARTS = f"SELECT id FROM cart_cart WHERE {OF_SHOP} FOR UPDATE"
OVERDUE = f"""SELECT count(*) FROM sessions_queue_visitorsession
WHERE ended_at IS NULL AND expires_at < now() AND {OF_SHOP}"""
LEFT_SECONDS = 3.0

CHANGE_AMOUNT = "mutation CHANGEAMOUNT($input: ChangeAmountInput!) { changeAmount(input: $input) { cart { id } } }"
CHANGE_COUNTRY = "mutation CHANGECOUNTRY($input: ChangeCountryInput!) { changeCountry(input: $input) { cart { id } } }"
HEARTBEAT = "mutation HEARTBEAT($input: HeartbeatInput!) { heartbeat(input: $input) { session { expiresAt } } }"


class Guest(Buyer):
    """A buyer in front of the order button, and what he writes there."""

    def __init__(self, sale: Sale) -> None:
        super().__init__(sale.ground.url, slug=sale.slug)
        assert self.take(sale.variant, 2)
        self.line = self.items[0]["id"]
        self.total = self.prepare()

    def post(self, document: str, **given: Any) -> httpx.Response:
        return self.client.post(f"{self.base}/graphql?locale=de", json={"query": document, "variables": given})

    def place_it(self) -> httpx.Response:
        given = {"idempotencyKey": self.line, "expectedTotal": self.total, "acceptedTerms": True}
        return self.post(PLACE, input=given)


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


def wait_until(happened: Callable[[], bool]) -> None:
    """Before those who wait give up."""
    until(happened, LOCK_SECONDS - 5)


@contextmanager
def running_out(sale: Sale, locked: str) -> Iterator[psycopg.Connection]:
    """Every session of the shop is about to run out, and somebody else holds those rows and changes nothing."""
    end = "UPDATE sessions_queue_visitorsession SET expires_at = clock_timestamp() + make_interval(secs => %s)"
    with psycopg.connect(sale.ground.database) as holder:
        holder.execute(f"{end} WHERE {OF_SHOP}".encode(), [LEFT_SECONDS, sale.slug])
        holder.commit()
        holder.execute(locked.encode(), [sale.slug])
        yield holder


def held_up(sale: Sale, locked: str, writes: Sequence[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    """What the writes answer that wait for the rows until all sessions have run out."""
    number = sale.ground.number
    with running_out(sale, locked) as holder, ThreadPoolExecutor(len(writes)) as pool:
        answers = [pool.submit(write) for write in writes]
        wait_until(lambda: number(WAITING) == len(writes))
        assert number(OVERDUE, sale.slug) == 0
        wait_until(lambda: number(OVERDUE, sale.slug) > 0)
        holder.rollback()
        return [answer.result() for answer in answers]


def check_after_the_sweep(ground: Ground) -> None:
    with on(ground.database):
        end_overdue_sessions()
    ground.check()


def code_of(answer: httpx.Response) -> str:
    body = answer.json()
    error = body.get("errors", [{}])[0].get("extensions", {}) if "data" in body else body
    return str(error.get("code", ""))


def run_out_while_waiting(ground: Ground) -> None:
    sale = one_sale(ground, CAPACITY)
    guests = {name: Guest(sale) for name in WRITES}
    writes = [partial(write, guests[name]) for name, write in WRITES.items()]
    answers = dict(zip(WRITES, held_up(sale, SESSIONS, writes), strict=True))
    assert {name: code_of(answer) for name, answer in answers.items()} == dict.fromkeys(WRITES, "SESSION_ENDED")
    assert sale.orders == 0
    check_after_the_sweep(ground)


@proves(
    "purchase §4, design §4",
    "every write locks the session, proves by the database's clock that it lives and renews it: none "
    "goes through that waited until it ran out",
)
def test_no_write_goes_through_that_waited_until_its_session_ran_out(ground: Ground) -> None:
    run_out_while_waiting(ground)


@pytest.mark.whole
def test_canary_without_locks_a_session_that_ran_out_is_written_to(ground_without_locks: Ground) -> None:
    """None of them waits, to begin with."""
    with pytest.raises(AssertionError):
        run_out_while_waiting(ground_without_locks)


def test_who_waited_with_a_new_thing_begins_a_new_cart(ground: Ground) -> None:
    sale = one_sale(ground, CAPACITY)
    guest = Guest(sale)
    before = dict(guest.client.cookies)
    wish = {"requests": [{"productVariantId": str(sale.variant), "amount": 1}]}
    (answer,) = held_up(sale, SESSIONS, [lambda: guest.post(ADD, input=wish)])
    (item,) = answer.json()["data"]["addToCart"]["cart"]["items"]
    assert (item["amount"], dict(guest.client.cookies) == before) == (1, False)
    beat = sale.buyer(cookies=before).run(HEARTBEAT, {"input": {}})
    assert beat == {"heartbeat": {"session": {"expiresAt": None}}}
    check_after_the_sweep(ground)


@proves(
    "design §4",
    "an order under way is placed, however long it takes, and never after its session's end; the "
    "process's clock does not count",
)
def test_an_order_under_way_is_placed_though_its_session_would_have_run_out(ground: Ground) -> None:
    sale = one_sale(ground, CAPACITY)
    (answer,) = held_up(sale, CARTS, [Guest(sale).place_it])
    assert answer.json()["data"]["placeOrder"]["order"]["reference"]
    of_shop = f"FROM sessions_queue_visitorsession WHERE {OF_SHOP}"
    renewed = f"SELECT count(*) {of_shop} AND expires_at > clock_timestamp() + interval '19 minutes'"
    assert ground.number(renewed, sale.slug) == 1
    # However short the renewal is, the order was placed before the end.
    with psycopg.connect(ground.database) as connection:
        end = "UPDATE sessions_queue_visitorsession SET expires_at = now() - interval '1 second'"
        connection.execute(f"{end} WHERE {OF_SHOP}".encode(), [sale.slug])
    check_after_the_sweep(ground)
