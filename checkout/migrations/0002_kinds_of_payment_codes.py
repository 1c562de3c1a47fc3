"""Payments of all kinds of payment codes, and what the codes have spent so far."""

from django.db import migrations, models

SPENT = """
    UPDATE cart_paymentcode AS code SET spent = paid.amount FROM checkout_payment AS paid
    WHERE paid.payment_code_id = code.id AND paid.state = 'captured'
"""


class Migration(migrations.Migration):

    dependencies = [
        ('cart', '0002_kinds_of_payment_codes'),
        ('checkout', '0001_initial'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='payment',
            name='payment_code_pays_once',
        ),
        migrations.RemoveConstraint(
            model_name='payment',
            name='payment_code_pays_through_its_method',
        ),
        migrations.AddConstraint(
            model_name='payment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('payment_code', None), models.Q(('method', 'kulturpass'), ('method__startswith', 'code_'), _connector='OR', _negated=True)), models.Q(('amount__gt', 0), ('payment_code__isnull', False), models.Q(('method', 'kulturpass'), ('method__startswith', 'code_'), _connector='OR')), _connector='OR'), name='payment_code_pays_through_its_method'),
        ),
        migrations.AddConstraint(
            model_name='payment',
            constraint=models.UniqueConstraint(condition=models.Q(('method__in', ['kulturpass']), ('state', 'captured')), fields=('payment_code',), name='payment_code_pays_once'),
        ),
        migrations.RunSQL(SPENT, migrations.RunSQL.noop),
    ]
