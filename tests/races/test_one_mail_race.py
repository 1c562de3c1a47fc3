"""Several jobs can send an order's mails at the same moment: one of them takes them all. And the canary."""

from functools import partial

import pytest
from django.test import override_settings

from checkout.mails.together import take_mails
from checkout.payments.ledger import balance, record_capture
from checkout.tasks import write_invoices_of
from shop.models import Mail
from tests.checkout.invoicing import SELLER
from tests.factories import make_shop
from tests.proofs import proves
from tests.races.acts import at_once
from tests.races.canary import fails_without_locks
from tests.servers import Databases
from tests.stage import on, placed_order

JOBS = 12


def take_at_once(database: str, **env: str) -> None:
    """The order is paid, and none of its mails was sent: jobs of each of them begin at once."""
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        order = placed_order(make_shop("merchstand", **SELLER))
        record_capture(payment=order.payments.get(), amount=balance(order), event_id="statement")
        write_invoices_of(placement_id=str(order.placements.get().pk))
        mails = [str(key) for key in Mail.objects.order_by("kind").values_list("pk", flat=True)]
        assert len(mails) == 3
        jobs = [partial(take_mails, mails[number % 3], number + 1) for number in range(JOBS)]
        taken = [one for one in at_once(jobs) if one]
        assert [[mail.kind for mail in one] for one in taken] == [  # type: ignore[attr-defined]
            ["confirmation", "payment_received", "invoice:1"]
        ]


@proves("purchase §4", "jobs that run at once send an order's mails in one message, once; canary")
def test_one_job_takes_all_mails(fresh_database: str) -> None:
    take_at_once(fresh_database)


@pytest.mark.whole
def test_canary_without_the_orders_lock_several_take_them(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, take_at_once)
