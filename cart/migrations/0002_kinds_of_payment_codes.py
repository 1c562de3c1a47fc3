"""Kinds of payment codes, and what a code has spent."""

import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('cart', '0001_initial'),
        ('catalogue', '0001_initial'),
        ('shop', '0001_initial'),
    ]

    operations = [
        pgtrigger.migrations.RemoveTrigger(
            model_name='paymentcode',
            name='audited',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='paymentcode',
            name='audited_update',
        ),
        migrations.AddField(
            model_name='paymentcode',
            name='kind',
            field=models.CharField(db_default='kulturpass', default='kulturpass', editable=False, max_length=40, verbose_name='kind'),
        ),
        migrations.AddField(
            model_name='paymentcode',
            name='spent',
            field=models.DecimalField(db_default=0, decimal_places=2, default=0, editable=False, help_text='The sum of its payments in the ledger, less what was refunded to it.', max_digits=5),
        ),
        migrations.AlterField(
            model_name='paymentcode',
            name='holder',
            field=models.UUIDField(editable=False, help_text='The placement that used it up, as claims of stock name theirs. None if the kind keeps the rest.', null=True, unique=True),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='paymentcode',
            trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('cart.paymentcode', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'note', '')), array_remove(ARRAY['cart.paymentcode:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{digest,holder,id,spent}'::text[], to_jsonb(NEW) - '{digest,holder,id,spent}'::text[], '{code}'::text[]); RETURN NULL;", hash='d6bba7806f99c6840a7a6da21180344f71e81420', operation='INSERT OR DELETE', pgid='pgtrigger_audited_01e69', table='cart_paymentcode', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='paymentcode',
            trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."code" IS DISTINCT FROM (NEW."code") OR OLD."event_id" IS DISTINCT FROM (NEW."event_id") OR OLD."expires_at" IS DISTINCT FROM (NEW."expires_at") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."kind" IS DISTINCT FROM (NEW."kind") OR OLD."note" IS DISTINCT FROM (NEW."note") OR OLD."programme" IS DISTINCT FROM (NEW."programme") OR OLD."shop_id" IS DISTINCT FROM (NEW."shop_id") OR OLD."value" IS DISTINCT FROM (NEW."value"))', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('cart.paymentcode', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'note', '')), array_remove(ARRAY['cart.paymentcode:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{digest,holder,id,spent}'::text[], to_jsonb(NEW) - '{digest,holder,id,spent}'::text[], '{code}'::text[]); RETURN NULL;", hash='cb3b640e0e2e4d5c4db32cd2fc1d8cef00394bfa', operation='UPDATE', pgid='pgtrigger_audited_update_dd500', table='cart_paymentcode', when='AFTER')),
        ),
        migrations.AddConstraint(
            model_name='paymentcode',
            constraint=models.CheckConstraint(condition=models.Q(('spent__gte', 0), ('spent__lte', models.F('value'))), name='payment_code_spends_its_value'),
        ),
    ]
