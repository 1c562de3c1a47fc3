"""Rooms in front of single events, rooms that open by load, and what is left of what one waits for."""

import time
from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from cart.models import Cart
from catalogue.events.waiting_rooms import left_of, room_for
from catalogue.models import Event, EventRoom, ProductVariant, Stock
from sessions_queue.hooks import TicketsLeft
from sessions_queue.models import Admission, VisitorSession, WaitingRoom
from sessions_queue.waiting_room import queue_store
from sessions_queue.waiting_room.actions import (
    admit_next,
    begin_rehearsal,
    close_room,
    end_turns,
    open_room,
    pause_room,
)
from sessions_queue.waiting_room.rules import QUIET_SECONDS
from shop.core.valkey import valkey
from shop.models import Shop
from tests.factories import first_variant, make_event, make_product, make_shop, make_variant
from tests.guest import Guest
from tests.proofs import proves
from tests.sessions_queue.rooms import admit, inside, opened
from tests.shop.web.visit import Visit
from tests.staff import as_member, clerk_with, text_at
from tests.words import worded

pytestmark = pytest.mark.django_db
RESERVED = "All tickets are reserved just now. Those that are not bought come back soon, after an hour at the latest."


@pytest.fixture
def event(shop: Shop) -> Event:
    return make_event(shop, capacity=4)


@pytest.fixture
def ticket(event: Event) -> ProductVariant:
    return first_variant(event)


@pytest.fixture
def room(event: Event) -> Iterator[WaitingRoom]:
    made = room_for(event=event)
    WaitingRoom.objects.update(capacity=1, rate=60_000)
    with opened(made) as room:
        yield room


def test_the_log_keeps_silent_about_who_waits(
    shop: Shop, ticket: ProductVariant, room: WaitingRoom, caplog: pytest.LogCaptureFixture
) -> None:
    refused(Guest(shop), ticket)
    assert [record for record in caplog.records if record.name == "django.request"] == []


def refused(guest: Guest, ticket: ProductVariant) -> tuple[int, int]:
    answer = guest.add((ticket, 1))
    assert answer.response.status_code == 503 and answer.refusal["code"] == "IN_QUEUE"
    return answer.refusal["waitingIndex"], answer.refusal["catalogWaitingIndex"]


@proves(
    "purchase §4, docs/decisions/0064",
    "before the presale an event's page leads to its waiting room while one can wait there, in every "
    "shop that sells it",
)
def test_before_the_presale_the_page_leads_to_a_room_that_is_open(shop: Shop) -> None:
    other = make_shop("nachtfalter")
    event = make_event(shop, slug="gala", capacity=4, presale_at=timezone.now() + timedelta(days=1))
    event.listed_in.add(other)
    made = room_for(event=event)
    assert made.starts_at == event.presale_at

    def ways() -> list[str]:
        paths = [f"{base}/events/gala?lang={language}" for base in ("", "/nachtfalter") for language in ("de", "en")]
        links = [tag["href"] for path in paths for name, tag in Visit(path).markup.tags if name == "a"]
        return [link for link in links if "/queue" in link]

    assert ways() == []
    with opened(made):
        assert ways() == [
            f"{base}/queue?room={made.pk}&next={quote(f'{base}/events/gala', safe='')}"
            for base in ("", "/nachtfalter")
            for _language in ("de", "en")
        ]
        pause_room(room=made)
        assert len(ways()) == 4
    assert ways() == []
    begin_rehearsal(room=made, visitors=10)
    assert ways() == []


@proves(
    "purchase §4",
    "the waiting room says which event one waits for, where the shop shows it, and when its sale begins",
)
def test_the_waiting_room_says_what_one_waits_for_and_when_it_begins_where_the_event_is_shown(shop: Shop) -> None:
    noon = timezone.localtime().replace(year=timezone.now().year + 1, month=12, day=3, hour=12, minute=30, second=0)
    event = make_event(shop, descriptive_name="Nachtfalter: Gala", presale_at=noon, capacity=4)
    with opened(room_for(event=event)) as room:
        german, english = (
            Visit(f"/queue?room={room.pk}", HTTP_ACCEPT_LANGUAGE=language).html for language in ("de", "en")
        )
        assert f"3. Dezember {noon.year}, 12:30 Uhr</p>" in german and f"3 December {noon.year}, 12:30</p>" in english
        assert "Nachtfalter: Gala" in german and "Nachtfalter: Gala" in english
        Event.objects.update(active=False)
        hidden = Visit(f"/queue?room={room.pk}")
        assert hidden.response.status_code == 200 and "Nachtfalter: Gala" not in hidden.html


@proves(
    "purchase §4, docs/decisions/0064",
    "who waits in several lines is told of, and let in by, the one they came for; its refusal names the rooms",
)
def test_who_waits_in_another_line_too_is_told_of_the_one_they_came_for(
    shop: Shop, ticket: ProductVariant, room: WaitingRoom
) -> None:
    """Whoever once looked into the room of a sale that has not begun goes on with the one that has."""
    later = make_event(shop, descriptive_name="Later", capacity=4, presale_at=timezone.now() + timedelta(days=1))
    with opened(room_for(event=later)) as of_later:
        guest, first = Guest(shop), Guest(shop)

        def page(named: object) -> str:
            answer = guest.client.get(f"/queue?room={named}&next=/events/now", HTTP_ACCEPT_LANGUAGE="en")
            return "gone" if answer.status_code == 302 else answer.content.decode()

        def asks(named: object) -> bool:
            return bool(guest.get(f"session/queue?room={named}").json()["active"])

        assert "The sale has not begun yet" in page(of_later.pk)
        refused(first, ticket)
        answer = guest.add((ticket, 1))
        assert answer.refusal["rooms"] == [str(room.pk)]
        assert "Many want in right now" in page(room.pk) and asks(room.pk)
        assert admit() == 1
        inside(first, ticket)
        Cart.objects.filter(session__token=first.token).update(state=Cart.State.ORDERED)
        assert admit() == 1
        assert "It is your turn" in page(room.pk) and "now" in page(room.pk) and not asks(room.pk)
        assert "The sale has not begun yet" in page(of_later.pk) and asks(of_later.pk)
        assert "The sale has not begun yet" in page(f"{room.pk},{of_later.pk}") and asks(f"{room.pk},{of_later.pk}")
        close_room(room=room)
        assert page(room.pk) == "gone" and not asks(room.pk)
        for nothing in ("", "x", "²", ",", "9" * 30):
            assert "The sale has not begun yet" in page(nothing) and asks(nothing)


def test_who_wants_nothing_of_a_later_sale_waits_in_the_shops_line_only(
    shop: Shop, shirt: ProductVariant, event: Event
) -> None:
    """Though the cookie still has a place in the event's."""
    of_shop = WaitingRoom.objects.create(shop=shop, capacity=1, rate=60_000)
    later = make_event(shop, capacity=4, presale_at=timezone.now() + timedelta(days=1))
    with opened(room_for(event=later)) as of_later, opened(of_shop):
        guest, before = Guest(shop), Guest(shop)
        refused(before, shirt)

        def page(named: object) -> str:
            return guest.client.get(f"/queue?room={named}", HTTP_ACCEPT_LANGUAGE="en").content.decode()

        page(of_later.pk)
        assert guest.get(f"session/queue?room={of_later.pk}").json()["catalogWaitingIndex"] == 1
        rooms = ",".join(guest.add((shirt, 1)).refusal["rooms"])
        assert rooms == str(of_shop.pk)
        assert admit() == 1
        inside(before, shirt)
        assert "Many want in right now" in page(rooms)
        assert guest.get(f"session/queue?room={rooms}").json()["active"] is True
        Cart.objects.update(state=Cart.State.ORDERED)
        assert admit() == 1
        assert "It is your turn" in page(rooms)
        assert guest.get(f"session/queue?room={rooms}").json()["active"] is False
        inside(guest, shirt)


@proves("purchase §4", "who has an event's tickets since before its room opened takes one of its slots")
def test_who_has_the_tickets_since_before_the_room_opened_takes_a_slot(
    shop: Shop, event: Event, ticket: ProductVariant
) -> None:
    inside(Guest(shop), ticket)
    WaitingRoom.objects.filter(pk=room_for(event=event).pk).update(capacity=1, rate=60_000)
    with opened(room_for(event=event)):
        waiting = Guest(shop)
        refused(waiting, ticket)
        assert admit() == 0
        Cart.objects.update(state=Cart.State.ORDERED)
        assert admit() == 1
        inside(waiting, ticket)


@proves(
    "purchase §3, §4",
    "an event may have a room of its own, in every shop that sells it; both lines move beside each other "
    "(catalogWaitingIndex)",
)
def test_only_the_events_tickets_are_waited_for(
    shop: Shop, shirt: ProductVariant, ticket: ProductVariant, room: WaitingRoom
) -> None:
    first, second = Guest(shop), Guest(shop)
    inside(first, shirt)
    inside(second, first_variant(make_event(shop, capacity=5)))
    assert refused(first, ticket) == (0, 1)
    assert refused(second, ticket) == (0, 2)
    assert admit() == 1
    assert refused(second, ticket) == (0, 1)
    inside(first, ticket)
    inside(first, ticket)  # who is in stays in
    assert admit() == 0
    Cart.objects.filter(session__token=first.token).update(state=Cart.State.ORDERED)
    end_turns(session_id=VisitorSession.objects.get(token=first.token).pk)
    assert admit() == 1
    assert refused(first, ticket) == (0, 1)  # a turn buys once
    inside(second, ticket)


def test_both_lines_move_beside_each_other(
    shop: Shop, shirt: ProductVariant, ticket: ProductVariant, room: WaitingRoom
) -> None:
    of_shop = WaitingRoom.objects.create(shop=shop, capacity=1, rate=60_000)
    open_room(room=of_shop)
    other, guest = Guest(shop), Guest(shop)
    assert refused(other, shirt) == (1, 0)
    assert refused(guest, ticket) == (2, 1)
    assert admit() == 2
    assert refused(guest, ticket) == (1, 0)
    told = guest.get("session/queue").json()
    assert (told["active"], told["waitingIndex"], told["catalogWaitingIndex"]) == (True, 1, 0)
    inside(other, shirt)
    Cart.objects.update(state=Cart.State.ORDERED)
    assert admit() == 1
    assert guest.get("session/queue").json()["active"] is False
    inside(guest, ticket)
    assert Admission.objects.count() == 3
    close_room(room=of_shop)


def test_an_event_that_another_shop_sells_is_waited_for_there_too(
    shop: Shop, event: Event, ticket: ProductVariant, room: WaitingRoom
) -> None:
    band = make_shop("band")
    event.listed_in.add(band)
    admit_next()
    assert Shop.objects.get(pk=band.pk).has_line
    inside(Guest(band), ticket)  # there is a slot, and nobody waits
    assert refused(Guest(band), ticket) == (0, 1)
    close_room(room=room)
    assert not Shop.objects.get(pk=band.pk).has_line
    inside(Guest(band), ticket)


def test_a_bundle_that_has_the_ticket_waits_as_well(
    shop: Shop, event: Event, ticket: ProductVariant, room: WaitingRoom
) -> None:
    answer = Guest(shop).ask(
        "ADDTOCART",
        input={
            "requests": [
                {
                    "productVariantId": str(first_variant(make_product(shop)).pk),
                    "amount": 1,
                    "bundleId": "1",
                    "parts": [{"partId": "1", "productVariantId": str(ticket.pk), "amount": 1}],
                }
            ]
        },
    )
    assert answer.response.status_code == 503 and answer.refusal["catalogWaitingIndex"] == 1


def test_a_copied_place_of_an_event_lets_one_in(shop: Shop, ticket: ProductVariant, room: WaitingRoom) -> None:
    guest, copy = Guest(shop), Guest(shop)
    refused(guest, ticket)
    name = f"ms_place_{shop.slug}"
    copy.client.cookies[name] = guest.client.cookies[name].value
    admit()
    inside(guest, ticket)
    number = Admission.objects.get().number
    valkey().ask_all(
        [("SETBIT", queue_store.key(room, "used"), number, 0), ("ZADD", queue_store.key(room, "turns"), 1, number)]
    )
    refused(copy, ticket)


class TestLeft:
    @proves(
        "docs/decisions/0064",
        "who waits for tickets learns that all are reserved or sold, and nobody waits for what is sold",
    )
    def test_what_is_left_of_an_event(self, ticket: ProductVariant, room: WaitingRoom) -> None:
        assert left_of(room) == TicketsLeft.SOME
        Stock.objects.update(held=4)
        assert left_of(room) == TicketsLeft.RESERVED
        Stock.objects.update(held=0, sold=4)
        assert left_of(room) == TicketsLeft.NOTHING
        make_variant(event=ticket.event, description="Without end")
        assert left_of(room) == TicketsLeft.SOME
        Stock.objects.update(sold=0)

    def test_nobody_waits_for_what_is_sold(self, shop: Shop, ticket: ProductVariant, room: WaitingRoom) -> None:
        client, guest = Client(SERVER_NAME="localhost"), Guest(shop)
        client.cookies["locale"] = "de"
        refused(guest, ticket)
        address = f"/queue?room={room.pk}&next=/events/gala"
        assert "Dein Platz in der Reihe: 2" in client.get(address).content.decode()
        Stock.objects.update(held=4)
        admit_next()
        assert worded(RESERVED) in client.get(address).content.decode()
        Stock.objects.update(held=0, sold=4)
        admit_next()
        answer = client.get(address)
        page = answer.content.decode()
        assert worded("All tickets are gone") in page and 'href="/events/gala"' in page
        assert "http-equiv" not in answer.content.decode()
        assert guest.get("session/queue").json()["active"] is False
        assert guest.add((ticket, 1)).refusal["code"] == "SOLD_OUT"
        Stock.objects.update(sold=0)


def test_the_waiting_room_is_joined_by_its_address(shop: Shop, ticket: ProductVariant, room: WaitingRoom) -> None:
    client = Client(SERVER_NAME="localhost")
    client.cookies["locale"] = "en"
    assert client.get("/queue").status_code == 302
    assert "Your place in line: 1" in client.get(f"/queue?room={room.pk}").content.decode()
    assert "Your place in line: 1" in client.get("/queue").content.decode()  # its place says what it waits for
    for wrong in ("²", "9" * 5000, "-1", "x", str(room.pk + 1)):
        assert Client(SERVER_NAME="localhost").get("/queue", {"room": wrong}).status_code == 302


class TestByLoad:
    @proves(
        "docs/decisions/0064",
        "a room opens by itself when it is full, and closes when nobody has waited for five minutes",
    )
    def test_it_opens_when_it_is_full_and_closes_when_nobody_waits(self, shop: Shop, shirt: ProductVariant) -> None:
        made = WaitingRoom.objects.create(shop=shop, capacity=2, rate=60_000, opens_by_load=True)
        inside(Guest(shop), shirt)
        admit_next()
        inside(Guest(shop), shirt)
        assert not WaitingRoom.objects.get().opened_at
        admit_next()
        made.refresh_from_db()
        shop.refresh_from_db()
        assert (made.state, made.is_by_load, shop.has_line) == ("open", True, True)
        assert refused(Guest(shop), shirt) == (1, 0)
        admit_next()
        valkey().ask("HSET", queue_store.key(made), "busy", repr(time.time() - QUIET_SECONDS - 1))
        admit_next()  # somebody waits
        made.refresh_from_db()
        assert made.state == "open"
        valkey().ask("DEL", *queue_store.recently_seen_keys(made, time.time()))
        admit_next()
        valkey().ask("HSET", queue_store.key(made), "busy", repr(time.time() - QUIET_SECONDS - 1))
        admit_next()
        shop.refresh_from_db()
        made.refresh_from_db()
        assert (made.state, shop.has_line) == ("closed", False)

    def test_what_staff_opened_stays_open(self, shop: Shop) -> None:
        made = WaitingRoom.objects.create(shop=shop, opens_by_load=True)
        open_room(room=made)
        admit_next()
        made.refresh_from_db()
        valkey().ask("HSET", queue_store.key(made), "busy", "1.0")
        admit_next()
        made.refresh_from_db()
        assert made.state == "open"
        close_room(room=made)


class TestStaff:
    @proves("docs/decisions/0064", "staff make a room for an event, and a shop has one")
    def test_an_event_gets_a_room_of_its_own(self, shop: Shop, event: Event) -> None:
        client = as_member(User.objects.create_superuser("boss"))
        address = f"/admin/catalogue/event/{event.pk}/waiting-room/"
        assert client.get(address).status_code == 200 and not EventRoom.objects.exists()
        made = client.post(address)
        room = WaitingRoom.objects.get()
        assert made.headers["Location"] == f"/admin/sessions_queue/waitingroom/{room.pk}/change/"
        assert client.get(address).headers["Location"] == made.headers["Location"]
        assert (room.scope, room.shop, room.state, str(room)) == ("event", shop, "closed", str(event))
        page = text_at(client, made.headers["Location"])
        assert f"/queue?room={room.pk}" in page and "opens by itself" not in page.casefold()

    def test_only_with_the_right(self, event: Event) -> None:
        client = clerk_with("view_event", "change_event")
        assert client.post(f"/admin/catalogue/event/{event.pk}/waiting-room/").status_code == 403
        assert not WaitingRoom.objects.exists()

    def test_a_shop_has_one_room(self, shop: Shop) -> None:
        client = as_member(User.objects.create_superuser("boss"))
        assert "opens by itself" in text_at(client, "/admin/sessions_queue/waitingroom/add/").casefold()
        for _attempt in range(2):
            client.post("/admin/sessions_queue/waitingroom/add/", {"shop": shop.pk, "capacity": 5, "rate": 60})
        assert WaitingRoom.objects.count() == 1
