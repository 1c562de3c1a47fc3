"""What the guests of one address may have: a class buys, an attacker stops nobody (docs/decisions/0022)."""

from collections.abc import Iterable

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cart.models import Cart
from catalogue.models import ProductVariant, Stock
from sessions_queue.limits import NEW_SESSIONS
from sessions_queue.models import VisitorSession
from sessions_queue.rules import GUESTS, TICKETS_EACH, most_of_stock, most_pieces
from shop.models import Shop
from tests.factories import first_variant, make_event, make_product, make_shop, make_variant
from tests.guest import Guest
from tests.proofs import proves

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]
ATTACKER, OTHER = "198.51.100.1", "203.0.113.1"


@pytest.fixture
def shop() -> Shop:
    return make_shop("nachtfalter")


def held(variants: Iterable[ProductVariant]) -> int:
    return sum(Stock.objects.filter(uses__variant__in=list(variants)).values_list("held", flat=True))


def take_all(shop: Shop, variants: list[ProductVariant], amount: int = 9, times: int = 51) -> list[str]:
    """One guest after the other takes as much as a cart may hold; what they were refused for."""
    guest, refusals = Guest(shop), []
    for _number in range(times):
        guest.begin_anew(ATTACKER)
        answer = guest.add(*((variant, amount) for variant in variants))
        if "errors" in answer.body:
            refusals.append(answer.refusal["code"])
    return refusals


def test_one_address_cannot_hold_a_stock(shop: Shop) -> None:
    ticket = first_variant(make_event(shop, capacity=461, cart_limit=9))
    refusals = take_all(shop, [ticket])
    assert set(refusals) == {"ADDRESS_BUSY"}
    assert held([ticket]) <= most_of_stock(461) == 230
    other = Guest(shop, address=OTHER)
    assert other.add((ticket, 9)).data


def test_one_address_cannot_hold_a_whole_shop(shop: Shop) -> None:
    goods = [first_variant(make_product(shop, capacity=20)) for _ in range(24)]
    refusals = take_all(shop, goods, amount=4, times=8)
    assert set(refusals) == {"ADDRESS_BUSY"}
    assert held(goods) <= most_pieces() == 30 * settings.MAX_ITEM_LIMIT == 270


def test_what_is_ordered_counts_no_longer(shop: Shop) -> None:
    ticket = first_variant(make_event(shop, capacity=240, cart_limit=9))
    guests = [Guest(shop, address=ATTACKER) for _ in range(14)]
    for guest in guests[:13]:
        assert guest.add((ticket, 9)).data
    assert guests[13].add((ticket, 9)).refusal["code"] == "ADDRESS_BUSY"
    assert guests[0].enter_address().status_code == 200
    assert guests[0].choose().status_code == 200
    assert guests[0].place().data
    assert guests[13].add((ticket, 9)).data


def test_nothing_changes_when_it_is_too_much(shop: Shop) -> None:
    ticket = first_variant(make_event(shop, capacity=200, cart_limit=200))
    poster = make_variant(product=make_product(shop, variants=(), cart_limit=500), physical=False, capacity=300)
    guest = Guest(shop, address=ATTACKER)
    assert guest.add((ticket, 121)).refusal == {"code": "ADDRESS_BUSY"}
    assert not Cart.objects.exists() and not VisitorSession.objects.exists() and held([ticket]) == 0
    (line,) = guest.add((poster, 100)).data["cart"]["items"]
    more = guest.ask("CHANGEAMOUNT", input={"itemId": line["id"], "amount": 151})
    assert more.refusal["code"] == "ADDRESS_BUSY"
    assert held([poster]) == 100
    assert guest.ask("CHANGEAMOUNT", input={"itemId": line["id"], "amount": 150}).data


def test_new_guests_of_an_address_are_counted_only_if_they_get_something(shop: Shop) -> None:
    ticket = first_variant(make_event(shop, capacity=200, cart_limit=1))
    for _ in range(NEW_SESSIONS.attempts - 2):
        assert allowed(NEW_SESSIONS, ATTACKER)
    guest = Guest(shop)
    for _ in range(5):
        guest.begin_anew(ATTACKER)
        assert guest.add((ticket, 2)).refusal["code"] == "CART_LIMIT_EXCEEDED"
    for _ in range(2):
        guest.begin_anew(ATTACKER)
        assert guest.add((ticket, 1)).data
    assert guest.add((ticket, 1)).refusal["code"] == "CART_LIMIT_EXCEEDED"  # a known one comes as often as it likes
    guest.begin_anew(ATTACKER)
    assert guest.add((ticket, 1)).refusal["code"] == "ADDRESS_BUSY"
    guest.begin_anew(OTHER)
    assert guest.add((ticket, 1)).data


@proves(
    "docs/decisions/0022",
    "one address begins, holds and orders as much as a class of 30 with two devices each, and cannot "
    "hold a stock or a shop",
)
@pytest.mark.whole
def test_a_class_with_two_devices_each_gets_its_tickets(shop: Shop) -> None:
    """30 pupils ask for four tickets with two devices each, ask for one too many, and for a shirt with one of them."""
    ticket = first_variant(make_event(shop, capacity=1000, cart_limit=TICKETS_EACH))
    shirt = first_variant(make_product(shop, capacity=100))
    guest = Guest(shop)
    for device in range(2 * GUESTS):
        guest.begin_anew(ATTACKER)
        assert guest.add((ticket, TICKETS_EACH)).data
        assert guest.add((ticket, 1)).refusal["code"] == "CART_LIMIT_EXCEEDED"
        if device % 2:
            assert guest.add((shirt, 1)).data
    assert held([ticket]) == 2 * GUESTS * TICKETS_EACH


@proves(
    "docs/decisions/0022",
    "the limits take two statements however much an address holds; of the address only a keyed digest is stored",
)
def test_the_limits_take_two_statements_however_much_the_address_holds(shop: Shop) -> None:
    things = [first_variant(make_event(shop, capacity=1000)) for _ in range(3)]
    guest, found = Guest(shop), []
    for number in (1, 8):
        for _ in range(number):
            guest.begin_anew(ATTACKER)
            with CaptureQueriesContext(connection) as queries:
                assert guest.add(*((thing, 1) for thing in things[: min(number, 3)])).data
        digest = VisitorSession.objects.latest("created_at").address_digest
        found.append(sum(digest in one["sql"] and "INSERT" not in one["sql"] for one in queries))
    assert found == [2, 2]
