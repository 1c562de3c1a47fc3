import django.db.models.functions.text
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def keep_one_of_each(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Codes that differed by capitals and blanks alone are one now: the first stays as it is written."""
    seen: set[tuple[int, str]] = set()
    AccessCode = apps.get_model("shop", "AccessCode")
    for code in AccessCode.objects.order_by("pk"):
        key = (code.shop_id, "".join(code.code.split()).upper())
        if key in seen:
            code.delete()
        seen.add(key)


class Migration(migrations.Migration):
    dependencies = [
        ('shop', '0019_videos_and_profiles_by_address'),
    ]

    operations = [
        migrations.RunPython(keep_one_of_each, migrations.RunPython.noop),
        migrations.RemoveConstraint(
            model_name='accesscode',
            name='access_code_once_per_shop',
        ),
        migrations.AlterField(
            model_name='accesscode',
            name='code',
            field=models.CharField(help_text='Capitals and blanks make no difference.', max_length=60, verbose_name='code'),
        ),
        migrations.AddConstraint(
            model_name='accesscode',
            constraint=models.UniqueConstraint(models.F('shop'), django.db.models.functions.text.Upper(models.Func(models.F('code'), models.Value('\\s'), models.Value(''), models.Value('g'), function='regexp_replace')), name='access_code_once_per_shop_however_written', violation_error_message='This shop has that code already. Capitals and blanks make no difference.'),
        ),
    ]
