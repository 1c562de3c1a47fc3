"""An order's page shows the codes of its tickets: to who has its secret, in a fixed number of statements."""

import json
import re
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from aftersale.models import Ticket
from aftersale.numbers.tickets import grouped_number
from aftersale.tickets.actions import invalidate_ticket
from aftersale.tickets.bars import qr_code
from aftersale.tickets.codes import code_of
from catalogue.models import Event
from checkout.actions import invalidate_line
from checkout.models import Order, OrderLine
from shop.models import AccessCode, Shop
from tests.factories import first_variant, make_event, make_shop
from tests.guest import Guest
from tests.proofs import proves

from .sold import paid, pay

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]

TICKETCODES = """query TICKETCODES($order: ID!) {
  ticketCodes(orderId: $order) {
    number eventName beginsAt day doorsAt endsAt venueName holder ended code { size path } } }"""
STATEMENTS = 9


@pytest.fixture
def shop() -> Shop:
    return make_shop("nachtfalter")


def codes(guest: Guest, secret: str) -> Any:
    return guest.send({"query": TICKETCODES, "variables": {"order": secret}})


@proves("purchase §3", "an order's page shows each ticket's code, the same as on its PDF; one that has ended says why")
def test_each_valid_ticket_has_its_code(shop: Shop) -> None:
    guest, order = paid(shop, text="Mira+Falk", personalization_requirement="check_in_required")
    tickets = list(Ticket.objects.in_order())
    told = codes(guest, order.secret).data
    assert [one["number"] for one in told] == [grouped_number(one.number) for one in tickets]
    assert [one["code"] for one in told] == [vars(qr_code(code_of(one))) for one in tickets]
    assert {(one["holder"], one["ended"]) for one in told} == {("Mira Falk", None)}
    assert told[0]["beginsAt"] and told[0]["eventName"]
    assert told[0]["endsAt"] == told[0]["beginsAt"]
    Event.objects.update(happening_until=F("happening_from") + timedelta(days=3))
    assert codes(guest, order.secret).data[0]["endsAt"] > told[0]["endsAt"]
    night = datetime(2030, 3, 17, 0, 30, tzinfo=ZoneInfo("Europe/Berlin"))
    Event.objects.update(happening_from=night, happening_until=None)
    assert codes(guest, order.secret).data[0]["day"] == "Nacht von Samstag auf Sonntag, 17. März 2030"


def test_a_ticket_that_lets_nobody_in_has_no_code_and_says_why(shop: Shop) -> None:
    guest, order = paid(shop)
    first, _second = Ticket.objects.in_order()
    invalidate_ticket(ticket=first, reason="charged back")
    assert [(one["ended"], one["code"] is None) for one in codes(guest, order.secret).data] == [
        ("staff", True),
        (None, False),
    ]
    Event.objects.update(state=Event.State.CANCELLED)
    assert [one["ended"] for one in codes(guest, order.secret).data] == ["staff", "event"]
    for line in OrderLine.objects.all():
        invalidate_line(line=line)
    told = codes(guest, order.secret).data
    assert [(one["ended"], one["code"]) for one in told] == [("staff", None), ("line", None)]


def test_before_it_is_paid_there_is_none_and_a_hidden_date_stays_hidden(shop: Shop) -> None:
    guest = Guest(shop)
    guest.buy((first_variant(make_event(shop, hide_date=True)), 1))
    order = Order.objects.get()
    assert codes(guest, order.secret).data == []
    pay(order)
    hidden = [(one["beginsAt"], one["day"], one["doorsAt"], one["endsAt"]) for one in codes(guest, order.secret).data]
    assert hidden == [(None, "", None, None)]


@proves("purchase §8", "the codes of an order's tickets are shown to who has its secret, and to nobody else")
def test_nobody_else_sees_a_code(shop: Shop) -> None:
    guest, order = paid(shop)
    for secret in ("guessed", order.reference, str(order.pk)):
        assert codes(guest, secret).refusal["code"] == "ORDER_NOT_FOUND"
    assert codes(Guest(make_shop("kellerkind")), order.secret).refusal["code"] == "ORDER_NOT_FOUND"
    answer = codes(guest, order.secret).response
    assert "no-store" in answer.headers["Cache-Control"]
    number = Ticket.objects.all()[0].number
    assert codes(guest, number).refusal["code"] == "ORDER_NOT_FOUND"
    AccessCode.objects.create(shop=shop, code="ROTLICHT")
    gated = Guest(shop).send({"query": TICKETCODES, "variables": {"order": order.secret}})
    assert not re.search(r'"path": ?"M', json.dumps(gated.response.content.decode()))


@pytest.mark.parametrize("amount", [1, 4])
def test_the_number_of_tickets_adds_no_statement(shop: Shop, amount: int) -> None:
    guest = Guest(shop)
    guest.buy((first_variant(make_event(shop)), amount))
    order = Order.objects.get()
    pay(order)
    codes(guest, order.secret)
    with CaptureQueriesContext(connection) as queries:
        assert len(codes(guest, order.secret).data) == amount
    assert len(queries) == STATEMENTS
