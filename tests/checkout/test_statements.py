"""How many statements the sale sends, besides BEGIN and COMMIT: the same for one line as for many (design §5)."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from catalogue.models import Price, Product, Stock
from checkout.models import CarrierRate
from shop.answer_cache.directory import directory
from tests.factories import first_variant, make_event, make_product, make_shop
from tests.guest import Guest

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)
BRACKETS = re.compile(r"BEGIN|COMMIT|SAVEPOINT|RELEASE SAVEPOINT")
# A session's renewal comes on top, at most once a minute.
HOLD, ORDER, RENEWAL = 12, 20, 1


def statements_of(act: Callable[[], Any]) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        act()
    return [one["sql"] for one in captured if not BRACKETS.match(one["sql"])]


@pytest.fixture(autouse=True)
def as_it_runs(settings: Any) -> None:
    settings.GRAPHQL_SAFELIST_ONLY, settings.ANSWER_CACHE_SECONDS = False, 300


class Fan(Guest):
    """A guest with an address, who buys so many different things at once, which the process knows already."""

    def __init__(self, things: int) -> None:
        shop = make_shop("merchstand")
        directory.refresh(at_once=True)
        self.goods = [first_variant(make_product(shop, capacity=500)) for _thing in range(things)]
        self.goods += [first_variant(make_event(shop, capacity=500)) for _thing in range(things // 2)]
        super().__init__(shop, address="192.0.2.7")
        Guest(shop, address="192.0.2.8").buy(*self.wishes)

    @property
    def wishes(self) -> list[tuple[object, float]]:
        return [(one, 1) for one in self.goods]

    def fill(self) -> None:
        assert self.add(*self.wishes).data

    def change(self, amount: int) -> None:
        assert self.ask("CHANGEAMOUNT", input={"itemId": self.line, "amount": amount}).data

    def remove(self) -> None:
        assert self.ask("REMOVEFROMCART", input={"itemId": self.line}).data

    def look(self) -> None:
        self.line = next(one["id"] for one in self.cart()["items"] if not one["ticket"])


@pytest.mark.parametrize("things", [1, 10])
def test_a_write_of_a_cart_takes_the_same_few_for_one_line_and_for_many(things: int) -> None:
    fan = Fan(things)
    filled = [statements_of(fan.fill), statements_of(fan.fill)]
    fan.look()
    changed = [statements_of(lambda: fan.change(4)), statements_of(lambda: fan.change(1)), statements_of(fan.remove)]
    found = [len(asked) for asked in (*filled, *changed)]
    assert found == [8, 11, 10, 8, 8]
    assert max(found) + RENEWAL <= HOLD


def test_what_is_refused_as_sold_out_is_known_before_anything_is_written() -> None:
    fan = Fan(1)
    Stock.objects.update(capacity=F("held") + F("sold"))
    for _time in range(2):  # the first reads what changed
        asked = statements_of(lambda: fan.add(*fan.wishes).refusal["available"])
    assert len(asked) == 2
    assert not [one for one in asked if re.match(r"\s*(INSERT|UPDATE|DELETE|WITH)", one)]


@pytest.mark.parametrize("things", [1, 10])
def test_an_order_takes_the_same_few_for_one_line_and_for_many(things: int) -> None:
    fan = Fan(things)
    fan.fill()
    fan.enter_address()
    fan.choose()
    total = fan.cart()["totalDue"]
    placed = statements_of(lambda: fan.place(expectedTotal=total, idempotencyKey="other").data)
    assert len(placed) == 19
    assert len(placed) + RENEWAL <= ORDER


def test_a_new_order_is_told_as_reading_it_would_find_it() -> None:
    fan = Fan(2)
    told = fan.buy(*fan.wishes, idempotencyKey="other")
    assert told["items"] and told["shippingMethod"] and told["vat"] and told["bankDetails"]
    assert fan.ask("ORDER", order_id=told["id"]).data == told


def test_a_change_is_seen_by_the_next_write() -> None:
    """What a process remembers of a shop ends with the shop's version."""
    fan = Fan(1)
    fan.fill()
    Price.objects.update(price="21.50")
    assert fan.add(*fan.wishes).data["cart"]["total"] == "43.00"
    CarrierRate.objects.update(price="1.23")
    fan.fill()
    fan.choose()
    assert fan.cart()["shipping"]["price"] == "1.23"
    Product.objects.update(active=False)
    assert fan.add(*fan.wishes).refusal["code"] == "ITEM_NOT_AVAILABLE"
    Product.objects.get().listed_in.clear()
    assert fan.add(*fan.wishes).refusal["code"] == "ITEM_NOT_FOUND"
    assert fan.cart()["items"][0]["invalidated"]
