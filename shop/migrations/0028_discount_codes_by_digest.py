from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import shop.core.codes.digest


def digest_codes(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    shop.core.codes.digest.renew_digests_in(apps.get_model("shop", "DiscountCode"), "digest")


class Migration(migrations.Migration):
    dependencies = [
        ('shop', '0027_codes_change_every_shop'),
    ]

    operations = [
        migrations.AddField(
            model_name='discountcode',
            name='digest',
            field=shop.core.codes.digest.CodeDigestField(editable=False, max_length=64, null=True),
        ),
        migrations.RunPython(digest_codes, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name='discountcode',
            constraint=models.UniqueConstraint(fields=('shop', 'digest'), name='discount_code_by_its_digest'),
        ),
    ]
