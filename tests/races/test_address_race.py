"""One address under many hands: a class gets its tickets, an attacker leaves half of them to the others, and the
canary: without the lock more is held than may be (docs/decisions/0022).
"""

from collections import Counter
from threading import Barrier

from catalogue.actions import create_stock, limit_variant
from sessions_queue.rules import GUESTS, TICKETS_EACH, most_of_stock
from tests import servers
from tests.factories import first_variant, make_event, make_shop
from tests.proofs import proves
from tests.races.buyers import BUYERS, Buyer, Outcome, together
from tests.races.canary import fails_without_locks
from tests.races.test_races import shop_on
from tests.servers import Databases
from tests.stage import check_invariants, on

ADDRESS = "127.2.0.1"
CAPACITY = 461
HELD = "SELECT coalesce(sum(held), 0) FROM catalogue_stock"
SOLD = "SELECT coalesce(sum(sold), 0) FROM catalogue_stock"


def hot_stock(database: str, capacity: int) -> int:
    """A ticket with several slots, as a hot stock has: nobody waits for anybody there."""
    with on(database):
        shop = make_shop("merchstand")
        ticket = first_variant(make_event(shop, cart_limit=9))
        ticket.stock_uses.all().delete()
        limit_variant(variant=ticket, stock=create_stock(owner=shop, name="hall", capacity=capacity))
        return int(ticket.pk)


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
    variant = hot_stock(database, CAPACITY)
    with shop_on(database, **env) as url:
        outcomes = together(take_what_a_cart_holds, (url, variant))
        other = Buyer(url, BUYERS)
        assert other.add(variant, 9)
    return outcomes


def check_what_is_left(database: str, outcomes: list[Outcome]) -> None:
    assert [outcome.bad_statuses for outcome in outcomes if outcome.bad_statuses] == []
    assert Counter(code for outcome in outcomes for code in outcome.codes).keys() == {"ADDRESS_BUSY"}
    assert servers.number(database, HELD) - 9 <= most_of_stock(CAPACITY)
    check_invariants(database)


@proves(
    "docs/decisions/0022",
    "one address begins, holds and orders as much as a class of 30 with two devices each, and cannot "
    "hold a stock or a shop",
)
def test_a_class_behind_one_address_buys_at_once(fresh_database: str) -> None:
    assert BUYERS >= GUESTS
    variant = hot_stock(fresh_database, 1000)
    with shop_on(fresh_database) as url:
        outcomes = together(buy_with_two_devices, (url, variant))
    assert [(one.bad_statuses, one.codes) for one in outcomes] == [([], [])] * BUYERS
    assert servers.number(fresh_database, SOLD) == BUYERS * TICKETS_EACH
    check_invariants(fresh_database)


def test_one_address_holds_no_more_than_half_of_a_stock(fresh_database: str) -> None:
    check_what_is_left(fresh_database, attack(fresh_database))


def test_canary_without_the_lock_an_address_holds_more(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, lambda database, **env: check_what_is_left(database, attack(database, **env)))
