"""What many want is held for five minutes until somebody says where it is to go (docs/decisions/0073)."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from cart.actions.shortening import shorten_holding_sessions
from cart.shares import IS_IN_DEMAND, is_in_demand
from catalogue.models import ProductVariant, Stock
from sessions_queue.models import VisitorSession
from tests.factories import first_variant, make_event, make_shop
from tests.guest import Guest
from tests.proofs import proves

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]


@pytest.fixture
def ticket() -> ProductVariant:
    return first_variant(make_event(make_shop("nachtfalter"), capacity=80, cart_limit=9))


def comes(ticket: ProductVariant, number: int) -> tuple[Guest, Any]:
    """Somebody at an address of their own, who takes nine."""
    assert ticket.event
    guest = Guest(ticket.event.owner, address=f"192.0.2.{number}")
    return guest, guest.add((ticket, 9)).data["cart"]


def minutes_left(valid_until: str) -> float:
    return (datetime.fromisoformat(valid_until) - timezone.now()) / timedelta(minutes=1)


@proves(
    "docs/decisions/0073",
    "once more than half of a stock is held, what is taken of it is kept for five minutes instead of 20, and a "
    "heartbeat alone does not renew it; with an address the guest has 20 once more",
)
def test_what_many_want_is_kept_for_five_minutes_until_there_is_an_address(ticket: ProductVariant) -> None:
    early = [comes(ticket, number) for number in range(4)]
    assert all(minutes_left(cart["validUntil"]) > 19 and not cart["shortReservation"] for _guest, cart in early)
    guest, cart = comes(ticket, 5)
    assert 4 < minutes_left(cart["validUntil"]) < 5.1 and cart["shortReservation"]
    beat = guest.ask("HEARTBEAT", input={}).data["session"]["expiresAt"]
    assert beat == cart["validUntil"]
    assert guest.enter_address().status_code == 200
    cart = guest.cart()
    assert minutes_left(cart["validUntil"]) > 19 and cart["shortReservation"]
    assert guest.ask("HEARTBEAT", input={}).data["session"]["expiresAt"] == cart["validUntil"]


def test_who_came_before_keeps_what_was_promised_and_gets_no_more_by_being_there(ticket: ProductVariant) -> None:
    (first, _cart), *_others = [comes(ticket, number) for number in range(5)]
    (known,) = VisitorSession.objects.filter(token=first.token)
    VisitorSession.objects.filter(pk=known.pk).update(expires_at=timezone.now() + timedelta(minutes=12))
    assert shorten_holding_sessions() == 4  # the fifth was hurried as it came
    assert shorten_holding_sessions() == 0
    assert 11 < minutes_left(first.ask("HEARTBEAT", input={}).data["session"]["expiresAt"]) < 12.1
    assert first.cart()["shortReservation"]


def test_whoever_has_entered_an_address_is_not_hurried(ticket: ProductVariant) -> None:
    first, _cart = comes(ticket, 0)
    assert first.enter_address().status_code == 200
    for number in range(1, 5):
        comes(ticket, number)
    assert shorten_holding_sessions() == 3
    assert not first.cart()["shortReservation"]
    assert minutes_left(first.ask("HEARTBEAT", input={}).data["session"]["expiresAt"]) > 19


def test_a_small_stock_hurries_nobody() -> None:
    shop = make_shop("nachtfalter")
    ticket = first_variant(make_event(shop, capacity=20, cart_limit=9))
    for number in range(2):
        _guest, cart = comes(ticket, number)
    assert Stock.objects.get(uses__variant=ticket).held == 18
    assert not cart["shortReservation"] and shorten_holding_sessions() == 0


@proves("docs/decisions/0073", "carts that come and the job that looks at those that are there ask the same question")
def test_the_rule_is_the_same_in_sql() -> None:
    stocks = [(1000, 950, 39), (1000, 950, 40), (100, 20, 40), (100, 20, 41), (100, 19, 40), (100, 21, 40), (41, 1, 40)]
    values = ", ".join(f"({capacity}, {sold}, {held})" for capacity, sold, held in stocks)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {IS_IN_DEMAND} FROM (VALUES {values}) AS stock (capacity, sold, held)")
        by_sql = [pressed for (pressed,) in cursor.fetchall()]
    assert by_sql == [is_in_demand(*stock) for stock in stocks] == [False, True, False, True, False, True, True]
