from django.db import migrations

import shop.models.entered


class Migration(migrations.Migration):

    dependencies = [
        ('shop', '0017_pictures_that_cannot_be_shown'),
    ]

    operations = [
        migrations.AlterField(
            model_name='shop',
            name='bank_iban',
            field=shop.models.entered.IbanField(blank=True, max_length=34, verbose_name='IBAN'),
        ),
        migrations.AlterField(
            model_name='shop',
            name='bank_bic',
            field=shop.models.entered.BicField(blank=True, max_length=11, verbose_name='BIC'),
        ),
        migrations.RunSQL(
            r"""
            UPDATE shop_shop
            SET bank_iban = upper(regexp_replace(bank_iban, '\s', '', 'g')),
                bank_bic = upper(regexp_replace(bank_bic, '\s', '', 'g'))
            WHERE bank_iban || bank_bic <> upper(regexp_replace(bank_iban || bank_bic, '\s', '', 'g'))
            """,
            migrations.RunSQL.noop,
        ),
    ]
