"""Jobs side by side, repeated, and dying where it hurts most: each number is given once and none is left out."""

from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier
from typing import Any
from uuid import UUID

import pytest
from django.db import DatabaseError, connection

from checkout.actions import invalidate_line
from checkout.actions.invoices import invoicing
from checkout.actions.invoices.invoicing import write_invoices
from checkout.mails.kinds import MailKind
from checkout.models import Invoice, Placement
from checkout.payments.ledger import record_capture
from shop.models import Mail
from tests.factories import make_product, make_shop
from tests.proofs import proves
from tests.servers import Databases
from tests.stage import check_invariants, on, placed_order

JOBS, ORDERS, ROUNDS = 6, 6, 4


class Died(Exception):
    """The worker, after a number was given and before anything is stored for good."""


def paid_orders() -> list[UUID]:
    shop = make_shop("merchstand", seller_address="Weg 1\n10999 Berlin", seller_vat_id="DE123456788")
    product = make_product(shop)
    for number in range(ORDERS):
        order = placed_order(shop, product, email=f"buyer-{number}@example.org")
        payment = order.payments.get()
        record_capture(payment=payment, amount=payment.amount, event_id=f"statement {number}")
    return list(Placement.objects.values_list("pk", flat=True))


def work(barrier: Barrier, placements: list[UUID], number: int) -> list[str]:
    """All of them in an order of its own, again and again; what went wrong."""
    random, wrong = Random(number), []
    barrier.wait(timeout=60)
    try:
        for _round in range(2):
            for placement in random.sample(placements, len(placements)):
                try:
                    write_invoices(placement_id=placement)
                except Died:
                    continue
                except DatabaseError as error:
                    wrong.append(type(error).__name__)
    finally:
        connection.close()
    return wrong


def race(monkeypatch: pytest.MonkeyPatch) -> None:
    placements = paid_orders()
    store_mail, deaths = invoicing.store_order_mail, Random(1)

    def dies(kind: MailKind, placement: Any, about: object) -> Mail | None:
        if deaths.random() < 0.3:
            raise Died
        return store_mail(kind, placement, about)

    monkeypatch.setattr(invoicing, "store_order_mail", dies)
    wrong = at_once(placements)
    for placement in Placement.objects.all()[: ORDERS // 2]:
        invalidate_line(line=placement.lines.get())
    wrong += at_once(placements)
    monkeypatch.setattr(invoicing, "store_order_mail", store_mail)
    for placement_id in placements:
        write_invoices(placement_id=placement_id)
    assert wrong == []
    numbers = sorted(Invoice.objects.values_list("sequence", flat=True))
    assert numbers == list(range(1, ORDERS + ORDERS // 2 + 1))


def at_once(placements: list[UUID]) -> list[str]:
    barrier = Barrier(JOBS)
    with ThreadPoolExecutor(JOBS) as pool:
        tasks = [pool.submit(work, barrier, placements, number) for number in range(JOBS)]
        return [one for task in tasks for one in task.result(timeout=120)]


@proves("design §6, law IN-2", "numbers without a gap, whatever happens to jobs; canary")
def test_jobs_side_by_side_that_die_and_come_again_leave_no_gap(
    fresh_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with on(fresh_database):
        race(monkeypatch)
    check_invariants(fresh_database)


@pytest.mark.whole
def test_canary_without_locks_two_jobs_give_one_number(
    fresh_databases: Databases, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.TEST_WITHOUT_LOCKS = True
    for _round in range(ROUNDS):
        with fresh_databases() as database, on(database):
            try:
                race(monkeypatch)
            except AssertionError:
                return
    pytest.fail("The race test passes without the lock: it proves nothing.")
