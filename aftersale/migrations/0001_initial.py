"""The first state of tickets, entrance, refund requests and withdrawals: tables, triggers."""

import aftersale.numbers.tickets
import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.datetime
import django.db.models.functions.text
import django.utils.timezone
import pgtrigger.compiler
import pgtrigger.migrations
import secrets
import shop.models.entered
import uuid
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models

from shop.migrations._at_once import AtOnce


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('catalogue', '0001_initial'),
        ('checkout', '0001_initial'),
        ('shop', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AtOnce([
            migrations.CreateModel(
                name='Ticket',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('position', models.PositiveSmallIntegerField(verbose_name="which of the line's")),
                    ('number', models.CharField(default=aftersale.numbers.tickets.drawn_number, editable=False, max_length=13, unique=True, verbose_name='number')),
                    ('version', models.PositiveSmallIntegerField(default=1, help_text='A new one ends the code that was sent with the one before.', verbose_name='version')),
                    ('issued_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='issued')),
                    ('reissued_at', models.DateTimeField(blank=True, null=True, verbose_name='issued anew')),
                    ('invalidated_at', models.DateTimeField(blank=True, null=True, verbose_name='invalid since')),
                    ('ended', models.CharField(blank=True, choices=[('line', 'no longer part of the order'), ('refund', 'its money goes back'), ('staff', 'by staff')], max_length=8, verbose_name='why it is invalid')),
                    ('reason', models.CharField(blank=True, help_text='What staff wrote, last.', max_length=200, verbose_name='reason')),
                    ('line', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tickets', to='checkout.orderline', verbose_name='line')),
                ],
                options={
                    'verbose_name': 'ticket',
                    'verbose_name_plural': 'tickets',
                    'ordering': ['-issued_at', 'position'],
                    'constraints': [models.UniqueConstraint(fields=('line', 'position'), name='one_ticket_per_piece'), models.CheckConstraint(condition=models.Q(('position__gt', 0), ('version__gt', 0)), name='tickets_count_from_one'), models.CheckConstraint(condition=models.Q(('number__regex', '^[1-9][0-9]{12}$')), name='ticket_number_has_13_digits'), models.CheckConstraint(condition=models.Q(models.Q(('ended', ''), ('invalidated_at', None)), models.Q(('invalidated_at__isnull', False), models.Q(('ended', ''), _negated=True)), _connector='OR'), name='invalid_ticket_knows_why')],
                },
            ),
            migrations.CreateModel(
                name='Withdrawal',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('key', models.CharField(editable=False, max_length=64)),
                    ('language', models.CharField(max_length=2, verbose_name='language')),
                    ('name', models.CharField(max_length=120, verbose_name='name')),
                    ('contract', models.CharField(max_length=300, verbose_name='contract, as typed')),
                    ('items', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=400), blank=True, default=list, help_text='Empty: the whole contract.', size=None, verbose_name='only these')),
                    ('text', models.CharField(blank=True, max_length=500, verbose_name='note')),
                    ('email', models.EmailField(max_length=254, verbose_name='e-mail')),
                    ('declared_at', models.DateTimeField(db_index=True, verbose_name='received')),
                    ('deadline', models.DateField(verbose_name='money back until')),
                    ('state', models.CharField(choices=[('received', 'received'), ('matched', 'order found'), ('awaited', 'goods awaited'), ('refunded', 'refunded'), ('exempt', 'no right, customer informed'), ('closed', 'closed')], default='received', max_length=10, verbose_name='state')),
                    ('order', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='withdrawals', to='checkout.order', verbose_name='order')),
                    ('shop', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='withdrawals', to='shop.shop', verbose_name='shop')),
                ],
                options={
                    'verbose_name': 'withdrawal',
                    'verbose_name_plural': 'withdrawals',
                    'ordering': ['-declared_at'],
                    'permissions': [('export_withdrawal', 'Can export withdrawals')],
                    'constraints': [models.UniqueConstraint(fields=('shop', 'key'), name='one_withdrawal_per_press'), models.CheckConstraint(condition=models.Q(models.Q(('order', None), ('state', 'received')), models.Q(('state__in', ['received', 'matched']), _negated=True), models.Q(('order__isnull', False), ('state', 'matched')), _connector='OR'), name='withdrawal_is_matched_to_an_order')],
                    'indexes': [models.Index(django.db.models.functions.text.Upper('email'), name='withdrawals_of_an_address')],
                },
            ),
            migrations.CreateModel(
                name='WithdrawalStep',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(auto_now_add=True, verbose_name='at')),
                    ('state', models.CharField(choices=[('received', 'received'), ('matched', 'order found'), ('awaited', 'goods awaited'), ('refunded', 'refunded'), ('exempt', 'no right, customer informed'), ('closed', 'closed')], max_length=10, verbose_name='state')),
                    ('note', models.TextField(blank=True, verbose_name='note')),
                    ('staff', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                    ('withdrawal', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='aftersale.withdrawal')),
                ],
                options={
                    'verbose_name': 'step of a withdrawal',
                    'verbose_name_plural': 'steps of withdrawals',
                    'ordering': ['at', 'id'],
                },
            ),
            migrations.CreateModel(
                name='TrackingFile',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('checksum', models.CharField(editable=False, max_length=64, unique=True)),
                    ('name', models.CharField(max_length=120, verbose_name='file')),
                    ('tracked_by', models.CharField(choices=[('dhl', 'DHL'), ('deutsche_post', 'Deutsche Post'), ('dpd', 'DPD'), ('gls', 'GLS'), ('hermes', 'Hermes'), ('ups', 'UPS'), ('austrian_post', 'Österreichische Post'), ('swiss_post', 'Swiss Post')], max_length=20, verbose_name='carried by')),
                    ('state', models.CharField(choices=[('looked_at', 'looked at, nothing shipped'), ('shipping', 'is being shipped'), ('done', 'done')], default='looked_at', max_length=10, verbose_name='state')),
                    ('received_at', models.DateTimeField(auto_now_add=True, verbose_name='received')),
                    ('rows', models.JSONField(default=list, verbose_name='lines')),
                    ('staff', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='sent by')),
                ],
                options={
                    'verbose_name': 'list of tracking numbers',
                    'verbose_name_plural': 'lists of tracking numbers',
                    'ordering': ['-id'],
                },
            ),
            migrations.CreateModel(
                name='PrintedList',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('checksum', models.CharField(editable=False, max_length=64)),
                    ('name', models.CharField(max_length=120, verbose_name='file')),
                    ('state', models.CharField(choices=[('looked_at', 'looked at, not taken in'), ('done', 'taken in')], default='looked_at', max_length=10, verbose_name='state')),
                    ('received_at', models.DateTimeField(auto_now_add=True, verbose_name='received')),
                    ('rows', models.JSONField(default=list, verbose_name='lines')),
                    ('left_out', models.PositiveIntegerField(default=0, help_text='Lines whose number was there already when the list was taken in.', verbose_name='left out')),
                    ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='printed_lists', to='catalogue.event', verbose_name='event')),
                    ('staff', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='sent by')),
                ],
                options={
                    'verbose_name': 'list of printed tickets',
                    'verbose_name_plural': 'lists of printed tickets',
                    'ordering': ['-id'],
                    'constraints': [models.UniqueConstraint(fields=('event', 'checksum'), name='one_printed_list_per_content')],
                },
            ),
            migrations.CreateModel(
                name='PrintedNumber',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('place', models.PositiveIntegerField(verbose_name='line of the list')),
                    ('number', models.CharField(max_length=40, verbose_name='number')),
                    ('key', models.CharField(editable=False, help_text='The number however it is typed.', max_length=40)),
                    ('position', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="which of the line's")),
                    ('given_at', models.DateTimeField(blank=True, null=True, verbose_name='given')),
                    ('voided_at', models.DateTimeField(blank=True, null=True, verbose_name='void since')),
                    ('ended', models.CharField(blank=True, choices=[('line', 'no longer part of the order'), ('refund', 'its money goes back'), ('lost', 'lost with its parcel'), ('replaced', 'replaced'), ('staff', 'by staff')], max_length=8, verbose_name='why it is void')),
                    ('reason', models.CharField(blank=True, help_text='What staff wrote, last.', max_length=200, verbose_name='reason')),
                    ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='printed_numbers', to='catalogue.event', verbose_name='event')),
                    ('line', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='printed_numbers', to='checkout.orderline', verbose_name='given to')),
                    ('list', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='numbers', to='aftersale.printedlist', verbose_name='list')),
                    ('pricing_category', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='catalogue.pricingcategory', verbose_name='pricing category')),
                    ('variant', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='catalogue.productvariant', verbose_name='variant')),
                ],
                options={
                    'verbose_name': 'printed ticket',
                    'verbose_name_plural': 'printed tickets',
                    'ordering': ['-list_id', 'place'],
                    'permissions': [('export_printednumber', 'Can export printed numbers')],
                    'indexes': [models.Index(condition=models.Q(('line', None), ('voided_at', None)), fields=['event', 'variant', 'pricing_category', 'list', 'place'], name='free_printed_numbers'), models.Index(fields=['key'], name='printed_numbers_by_key')],
                    'constraints': [models.UniqueConstraint(fields=('event', 'key'), name='printed_number_once_per_event'), models.UniqueConstraint(condition=models.Q(('voided_at', None)), fields=('line', 'position'), name='one_printed_number_per_piece'), models.CheckConstraint(condition=models.Q(models.Q(('given_at', None), ('line', None), ('position', None)), models.Q(('given_at__isnull', False), ('line__isnull', False), ('position__gt', 0)), _connector='OR'), name='given_number_has_its_piece'), models.CheckConstraint(condition=models.Q(models.Q(('ended', ''), ('voided_at', None)), models.Q(('voided_at__isnull', False), models.Q(('ended', ''), _negated=True)), _connector='OR'), name='void_number_knows_why'), models.CheckConstraint(condition=models.Q(('variant', None), ('pricing_category', None), _connector='OR'), name='printed_number_of_one_kind')],
                },
            ),
            migrations.CreateModel(
                name='Attendee',
                fields=[
                ],
                options={
                    'verbose_name': 'attendee',
                    'verbose_name_plural': 'attendees',
                    'permissions': [('export_attendee', 'Can export attendees')],
                    'proxy': True,
                    'default_permissions': ['view'],
                },
                bases=('aftersale.ticket',),
            ),
            migrations.CreateModel(
                name='EntranceEvent',
                fields=[
                ],
                options={
                    'verbose_name': 'entrance',
                    'verbose_name_plural': 'entrances',
                    'proxy': True,
                    'default_permissions': ['view'],
                    'permissions': [('sell_at_door', 'Can sell tickets at the door'), ('put_on_guest_list', 'Can put guests on the list')],
                },
                bases=('catalogue.event',),
            ),
            migrations.CreateModel(
                name='EntranceDevice',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('name', models.CharField(help_text='As colleagues read it: “Main entrance, left”.', max_length=60, verbose_name='name')),
                    ('may_undo', models.BooleanField(default=False, help_text='Otherwise only staff with the right do so, here.', verbose_name='may undo entries')),
                    ('pairing_digest', models.CharField(editable=False, max_length=64, null=True, unique=True)),
                    ('pairing_until', models.DateTimeField(editable=False, null=True)),
                    ('key_digest', models.CharField(editable=False, max_length=64, null=True, unique=True)),
                    ('paired_at', models.DateTimeField(editable=False, null=True, verbose_name='paired')),
                    ('seen_at', models.DateTimeField(editable=False, null=True, verbose_name='last heard of')),
                    ('withdrawn_at', models.DateTimeField(editable=False, null=True, verbose_name='withdrawn')),
                    ('event', models.ForeignKey(help_text='Whose tickets it lets in.', on_delete=django.db.models.deletion.PROTECT, related_name='entrance_devices', to='catalogue.event', verbose_name='event')),
                    ('may_sell', models.BooleanField(default=False, help_text='For cash or by card, to whoever comes without a ticket. Sales are of whoever paired the phone.', verbose_name='sells tickets')),
                    ('paired_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='paired by')),
                    ('offered_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('may_admit_by_number', models.BooleanField(default=False, help_text='Also who names a number or a name on the list, without the ticket’s code. Each such entry is marked.', verbose_name='lets in by number')),
                    ('might_admit_by_number', models.BooleanField(db_default=False, default=False, editable=False)),
                ],
                options={
                    'verbose_name': 'entrance device',
                    'verbose_name_plural': 'entrance devices',
                    'ordering': ['-event__happening_from', 'name'],
                    'constraints': [models.UniqueConstraint(fields=('event', 'name'), name='entrance_device_names_of_an_event', violation_error_message='This event has a device of that name.'), models.CheckConstraint(condition=models.Q(('withdrawn_at', None), models.Q(('key_digest', None), ('pairing_digest', None)), _connector='OR'), name='withdrawn_device_has_no_key')],
                },
            ),
            migrations.CreateModel(
                name='Scan',
                fields=[
                    ('id', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                    ('scanned_at', models.DateTimeField(help_text="By the device's clock, put right by what it was off when it sent this.", verbose_name='scanned')),
                    ('received_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='received')),
                    ('offline', models.BooleanField(verbose_name='decided offline')),
                    ('verdict', models.CharField(choices=[('admitted', 'let in'), ('already', 'in already'), ('other_event', 'for another event'), ('ended', 'no longer valid'), ('old_code', 'old code'), ('unknown', 'no ticket of ours'), ('number_only', 'only a number'), ('sent_away', 'good, but sent away')], max_length=12, verbose_name='found')),
                    ('let_in', models.BooleanField(verbose_name='let in')),
                    ('against', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='doubles', to='aftersale.scan', verbose_name='entry before it')),
                    ('device', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='scans', to='aftersale.entrancedevice', verbose_name='entrance device')),
                    ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='scans', to='catalogue.event', verbose_name='event')),
                    ('ticket', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='scans', to='aftersale.ticket', verbose_name='ticket')),
                    ('by_number', models.BooleanField(db_default=False, default=False, verbose_name='by number alone')),
                    ('number', models.CharField(blank=True, db_default='', default='', max_length=13, verbose_name='number read')),
                    ('read_by', models.CharField(blank=True, choices=[('', 'not told'), ('camera', 'camera'), ('typed', 'typed'), ('sold', 'sold at the door')], db_default='', default='', max_length=6, verbose_name='read by')),
                ],
                options={
                    'verbose_name': 'scan',
                    'verbose_name_plural': 'scans',
                    'ordering': ['-received_at'],
                    'indexes': [models.Index(fields=['event', '-received_at'], name='scans_of_an_event')],
                    'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('ticket', None), ('verdict', 'unknown')), models.Q(models.Q(('verdict', 'unknown'), _negated=True), ('ticket__isnull', False)), _connector='OR'), name='scan_knows_its_ticket'), models.CheckConstraint(condition=models.Q(models.Q(('against__isnull', False), ('verdict', 'already')), models.Q(models.Q(('verdict', 'already'), _negated=True), ('against', None)), _connector='OR'), name='double_scan_knows_the_entry_before'), models.CheckConstraint(condition=models.Q(models.Q(('verdict', 'admitted'), _negated=True), ('let_in', True), _connector='OR'), name='admitted_scan_let_somebody_in'), models.CheckConstraint(condition=models.Q(models.Q(('by_number', True), ('verdict', 'admitted'), _negated=True), ('read_by', 'typed'), _connector='OR'), name='number_lets_in_only_typed')],
                },
            ),
            migrations.CreateModel(
                name='Admission',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(verbose_name='in since')),
                    ('undone_at', models.DateTimeField(editable=False, null=True, verbose_name='undone')),
                    ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                    ('ticket', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='admissions', to='aftersale.ticket', verbose_name='ticket')),
                    ('undone_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='undone by')),
                    ('undone_on', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='aftersale.entrancedevice', verbose_name='undone on')),
                    ('scan', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='admission', to='aftersale.scan', verbose_name='scan')),
                ],
                options={
                    'verbose_name': 'entry',
                    'verbose_name_plural': 'entries',
                    'ordering': ['-at'],
                    'permissions': [('undo_admission', 'Can undo entries'), ('admit_by_number', 'Can let in by number')],
                    'default_permissions': ['view'],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('undone_at', None)), fields=('ticket',), name='one_admission_per_ticket'), models.CheckConstraint(condition=models.Q(models.Q(('undone_at', None), ('undone_by', None), ('undone_on', None)), models.Q(('undone_at__isnull', False), models.Q(('undone_by__isnull', False), ('undone_on__isnull', False), _connector='OR')), _connector='OR'), name='undone_admission_knows_by_whom'), models.CheckConstraint(condition=models.Q(('undone_at', None), ('undone_at__gte', models.F('at')), _connector='OR'), name='undone_after_entry')],
                },
            ),
            migrations.CreateModel(
                name='RefundOffer',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('cause', models.CharField(choices=[('cancelled', 'cancelled'), ('moved', 'moved')], max_length=10, verbose_name='what happened')),
                    ('opened_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='open since')),
                    ('closes_at', models.DateTimeField(blank=True, help_text='Empty: as long as nobody closes it.', null=True, verbose_name='until')),
                    ('by_itself', models.BooleanField(default=False, help_text='What was paid by card or PayPal goes back at once; who paid by transfer is asked for an account.', verbose_name='without being asked')),
                    ('kept_fee', models.DecimalField(decimal_places=2, default=Decimal('0'), help_text='In euros. Of a cancelled event the whole price goes back, fees included.', max_digits=6, validators=[django.core.validators.MinValueValidator(0)], verbose_name='kept of each ticket')),
                    ('message', models.TextField(blank=True, verbose_name='message to ticket holders')),
                    ('message_de', models.TextField(blank=True, null=True, verbose_name='message to ticket holders')),
                    ('message_en', models.TextField(blank=True, null=True, verbose_name='message to ticket holders')),
                    ('refund_error_message', models.CharField(blank=True, help_text='Who asks then reads this instead of “in 2–3 days”.', max_length=300, verbose_name='message while it is closed')),
                    ('refund_error_message_de', models.CharField(blank=True, help_text='Who asks then reads this instead of “in 2–3 days”.', max_length=300, null=True, verbose_name='message while it is closed')),
                    ('refund_error_message_en', models.CharField(blank=True, help_text='Who asks then reads this instead of “in 2–3 days”.', max_length=300, null=True, verbose_name='message while it is closed')),
                    ('told_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='holders are told since')),
                    ('event', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='refund_offer', to='catalogue.event', verbose_name='event')),
                    ('staff', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='opened by')),
                ],
                options={
                    'verbose_name': 'refund offer',
                    'verbose_name_plural': 'refund offers',
                    'ordering': ['-id'],
                    'permissions': [('open_refundoffer', 'Can open and close refund offers')],
                    'constraints': [models.CheckConstraint(condition=models.Q(('kept_fee__gte', 0)), name='kept_fee_not_negative'), models.CheckConstraint(condition=models.Q(('closes_at', None), ('opened_at', None), ('closes_at__gte', models.F('opened_at')), _connector='OR'), name='refund_offer_closes_after_it_opens', violation_error_message='It would close before it opens.')],
                },
            ),
            migrations.CreateModel(
                name='RefundRequest',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('origin', models.CharField(choices=[('guest', 'asked for by a guest'), ('offer', "by the event's offer")], max_length=10, verbose_name='whence')),
                    ('language', models.CharField(max_length=2, verbose_name='language')),
                    ('email', models.EmailField(blank=True, help_text="Told as well, beside the order's own.", max_length=254, verbose_name='e-mail')),
                    ('to_account', models.BooleanField(default=False, verbose_name='to a bank account')),
                    ('account_name', models.CharField(blank=True, max_length=70, verbose_name='account holder')),
                    ('iban', models.CharField(blank=True, max_length=34, verbose_name='IBAN')),
                    ('amount', models.DecimalField(decimal_places=2, max_digits=10, verbose_name='amount')),
                    ('state', models.CharField(choices=[('to_confirm', 'waits for confirmation by mail'), ('received', 'to be decided'), ('approved', 'approved'), ('settled', 'settled by hand'), ('declined', 'declined')], default='received', max_length=10, verbose_name='state')),
                    ('problem', models.CharField(blank=True, choices=[('money', 'a code paid, or no payment of the order has that much left'), ('parts', 'only some tickets of one line'), ('account', 'paid by card or PayPal, or without an e-mail address, and wanted on an account')], max_length=10, verbose_name='problem')),
                    ('note', models.CharField(blank=True, help_text='What staff wrote.', max_length=500, verbose_name='note')),
                    ('created_at', models.DateTimeField(auto_now_add=True, db_index=True, verbose_name='received')),
                    ('decided_at', models.DateTimeField(blank=True, null=True, verbose_name='decided')),
                    ('offer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='requests', to='aftersale.refundoffer', verbose_name='refund offer')),
                    ('order', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='refund_requests', to='checkout.order', verbose_name='order')),
                    ('refunds', models.ManyToManyField(related_name='requests', to='checkout.refund', verbose_name='refunds')),
                    ('staff', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                    ('confirmed_at', models.DateTimeField(blank=True, help_text="By a link that only the order's address got.", null=True, verbose_name='confirmed by mail')),
                ],
                options={
                    'verbose_name': 'refund request',
                    'verbose_name_plural': 'refund requests',
                    'ordering': ['-created_at'],
                    'constraints': [models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='refund_request_wants_something'), models.CheckConstraint(condition=models.Q(('to_account', True), models.Q(('account_name', ''), ('iban', '')), _connector='OR'), name='account_only_where_money_goes_there'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('state__in', ['to_confirm', 'received'])), models.Q(models.Q(('state__in', ['to_confirm', 'received']), _negated=True), ('decided_at__isnull', False)), _connector='OR'), name='decided_refund_request_knows_when')],
                    'indexes': [models.Index(django.db.models.functions.text.Upper('email'), condition=models.Q(('email', ''), _negated=True), name='refund_requests_of_an_address')],
                },
            ),
            migrations.CreateModel(
                name='RequestedTicket',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('stands', models.BooleanField(default=True, help_text='Not, where the request is unconfirmed or declined.', verbose_name='stands')),
                    ('line', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='refund_requests', to='checkout.orderline')),
                    ('request', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tickets', to='aftersale.refundrequest')),
                    ('ticket', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='refund_requests', to='aftersale.ticket', verbose_name='ticket')),
                ],
                options={
                    'verbose_name': 'ticket of a refund request',
                    'verbose_name_plural': 'tickets of refund requests',
                    'constraints': [models.UniqueConstraint(condition=models.Q(('stands', True), ('ticket__isnull', False)), fields=('ticket',), name='a_ticket_is_refunded_once'), models.UniqueConstraint(condition=models.Q(('stands', True), ('ticket', None)), fields=('line',), name='a_printed_line_is_refunded_once')],
                },
            ),
            migrations.CreateModel(
                name='CheckIn',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('checked_in_at', models.DateTimeField(help_text='The last time.', verbose_name='checked in')),
                    ('expires_on', models.DateField(verbose_name='counts until')),
                    ('answers', models.JSONField(blank=True, default=dict, verbose_name='answers')),
                    ('ticket', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='check_in', to='aftersale.ticket', verbose_name='ticket')),
                ],
                options={
                    'verbose_name': 'check-in',
                    'verbose_name_plural': 'check-ins',
                    'ordering': ['-checked_in_at'],
                    'permissions': [('see_checkin_answers', 'Can see what was answered at check-ins'), ('export_checkin', 'Can export check-ins')],
                },
            ),
            migrations.CreateModel(
                name='CheckInForm',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('allow_retake', models.BooleanField(default=False, help_text='The latest answers count. Without it, only staff can let somebody check in once more.', verbose_name='may be done again')),
                    ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='check_in_form', to='catalogue.event', verbose_name='event')),
                ],
                options={
                    'verbose_name': 'check-in form',
                    'verbose_name_plural': 'check-in forms',
                    'ordering': ['-event__happening_from'],
                },
            ),
            migrations.CreateModel(
                name='CheckInItem',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('content', 'text to read'), ('form', 'field')], default='content', max_length=10, verbose_name='kind')),
                    ('header', models.CharField(blank=True, max_length=160, verbose_name='heading')),
                    ('header_de', models.CharField(blank=True, max_length=160, null=True, verbose_name='heading')),
                    ('header_en', models.CharField(blank=True, max_length=160, null=True, verbose_name='heading')),
                    ('content', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', verbose_name='text')),
                    ('content_de', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='text')),
                    ('content_en', shop.models.entered.HtmlField(blank=True, help_text='Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, li, a, table; everything else is taken out when it is shown.', null=True, verbose_name='text')),
                    ('form_type', models.CharField(choices=[('text', 'line of text'), ('checkbox', 'box to tick')], default='text', max_length=10, verbose_name='kind of field')),
                    ('name', models.SlugField(blank=True, help_text='By which answers are kept; empty: made of the question. Another name is another question.', max_length=40, null=True, verbose_name='name')),
                    ('label', models.CharField(blank=True, max_length=300, verbose_name='question')),
                    ('label_de', models.CharField(blank=True, max_length=300, null=True, verbose_name='question')),
                    ('label_en', models.CharField(blank=True, max_length=300, null=True, verbose_name='question')),
                    ('required', models.BooleanField(default=False, verbose_name='required')),
                    ('order', models.PositiveSmallIntegerField(default=0, verbose_name='order')),
                    ('form', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='items', to='aftersale.checkinform')),
                ],
                options={
                    'verbose_name': 'part of a check-in form',
                    'verbose_name_plural': 'parts of check-in forms',
                    'ordering': ['order', 'id'],
                    'constraints': [models.UniqueConstraint(fields=('form', 'name'), name='check_in_field_names_of_a_form'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'content'), ('name', None), ('required', False)), models.Q(('kind', 'form'), ('name__isnull', False), models.Q(('name', ''), _negated=True)), _connector='OR'), name='check_in_fields_have_names')],
                },
            ),
            migrations.CreateModel(
                name='ProofUpload',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('key', models.CharField(default=secrets.token_urlsafe, editable=False, max_length=50, unique=True)),
                    ('content_type', models.CharField(max_length=20)),
                    ('created_at', models.DateTimeField(auto_now_add=True, db_index=True)),
                    ('claimed_at', models.DateTimeField(null=True)),
                    ('shop', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='shop.shop')),
                    ('printed', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='aftersale.printednumber')),
                    ('size', models.PositiveIntegerField(db_default=4194304)),
                ],
                options={
                    'default_permissions': (),
                },
            ),
            migrations.CreateModel(
                name='TicketServicePeriod',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('change_until', models.DateTimeField(blank=True, help_text='Empty: names cannot be changed by the form.', null=True, verbose_name='name change until')),
                    ('cancel_until', models.DateTimeField(blank=True, help_text='Empty: tickets cannot be cancelled by the form.', null=True, verbose_name='cancellation until')),
                    ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='ticket_service', to='catalogue.event', verbose_name='event')),
                ],
                options={
                    'verbose_name': 'ticket service',
                    'verbose_name_plural': 'ticket service',
                    'ordering': ['-event__happening_from'],
                },
            ),
            migrations.CreateModel(
                name='TicketServiceRequest',
                fields=[
                    ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ('kind', models.CharField(choices=[('change', 'name change'), ('cancel', 'cancellation')], max_length=10, verbose_name='what for')),
                    ('language', models.CharField(max_length=2, verbose_name='language')),
                    ('name', models.CharField(blank=True, max_length=80, verbose_name='name')),
                    ('email', models.EmailField(blank=True, help_text="Told as well, beside the order's own.", max_length=254, verbose_name='e-mail')),
                    ('reference', models.CharField(blank=True, max_length=40, verbose_name='order number as given')),
                    ('comment', models.TextField(blank=True, max_length=1000, verbose_name='comment')),
                    ('state', models.CharField(choices=[('received', 'to be decided'), ('done', 'done'), ('settled', 'settled by hand'), ('declined', 'declined')], default='received', max_length=10, verbose_name='state')),
                    ('note', models.CharField(blank=True, help_text='What staff wrote.', max_length=500, verbose_name='note')),
                    ('created_at', models.DateTimeField(auto_now_add=True, db_index=True, verbose_name='received')),
                    ('decided_at', models.DateTimeField(blank=True, null=True, verbose_name='decided')),
                    ('order', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ticket_service_requests', to='checkout.order', verbose_name='order')),
                    ('refunds', models.ManyToManyField(related_name='ticket_service_requests', to='checkout.refund', verbose_name='refunds')),
                    ('staff', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ],
                options={
                    'verbose_name': 'ticket service request',
                    'verbose_name_plural': 'ticket service requests',
                    'ordering': ['-created_at'],
                    'default_permissions': ['view', 'change'],
                    'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('state', 'received')), models.Q(models.Q(('state', 'received'), _negated=True), ('decided_at__isnull', False)), _connector='OR'), name='decided_ticket_service_request_knows_when')],
                    'indexes': [models.Index(django.db.models.functions.text.Upper('email'), condition=models.Q(('email', ''), _negated=True), name='service_requests_of_an_address')],
                },
            ),
            migrations.CreateModel(
                name='TicketServiceItem',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('position', models.PositiveSmallIntegerField(verbose_name='order')),
                    ('type', models.CharField(choices=[('online', 'online ticket'), ('hard', 'printed ticket')], max_length=10, verbose_name='kind of ticket')),
                    ('number', models.CharField(max_length=40, verbose_name='number')),
                    ('name', models.CharField(blank=True, max_length=80, verbose_name='present name')),
                    ('name_new', models.CharField(blank=True, max_length=80, verbose_name='new name')),
                    ('stands', models.BooleanField(default=True, help_text='As long as its request waits.', verbose_name='stands')),
                    ('line', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ticket_service_items', to='checkout.orderline')),
                    ('printed', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='ticket_service_items', to='aftersale.printednumber', verbose_name='printed ticket')),
                    ('proof', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='item', to='aftersale.proofupload', verbose_name='proof')),
                    ('ticket', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='ticket_service_items', to='aftersale.ticket', verbose_name='ticket')),
                    ('request', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='items', to='aftersale.ticketservicerequest')),
                ],
                options={
                    'verbose_name': 'ticket of a request',
                    'verbose_name_plural': 'tickets of a request',
                    'ordering': ['position'],
                    'default_permissions': (),
                    'constraints': [models.UniqueConstraint(condition=models.Q(('stands', True)), fields=('ticket',), name='a_ticket_stands_in_one_service_request'), models.UniqueConstraint(condition=models.Q(('stands', True)), fields=('printed',), name='a_printed_ticket_stands_in_one_service_request'), models.CheckConstraint(condition=models.Q(models.Q(('printed', None), ('proof', None), ('ticket__isnull', False), ('type', 'online')), models.Q(('printed__isnull', False), ('ticket', None), ('type', 'hard')), _connector='OR'), name='service_item_is_of_its_type')],
                },
            ),
            migrations.CreateModel(
                name='FormerNumber',
                fields=[
                    ('number', models.CharField(max_length=13, primary_key=True, serialize=False, verbose_name='number')),
                    ('version', models.PositiveSmallIntegerField(help_text='The last one that had it.', verbose_name='version')),
                    ('good_until', models.DateTimeField(verbose_name='good until')),
                    ('ticket', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='former_numbers', to='aftersale.ticket', verbose_name='ticket')),
                ],
                options={
                    'verbose_name': 'former ticket number',
                    'verbose_name_plural': 'former ticket numbers',
                    'ordering': ['good_until'],
                    'default_permissions': (),
                },
            ),
            migrations.CreateModel(
                name='PersonRequest',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('handed_over', 'handed over'), ('erased', 'erased')], max_length=12, verbose_name='what was done')),
                    ('digest', models.CharField(db_index=True, help_text='The same for the same address; the address itself is not kept.', max_length=64, verbose_name='check value of the address')),
                    ('at', models.DateTimeField(auto_now_add=True, verbose_name='at')),
                    ('counts', models.JSONField(default=dict, verbose_name='counts')),
                    ('staff', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ],
                options={
                    'verbose_name': 'request about personal data',
                    'verbose_name_plural': 'requests about personal data',
                    'ordering': ['-at'],
                    'permissions': [('answer_personrequest', 'Can find, hand over and erase personal data')],
                    'default_permissions': ('view',),
                },
            ),
        ]),
        AtOnce([
            pgtrigger.migrations.AddTrigger(
                model_name='ticket',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.ticket', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (SELECT order_id FROM checkout_placement WHERE id = (SELECT placement_id FROM checkout_orderline WHERE id = (kept->>'line_id')::uuid))), (SELECT nullif(reference::text, '') FROM checkout_placement WHERE id = (SELECT placement_id FROM checkout_orderline WHERE id = (kept->>'line_id')::uuid)), nullif(kept->>'number', '')), array_remove(ARRAY['aftersale.ticket:' || (kept->>'id'), 'checkout.order:' || (SELECT order_id FROM checkout_placement WHERE id = (SELECT placement_id FROM checkout_orderline WHERE id = (kept->>'line_id')::uuid)), 'checkout.placement:' || (SELECT placement_id FROM checkout_orderline WHERE id = (kept->>'line_id')::uuid)], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='214f993f7829f08206b4c31853b19e9572f01cd3', operation='INSERT OR DELETE', pgid='pgtrigger_audited_229f8', table='aftersale_ticket', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='ticket',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.ticket', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (SELECT order_id FROM checkout_placement WHERE id = (SELECT placement_id FROM checkout_orderline WHERE id = (kept->>'line_id')::uuid))), (SELECT nullif(reference::text, '') FROM checkout_placement WHERE id = (SELECT placement_id FROM checkout_orderline WHERE id = (kept->>'line_id')::uuid)), nullif(kept->>'number', '')), array_remove(ARRAY['aftersale.ticket:' || (kept->>'id'), 'checkout.order:' || (SELECT order_id FROM checkout_placement WHERE id = (SELECT placement_id FROM checkout_orderline WHERE id = (kept->>'line_id')::uuid)), 'checkout.placement:' || (SELECT placement_id FROM checkout_orderline WHERE id = (kept->>'line_id')::uuid)], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='d15c754da863e3382056d81d196cf9d4f852da07', operation='UPDATE', pgid='pgtrigger_audited_update_8db4e', table='aftersale_ticket', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='ticket',
                trigger=pgtrigger.compiler.Trigger(name='number_never_again', sql=pgtrigger.compiler.UpsertTriggerSql(func="IF EXISTS (SELECT 1 FROM aftersale_formernumber former WHERE former.number = NEW.number) THEN\n    RAISE unique_violation USING MESSAGE = 'The number was a ticket''s before';\nEND IF;\nRETURN NULL;", hash='ba34366ba280fb7676fdac78fedfde0572a1ef05', operation='INSERT OR UPDATE OF "number"', pgid='pgtrigger_number_never_again_06ead', table='aftersale_ticket', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='withdrawal',
                trigger=pgtrigger.compiler.Trigger(name='declared', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (ROW(OLD.id, OLD.shop_id, OLD.key, OLD.language, OLD.name, OLD.contract, OLD.items, OLD.text, OLD.email, OLD.declared_at, OLD.deadline) IS DISTINCT FROM ROW(NEW.id, NEW.shop_id, NEW.key, NEW.language, NEW.name, NEW.contract, NEW.items, NEW.text, NEW.email, NEW.declared_at, NEW.deadline))', func="RAISE EXCEPTION 'A declaration is never changed';", hash='868f155d2ecd1b826597744948745ddc701fdfeb', operation='UPDATE', pgid='pgtrigger_declared_6ab8d', table='aftersale_withdrawal', when='BEFORE')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='withdrawal',
                trigger=pgtrigger.compiler.Trigger(name='stays', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'A declaration is never deleted';", hash='4b97dd531382703267ccb0f793f0c0dde65ca5e9', operation='DELETE', pgid='pgtrigger_stays_2e255', table='aftersale_withdrawal', when='BEFORE')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='withdrawal',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.withdrawal', TG_OP, kept->>'id', concat_ws(' · ', NULL), array_remove(ARRAY['aftersale.withdrawal:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id,key}'::text[], to_jsonb(NEW) - '{id,key}'::text[], '{name,email,contract,items,text}'::text[]); RETURN NULL;", hash='acb53ba76a7536fdc8ed3158aaaed1cf05bb3efa', operation='INSERT OR DELETE', pgid='pgtrigger_audited_c3e24', table='aftersale_withdrawal', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='withdrawal',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.withdrawal', TG_OP, kept->>'id', concat_ws(' · ', NULL), array_remove(ARRAY['aftersale.withdrawal:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id,key}'::text[], to_jsonb(NEW) - '{id,key}'::text[], '{name,email,contract,items,text}'::text[]); RETURN NULL;", hash='9fade10a34b46fca1375c7310b74418094ac9fea', operation='UPDATE', pgid='pgtrigger_audited_update_21e0b', table='aftersale_withdrawal', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='withdrawalstep',
                trigger=pgtrigger.compiler.Trigger(name='stays', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'What was done is never changed';", hash='0bfc3e405d69d78bdeed68d0f276c26f357d3d90', operation='UPDATE OR DELETE', pgid='pgtrigger_stays_a9ecb', table='aftersale_withdrawalstep', when='BEFORE')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='withdrawalstep',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.withdrawalstep', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name::text, '') FROM aftersale_withdrawal WHERE id = (kept->>'withdrawal_id')::uuid)), array_remove(ARRAY['aftersale.withdrawalstep:' || (kept->>'id'), 'aftersale.withdrawal:' || (kept->>'withdrawal_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{note}'::text[]); RETURN NULL;", hash='7a9507481cca36c1b1cbaf142ceb30d3be63d53a', operation='INSERT OR DELETE', pgid='pgtrigger_audited_cce67', table='aftersale_withdrawalstep', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='withdrawalstep',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.withdrawalstep', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name::text, '') FROM aftersale_withdrawal WHERE id = (kept->>'withdrawal_id')::uuid)), array_remove(ARRAY['aftersale.withdrawalstep:' || (kept->>'id'), 'aftersale.withdrawal:' || (kept->>'withdrawal_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{note}'::text[]); RETURN NULL;", hash='bf83905b4f3194e16cb9662a0791ded3dff67365', operation='UPDATE', pgid='pgtrigger_audited_update_c74af', table='aftersale_withdrawalstep', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='trackingfile',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.trackingfile', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name', '')), array_remove(ARRAY['aftersale.trackingfile:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{checksum,id,rows}'::text[], to_jsonb(NEW) - '{checksum,id,rows}'::text[], '{}'::text[]); RETURN NULL;", hash='cf6d5db01d725a3376f6240ff79c38932a24be35', operation='INSERT OR DELETE', pgid='pgtrigger_audited_b86d4', table='aftersale_trackingfile', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='trackingfile',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."name" IS DISTINCT FROM (NEW."name") OR OLD."received_at" IS DISTINCT FROM (NEW."received_at") OR OLD."staff_id" IS DISTINCT FROM (NEW."staff_id") OR OLD."state" IS DISTINCT FROM (NEW."state") OR OLD."tracked_by" IS DISTINCT FROM (NEW."tracked_by"))', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.trackingfile', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'name', '')), array_remove(ARRAY['aftersale.trackingfile:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{checksum,id,rows}'::text[], to_jsonb(NEW) - '{checksum,id,rows}'::text[], '{}'::text[]); RETURN NULL;", hash='b744401bccb2ec5cdffea00a79be3ffc8bad4511', operation='UPDATE', pgid='pgtrigger_audited_update_45970', table='aftersale_trackingfile', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='printedlist',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.printedlist', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint), nullif(kept->>'name', '')), array_remove(ARRAY['aftersale.printedlist:' || (kept->>'id'), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{checksum,id,rows}'::text[], to_jsonb(NEW) - '{checksum,id,rows}'::text[], '{}'::text[]); RETURN NULL;", hash='2d87cb83587961f2ebfafde9f2ac23abbc8396dc', operation='INSERT OR DELETE', pgid='pgtrigger_audited_4ed92', table='aftersale_printedlist', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='printedlist',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."event_id" IS DISTINCT FROM (NEW."event_id") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."left_out" IS DISTINCT FROM (NEW."left_out") OR OLD."name" IS DISTINCT FROM (NEW."name") OR OLD."received_at" IS DISTINCT FROM (NEW."received_at") OR OLD."staff_id" IS DISTINCT FROM (NEW."staff_id") OR OLD."state" IS DISTINCT FROM (NEW."state"))', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.printedlist', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint), nullif(kept->>'name', '')), array_remove(ARRAY['aftersale.printedlist:' || (kept->>'id'), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{checksum,id,rows}'::text[], to_jsonb(NEW) - '{checksum,id,rows}'::text[], '{}'::text[]); RETURN NULL;", hash='8df4fd5d4f03d7de69b3f9ba25ef5d686152043b', operation='UPDATE', pgid='pgtrigger_audited_update_e1500', table='aftersale_printedlist', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='printednumber',
                trigger=pgtrigger.compiler.Trigger(name='given_once', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.line_id IS NOT NULL AND (NEW.line_id <> OLD.line_id OR NEW.position <> OLD.position))', func="RAISE EXCEPTION 'A printed number is given once';", hash='4975a64d46216d5268f58896235aa6bca2552717', operation='UPDATE', pgid='pgtrigger_given_once_859af', table='aftersale_printednumber', when='BEFORE')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='printednumber',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.printednumber', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (SELECT order_id FROM checkout_placement WHERE id = (SELECT placement_id FROM checkout_orderline WHERE id = (kept->>'line_id')::uuid))), (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint), nullif(kept->>'number', '')), array_remove(ARRAY['aftersale.printednumber:' || (kept->>'id'), 'checkout.order:' || (SELECT order_id FROM checkout_placement WHERE id = (SELECT placement_id FROM checkout_orderline WHERE id = (kept->>'line_id')::uuid)), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{id,key}'::text[], to_jsonb(NEW) - '{id,key}'::text[], '{}'::text[]); RETURN NULL;", hash='28109e210fdcad2421975f6628910a9322015b03', operation='INSERT OR DELETE', pgid='pgtrigger_audited_ebada', table='aftersale_printednumber', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='printednumber',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.printednumber', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (SELECT order_id FROM checkout_placement WHERE id = (SELECT placement_id FROM checkout_orderline WHERE id = (kept->>'line_id')::uuid))), (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint), nullif(kept->>'number', '')), array_remove(ARRAY['aftersale.printednumber:' || (kept->>'id'), 'checkout.order:' || (SELECT order_id FROM checkout_placement WHERE id = (SELECT placement_id FROM checkout_orderline WHERE id = (kept->>'line_id')::uuid)), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{id,key}'::text[], to_jsonb(NEW) - '{id,key}'::text[], '{}'::text[]); RETURN NULL;", hash='b1baff0f67b5241b581c0a7ee9b795f001ee75af', operation='UPDATE', pgid='pgtrigger_audited_update_aec75', table='aftersale_printednumber', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='entrancedevice',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.entrancedevice', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint), nullif(kept->>'name', '')), array_remove(ARRAY['aftersale.entrancedevice:' || (kept->>'id'), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{id,key_digest,might_admit_by_number,pairing_digest,pairing_until,seen_at}'::text[], to_jsonb(NEW) - '{id,key_digest,might_admit_by_number,pairing_digest,pairing_until,seen_at}'::text[], '{}'::text[]); RETURN NULL;", hash='76fb555a39f14e1d1a685545e745e3b1ec019bef', operation='INSERT OR DELETE', pgid='pgtrigger_audited_a3fd7', table='aftersale_entrancedevice', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='entrancedevice',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.entrancedevice', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint), nullif(kept->>'name', '')), array_remove(ARRAY['aftersale.entrancedevice:' || (kept->>'id'), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{id,key_digest,might_admit_by_number,pairing_digest,pairing_until,seen_at}'::text[], to_jsonb(NEW) - '{id,key_digest,might_admit_by_number,pairing_digest,pairing_until,seen_at}'::text[], '{}'::text[]); RETURN NULL;", hash='6244cc12d2bf8d5a0d263896860209bb2519eb98', operation='UPDATE', pgid='pgtrigger_audited_update_94dbb', table='aftersale_entrancedevice', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='scan',
                trigger=pgtrigger.compiler.Trigger(name='stays', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'A scan is never deleted';", hash='ca3800f8e374e1c50530f7c15e069cd51c58195c', operation='DELETE', pgid='pgtrigger_stays_35362', table='aftersale_scan', when='BEFORE')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='scan',
                trigger=pgtrigger.compiler.Trigger(name='told', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (ROW(OLD.id, OLD.device_id, OLD.event_id, OLD.ticket_id, OLD.against_id, OLD.scanned_at, OLD.received_at, OLD.offline, OLD.verdict, OLD.read_by, OLD.number, OLD.by_number) IS DISTINCT FROM ROW(NEW.id, NEW.device_id, NEW.event_id, NEW.ticket_id, NEW.against_id, NEW.scanned_at, NEW.received_at, NEW.offline, NEW.verdict, NEW.read_by, NEW.number, NEW.by_number) OR OLD.let_in AND NOT NEW.let_in)', func="RAISE EXCEPTION 'A scan is never changed';", hash='16b4e1e45c6082c6ef85872c66a1ddd0b27b5c4e', operation='UPDATE', pgid='pgtrigger_told_929d2', table='aftersale_scan', when='BEFORE')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='admission',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.admission', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(number::text, '') FROM aftersale_ticket WHERE id = (kept->>'ticket_id')::uuid)), array_remove(ARRAY['aftersale.admission:' || (kept->>'id'), 'aftersale.ticket:' || (kept->>'ticket_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{reason}'::text[]); RETURN NULL;", hash='3ccc43444e02fdde0086ced45a8d61f233774dc1', operation='INSERT OR DELETE', pgid='pgtrigger_audited_9a362', table='aftersale_admission', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='admission',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.admission', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(number::text, '') FROM aftersale_ticket WHERE id = (kept->>'ticket_id')::uuid)), array_remove(ARRAY['aftersale.admission:' || (kept->>'id'), 'aftersale.ticket:' || (kept->>'ticket_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{reason}'::text[]); RETURN NULL;", hash='3a0fcaf2ff8c10da643aed6a3997c00e356a6c7e', operation='UPDATE', pgid='pgtrigger_audited_update_a479a', table='aftersale_admission', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='refundoffer',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.refundoffer', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint)), array_remove(ARRAY['aftersale.refundoffer:' || (kept->>'id'), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{id,message,refund_error_message}'::text[], to_jsonb(NEW) - '{id,message,refund_error_message}'::text[], '{}'::text[]); RETURN NULL;", hash='d943c6abff509372efc1b15afad621b194fea22a', operation='INSERT OR DELETE', pgid='pgtrigger_audited_36b14', table='aftersale_refundoffer', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='refundoffer',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.refundoffer', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint)), array_remove(ARRAY['aftersale.refundoffer:' || (kept->>'id'), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{id,message,refund_error_message}'::text[], to_jsonb(NEW) - '{id,message,refund_error_message}'::text[], '{}'::text[]); RETURN NULL;", hash='f5db82df4c5594a03aca4e1660cf964257163266', operation='UPDATE', pgid='pgtrigger_audited_update_99baf', table='aftersale_refundoffer', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='refundrequest',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.refundrequest', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (kept->>'order_id')::uuid), (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (SELECT event_id FROM aftersale_refundoffer WHERE id = (kept->>'offer_id')::bigint))), array_remove(ARRAY['aftersale.refundrequest:' || (kept->>'id'), 'checkout.order:' || (kept->>'order_id')::uuid, 'catalogue.event:' || (SELECT event_id FROM aftersale_refundoffer WHERE id = (kept->>'offer_id')::bigint)], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{email,account_name,iban,note}'::text[]); RETURN NULL;", hash='4d40a8bbd007ce9202561fed69734f489004be79', operation='INSERT OR DELETE', pgid='pgtrigger_audited_7447b', table='aftersale_refundrequest', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='refundrequest',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.refundrequest', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (kept->>'order_id')::uuid), (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (SELECT event_id FROM aftersale_refundoffer WHERE id = (kept->>'offer_id')::bigint))), array_remove(ARRAY['aftersale.refundrequest:' || (kept->>'id'), 'checkout.order:' || (kept->>'order_id')::uuid, 'catalogue.event:' || (SELECT event_id FROM aftersale_refundoffer WHERE id = (kept->>'offer_id')::bigint)], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{email,account_name,iban,note}'::text[]); RETURN NULL;", hash='a5e30e2dbd1f5ce1744d2c171a0fa0d6e39de5c2', operation='UPDATE', pgid='pgtrigger_audited_update_457f9', table='aftersale_refundrequest', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='requestedticket',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.requestedticket', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(note::text, '') FROM aftersale_refundrequest WHERE id = (kept->>'request_id')::uuid)), array_remove(ARRAY['aftersale.requestedticket:' || (kept->>'id'), 'aftersale.refundrequest:' || (kept->>'request_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='041e0274ccf3f92da4aee00ba61cc3e0bd993573', operation='INSERT OR DELETE', pgid='pgtrigger_audited_42c23', table='aftersale_requestedticket', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='requestedticket',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.requestedticket', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(note::text, '') FROM aftersale_refundrequest WHERE id = (kept->>'request_id')::uuid)), array_remove(ARRAY['aftersale.requestedticket:' || (kept->>'id'), 'aftersale.refundrequest:' || (kept->>'request_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='4d703442add72800febf1465ee7f46cf4a5151ff', operation='UPDATE', pgid='pgtrigger_audited_update_ea353', table='aftersale_requestedticket', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='checkin',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.checkin', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (SELECT order_id FROM checkout_placement WHERE id = (SELECT placement_id FROM checkout_orderline WHERE id = (SELECT line_id FROM aftersale_ticket WHERE id = (kept->>'ticket_id')::uuid)))), (SELECT nullif(number::text, '') FROM aftersale_ticket WHERE id = (kept->>'ticket_id')::uuid)), array_remove(ARRAY['aftersale.checkin:' || (kept->>'id'), 'checkout.order:' || (SELECT order_id FROM checkout_placement WHERE id = (SELECT placement_id FROM checkout_orderline WHERE id = (SELECT line_id FROM aftersale_ticket WHERE id = (kept->>'ticket_id')::uuid))), 'aftersale.ticket:' || (kept->>'ticket_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{answers}'::text[]); RETURN NULL;", hash='23bc6ee7fa47044dae1ef82d040e32a6f3514e66', operation='INSERT OR DELETE', pgid='pgtrigger_audited_ad9e1', table='aftersale_checkin', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='checkin',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.checkin', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (SELECT order_id FROM checkout_placement WHERE id = (SELECT placement_id FROM checkout_orderline WHERE id = (SELECT line_id FROM aftersale_ticket WHERE id = (kept->>'ticket_id')::uuid)))), (SELECT nullif(number::text, '') FROM aftersale_ticket WHERE id = (kept->>'ticket_id')::uuid)), array_remove(ARRAY['aftersale.checkin:' || (kept->>'id'), 'checkout.order:' || (SELECT order_id FROM checkout_placement WHERE id = (SELECT placement_id FROM checkout_orderline WHERE id = (SELECT line_id FROM aftersale_ticket WHERE id = (kept->>'ticket_id')::uuid))), 'aftersale.ticket:' || (kept->>'ticket_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{answers}'::text[]); RETURN NULL;", hash='b7f49c88c9500a244f0e21e15624c18716ff6478', operation='UPDATE', pgid='pgtrigger_audited_update_742f4', table='aftersale_checkin', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='checkinform',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.checkinform', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint)), array_remove(ARRAY['aftersale.checkinform:' || (kept->>'id'), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='1ee8ea5fb3a9b64ac7d25508eaceb8da9fd73bd6', operation='INSERT OR DELETE', pgid='pgtrigger_audited_c6c3d', table='aftersale_checkinform', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='checkinform',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.checkinform', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint)), array_remove(ARRAY['aftersale.checkinform:' || (kept->>'id'), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='c6543bcdc99159d94f00a9c35631093ab1ebc452', operation='UPDATE', pgid='pgtrigger_audited_update_6298d', table='aftersale_checkinform', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='checkinitem',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.checkinitem', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (SELECT event_id FROM aftersale_checkinform WHERE id = (kept->>'form_id')::bigint)), nullif(kept->>'name', '')), array_remove(ARRAY['aftersale.checkinitem:' || (kept->>'id'), 'catalogue.event:' || (SELECT event_id FROM aftersale_checkinform WHERE id = (kept->>'form_id')::bigint), 'aftersale.checkinform:' || (kept->>'form_id')::bigint], NULL), to_jsonb(OLD) - '{content,header,id,label}'::text[], to_jsonb(NEW) - '{content,header,id,label}'::text[], '{}'::text[]); RETURN NULL;", hash='80e0405b26543e65ec71baa089cf0a5be6d7976d', operation='INSERT OR DELETE', pgid='pgtrigger_audited_8892f', table='aftersale_checkinitem', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='checkinitem',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.checkinitem', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (SELECT event_id FROM aftersale_checkinform WHERE id = (kept->>'form_id')::bigint)), nullif(kept->>'name', '')), array_remove(ARRAY['aftersale.checkinitem:' || (kept->>'id'), 'catalogue.event:' || (SELECT event_id FROM aftersale_checkinform WHERE id = (kept->>'form_id')::bigint), 'aftersale.checkinform:' || (kept->>'form_id')::bigint], NULL), to_jsonb(OLD) - '{content,header,id,label}'::text[], to_jsonb(NEW) - '{content,header,id,label}'::text[], '{}'::text[]); RETURN NULL;", hash='a3398afe5100be80d65a48ebe199533661a5d3e7', operation='UPDATE', pgid='pgtrigger_audited_update_b8734', table='aftersale_checkinitem', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='ticketserviceperiod',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.ticketserviceperiod', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint)), array_remove(ARRAY['aftersale.ticketserviceperiod:' || (kept->>'id'), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='20b1e1ff2f9539c5d3f10566838bfcda595198f7', operation='INSERT OR DELETE', pgid='pgtrigger_audited_a582f', table='aftersale_ticketserviceperiod', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='ticketserviceperiod',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.ticketserviceperiod', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(name_de::text, '') FROM catalogue_event WHERE id = (kept->>'event_id')::bigint)), array_remove(ARRAY['aftersale.ticketserviceperiod:' || (kept->>'id'), 'catalogue.event:' || (kept->>'event_id')::bigint], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{}'::text[]); RETURN NULL;", hash='777d0b5b5039e92ff5ced17c3b3798c05ed42f46', operation='UPDATE', pgid='pgtrigger_audited_update_1bbd4', table='aftersale_ticketserviceperiod', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='ticketservicerequest',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.ticketservicerequest', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (kept->>'order_id')::uuid)), array_remove(ARRAY['aftersale.ticketservicerequest:' || (kept->>'id'), 'checkout.order:' || (kept->>'order_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{name,email,reference,comment,note}'::text[]); RETURN NULL;", hash='477f87979b1d1381a751f0b26b3dae215b1491cc', operation='INSERT OR DELETE', pgid='pgtrigger_audited_93604', table='aftersale_ticketservicerequest', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='ticketservicerequest',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.ticketservicerequest', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM checkout_order WHERE id = (kept->>'order_id')::uuid)), array_remove(ARRAY['aftersale.ticketservicerequest:' || (kept->>'id'), 'checkout.order:' || (kept->>'order_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{name,email,reference,comment,note}'::text[]); RETURN NULL;", hash='98fbaaf654c2b874d2c46c964c77f704cf5f4743', operation='UPDATE', pgid='pgtrigger_audited_update_24eda', table='aftersale_ticketservicerequest', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='ticketserviceitem',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.ticketserviceitem', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM aftersale_ticketservicerequest WHERE id = (kept->>'request_id')::uuid)), array_remove(ARRAY['aftersale.ticketserviceitem:' || (kept->>'id'), 'aftersale.ticketservicerequest:' || (kept->>'request_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{name,name_new}'::text[]); RETURN NULL;", hash='39508d25670ad4f10e4d0429a21ef1f8e19895ba', operation='INSERT OR DELETE', pgid='pgtrigger_audited_c8c18', table='aftersale_ticketserviceitem', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='ticketserviceitem',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (coalesce(current_setting('shop.at_work', true), '') <> '')", declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.ticketserviceitem', TG_OP, kept->>'id', concat_ws(' · ', (SELECT nullif(reference::text, '') FROM aftersale_ticketservicerequest WHERE id = (kept->>'request_id')::uuid)), array_remove(ARRAY['aftersale.ticketserviceitem:' || (kept->>'id'), 'aftersale.ticketservicerequest:' || (kept->>'request_id')::uuid], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{name,name_new}'::text[]); RETURN NULL;", hash='2dd28f0e8b8c1ffeee3225b734a83523bd9c2467', operation='UPDATE', pgid='pgtrigger_audited_update_f6e04', table='aftersale_ticketserviceitem', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='formernumber',
                trigger=pgtrigger.compiler.Trigger(name='stays', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'A former number stays as it is';", hash='77eeaa609dadf8212953c7a31dc959c10d201f61', operation='UPDATE OR DELETE', pgid='pgtrigger_stays_e81f0', table='aftersale_formernumber', when='BEFORE')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='personrequest',
                trigger=pgtrigger.compiler.Trigger(name='audited', sql=pgtrigger.compiler.UpsertTriggerSql(declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.personrequest', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'kind', '')), array_remove(ARRAY['aftersale.personrequest:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{digest,counts}'::text[]); RETURN NULL;", hash='bbcf5920466bb43ad47954662289a13a0c605153', operation='INSERT OR DELETE', pgid='pgtrigger_audited_31bad', table='aftersale_personrequest', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='personrequest',
                trigger=pgtrigger.compiler.Trigger(name='audited_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', declare='DECLARE kept jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));', func="PERFORM note_change('aftersale.personrequest', TG_OP, kept->>'id', concat_ws(' · ', nullif(kept->>'kind', '')), array_remove(ARRAY['aftersale.personrequest:' || (kept->>'id')], NULL), to_jsonb(OLD) - '{id}'::text[], to_jsonb(NEW) - '{id}'::text[], '{digest,counts}'::text[]); RETURN NULL;", hash='50f07f600586c0f86ebc6e7b018a071014a4f462', operation='UPDATE', pgid='pgtrigger_audited_update_198ce', table='aftersale_personrequest', when='AFTER')),
            ),
        ]),
    ]
