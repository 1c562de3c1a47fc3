"""Every order gets the placement that it was: with its own id, by which stock, seats and codes know it."""

from django.db import migrations

PLACEMENTS = """
    INSERT INTO checkout_placement (
        id, order_id, number, shop_id, cart_id, idempotency_key, request_hash, button_label, newsletter_wanted,
        payment_method, items_total, discount_code_id, discount_percent, discount_total, shipping_total, total,
        placed_at, paid_at, cancelled_at
    )
    SELECT id, id, 1, shop_id, cart_id, idempotency_key, request_hash, button_label, newsletter_wanted,
        payment_method, items_total, discount_code_id, discount_percent, discount_total, shipping_total, total,
        placed_at,
        CASE WHEN state = 'cancelled' THEN NULL WHEN state = 'shipped' THEN COALESCE(paid_at, placed_at) ELSE paid_at END,
        CASE WHEN state = 'cancelled' THEN now() END
    FROM checkout_order
"""
PAYMENTS = """
    UPDATE checkout_payment SET placement_id = order_id, method = provider,
        state = CASE state WHEN 'created' THEN 'pending' ELSE state END
"""
DELIVERIES = """
    UPDATE checkout_delivery AS delivery
    SET state = 'shipped', shipped_at = COALESCE(delivery.shipped_at, placed.paid_at, placed.placed_at)
    FROM checkout_order AS placed
    WHERE placed.id = delivery.order_id AND (placed.state = 'shipped' OR delivery.shipped_at IS NOT NULL)
"""
LINES = """
    UPDATE checkout_orderline AS line
    SET seller_id = COALESCE(product.owner_id, event.owner_id),
        withdrawal_exemption = CASE
            WHEN line.ticket THEN 'event' WHEN product.personalised THEN 'personalised' ELSE '' END
    FROM catalogue_productvariant AS variant
    LEFT JOIN catalogue_product AS product ON product.id = variant.product_id
    LEFT JOIN catalogue_event AS event ON event.id = variant.event_id
    WHERE variant.id = line.variant_id
"""
# A mail's job finds what it is about by the mail.
JOBS = """
    UPDATE procrastinate_jobs SET args = args - 'order_id'
    WHERE task_name = 'checkout.send_order_mail' AND status IN ('todo', 'doing')
"""


class Migration(migrations.Migration):

    dependencies = [
        ("checkout", "0014_placements"),
        ("procrastinate", "0041_post_retry_failed_job"),
    ]

    operations = [
        migrations.RunSQL(statement, migrations.RunSQL.noop)
        for statement in (PLACEMENTS, PAYMENTS, DELIVERIES, LINES, JOBS)
    ]
