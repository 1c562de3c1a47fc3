"""Who has a session from before a room was opened keeps what they hold and may pay; for more they need a turn, as all
others. A cheap thing in the cart is no way past the line and its draw.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from catalogue.events.waiting_rooms import room_for
from catalogue.models import ProductVariant
from checkout.models import Order
from sessions_queue.models import Admission, WaitingRoom
from sessions_queue.waiting_room.actions import admit_next, close_room, pause_room
from shop.core.valkey import valkey
from shop.models import Shop
from tests.factories import first_variant, make_event, make_product
from tests.guest import Answer, Guest
from tests.proofs import proves
from tests.sessions_queue.rooms import admit, inside, opened
from tests.words import worded

pytestmark = pytest.mark.django_db
KEPT = (
    "What is in your cart stays yours as long as before, and you can pay for it without waiting. "
    "Only for more you need a turn."
)
CHANGE = "mutation($i: ChangeAmountInput!) { changeAmount(input: $i) { cart { items { amount } } } }"


@pytest.fixture
def ticket(shop: Shop) -> ProductVariant:
    return first_variant(make_event(shop, capacity=40))


@pytest.fixture
def before(shop: Shop, shirt: ProductVariant) -> Guest:
    """Has one shirt in the cart, and no room is open yet."""
    return inside(Guest(shop), shirt)


@pytest.fixture
def room(before: Guest) -> Iterator[WaitingRoom]:
    """Opened once the guest was inside; nobody is let in without a round."""
    with opened(WaitingRoom.objects.create(shop=before.shop, capacity=2, rate=60_000)) as room:
        yield room


def change(guest: Guest, amount: float) -> Answer:
    (item,) = guest.cart()["items"]
    return guest.send({"query": CHANGE, "variables": {"i": {"itemId": item["id"], "amount": amount}}})


def amounts(guest: Guest) -> list[int]:
    return [item["amount"] for item in guest.cart()["items"]]


def waits(answer: Answer) -> Any:
    assert answer.response.status_code == 503 and answer.refusal["code"] == "IN_QUEUE"
    return answer.refusal


@proves(
    "purchase §4, docs/decisions/0064",
    "who is inside before a room opens keeps what they hold and may pay; more of anything takes a turn, whatever they "
    "had",
)
def test_more_takes_a_turn_and_what_is_held_is_kept(
    before: Guest, ticket: ProductVariant, shirt: ProductVariant, room: WaitingRoom
) -> None:
    fan = Guest(before.shop)
    assert waits(fan.add((ticket, 1)))["waitingIndex"] == 1
    told = waits(before.add((ticket, 2)))
    assert (told["waitingIndex"], told["rooms"]) == (2, [str(room.pk)])
    waits(before.add((shirt, 1)))
    waits(change(before, 3))
    assert amounts(before) == [1] and not Admission.objects.exists()
    assert before.get("session/queue").json()["active"] is True
    assert admit() == 1, "one slot is the cart's, and the fan was first"
    inside(fan, ticket)
    waits(before.add((ticket, 2)))


def test_who_is_inside_pays_takes_less_and_orders_once(
    before: Guest, ticket: ProductVariant, shirt: ProductVariant, room: WaitingRoom
) -> None:
    assert before.ask("SESSION_EXPIRES_AT").data["waitingIndex"] == 0
    assert before.enter_address().status_code == 200 and before.choose().status_code == 200
    pause_room(room=room)
    valkey().ask("FLUSHALL")
    assert before.place().data["order"]["id"] and Order.objects.count() == 1
    waits(before.add((ticket, 1)))  # and no second cart by the same session


def test_taking_less_needs_no_turn_and_taking_it_back_does(before: Guest, shirt: ProductVariant) -> None:
    inside(before, shirt)
    assert amounts(before) == [2]
    with opened(WaitingRoom.objects.create(shop=before.shop, capacity=2, rate=60_000)):
        assert change(before, 1).data["cart"]["items"] == [{"amount": 1}]
        waits(change(before, 2))
        assert amounts(before) == [1]


def test_with_their_turn_they_take_more_and_go_on(before: Guest, ticket: ProductVariant, room: WaitingRoom) -> None:
    waits(change(before, 2))
    assert admit() == 1
    assert change(before, 2).data["cart"]["items"] == [{"amount": 2}]
    assert Admission.objects.get().session.token == before.token
    pause_room(room=room)
    valkey().ask("FLUSHALL")
    assert change(before, 3).data["cart"]["items"] == [{"amount": 3}]
    inside(before, ticket)
    assert Admission.objects.count() == 1


@proves(
    "docs/decisions/0064",
    "before a sale begins nobody passes the draw with a cart from before, not of the shop and not of the event",
)
@pytest.mark.parametrize("of_event", [False, True])
def test_a_cart_from_before_is_no_way_past_the_draw(before: Guest, ticket: ProductVariant, of_event: bool) -> None:
    bots = [inside(Guest(before.shop), ticket) for _bot in range(5)]
    assert ticket.event is not None
    made = room_for(event=ticket.event) if of_event else WaitingRoom.objects.create(shop=before.shop)
    soon = timezone.now() + timedelta(minutes=15)
    WaitingRoom.objects.filter(pk=made.pk).update(capacity=100, rate=60_000, starts_at=soon)
    made.refresh_from_db()
    with opened(made):
        admit_next()
        waits(Guest(before.shop).add((ticket, 1)))
        for bot in (*bots, before):
            waits(bot.add((ticket, 2)))
        assert admit() == 0
        assert [amounts(bot) for bot in bots] == [[1]] * 5 and amounts(before) == [1]
        if of_event:
            inside(before, first_variant(make_product(before.shop)))


@proves(
    "docs/decisions/0064",
    "a room that opened by its load leaves alone those who filled it, until they have ordered",
)
def test_who_filled_a_room_until_it_opened_by_itself_goes_on_until_they_order(
    before: Guest, ticket: ProductVariant
) -> None:
    room = WaitingRoom.objects.create(shop=before.shop, capacity=1, rate=60_000, opens_by_load=True)
    admit_next()
    room.refresh_from_db()
    assert room.is_by_load and room.state == "open"
    waits(Guest(before.shop).add((ticket, 1)))
    inside(before, ticket)
    assert before.enter_address().status_code == 200 and before.choose().status_code == 200
    assert before.place().data["order"]["id"]
    waits(before.add((ticket, 1)))
    close_room(room=room)


def test_nor_is_the_load_a_way_past_a_draw(before: Guest, ticket: ProductVariant) -> None:
    room = WaitingRoom.objects.create(
        shop=before.shop, capacity=1, rate=60_000, opens_by_load=True, starts_at=timezone.now() + timedelta(minutes=15)
    )
    admit_next()
    room.refresh_from_db()
    assert room.is_by_load and room.lots is None
    waits(before.add((ticket, 1)))
    close_room(room=room)


@proves(
    "purchase §4",
    "the waiting room tells who has something in the cart that it is kept, and leads to the checkout",
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_page_leads_on_with_what_is_held(before: Guest, room: WaitingRoom, language: str) -> None:
    waits(change(before, 2))

    def page_of(guest: Guest) -> str:
        answer = guest.client.get(f"/queue?room={room.pk}", HTTP_ACCEPT_LANGUAGE=language)
        return str(answer.content.decode())

    page = page_of(before)
    assert worded(KEPT, language) in page and 'href="/checkout"' in page
    assert "/checkout" not in page_of(Guest(before.shop))


def test_without_a_room_more_costs_no_statement_for_it(before: Guest) -> None:
    def asked() -> list[str]:
        with CaptureQueriesContext(connection) as seen:
            assert change(before, 2).data
        return [one["sql"] for one in seen if "waitingroom" in one["sql"] or "admission" in one["sql"]]

    assert asked() == []
