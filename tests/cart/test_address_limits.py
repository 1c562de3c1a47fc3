"""What a browser may hold, and what it costs those behind one address to hold more (docs/decisions/0022, 0073)."""

from collections.abc import Iterable

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cart.models import Cart
from cart.shares import (
    max_pieces_of_pass,
    max_pieces_of_stock,
    share_of_address,
    share_of_stock,
    work_level_for,
)
from catalogue.models import ProductVariant, Stock
from catalogue.stock.actions import limit_variant
from checkout.models import Payment
from checkout.payments.ledger import record_capture
from sessions_queue.limits import SESSIONS
from sessions_queue.models import VisitorSession
from shop.core.limits.counters import LimitCounters
from shop.core.limits.passes import COOKIE
from shop.core.limits.visitors import Visitor
from shop.core.limits.work import LEVELS
from shop.models import Shop
from tests.factories import first_variant, make_event, make_product, make_shop, make_variant
from tests.guest import Guest
from tests.proof_of_work import solved
from tests.proofs import proves

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]
CROWD, OTHER = "198.51.100.1", "203.0.113.1"
# Of one customer's /48, each a network of its own.
WIDE = "2001:db8:1:{:x}::1"


@pytest.fixture
def shop() -> Shop:
    return make_shop("nachtfalter")


def held(variants: Iterable[ProductVariant]) -> int:
    return sum(Stock.objects.filter(uses__variant__in=list(variants)).values_list("held", flat=True))


def take_all(shop: Shop, variants: list[ProductVariant], amount: int = 9, times: int = 12) -> list[str]:
    """One browser after the other takes as much as a line may hold and does no work; what they were refused for."""
    guest, refusals = Guest(shop), []
    for _number in range(times):
        guest.begin_anew(CROWD)
        answer = guest.add(*((variant, amount) for variant in variants))
        if "errors" in answer.body:
            refusals.append(answer.refusal["code"])
    return refusals


@proves("docs/decisions/0073", "who does no work holds 1.5 % of a stock together with all others behind the address")
def test_an_address_holds_its_share_of_a_stock_and_then_its_browsers_work(shop: Shop) -> None:
    ticket = first_variant(make_event(shop, capacity=2000, cart_limit=9))
    assert set(take_all(shop, [ticket])) == {"WORK_NEEDED"}
    assert held([ticket]) <= share_of_stock(2000) == 30
    worker = Guest(shop, address=CROWD, works=True)
    assert worker.add((ticket, 9)).data
    assert Guest(shop, address=OTHER).add((ticket, 9)).data


def test_an_address_holds_its_share_of_a_shop_and_then_its_browsers_work(shop: Shop) -> None:
    goods = [first_variant(make_product(shop, capacity=2000)) for _ in range(24)]
    assert set(take_all(shop, goods, amount=4, times=8)) == {"WORK_NEEDED"}
    assert held(goods) <= share_of_address() == 30 * settings.MAX_ITEM_LIMIT == 270


def test_a_network_of_65536_addresses_has_the_share_of_four(shop: Shop) -> None:
    ticket = first_variant(make_event(shop, capacity=2000, cart_limit=9))
    guest, refusals = Guest(shop), []
    for number in range(20):
        guest.begin_anew(WIDE.format(number))
        answer = guest.add((ticket, 9))
        refusals += [answer.refusal["code"]] if "errors" in answer.body else []
    assert set(refusals) == {"WORK_NEEDED"}
    assert held([ticket]) <= 4 * share_of_stock(2000) == 120


@proves(
    "docs/decisions/0073",
    "holding costs one level more each time that the browsers of an address hold twice as much of a stock",
)
def test_more_of_a_stock_costs_more(shop: Shop) -> None:
    assert [work_level_for(pieces, 30) for pieces in (1, 30, 31, 60, 119, 240, 480, 2000)] == [
        0,
        0,
        1,
        2,
        2,
        4,
        5,
        LEVELS,
    ]
    ticket = first_variant(make_event(shop, capacity=600, cart_limit=9))
    levels = []
    for _number in range(5):
        guest = Guest(shop, address=CROWD)
        answer = guest.add((ticket, 9))
        if "errors" in answer.body:
            challenge = answer.refusal["challenge"]
            levels.append(challenge["parameters"]["data"]["level"])
            answer = guest.send(guest.last_body, Proof_Of_Work=solved(challenge))
        assert answer.data
    assert levels == [2, 2, 3, 3]  # 18, 27, 36, 45 pieces of a share of nine


def test_a_cheap_proof_holds_no_more_than_it_paid_for(shop: Shop) -> None:
    ticket = first_variant(make_event(shop, capacity=600, cart_limit=9))
    for _number in range(4):
        assert Guest(shop, address=CROWD, works=True).add((ticket, 9)).data
    visitor = Visitor(CROWD)
    visitor.redeem_proof(solved(visitor.challenge()))
    assert visitor.work == 1
    guest = Guest(shop, address=CROWD)
    answer = guest.add((ticket, 1))
    assert answer.refusal["challenge"]["parameters"]["data"]["level"] == 3
    answer = guest.send(guest.last_body, Proof_Of_Work=solved(Visitor(CROWD).challenge()))
    assert answer.refusal["code"] == "WORK_NEEDED"


@proves(
    "docs/decisions/0073",
    "what was ordered and is not paid counts as held, for the browser and for its address; once it is paid it does not",
)
def test_what_is_ordered_counts_until_it_is_paid(shop: Shop) -> None:
    ticket = first_variant(make_event(shop, capacity=2000, cart_limit=9))
    buyer = Guest(shop, address=CROWD)
    for number in range(3):
        buyer.buy((ticket, 9), idempotencyKey=f"attempt-{number}")
    assert held([ticket]) == 0
    assert Guest(shop, address=CROWD).add((ticket, 9)).refusal["code"] == "WORK_NEEDED"
    again = Guest(shop, address=OTHER)
    again.client.cookies[COOKIE] = buyer.client.cookies[COOKIE].value
    assert again.add((ticket, 9)).data
    friend = first_variant(make_event(shop, cart_limit=9))
    limit_variant(variant=friend, stock=ticket.stock_uses.get().stock)
    assert again.add((friend, 1)).refusal["code"] == "ADDRESS_BUSY"  # 36 of its own
    for payment in Payment.objects.all():
        record_capture(payment=payment, amount=payment.amount, event_id=f"statement {payment.pk}")
    assert Guest(shop, address=CROWD).add((ticket, 9)).data


def test_a_browser_holds_four_lines_of_a_stock(shop: Shop) -> None:
    poster = make_variant(product=make_product(shop, variants=(), cart_limit=500), physical=False, capacity=3000)
    guest = Guest(shop)
    assert guest.add((poster, max_pieces_of_stock() + 1)).refusal == {"code": "ADDRESS_BUSY"}
    assert not Cart.objects.exists() and not VisitorSession.objects.exists() and held([poster]) == 0
    (line,) = guest.add((poster, max_pieces_of_stock())).data["cart"]["items"]
    more = guest.ask("CHANGEAMOUNT", input={"itemId": line["id"], "amount": max_pieces_of_stock() + 1})
    assert more.refusal["code"] == "ADDRESS_BUSY"
    assert held([poster]) == max_pieces_of_stock() == 36


def test_a_browser_holds_twelve_lines_of_all_stocks_together(shop: Shop) -> None:
    goods = [first_variant(make_product(shop, capacity=2000)) for _ in range(13)]
    guest = Guest(shop)
    for thing in goods[:12]:
        assert guest.add((thing, 9)).data
    assert guest.add((goods[12], 1)).refusal["code"] == "ADDRESS_BUSY"
    assert held(goods) == max_pieces_of_pass() == 108


def test_new_guests_of_an_address_are_counted_only_if_they_get_something(shop: Shop) -> None:
    ticket = first_variant(make_event(shop, capacity=9000, cart_limit=1))
    group = Visitor(CROWD).groups[0]
    whole, minute = SESSIONS.network_limits(1)
    LimitCounters([(limit, f" {group.name}") for limit in (whole, minute) for _ in range(SESSIONS.soft - 2)])
    guest = Guest(shop)
    for _ in range(5):
        guest.begin_anew(CROWD)
        assert guest.add((ticket, 2)).refusal["code"] == "CART_LIMIT_EXCEEDED"
    for _ in range(2):
        guest.begin_anew(CROWD)
        assert guest.add((ticket, 1)).data
    assert guest.add((ticket, 1)).refusal["code"] == "CART_LIMIT_EXCEEDED"  # a known one comes as often as it likes
    guest.begin_anew(CROWD)
    assert guest.add((ticket, 1)).refusal["code"] == "WORK_NEEDED"
    guest.begin_anew(OTHER)
    assert guest.add((ticket, 1)).data


@proves(
    "docs/decisions/0022",
    "the limits take two statements however much an address holds; of the address only a keyed digest is stored",
)
def test_the_limits_take_two_statements_however_much_the_address_holds(shop: Shop) -> None:
    things = [first_variant(make_event(shop, capacity=1000)) for _ in range(3)]
    guest, found = Guest(shop), []
    for number in (1, 8):
        for _ in range(number):
            guest.begin_anew(CROWD)
            with CaptureQueriesContext(connection) as queries:
                assert guest.add(*((thing, 1) for thing in things[: min(number, 3)])).data
        digest = VisitorSession.objects.latest("created_at").address_digest
        found.append(sum(digest in one["sql"] and "INSERT" not in one["sql"] for one in queries))
    assert found == [2, 2]
