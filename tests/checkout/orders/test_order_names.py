"""Whose an order's tickets are can be said and changed until 48 hours before their event (purchase §2, §9)."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cart.models import TicketHolder
from catalogue.models import Event
from checkout.models import OrderLine
from tests.documents import everything
from tests.factories import first_variant, make_event, make_product, make_shop
from tests.guest import Answer, Guest
from tests.proofs import proves

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]
NAME = f"""mutation ($input: PersonalizeOrderInput!) {{
    personalizeOrder(input: $input) {{ order {everything("Order")} clientMutationId }} }}"""
ASKING = Event.Personalization.CHECK_IN


@pytest.fixture
def guest() -> Guest:
    return Guest(make_shop())


def bought(guest: Guest, amount: int = 2, asks: str = ASKING) -> Any:
    """An order of tickets, whose event begins to ask for names only afterwards."""
    event = make_event(guest.shop)
    order = guest.buy((first_variant(event), amount), idempotencyKey=f"key {event.pk}")
    Event.objects.filter(pk=event.pk).update(personalization_requirement=asks)
    return order


def name(guest: Guest, order: Any, *texts: str) -> Answer:
    items = [
        {"itemId": item["id"], "personalIdentifier": text} for item, text in zip(order["items"], texts, strict=False)
    ]
    return guest.send({"query": NAME, "variables": {"input": {"orderId": order["id"], "items": items}}})


@proves(
    "purchase §2, §9",
    "whose an order's tickets are is given and changed on its pages by its secret, until 48 hours before "
    "the event; all or none, by GraphQL and REST; limited by address",
)
def test_names_are_given_and_changed_by_the_orders_secret(guest: Guest) -> None:
    order = bought(guest)
    told = name(guest, order, "Mira+Falk", "Jo+Brandt").data["order"]["items"]
    assert [item["personalIdentifier"] for item in told] == ["Mira+Falk", "Jo+Brandt"]
    assert told[0]["personalizationRequirement"] == ASKING
    event = Event.objects.get()
    assert told[0]["namesUntil"] == (event.happening_from - timedelta(hours=48)).isoformat()
    name(guest, order, "Ada+Falk")
    assert {str(line.ticket_holder) for line in OrderLine.objects.all()} == {"Ada Falk", "Jo Brandt"}
    assert TicketHolder.objects.count() == 2
    erased = {one.erase_after for one in TicketHolder.objects.all()}
    assert erased == {timezone.localdate(event.happening_from) + timedelta(28)}


def test_by_rest_too_and_with_the_items(guest: Guest) -> None:
    order = bought(guest, 1)
    items = [{"id": order["items"][0]["id"], "personal_identifier": "Mira+Falk"}]
    answer = guest.patch(f"orders/{order['id']}/items", {"items": items})
    assert (answer.status_code, answer.json()["items"][0]["personal_identifier"]) == (200, "Mira+Falk")
    items[0]["personal_identifier"] = '{"first_name": "Jo", "last_name": "Falk", "checked_in": false}'
    answer = guest.patch(f"orders/{order['id']}/items", {"items": items})
    assert (answer.status_code, answer.json()["items"][0]["personal_identifier"]) == (200, "Jo+Falk")
    assert guest.patch(f"orders/{'x' * 22}/items", {"items": items}).status_code == 404


@proves("purchase §7", "PATCH cart/items/{id} names a ticket of an order, too, with the order's secret and not without")
def test_by_the_carts_address_with_the_orders_secret(guest: Guest) -> None:
    order = bought(guest, 1)
    path = f"cart/items/{order['items'][0]['id']}"
    named = {"personal_identifier": "Mira+Falk"}
    assert guest.patch(path, named).status_code in {404, 409}
    assert guest.patch(path, {**named, "order_id": "x" * 22}).status_code == 404
    assert not OrderLine.objects.filter(ticket_holder__first_name="Mira").exists()
    answer = Guest(guest.shop).patch(path, {**named, "order_id": order["id"]})
    assert (answer.status_code, answer.json()["id"]) == (200, order["id"])
    assert answer.json()["items"][0]["personal_identifier"] == "Mira+Falk"


def test_the_deadline_is_48_hours_before_the_event_by_the_databases_clock(guest: Guest) -> None:
    order = bought(guest, 1)
    Event.objects.update(happening_from=timezone.now() + timedelta(hours=48, minutes=1))
    assert name(guest, order, "Mira+Falk").data
    Event.objects.update(happening_from=timezone.now() + timedelta(hours=47, minutes=59))
    refusal = name(guest, order, "Jo+Brandt").refusal
    assert (refusal["code"], refusal["itemId"]) == ("NAMES_CLOSED", order["items"][0]["id"])
    assert str(OrderLine.objects.get().ticket_holder) == "Mira Falk"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (" + ", "PERSONALISATION_MISSING"),
        ("Mira+" + "x" * 41, "PERSONALISATION_TOO_LONG"),
        ("Mira+www.spam.example", "PERSONALISATION_LINK"),
        ("", "PERSONALISATION_MISSING"),
    ],
)
def test_what_is_refused_changes_nothing_of_all_that_was_asked(guest: Guest, text: str, code: str) -> None:
    order = bought(guest)
    refusal = name(guest, order, "Jo+Brandt", text).refusal
    assert (refusal["code"], refusal["itemId"]) == (code, order["items"][1]["id"])
    assert not TicketHolder.objects.exists()


def test_other_orders_goods_and_events_that_do_not_ask_have_no_names(guest: Guest) -> None:
    mine = bought(guest, 1)
    other = Guest(guest.shop)
    theirs = bought(other, 1, asks=Event.Personalization.NONE)
    goods = Guest(guest.shop).buy((first_variant(make_product(guest.shop)), 1), idempotencyKey="goods")
    assert name(other, {"id": theirs["id"], "items": mine["items"]}, "A+B").refusal["code"] == "ORDER_LINE_NOT_FOUND"
    assert name(other, theirs, "A+B").refusal["code"] == "NAMES_CLOSED"
    assert name(guest, goods, "A+B").refusal["code"] == "ORDER_LINE_NOT_FOUND"
    assert name(guest, {"id": "x" * 22, "items": mine["items"]}, "A+B").refusal["code"] == "ORDER_NOT_FOUND"
    elsewhere = Guest(make_shop())
    assert name(elsewhere, mine, "A+B").refusal["code"] == "ORDER_NOT_FOUND"
    assert not TicketHolder.objects.exists()


def test_a_ticket_that_ended_is_nobodys(guest: Guest) -> None:
    order = bought(guest, 1)
    OrderLine.objects.update(invalidated_at=timezone.now())
    assert name(guest, order, "A+B").refusal["code"] == "ORDER_LINE_NOT_FOUND"
    assert guest.ask("ORDER", order_id=order["id"]).data["items"][0]["namesUntil"] is None


def test_many_names_take_the_statements_of_one(guest: Guest) -> None:
    one, many = bought(guest, 1), bought(Guest(guest.shop), 6)
    name(guest, one, "Mira+Falk")

    def statements(order: Any, text: str) -> int:
        with CaptureQueriesContext(connection) as asked:
            assert name(guest, order, *[text] * 6).data
        return len(asked)

    name(guest, many, *["Mira+Falk"] * 6)
    assert statements(many, "Jo+Brandt") == statements(one, "Jo+Brandt")
