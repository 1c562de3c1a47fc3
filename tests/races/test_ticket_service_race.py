"""Sixteen forms about the same tickets at once, and two of the staff who approve: it is done once. And the canary."""

import re
from collections import Counter
from threading import Barrier
from typing import Any

import httpx
from django.contrib.auth.models import User

from aftersale.models import TicketServiceRequest
from tests import servers
from tests.aftersale.refunds.bought import numbers, tickets_paid
from tests.aftersale.ticket_service.asked import body, open_service
from tests.factories import make_event, make_shop
from tests.proofs import proves
from tests.races.buyers import address_of, together
from tests.races.canary import fails_without_locks
from tests.servers import Databases
from tests.stage import check_invariants, on

FORMS = 16
PATH = "/api/v2/shops/nachtfalter/forms/ticket-cancel/responses"
APPROVE = "/admin/aftersale/ticketservicerequest/{}/approve/"


def ask(barrier: Barrier, argument: tuple[str, dict[str, Any]], number: int) -> Any:
    url, said = argument
    client = httpx.Client(base_url=url, timeout=60, transport=httpx.HTTPTransport(local_address=address_of(number)))
    barrier.wait(timeout=120)
    answer = client.post(PATH, json=said)
    return answer.json().get("state") or answer.json().get("code")


def approve(barrier: Barrier, argument: tuple[str, list[str]], number: int) -> Any:
    """A member of the staff who presses the button in each request."""
    url, requests = argument
    client = httpx.Client(base_url=url, timeout=60, follow_redirects=True)
    page = client.get("/admin/login/")
    said = {"username": "staff", "password": "secret of staff", **token_of(page)}
    assert client.post("/admin/login/", data=said, headers={"referer": url}).status_code == 200
    pages = {one: client.get(APPROVE.format(one)) for one in requests}
    barrier.wait(timeout=120)
    for one, shown in pages.items():
        client.post(APPROVE.format(one), data=token_of(shown), headers={"referer": url})


def token_of(page: httpx.Response) -> dict[str, str]:
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)
    assert found, page.text[:500]
    return {"csrfmiddlewaretoken": found[1]}


def do_it_at_once(database: str, **env: str) -> None:
    with on(database):
        make_shop("merchstand", is_band=False)
        event = make_event(make_shop("nachtfalter", is_band=True), cart_limit=9, capacity=9)
        open_service(event)
        order = tickets_paid(event, 2)
        said = body("cancel", order, numbers(order))
        User.objects.create_superuser("staff", password="secret of staff")
    with servers.web_server(database, workers=2, env=env) as web:
        heard: Any = together(ask, (web.url, said), FORMS)
        with on(database):
            requests = [str(one.pk) for one in TicketServiceRequest.objects.all()]
        together(approve, (web.url, requests), 2)
    assert Counter(heard) == {"received": FORMS} and len(requests) == 1
    assert servers.number(database, "SELECT count(*) FROM checkout_refund") == 1
    assert servers.number(database, "SELECT count(*) FROM aftersale_ticket WHERE invalidated_at IS NULL") == 0
    assert servers.number(database, "SELECT sold FROM catalogue_stock") == 0
    check_invariants(database)


@proves(
    "docs/decisions/0061",
    "a ticket stands in one request at a time; sent twice, or by many at once, it is asked once",
)
def test_16_forms_and_two_staff_at_once_do_it_once(fresh_database: str) -> None:
    do_it_at_once(fresh_database)


def test_canary_without_the_orders_lock_they_do_not(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, do_it_at_once)
