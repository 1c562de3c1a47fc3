"""A test's one transaction stands for many: each change of a shop's catalogue raises its version, as if committed.

The database raises it once per transaction, and what a process remembers of a shop counts only in a transaction that
has not (`shop.snapshot`). A test makes its products, sells and changes them in a single one: nothing would be
remembered, and each request would read anew what in the running shop only the first one reads.
"""

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

# By an amount that was never used: what is rolled back to a savepoint must not bring a version that stood for more.
EACH_CHANGE_COUNTS = """
CREATE OR REPLACE FUNCTION change_stands_apart() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.raises := (random() * 1e12)::bigint + 1;
    NEW.transaction := -NEW.raises;
    RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER tests_change_stands_apart BEFORE INSERT ON shop_cataloguechange
FOR EACH ROW WHEN (current_setting('tests.changes_apart', true) = 'yes') EXECUTE FUNCTION change_stands_apart();
"""


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Whatever sets the tests' database up sets this up as well, before any transaction begins.

    Not by itself: where none of the tests that run has a database, there is none but the server's own, which is empty.
    """
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(EACH_CHANGE_COUNTS)


@pytest.fixture(autouse=True)
def separate_changes(request: pytest.FixtureRequest) -> None:
    """For every test of a folder that imports both into its conftest, unless it commits."""
    marker = request.node.get_closest_marker("django_db")
    if (marker or "db" in request.fixturenames) and not (marker and marker.kwargs.get("transaction")):
        request.getfixturevalue("db")
        count_changes("yes")


@pytest.fixture
def cold_caches(separate_changes: None) -> None:
    """For tests of what is read when nothing is known yet."""
    count_changes("no")


def count_changes(apart: str) -> None:
    """Until the end of the transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('tests.changes_apart', %s, true)", [apart])
