"""Thirty-two gates read the same ticket at once, through real HTTP: one lets somebody in. And the canary."""

from collections import Counter
from threading import Barrier
from typing import Any
from uuid import uuid4

import httpx
from django.utils import timezone

from aftersale.entrance.actions import offer_pairing, pair_device
from tests import servers
from tests.aftersale.entrance.night import door, sold_out_night
from tests.factories import make_shop
from tests.proofs import proves
from tests.races.buyers import BUYERS, address_of, together
from tests.races.canary import fails_without_locks
from tests.servers import Databases
from tests.stage import check_invariants, on

TICKETS = 4


def read_all(barrier: Barrier, argument: tuple[str, list[str], list[str]], number: int) -> Any:
    """One gate reads every ticket; half of them begin at the other end."""
    url, keys, tickets = argument
    client = httpx.Client(
        base_url=url, timeout=60, headers={"Authorization": f"Bearer {keys[number]}"},
        transport=httpx.HTTPTransport(local_address=address_of(number)),
    )  # fmt: skip
    barrier.wait(timeout=120)
    answers = []
    for ticket in tickets[:: 1 if number % 2 else -1]:
        now = timezone.now().isoformat()
        scan = {"id": str(uuid4()), "said": ticket, "scanned_at": now}
        answer = client.post("/api/v2/entrance/scans", json={"now": now, "scans": [scan]})
        found = answer.json()["scans"][0]["verdict"] if answer.status_code == 200 else answer.status_code
        answers.append((ticket, found))
    return answers


def read_at_once(database: str, **env: str) -> None:
    with on(database):
        make_shop("merchstand")
        event, tickets = sold_out_night(TICKETS)
        keys = [pair_device(code=offer_pairing(device=door(event, f"{at}")))[1] for at in range(BUYERS)]
        numbers = [one.number for one in tickets]
    with servers.web_server(database, workers=2, env=env) as web:
        gates: Any = together(read_all, (web.url, keys, numbers))
    heard = Counter(one for gate in gates for one in gate)
    assert heard == {(one, "admitted"): 1 for one in numbers} | {(one, "already"): BUYERS - 1 for one in numbers}
    assert servers.number(database, "SELECT count(*) FROM aftersale_admission") == TICKETS
    assert servers.number(database, "SELECT count(*) FROM aftersale_scan") == TICKETS * BUYERS
    check_invariants(database)


@proves("law OP-10", "a ticket lets one person in, once, by code or number; 32 gates online at once: exactly one entry")
def test_32_gates_let_one_person_in_with_each_ticket(fresh_database: str) -> None:
    read_at_once(fresh_database)


def test_canary_without_the_tickets_lock_they_do_not(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, read_at_once)
