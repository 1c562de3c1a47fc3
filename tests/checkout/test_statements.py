"""How many statements the sale sends, besides BEGIN and COMMIT: the same for one line as for many (design §5)."""

import re
import time
from collections.abc import Callable
from datetime import timedelta
from types import ModuleType
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cart import locks as cart_locks
from catalogue import locks
from catalogue.models import Price, Product, Stock
from catalogue.stock.actions import create_stock, limit_variant
from checkout.models import CarrierRate, Order, Placement
from checkout.payments.ledger import record_capture
from shop.core.database.clock import database_now
from shop.directory import shops as of_shops
from shop.directory.shops import directory
from shop.invariants import broken_invariants
from shop.models import LegalText, LegalTextVersion, Shop, StaticKind
from tests import servers
from tests.checkout.placing import parcel
from tests.factories import (
    first_variant,
    make_bundle,
    make_event,
    make_part,
    make_product,
    make_seat_map,
    make_shop,
)  # fmt: skip
from tests.guest import Guest
from tests.proofs import proves

pytestmark = pytest.mark.django_db(transaction=True)
BRACKETS = re.compile(r"BEGIN|COMMIT|SAVEPOINT|RELEASE SAVEPOINT")
# A session's renewal comes on top, at most once a minute.
HOLD, ORDER, RENEWAL = 12, 20, 1


def statements_of(act: Callable[[], Any]) -> list[str]:
    with CaptureQueriesContext(connection) as record_capture:
        act()
    return [one["sql"] for one in record_capture if not BRACKETS.match(one["sql"])]


@pytest.fixture(autouse=True)
def as_it_runs(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which shops have changed each process asks now and then; whether just now is not these tests' business."""
    settings.GRAPHQL_SAFELIST_ONLY, settings.ANSWER_CACHE_SECONDS = False, 300
    monkeypatch.setattr(of_shops, "MAX_AGE", 3600)


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


@proves(
    "design §5",
    "a write of a cart takes at most 12 statements, an order 20, for one line as for many; sold out is "
    "known after two and before anything is written",
)
@pytest.mark.parametrize("things", [1, 10])
def test_a_write_of_a_cart_takes_the_same_few_for_one_line_and_for_many(things: int) -> None:
    fan = Fan(things)
    filled = [statements_of(fan.fill), statements_of(fan.fill)]
    fan.look()
    changed = [statements_of(lambda: fan.change(4)), statements_of(lambda: fan.change(1)), statements_of(fan.remove)]
    found = [len(asked) for asked in (*filled, *changed)]
    assert found == [8, 11, 10, 8, 8]
    assert max(found) + RENEWAL <= HOLD


@proves(
    "design §5",
    "a bundle of five parts costs at most twice a single's statements; one bundle and many take the same few to read",
)
def test_a_bundle_of_five_parts_costs_at_most_twice_what_a_single_thing_does() -> None:
    fan = Fan(1)
    box = make_bundle(
        make_product(fan.shop, capacity=500), *(make_product(fan.shop, capacity=500) for _part in range(4))
    )
    make_part(box, make_event(fan.shop, capacity=500))
    parts = [
        {"partId": str(one.pk), "productVariantId": str(first_variant(one.product or one.event).pk)}  # type: ignore[arg-type]
        for one in box.parts.all()
    ]
    root = {"productVariantId": str(first_variant(box).pk), "amount": 1, "bundleId": str(box.pk), "parts": parts}

    def take() -> None:
        assert fan.ask("ADDTOCART", input={"requests": [root]}).data

    Guest(fan.shop, address="192.0.2.9").ask("ADDTOCART", input={"requests": [root]})
    single = len(statements_of(lambda: fan.add((fan.goods[0], 1))))
    assert len(statements_of(take)) <= HOLD <= 2 * single


def test_what_is_refused_as_sold_out_is_known_before_anything_is_written() -> None:
    fan = Fan(1)
    Stock.objects.update(capacity=F("held") + F("sold"))
    directory.refresh(at_once=True)
    for _time in range(2):  # the first reads what changed
        asked = statements_of(lambda: fan.add(*fan.wishes).refusal["available"])
    assert len(asked) == 2
    assert not [one for one in asked if re.match(r"\s*(INSERT|UPDATE|DELETE|WITH)", one)]


@pytest.mark.parametrize("things", [1, 10])
def test_the_steps_of_the_checkout_take_the_same_few_for_one_line_and_for_many(things: int) -> None:
    fan = Fan(things)
    fan.fill()
    entered = [statements_of(fan.enter_address), statements_of(fan.enter_address)]
    chosen = statements_of(lambda: fan.choose(shipping=parcel()))
    assert [len(asked) for asked in (*entered, chosen)] == [7, 7, 7]


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


@proves("design §5", "it takes the same few statements for one line as for many")
@pytest.mark.parametrize("things", [1, 10])
def test_joining_an_order_takes_the_same_few_for_one_line_and_for_many(things: int) -> None:
    fan = Fan(things)
    order = fan.buy((fan.goods[0], 1), idempotencyKey="first")
    fan.fill()
    given = {"orderReference": order["reference"], "orderId": order["id"], "acceptedTerms": True}
    merged = statements_of(lambda: fan.ask("MERGE_ORDER", input=given).data)
    # One of them asks what has to be paid before the parcel that it joins.
    assert len(merged) == 32


@proves(
    "purchase §3, §7",
    "`ticketUrl`, PDF and calendar file by the order's secret in its shop alone, limited, kept by nobody",
)
def test_a_paid_orders_page_takes_one_more_for_however_many_tickets() -> None:
    asked = []
    for events in (0, 1, 4):
        shop = make_shop()
        guest = Guest(shop)
        goods = [first_variant(make_event(shop)) for _event in range(events)] or [first_variant(make_product(shop))]
        guest.buy(*((one, 2) for one in goods))
        order = Order.objects.get(shop=shop)
        record_capture(payment=order.payments.get(), amount=order.payments.get().amount, event_id=f"paid {events}")
        directory.refresh(at_once=True)
        guest.ask("ORDER", order_id=order.secret)
        asked.append(len(statements_of(lambda: guest.ask("ORDER", order_id=order.secret).data)))  # noqa: B023
    assert asked[1] == asked[2] == asked[0] + 1


@proves(
    "purchase §5, §6",
    "no order while a ticket lacks its holder, whenever the event began to ask; HOLDERS_MISSING names "
    "the lines and costs no statement",
)
@pytest.mark.parametrize("tickets", [1, 4])
def test_names_on_tickets_add_none_to_an_order_and_are_saved_in_the_same_few(tickets: int) -> None:
    fan = Fan(1)
    named = first_variant(make_event(fan.shop, capacity=500, personalization_requirement="check_in_required"))
    Guest(fan.shop, address="192.0.2.9").buy(*fan.wishes, idempotencyKey="before")
    fan.add((named, tickets), *fan.wishes)
    lines = [one["id"] for one in fan.cart()["items"] if one["ticket"]]
    items = [{"id": line, "personal_identifier": "Mira+Falk"} for line in lines]
    saved = [statements_of(lambda: fan.patch("cart/items", {"items": items})) for _time in range(2)]
    assert [len(one) for one in saved] == [7, 11]
    fan.enter_address()
    fan.choose()
    total = fan.cart()["totalDue"]
    placed = statements_of(lambda: fan.place(expectedTotal=total, idempotencyKey="other").data)
    assert len(placed) + RENEWAL <= ORDER


def test_a_new_order_is_told_as_reading_it_would_find_it() -> None:
    fan = Fan(2)
    told = fan.buy(*fan.wishes, idempotencyKey="other")
    assert told["items"] and told["shippingMethod"] and told["vat"] and told["bankDetails"]
    assert fan.ask("ORDER", order_id=told["id"]).data == told


def test_a_cart_is_told_as_reading_it_would_find_it() -> None:
    fan = Fan(2)
    seated = make_event(fan.shop)
    make_seat_map(seated, rows=1, seats=5)
    named = first_variant(make_event(fan.shop))
    mug = first_variant(make_product(fan.shop, personalised=True))
    told = [fan.add(*fan.wishes).data["cart"], fan.add(*fan.wishes).data["cart"]]
    assert told[-1]["items"] == fan.cart()["items"]
    for wish, text in (((mug, 2), "MIRA"), ((named, 1), "Mira+Falk"), ((first_variant(seated), 2), None)):
        assert fan.add(wish, text=text).data["cart"] == fan.cart()
    fan.look()
    for amount in (4, 1):
        changed = fan.ask("CHANGEAMOUNT", input={"itemId": fan.line, "amount": amount}).data["cart"]
        assert changed == fan.cart()
    assert fan.ask("REMOVEFROMCART", input={"itemId": fan.line}).data["cart"] == fan.cart()


def agreed(order: Any) -> set[str]:
    placement = Placement.objects.get(order__secret=order["id"])
    return {text.html for text in placement.accepted_texts.all()}


def test_what_is_agreed_to_is_what_is_in_force() -> None:
    """Remembered, too: also where the request's own row of the shop was older than the shop's version."""
    fan = Fan(1)
    Shop.objects.update(seller_name="Neue Merchstand GmbH")
    orders = []
    for number in range(2):  # the first one with the shop as the directory knew it
        guest = Guest(fan.shop, address=f"192.0.2.{20 + number}")
        orders.append(guest.buy(*fan.wishes, idempotencyKey=f"key-{number}"))
        directory.refresh(at_once=True)
    assert all(any("Neue Merchstand GmbH" in html for html in agreed(order)) for order in orders)
    text = LegalText.objects.create(shop=fan.shop, kind=StaticKind.TERMS, language="de")
    LegalTextVersion.objects.create(text=text, body="<p>Ab sofort</p>", valid_from=timezone.now())
    soon = timezone.now() + timedelta(seconds=2)
    LegalTextVersion.objects.create(text=text, body="<p>Etwas später</p>", valid_from=soon)
    assert "<p>Ab sofort</p>" in agreed(Guest(fan.shop, address="192.0.2.22").buy(*fan.wishes, idempotencyKey="now"))
    while database_now() < soon:
        time.sleep(0.05)
    assert "<p>Etwas später</p>" in agreed(
        Guest(fan.shop, address="192.0.2.23").buy(*fan.wishes, idempotencyKey="later")
    )


def test_a_reference_that_is_taken_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    fan = Fan(1)
    taken = Order.objects.get().reference
    drawn = iter([taken, taken, "B-FREE1"])
    monkeypatch.setattr(Order._meta.get_field("reference"), "_get_default", lambda: next(drawn))
    assert fan.buy(*fan.wishes, idempotencyKey="other")["reference"] == "B-FREE1"


def test_a_migration_beside_the_running_shop_fails_no_write() -> None:
    fan = Fan(1)
    for _time in range(7):  # the statements are prepared
        fan.fill()
    tables = ("sessions_queue_visitorsession", "cart_cart")
    with psycopg.connect(servers.database_url(connection.settings_dict["NAME"]), autocommit=True) as migration:
        try:
            for table in tables:
                migration.execute(f"ALTER TABLE {table} ADD COLUMN shoe_size integer")
            fan.fill()
        finally:
            for table in tables:
                migration.execute(f"ALTER TABLE {table} DROP COLUMN shoe_size")


@pytest.fixture
def lost() -> list[str]:
    """The names of what `lose` made lose, and of what was then done anew."""
    return []


@pytest.fixture
def lose(lost: list[str], monkeypatch: pytest.MonkeyPatch) -> Callable[[ModuleType, str], None]:
    """Lets the database end the transaction of a module's function every other time."""

    def losing(module: ModuleType, name: str) -> None:
        really = getattr(module, name)

        def write(*args: Any, **kwargs: Any) -> Any:
            lost.append(name)
            if len(lost) % 2:
                with connection.cursor() as cursor:
                    cursor.execute("DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40P01'; END $$")
            return really(*args, **kwargs)

        monkeypatch.setattr(module, name, write)

    return losing


def test_whatever_else_a_shopper_writes_is_tried_again(
    lost: list[str], lose: Callable[[ModuleType, str], None]
) -> None:
    fan = Fan(2)
    fan.fill()
    ticket = next(one["id"] for one in fan.cart()["items"] if one["ticket"])
    lose(cart_locks, "lock_open_cart")
    assert fan.ask("CHANGECOUNTRY", input={"countryCode": "de"}).data
    answers = [
        fan.enter_address(),
        fan.choose(),
        fan.patch(f"cart/items/{ticket}", {"personal_identifier": "Mira+Falk"}),
        fan.client.delete(f"{fan.base}/cart/payment-code"),
        fan.client.delete(f"{fan.base}/discount"),
    ]
    assert [one.status_code for one in answers] == [200] * 5
    assert lost == ["lock_open_cart"] * 12


@proves(
    "design §4",
    "a write that lost to others is tried again, else answered as `BUSY`: 429 with Retry-After by REST, "
    "a code on GraphQL, never 503",
)
def test_every_write_of_the_sale_is_tried_again(lost: list[str], lose: Callable[[ModuleType, str], None]) -> None:
    fan = Fan(1)
    for name in ("change_holds", "sell_holds"):
        lose(locks, name)
    fan.fill()
    fan.look()
    fan.change(4)
    fan.change(2)
    fan.enter_address()
    fan.choose()
    assert fan.place(idempotencyKey="other").data["order"]
    fan.fill()
    fan.look()
    fan.remove()
    assert lost == ["change_holds"] * 6 + ["sell_holds"] * 2 + ["change_holds"] * 4


def test_what_staff_draw_on_another_stock_meanwhile_is_held_before_it_is_sold() -> None:
    fan = Fan(1)
    fan.fill()
    fan.enter_address()
    fan.choose()
    limit_variant(variant=fan.goods[0], stock=create_stock(owner=fan.shop, name="B-Ware", capacity=3))
    assert fan.place(idempotencyKey="other").data["order"]
    assert [(one.held, one.sold) for one in Stock.objects.order_by("pk")] == [(0, 2), (0, 1)]
    assert broken_invariants() == {}


@proves(
    "docs/decisions/0038",
    "what a process remembers of a shop ends with its catalogue's version: the next write sees a change; "
    "a cart and a new order are told as reading them would find them; what is agreed to is what is in "
    "force",
)
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
