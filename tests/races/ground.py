"""Where races through real HTTP are held: a web server of two processes and its database, which all of a process's
races share. Each makes a shop of its own there, and looks at what became of that.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from pytest_django import DjangoDbBlocker

from catalogue.stock.actions import create_stock, limit_variant
from sessions_queue.visitor_sessions.actions import end_overdue_sessions
from tests import servers
from tests.factories import first_variant, make_event, make_shop
from tests.races.buyers import Buyer
from tests.races.peers import Peers
from tests.stage import check_invariants, on

# Who waits for a lock waits longer than whatever a busy machine takes to bring others there.
LOCK_SECONDS = 15


@dataclass(frozen=True)
class Ground:
    url: str
    database: str
    peers: Peers
    has_locks: bool = True

    def check(self) -> None:
        """That all invariants hold, unless the races are there to break them. What other races left behind here may
        have run out since; a worker would have ended it within seconds.
        """
        if self.has_locks:
            with on(self.database):
                end_overdue_sessions()
            check_invariants(self.database)

    def number(self, query: str, *values: Any) -> int:
        """What a query of a single number finds."""
        return servers.number(self.database, query, *values)


@dataclass(frozen=True)
class Sale:
    """A race's own shop, and what its buyers are after."""

    ground: Ground
    slug: str
    variant: int
    stock: int

    def buyer(self, **more: Any) -> Buyer:
        return Buyer(self.ground.url, slug=self.slug, **more)

    @property
    def sold(self) -> int:
        return self.ground.number("SELECT sold FROM catalogue_stock WHERE id = %s", self.stock)

    @property
    def held(self) -> int:
        return self.ground.number("SELECT held FROM catalogue_stock WHERE id = %s", self.stock)

    @property
    def orders(self) -> int:
        return self.ground.number(
            "SELECT count(*) FROM checkout_order o JOIN shop_shop s ON s.id = o.shop_id WHERE s.slug = %s", self.slug
        )


@contextmanager
def ground_with(template: str, peers: Peers, blocker: DjangoDbBlocker, **env: str) -> Iterator[Ground]:
    """No worker is there: what a race leaves behind stays as it is."""
    env = {"LOCK_SECONDS": str(LOCK_SECONDS), **peers.environment, **env}
    with servers.database(template) as database:
        with blocker.unblock(), on(database):
            make_shop("merchstand")
        with servers.web_server(database, workers=2, env=env) as web:
            yield Ground(web.url, database, peers, has_locks="TEST_WITHOUT_LOCKS" not in env)


def one_sale(ground: Ground, capacity: int) -> Sale:
    """Of an event's tickets."""
    with on(ground.database):
        shop = make_shop(transfer_share=100)
        ticket = first_variant(make_event(shop, cart_limit=9, transfer_when_scarce=True))
        stock = create_stock(owner=shop, name="Hall", capacity=capacity)
        limit_variant(variant=ticket, stock=stock)
        return Sale(ground, shop.slug, ticket.pk, stock.pk)
