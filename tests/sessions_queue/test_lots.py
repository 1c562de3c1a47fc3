"""A pass has one place in a line's opening; a further one costs work, or follows a place that is over."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from cart.models import Cart
from catalogue.models import ProductVariant
from checkout.entry.limits import ORDERS, PAYMENTS
from sessions_queue.models import VisitorSession, WaitingRoom
from sessions_queue.waiting_room import queue_store
from sessions_queue.waiting_room.actions import PlaceClaimed, close_room, lease_numbers, open_room, take_place
from sessions_queue.waiting_room.place_claims import FILTER_PARTS, PlaceClaim, claim_of
from sessions_queue.waiting_room.queue_place import place_cookie_name
from shop.core.limits.budgets import CountedAttempt
from shop.core.limits.passes import COOKIE
from shop.core.limits.visitors import Visitor
from shop.core.valkey import valkey
from shop.models import Shop
from tests.guest import Guest
from tests.proof_of_work import solved
from tests.proofs import proves
from tests.sessions_queue.crowd import bytes_of
from tests.sessions_queue.rooms import admit, inside, opened

pytestmark = pytest.mark.django_db

ONE_LOT = proves(
    "docs/decisions/0064",
    "a pass has one place in a line; whoever drops the place and keeps the pass works for each further one",
)


@pytest.fixture
def room(shop: Shop) -> Iterator[WaitingRoom]:
    """Its sale begins in an hour."""
    later = timezone.now() + timedelta(hours=1)
    with opened(WaitingRoom.objects.create(shop=shop, capacity=10, rate=60_000, starts_at=later)) as room:
        admit()
        yield room


@pytest.fixture
def crowded(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many share the address that each order and payment from there costs work."""
    for name, budget in (("ORDERS", ORDERS), ("PAYMENTS", PAYMENTS)):
        none_left = replace(budget, soft=0)
        monkeypatch.setattr(f"checkout.entry.limits.{name}", none_left)
        CountedAttempt((none_left, Visitor("127.0.0.1")))


def begin() -> None:
    """An hour later, and the first round."""
    WaitingRoom.objects.update(starts_at=timezone.now() - timedelta(seconds=1))
    admit()


def ask(guest: Guest, **headers: str) -> Any:
    return guest.client.get(f"{guest.base}/session/queue", headers=headers)


def drop_place(guest: Guest) -> None:
    guest.client.cookies.pop(place_cookie_name(guest.shop), None)


@ONE_LOT
def test_a_pass_whose_place_was_dropped_works_for_each_further_one(shop: Shop, room: WaitingRoom) -> None:
    guest = Guest(shop)
    assert [ask(guest).status_code for _again in range(3)] == [200] * 3
    for numbers_given in (1, 2):
        drop_place(guest)
        refused = ask(guest)
        assert (refused.status_code, refused.json()["code"]) == (429, "WORK_NEEDED")
        assert queue_store.numbers_given(room) == numbers_given
        assert ask(guest, proof_of_work=solved(refused.json()["challenge"])).status_code == 200
    assert queue_store.numbers_given(room) == 3


def test_another_pass_behind_the_same_address_has_its_own(shop: Shop, room: WaitingRoom) -> None:
    assert [ask(Guest(shop)).status_code for _guest in range(3)] == [200] * 3
    assert queue_store.numbers_given(room) == 3


def test_an_older_copy_of_a_pass_claims_nothing_new(shop: Shop, room: WaitingRoom) -> None:
    guest = Guest(shop)
    ask(guest)
    first = guest.client.cookies[COOKIE].value
    drop_place(guest)
    ask(guest, proof_of_work=solved(ask(guest).json()["challenge"]))
    worked = guest.client.cookies[COOKIE].value
    assert worked != first
    for copy in (first, worked):
        drop_place(guest)
        guest.client.cookies[COOKIE] = copy
        assert ask(guest).status_code == 429
    assert queue_store.numbers_given(room) == 2


def test_a_place_that_was_missed_is_followed_by_one(shop: Shop, room: WaitingRoom) -> None:
    """Its number is used up, the visitor stands behind without work; a copy of the place brings no other."""
    guest = Guest(shop)
    ask(guest)
    begin()
    missed = guest.client.cookies[place_cookie_name(shop)].value
    valkey().ask("ZADD", queue_store.key(room, "turns"), 1, 1)
    assert ask(guest).status_code == 200 and queue_store.numbers_given(room) == 2
    guest.client.cookies[place_cookie_name(shop)] = missed
    assert ask(guest).status_code == 429
    stranger = Guest(shop)
    ask(stranger)
    stranger.client.cookies[place_cookie_name(shop)] = missed
    assert ask(stranger).status_code == 429 and queue_store.numbers_given(room) == 3


@ONE_LOT
def test_who_ordered_stands_in_line_again_without_work(shop: Shop, shirt: ProductVariant, room: WaitingRoom) -> None:
    guest = Guest(shop)
    assert guest.add((shirt, 1)).refusal["code"] == "IN_QUEUE"
    begin()
    inside(guest, shirt)
    guest.client.cookies.pop(f"ms_session_{shop.slug}")
    Cart.objects.update(state=Cart.State.ORDERED)
    assert ask(guest).status_code == 200
    assert queue_store.numbers_given(room) == 2
    drop_place(guest)
    assert ask(guest).status_code == 429
    Cart.objects.update(state=Cart.State.OPEN)


@proves("docs/decisions/0064", "who came in by a turn orders and pays without work, however many share the address")
def test_whose_turn_it_was_orders_and_pays_without_work(
    shop: Shop, shirt: ProductVariant, room: WaitingRoom, crowded: None
) -> None:
    guest, stranger = Guest(shop), Guest(shop)
    guest.add((shirt, 1))
    begin()
    inside(guest, shirt)
    guest.enter_address()
    guest.choose()
    paying = {"orderId": guest.place().data["order"]["id"]}
    assert guest.ask("CONFIRMORDERPAYMENT", input=paying).data
    assert stranger.ask("CONFIRMORDERPAYMENT", input=paying).refusal["code"] == "WORK_NEEDED"


def test_so_does_the_browser_in_which_they_go_on(
    shop: Shop, shirt: ProductVariant, room: WaitingRoom, crowded: None
) -> None:
    guest, phone = Guest(shop), Guest(shop)
    guest.add((shirt, 1))
    begin()
    inside(guest, shirt)
    guest.enter_address()
    guest.choose()
    phone.token = guest.token
    VisitorSession.objects.update(work=0)
    assert phone.place().refusal["code"] == "WORK_NEEDED"
    VisitorSession.objects.update(work=1)
    assert phone.place().data["order"]["id"]


def test_whoever_drops_the_pass_there_is_counted_by_the_session(
    shop: Shop, shirt: ProductVariant, room: WaitingRoom, crowded: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("checkout.entry.limits.PAYMENTS", replace(PAYMENTS, hard=2, soft=0))
    guest = Guest(shop)
    guest.add((shirt, 1))
    begin()
    inside(guest, shirt)
    codes = []
    for _again in range(3):
        del guest.client.cookies[COOKIE]
        codes.append(guest.ask("CREATEPAYPALORDER", input={"usePaypalAddress": False}).refusal["code"])
        guest.client.cookies[COOKIE] = ""
    assert "WORK_NEEDED" not in codes and codes.index("TOO_MANY_PAYMENTS") == 2


def test_valkey_loses_everything_and_nobody_is_refused(shop: Shop, room: WaitingRoom) -> None:
    guest = Guest(shop)
    ask(guest)
    valkey().ask("FLUSHALL")
    drop_place(guest)
    assert ask(guest).status_code == 200


def test_the_next_opening_knows_nothing_of_the_last(shop: Shop, room: WaitingRoom) -> None:
    guest = Guest(shop)
    ask(guest)
    before = queue_store.key(room)
    close_room(room=room)
    assert valkey().ask("KEYS", f"{before}:claims*") == []
    open_room(room=room)
    assert ask(guest).status_code == 200


def test_no_place_is_claimed_where_none_was_given(room: WaitingRoom) -> None:
    """Its numbers have run out, and are leased only then."""
    assert queue_store.poll(room, 0, 1.0, [claim_of("me")]).number == queue_store.NO_LEASED_NUMBERS
    assert take_place(room=room, number=0, claims=["me"]).number == 1
    with pytest.raises(PlaceClaimed):
        take_place(room=room, number=0, claims=["me"])
    assert take_place(room=room, number=0, claims=["me", "my work"]).number == 2


@proves("docs/decisions/0064", "a million claims take less than 1.5 MB, and one in a hundred is taken for another")
def test_a_million_claims_take_little_and_are_told_apart(room: WaitingRoom) -> None:
    """One of the parts, filled as a million would fill each."""
    lease_numbers(room=room)
    before = bytes_of(room)
    claim(room, *(PlaceClaim(part, claim_of(str(part)).bits) for part in range(FILTER_PARTS)))
    whole = bytes_of(room) - before
    assert whole < 1_500_000
    each = 1_000_000 // FILTER_PARTS
    found = claim(room, *(PlaceClaim(0, claim_of(f"claim {number}").bits) for number in range(each + 500)))
    assert bytes_of(room) - before < whole + 10_000
    assert (
        found[: each // 2].count(queue_store.ALREADY_CLAIMED) <= 2
        and found[each:].count(queue_store.ALREADY_CLAIMED) <= 12
    )


def claim(room: WaitingRoom, *claims: PlaceClaim) -> list[int]:
    answers = valkey().ask_all([queue_store.poll_command(room, 0, 1.0, [one]) for one in claims])
    return [queue_store.position_of(one).number for one in answers]
