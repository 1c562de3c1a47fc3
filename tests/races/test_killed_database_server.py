"""PostgreSQL is killed, as a whole server, while orders are placed and their money booked: nothing that was answered is
lost, and nothing is there twice (design §4).
"""

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

import httpx
import pytest
from pytest_django import DjangoDbBlocker

from checkout.models import LedgerEntry, Order, Placement, ProviderEvent
from launch import postgres
from tests import servers
from tests.peers.peer import Json
from tests.peers.stripe import StripePeer, stripe_peer
from tests.proofs import proves
from tests.races.buyers import Buyer
from tests.races.waiting import until
from tests.stage import check_invariants, on, one_event

KILLS, BUYERS, AT_ONCE = 3, 18, 6


@dataclass
class Server:
    """PostgreSQL of the test's own, with an empty shop."""

    folder: Path
    running: postgres.Postgres

    @property
    def database(self) -> str:
        return self.running.url("shop")

    def kill(self) -> None:
        """kill -9; then it comes back on its port."""
        os.kill(self.running.process.pid, signal.SIGKILL)
        self.running.process.wait()
        self.running = postgres.start(self.folder, port=self.running.port)

    def load(self, database: str) -> None:
        """A copy of that database."""
        self.running.create_database("shop")
        dump = [postgres.binaries() / "pg_dump", "--no-owner", "--dbname", database]
        load = [postgres.binaries() / "psql", "-X", "-q", "--dbname", self.database]
        with subprocess.Popen([*map(str, dump)], stdout=subprocess.PIPE) as dumped:
            subprocess.run([*map(str, load)], stdin=dumped.stdout, stdout=subprocess.DEVNULL, check=True)
        assert dumped.returncode == 0


@pytest.fixture
def server(template_database: str) -> Iterator[Server]:
    with tempfile.TemporaryDirectory(prefix="merchstand-killed-") as name:
        Path(name).chmod(0o755)  # for the ordinary user that PostgreSQL runs as
        server = Server(Path(name) / "postgres", postgres.start(Path(name) / "postgres"))
        try:
            server.load(servers.database_url(template_database))
            yield server
        finally:
            server.running.stop()


@dataclass
class Purchase:
    """Somebody orders and pays, and tries again for as long as the shop does not answer."""

    stripe: StripePeer
    buyer: Buyer
    total: str

    def until_paid(self) -> str:
        """The secret of the order."""
        until(self.is_placed)
        placed = self.buyer.outcome.placed
        assert placed
        session = self.stripe.session_at(placed["payment"]["url"])
        self.stripe.pay(session)
        events = [one for one in self.stripe.events if one["data"]["object"]["id"] == session["id"]]
        for event in events:
            until(partial(self.is_told, event))
        return str(placed["order"]["id"])

    def is_placed(self) -> bool:
        with suppress(httpx.TransportError):
            self.buyer.place(self.total)
        placed = self.buyer.outcome.placed
        return bool(placed and placed["payment"]["url"])

    def is_told(self, event: Json) -> bool:
        with suppress(httpx.TransportError):
            return self.stripe.sender.post(event).is_success
        return False


def prepared(url: str, ticket: int, stripe: StripePeer) -> Purchase:
    buyer = Buyer(url)
    assert buyer.add(ticket, 1)
    return Purchase(stripe, buyer, buyer.prepare("stripe_checkout"))


@proves(
    "design §4, purchase §8",
    "PostgreSQL ends before whichever statement of placing an order, of a provider's event and of its "
    "jobs, or is killed as a whole server while orders are paid: one order each, its money booked once, "
    "nothing lost that was answered; whoever asks then is told that the shop is away for a moment, also "
    "where a job could not be stored",
)
@pytest.mark.whole
def test_a_server_that_is_killed_while_orders_are_paid_loses_and_doubles_nothing(
    server: Server, django_db_blocker: DjangoDbBlocker
) -> None:
    random = Random(13)
    with django_db_blocker.unblock(), stripe_peer() as stripe:
        ticket, env = one_event(server.database, 100), stripe.environment
        with servers.web_server(server.database, env=env) as web, ThreadPoolExecutor(AT_ONCE) as pool:
            stripe.webhook_url = f"{web.url}/api/v2/payments/stripe/events"
            purchases = [prepared(web.url, ticket, stripe) for _buyer in range(BUYERS)]
            buying = [pool.submit(purchase.until_paid) for purchase in purchases]
            for _kill in range(KILLS):
                with servers.worker(server.database, env=env):
                    time.sleep(random.uniform(0.3, 2.0))
                    server.kill()
            secrets = [one.result() for one in buying]
            with on(server.database), servers.worker(server.database, env=env):
                until(lambda: not ProviderEvent.objects.filter(handled_at=None).exists())
                assert {*Order.objects.values_list("secret", flat=True)} == {*secrets}
                entries = LedgerEntry.objects.values_list("payment__order__secret", "kind", "amount")
                placements = Placement.objects.values_list("order__secret", "total")
                assert sorted(entries) == sorted((secret, "capture", total) for secret, total in placements)
        assert stripe.violations == []
        check_invariants(server.database)
