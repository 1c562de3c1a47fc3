"""One address under many hands: a class gets its tickets, an attacker leaves half of them to the others, and the
canary: without the lock more is held than may be (docs/decisions/0022).
"""

from collections import Counter
from multiprocessing.synchronize import Barrier

import pytest

from sessions_queue.rules import GUESTS, TICKETS_EACH, most_of_stock
from tests import servers
from tests.races.buyers import BUYERS, Buyer, Outcome, together
from tests.races.stage import stage
from tests.races.test_races import CANARY_ROUNDS, shop_on

pytestmark = pytest.mark.slow
ADDRESS = "127.2.0.1"
CAPACITY = 461
HELD = "SELECT coalesce(sum(held), 0) FROM catalogue_stockslot"
SOLD = "SELECT coalesce(sum(sold), 0) FROM catalogue_stockslot"


def hot_stock(capacity: int) -> str:
    """Several slots, as a hot stock has: nobody waits for anybody there."""
    return f"""
from catalogue.actions import create_stock, limit_variant
event = make_event(shop, cart_limit=9)
ticket = first_variant(event)
ticket.stock_uses.all().delete()
limit_variant(variant=ticket, stock=create_stock(owner=shop, name="hall", capacity={capacity}, slots=8))
answer = ticket.pk
"""


def buy_with_two_devices(barrier: Barrier, argument: tuple[str, int], number: int) -> Outcome:
    """Both ask at once and once too often; the order is placed with one of them."""
    url, variant = argument
    phone, laptop = (Buyer(url, number, address=ADDRESS) for _device in range(2))
    barrier.wait(timeout=120)
    for device in (phone, laptop):
        assert device.add(variant, TICKETS_EACH), device.outcome
        device.outcome.codes.clear()
        assert not device.add(variant, 9)
    assert {*phone.outcome.codes, *laptop.outcome.codes} == {"CART_LIMIT_EXCEEDED"}
    phone.outcome.codes.clear()
    phone.place(phone.prepare(), key=f"pupil-{number}")
    return phone.outcome


def take_what_a_cart_holds(barrier: Barrier, argument: tuple[str, int], number: int) -> Outcome:
    """As one guest after the other."""
    url, variant = argument
    buyer = Buyer(url, number, address=ADDRESS)
    barrier.wait(timeout=120)
    for _guest in range(2):
        buyer.client.cookies.clear()
        buyer.add(variant, 9)
    return buyer.outcome


def attack(database: str, **env: str) -> list[Outcome]:
    variant = stage(database, hot_stock(CAPACITY))
    with shop_on(database, **env) as url:
        outcomes = together(take_what_a_cart_holds, (url, variant))
        other = Buyer(url, BUYERS)
        assert other.add(variant, 9)
    return outcomes


def check_what_is_left(database: str, outcomes: list[Outcome]) -> None:
    assert [outcome.bad_statuses for outcome in outcomes if outcome.bad_statuses] == []
    assert Counter(code for outcome in outcomes for code in outcome.codes).keys() == {"ADDRESS_BUSY"}
    assert servers.number(database, HELD) - 9 <= most_of_stock(CAPACITY)
    servers.manage(database, "check_invariants", "--skip-checks")


def test_a_class_behind_one_address_buys_at_once(fresh_database: str) -> None:
    assert BUYERS >= GUESTS
    variant = stage(fresh_database, hot_stock(1000))
    with shop_on(fresh_database) as url:
        outcomes = together(buy_with_two_devices, (url, variant))
    assert [(one.bad_statuses, one.codes) for one in outcomes] == [([], [])] * BUYERS
    assert servers.number(fresh_database, SOLD) == BUYERS * TICKETS_EACH
    servers.manage(fresh_database, "check_invariants", "--skip-checks")


def test_one_address_holds_no_more_than_half_of_a_stock(fresh_database: str) -> None:
    check_what_is_left(fresh_database, attack(fresh_database))


def test_canary_without_the_lock_an_address_holds_more(template_database: str) -> None:
    for _round in range(CANARY_ROUNDS):
        with servers.database(template_database) as database:
            try:
                check_what_is_left(database, attack(database, TEST_WITHOUT_LOCKS="1"))
            except AssertionError:
                return
    pytest.fail("The race test passes without the lock: it proves nothing.")
