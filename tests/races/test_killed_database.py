"""PostgreSQL ends a connection while an order is placed or its money booked, before each statement of it (design §4,
invariants 3, 5, 8 and 9).
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, connection
from django.test import Client
from procrastinate.exceptions import ConnectorException
from pytest_django import DjangoDbBlocker

from catalogue.models import ProductVariant
from checkout.actions.invoices.invoicing import write_invoices
from checkout.actions.payments.reconciling import EVENT_JOB, handle
from checkout.models import LedgerEntry, Order, Payment, ProviderEvent
from shop.models import Mail, Shop
from tests import servers
from tests.guest import Answer, Guest
from tests.peers.asking import asking
from tests.peers.peer import Json
from tests.peers.stripe import StripePeer, stripe_peer
from tests.peers.stripe.delivery import body_of, signature_header
from tests.proofs import proves
from tests.races.buyers import address_of
from tests.sample_address import ADDRESS
from tests.stage import check_invariants, on, one_event

PAID_MAIL = "payment_received"
EVENTS = "/api/v2/payments/stripe/events"
METHOD = "stripe_checkout"


@dataclass
class Stage:
    """A shop on a database of its own, in this process."""

    shop: Shop
    ticket: ProductVariant
    stripe: StripePeer

    def buyer(self, number: int) -> Guest:
        """In front of the order button."""
        guest = Guest(self.shop, address=address_of(number))
        guest.client.raise_request_exception = False
        assert guest.add((self.ticket, 1)).data
        entered = {"billing_address": ADDRESS, "email": f"buyer-{number}@example.org"}
        assert guest.patch("cart/address", entered).status_code == 200
        assert guest.choose("-1", METHOD).status_code == 200
        return guest

    def tell(self, event: Json) -> int:
        """As Stripe does; the status of the answer."""
        body = body_of(event)
        signature = signature_header(body, self.stripe.secret, int(time.time()))
        client = Client(SERVER_NAME="localhost", raise_request_exception=False)
        headers = {"Stripe-Signature": signature}
        return client.post(EVENTS, body, content_type="application/json", headers=headers).status_code


@pytest.fixture
def stage(template_database: str, django_db_blocker: DjangoDbBlocker, settings: Any) -> Iterator[Stage]:
    with django_db_blocker.unblock(), servers.database(template_database) as database, stripe_peer() as stripe:
        ticket = one_event(database, 200)
        settings.GRAPHQL_SAFELIST_ONLY = False
        with asking(settings, stripe.environment), on(database):
            yield Stage(Shop.objects.get(slug="merchstand"), ProductVariant.objects.get(pk=ticket), stripe)
        assert stripe.violations == []
        check_invariants(database)


@dataclass
class Life:
    """Of a connection: how many statements were asked of it, and whether it has ended."""

    asked: int = 0
    over: bool = False


@contextmanager
def ended_before(statement: int) -> Iterator[Life]:
    """PostgreSQL ends Django's connection before the statement of this number; what was committed until then stays."""
    life = Life()

    def watched(execute: Any, *arguments: Any) -> Any:
        life.asked += 1
        if life.asked == statement:
            life.over = True
            terminate()
        return execute(*arguments)

    with connection.execute_wrapper(watched):
        yield life
    connection.close()


def terminate() -> None:
    backend = connection.connection.info
    with psycopg.connect(backend.dsn, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 10000)", [backend.backend_pid])


@proves(
    "design §4, purchase §8",
    "PostgreSQL ends before whichever statement of placing an order, of a provider's event and of its "
    "jobs, or is killed as a whole server while orders are paid: one order each, its money booked once, "
    "nothing lost that was answered; whoever asks then is told that the shop is away for a moment, also "
    "where a job could not be stored",
)
@pytest.mark.whole
def test_before_whichever_statement_of_placing_it_ends_there_is_one_order_or_none(stage: Stage) -> None:
    for step in count(1):
        guest = stage.buyer(step)
        attempt = {"idempotencyKey": f"attempt-{step}", "expectedTotal": guest.cart()["totalDue"]}
        before = Order.objects.count()
        with ended_before(step) as life:
            first = guest.place(**attempt)
        assert code_of(first) in ("", "UNAVAILABLE")
        assert Order.objects.count() - before == 1 or code_of(first)
        assert Order.objects.count() - before in (0, 1)
        check_books()
        placed = guest.place(**attempt).data
        assert Order.objects.count() - before == 1
        payment = Payment.objects.get(order__secret=placed["order"]["id"])
        assert stage.stripe.session_at(placed["payment"]["url"])["id"] == payment.external_id
        if not life.over:
            break
    assert step > 20, "placing takes more statements than that"


@pytest.mark.whole
def test_before_whichever_statement_of_capturing_it_ends_the_money_is_booked_once(stage: Stage) -> None:
    for step in count(1):
        placed = stage.buyer(step).place(idempotencyKey=f"attempt-{step}").data
        stage.stripe.pay(stage.stripe.session_at(placed["payment"]["url"]))
        event = stage.stripe.last("checkout.session.completed")
        payment = Payment.objects.get(order__secret=placed["order"]["id"])
        with ended_before(step) as life, suppress(DatabaseError, ConnectorException):
            capture(stage, event, payment)
        check_books()
        capture(stage, event, payment)
        entries = LedgerEntry.objects.filter(payment__order=payment.order_id)
        assert list(entries.values_list("kind", "amount")) == [("capture", payment.amount)]
        placement = payment.order.placements.get()
        assert placement.paid_at is not None
        assert Mail.objects.filter(kind=PAID_MAIL, subject_key=placement.pk).count() == 1
        if not life.over:
            break
    assert step > 20, "an event, its job and the invoices' take more statements than that"


def capture(stage: Stage, event: Json, payment: Payment) -> None:
    """What Stripe does until the shop answers, and the worker until its jobs are done."""
    status = stage.tell(event)
    if status != 204:
        assert status == 503
        raise DatabaseError
    for kept in ProviderEvent.objects.filter(handled_at=None):
        handle(kept)
    for placement in payment.order.placements.all():
        write_invoices(placement_id=placement.pk)


def code_of(answer: Answer) -> str:
    """Of its refusal; empty for none."""
    return str(answer.refusal["code"]) if "errors" in answer.body else ""


def check_books() -> None:
    """No event without the job that handles it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (SELECT COUNT(*) FROM checkout_providerevent),"
            " (SELECT COUNT(*) FROM procrastinate_jobs WHERE task_name = %s)",
            [EVENT_JOB],
        )
        events, jobs = cursor.fetchone()
    assert events == jobs
