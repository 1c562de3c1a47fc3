"""Several jobs can send an order's mails at the same moment: one of them takes them all. And the canary."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from uuid import UUID

import pytest
from django.db import connection, transaction
from django.test import override_settings

from checkout.actions.invoices.invoicing import write_invoices
from checkout.mails.order_mails import defer
from checkout.mails.together import take_mails
from checkout.payments.ledger import balance, record_capture
from shop.mails.sending import Content, send_mail
from shop.models import Mail
from tests.checkout.invoicing import SELLER
from tests.factories import make_shop
from tests.proofs import proves
from tests.races.acts import at_once
from tests.races.canary import fails_without_locks
from tests.races.meeting import somebody_waits
from tests.races.waiting import until
from tests.servers import Databases
from tests.stage import on, placed_order

JOBS, MIRA = 12, "mira@example.org"


def take_at_once(database: str, **env: str) -> None:
    """The order is paid, and none of its mails was sent: jobs of each of them begin at once."""
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        order = placed_order(make_shop("merchstand", **SELLER))
        record_capture(payment=order.payments.get(), amount=balance(order), event_id="statement")
        write_invoices(placement_id=order.placements.get().pk)
        mails = list(Mail.objects.order_by("kind").values_list("pk", flat=True))
        assert len(mails) == 3
        jobs = [partial(take_mails, str(mail_id), defer(mail_id)) for mail_id in mails * (JOBS // 3)]
        taken = [one for one in at_once(jobs) if one]
        assert [[mail.kind for mail in one] for one in taken] == [  # type: ignore[attr-defined]
            ["confirmation", "payment_received", "invoice:1"]
        ]


@proves("purchase §4", "jobs that run at once send an order's mails in one message, once; canary")
def test_one_job_takes_all_mails(fresh_database: str) -> None:
    take_at_once(fresh_database)


@proves("design §4", "a job that sends several mails and staff who correct their address cannot block each other")
def test_a_message_locks_its_rows_in_the_order_of_their_ids(fresh_database: str) -> None:
    with on(fresh_database), ThreadPoolExecutor(1) as pool:
        shop = make_shop("merchstand")
        # The table has them in the other order.
        keys = [UUID(int=number) for number in (3, 2, 1)]
        mails = [
            Mail.objects.create(
                pk=key, shop=shop, kind="confirmation", subject_key=str(key), recipient=MIRA, message_id=str(key)
            )
            for key in keys
        ]
        with transaction.atomic():
            Mail.objects.select_for_update().get(pk=keys[-1])
            sending = pool.submit(send_from_here, mails)
            until(lambda: sending.done() or somebody_waits())
            assert len(Mail.objects.select_for_update(nowait=True).filter(pk__in=keys)) == 3
        sending.result(timeout=60)
        assert Mail.objects.exclude(sent_at=None).count() == 3


def send_from_here(mails: Sequence[Mail]) -> None:
    try:
        send_mail(mails[0], lambda: Content("Hello", "Hello", "Hello"), together=mails[1:])
    finally:
        connection.close()


@pytest.mark.whole
def test_canary_without_the_orders_lock_several_take_them(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, take_at_once)
