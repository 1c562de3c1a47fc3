"""One address under many hands: a class gets its tickets, an attacker leaves half of them to the others, and the
canary: without the lock more is held than may be (docs/decisions/0022).
"""

from collections import Counter
from threading import Barrier

import pytest

from sessions_queue.rules import GUESTS, TICKETS_EACH, most_of_stock
from tests.proofs import proves
from tests.races.buyers import BUYERS, Outcome, new_address, together
from tests.races.canary import fails_on
from tests.races.ground import Ground, Sale, one_sale

CAPACITY = 461


def buy_with_two_devices(barrier: Barrier, argument: tuple[Sale, str], number: int) -> Outcome:
    """Both ask at once and once too often; the order is placed with one of them."""
    sale, address = argument
    phone, laptop = (sale.buyer(address=address) for _device in range(2))
    barrier.wait(timeout=120)
    for device in (phone, laptop):
        assert device.add(sale.variant, TICKETS_EACH), device.outcome
        device.outcome.codes.clear()
        assert not device.add(sale.variant, 9)
    assert {*phone.outcome.codes, *laptop.outcome.codes} == {"CART_LIMIT_EXCEEDED"}
    phone.outcome.codes.clear()
    phone.place(phone.prepare())
    return phone.outcome


def take_what_a_cart_holds(barrier: Barrier, argument: tuple[Sale, str], number: int) -> Outcome:
    """As one guest after the other."""
    sale, address = argument
    buyer = sale.buyer(address=address)
    barrier.wait(timeout=120)
    for _guest in range(2):
        buyer.client.cookies.clear()
        buyer.add(sale.variant, 9)
    return buyer.outcome


def attack(ground: Ground) -> None:
    sale = one_sale(ground, CAPACITY)
    outcomes = together(take_what_a_cart_holds, (sale, new_address()))
    other = sale.buyer()
    assert other.add(sale.variant, 9)
    assert [outcome.bad_statuses for outcome in outcomes if outcome.bad_statuses] == []
    assert Counter(code for outcome in outcomes for code in outcome.codes).keys() == {"ADDRESS_BUSY"}
    assert sale.held - 9 <= most_of_stock(CAPACITY)
    ground.check()


@proves(
    "docs/decisions/0022",
    "one address begins, holds and orders as much as a class of 30 with two devices each, and cannot "
    "hold a stock or a shop",
)
def test_a_class_behind_one_address_buys_at_once(ground: Ground) -> None:
    assert BUYERS >= GUESTS
    sale = one_sale(ground, 1000)
    outcomes = together(buy_with_two_devices, (sale, new_address()))
    assert [(one.bad_statuses, one.codes) for one in outcomes] == [([], [])] * BUYERS
    assert sale.sold == BUYERS * TICKETS_EACH
    ground.check()


def test_one_address_holds_no_more_than_half_of_a_stock(ground: Ground) -> None:
    attack(ground)


@pytest.mark.whole
def test_canary_without_the_lock_an_address_holds_more(ground_without_locks: Ground) -> None:
    fails_on(ground_without_locks, attack)
