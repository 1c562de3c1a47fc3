"""How lines are written: those that go in one statement, those that are new or have another amount in one."""

from collections.abc import Sequence

from django.db import connection

from cart.models import CartLine


def store_lines(lines: Sequence[CartLine]) -> None:
    """New ones, and those that are there with their new amounts."""
    if lines:
        CartLine.objects.bulk_create(
            lines, update_conflicts=True, unique_fields=["id"], update_fields=["amount"]
        )  # fmt: skip


def delete_lines(lines: Sequence[CartLine]) -> None:
    """With the ticket holders whom they name. Of a tree all lines go."""
    if not lines:
        return
    statement = """
        WITH gone AS (DELETE FROM cart_cartline WHERE id = ANY(%s) RETURNING ticket_holder_id)
        DELETE FROM cart_ticketholder WHERE id IN (SELECT ticket_holder_id FROM gone)
    """
    with connection.cursor() as cursor:
        cursor.execute(statement, [[line.pk for line in lines]])
