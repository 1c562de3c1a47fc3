"""The first state of orders, payments and shipping: tables, the rows of a new installation, triggers."""

import checkout.models.order
import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.text
import django.utils.timezone
import pgtrigger.compiler
import pgtrigger.migrations
import shop.models.entered
import uuid
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models

from shop.migrations._at_once import AtOnce

# The rows of a new installation. purchase §9: a parcel within Germany costs 5.90 EUR, a single CD 2.90 EUR; staff may
# change the others. Switzerland is outside of the EU's VAT area and stays off until staff tick it. The rows come before
# the triggers, so that the audit does not list them.
START = """
INSERT INTO checkout_country (code, "order", active) VALUES ('de', 0, true), ('at', 1, true), ('ch', 2, false);
WITH carrier AS (
    INSERT INTO checkout_carrier (
        name, name_de, name_en, description, description_de, description_en, "order", active, only_single_disc, checks_age,
        tracked_by
    ) VALUES
        ('Brief', 'Brief', 'Letter', 'Für eine einzelne CD', 'Für eine einzelne CD', 'For a single CD', 0, true, true,
         false, ''),
        ('Paket', 'Paket', 'Parcel', 'Mit Sendungsverfolgung', 'Mit Sendungsverfolgung', 'Tracked', 1, true, false,
         false, ''),
        ('Paket mit Alterssichtprüfung', 'Paket mit Alterssichtprüfung', 'Parcel with age check',
         'Nur an Volljährige: Der Zusteller prüft den Ausweis', 'Nur an Volljährige: Der Zusteller prüft den Ausweis',
         'Handed over to adults only: the courier checks your ID', 2, true, false, true, '')
    RETURNING id, name
)
INSERT INTO checkout_carrierrate (carrier_id, country_id, max_weight_grams, price, days_from, days_until)
SELECT carrier.id, country, grams, price, days_from, days_until FROM (VALUES
    ('Brief', 'de', 500, 2.90, 2, 4),
    ('Brief', 'at', 500, 4.90, 3, 6),
    ('Brief', 'ch', 500, 5.90, 4, 8),
    ('Paket', 'de', 31500, 5.90, 2, 4),
    ('Paket', 'at', 31500, 9.90, 3, 6),
    ('Paket', 'ch', 31500, 14.90, 4, 8),
    ('Paket mit Alterssichtprüfung', 'de', 31500, 7.90, 2, 4)
) AS rate (name, country, grams, price, days_from, days_until) JOIN carrier USING (name);
-- The triggers come next, and none may be owed to what is above.
SET CONSTRAINTS ALL IMMEDIATE;
"""


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('cart', '0001_initial'),
        ('catalogue', '0001_initial'),
        ('shop', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AtOnce([
            migrations.CreateModel(
                name='Carrier',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=80, verbose_name='name')),
                    ('name_de', models.CharField(max_length=80, null=True, verbose_name='name')),
                    ('name_en', models.CharField(max_length=80, null=True, verbose_name='name')),
                    ('description', models.CharField(blank=True, max_length=200, verbose_name='description')),
                    ('description_de', models.CharField(blank=True, max_length=200, null=True, verbose_name='description')),
                    ('description_en', models.CharField(blank=True, max_length=200, null=True, verbose_name='description')),
                    ('active', models.BooleanField(default=True, verbose_name='active')),
                    ('order', models.PositiveSmallIntegerField(default=0, verbose_name='order')),
                    ('only_single_disc', models.BooleanField(default=False, help_text='A letter that takes exactly one CD.', verbose_name='only for a single disc')),
                    ('checks_age', models.BooleanField(default=False, help_text='Goods from 18 go with such carriers only, and these take nothing else.', verbose_name="checks the recipient's age")),
                    ('tracked_by', models.CharField(blank=True, choices=[('dhl', 'DHL'), ('deutsche_post', 'Deutsche Post'), ('dpd', 'DPD'), ('gls', 'GLS'), ('hermes', 'Hermes'), ('ups', 'UPS'), ('austrian_post', 'Österreichische Post'), ('swiss_post', 'Swiss Post')], help_text='Whose tracking page buyers are led to, where a parcel names nobody else.', max_length=20, verbose_name='carried by')),
                    ('not_in', models.ManyToManyField(blank=True, help_text='These shops do not ship with it, neither do others with goods of theirs in the cart.', related_name='+', to='shop.shop', verbose_name='not offered by')),
                ],
                options={
                    'verbose_name': 'carrier',
                    'verbose_name_plural': 'carriers',
                    'ordering': ['order', 'id'],
                },
            ),
            migrations.CreateModel(
                name='Country',
                fields=[
                    ('code', shop.models.entered.CountryField(max_length=2, primary_key=True, serialize=False, verbose_name='country')),
                    ('order', models.PositiveSmallIntegerField(default=0, verbose_name='order')),
                    ('active', models.BooleanField(default=True, verbose_name='active')),
                    ('not_in', models.ManyToManyField(blank=True, help_text='These shops do not deliver there, neither do others with goods of theirs in the cart.', related_name='+', to='shop.shop', verbose_name='not offered by')),
                ],
                options={
                    'verbose_name': 'country',
                    'verbose_name_plural': 'countries',
                    'ordering': ['order', 'code'],
                },
            ),
            migrations.CreateModel(
                name='Order',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('secret', models.CharField(default=checkout.models.order.new_secret, editable=False, max_length=32, unique=True)),
                    ('reference', models.CharField(default=checkout.models.order.new_reference, editable=False, max_length=12, unique=True, verbose_name='reference')),
                    ('language', models.CharField(max_length=2, verbose_name='language')),
                    ('email', models.EmailField(max_length=254, verbose_name='e-mail')),
                    ('country_code', models.CharField(max_length=2, verbose_name='country')),
                    ('preferred_payment_method', models.CharField(blank=True, max_length=40, verbose_name='preferred payment method')),
                    ('placed_at', models.DateTimeField(db_index=True, editable=False, help_text='When its first placement was.', verbose_name='placed')),
                    ('billing_address', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='cart.address', verbose_name='billing address')),
                    ('shipping_address', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='cart.address', verbose_name='shipping address')),
                    ('shop', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='orders', to='shop.shop', verbose_name='shop')),
                ],
                options={
                    'verbose_name': 'order',
                    'verbose_name_plural': 'orders',
                    'ordering': ['-placed_at'],
                    'permissions': [('exchange_order', 'Can exchange what was ordered')],
                    'indexes': [models.Index(django.db.models.functions.text.Upper('email'), condition=models.Q(('email', ''), _negated=True), name='orders_of_an_address')],
                },
            ),
            migrations.CreateModel(
                name='Delivery',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=80, verbose_name='name')),
                    ('description', models.CharField(blank=True, max_length=200, verbose_name='description')),
                    ('price', models.DecimalField(decimal_places=2, max_digits=8, verbose_name='price')),
                    ('shippable_from', models.DateField(blank=True, null=True, verbose_name='shippable from')),
                    ('shipped_at', models.DateTimeField(blank=True, null=True, verbose_name='shipped')),
                    ('carrier', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='checkout.carrier', verbose_name='carrier')),
                    ('order', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='checkout.order')),
                    ('delivered_at', models.DateTimeField(blank=True, null=True, verbose_name='delivered')),
                    ('returned_at', models.DateTimeField(blank=True, null=True, verbose_name='came back')),
                    ('state', models.CharField(choices=[('open', 'to be packed'), ('packed', 'packed'), ('shipped', 'shipped'), ('lost', 'lost'), ('delivered', 'delivered'), ('returned', 'came back')], default='open', max_length=10, verbose_name='state')),
                    ('arrives_from', models.DateField(blank=True, null=True, verbose_name='arrives from')),
                    ('arrives_until', models.DateField(blank=True, null=True, verbose_name='arrives until')),
                    ('checks_age', models.BooleanField(default=False, verbose_name="checks the recipient's age")),
                    ('working_days_from', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='working days from')),
                    ('working_days_until', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='working days until')),
                    ('lost_at', models.DateTimeField(blank=True, null=True, verbose_name='lost')),
                    ('origin', models.ForeignKey(blank=True, help_text='The parcel whose goods these were: a part goes apart, or again.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='descendants', to='checkout.delivery', verbose_name='taken from')),
                    ('packed_at', models.DateTimeField(blank=True, null=True, verbose_name='packed')),
                    ('tracked_by', models.CharField(blank=True, choices=[('dhl', 'DHL'), ('deutsche_post', 'Deutsche Post'), ('dpd', 'DPD'), ('gls', 'GLS'), ('hermes', 'Hermes'), ('ups', 'UPS'), ('austrian_post', 'Österreichische Post'), ('swiss_post', 'Swiss Post')], max_length=20, verbose_name='carried by')),
                    ('tracking_number', models.CharField(blank=True, db_index=True, max_length=40, verbose_name='tracking number')),
                ],
                options={
                    'verbose_name': 'parcel',
                    'verbose_name_plural': 'parcels',
                    'indexes': [models.Index(fields=['state'], name='deliveries_by_state')],
                    'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('state', 'delivered'), _negated=True), ('delivered_at__isnull', False), _connector='OR'), name='delivered_delivery_knows_when'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'returned'), _negated=True), ('returned_at__isnull', False), _connector='OR'), name='returned_delivery_knows_when'), models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['shipped', 'delivered', 'returned', 'lost']), _negated=True), ('shipped_at__isnull', False), _connector='OR'), name='shipped_delivery_knows_when'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'lost'), _negated=True), ('lost_at__isnull', False), _connector='OR'), name='lost_delivery_knows_when')],
                    'permissions': [('export_delivery', 'Can export addresses for labels')],
                },
            ),
            migrations.CreateModel(
                name='OrderLine',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                    ('amount', models.PositiveIntegerField(verbose_name='amount')),
                    ('price', models.DecimalField(decimal_places=2, max_digits=8, verbose_name='price')),
                    ('total', models.DecimalField(decimal_places=2, max_digits=10, verbose_name='total')),
                    ('vat_rate', models.DecimalField(decimal_places=2, max_digits=4, verbose_name='VAT in percent')),
                    ('name', models.CharField(max_length=240, verbose_name='name')),
                    ('variant_description', models.CharField(blank=True, max_length=120, verbose_name='variant')),
                    ('artist_name', models.CharField(blank=True, max_length=200, verbose_name='artist')),
                    ('event_details', models.CharField(blank=True, max_length=300, verbose_name='event')),
                    ('image_url', models.CharField(blank=True, max_length=300)),
                    ('ticket', models.BooleanField(verbose_name='ticket')),
                    ('physical', models.BooleanField(verbose_name='is shipped')),
                    ('personal_identifier', models.CharField(blank=True, max_length=80, verbose_name='personalisation')),
                    ('shippable_from', models.DateField(blank=True, null=True, verbose_name='shippable from')),
                    ('delivery', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='checkout.delivery')),
                    ('parent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='children', to='checkout.orderline')),
                    ('variant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='order_lines', to='catalogue.productvariant')),
                    ('stocks', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), default=list, editable=False, help_text='The stocks it drew on when it was sold.', size=None)),
                    ('discount', models.DecimalField(decimal_places=2, default=Decimal('0'), help_text="What the order's code takes off the whole line.", max_digits=10, verbose_name='discount')),
                    ('seat', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='order_lines', to='catalogue.seat')),
                    ('seat_number', models.CharField(blank=True, max_length=10, verbose_name='seat')),
                    ('seat_row', models.CharField(blank=True, max_length=20, verbose_name='row')),
                    ('seat_section', models.CharField(blank=True, max_length=120, verbose_name='section')),
                    ('pricing_category_name', models.CharField(blank=True, max_length=120, verbose_name='pricing category')),
                    ('invalidated_at', models.DateTimeField(blank=True, help_text='Since then it counts no longer and owns nothing.', null=True, verbose_name='invalidated')),
                    ('seller', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='shop.shop', verbose_name='seller')),
                    ('withdrawal_exemption', models.CharField(blank=True, choices=[('event', 'for a fixed date'), ('personalised', 'made for this buyer')], max_length=12, verbose_name='exempt from withdrawal')),
                    ('placement', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='checkout.placement')),
                    ('ticket_holder', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='order_line', to='cart.ticketholder', verbose_name='ticket holder')),
                    ('part_of', models.ForeignKey(blank=True, editable=False, help_text='The line that some pieces were taken from, to be shipped apart or to end; invoices know that one.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='checkout.orderline')),
                    ('retained', models.DecimalField(decimal_places=2, default=Decimal('0.00'), help_text='What is charged for it though it ended: wear, a fee.', max_digits=10, verbose_name='retained')),
                    ('ended_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='ended', to='checkout.orderstep', verbose_name='ended by')),
                    ('vat_country', models.CharField(blank=True, db_default='', default='', help_text="Whose VAT it is, or where it went without any. Empty: the seller's own.", max_length=2, verbose_name='country of the VAT')),
                    ('vat_rule', models.CharField(choices=[('home', "the seller's country"), ('venue', 'where the event is'), ('oss', "the buyer's country (One Stop Shop)"), ('export', 'export, no VAT'), ('abroad', 'not taxable here, no VAT')], db_default='home', default='home', max_length=8, verbose_name='VAT of')),
                ],
                options={
                    'verbose_name': 'line',
                    'verbose_name_plural': 'lines',
                    'ordering': ['placement', 'number'],
                    'constraints': [models.CheckConstraint(condition=models.Q(('total', django.db.models.expressions.CombinedExpression(models.F('price'), '*', models.F('amount')))), name='line_total_is_price_times_amount'), models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='order_line_not_empty'), models.CheckConstraint(condition=models.Q(('discount__gte', 0), ('discount__lte', models.F('total'))), name='line_discount_within_its_total'), models.CheckConstraint(condition=models.Q(('discount', 0), ('ticket', False), _connector='OR'), name='no_discount_on_tickets'), models.UniqueConstraint(fields=('placement', 'number'), name='line_numbers_of_a_placement'), models.CheckConstraint(condition=models.Q(('retained', 0), models.Q(('invalidated_at__isnull', False), ('retained__gt', 0), ('retained__lte', django.db.models.expressions.CombinedExpression(models.F('total'), '-', models.F('discount')))), _connector='OR'), name='retained_of_what_ended')],
                },
            ),
            migrations.CreateModel(
                name='Payment',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('provider', models.CharField(max_length=40, verbose_name='provider')),
                    ('state', models.CharField(choices=[('pending', 'waiting for the money'), ('captured', 'received'), ('failed', 'failed'), ('cancelled', 'cancelled')], default='pending', max_length=10, verbose_name='state')),
                    ('amount', models.DecimalField(decimal_places=2, max_digits=10, verbose_name='amount')),
                    ('reference', models.CharField(help_text="The order's reference behind the method's prefix, before the number of a further attempt.", max_length=24, unique=True, verbose_name='reference')),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                    ('order', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payments', to='checkout.order')),
                    ('payment_code', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='payments', to='cart.paymentcode', verbose_name='payment code')),
                    ('attempt', models.PositiveSmallIntegerField(default=1, verbose_name='attempt')),
                    ('external_id', models.CharField(blank=True, help_text='As the provider calls this payment.', max_length=120, verbose_name="provider's number")),
                    ('method', models.CharField(max_length=40, verbose_name='payment method')),
                    ('placement', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='payments', to='checkout.placement')),
                    ('on_its_way', models.CharField(blank=True, db_default='', help_text='The buyer has paid, and the payment service waits for the money; why, in its own words.', max_length=60, verbose_name='on its way')),
                ],
                options={
                    'verbose_name': 'payment',
                    'verbose_name_plural': 'payments',
                    'ordering': ['created_at'],
                    'constraints': [models.CheckConstraint(condition=models.Q(('amount__gte', 0)), name='payment_not_negative'), models.UniqueConstraint(condition=models.Q(('state', 'captured')), fields=('payment_code',), name='payment_code_pays_once'), models.UniqueConstraint(condition=models.Q(('external_id', ''), _negated=True), fields=('provider', 'external_id'), name='one_payment_per_external_id'), models.CheckConstraint(condition=models.Q(models.Q(('payment_code', None), models.Q(('method', 'kulturpass'), _negated=True)), models.Q(('amount__gt', 0), ('method', 'kulturpass'), ('payment_code__isnull', False)), _connector='OR'), name='payment_code_pays_through_its_method')],
                },
            ),
            migrations.CreateModel(
                name='LedgerEntry',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('capture', 'received'), ('refund', 'refunded'), ('reversal', 'booked by mistake'), ('returned', 'a refund came back'), ('disputed', 'taken by a dispute'), ('reinstated', 'given back after a dispute')], max_length=10, verbose_name='kind')),
                    ('amount', models.DecimalField(decimal_places=2, max_digits=10, verbose_name='amount')),
                    ('event_id', models.CharField(help_text='Each event of a provider acts once.', max_length=120, verbose_name="provider's event")),
                    ('provider', models.CharField(max_length=40, verbose_name='provider')),
                    ('note', models.CharField(blank=True, max_length=200, verbose_name='note')),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='booked')),
                    ('staff', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='booked by')),
                    ('payment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='checkout.payment')),
                    ('refund', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entry', to='checkout.refund', verbose_name='refund')),
                    ('reverses', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversal', to='checkout.ledgerentry', verbose_name='takes back')),
                    ('dispute', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='checkout.dispute', verbose_name='dispute')),
                ],
                options={
                    'verbose_name': 'ledger entry',
                    'verbose_name_plural': 'ledger',
                    'ordering': ['id'],
                    'constraints': [models.UniqueConstraint(fields=('provider', 'event_id'), name='provider_event_acts_once'), models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='ledger_amount_positive'), models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['reversal', 'returned']), ('reverses__isnull', False)), models.Q(models.Q(('kind__in', ['reversal', 'returned']), _negated=True), ('reverses', None)), _connector='OR'), name='reversal_names_its_entry'), models.CheckConstraint(condition=models.Q(models.Q(('dispute__isnull', False), ('kind__in', ['disputed', 'reinstated'])), models.Q(models.Q(('kind__in', ['disputed', 'reinstated']), _negated=True), ('dispute', None)), _connector='OR'), name='dispute_moves_its_money')],
                },
            ),
            migrations.CreateModel(
                name='CarrierRate',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('max_weight_grams', models.PositiveIntegerField(default=31500, verbose_name='up to grams')),
                    ('price', models.DecimalField(decimal_places=2, max_digits=8, validators=[django.core.validators.MinValueValidator(Decimal('0'))], verbose_name='price')),
                    ('carrier', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rates', to='checkout.carrier')),
                    ('country', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='checkout.country', verbose_name='country')),
                    ('days_from', models.PositiveSmallIntegerField(default=2, help_text='How long it is on its way, at least and at most.', verbose_name='working days from')),
                    ('days_until', models.PositiveSmallIntegerField(default=4, verbose_name='working days until')),
                ],
                options={
                    'verbose_name': 'rate',
                    'verbose_name_plural': 'rates',
                    'ordering': ['country', 'max_weight_grams'],
                    'constraints': [models.UniqueConstraint(fields=('carrier', 'country', 'max_weight_grams'), name='one_rate_per_carrier_country_and_weight'), models.CheckConstraint(condition=models.Q(('days_from__gte', 1), ('days_until__gte', models.F('days_from')), ('days_until__lte', 60)), name='rate_knows_its_days', violation_error_message='At least one working day, and no fewer at most than at least.')],
                },
            ),
            migrations.CreateModel(
                name='Placement',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('number', models.PositiveSmallIntegerField(default=1, verbose_name='number')),
                    ('idempotency_key', models.CharField(editable=False, max_length=80)),
                    ('request_hash', models.CharField(editable=False, max_length=64)),
                    ('button_label', models.CharField(max_length=60, verbose_name='label of the order button')),
                    ('newsletter_wanted', models.BooleanField(default=False, verbose_name='wants the newsletter')),
                    ('payment_method', models.CharField(max_length=40, verbose_name='payment method')),
                    ('items_total', models.DecimalField(decimal_places=2, max_digits=10, verbose_name='items')),
                    ('discount_percent', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='discount in percent')),
                    ('discount_total', models.DecimalField(decimal_places=2, default=Decimal('0'), max_digits=10, verbose_name='discount')),
                    ('shipping_total', models.DecimalField(decimal_places=2, max_digits=10, verbose_name='shipping')),
                    ('total', models.DecimalField(decimal_places=2, max_digits=10, verbose_name='total')),
                    ('placed_at', models.DateTimeField(editable=False, verbose_name='placed')),
                    ('paid_at', models.DateTimeField(blank=True, null=True, verbose_name='paid')),
                    ('cancelled_at', models.DateTimeField(blank=True, null=True, verbose_name='cancelled')),
                    ('accepted_texts', models.ManyToManyField(related_name='+', to='shop.legalwording', verbose_name='accepted texts')),
                    ('cart', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='placement', to='cart.cart')),
                    ('discount_code', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='placements', to='shop.discountcode', verbose_name='discount code')),
                    ('order', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='placements', to='checkout.order')),
                    ('shop', models.ForeignKey(help_text="The order's: keys are its.", on_delete=django.db.models.deletion.PROTECT, related_name='+', to='shop.shop')),
                    ('reference', models.CharField(default=checkout.models.order.new_reference, editable=False, help_text="The first one's is its order's.", max_length=12, unique=True, verbose_name='reference')),
                    ('secret', models.CharField(editable=False, max_length=32, null=True, unique=True)),
                    ('ends_on', models.DateField(blank=True, db_index=True, editable=False, help_text='Empty: it does not end by itself.', null=True, verbose_name='ends unpaid after')),
                    ('pay_by', models.DateField(editable=False, verbose_name='to be paid by')),
                    ('reminded_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='reminded')),
                    ('step', models.OneToOneField(blank=True, editable=False, help_text='What staff did, where no cart was ordered.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='placement', to='checkout.orderstep', verbose_name='by')),
                    ('confirm_by', models.DateTimeField(blank=True, editable=False, help_text="Free tickets: the link in a mail to the order's address is to be followed. Empty: nobody is asked.", null=True, verbose_name='to be confirmed by')),
                    ('confirmed_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='confirmed by mail')),
                    ('kept_until', models.DateTimeField(blank=True, editable=False, help_text='It was to be paid at once. Not paid until then it waits like a transfer where there is room for that, and ends where there is none. Empty: it waits.', null=True, verbose_name='kept until')),
                    ('rides_with', models.ForeignKey(blank=True, editable=False, help_text='It bears the shipping and was not paid yet: this is paid after it, and ends with it.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='riders', to='checkout.placement', verbose_name='goes with the parcel of')),
                ],
                options={
                    'verbose_name': 'placement',
                    'verbose_name_plural': 'placements',
                    'ordering': ['order', 'number'],
                    'constraints': [models.UniqueConstraint(fields=('order', 'number'), name='placement_numbers_of_an_order'), models.UniqueConstraint(fields=('shop', 'idempotency_key'), name='one_placement_per_key'), models.CheckConstraint(condition=models.Q(('total', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('items_total'), '-', models.F('discount_total')), '+', models.F('shipping_total')))), name='placement_total_is_its_parts'), models.CheckConstraint(condition=models.Q(models.Q(('discount_code', None), ('discount_percent', None), ('discount_total', 0)), models.Q(('discount_code__isnull', False), ('discount_percent__isnull', False), ('discount_total__gt', 0), ('discount_total__lte', models.F('items_total'))), _connector='OR'), name='placement_discount_has_its_code'), models.CheckConstraint(condition=models.Q(('total__gte', 0)), name='placement_total_not_negative'), models.CheckConstraint(condition=models.Q(('paid_at', None), ('cancelled_at', None), _connector='OR'), name='placement_is_paid_or_cancelled'), models.CheckConstraint(condition=models.Q(('ends_on', None), ('ends_on__gte', models.F('pay_by')), _connector='OR'), name='placement_ends_after_it_is_to_be_paid'), models.CheckConstraint(condition=models.Q(models.Q(('cart__isnull', False), ('step', None)), models.Q(('cart', None), ('step__isnull', False)), _connector='OR'), name='placement_is_of_a_cart_or_a_step'), models.CheckConstraint(condition=models.Q(models.Q(('confirm_by__isnull', False), ('confirmed_at', None), _negated=True), ('paid_at', None), _connector='OR'), name='placement_is_confirmed_before_it_is_paid')],
                    'indexes': [models.Index(condition=models.Q(('confirm_by__isnull', False), ('confirmed_at', None), ('cancelled_at', None)), fields=['confirm_by'], name='placement_to_confirm'), models.Index(condition=models.Q(('cancelled_at', None), ('kept_until__isnull', False), ('paid_at', None)), fields=['kept_until'], name='placement_kept')],
                },
            ),
            migrations.CreateModel(
                name='ProviderEvent',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('provider', models.CharField(max_length=40, verbose_name='provider')),
                    ('event_id', models.CharField(max_length=120, verbose_name="provider's event")),
                    ('external_id', models.CharField(max_length=120, verbose_name="provider's number")),
                    ('received_at', models.DateTimeField(auto_now_add=True, verbose_name='received')),
                    ('handled_at', models.DateTimeField(blank=True, null=True, verbose_name='handled')),
                    ('problem', models.CharField(blank=True, max_length=200, verbose_name='problem')),
                    ('transmission', models.CharField(blank=True, db_default='', max_length=64)),
                    ('payment', models.ForeignKey(blank=True, help_text='What it is about, once it is handled.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='checkout.payment', verbose_name='payment')),
                ],
                options={
                    'verbose_name': "provider's event",
                    'verbose_name_plural': "providers' events",
                    'ordering': ['id'],
                    'constraints': [models.UniqueConstraint(fields=('provider', 'event_id'), name='an_event_comes_in_once'), models.UniqueConstraint(condition=models.Q(('transmission', ''), _negated=True), fields=('provider', 'transmission'), name='a_transmission_proves_one_event')],
                },
            ),
            migrations.CreateModel(
                name='Refund',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('amount', models.DecimalField(decimal_places=2, max_digits=10, verbose_name='amount')),
                    ('state', models.CharField(choices=[('requested', 'requested'), ('sent', 'sent'), ('done', 'done'), ('failed', 'failed')], default='requested', max_length=10, verbose_name='state')),
                    ('external_id', models.CharField(blank=True, max_length=120, verbose_name="provider's number")),
                    ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                    ('problem', models.CharField(blank=True, max_length=200, verbose_name='problem')),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                    ('payment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='refunds', to='checkout.payment')),
                    ('staff', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='requested by')),
                    ('step', models.ForeignKey(blank=True, help_text='What was asked for at once, and goes back through several payments.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='refunds', to='checkout.orderstep', verbose_name='with')),
                    ('by_transfer', models.BooleanField(default=False, help_text='Staff send it from the bank, whoever brought the money: the buyer named an account.', verbose_name='to a bank account')),
                    ('elsewhere', models.BooleanField(db_default=False, default=False, help_text="Nobody asked for it here: somebody did on the payment service's own pages, or it did by itself.", verbose_name='made at the payment service')),
                    ('is_moot', models.BooleanField(db_default=False, default=False, help_text='It was refused since the money had gone back at the payment service itself.', verbose_name='gone already')),
                ],
                options={
                    'verbose_name': 'refund',
                    'verbose_name_plural': 'refunds',
                    'ordering': ['created_at'],
                    'constraints': [models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='refund_positive')],
                },
            ),
            migrations.CreateModel(
                name='RefundLine',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('amount', models.DecimalField(decimal_places=2, max_digits=10, verbose_name='amount')),
                    ('line', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='refunds', to='checkout.orderline')),
                    ('refund', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='checkout.refund')),
                ],
                options={
                    'verbose_name': 'refunded line',
                    'verbose_name_plural': 'refunded lines',
                    'constraints': [models.UniqueConstraint(fields=('refund', 'line'), name='a_refund_names_a_line_once'), models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='refunded_line_positive')],
                },
            ),
            migrations.CreateModel(
                name='PlacementVat',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('rate', models.DecimalField(decimal_places=2, max_digits=4, verbose_name='VAT in percent')),
                    ('gross', models.DecimalField(decimal_places=2, max_digits=10, verbose_name='gross')),
                    ('net', models.DecimalField(decimal_places=2, max_digits=10, verbose_name='net')),
                    ('vat', models.DecimalField(decimal_places=2, max_digits=10, verbose_name='VAT')),
                    ('placement', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='vat_shares', to='checkout.placement')),
                    ('country', models.CharField(blank=True, db_default='', default='', help_text="Whose VAT it is, or where it went without any. Empty: the seller's own.", max_length=2, verbose_name='country of the VAT')),
                    ('rule', models.CharField(choices=[('home', "the seller's country"), ('venue', 'where the event is'), ('oss', "the buyer's country (One Stop Shop)"), ('export', 'export, no VAT'), ('abroad', 'not taxable here, no VAT')], db_default='home', default='home', max_length=8, verbose_name='VAT of')),
                ],
                options={
                    'verbose_name': 'VAT',
                    'verbose_name_plural': 'VAT',
                    'ordering': ['rate', 'rule', 'country'],
                    'constraints': [models.CheckConstraint(condition=models.Q(('gross', django.db.models.expressions.CombinedExpression(models.F('net'), '+', models.F('vat')))), name='vat_share_adds_up'), models.UniqueConstraint(fields=('placement', 'rate', 'rule', 'country'), name='one_vat_share_per_tax')],
                },
            ),
            migrations.CreateModel(
                name='BankFile',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('checksum', models.CharField(editable=False, max_length=64, unique=True)),
                    ('name', models.CharField(max_length=120, verbose_name='file')),
                    ('state', models.CharField(choices=[('looked_at', 'looked at, not booked'), ('booking', 'is being booked'), ('done', 'booked')], default='looked_at', max_length=10, verbose_name='state')),
                    ('received_at', models.DateTimeField(auto_now_add=True, verbose_name='received')),
                    ('notes', models.JSONField(default=list, help_text='Dicts of checkout.bank.problems.Note.', verbose_name='left out')),
                    ('known', models.PositiveIntegerField(default=0, verbose_name='known from other files')),
                    ('debits', models.PositiveIntegerField(default=0, verbose_name='money that went out')),
                    ('booked_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='booked by')),
                    ('staff', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='sent by')),
                ],
                options={
                    'verbose_name': 'bank statement',
                    'verbose_name_plural': 'bank statements',
                    'ordering': ['-id'],
                },
            ),
            migrations.CreateModel(
                name='BankLine',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveIntegerField(verbose_name='number')),
                    ('account', models.CharField(max_length=34, verbose_name='account')),
                    ('key', models.CharField(editable=False, help_text='The same in every file that tells of it.', max_length=64)),
                    ('part', models.PositiveSmallIntegerField(default=0, verbose_name='part')),
                    ('booked_on', models.DateField(verbose_name='day')),
                    ('amount', models.DecimalField(decimal_places=2, max_digits=10, verbose_name='Amount')),
                    ('payer', models.CharField(blank=True, max_length=200, verbose_name='payer')),
                    ('payer_iban', models.CharField(blank=True, max_length=34, verbose_name="payer's IBAN")),
                    ('purpose', models.CharField(blank=True, max_length=1000, verbose_name='purpose')),
                    ('kind', models.CharField(choices=[('matched', 'fits'), ('under', 'too little'), ('over', 'too much'), ('late', 'order was cancelled'), ('duplicate', 'perhaps booked by hand'), ('unknown', 'not assigned')], max_length=10, verbose_name='found')),
                    ('remark', models.CharField(blank=True, choices=[('no_reference', 'no reference of an order'), ('no_order', 'no order has this reference'), ('other_account', 'the order is paid to another account'), ('no_transfer', 'the order is not paid by transfer'), ('several', 'several orders are named, and the sum is another'), ('guess', 'reference written incompletely; the amount is another'), ('batch', 'several payments as one sum'), ('returned', 'a payment of ours came back'), ('reversal', 'the bank took a debit back')], max_length=15, verbose_name='remark')),
                    ('state', models.CharField(choices=[('open', 'open'), ('booked', 'booked'), ('by_hand', 'had been booked by hand'), ('not_ours', 'not ours')], default='open', max_length=10, verbose_name='state')),
                    ('handled_at', models.DateTimeField(blank=True, null=True, verbose_name='handled')),
                    ('entry', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='bank_line', to='checkout.ledgerentry', verbose_name='ledger entry')),
                    ('file', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='checkout.bankfile', verbose_name='bank statement')),
                    ('handled_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='handled by')),
                    ('order', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='bank_lines', to='checkout.order', verbose_name='order')),
                    ('payment', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='checkout.payment', verbose_name='payment')),
                ],
                options={
                    'verbose_name': 'bank transaction',
                    'verbose_name_plural': 'bank transactions',
                    'ordering': ['-booked_on', '-id'],
                    'indexes': [models.Index(fields=['state', 'kind'], name='bank_lines_by_state')],
                    'constraints': [models.UniqueConstraint(fields=('key', 'part'), name='a_bank_transaction_is_kept_once'), models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='bank_line_positive'), models.CheckConstraint(condition=models.Q(models.Q(('entry', None), ('state__in', ['open', 'not_ours'])), models.Q(('entry__isnull', False), ('order__isnull', False), ('state__in', ['booked', 'by_hand'])), _connector='OR'), name='bank_line_is_booked_with_its_entry'), models.CheckConstraint(condition=models.Q(models.Q(('handled_at', None), ('state', 'open')), models.Q(models.Q(('state', 'open'), _negated=True), ('handled_at__isnull', False)), _connector='OR'), name='bank_line_handled_unless_open')],
                },
            ),
            migrations.CreateModel(
                name='InvoiceCounter',
                fields=[
                    ('seller', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='shop.shop')),
                    ('last', models.PositiveBigIntegerField(default=0, verbose_name='last number')),
                ],
                options={
                    'verbose_name': 'counter of invoices',
                    'verbose_name_plural': 'counters of invoices',
                },
            ),
            migrations.CreateModel(
                name='Invoice',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('kind', models.CharField(choices=[('invoice', 'invoice'), ('cancellation', 'cancellation invoice')], max_length=12, verbose_name='kind')),
                    ('sequence', models.PositiveBigIntegerField(verbose_name='running number')),
                    ('number', models.CharField(max_length=90, verbose_name='number')),
                    ('batch', models.PositiveSmallIntegerField(help_text='What was written for a placement at once, and goes with one mail.', verbose_name='batch')),
                    ('issued_on', models.DateField(verbose_name='issued on')),
                    ('language', models.CharField(max_length=2, verbose_name='language')),
                    ('total', models.DecimalField(decimal_places=2, max_digits=10, verbose_name='total')),
                    ('content', models.JSONField(verbose_name='content')),
                    ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                    ('corrects', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='corrections', to='checkout.invoice', verbose_name='corrects')),
                    ('placement', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='invoices', to='checkout.placement', verbose_name='placement')),
                    ('seller', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='invoices', to='shop.shop', verbose_name='seller')),
                ],
                options={
                    'verbose_name': 'invoice',
                    'verbose_name_plural': 'invoices',
                    'ordering': ['-issued_on', '-created_at'],
                    'permissions': [('export_invoice', 'Can export invoices')],
                    'constraints': [models.UniqueConstraint(fields=('seller', 'sequence'), name='invoice_numbers_of_a_seller'), models.UniqueConstraint(fields=('seller', 'number'), name='invoice_numbers_as_read'), models.CheckConstraint(condition=models.Q(('sequence__gt', 0)), name='invoice_numbers_begin_with_one'), models.UniqueConstraint(condition=models.Q(('corrects', None)), fields=('placement', 'seller'), name='one_invoice_per_seller_and_placement'), models.CheckConstraint(condition=models.Q(models.Q(('corrects', None), ('kind', 'invoice'), ('total__gt', 0)), models.Q(('corrects__isnull', False), ('kind', 'cancellation'), ('total__lt', 0)), models.Q(('corrects__isnull', False), ('kind', 'invoice'), ('total__gt', 0)), _connector='OR'), name='cancellation_names_its_invoice')],
                },
            ),
            migrations.CreateModel(
                name='OrderStep',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('kind', models.CharField(choices=[('note', 'note'), ('refund', 'refund'), ('cancellation', 'cancellation'), ('address', 'address changed'), ('mail', 'mail sent again'), ('exchange', 'exchange'), ('door_sale', 'sold at the door'), ('guest_list', 'guest list')], max_length=12, verbose_name='kind')),
                    ('text', models.TextField(blank=True, verbose_name='text')),
                    ('important', models.BooleanField(default=False, verbose_name='important')),
                    ('at', models.DateTimeField(auto_now_add=True, verbose_name='at')),
                    ('order', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='checkout.order')),
                    ('staff', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ],
                options={
                    'verbose_name': 'step of an order',
                    'verbose_name_plural': 'steps of orders',
                    'ordering': ['-at'],
                    'constraints': [models.CheckConstraint(condition=models.Q(('important', False), ('kind', 'note'), _connector='OR'), name='only_notes_are_important')],
                },
            ),
            migrations.CreateModel(
                name='RefundShipping',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('amount', models.DecimalField(decimal_places=2, max_digits=10, verbose_name='amount')),
                    ('placement', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='refunded_shipping', to='checkout.placement')),
                    ('refund', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shipping', to='checkout.refund')),
                ],
                options={
                    'verbose_name': 'refunded shipping',
                    'verbose_name_plural': 'refunded shipping',
                    'constraints': [models.UniqueConstraint(fields=('refund', 'placement'), name='a_refund_names_a_shipping_once'), models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='refunded_shipping_positive')],
                },
            ),
            migrations.CreateModel(
                name='TransferFile',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('state', models.CharField(choices=[('written', 'written: waits for the bank'), ('booking', 'is being booked'), ('done', 'executed and booked'), ('discarded', 'discarded')], default='written', max_length=10, verbose_name='state')),
                    ('written_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='written')),
                    ('executed_on', models.DateField(blank=True, null=True, verbose_name='value date')),
                    ('decided_at', models.DateTimeField(blank=True, null=True, verbose_name='booked or discarded')),
                    ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='booked or discarded by')),
                    ('staff', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='written by')),
                ],
                options={
                    'verbose_name': 'SEPA file',
                    'verbose_name_plural': 'SEPA files',
                    'ordering': ['-id'],
                    'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('state', 'written')), models.Q(models.Q(('state', 'written'), _negated=True), ('decided_at__isnull', False)), _connector='OR'), name='transfer_file_decided_unless_it_waits'), models.CheckConstraint(condition=models.Q(models.Q(('executed_on__isnull', False), ('state__in', ['booking', 'done'])), models.Q(('executed_on', None), ('state__in', ['written', 'discarded'])), _connector='OR'), name='transfer_file_has_its_day_once_executed')],
                },
            ),
            migrations.CreateModel(
                name='Transfer',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('debtor_name', models.CharField(max_length=120)),
                    ('debtor_iban', models.CharField(max_length=34)),
                    ('debtor_bic', models.CharField(blank=True, max_length=11)),
                    ('name', models.CharField(blank=True, max_length=200, verbose_name='account holder')),
                    ('iban', models.CharField(blank=True, max_length=34, verbose_name='IBAN')),
                    ('purpose', models.CharField(max_length=140, verbose_name='purpose')),
                    ('withdrawn_at', models.DateTimeField(blank=True, help_text='The file was discarded, or the bank did not execute this one: it can stand in another.', null=True, verbose_name='taken out')),
                    ('refund', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='transfers', to='checkout.refund', verbose_name='refund')),
                    ('file', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='transfers', to='checkout.transferfile', verbose_name='SEPA file')),
                ],
                options={
                    'verbose_name': 'transfer',
                    'verbose_name_plural': 'transfers',
                    'ordering': ['id'],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('withdrawn_at', None)), fields=('refund',), name='a_refund_stands_in_one_file')],
                },
            ),
            migrations.CreateModel(
                name='UnprovenEvent',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('provider', models.CharField(max_length=40, verbose_name='provider')),
                    ('digest', models.CharField(max_length=64, unique=True)),
                    ('headers', models.JSONField()),
                    ('body', models.BinaryField()),
                    ('received_at', models.DateTimeField(auto_now_add=True, verbose_name='received')),
                ],
                options={
                    'verbose_name': 'unproven event',
                    'verbose_name_plural': 'unproven events',
                    'ordering': ['id'],
                },
            ),
            migrations.CreateModel(
                name='Dispute',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('external_id', models.CharField(max_length=120, verbose_name="provider's number")),
                    ('state', models.CharField(choices=[('to_answer', 'to be answered'), ('in_review', 'being decided'), ('won', 'won'), ('lost', 'lost'), ('closed', 'closed without a decision')], max_length=10, verbose_name='state')),
                    ('amount', models.DecimalField(decimal_places=2, max_digits=10, verbose_name='amount')),
                    ('reason', models.CharField(blank=True, max_length=120, verbose_name='reason')),
                    ('answer_by', models.DateTimeField(blank=True, null=True, verbose_name='to be answered by')),
                    ('opened_at', models.DateTimeField(auto_now_add=True, verbose_name='opened')),
                    ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='closed')),
                    ('payment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='checkout.payment')),
                    ('listed_as', models.CharField(blank=True, db_default='', default='', editable=False, help_text="The provider's number of the refund as which it lists what the dispute took. It is booked once.", max_length=120, verbose_name='listed as refund')),
                ],
                options={
                    'verbose_name': 'dispute',
                    'verbose_name_plural': 'disputes',
                    'ordering': ['-opened_at'],
                    'constraints': [models.UniqueConstraint(fields=('payment', 'external_id'), name='a_dispute_is_kept_once'), models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='dispute_positive')],
                },
            ),
            migrations.CreateModel(
                name='CarrierLeftOut',
                fields=[
                ],
                options={
                    'proxy': True,
                    'default_permissions': (),
                },
                bases=('checkout.carrier_not_in',),
            ),
            migrations.CreateModel(
                name='CountryLeftOut',
                fields=[
                ],
                options={
                    'proxy': True,
                    'default_permissions': (),
                },
                bases=('checkout.country_not_in',),
            ),
            migrations.CreateModel(
                name='Hold',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('reason', models.CharField(help_text='For example a lawsuit and its number. Whoever asks what you know of them is told this, too.', max_length=200, verbose_name='reason')),
                    ('look_at', models.DateField(help_text='From this day on the start page reminds of it. It goes on all the same.', verbose_name='to be looked at again on')),
                    ('set_at', models.DateTimeField(auto_now_add=True, verbose_name='set')),
                    ('lifted_at', models.DateTimeField(null=True, verbose_name='lifted')),
                    ('lifted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='lifted by')),
                    ('order', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='holds', to='checkout.order', verbose_name='order')),
                    ('set_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='set by')),
                ],
                options={
                    'verbose_name': 'hold',
                    'verbose_name_plural': 'holds',
                    'ordering': ['look_at', 'pk'],
                    'permissions': [('set_hold', 'Can hold orders back from deletion')],
                    'default_permissions': ('view',),
                    'constraints': [models.UniqueConstraint(condition=models.Q(('lifted_at', None)), fields=('order',), name='one_hold_stands_for_an_order'), models.CheckConstraint(condition=models.Q(models.Q(('lifted_at', None), ('lifted_by', None)), models.Q(('lifted_at__isnull', False), ('lifted_by__isnull', False)), _connector='OR'), name='a_lifted_hold_knows_by_whom')],
                },
            ),
        ]),
        migrations.RunSQL(START, migrations.RunSQL.noop),
        AtOnce([
            pgtrigger.migrations.AddTrigger(
                model_name='carrier',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT s.id FROM shop_shop s WHERE EXISTS (SELECT 1 FROM changed))); RETURN NULL;', hash='216136c65409524690510072bf9184fa1dad4755', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_3d8a9', referencing='REFERENCING NEW TABLE AS after ', table='checkout_carrier', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='carrier',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT s.id FROM shop_shop s WHERE EXISTS (SELECT 1 FROM changed))); RETURN NULL;', hash='1f77f83e761f7fc19ad877f432299dbfd6f16363', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_40185', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='checkout_carrier', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='carrier',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT s.id FROM shop_shop s WHERE EXISTS (SELECT 1 FROM changed))); RETURN NULL;', hash='a4b8e3530d29daba5ffc77a2f98bbb6ad4fb1d8e', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_6fd46', referencing='REFERENCING OLD TABLE AS before ', table='checkout_carrier', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='carrier',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='b3bcca13e4d4a771af48fdb2a8d75d70fe63bd55', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_4a965', table='checkout_carrier', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='carrier',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.carrier', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name_de', '')), array_remove(ARRAY['checkout.carrier:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{description,id,name}'::text[], to_jsonb(NEW) - '{description,id,name}'::text[], '{}'::text[]); RETURN NULL;", hash='e7d7f9b019eebe3bc1575ad92df4b1354efcab90', operation='INSERT OR DELETE', pgid='pgtrigger_audited_0cb92', table='checkout_carrier', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='carrier',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.carrier', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name_de', '')), array_remove(ARRAY['checkout.carrier:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{description,id,name}'::text[], to_jsonb(NEW) - '{description,id,name}'::text[], '{}'::text[]); RETURN NULL;", hash='17a5e8a24f32384733a984d24c81d028aca38a23', operation='UPDATE', pgid='pgtrigger_audited_update_a2de9', table='checkout_carrier', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='country',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT s.id FROM shop_shop s WHERE EXISTS (SELECT 1 FROM changed))); RETURN NULL;', hash='f73a1d1bfbef996bfb82f5d8f4abb6b4277b3554', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_70e21', referencing='REFERENCING NEW TABLE AS after ', table='checkout_country', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='country',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT s.id FROM shop_shop s WHERE EXISTS (SELECT 1 FROM changed))); RETURN NULL;', hash='c82f4b993f59ec3303958bef472841662c730bae', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_eb881', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='checkout_country', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='country',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT s.id FROM shop_shop s WHERE EXISTS (SELECT 1 FROM changed))); RETURN NULL;', hash='c71233b14bca6153fce0c835f0153cdd2a14002f', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_f7586', referencing='REFERENCING OLD TABLE AS before ', table='checkout_country', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='country',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='d96de38527a39319527e6a01eb84ca75815357ec', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_bc341', table='checkout_country', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='country',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.country', TG_OP, kept->>'code', concat_ws(' · ', NULL), array_remove(ARRAY['checkout.country:' || (kept->>'code')], NULL), to_jsonb(OLD) - '{code}'::text[], to_jsonb(NEW) - '{code}'::text[], '{}'::text[]); RETURN NULL;", hash='b7732990c0f8e149d610c4c5b8b3b7362ec327e8', operation='INSERT OR DELETE', pgid='pgtrigger_audited_6c3be', table='checkout_country', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='country',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.country', TG_OP, kept->>'code', concat_ws(' · ', NULL), array_remove(ARRAY['checkout.country:' || (kept->>'code')], NULL), to_jsonb(OLD) - '{code}'::text[], to_jsonb(NEW) - '{code}'::text[], '{}'::text[]); RETURN NULL;", hash='b7ace2225b31e5a096b630db1ca268bdcf2eed47', operation='UPDATE', pgid='pgtrigger_audited_update_0df3d', table='checkout_country', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='order',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.order', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'reference', '')), array_remove(ARRAY['checkout.order:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id,secret}'::text[], to_jsonb(NEW) - '{id,secret}'::text[], '{email}'::text[]); RETURN NULL;", hash='93db778b3edbf274bf303e09c927300119a95935', operation='INSERT OR DELETE', pgid='pgtrigger_audited_77a8d', table='checkout_order', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='order',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.order', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'reference', '')), array_remove(ARRAY['checkout.order:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id,secret}'::text[], to_jsonb(NEW) - '{id,secret}'::text[], '{email}'::text[]); RETURN NULL;", hash='d2cc5fc7f35e6d600a936e726f5114c1ab6d1f2f', operation='UPDATE', pgid='pgtrigger_audited_update_30495', table='checkout_order', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='delivery',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.delivery', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (kept->>'order_id')::uuid), nullif(kept->>'name', '')), array_remove(ARRAY['checkout.delivery:' || (kept->>'id'), 'checkout.order:' || (kept->>'order_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='9ef179aa68c95a17b9b6ccefcc80a23d38f3048e', operation='INSERT OR DELETE', pgid='pgtrigger_audited_13f5a', table='checkout_delivery', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='delivery',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.delivery', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (kept->>'order_id')::uuid), nullif(kept->>'name', '')), array_remove(ARRAY['checkout.delivery:' || (kept->>'id'), 'checkout.order:' || (kept->>'order_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='a28eb19f73f2512030dfbc761e12c60253ca1c14', operation='UPDATE', pgid='pgtrigger_audited_update_c3e50', table='checkout_delivery', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='orderline',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.orderline', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (SELECT order_id FROM checkout_placement WHERE id = (kept->>'placement_id')::uuid)), (SELECT nullif(reference::text, '') FROM checkout_placement WHERE id = (kept->>'placement_id')::uuid), nullif(kept->>'name', '')), array_remove(ARRAY['checkout.orderline:' || (kept->>'id'), 'checkout.order:' || (SELECT order_id FROM checkout_placement WHERE id = (kept->>'placement_id')::uuid), 'checkout.placement:' || (kept->>'placement_id')::uuid], NULL), to_jsonb(OLD) - '{id,ticket_holder_id}'::text[], to_jsonb(NEW) - '{id,ticket_holder_id}'::text[], '{personal_identifier}'::text[]); RETURN NULL;", hash='4cbd82de6272f62556fabff8980e1d5ae19afda9', operation='INSERT OR DELETE', pgid='pgtrigger_audited_83d11', table='checkout_orderline', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='orderline',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.orderline', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (SELECT order_id FROM checkout_placement WHERE id = (kept->>'placement_id')::uuid)), (SELECT nullif(reference::text, '') FROM checkout_placement WHERE id = (kept->>'placement_id')::uuid), nullif(kept->>'name', '')), array_remove(ARRAY['checkout.orderline:' || (kept->>'id'), 'checkout.order:' || (SELECT order_id FROM checkout_placement WHERE id = (kept->>'placement_id')::uuid), 'checkout.placement:' || (kept->>'placement_id')::uuid], NULL), to_jsonb(OLD) - '{id,ticket_holder_id}'::text[], to_jsonb(NEW) - '{id,ticket_holder_id}'::text[], '{personal_identifier}'::text[]); RETURN NULL;", hash='22192c0f9e7ca0ac9fda834dd8e6e6bbe60390ee', operation='UPDATE', pgid='pgtrigger_audited_update_44a16', table='checkout_orderline', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='payment',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.payment', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (kept->>'order_id')::uuid), nullif(kept->>'reference', '')), array_remove(ARRAY['checkout.payment:' || (kept->>'id'), 'checkout.order:' || (kept->>'order_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='86d869b91587fc8b75be54ef711a4114e65dbf66', operation='INSERT OR DELETE', pgid='pgtrigger_audited_6976a', table='checkout_payment', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='payment',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.payment', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (kept->>'order_id')::uuid), nullif(kept->>'reference', '')), array_remove(ARRAY['checkout.payment:' || (kept->>'id'), 'checkout.order:' || (kept->>'order_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='0421ed62589e52260b2199451819954bffd0b736', operation='UPDATE', pgid='pgtrigger_audited_update_176bd', table='checkout_payment', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='ledgerentry',
                trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'The ledger is append-only';", hash='e3495beea08398c397a03c9eb865e965b2d839b1', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_73a31', table='checkout_ledgerentry', when='BEFORE')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='ledgerentry',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.ledgerentry', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (SELECT order_id FROM checkout_payment WHERE id = (kept->>'payment_id')::uuid)), (SELECT nullif(reference::text, '') FROM checkout_payment WHERE id = (kept->>'payment_id')::uuid)), array_remove(ARRAY['checkout.ledgerentry:' || (kept->>'id'), 'checkout.order:' || (SELECT order_id FROM checkout_payment WHERE id = (kept->>'payment_id')::uuid), 'checkout.payment:' || (kept->>'payment_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{event_id,note}'::text[]); RETURN NULL;", hash='c03de74acd8b32657848dfc4d671d7a7bcd49e90', operation='INSERT OR DELETE', pgid='pgtrigger_audited_b2c68', table='checkout_ledgerentry', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='ledgerentry',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.ledgerentry', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (SELECT order_id FROM checkout_payment WHERE id = (kept->>'payment_id')::uuid)), (SELECT nullif(reference::text, '') FROM checkout_payment WHERE id = (kept->>'payment_id')::uuid)), array_remove(ARRAY['checkout.ledgerentry:' || (kept->>'id'), 'checkout.order:' || (SELECT order_id FROM checkout_payment WHERE id = (kept->>'payment_id')::uuid), 'checkout.payment:' || (kept->>'payment_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{event_id,note}'::text[]); RETURN NULL;", hash='5057faaa62a88af075918d48815213cfac9e6cc5', operation='UPDATE', pgid='pgtrigger_audited_update_8db2a', table='checkout_ledgerentry', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='carrierrate',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT s.id FROM shop_shop s WHERE EXISTS (SELECT 1 FROM changed))); RETURN NULL;', hash='77860301033be084f34c28071b4fe2b56490429b', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_3f127', referencing='REFERENCING NEW TABLE AS after ', table='checkout_carrierrate', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='carrierrate',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT s.id FROM shop_shop s WHERE EXISTS (SELECT 1 FROM changed))); RETURN NULL;', hash='71128d4e1031dad56fe5e388173ee56564321783', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_97735', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='checkout_carrierrate', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='carrierrate',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT s.id FROM shop_shop s WHERE EXISTS (SELECT 1 FROM changed))); RETURN NULL;', hash='aebe649f97abc0c50bb463578d67d88981103783', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_05cbb', referencing='REFERENCING OLD TABLE AS before ', table='checkout_carrierrate', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='carrierrate',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='1dac7d789f2b713d9d68ee17cf9e2ab4f79b8d5f', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_5562d', table='checkout_carrierrate', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='carrierrate',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.carrierrate', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM checkout_carrier WHERE id = (kept->>'carrier_id')::bigint)), array_remove(ARRAY['checkout.carrierrate:' || (kept->>'id'), 'checkout.carrier:' || (kept->>'carrier_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='9dc692439cea2708d3c2d9011e8247019df6fad2', operation='INSERT OR DELETE', pgid='pgtrigger_audited_0272e', table='checkout_carrierrate', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='carrierrate',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.carrierrate', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM checkout_carrier WHERE id = (kept->>'carrier_id')::bigint)), array_remove(ARRAY['checkout.carrierrate:' || (kept->>'id'), 'checkout.carrier:' || (kept->>'carrier_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='eea1a9781b51cf1d60201401d101fca957375353', operation='UPDATE', pgid='pgtrigger_audited_update_9640f', table='checkout_carrierrate', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='placement',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.placement', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (kept->>'order_id')::uuid), nullif(kept->>'reference', '')), array_remove(ARRAY['checkout.placement:' || (kept->>'id'), 'checkout.order:' || (kept->>'order_id')::uuid], NULL), to_jsonb(OLD) - '{id,idempotency_key,request_hash,secret}'::text[], to_jsonb(NEW) - '{id,idempotency_key,request_hash,secret}'::text[], '{}'::text[]); RETURN NULL;", hash='1a608500c6475165f32a54d1649e480ffbe63de7', operation='INSERT OR DELETE', pgid='pgtrigger_audited_a860e', table='checkout_placement', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='placement',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.placement', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (kept->>'order_id')::uuid), nullif(kept->>'reference', '')), array_remove(ARRAY['checkout.placement:' || (kept->>'id'), 'checkout.order:' || (kept->>'order_id')::uuid], NULL), to_jsonb(OLD) - '{id,idempotency_key,request_hash,secret}'::text[], to_jsonb(NEW) - '{id,idempotency_key,request_hash,secret}'::text[], '{}'::text[]); RETURN NULL;", hash='1b9693e5e8fddaebb2236933190322b12cdfe586', operation='UPDATE', pgid='pgtrigger_audited_update_91243', table='checkout_placement', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='refund',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.refund', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (SELECT order_id FROM checkout_payment WHERE id = (kept->>'payment_id')::uuid)), (SELECT nullif(reference::text, '') FROM checkout_payment WHERE id = (kept->>'payment_id')::uuid)), array_remove(ARRAY['checkout.refund:' || (kept->>'id'), 'checkout.order:' || (SELECT order_id FROM checkout_payment WHERE id = (kept->>'payment_id')::uuid), 'checkout.payment:' || (kept->>'payment_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{reason}'::text[]); RETURN NULL;", hash='9a4b54768e124f0ef0dc740b43d79bd20666feaa', operation='INSERT OR DELETE', pgid='pgtrigger_audited_d2d3e', table='checkout_refund', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='refund',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.refund', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (SELECT order_id FROM checkout_payment WHERE id = (kept->>'payment_id')::uuid)), (SELECT nullif(reference::text, '') FROM checkout_payment WHERE id = (kept->>'payment_id')::uuid)), array_remove(ARRAY['checkout.refund:' || (kept->>'id'), 'checkout.order:' || (SELECT order_id FROM checkout_payment WHERE id = (kept->>'payment_id')::uuid), 'checkout.payment:' || (kept->>'payment_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{reason}'::text[]); RETURN NULL;", hash='3f21d15e1bd6f186fc0112861224b81634abe356', operation='UPDATE', pgid='pgtrigger_audited_update_68758', table='checkout_refund', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='refundline',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.refundline', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name::text, '') FROM checkout_orderline WHERE id = (kept->>'line_id')::uuid)), array_remove(ARRAY['checkout.refundline:' || (kept->>'id'), 'checkout.refund:' || (kept->>'refund_id')::uuid, 'checkout.orderline:' || (kept->>'line_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='bb6ffa17aaf97698ffd66f359c62a9f626e2d703', operation='INSERT OR DELETE', pgid='pgtrigger_audited_dae4d', table='checkout_refundline', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='refundline',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.refundline', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name::text, '') FROM checkout_orderline WHERE id = (kept->>'line_id')::uuid)), array_remove(ARRAY['checkout.refundline:' || (kept->>'id'), 'checkout.refund:' || (kept->>'refund_id')::uuid, 'checkout.orderline:' || (kept->>'line_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='e6f244dd9a36a92e1ff481249435edcb358a6718', operation='UPDATE', pgid='pgtrigger_audited_update_aec1d', table='checkout_refundline', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='bankfile',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.bankfile', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name', '')), array_remove(ARRAY['checkout.bankfile:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{checksum,id}'::text[], to_jsonb(NEW) - '{checksum,id}'::text[], '{notes}'::text[]); RETURN NULL;", hash='4e5e9a64ade9f138f5adfc78824c1faca6d5d6bd', operation='INSERT OR DELETE', pgid='pgtrigger_audited_16d8b', table='checkout_bankfile', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='bankfile',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."booked_by_id" IS DISTINCT FROM (NEW."booked_by_id") OR OLD."debits" IS DISTINCT FROM (NEW."debits") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."known" IS DISTINCT FROM (NEW."known") OR OLD."name" IS DISTINCT FROM (NEW."name") OR OLD."notes" IS DISTINCT FROM (NEW."notes") OR OLD."received_at" IS DISTINCT FROM (NEW."received_at") OR OLD."staff_id" IS DISTINCT FROM (NEW."staff_id") OR OLD."state" IS DISTINCT FROM (NEW."state"))', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.bankfile', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name', '')), array_remove(ARRAY['checkout.bankfile:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{checksum,id}'::text[], to_jsonb(NEW) - '{checksum,id}'::text[], '{notes}'::text[]); RETURN NULL;", hash='d616aea2cf82d9b767aad4a342a2b8718766f269', operation='UPDATE', pgid='pgtrigger_audited_update_5703e', table='checkout_bankfile', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='bankline',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.bankline', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (kept->>'order_id')::uuid), (SELECT nullif(name::text, '') FROM checkout_bankfile WHERE id = (kept->>'file_id')::bigint), nullif(kept->>'number', '')), array_remove(ARRAY['checkout.bankline:' || (kept->>'id'), 'checkout.order:' || (kept->>'order_id')::uuid, 'checkout.bankfile:' || (kept->>'file_id')::bigint], NULL), to_jsonb(OLD) - '{id,key}'::text[], to_jsonb(NEW) - '{id,key}'::text[], '{payer,payer_iban,purpose}'::text[]); RETURN NULL;", hash='552da905c96def4af05d74582709683403b6fbfd', operation='INSERT OR DELETE', pgid='pgtrigger_audited_351cf', table='checkout_bankline', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='bankline',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."account" IS DISTINCT FROM (NEW."account") OR OLD."amount" IS DISTINCT FROM (NEW."amount") OR OLD."booked_on" IS DISTINCT FROM (NEW."booked_on") OR OLD."entry_id" IS DISTINCT FROM (NEW."entry_id") OR OLD."file_id" IS DISTINCT FROM (NEW."file_id") OR OLD."handled_at" IS DISTINCT FROM (NEW."handled_at") OR OLD."handled_by_id" IS DISTINCT FROM (NEW."handled_by_id") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."kind" IS DISTINCT FROM (NEW."kind") OR OLD."number" IS DISTINCT FROM (NEW."number") OR OLD."order_id" IS DISTINCT FROM (NEW."order_id") OR OLD."part" IS DISTINCT FROM (NEW."part") OR OLD."payer" IS DISTINCT FROM (NEW."payer") OR OLD."payer_iban" IS DISTINCT FROM (NEW."payer_iban") OR OLD."payment_id" IS DISTINCT FROM (NEW."payment_id") OR OLD."purpose" IS DISTINCT FROM (NEW."purpose") OR OLD."remark" IS DISTINCT FROM (NEW."remark") OR OLD."state" IS DISTINCT FROM (NEW."state"))', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.bankline', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (kept->>'order_id')::uuid), (SELECT nullif(name::text, '') FROM checkout_bankfile WHERE id = (kept->>'file_id')::bigint), nullif(kept->>'number', '')), array_remove(ARRAY['checkout.bankline:' || (kept->>'id'), 'checkout.order:' || (kept->>'order_id')::uuid, 'checkout.bankfile:' || (kept->>'file_id')::bigint], NULL), to_jsonb(OLD) - '{id,key}'::text[], to_jsonb(NEW) - '{id,key}'::text[], '{payer,payer_iban,purpose}'::text[]); RETURN NULL;", hash='46dfe0f9a8cdc1649c2d2955a4e415e0de440d81', operation='UPDATE', pgid='pgtrigger_audited_update_db3e7', table='checkout_bankline', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='invoicecounter',
                trigger=pgtrigger.compiler.Trigger(name='counts_up', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (NEW.last <= OLD.last)', func="RAISE EXCEPTION 'Invoice numbers only rise';", hash='c191457630a17d57bda9bf51735c44deacbbe000', operation='UPDATE', pgid='pgtrigger_counts_up_74079', table='checkout_invoicecounter', when='BEFORE')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='invoicecounter',
                trigger=pgtrigger.compiler.Trigger(name='stays', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'Invoice numbers are never given twice';", hash='c405e5de688f0b4642ba5cf462ee837c1913c1dc', operation='DELETE', pgid='pgtrigger_stays_01a28', table='checkout_invoicecounter', when='BEFORE')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='invoice',
                trigger=pgtrigger.compiler.Trigger(name='stays', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'An invoice is never changed';", hash='822ccdd8ac45337c46631ef9a8b853ef3edfff04', operation='UPDATE OR DELETE', pgid='pgtrigger_stays_b0985', table='checkout_invoice', when='BEFORE')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='invoice',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.invoice', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (SELECT order_id FROM checkout_placement WHERE id = (kept->>'placement_id')::uuid)), (SELECT nullif(reference::text, '') FROM checkout_placement WHERE id = (kept->>'placement_id')::uuid), nullif(kept->>'number', '')), array_remove(ARRAY['checkout.invoice:' || (kept->>'id'), 'checkout.order:' || (SELECT order_id FROM checkout_placement WHERE id = (kept->>'placement_id')::uuid), 'checkout.placement:' || (kept->>'placement_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{content}'::text[]); RETURN NULL;", hash='d4499f2292c4edb58a894a83ec8225483a3e086c', operation='INSERT OR DELETE', pgid='pgtrigger_audited_957cd', table='checkout_invoice', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='invoice',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.invoice', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (SELECT order_id FROM checkout_placement WHERE id = (kept->>'placement_id')::uuid)), (SELECT nullif(reference::text, '') FROM checkout_placement WHERE id = (kept->>'placement_id')::uuid), nullif(kept->>'number', '')), array_remove(ARRAY['checkout.invoice:' || (kept->>'id'), 'checkout.order:' || (SELECT order_id FROM checkout_placement WHERE id = (kept->>'placement_id')::uuid), 'checkout.placement:' || (kept->>'placement_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{content}'::text[]); RETURN NULL;", hash='4929c3c0ea94949d0832f300e85b3b58eab5afd5', operation='UPDATE', pgid='pgtrigger_audited_update_daf73', table='checkout_invoice', when='AFTER')),
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
            pgtrigger.migrations.AddTrigger(
                model_name='refundshipping',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.refundshipping', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_placement WHERE id = (kept->>'placement_id')::uuid)), array_remove(ARRAY['checkout.refundshipping:' || (kept->>'id'), 'checkout.refund:' || (kept->>'refund_id')::uuid, 'checkout.placement:' || (kept->>'placement_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='afb5476506bd93420803f4b142f539645dc6ab90', operation='INSERT OR DELETE', pgid='pgtrigger_audited_8583d', table='checkout_refundshipping', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='refundshipping',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.refundshipping', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_placement WHERE id = (kept->>'placement_id')::uuid)), array_remove(ARRAY['checkout.refundshipping:' || (kept->>'id'), 'checkout.refund:' || (kept->>'refund_id')::uuid, 'checkout.placement:' || (kept->>'placement_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='efc2e1c91a996f3709e9671746faf1ea70488b59', operation='UPDATE', pgid='pgtrigger_audited_update_da37f', table='checkout_refundshipping', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='transferfile',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.transferfile', TG_OP, kept->>'id', concat_ws(' · ', NULL), array_remove(ARRAY['checkout.transferfile:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='81287723d7370a70ec4f6e1932978c0d9287f0a2', operation='INSERT OR DELETE', pgid='pgtrigger_audited_74cda', table='checkout_transferfile', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='transferfile',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.transferfile', TG_OP, kept->>'id', concat_ws(' · ', NULL), array_remove(ARRAY['checkout.transferfile:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='3ccfb9638e26accd3f8457a59336bd73250ed28d', operation='UPDATE', pgid='pgtrigger_audited_update_3f459', table='checkout_transferfile', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='transfer',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.transfer', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (SELECT order_id FROM checkout_payment WHERE id = (SELECT payment_id FROM checkout_refund WHERE id = (kept->>'refund_id')::uuid)))), array_remove(ARRAY['checkout.transfer:' || (kept->>'id'), 'checkout.order:' || (SELECT order_id FROM checkout_payment WHERE id = (SELECT payment_id FROM checkout_refund WHERE id = (kept->>'refund_id')::uuid)), 'checkout.transferfile:' || (kept->>'file_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{name,iban}'::text[]); RETURN NULL;", hash='406567d5c3a8bf434e271d4a7de3d67506a84bf5', operation='INSERT OR DELETE', pgid='pgtrigger_audited_c741a', table='checkout_transfer', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='transfer',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.transfer', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (SELECT order_id FROM checkout_payment WHERE id = (SELECT payment_id FROM checkout_refund WHERE id = (kept->>'refund_id')::uuid)))), array_remove(ARRAY['checkout.transfer:' || (kept->>'id'), 'checkout.order:' || (SELECT order_id FROM checkout_payment WHERE id = (SELECT payment_id FROM checkout_refund WHERE id = (kept->>'refund_id')::uuid)), 'checkout.transferfile:' || (kept->>'file_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{name,iban}'::text[]); RETURN NULL;", hash='7d99833da0e58f13d2ffbd06c0ff1a7669dba464', operation='UPDATE', pgid='pgtrigger_audited_update_77baa', table='checkout_transfer', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='dispute',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.dispute', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (SELECT order_id FROM checkout_payment WHERE id = (kept->>'payment_id')::uuid)), (SELECT nullif(reference::text, '') FROM checkout_payment WHERE id = (kept->>'payment_id')::uuid)), array_remove(ARRAY['checkout.dispute:' || (kept->>'id'), 'checkout.order:' || (SELECT order_id FROM checkout_payment WHERE id = (kept->>'payment_id')::uuid), 'checkout.payment:' || (kept->>'payment_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='2234ecc28e5c577ec27b74e209a999484e50e450', operation='INSERT OR DELETE', pgid='pgtrigger_audited_1bfa3', table='checkout_dispute', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='dispute',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.dispute', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (SELECT order_id FROM checkout_payment WHERE id = (kept->>'payment_id')::uuid)), (SELECT nullif(reference::text, '') FROM checkout_payment WHERE id = (kept->>'payment_id')::uuid)), array_remove(ARRAY['checkout.dispute:' || (kept->>'id'), 'checkout.order:' || (SELECT order_id FROM checkout_payment WHERE id = (kept->>'payment_id')::uuid), 'checkout.payment:' || (kept->>'payment_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='a9454a215a897fbd272ef3f0a764266b3d26eeec', operation='UPDATE', pgid='pgtrigger_audited_update_58448', table='checkout_dispute', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='carrierleftout',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT s.id FROM shop_shop s WHERE EXISTS (SELECT 1 FROM changed))); RETURN NULL;', hash='0247f8ad8c730db8d2cf708b240f85ceaa136194', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_41d74', referencing='REFERENCING NEW TABLE AS after ', table='checkout_carrier_not_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='carrierleftout',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT s.id FROM shop_shop s WHERE EXISTS (SELECT 1 FROM changed))); RETURN NULL;', hash='7e820a28593e332ddb760a90895d6e5d90f84cb5', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_0efe4', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='checkout_carrier_not_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='carrierleftout',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT s.id FROM shop_shop s WHERE EXISTS (SELECT 1 FROM changed))); RETURN NULL;', hash='67ecaf883fb8a56e5340b8d8baf78e1dff3f7e92', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_8a486', referencing='REFERENCING OLD TABLE AS before ', table='checkout_carrier_not_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='carrierleftout',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='ac94e940480349f5610aa0740a41e79e8992d24b', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_48270', table='checkout_carrier_not_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='carrierleftout',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.carrier_not_in', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM checkout_carrier WHERE id = (kept->>'carrier_id')::bigint)), array_remove(ARRAY['checkout.carrier_not_in:' || (kept->>'id'), 'checkout.carrier:' || (kept->>'carrier_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='eb6fe4506ddda708658380408e7721ed5491cfae', operation='INSERT OR DELETE', pgid='pgtrigger_audited_1d1f3', table='checkout_carrier_not_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='carrierleftout',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.carrier_not_in', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM checkout_carrier WHERE id = (kept->>'carrier_id')::bigint)), array_remove(ARRAY['checkout.carrier_not_in:' || (kept->>'id'), 'checkout.carrier:' || (kept->>'carrier_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='0bc497ecdbaa941c85aa8270446844b5445fcfce', operation='UPDATE', pgid='pgtrigger_audited_update_b109e', table='checkout_carrier_not_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='countryleftout',
                trigger=pgtrigger.compiler.Trigger(name='version_on_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) SELECT s.id FROM shop_shop s WHERE EXISTS (SELECT 1 FROM changed))); RETURN NULL;', hash='26646656e0d3c4f85a190392bfbc2e07ff8b528e', level='STATEMENT', operation='INSERT', pgid='pgtrigger_version_on_insert_51e83', referencing='REFERENCING NEW TABLE AS after ', table='checkout_country_not_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='countryleftout',
                trigger=pgtrigger.compiler.Trigger(name='version_on_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS ((SELECT * FROM before EXCEPT SELECT * FROM after) UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)) SELECT s.id FROM shop_shop s WHERE EXISTS (SELECT 1 FROM changed))); RETURN NULL;', hash='040972fff231f38fdc429cc8b444a077daf1aad6', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_version_on_update_69351', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='checkout_country_not_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='countryleftout',
                trigger=pgtrigger.compiler.Trigger(name='version_on_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) SELECT s.id FROM shop_shop s WHERE EXISTS (SELECT 1 FROM changed))); RETURN NULL;', hash='e340090155c6c2f71eb8171b690d368bdb207ac4', level='STATEMENT', operation='DELETE', pgid='pgtrigger_version_on_delete_05352', referencing='REFERENCING OLD TABLE AS before ', table='checkout_country_not_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='countryleftout',
                trigger=pgtrigger.compiler.Trigger(name='version_on_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop)); RETURN NULL;', hash='9aed4034ca424b26a1cfb3cf1f5596c2f352dd06', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_version_on_truncate_fcc5c', table='checkout_country_not_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='countryleftout',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.country_not_in', TG_OP, kept->>'id', concat_ws(' · ', NULL), array_remove(ARRAY['checkout.country_not_in:' || (kept->>'id'), 'checkout.country:' || (kept->>'country_id')::varchar(2)], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='ee3e8e9008c4192b7ef119f2867e6d316fa5593c', operation='INSERT OR DELETE', pgid='pgtrigger_audited_93ac0', table='checkout_country_not_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='countryleftout',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.country_not_in', TG_OP, kept->>'id', concat_ws(' · ', NULL), array_remove(ARRAY['checkout.country_not_in:' || (kept->>'id'), 'checkout.country:' || (kept->>'country_id')::varchar(2)], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='2b7b5ecab32a9cceea35ad2407da10e5917eeb2f', operation='UPDATE', pgid='pgtrigger_audited_update_11478', table='checkout_country_not_in', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='hold',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.hold', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (kept->>'order_id')::uuid)), array_remove(ARRAY['checkout.hold:' || (kept->>'id'), 'checkout.order:' || (kept->>'order_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{reason}'::text[]); RETURN NULL;", hash='43c5f16b7d8ca5b9b8f81a8ab9a28acf62e66cc9', operation='INSERT OR DELETE', pgid='pgtrigger_audited_d1540', table='checkout_hold', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='hold',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('checkout.hold', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (kept->>'order_id')::uuid)), array_remove(ARRAY['checkout.hold:' || (kept->>'id'), 'checkout.order:' || (kept->>'order_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{reason}'::text[]); RETURN NULL;", hash='44bdf495e3713c9f7b87b327f3349822ef99d8e3', operation='UPDATE', pgid='pgtrigger_audited_update_12491', table='checkout_hold', when='AFTER')),
            ),
        ]),
    ]
