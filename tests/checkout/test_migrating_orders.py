"""Orders from before there were placements come over whole.

`data/orders_before_placements.json` has the tables of a shop that sold with the code of then: orders that are open,
paid, paid in part and too much, refunded, cancelled, free, shipped, reduced, paid by codes, with seats and with names.
"""

import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from pytest_django.plugin import DjangoDbBlocker

from aftersale.tickets.actions.issuing import issue_forgotten
from cart.models import CartLine, TicketHolder
from cart.ticket_holders import joined
from checkout.models import LedgerEntry, Order, OrderLine, Payment, Placement
from checkout.orders.standing import Fulfilment, PaymentState, with_standing
from checkout.tasks import send_order_mail
from shop.invariants import broken_invariants
from shop.models import Mail
from tests import servers
from tests.proofs import proves
from tests.stage import on

pytestmark = [pytest.mark.whole, pytest.mark.django_db]
BEFORE = [
    ("shop", "0028_discount_codes_by_digest"), ("catalogue", "0020_triggers_beside_their_models"),
    ("cart", "0006_payment_codes_by_digest"), ("checkout", "0013_triggers_beside_their_models"),
    ("sessions_queue", "0003_trouble_while_paying"),
]  # fmt: skip
Rows = dict[str, list[dict[str, Any]]]
# Without names of constraints and indexes, which keep that of a table of then.
SCHEMA = {
    "columns": "SELECT table_name, column_name, data_type, character_maximum_length, is_nullable, column_default"
    " FROM information_schema.columns WHERE table_schema = 'public'",
    "constraints": "SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint"
    " WHERE connamespace = 'public'::regnamespace",
    "indexes": r"SELECT regexp_replace(indexdef, 'INDEX \S+ ', '') FROM pg_indexes WHERE schemaname = 'public'",
    "triggers": "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
}
# Those of a table that is gone are still in an old database.
FUNCTIONS = "SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'"


def stored() -> Rows:
    return json.loads((Path(__file__).parent / "data/orders_before_placements.json").read_text())


def load(rows: Rows) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        for table, its_rows in rows.items():
            cursor.execute(f'DELETE FROM "{table}"')
            cursor.execute(
                f'INSERT INTO "{table}" SELECT * FROM json_populate_recordset(NULL::"{table}", %s)',
                [json.dumps(its_rows)],
            )
            go_on_counting(cursor, table)
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute("UPDATE sessions_queue_visitorsession SET expires_at = now() + interval '20 minutes'")


def go_on_counting(cursor: Any, table: str) -> None:
    """What comes after the rows that were loaded has the next number."""
    cursor.execute(
        "SELECT pg_get_serial_sequence(%s, column_name) FROM information_schema.columns"
        " WHERE table_name = %s AND column_name = 'id' AND data_type IN ('integer', 'bigint')",
        [table, table],
    )
    found = cursor.fetchone()
    if found and found[0]:
        cursor.execute(f'SELECT setval(%s, (SELECT coalesce(max(id), 0) + 1 FROM "{table}"), false)', [found[0]])


@pytest.fixture(scope="module")
def rows() -> Rows:
    return stored()


@pytest.fixture(scope="module", autouse=True)
def migrated(django_db_setup: None, rows: Rows, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock(), servers.database() as url, on(url):
        executor = MigrationExecutor(connection)
        executor.loader = MigrationLoader(connection, replace_migrations=False)
        others = [node for node in executor.loader.graph.leaf_nodes() if node[0] == "procrastinate"]
        executor.migrate([*BEFORE, *others])
        load(rows)
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
        # Of the first night.
        issue_forgotten()
        yield


def test_old_and_new_databases_have_one_schema(fresh_database: str) -> None:
    """A new one is made by the squashed migrations."""
    with connection.cursor() as old, psycopg.connect(fresh_database) as new:
        for name, statement in SCHEMA.items():
            old.execute(statement)
            assert set(old.fetchall()) == set(new.execute(statement.encode()).fetchall()), name
        old.execute(FUNCTIONS)
        assert set(new.execute(FUNCTIONS.encode()).fetchall()) <= set(old.fetchall())


@proves("design §4", "orders from before there were placements come over with numbers, claims and money")
def test_every_invariant_holds() -> None:
    assert broken_invariants() == {}


def test_each_order_is_one_placement_with_its_number_and_its_money(rows: Rows) -> None:
    for row in rows["checkout_order"]:
        order = with_standing(Order.objects.all()).get(pk=row["id"])
        placement = order.placements.get()
        assert (str(placement.pk), placement.number, placement.placed_at) == (row["id"], 1, order.placed_at)
        kept = ("idempotency_key", "request_hash", "button_label", "newsletter_wanted", "payment_method", "cart_id")
        assert {name: str(getattr(placement, name)) for name in kept} == {name: str(row[name]) for name in kept}
        amounts = ("items_total", "discount_total", "shipping_total", "total")
        assert {name: getattr(placement, name) for name in amounts} == {
            name: Decimal(str(row[name])) for name in amounts
        }
        assert (order.reference, order.secret) == (row["reference"], row["secret"])


def test_states_follow_from_what_happened(rows: Rows) -> None:
    expected = {
        "placed": (PaymentState.OPEN, Fulfilment.OPEN), "paid": (PaymentState.PAID, Fulfilment.OPEN),
        "shipped": (PaymentState.PAID, Fulfilment.SHIPPED), "cancelled": (PaymentState.CANCELLED, Fulfilment.NOTHING),
    }  # fmt: skip
    shipped = {row["order_id"] for row in rows["checkout_delivery"]}
    for row in rows["checkout_order"]:
        order = with_standing(Order.objects.all()).get(pk=row["id"])
        payment, fulfilment = expected[row["state"]]
        assert order.payment_state == payment
        assert order.fulfilment == (fulfilment if row["id"] in shipped else Fulfilment.NOTHING)


def test_money_is_where_it_was(rows: Rows) -> None:
    assert LedgerEntry.objects.count() == len(rows["checkout_ledgerentry"])
    for row in rows["checkout_payment"]:
        payment = Payment.objects.get(pk=row["id"])
        assert (payment.method, payment.provider, payment.reference) == (
            row["provider"], row["provider"], row["reference"],
        )  # fmt: skip
        assert (str(payment.placement_id), payment.state) == (row["order_id"], row["state"])


def test_lines_know_sellers_and_exemptions(rows: Rows) -> None:
    assert OrderLine.objects.count() == len(rows["checkout_orderline"])
    lines = {(line.name, line.seller.slug, line.withdrawal_exemption) for line in OrderLine.objects.all()}
    assert {("Shirt", "band", ""), ("Foreign", "other", ""), ("Mug", "band", "personalised")} <= lines
    assert {exemption for name, _seller, exemption in lines if name in ("Night", "Free")} == {"event"}


def test_names_of_ticket_holders_are_rows() -> None:
    texts = {joined(holder) for holder in TicketHolder.objects.all()}
    assert texts == {"Mira+Falk", "Jo+Brandt+Weg 1++49 1"}
    named = [*OrderLine.objects.exclude(ticket_holder=None), *CartLine.objects.exclude(ticket_holder=None)]
    assert len(named) == TicketHolder.objects.count() == 5
    assert not OrderLine.objects.filter(ticket=True).exclude(personal_identifier="").exists()
    assert OrderLine.objects.get(name="Mug").personal_identifier == "MIRA"


def test_mails_that_waited_are_sent(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    with connection.cursor() as cursor:
        cursor.execute("SELECT args FROM procrastinate_jobs WHERE task_name = 'checkout.send_order_mail'")
        jobs = [json.loads(args) if isinstance(args, str) else args for (args,) in cursor.fetchall()]
    assert jobs and all(set(job) == {"mail_id"} for job in jobs)
    for job in jobs:
        send_order_mail(**job)
    assert not Mail.objects.filter(sent_at=None).exists()
    assert Placement.objects.count() == Mail.objects.filter(kind="confirmation").count()
