"""Thirty-two phones check in with the same tickets at once, through real HTTP: one of them does. And the canary."""

from collections import Counter
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.utils import timezone

from aftersale.models import CheckInForm, CheckInItem
from catalogue.models import Event
from tests.aftersale.refunds.bought import numbers, tickets_paid
from tests.factories import make_event, make_shop
from tests.proofs import proves
from tests.races.buyers import BUYERS, client_of, together
from tests.races.canary import fails_on
from tests.races.ground import Ground
from tests.stage import on

TICKETS = 2
PATH = "/api/v2/shops/{}/forms/check-in/responses"
CHECKED_IN = """SELECT count(*) FROM aftersale_checkin c JOIN aftersale_ticket t ON t.id = c.ticket_id
WHERE t.number = ANY(%s)"""


def check_all_in(barrier: Barrier, argument: tuple[str, str, list[str]], number: int) -> Any:
    """One phone checks in with every ticket, with a name of its own; half of them begin at the other end."""
    url, path, tickets = argument
    client = client_of(url)
    barrier.wait(timeout=120)
    answers = []
    for ticket in tickets[:: 1 if number % 2 else -1]:
        answer = client.post(path, json={"validation_code": ticket, "answers": {"name": f"Phone {number}"}})
        found = "done" if answer.status_code == 200 else answer.json().get("code")
        answers.append((ticket, found))
    return answers


def check_in_at_once(ground: Ground) -> None:
    with on(ground.database):
        shop = make_shop()
        event = make_event(shop, checkin=True, cart_limit=9)
        tickets = numbers(tickets_paid(event, TICKETS))
        tomorrow = timezone.now() + timedelta(days=1)
        Event.objects.filter(pk=event.pk).update(happening_from=tomorrow, happening_until=None)
        form = CheckInForm.objects.create(event=event)
        CheckInItem.objects.create(form=form, kind="form", name="name", label_de="Name?", required=True)
    phones: Any = together(check_all_in, (ground.url, PATH.format(shop.slug), tickets))
    heard = Counter(one for phone in phones for one in phone)
    assert heard == {(one, "done"): 1 for one in tickets} | {(one, "ALREADY_CHECKED_IN"): BUYERS - 1 for one in tickets}
    assert ground.number(CHECKED_IN, tickets) == TICKETS
    ground.check()


@proves("purchase §4", "once, also for 32 phones at once; again where `allow_retake` is set")
def test_32_phones_check_in_once_with_each_ticket(ground: Ground) -> None:
    check_in_at_once(ground)


@pytest.mark.whole
def test_canary_without_the_tickets_lock_they_do_not(ground_without_locks: Ground) -> None:
    fails_on(ground_without_locks, check_in_at_once)
