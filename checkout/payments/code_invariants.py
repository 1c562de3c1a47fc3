"""What may never happen to payment codes, as SQL that must return no row, beside `checkout/invariants.py`."""

from collections.abc import Mapping

from cart.codes.kinds import single_use_kinds

SINGLE_USE = ", ".join(f"'{name}'" for name in single_use_kinds())

INVARIANTS: Mapping[str, str] = {
    "6a a payment code that is good for one order is held by the one live placement that it paid; others by none": f"""
        SELECT code.id, code.holder, paid.placement_id FROM cart_paymentcode AS code
        LEFT JOIN (
            SELECT payment.payment_code_id, payment.placement_id FROM checkout_payment AS payment
            WHERE payment.payment_code_id IS NOT NULL AND payment.state = 'captured'
        ) AS paid ON paid.payment_code_id = code.id
        LEFT JOIN checkout_placement AS placed ON placed.id = paid.placement_id
        WHERE code.holder IS DISTINCT FROM CASE WHEN code.kind IN ({SINGLE_USE}) THEN paid.placement_id END
           OR placed.cancelled_at IS NOT NULL
    """,  # noqa: S608 - names of kinds, which the code declares
    "6b a payment code pays at most its value and what its placement costs, through the method of its kind": """
        SELECT payment.id, payment.amount, code.value FROM checkout_payment AS payment
        JOIN cart_paymentcode AS code ON code.id = payment.payment_code_id
        JOIN checkout_placement AS placed ON placed.id = payment.placement_id
        WHERE payment.amount > LEAST(code.value, placed.total) OR payment.method <> code.kind
    """,
    "6c the ledger has a payment code's amount while its placement is alive, less what was refunded to the code": """
        SELECT payment.id FROM checkout_payment AS payment
        LEFT JOIN checkout_ledgerentry AS entry ON entry.payment_id = payment.id
        WHERE payment.payment_code_id IS NOT NULL GROUP BY payment.id
        HAVING COALESCE(SUM(CASE entry.kind WHEN 'capture' THEN entry.amount ELSE -entry.amount END)
                FILTER (WHERE payment.state <> 'captured' OR entry.refund_id IS NULL), 0)
            <> CASE payment.state WHEN 'captured' THEN payment.amount ELSE 0 END
    """,
    "6d a payment code has spent what the ledger says": """
        SELECT code.id, code.spent FROM cart_paymentcode AS code
        LEFT JOIN checkout_payment AS payment ON payment.payment_code_id = code.id
        LEFT JOIN checkout_ledgerentry AS entry ON entry.payment_id = payment.id
        GROUP BY code.id
        HAVING code.spent <> COALESCE(
            SUM(CASE WHEN entry.kind IN ('capture', 'returned', 'reinstated') THEN entry.amount ELSE -entry.amount END)
            , 0)
    """,
    "6e a culture pass pays nothing but its event's tickets": """
        SELECT payment.id, payment.amount FROM checkout_payment AS payment
        JOIN cart_paymentcode AS code ON code.id = payment.payment_code_id AND code.kind = 'kulturpass'
        WHERE payment.amount > (
            SELECT COALESCE(SUM(line.total), 0) FROM checkout_orderline AS line
            JOIN catalogue_productvariant AS variant ON variant.id = line.variant_id
            JOIN catalogue_event AS event ON event.id = variant.event_id
            WHERE line.placement_id = payment.placement_id
              AND (event.id = code.event_id OR event.owner_id = code.shop_id))
    """,
}
