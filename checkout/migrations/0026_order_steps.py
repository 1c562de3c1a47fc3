
import django.db.models.deletion
import django.db.models.expressions
import pgtrigger.compiler
import pgtrigger.migrations
import uuid
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('cart', '0012_agreed_before_ordering'),
        ('catalogue', '0025_travel_service'),
        ('checkout', '0025_unpaid_orders_end'),
        ('shop', '0031_remove_shop_audited_remove_shop_audited_update_and_more'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='OrderStep',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('note', 'note'), ('refund', 'refund'), ('cancellation', 'cancellation'), ('address', 'address changed'), ('mail', 'mail sent again')], max_length=12, verbose_name='kind')),
                ('text', models.TextField(blank=True, verbose_name='text')),
                ('important', models.BooleanField(default=False, verbose_name='important')),
                ('at', models.DateTimeField(auto_now_add=True, verbose_name='at')),
            ],
            options={
                'verbose_name': 'step of an order',
                'verbose_name_plural': 'steps of orders',
                'ordering': ['-at'],
            },
        ),
        migrations.CreateModel(
            name='RefundShipping',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', models.DecimalField(decimal_places=2, max_digits=10, verbose_name='amount')),
            ],
            options={
                'verbose_name': 'refunded shipping',
                'verbose_name_plural': 'refunded shipping',
            },
        ),
        migrations.AddField(
            model_name='ledgerentry',
            name='reverses',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversal', to='checkout.ledgerentry', verbose_name='takes back'),
        ),
        migrations.AddField(
            model_name='orderline',
            name='retained',
            field=models.DecimalField(decimal_places=2, default=Decimal('0.00'), help_text='What is charged for it though it ended: wear, a fee.', max_digits=10, verbose_name='retained'),
        ),
        migrations.AlterField(
            model_name='ledgerentry',
            name='kind',
            field=models.CharField(choices=[('capture', 'received'), ('refund', 'refunded'), ('reversal', 'booked by mistake')], max_length=10, verbose_name='kind'),
        ),
        migrations.AlterField(
            model_name='orderline',
            name='part_of',
            field=models.ForeignKey(blank=True, editable=False, help_text='The line that some pieces were taken from, to be shipped apart or to end; invoices know that one.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='checkout.orderline'),
        ),
        migrations.AddConstraint(
            model_name='ledgerentry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'reversal'), ('reverses__isnull', False)), models.Q(models.Q(('kind', 'reversal'), _negated=True), ('reverses', None)), _connector='OR'), name='reversal_names_its_entry'),
        ),
        migrations.AddField(
            model_name='orderstep',
            name='order',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='checkout.order'),
        ),
        migrations.AddField(
            model_name='orderstep',
            name='staff',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by'),
        ),
        migrations.AddField(
            model_name='orderline',
            name='ended_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='ended', to='checkout.orderstep', verbose_name='ended by'),
        ),
        migrations.AddField(
            model_name='refund',
            name='step',
            field=models.ForeignKey(blank=True, help_text='What was asked for at once, and goes back through several payments.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='refunds', to='checkout.orderstep', verbose_name='with'),
        ),
        migrations.AddConstraint(
            model_name='orderline',
            constraint=models.CheckConstraint(condition=models.Q(('retained', 0), models.Q(('invalidated_at__isnull', False), ('retained__gt', 0), ('retained__lte', django.db.models.expressions.CombinedExpression(models.F('total'), '-', models.F('discount')))), _connector='OR'), name='retained_of_what_ended'),
        ),
        migrations.AddField(
            model_name='refundshipping',
            name='placement',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='refunded_shipping', to='checkout.placement'),
        ),
        migrations.AddField(
            model_name='refundshipping',
            name='refund',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shipping', to='checkout.refund'),
        ),
        migrations.AddConstraint(
            model_name='orderstep',
            constraint=models.CheckConstraint(condition=models.Q(('important', False), ('kind', 'note'), _connector='OR'), name='only_notes_are_important'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='orderstep',
            trigger=pgtrigger.compiler.Trigger(name='as_written', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (ROW(OLD.id, OLD.order_id, OLD.kind, OLD.text, OLD.staff_id, OLD.at) IS DISTINCT FROM ROW(NEW.id, NEW.order_id, NEW.kind, NEW.text, NEW.staff_id, NEW.at))', func="RAISE EXCEPTION 'What was done is never changed';", hash='57b9d5a79e2549d7e1cdfdc2b983d8ce11725382', operation='UPDATE', pgid='pgtrigger_as_written_bc22e', table='checkout_orderstep', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='orderstep',
            trigger=pgtrigger.compiler.Trigger(name='stays', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'What was done is never deleted';", hash='01f23560a1b40545fd4a0e7fce1130e54efcacdc', operation='DELETE', pgid='pgtrigger_stays_4a3df', table='checkout_orderstep', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='orderstep',
            trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.orderstep', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (kept->>'order_id')::uuid), nullif(kept->>'kind', '')), array_remove(ARRAY['checkout.orderstep:' || (kept->>'id'), 'checkout.order:' || (kept->>'order_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{text}'::text[]); RETURN NULL;", hash='df8c4e7aa799f4f687c5c11352d444e12fb225a3', operation='INSERT OR DELETE', pgid='pgtrigger_audited_bd0e9', table='checkout_orderstep', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='orderstep',
            trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.orderstep', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (kept->>'order_id')::uuid), nullif(kept->>'kind', '')), array_remove(ARRAY['checkout.orderstep:' || (kept->>'id'), 'checkout.order:' || (kept->>'order_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{text}'::text[]); RETURN NULL;", hash='dbd32e0141018a4cdb687b8bf0102e3c7f24ed67', operation='UPDATE', pgid='pgtrigger_audited_update_1b485', table='checkout_orderstep', when='AFTER')),
        ),
        migrations.AddConstraint(
            model_name='refundshipping',
            constraint=models.UniqueConstraint(fields=('refund', 'placement'), name='a_refund_names_a_shipping_once'),
        ),
        migrations.AddConstraint(
            model_name='refundshipping',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='refunded_shipping_positive'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='refundshipping',
            trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.refundshipping', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_placement WHERE id = (kept->>'placement_id')::uuid)), array_remove(ARRAY['checkout.refundshipping:' || (kept->>'id'), 'checkout.refund:' || (kept->>'refund_id')::uuid, 'checkout.placement:' || (kept->>'placement_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='afb5476506bd93420803f4b142f539645dc6ab90', operation='INSERT OR DELETE', pgid='pgtrigger_audited_8583d', table='checkout_refundshipping', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='refundshipping',
            trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.refundshipping', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_placement WHERE id = (kept->>'placement_id')::uuid)), array_remove(ARRAY['checkout.refundshipping:' || (kept->>'id'), 'checkout.refund:' || (kept->>'refund_id')::uuid, 'checkout.placement:' || (kept->>'placement_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='efc2e1c91a996f3709e9671746faf1ea70488b59', operation='UPDATE', pgid='pgtrigger_audited_update_da37f', table='checkout_refundshipping', when='AFTER')),
        ),
    ]
