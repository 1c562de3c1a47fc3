from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import shop.core.codes.digest


def digest_codes(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    shop.core.codes.digest.renew_digests_in(apps.get_model("cart", "PaymentCode"), "digest")


class Migration(migrations.Migration):
    dependencies = [
        ('cart', '0005_payment_codes'),
        ('shop', '0028_discount_codes_by_digest'),
    ]

    operations = [
        migrations.AddField(
            model_name='paymentcode',
            name='digest',
            field=shop.core.codes.digest.CodeDigestField(editable=False, max_length=64, null=True, unique=True),
        ),
        migrations.RunPython(digest_codes, migrations.RunPython.noop),
    ]
