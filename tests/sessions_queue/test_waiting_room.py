"""The gate in front of a shop's sale, and the page behind which visitors wait."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models.signals import pre_save
from django.test import Client

from cart.actions import AddRequest, add_to_cart
from cart.inside import visitors_inside
from cart.models import Cart
from catalogue.models import ProductVariant
from checkout.actions import place_order
from sessions_queue.errors import SessionEnded
from sessions_queue.models import Admission, VisitorSession, WaitingRoom
from sessions_queue.waiting_room import queue_store
from sessions_queue.waiting_room.actions import close_room, end_turns, open_room, pause_room
from sessions_queue.waiting_room.queue_place import place_cookie_name
from shop.core.valkey import valkey
from shop.models import Shop
from tests.checkout.placing import ready_cart
from tests.factories import first_variant, make_product, make_shop
from tests.guest import Guest
from tests.proofs import proves
from tests.sessions_queue.rooms import admit, inside, opened
from tests.staff import as_member, clerk_with, text_at
from tests.stage import placed_order
from tests.words import worded

pytestmark = pytest.mark.django_db
ADMIN = "/admin/sessions_queue/waitingroom/"


@pytest.fixture
def room(shop: Shop) -> Iterator[WaitingRoom]:
    with opened(WaitingRoom.objects.create(shop=shop, capacity=1, rate=60_000)) as room:
        yield room


def refused(guest: Guest, shirt: ProductVariant) -> dict[str, Any]:
    answer = guest.add((shirt, 1))
    assert answer.response.status_code == 503 and int(answer.response.headers["Retry-After"]) >= 30
    assert guest.token == ""
    return answer.refusal


def test_without_a_room_nobody_waits(shop: Shop, shirt: ProductVariant) -> None:
    inside(Guest(shop), shirt)
    assert Guest(shop).get("session/queue").json() == {
        "active": False, "waitingIndex": 0, "catalogWaitingIndex": 0, "waiting_percentage": 100, "trying_again_in": 30,
    }  # fmt: skip


@proves(
    "purchase §4, §8",
    "a waiting room in front of a shop: who comes later waits until there is room; 503 with Retry-After, "
    "waitingIndex, catalogWaitingIndex, waiting_percentage, trying_again_in",
)
def test_who_comes_later_waits_until_somebody_makes_room(shop: Shop, shirt: ProductVariant, room: WaitingRoom) -> None:
    first, second, third = Guest(shop), Guest(shop), Guest(shop)
    told = refused(first, shirt)
    assert told["code"] == "IN_QUEUE"
    assert (told["waitingIndex"], told["catalogWaitingIndex"], told["trying_again_in"]) == (1, 0, 30)
    assert refused(second, shirt)["waitingIndex"] == 2
    assert refused(third, shirt)["waitingIndex"] == 3
    assert admit() == 1
    inside(first, shirt)
    assert place_cookie_name(shop) not in {name for name, one in first.client.cookies.items() if one.value}
    assert admit() == 0
    assert refused(second, shirt)["waitingIndex"] == 1
    Cart.objects.update(state=Cart.State.ORDERED)  # whoever has ordered makes room
    assert admit() == 1
    assert second.get("session/queue").json()["active"] is False
    inside(second, shirt)
    assert refused(third, shirt)["waitingIndex"] == 1
    Cart.objects.update(state=Cart.State.OPEN)


@pytest.mark.parametrize("asked", ["waitingIndex", "catalogWaitingIndex"])
def test_each_index_tells_who_waits(
    shop: Shop, shirt: ProductVariant, room: WaitingRoom, open_wire: None, asked: str
) -> None:
    first, second = Guest(shop), Guest(shop)
    assert refused(first, shirt)["waitingIndex"] == 1
    question = {"query": f"{{ session {{ {asked} }} }}"}
    assert [one.send(question).refusal["waitingIndex"] for one in (first, second)] == [1, 2]
    assert refused(Guest(shop), shirt)["waitingIndex"] == 3


def test_who_comes_and_asks_both_takes_one_place(shop: Shop, room: WaitingRoom, open_wire: None) -> None:
    assert admit() == 0
    answer = Guest(shop).send({"query": "{ session { waitingIndex catalogWaitingIndex } }"})
    assert answer.data == {"waitingIndex": 0, "catalogWaitingIndex": 0}


@proves(
    "docs/decisions/0064",
    "staff rehearse a room with simulated visitors while nobody real waits, and see its last hour in a chart",
)
def test_the_staffs_chart_counts_who_came_in_without_waiting(
    shop: Shop, shirt: ProductVariant, room: WaitingRoom
) -> None:
    admit()
    inside(Guest(shop), shirt)
    for _second in range(2):
        admit()
    assert sum(room.minutes.values_list("admitted", flat=True)) == 1


@proves("docs/decisions/0064", "who is inside by their turn, and placed orders, never wait")
def test_who_is_inside_goes_on_whatever_happens_to_the_line(shop: Shop, shirt: ProductVariant) -> None:
    made = WaitingRoom.objects.create(shop=shop, capacity=1, rate=60_000)
    open_room(room=made)
    guest = Guest(shop)
    refused(guest, shirt)
    assert admit() == 1
    inside(guest, shirt)
    pause_room(room=made)
    valkey().ask("FLUSHALL")
    inside(guest, shirt)
    assert guest.cart()["items"]
    guest.enter_address()
    assert guest.ask("SESSION_EXPIRES_AT").data["waitingIndex"] == 0
    close_room(room=made)


class TestWaysAround:
    """Nobody comes in without their own turn."""

    @proves(
        "docs/decisions/0064",
        "ways around the line are refused: no place, an edited one, another shop's, an older opening's, a "
        "copied one, aliases and batches, a session that ended",
    )
    def test_no_place_an_edited_one_or_another_shops(
        self, shop: Shop, shirt: ProductVariant, room: WaitingRoom
    ) -> None:
        other = make_shop("other")
        guest, stranger = Guest(shop), Guest(shop)
        refused(guest, shirt)
        admit()
        value = guest.client.cookies[place_cookie_name(shop)].value
        opening, number, ahead, mac = value.split(".")
        for forged in (
            f"{opening}.{int(number) + 1}.{ahead}.{mac}", f"{opening}.{number}.{ahead}.0000", "", "...", "x" * 400,
            f"{opening}.-1.{ahead}.{mac}", f"00000000.{number}.{ahead}.{mac}",
        ):  # fmt: skip
            stranger.client.cookies.clear()
            stranger.client.cookies[place_cookie_name(shop)] = forged
            refused(stranger, shirt)
        elsewhere = WaitingRoom.objects.create(shop=other, capacity=1, rate=1)
        open_room(room=elsewhere)
        visitor = Guest(other)
        visitor.client.cookies[place_cookie_name(other)] = value
        refused(visitor, first_variant(make_product(other)))
        close_room(room=elsewhere)
        inside(guest, shirt)

    def test_a_place_lets_one_session_in(self, shop: Shop, shirt: ProductVariant, room: WaitingRoom) -> None:
        guest, copy = Guest(shop), Guest(shop)
        refused(guest, shirt)
        admit()
        copy.client.cookies[place_cookie_name(shop)] = guest.client.cookies[place_cookie_name(shop)].value
        inside(guest, shirt)
        refused(copy, shirt)

    def test_a_copied_place_lets_one_in_also_when_valkey_forgot_it(
        self, shop: Shop, shirt: ProductVariant, room: WaitingRoom
    ) -> None:
        guest, copy = Guest(shop), Guest(shop)
        refused(guest, shirt)
        admit()
        copy.client.cookies[place_cookie_name(shop)] = guest.client.cookies[place_cookie_name(shop)].value
        inside(guest, shirt)
        number = Admission.objects.get().number
        valkey().ask_all(
            [("SETBIT", queue_store.key(room, "used"), number, 0), ("ZADD", queue_store.key(room, "turns"), 1, number)]
        )
        refused(copy, shirt)
        assert VisitorSession.objects.count() == 1

    def test_a_used_place_is_followed_by_one(self, shop: Shop, shirt: ProductVariant, room: WaitingRoom) -> None:
        guest, copy = Guest(shop), Guest(shop)
        refused(guest, shirt)
        admit()
        used = guest.client.cookies[place_cookie_name(shop)].value
        inside(guest, shirt)
        statuses = []
        for _again in range(4):
            copy.client.cookies[place_cookie_name(shop)] = used
            statuses.append(copy.get("session/queue").status_code)
        assert statuses == [200, 200, 429, 429]  # one for the place, one for the pass

    def test_who_has_ordered_needs_another_turn(self, shop: Shop, shirt: ProductVariant, room: WaitingRoom) -> None:
        first, second = Guest(shop), Guest(shop)
        refused(first, shirt)
        admit()
        inside(first, shirt)
        refused(second, shirt)
        end_turns(session_id=VisitorSession.objects.get().pk)
        Cart.objects.update(state=Cart.State.ORDERED)
        assert admit() == 1
        answer = first.add((shirt, 1))
        assert answer.response.status_code == 503 and answer.refusal["waitingIndex"] == 1
        inside(second, shirt)
        assert visitors_inside(room) == 1
        Cart.objects.update(state=Cart.State.OPEN)

    def test_who_has_their_turn_is_not_asked_to_wait_by_a_link(
        self, shop: Shop, shirt: ProductVariant, room: WaitingRoom
    ) -> None:
        guest = Guest(shop)
        refused(guest, shirt)
        assert admit() == 1
        inside(guest, shirt)
        assert guest.client.get(f"/queue?room={room.pk}").status_code == 302
        assert guest.get("session/queue").json()["active"] is False
        assert guest.ask("SESSION_EXPIRES_AT").data["waitingIndex"] == 0

    def test_neither_by_an_alias_nor_by_many_at_once(
        self, shop: Shop, shirt: ProductVariant, room: WaitingRoom
    ) -> None:
        wish = f'addToCart(input: {{requests: [{{productVariantId: "{shirt.pk}", amount: 1}}]}}) {{ cart {{ id }} }}'
        guest = Guest(shop)
        answer = guest.send({"query": f"mutation {{ a: {wish} b: {wish} }}"})
        assert answer.response.status_code in (400, 503) and guest.token == ""
        batch = guest.client.post(
            f"{guest.base}/graphql", f'[{{"query": "mutation {{ {wish} }}"}}]', "application/json"
        )
        assert batch.status_code == 400 and not VisitorSession.objects.exists()

    def test_an_older_openings_place_is_worth_nothing(
        self, shop: Shop, shirt: ProductVariant, room: WaitingRoom
    ) -> None:
        guest = Guest(shop)
        refused(guest, shirt)
        admit()
        close_room(room=room)
        open_room(room=room)
        assert refused(guest, shirt)["waitingIndex"] == 1

    @proves(
        "docs/decisions/0064",
        "Valkey loses everything and no place is lost or given twice; while it is down nobody new comes in",
    )
    def test_valkey_is_down_and_nobody_new_comes_in(
        self, shop: Shop, shirt: ProductVariant, room: WaitingRoom, settings: Any
    ) -> None:
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        told = refused(Guest(shop), shirt)
        assert told["waiting_percentage"] == 0

    def test_a_session_that_ended_does_not_begin_another(self, shop: Shop, shirt: ProductVariant) -> None:
        inside(Guest(shop), shirt)
        made = WaitingRoom.objects.create(shop=shop, capacity=1, rate=1)
        open_room(room=made)
        session = VisitorSession.objects.get()
        VisitorSession.objects.update(expires_at=session.created_at)
        shop.refresh_from_db()
        with pytest.raises(SessionEnded):
            add_to_cart(shop=shop, session=session, language="de", requests=[AddRequest(shirt.pk, 1)])
        close_room(room=made)


def test_placed_orders_need_no_turn(shop: Shop, shirt: ProductVariant) -> None:
    """Paying, coming back and looking at an order go on while a room is open."""
    order = placed_order(shop, shirt.product)
    made = WaitingRoom.objects.create(shop=shop, capacity=1, rate=1)
    open_room(room=made)
    guest = Guest(shop)
    assert guest.ask("ORDER", order_id=order.secret).data["reference"] == order.reference
    assert guest.ask("CONFIRMORDERPAYMENT", input={"orderId": order.secret}).data["order"]["id"] == order.secret
    close_room(room=made)


def test_the_browsers_question_is_refused_until_it_is_ones_turn(shop: Shop, room: WaitingRoom) -> None:
    guest = Guest(shop)
    answer = guest.ask("SESSION_EXPIRES_AT")
    assert answer.response.status_code == 503 and answer.refusal["waitingIndex"] == 1
    admit()
    assert guest.ask("SESSION_EXPIRES_AT").data == {"expiresAt": None, "waitingIndex": 0, "catalogWaitingIndex": 0}


class TestPage:
    def page(self, client: Client, **asked: str) -> Any:
        return client.get("/queue", asked)

    @proves(
        "purchase §4",
        "the waiting room's page works without a script, asks by itself with one (4 s for an answer, 30 s "
        "until the next try), stays below 15 KB, keeps the place on reload and leads back within the shop "
        "only",
    )
    def test_it_waits_without_a_script_and_keeps_the_place(self, shop: Shop, room: WaitingRoom) -> None:
        client, other = Client(SERVER_NAME="localhost"), Client(SERVER_NAME="localhost")
        client.cookies["locale"] = other.cookies["locale"] = "en"
        assert "Your place in line: 1" in self.page(other).content.decode()
        first, again = self.page(client), self.page(client)
        for answer in (first, again):
            body = answer.content.decode()
            assert "Your place in line: 2" in body
            assert '<noscript><meta http-equiv="refresh" content="30"></noscript>' in body
            assert "no-store" in answer.headers["Cache-Control"]
            assert len(answer.content) < 15_000 and "<progress" in body
        assert client.cookies[place_cookie_name(shop)].value

    def test_then_it_is_ones_turn_and_leads_back(self, shop: Shop, room: WaitingRoom) -> None:
        client = Client(SERVER_NAME="localhost")
        client.cookies["locale"] = "de"
        assert worded("Many want in right now") in self.page(client, next="/events/gala").content.decode()
        admit()
        answer = self.page(client, next="/events/gala")
        assert worded("It is your turn") in answer.content.decode() and 'href="/events/gala"' in answer.content.decode()
        assert "http-equiv" not in answer.content.decode()

    @pytest.mark.parametrize(
        ("wanted", "leads"),
        [("/events/gala", "/events/gala"), ("//evil.example", "/"), ("https://evil.example", "/"), ("", "/")],
    )
    def test_without_a_room_it_leads_on_and_never_elsewhere(self, shop: Shop, wanted: str, leads: str) -> None:
        answer = self.page(Client(SERVER_NAME="localhost"), next=wanted)
        assert (answer.status_code, answer.headers["Location"]) == (302, leads)

    def test_valkey_is_down_and_it_says_so(self, shop: Shop, room: WaitingRoom, settings: Any) -> None:
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        client = Client(SERVER_NAME="localhost")
        client.cookies["locale"] = "en"
        answer = self.page(client)
        said = answer.content.decode()
        assert answer.status_code == 200 and "cannot say where you are" in said and "Many want in right now" in said


class TestStaff:
    @proves("docs/decisions/0064", "staff open, pause and close a waiting room and see its line")
    def test_a_room_is_opened_paused_and_closed(self, shop: Shop) -> None:
        client = as_member(User.objects.create_superuser("boss"))
        client.post(f"{ADMIN}add/", {"shop": shop.pk, "capacity": 5, "rate": 60})
        made = WaitingRoom.objects.get()
        for step, state, has_line in (("open", "open", True), ("pause", "paused", True), ("close", "closed", False)):
            assert client.get(f"{ADMIN}{made.pk}/{step}/").status_code == 200
            client.post(f"{ADMIN}{made.pk}/{step}/")
            made.refresh_from_db()
            shop.refresh_from_db()
            assert (made.state, shop.has_line) == (state, has_line)

    def test_the_line_is_seen_as_it_is(self, shop: Shop, shirt: ProductVariant, room: WaitingRoom) -> None:
        first, second = Guest(shop), Guest(shop)
        refused(first, shirt)
        refused(second, shirt)
        admit()
        page = text_at(as_member(User.objects.create_superuser("boss")), f"{ADMIN}{room.pk}/change/")
        assert "Waiting: 1 · their turn, nothing reserved yet: 1 · inside: 0 · let in last: number 1" in page

    @proves(
        "docs/decisions/0064",
        "what staff enter of an open room leaves its numbers and its state as they are meanwhile",
    )
    def test_what_staff_enter_leaves_the_line_as_it_is(self, room: WaitingRoom) -> None:
        """Others give out numbers and let people in between the form's reading and its writing."""

        def meanwhile(**_told: Any) -> None:
            WaitingRoom.objects.update(leased=20_000, served=7, state="paused")

        client = as_member(User.objects.create_superuser("boss"))
        pre_save.connect(meanwhile, sender=WaitingRoom)
        try:
            client.post(f"{ADMIN}{room.pk}/change/", {"capacity": 9, "rate": 60})
        finally:
            pre_save.disconnect(meanwhile, sender=WaitingRoom)
        room.refresh_from_db()
        assert (room.capacity, room.rate, room.leased, room.served, room.state) == (9, 60, 20_000, 7, "paused")

    def test_only_with_the_right(self, room: WaitingRoom) -> None:
        client = clerk_with("view_waitingroom")
        for step in ("pause", "close"):
            assert client.post(f"{ADMIN}{room.pk}/{step}/").status_code == 403
        room.refresh_from_db()
        assert room.state == "open"


@proves(
    "purchase §4",
    "first come, first served among those who stay; who was away when it was theirs comes next, who "
    "missed it stands behind; never more inside than the capacity; an order frees its slot",
)
def test_an_order_placed_frees_the_slot(shop: Shop, shirt: ProductVariant, room: WaitingRoom) -> None:
    session, click = ready_cart((shirt, 1))
    assert visitors_inside(room) == 1
    place_order(session=session, request=click)
    assert visitors_inside(room) == 0
