"""The right to export the newsletter's addresses, of which groups are made; no table changes."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("shop", "0014_guarantee_notice")]

    operations = [
        migrations.AlterModelOptions(
            name="newslettersubscription",
            options={
                "ordering": ["-requested_at", "-id"],
                "permissions": [("export_newslettersubscription", "Can export newsletter subscriptions")],
                "verbose_name": "newsletter subscription",
                "verbose_name_plural": "newsletter subscriptions",
            },
        ),
    ]
