"""The first event of PayPal that a shop ever gets: no process knows its certificate yet."""

from functools import partial

import pytest
from pytest_django import DjangoDbBlocker

from checkout.models import UnprovenEvent
from tests import servers
from tests.peers.paypal import paypal, signing
from tests.proofs import proves
from tests.races.buyers import Buyer
from tests.races.paying import Purchase, redirected
from tests.races.waiting import until
from tests.stage import check_invariants, on, one_event

pytestmark = pytest.mark.whole
# The worker hears of a job at once; it may still be starting, which takes longer on a busy machine.
SECONDS = 60


@proves(
    "docs/decisions/0071",
    "an event whose certificate nobody knows is booked all the same, and those after it without asking for it again",
)
def test_the_worker_fetches_the_certificate_and_books(
    template_database: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), servers.database(template_database) as database, paypal() as peer:
        ticket = one_event(database, 9)
        with (
            servers.web_server(database, workers=1, env=peer.environment) as web,
            servers.worker(database, env=peer.environment),
            on(database),
        ):
            peer.webhook_url = f"{web.url}/api/v2/payments/paypal/events"
            for _buyer in range(2):
                purchase = redirected(Buyer(web.url), ticket, "paypal")
                peer.approve(peer.order_at(purchase.url))
                assert peer.send(peer.events[-1]) == 204
                until(partial(is_booked, purchase), SECONDS)
            assert not UnprovenEvent.objects.exists()
        assert peer.asked.count(f"GET {signing.CERTIFICATE_PATH}") == 1
        assert peer.violations == []
        check_invariants(database)


def is_booked(purchase: Purchase) -> bool:
    return purchase.entries() == [("capture", purchase.payment.amount)]
