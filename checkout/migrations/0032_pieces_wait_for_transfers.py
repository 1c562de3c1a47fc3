from django.db import migrations

# What is open and may be paid by transfer waits: that was chosen first or later on, or nothing is yet.
WAITING = """
    UPDATE catalogue_stockclaim SET waits = true WHERE session_id IS NULL AND holder IN (
        SELECT placed.id FROM checkout_placement AS placed
        WHERE placed.paid_at IS NULL AND placed.cancelled_at IS NULL AND EXISTS (
            SELECT 1 FROM checkout_payment AS payment
            WHERE payment.order_id = placed.order_id AND payment.method = 'bank_transfer'
            AND payment.state = 'pending' AND (payment.placement_id = placed.id OR payment.placement_id IS NULL)
        )
    );
    UPDATE catalogue_stock AS stock SET waiting = found.pieces FROM (
        SELECT stock_id, sum(quantity) AS pieces FROM catalogue_stockclaim WHERE waits GROUP BY stock_id
    ) AS found WHERE found.stock_id = stock.id;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0028_stocks_wait_for_transfers"),
        ("checkout", "0031_unproven_events"),
    ]

    operations = [migrations.RunSQL(WAITING, migrations.RunSQL.noop)]
