"""The browsers in which staff are logged in."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('sessions', '0001_initial'),
        ('shop', '0003_second_factors'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='StaffSession',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('browser', models.CharField(blank=True, max_length=60, verbose_name='browser')),
                ('started_at', models.DateTimeField(auto_now_add=True, verbose_name='logged in')),
                ('seen_at', models.DateTimeField(verbose_name='last used')),
                ('session', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='staff_session', to='sessions.session')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='staff_sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'staff session',
                'verbose_name_plural': 'staff sessions',
                'ordering': ['-seen_at'],
                'default_permissions': (),
            },
        ),
    ]
