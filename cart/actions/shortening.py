"""Shortens the sessions that hold scarce stock, until their visitor enters an address (docs/decisions/0073)."""

from django.db import connection, transaction

from cart.shares import IS_IN_DEMAND


@transaction.atomic
def shorten_holding_sessions() -> int:
    """Shorten the sessions without an e-mail that hold pieces of a scarce stock. Returns how many. The time that a
    visitor was promised stays.
    """
    statement = f"""
        UPDATE sessions_queue_visitorsession SET is_hurried = true WHERE id IN (
            SELECT session.id FROM sessions_queue_visitorsession AS session
            WHERE session.ended_at IS NULL AND NOT session.is_hurried AND EXISTS (
                SELECT 1 FROM catalogue_stockclaim AS claim JOIN catalogue_stock AS stock ON stock.id = claim.stock_id
                JOIN cart_cart AS cart ON cart.id = claim.holder
                WHERE claim.session_id = session.id AND cart.email = '' AND {IS_IN_DEMAND}
            )
            FOR NO KEY UPDATE SKIP LOCKED
        )
    """  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return int(cursor.rowcount)
