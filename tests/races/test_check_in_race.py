"""Thirty-two phones check in with the same tickets at once, through real HTTP: one of them does. And the canary."""

from collections import Counter
from datetime import timedelta
from threading import Barrier
from typing import Any

import httpx
from django.utils import timezone

from aftersale.models import CheckInForm, CheckInItem
from catalogue.models import Event
from tests import servers
from tests.aftersale.refunds.bought import numbers, tickets_paid
from tests.factories import make_event, make_shop
from tests.proofs import proves
from tests.races.buyers import BUYERS, address_of, together
from tests.races.canary import fails_without_locks
from tests.servers import Databases
from tests.stage import check_invariants, on

TICKETS = 4
PATH = "/api/v2/shops/merchstand/forms/check-in/responses"


def check_all_in(barrier: Barrier, argument: tuple[str, list[str]], number: int) -> Any:
    """One phone checks in with every ticket, with a name of its own; half of them begin at the other end."""
    url, tickets = argument
    client = httpx.Client(base_url=url, timeout=60, transport=httpx.HTTPTransport(local_address=address_of(number)))
    barrier.wait(timeout=120)
    answers = []
    for ticket in tickets[:: 1 if number % 2 else -1]:
        answer = client.post(PATH, json={"validation_code": ticket, "answers": {"name": f"Phone {number}"}})
        found = "done" if answer.status_code == 200 else answer.json().get("code")
        answers.append((ticket, found))
    return answers


def check_in_at_once(database: str, **env: str) -> None:
    with on(database):
        event = make_event(make_shop("merchstand"), checkin=True, cart_limit=9)
        tickets = numbers(tickets_paid(event, TICKETS))
        Event.objects.update(happening_from=timezone.now() + timedelta(days=1), happening_until=None)
        form = CheckInForm.objects.create(event=event)
        CheckInItem.objects.create(form=form, kind="form", name="name", label_de="Name?", required=True)
    with servers.web_server(database, workers=2, env=env) as web:
        phones: Any = together(check_all_in, (web.url, tickets))
    heard = Counter(one for phone in phones for one in phone)
    assert heard == {(one, "done"): 1 for one in tickets} | {(one, "ALREADY_CHECKED_IN"): BUYERS - 1 for one in tickets}
    assert servers.number(database, "SELECT count(*) FROM aftersale_checkin") == TICKETS
    check_invariants(database)


@proves("purchase §4", "once, also for 32 phones at once; again where `allow_retake` is set")
def test_32_phones_check_in_once_with_each_ticket(fresh_database: str) -> None:
    check_in_at_once(fresh_database)


def test_canary_without_the_tickets_lock_they_do_not(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, check_in_at_once)
