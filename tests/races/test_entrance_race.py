"""Thirty-two gates read the same ticket at once, through real HTTP: one lets somebody in. And the canary."""

from collections import Counter
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from aftersale.entrance.actions import offer_pairing, pair_device
from aftersale.tickets.codes import code_of
from tests.aftersale.entrance.night import door, sold_out_night
from tests.proofs import proves
from tests.races.buyers import BUYERS, client_of, together
from tests.races.canary import fails_on
from tests.races.ground import Ground
from tests.stage import on

TICKETS = 2
ADMITTED = """SELECT count(*) FROM aftersale_admission a JOIN aftersale_ticket t ON t.id = a.ticket_id
WHERE t.number = ANY(%s)"""
SCANS = """SELECT count(*) FROM aftersale_scan s JOIN aftersale_entrancedevice d ON d.id = s.device_id
WHERE d.event_id = %s"""


def read_all(barrier: Barrier, argument: tuple[str, list[str], list[str]], number: int) -> Any:
    """One gate reads every ticket; half of them begin at the other end."""
    url, keys, tickets = argument
    client = client_of(url, headers={"Authorization": f"Bearer {keys[number]}"})
    barrier.wait(timeout=120)
    answers = []
    for ticket in tickets[:: 1 if number % 2 else -1]:
        now = timezone.now().isoformat()
        scan = {"id": str(uuid4()), "said": ticket, "scanned_at": now, "read_by": "camera"}
        answer = client.post("/api/v2/entrance/scans", json={"now": now, "scans": [scan]})
        found = answer.json()["scans"][0]["verdict"] if answer.status_code == 200 else answer.status_code
        answers.append((ticket, found))
    return answers


def read_at_once(ground: Ground) -> None:
    with on(ground.database):
        event, tickets = sold_out_night(TICKETS)
        keys = [pair_device(code=offer_pairing(device=door(event, f"{at}")))[1] for at in range(BUYERS)]
        numbers = [one.number for one in tickets]
        codes = [code_of(one) for one in tickets]
    gates: Any = together(read_all, (ground.url, keys, codes))
    heard = Counter(one for gate in gates for one in gate)
    assert heard == {(one, "admitted"): 1 for one in codes} | {(one, "already"): BUYERS - 1 for one in codes}
    assert ground.number(ADMITTED, numbers) == TICKETS
    assert ground.number(SCANS, event.pk) == TICKETS * BUYERS
    ground.check()


@proves("law OP-10", "a ticket lets one person in, once; 32 gates online at once: exactly one entry")
def test_32_gates_let_one_person_in_with_each_ticket(ground: Ground) -> None:
    read_at_once(ground)


@pytest.mark.whole
def test_canary_without_the_tickets_lock_they_do_not(ground_without_locks: Ground) -> None:
    fails_on(ground_without_locks, read_at_once)
