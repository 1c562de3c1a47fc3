"""Presale and the end of a sale by the database's clock, and the kinds of tickets an event sells, on every path."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from cart.models import Cart
from catalogue.models import Event, Product, ProductVariant
from checkout.models import Order
from checkout.payments.without_provider import FreeOfCharge
from sessions_queue.models import VisitorSession
from shop.core.database.clock import database_now
from shop.directory.shops import Directory
from shop.invariants import broken_invariants
from shop.models import DiscountCode, Shop
from tests.catalogue.wire import ask
from tests.checkout.discounts import make_code
from tests.factories import first_variant, make_event, make_product, make_shop, make_variant
from tests.guest import Guest, ready
from tests.proofs import proves
from tests.staff import log_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
# Each leaves tickets unsold by a minute of the database's time; the process's clock is off by hours.
UNSOLD: dict[str, Callable[[datetime], dict[str, Any]]] = {
    "before the presale": lambda now: {"presale_at": now + MINUTE},
    "after its end": lambda now: {"happening_from": now - HOUR, "happening_until": now - MINUTE},
    "begun, without an end": lambda now: {"happening_from": now - MINUTE, "happening_until": None},
}
SOLD: dict[str, Callable[[datetime], dict[str, Any]]] = {
    "presale begun": lambda now: {"presale_at": now - MINUTE},
    "not over yet": lambda now: {"happening_from": now - HOUR, "happening_until": now + MINUTE},
}


@pytest.fixture(params=[timedelta(hours=-3), timedelta(hours=3)], ids=["slow", "fast"])
def wrong_clock(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Puts this process's clock wrong; the database's stays right."""

    def put() -> None:
        real, now = time.time, timezone.now
        monkeypatch.setattr(time, "time", lambda: real() + request.param.total_seconds())
        monkeypatch.setattr(timezone, "now", lambda: now() + request.param)

    return put


@pytest.fixture
def shop() -> Shop:
    return make_shop()


@proves(
    "catalogue §4",
    "presale and the end of a sale by the database's time, however wrong the process's clock is: cart, "
    "order, event page, kept pages",
)
@pytest.mark.parametrize("case", UNSOLD)
def test_a_ticket_that_is_not_on_sale_gets_into_no_cart(shop: Shop, case: str, wrong_clock: Callable[[], None]) -> None:
    event = make_event(shop, **UNSOLD[case](database_now()))
    wrong_clock()
    assert Guest(shop).add((first_variant(event), 1)).refusal["code"] == "ITEM_NOT_AVAILABLE"


@pytest.mark.parametrize("case", SOLD)
def test_a_ticket_on_sale_is_sold_whatever_the_process_believes(
    shop: Shop, case: str, wrong_clock: Callable[[], None]
) -> None:
    event = make_event(shop, price="0.00", **SOLD[case](database_now()))  # no transfer would come in time
    wrong_clock()
    assert ask(shop, f'{{ event(id: "{event.slug}") {{ ticketState }} }}')["event"] == {"ticketState": "ON_SALE"}
    placed = ready(shop, first_variant(event), payment=FreeOfCharge.id).place()
    assert placed.data["order"]["id"]


@pytest.mark.parametrize("case", UNSOLD)
def test_no_order_of_tickets_that_are_off_sale_meanwhile(
    shop: Shop, case: str, wrong_clock: Callable[[], None]
) -> None:
    event = make_event(shop)
    guest = ready(shop, first_variant(event))
    assert guest.cart()["items"][0]["invalidated"] is False
    Event.objects.update(**UNSOLD[case](database_now()))
    wrong_clock()
    assert guest.cart()["items"][0]["invalidated"] is True
    assert guest.place().refusal["code"] == "ITEM_NOT_AVAILABLE"
    assert not Order.objects.exists()


@pytest.mark.parametrize(
    ("case", "state"),
    [("before the presale", "BEFORE_PRESALE"), ("after its end", "OVER"), ("begun, without an end", "OVER")],
)
def test_the_page_says_what_the_database_knows(
    shop: Shop, case: str, state: str, wrong_clock: Callable[[], None]
) -> None:
    make_event(shop, slug="show", **UNSOLD[case](database_now()))
    wrong_clock()
    assert ask(shop, '{ event(id: "show") { ticketState } }')["event"] == {"ticketState": state}


@proves(
    "design §4",
    "an order under way is placed, however long it takes, and never after its session's end; the "
    "process's clock does not count",
)
def test_an_order_is_placed_by_the_databases_clock(shop: Shop, wrong_clock: Callable[[], None]) -> None:
    guest = ready(shop, first_variant(make_event(shop)))
    wrong_clock()
    assert guest.place().data["order"]["id"]
    assert abs(Order.objects.get().placed_at - database_now()) < MINUTE
    # As the sweep would, the moment the session runs out.
    VisitorSession.objects.update(expires_at=database_now(), ended_at=database_now())
    assert broken_invariants() == {}


def test_kept_answers_end_by_the_databases_clock(wrong_clock: Callable[[], None]) -> None:
    make_shop()
    directory = Directory()
    wrong_clock()
    directory.refresh()
    assert abs(directory.now() - database_now().timestamp()) < 1


@proves("catalogue §4", "more of what is not sold any more is refused, less is not")
def test_more_of_what_is_not_sold_any_more_is_refused_less_is_not(shop: Shop) -> None:
    guest = Guest(shop)
    (line,) = guest.add((first_variant(make_product(shop)), 2)).data["cart"]["items"]
    Product.objects.update(active=False)
    more = guest.ask("CHANGEAMOUNT", input={"itemId": line["id"], "amount": 3})
    assert more.refusal["code"] == "ITEM_NOT_AVAILABLE"
    less = guest.ask("CHANGEAMOUNT", input={"itemId": line["id"], "amount": 1})
    assert [one["amount"] for one in less.data["cart"]["items"]] == [1]


# Code, whether it counts by the database's time; the process's clock is off by hours.
CODES: dict[str, tuple[Callable[[datetime], dict[str, Any]], bool]] = {
    "before its begin": (lambda now: {"valid_from": now + MINUTE}, False),
    "after its end": (lambda now: {"valid_until": now - MINUTE}, False),
    "begun": (lambda now: {"valid_from": now - MINUTE}, True),
    "not over yet": (lambda now: {"valid_until": now + MINUTE}, True),
}


@proves(
    "design §4",
    "the database's clock says when a code begins and ends, at the gate, in the cart, at placing and for staff",
)
@pytest.mark.parametrize("case", CODES)
def test_a_discount_counts_by_the_databases_clock(shop: Shop, case: str, wrong_clock: Callable[[], None]) -> None:
    dates, counts = CODES[case]
    code = make_code(shop, **dates(database_now()))
    guest = ready(shop, first_variant(make_product(shop, price="20.00")))
    wrong_clock()
    entered = guest.client.post(f"{guest.base}/discount", {"code": code.code}, content_type="application/json")
    assert (entered.status_code == 200) is counts
    Cart.objects.update(discount_code=code)
    assert guest.cart()["discount"]["standing"] == ("applied" if counts else "ended")
    total = guest.cart()["totalPlusShipping"]
    order = guest.place(expectedTotal=total).data["order"]
    assert order["discountPercent"] == (code.percent if counts else None)
    assert DiscountCode.objects.get().used == int(counts)


def test_a_code_that_ends_before_the_order_is_refused_by_the_databases_clock(
    shop: Shop, wrong_clock: Callable[[], None]
) -> None:
    guest = ready(shop, first_variant(make_product(shop, price="20.00")))
    Cart.objects.update(discount_code=make_code(shop))
    total = guest.cart()["totalPlusShipping"]
    DiscountCode.objects.update(valid_until=database_now() - MINUTE)
    wrong_clock()
    assert guest.place(expectedTotal=total).refusal["code"] == "DISCOUNT_CODE_ENDED"


@pytest.mark.parametrize("case", CODES)
def test_staff_see_what_the_database_knows(
    shop: Shop, case: str, wrong_clock: Callable[[], None], client: Client
) -> None:
    dates, counts = CODES[case]
    Shop.objects.update(discount_gate=True)
    make_code(shop, **dates(database_now()))
    log_in(client)
    wrong_clock()
    page = client.get("/admin/shop/discountcode/", headers={"accept-language": "en"}).content.decode()
    assert (">valid<" in "".join(page.split())) is counts


class TestKinds:
    """catalogue §4 "Ticket type": an event sells online tickets, printed ones, or both."""

    @pytest.fixture
    def tickets(self, shop: Shop) -> tuple[ProductVariant, ProductVariant]:
        event = make_event(shop, slug="show", price="30.00", only_online_tickets=False)
        return first_variant(event), make_variant(event=event, description="Print", price="34.00", physical=True)

    @proves("catalogue §4", "an event that sells online or printed tickets only offers and sells no others")
    @pytest.mark.parametrize(
        ("flags", "sold"),
        [
            ({}, [True, True]),
            ({"only_online_tickets": True}, [True, False]),
            ({"only_hard_tickets": True}, [False, True]),
        ],
    )
    def test_only_these_are_offered_and_sold(
        self, shop: Shop, tickets: tuple[ProductVariant, ...], flags: dict[str, bool], sold: list[bool]
    ) -> None:
        Event.objects.update(**flags)
        text = '{ event(id: "show") { priceLow priceHigh productVariants { nodes { active available } } } }'
        event = ask(shop, text)["event"]
        assert [one["active"] for one in event["productVariants"]["nodes"]] == sold
        assert [one["available"] for one in event["productVariants"]["nodes"]] == sold
        asked = [price for price, yes in zip(("30.00", "34.00"), sold, strict=True) if yes]
        assert (event["priceLow"], event["priceHigh"]) == (asked[0], asked[-1])
        for ticket, yes in zip(tickets, sold, strict=True):
            body = Guest(shop).add((ticket, 1)).body
            assert ("errors" not in body) is yes
            assert yes or body["errors"][0]["extensions"]["code"] == "ITEM_NOT_AVAILABLE"

    def test_no_order_of_a_kind_that_is_not_sold_any_more(
        self, shop: Shop, tickets: tuple[ProductVariant, ...]
    ) -> None:
        guest = ready(shop, tickets[0])
        Event.objects.update(only_hard_tickets=True)
        assert guest.place().refusal["code"] == "ITEM_NOT_AVAILABLE"
