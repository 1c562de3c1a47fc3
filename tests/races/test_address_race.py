"""One address under many hands: a class gets its tickets, those who do not work hold no more than its share, one
browser no more than its own, and the canary: without the lock more is held than may be (docs/decisions/0022, 0073).
"""

from collections import Counter
from collections.abc import Callable
from threading import Barrier

import pytest

from cart.shares import GUESTS, max_pieces_of_stock, share_of_stock
from shop.core.limits.passes import COOKIE
from tests.proofs import proves
from tests.races.buyers import BUYERS, Outcome, new_address, together
from tests.races.canary import fails_on
from tests.races.ground import Ground, Sale, one_sale

CAPACITY = 461
TICKETS_EACH = 4


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
    """As one guest after the other, without work."""
    sale, address = argument
    buyer = sale.buyer(address=address, works=False)
    barrier.wait(timeout=120)
    for _guest in range(2):
        buyer.client.cookies.clear()
        buyer.add(sale.variant, 9)
    return buyer.outcome


def attack(ground: Ground) -> None:
    sale = one_sale(ground, CAPACITY)
    outcomes = together(take_what_a_cart_holds, (sale, new_address()))
    assert [outcome.bad_statuses for outcome in outcomes if outcome.bad_statuses] == []
    assert Counter(code for outcome in outcomes for code in outcome.codes).keys() == {"WORK_NEEDED"}
    assert 0 < sale.held <= share_of_stock(CAPACITY)
    ground.check()


def take_as_one_browser(barrier: Barrier, argument: tuple[Sale, str], number: int) -> Outcome:
    """In many windows, each with a session of its own, and with all work done."""
    sale, kept = argument
    buyer = sale.buyer(cookies={COOKIE: kept})
    barrier.wait(timeout=120)
    buyer.add(sale.variant, 9)
    return buyer.outcome


def attack_as_one_browser(ground: Ground) -> None:
    sale = one_sale(ground, CAPACITY)
    first = sale.buyer()
    assert first.add(sale.variant, 9)
    outcomes = together(take_as_one_browser, (sale, first.client.cookies[COOKIE]))
    assert [outcome.bad_statuses for outcome in outcomes if outcome.bad_statuses] == []
    # Nor does one browser begin more than so many sessions.
    assert {code for outcome in outcomes for code in outcome.codes} <= {"ADDRESS_BUSY", "RATE_LIMITED"}
    assert sale.held == max_pieces_of_stock()
    ground.check()


@proves(
    "docs/decisions/0022",
    "a class of 30 with two devices each behind one address, each of them after some work, gets its tickets at once; "
    "without work it holds its share, and one browser no more than its own",
)
def test_a_class_behind_one_address_buys_at_once(ground: Ground) -> None:
    assert BUYERS >= GUESTS
    sale = one_sale(ground, 1500)  # of which they may all transfer the money
    outcomes = together(buy_with_two_devices, (sale, new_address()))
    assert [(one.bad_statuses, one.codes) for one in outcomes] == [([], [])] * BUYERS
    assert sale.sold == BUYERS * TICKETS_EACH
    ground.check()


def test_who_does_not_work_holds_no_more_than_the_share_of_an_address(ground: Ground) -> None:
    attack(ground)


def test_one_browser_holds_no_more_than_its_own(ground: Ground) -> None:
    attack_as_one_browser(ground)


@pytest.mark.whole
@pytest.mark.parametrize("attack", [attack, attack_as_one_browser])
def test_canary_without_the_lock_more_is_held(ground_without_locks: Ground, attack: Callable[[Ground], None]) -> None:
    fails_on(ground_without_locks, attack)
