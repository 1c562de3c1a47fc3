"""Finding a person and the hourly end of carts read what they need, and not whole tables."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from aftersale.people.queries import Person
from cart.actions import retention
from cart.actions.retention import forget_carts
from cart.models import Cart
from tests.proofs import proves

pytestmark = pytest.mark.django_db
PERSON = Person("mira@example.org")


@pytest.fixture(autouse=True)
def no_table_is_read_whole() -> None:
    """As if each were a large one. Bitmaps are left, which need a condition: of a table of no rows any index is as good
    to read it whole.
    """
    with connection.cursor() as cursor:
        for way in ("seqscan", "indexscan", "indexonlyscan"):
            cursor.execute(f"SET LOCAL enable_{way} = off")


def drop_other_indexes(table: str, index: str) -> None:
    """Until the test is over. Of few rows the planner may read another partial index whole, as cheaply."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexrelid::regclass::text FROM pg_index"
            " WHERE indrelid = %s::regclass AND indexrelid <> %s::regclass"
            " AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)",
            [table, index],
        )
        for (other,) in cursor.fetchall():
            cursor.execute(f"DROP INDEX {other}")


@proves("law §6 DP-6", "a person is found by an index of addresses in each table, also among many rows")
@pytest.mark.parametrize(
    ("rows", "index"),
    [
        (lambda: PERSON.orders, "orders_of_an_address"),
        (lambda: PERSON.carts, "carts_of_an_address"),
        (lambda: PERSON.subscriptions, "newsletter_of_an_address"),
        (lambda: PERSON.withdrawals, "withdrawals_of_an_address"),
        (lambda: PERSON.refund_requests, "refund_requests_of_an_address"),
        (lambda: PERSON.service_requests, "service_requests_of_an_address"),
        (lambda: PERSON.mails, "mails_to_an_address"),
    ],
)
def test_a_person_is_found_by_an_index(rows: Callable[[], QuerySet], index: str) -> None:
    # Without the joins of what the page shows: on a table of no rows a join's key is as good a way in.
    asked = rows().select_related(None).order_by()
    drop_other_indexes(asked.model._meta.db_table, index)
    assert index in asked.explain()


@proves("law §6 DP-11", "the hourly end of carts reads those that know somebody alone, by an index")
def test_carts_that_know_somebody_are_found_by_an_index(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def explained(rows: QuerySet, _end: object) -> int:
        asked.append(rows.explain())
        return 0

    monkeypatch.setattr(retention, "end_all", explained)
    forget_carts(timezone.now())
    of_carts, of_lines = asked
    assert "carts_that_know_somebody" in of_carts and "cart_lines_that_know_somebody" in of_lines
    assert not Cart.objects.exists()
