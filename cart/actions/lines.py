"""Writes of cart lines: one statement deletes lines, one inserts new lines and updates amounts."""

from collections.abc import Sequence

from django.db import connection

from cart.models import CartLine


def store_lines(lines: Sequence[CartLine]) -> None:
    """Insert new lines and update the amounts of stored ones."""
    if lines:
        CartLine.objects.bulk_create(
            lines, update_conflicts=True, unique_fields=["id"], update_fields=["amount"]
        )  # fmt: skip


def delete_lines(lines: Sequence[CartLine]) -> None:
    """Delete lines with their ticket holders. Pass all lines of a bundle together."""
    if not lines:
        return
    statement = """
        WITH gone AS (DELETE FROM cart_cartline WHERE id = ANY(%s) RETURNING ticket_holder_id)
        DELETE FROM cart_ticketholder WHERE id IN (SELECT ticket_holder_id FROM gone)
    """
    with connection.cursor() as cursor:
        cursor.execute(statement, [[line.pk for line in lines]])
