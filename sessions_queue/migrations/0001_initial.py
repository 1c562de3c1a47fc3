"""The first state of visitor sessions and the waiting room: tables, triggers."""

import django.core.validators
import django.db.models.deletion
import django.db.models.functions.datetime
import pgtrigger.compiler
import pgtrigger.migrations
import sessions_queue.models
import uuid
from django.db import migrations, models

from shop.migrations._at_once import AtOnce


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('shop', '0001_initial'),
    ]

    operations = [
        AtOnce([
            migrations.CreateModel(
                name='VisitorSession',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('token', models.CharField(default=sessions_queue.models.new_token, editable=False, max_length=40, unique=True)),
                    ('language', models.CharField(default='de', max_length=2, verbose_name='language')),
                    ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                    ('expires_at', models.DateTimeField(verbose_name='expires')),
                    ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='ended')),
                    ('shop', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='visitor_sessions', to='shop.shop')),
                    ('address_digest', models.CharField(blank=True, db_default='', editable=False, help_text='Of the address that it began at; beyond a share, what all sessions of one address hold costs work.', max_length=32)),
                    ('resume_nonce', models.CharField(blank=True, db_default='', editable=False, help_text='Of the id by which it may go on in another browser: once.', max_length=22)),
                    ('is_hurried', models.BooleanField(db_default=False, editable=False, help_text='Many want what it holds: a heartbeat does not renew it, and what the guest does by five minutes.')),
                    ('network_digest', models.CharField(blank=True, db_default='', editable=False, help_text='Of the wider network of an IPv6 address, which has a wider share.', max_length=32)),
                    ('pass_digest', models.CharField(blank=True, db_default='', editable=False, help_text="Of the browser's pass; what its sessions hold is limited.", max_length=16)),
                    ('work', models.PositiveSmallIntegerField(db_default=0, editable=False, help_text="The level of what it computed to hold more than its address's share; the highest by a turn.")),
                ],
                options={
                    'verbose_name': 'visitor session',
                    'verbose_name_plural': 'visitor sessions',
                    'indexes': [models.Index(condition=models.Q(('ended_at', None)), fields=['expires_at'], name='session_open_expiry'), models.Index(condition=models.Q(('ended_at', None)), fields=['address_digest'], name='session_open_address'), models.Index(condition=models.Q(('ended_at', None), models.Q(('network_digest', ''), _negated=True)), fields=['network_digest'], name='session_open_network'), models.Index(condition=models.Q(('ended_at', None)), fields=['pass_digest'], name='session_open_pass')],
                },
            ),
            migrations.CreateModel(
                name='ActivityCount',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('hour', models.DateTimeField(verbose_name='hour from')),
                    ('action', models.CharField(choices=[('Stripe Sofort Create Source Error', 'Stripe: a payment by what followed sofort did not begin'), ('PayPal Capture Error', 'PayPal: what a buyer agreed to was not given'), ('PayPal Get Order Error', 'PayPal: how a payment stands was not told'), ('PayPal Cancelled', 'PayPal: a buyer came back without having paid'), ('PayPal Generic Error', 'PayPal: a payment did not begin, or something else failed')], max_length=60, verbose_name='what happened')),
                    ('detail', models.CharField(blank=True, help_text='As the payment service names it.', max_length=120, verbose_name='reason')),
                    ('count', models.PositiveIntegerField(default=0, verbose_name='number')),
                    ('shop', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='activity_counts', to='shop.shop', verbose_name='shop')),
                ],
                options={
                    'verbose_name': 'trouble while paying',
                    'verbose_name_plural': 'trouble while paying',
                    'ordering': ['-hour', 'shop', 'action', 'detail'],
                    'constraints': [models.UniqueConstraint(fields=('hour', 'shop', 'action', 'detail'), name='one_count_per_hour_and_activity')],
                },
            ),
            migrations.CreateModel(
                name='WaitingRoom',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('state', models.CharField(choices=[('closed', 'closed: nobody waits'), ('open', 'open'), ('paused', 'paused: nobody is let in'), ('rehearsal', 'rehearsal: nobody real waits')], default='closed', editable=False, max_length=9, verbose_name='state')),
                    ('capacity', models.PositiveIntegerField(default=200, help_text='So many may have something reserved at once, and those whose turn it is.', validators=[django.core.validators.MinValueValidator(1)], verbose_name='visitors inside at most')),
                    ('rate', models.PositiveIntegerField(default=120, help_text='At most, as slots get free.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(60000)], verbose_name='let in per minute')),
                    ('opening', models.CharField(default=sessions_queue.models.new_opening, editable=False, max_length=8)),
                    ('leased', models.PositiveBigIntegerField(default=0, editable=False)),
                    ('served', models.PositiveBigIntegerField(default=0, editable=False)),
                    ('counted_at', models.FloatField(default=0, editable=False, help_text='Up to when the rate was used.')),
                    ('opened_at', models.DateTimeField(editable=False, null=True, verbose_name='opened')),
                    ('shop', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='waiting_rooms', to='shop.shop', verbose_name='shop')),
                    ('is_by_load', models.BooleanField(default=False, editable=False, help_text='It was opened by the load.')),
                    ('lots', models.PositiveBigIntegerField(default=0, editable=False, null=True)),
                    ('name', models.CharField(blank=True, editable=False, max_length=240, verbose_name='event')),
                    ('opens_by_load', models.BooleanField(default=False, help_text='Once as many are inside as fit; it closes again when nobody has waited for five minutes.', verbose_name='opens by itself')),
                    ('rehearsed', models.PositiveIntegerField(default=0, editable=False, help_text='So many visitors are simulated.')),
                    ('scope', models.CharField(choices=[('shop', 'the shop'), ('event', 'an event')], default='shop', editable=False, max_length=5, verbose_name='in front of')),
                    ('seed', models.CharField(default=sessions_queue.models.new_seed, editable=False, max_length=64)),
                    ('starts_at', models.DateTimeField(blank=True, help_text='Whoever is there by then takes part in a draw for the places; whoever comes later stands behind.', null=True, verbose_name='sale begins')),
                ],
                options={
                    'verbose_name': 'waiting room',
                    'verbose_name_plural': 'waiting rooms',
                    'ordering': ['shop', 'scope', 'pk'],
                    'constraints': [models.CheckConstraint(condition=models.Q(('served__lte', models.F('leased'))), name='nobody_served_without_a_number'), models.CheckConstraint(condition=models.Q(('capacity__gt', 0), ('rate__gt', 0)), name='a_waiting_room_lets_somebody_in'), models.UniqueConstraint(condition=models.Q(('scope', 'shop')), fields=('shop',), name='one_waiting_room_per_shop', violation_error_message='This shop has a waiting room.')],
                },
            ),
            migrations.CreateModel(
                name='Admission',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('opening', models.CharField(max_length=8)),
                    ('number', models.PositiveBigIntegerField()),
                    ('is_over', models.BooleanField(default=False)),
                    ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='admissions', to='sessions_queue.visitorsession')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('opening', 'number'), name='one_session_per_place')],
                },
            ),
            migrations.CreateModel(
                name='RoomMinute',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('minute', models.DateTimeField()),
                    ('waiting', models.PositiveIntegerField(default=0)),
                    ('inside', models.PositiveIntegerField(default=0)),
                    ('admitted', models.PositiveIntegerField(default=0)),
                    ('room', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='minutes', to='sessions_queue.waitingroom')),
                ],
                options={
                    'ordering': ['minute'],
                    'constraints': [models.UniqueConstraint(fields=('room', 'minute'), name='one_row_per_room_and_minute')],
                },
            ),
        ]),
        AtOnce([
            pgtrigger.migrations.AddTrigger(
                model_name='waitingroom',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('sessions_queue.waitingroom', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name::text, '') FROM shop_shop WHERE id = (kept->>'shop_id')::bigint), nullif(kept->>'name', '')), array_remove(ARRAY['sessions_queue.waitingroom:' || (kept->>'id'), 'shop.shop:' || (kept->>'shop_id')::bigint], NULL), to_jsonb(OLD) - '{counted_at,id,is_by_load,leased,lots,opening,rehearsed,seed,served}'::text[], to_jsonb(NEW) - '{counted_at,id,is_by_load,leased,lots,opening,rehearsed,seed,served}'::text[], '{}'::text[]); RETURN NULL;", hash='3d56d5af38d333da1f8814c21980026fde010a5f', operation='INSERT OR DELETE', pgid='pgtrigger_audited_59e2b', table='sessions_queue_waitingroom', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='waitingroom',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('sessions_queue.waitingroom', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name::text, '') FROM shop_shop WHERE id = (kept->>'shop_id')::bigint), nullif(kept->>'name', '')), array_remove(ARRAY['sessions_queue.waitingroom:' || (kept->>'id'), 'shop.shop:' || (kept->>'shop_id')::bigint], NULL), to_jsonb(OLD) - '{counted_at,id,is_by_load,leased,lots,opening,rehearsed,seed,served}'::text[], to_jsonb(NEW) - '{counted_at,id,is_by_load,leased,lots,opening,rehearsed,seed,served}'::text[], '{}'::text[]); RETURN NULL;", hash='26ae446a250b5f7d08e50dd9bb0ae8925cc253fa', operation='UPDATE', pgid='pgtrigger_audited_update_953bf', table='sessions_queue_waitingroom', when='AFTER')),
            ),
        ]),
    ]
