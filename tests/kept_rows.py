"""After a test that commits the database is as migrations left it, in milliseconds.

Django would empty two hundred tables, of which most are empty, and make the rows of migrations anew one by one.
"""

from typing import Any

from django.db import connection
from django.test import TransactionTestCase

TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
COLUMNS = """
SELECT string_agg(format('%%I', column_name), ', ') FROM information_schema.columns
WHERE table_schema = 'public' AND table_name = %s AND is_generated = 'NEVER'
"""


# Statements that put each table's kept rows back.
back: list[str] = []


def keep_rows() -> None:
    """Beside the tables, in a schema of their own; from now on tests that commit end with them."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE SCHEMA kept")
        for table in filled_tables(cursor):
            cursor.execute(f'CREATE UNLOGGED TABLE kept."{table}" AS TABLE public."{table}"')
            cursor.execute(COLUMNS, [table])
            ((columns,),) = cursor.fetchall()
            back.append(f'INSERT INTO public."{table}" ({columns}) SELECT {columns} FROM kept."{table}"')
    TransactionTestCase._fixture_teardown = put_back  # type: ignore[attr-defined]


def put_back(_case: TransactionTestCase) -> None:
    with connection.cursor() as cursor:
        # Without triggers and foreign keys.
        cursor.execute("SET session_replication_role = replica")
        for table in filled_tables(cursor):
            cursor.execute(f'DELETE FROM public."{table}"')
        for statement in back:
            cursor.execute(statement)
        cursor.execute("RESET session_replication_role")


def filled_tables(cursor: Any) -> list[str]:
    cursor.execute(TABLES)
    tables = [table for (table,) in cursor.fetchall()]
    cursor.execute(" UNION ALL ".join(f"SELECT '{one}' WHERE EXISTS (SELECT FROM public.\"{one}\")" for one in tables))
    return [table for (table,) in cursor.fetchall()]
