
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('checkout', '0023_invoices'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='delivery',
            options={'permissions': [('export_delivery', 'Can export addresses for labels')], 'verbose_name': 'delivery', 'verbose_name_plural': 'deliveries'},
        ),
        migrations.RemoveConstraint(
            model_name='delivery',
            name='shipped_delivery_knows_when',
        ),
        migrations.AddField(
            model_name='carrier',
            name='tracked_by',
            field=models.CharField(blank=True, choices=[('dhl', 'DHL'), ('deutsche_post', 'Deutsche Post'), ('dpd', 'DPD'), ('gls', 'GLS'), ('hermes', 'Hermes'), ('ups', 'UPS'), ('austrian_post', 'Österreichische Post'), ('swiss_post', 'Swiss Post')], help_text='Whose tracking page buyers are led to, where a parcel names nobody else.', max_length=20, verbose_name='carried by'),
        ),
        migrations.AddField(
            model_name='delivery',
            name='lost_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='lost'),
        ),
        migrations.AddField(
            model_name='delivery',
            name='origin',
            field=models.ForeignKey(blank=True, help_text='The parcel whose goods these were: a part goes apart, or again.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='descendants', to='checkout.delivery', verbose_name='taken from'),
        ),
        migrations.AddField(
            model_name='delivery',
            name='packed_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='packed'),
        ),
        migrations.AddField(
            model_name='delivery',
            name='tracked_by',
            field=models.CharField(blank=True, choices=[('dhl', 'DHL'), ('deutsche_post', 'Deutsche Post'), ('dpd', 'DPD'), ('gls', 'GLS'), ('hermes', 'Hermes'), ('ups', 'UPS'), ('austrian_post', 'Österreichische Post'), ('swiss_post', 'Swiss Post')], max_length=20, verbose_name='carried by'),
        ),
        migrations.AddField(
            model_name='delivery',
            name='tracking_number',
            field=models.CharField(blank=True, db_index=True, max_length=40, verbose_name='tracking number'),
        ),
        migrations.AddField(
            model_name='orderline',
            name='part_of',
            field=models.ForeignKey(blank=True, editable=False, help_text='The line that some pieces were taken from to be shipped apart; invoices know that one.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='checkout.orderline'),
        ),
        migrations.AlterField(
            model_name='delivery',
            name='state',
            field=models.CharField(choices=[('open', 'to be packed'), ('packed', 'packed'), ('shipped', 'shipped'), ('lost', 'lost'), ('delivered', 'delivered'), ('returned', 'came back')], default='open', max_length=10, verbose_name='state'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(fields=['state'], name='deliveries_by_state'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['shipped', 'delivered', 'returned', 'lost']), _negated=True), ('shipped_at__isnull', False), _connector='OR'), name='shipped_delivery_knows_when'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'lost'), _negated=True), ('lost_at__isnull', False), _connector='OR'), name='lost_delivery_knows_when'),
        ),
    ]
