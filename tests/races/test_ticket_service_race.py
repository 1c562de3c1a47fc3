"""Sixteen forms about the same tickets at once, and two of the staff who approve: it is done once. And the canary."""

import re
from collections import Counter
from threading import Barrier
from typing import Any

import httpx
import pytest
from django.contrib.auth.models import User

from aftersale.models import Ticket, TicketServiceRequest
from catalogue.models import Stock
from checkout.models import Refund
from tests.aftersale.refunds.bought import numbers, tickets_paid
from tests.aftersale.ticket_service.asked import body, open_service
from tests.factories import make_event, make_shop
from tests.proofs import proves
from tests.races.buyers import client_of, together
from tests.races.canary import fails_on
from tests.races.ground import Ground
from tests.stage import on

FORMS = 16
PATH = "/api/v2/shops/{}/forms/ticket-cancel/responses"
APPROVE = "/admin/aftersale/ticketservicerequest/{}/approve/"


def ask(barrier: Barrier, argument: tuple[str, str, dict[str, Any]], number: int) -> Any:
    url, path, said = argument
    client = client_of(url)
    barrier.wait(timeout=120)
    answer = client.post(path, json=said)
    return answer.json().get("state") or answer.json().get("code")


def approve(barrier: Barrier, argument: tuple[str, str, list[str]], number: int) -> Any:
    """A member of the staff who presses the button in each request."""
    url, name, requests = argument
    client = client_of(url, follow_redirects=True)
    page = client.get("/admin/login/")
    said = {"username": name, "password": "secret of staff", **token_of(page)}
    assert client.post("/admin/login/", data=said, headers={"referer": url}).status_code == 200
    pages = {one: client.get(APPROVE.format(one)) for one in requests}
    barrier.wait(timeout=120)
    for one, shown in pages.items():
        client.post(APPROVE.format(one), data=token_of(shown), headers={"referer": url})


def token_of(page: httpx.Response) -> dict[str, str]:
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)
    assert found, page.text[:500]
    return {"csrfmiddlewaretoken": found[1]}


def do_it_at_once(ground: Ground) -> None:
    with on(ground.database):
        shop = make_shop()
        event = make_event(shop, cart_limit=9, capacity=9)
        open_service(event)
        order = tickets_paid(event, 2)
        said = body("cancel", order, numbers(order))
        name = f"staff of {shop.slug}"
        User.objects.create_superuser(name, password="secret of staff")
    heard: Any = together(ask, (ground.url, PATH.format(shop.slug), said), FORMS)
    with on(ground.database):
        asked = TicketServiceRequest.objects.filter(order=order)
        requests = [str(key) for key in asked.values_list("pk", flat=True)]
    together(approve, (ground.url, name, requests), 2)
    assert Counter(heard) == {"received": FORMS} and len(requests) == 1
    with on(ground.database):
        assert Refund.objects.filter(payment__order=order).count() == 1
        assert not Ticket.objects.valid().filter(line__placement__order=order).exists()
        assert Stock.objects.get(uses__variant__event=event).sold == 0
    ground.check()


@proves(
    "docs/decisions/0061",
    "a ticket stands in one request at a time; sent twice, or by many at once, it is asked once",
)
def test_16_forms_and_two_staff_at_once_do_it_once(ground: Ground) -> None:
    do_it_at_once(ground)


@pytest.mark.whole
def test_canary_without_the_orders_lock_they_do_not(ground_without_locks: Ground) -> None:
    fails_on(ground_without_locks, do_it_at_once)
