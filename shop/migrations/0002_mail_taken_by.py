"""Which job has taken a mail: what one job has taken is one message."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('shop', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='mail',
            name='taken_by',
            field=models.BigIntegerField(blank=True, editable=False, help_text='The job that sends it. What one job has taken is one message.', null=True, verbose_name='job'),
        ),
    ]
