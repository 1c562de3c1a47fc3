"""The first state of carts and payment codes: tables, triggers."""

import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import pgtrigger.compiler
import pgtrigger.migrations
import shop.core.codes.digest
import uuid
from decimal import Decimal
from django.db import migrations, models

from shop.migrations._at_once import AtOnce


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('catalogue', '0001_initial'),
        ('sessions_queue', '0001_initial'),
        ('shop', '0001_initial'),
    ]

    operations = [
        AtOnce([
            migrations.CreateModel(
                name='Address',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('first_name', models.CharField(max_length=40, verbose_name='first name')),
                    ('last_name', models.CharField(max_length=40, verbose_name='last name')),
                    ('company', models.CharField(blank=True, max_length=100, verbose_name='company')),
                    ('address', models.CharField(max_length=60, verbose_name='street and number')),
                    ('address2', models.CharField(blank=True, max_length=60, verbose_name='address line 2')),
                    ('post_code', models.CharField(max_length=10, verbose_name='postal code')),
                    ('city', models.CharField(max_length=60, verbose_name='city')),
                    ('country_code', models.CharField(max_length=2, verbose_name='country')),
                ],
                options={
                    'verbose_name': 'address',
                    'verbose_name_plural': 'addresses',
                },
            ),
            migrations.CreateModel(
                name='Cart',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('state', models.CharField(choices=[('open', 'open'), ('ordered', 'ordered'), ('expired', 'expired')], default='open', max_length=10, verbose_name='state')),
                    ('country_code', models.CharField(default='de', max_length=2, verbose_name='country')),
                    ('email', models.EmailField(blank=True, max_length=254, validators=[django.core.validators.EmailValidator()], verbose_name='e-mail')),
                    ('shipping_method', models.CharField(blank=True, max_length=20, verbose_name='carrier')),
                    ('payment_method', models.CharField(blank=True, max_length=40, verbose_name='payment method')),
                    ('new_item_ids', django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), blank=True, default=list, editable=False, size=None)),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('billing_address', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='cart.address', verbose_name='billing address')),
                    ('session', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='carts', to='sessions_queue.visitorsession')),
                    ('shipping_address', models.OneToOneField(blank=True, help_text='Empty: the billing address.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='cart.address', verbose_name='shipping address')),
                    ('shop', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='carts', to='shop.shop')),
                    ('discount_code', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='carts', to='shop.discountcode', verbose_name='discount code')),
                    ('payment_code', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='carts', to='cart.paymentcode', verbose_name='payment code')),
                    ('payment_external_id', models.CharField(blank=True, help_text="What the buyer has agreed to at the payment method's provider before ordering.", max_length=120, verbose_name="provider's number")),
                ],
                options={
                    'verbose_name': 'cart',
                    'verbose_name_plural': 'carts',
                    'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('session',), name='one_open_cart_per_session')],
                    'indexes': [models.Index(django.db.models.functions.text.Upper('email'), condition=models.Q(('email', ''), _negated=True), name='carts_of_an_address'), models.Index(condition=models.Q(('billing_address', None), ('email', ''), ('payment_external_id', ''), ('shipping_address', None), _negated=True), fields=['session'], name='carts_that_know_somebody')],
                },
            ),
            migrations.CreateModel(
                name='CartLine',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('amount', models.PositiveIntegerField()),
                    ('personal_identifier', models.CharField(blank=True, max_length=80)),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('cart', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='cart.cart')),
                    ('parent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='children', to='cart.cartline')),
                    ('variant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='catalogue.productvariant')),
                    ('seat', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='catalogue.seat')),
                    ('bundle_id', models.BigIntegerField(blank=True, help_text='The bundle that all of its tree is of.', null=True)),
                    ('ticket_holder', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='cart_line', to='cart.ticketholder')),
                    ('part_id', models.BigIntegerField(blank=True, help_text='Which part of the bundle; none is the root.', null=True)),
                ],
                options={
                    'ordering': ['created_at', 'id'],
                    'constraints': [models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='cart_line_not_empty'), models.CheckConstraint(condition=models.Q(models.Q(('parent', None), ('part_id', None)), models.Q(('bundle_id__isnull', False), ('parent__isnull', False), ('part_id__isnull', False)), _connector='OR'), name='cart_line_has_its_place_in_a_tree')],
                    'verbose_name': 'line of a cart',
                    'verbose_name_plural': 'lines of carts',
                    'indexes': [models.Index(condition=models.Q(('personal_identifier', ''), ('ticket_holder', None), _negated=True), fields=['cart'], name='cart_lines_that_know_somebody')],
                },
            ),
            migrations.CreateModel(
                name='PaymentCode',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('code', models.CharField(max_length=40, unique=True, verbose_name='code')),
                    ('value', models.DecimalField(decimal_places=2, max_digits=5, validators=[django.core.validators.MinValueValidator(Decimal('0.01')), django.core.validators.MaxValueValidator(Decimal('200'))], verbose_name='value in euros')),
                    ('expires_at', models.DateTimeField(verbose_name='expires')),
                    ('note', models.CharField(blank=True, help_text='For the staff.', max_length=120, verbose_name='note')),
                    ('holder', models.UUIDField(editable=False, help_text='The placement that it pays for, as claims of stock name theirs.', null=True, unique=True)),
                    ('event', models.ForeignKey(blank=True, help_text='Whose ticket was reserved with it.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='payment_codes', to='catalogue.event', verbose_name='event')),
                    ('shop', models.ForeignKey(blank=True, help_text="Instead of an event: all of the shop's own events that have a KulturPass link.", null=True, on_delete=django.db.models.deletion.PROTECT, related_name='payment_codes', to='shop.shop', verbose_name='shop')),
                    ('digest', shop.core.codes.digest.CodeDigestField(editable=False, max_length=64, null=True, unique=True)),
                    ('programme', models.CharField(db_default='KulturPass', default='KulturPass', help_text='Who issued it and pays for it.', max_length=60, verbose_name='programme')),
                ],
                options={
                    'verbose_name': 'payment code',
                    'verbose_name_plural': 'payment codes',
                    'ordering': ['-id'],
                    'constraints': [models.CheckConstraint(condition=models.Q(('code', ''), _negated=True), name='payment_code_not_empty'), models.CheckConstraint(condition=models.Q(('value__gt', 0), ('value__lte', Decimal('200'))), name='payment_code_within_the_credit'), models.CheckConstraint(condition=models.Q(models.Q(('event', None), ('shop__isnull', False)), models.Q(('event__isnull', False), ('shop', None)), _connector='OR'), name='payment_code_for_an_event_or_a_shop', violation_error_message='Choose either an event or a shop.')],
                    'permissions': [('export_paymentcode', 'Can export payment codes')],
                },
            ),
            migrations.CreateModel(
                name='TicketHolder',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('first_name', models.CharField(max_length=40, verbose_name='first name')),
                    ('last_name', models.CharField(blank=True, max_length=40, verbose_name='last name')),
                    ('address', models.CharField(blank=True, max_length=200, verbose_name='address')),
                    ('phone', models.CharField(blank=True, max_length=40, verbose_name='phone')),
                    ('erase_after', models.DateField(db_index=True, verbose_name='erased after')),
                ],
                options={
                    'verbose_name': 'ticket holder',
                    'verbose_name_plural': 'ticket holders',
                },
            ),
        ]),
        AtOnce([
            pgtrigger.migrations.AddTrigger(
                model_name='paymentcode',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('cart.paymentcode', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'note', '')), array_remove(ARRAY['cart.paymentcode:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{digest,holder,id}'::text[], to_jsonb(NEW) - '{digest,holder,id}'::text[], '{code}'::text[]); RETURN NULL;", hash='323fdad6ee8792727ec79b2937db5f461a4be77c', operation='INSERT OR DELETE', pgid='pgtrigger_audited_01e69', table='cart_paymentcode', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='paymentcode',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."code" IS DISTINCT FROM (NEW."code") OR OLD."event_id" IS DISTINCT FROM (NEW."event_id") OR OLD."expires_at" IS DISTINCT FROM (NEW."expires_at") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."note" IS DISTINCT FROM (NEW."note") OR OLD."programme" IS DISTINCT FROM (NEW."programme") OR OLD."shop_id" IS DISTINCT FROM (NEW."shop_id") OR OLD."value" IS DISTINCT FROM (NEW."value"))', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('cart.paymentcode', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'note', '')), array_remove(ARRAY['cart.paymentcode:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{digest,holder,id}'::text[], to_jsonb(NEW) - '{digest,holder,id}'::text[], '{code}'::text[]); RETURN NULL;", hash='4be3af9a52891f4ea968f55b8be2da8bf3b280d5', operation='UPDATE', pgid='pgtrigger_audited_update_dd500', table='cart_paymentcode', when='AFTER')),
            ),
        ]),
    ]
