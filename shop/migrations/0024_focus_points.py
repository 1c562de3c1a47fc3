"""Where a picture's focus lies. Pictures whose own width is none of the usual ones get a thumbnail of that."""

import django.core.validators
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

USUAL_WIDTHS = (30, 75, 100, 180, 360, 370, 500, 740, 1000, 1500)
THUMBNAIL_JOB = "shop.make_thumbnails"
IN_PERCENT = [django.core.validators.MaxValueValidator(100)]


def make_thumbnails_of_their_own_width(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    from procrastinate.contrib.django import app

    lacking = apps.get_model("shop", "Image").objects.filter(thumbnails_ready=True, width__gt=USUAL_WIDTHS[0])
    lacking = lacking.exclude(width__in=USUAL_WIDTHS)
    numbers = list(lacking.values_list("pk", flat=True))
    lacking.update(thumbnails_ready=False)
    for number in numbers:
        app.configure_task(THUMBNAIL_JOB, priority=-10, lock=f"picture {number}").defer(image_id=number)


class Migration(migrations.Migration):

    dependencies = [
        ('shop', '0023_openings_and_grammar'),
        ('procrastinate', '0041_post_retry_failed_job'),
    ]

    operations = [
        migrations.AddField(
            model_name='image',
            name='focus_x',
            field=models.PositiveSmallIntegerField(db_default=50, default=50, help_text='0 is the left edge, 100 the right one.', validators=IN_PERCENT, verbose_name='focus from the left, %'),
        ),
        migrations.AddField(
            model_name='image',
            name='focus_y',
            field=models.PositiveSmallIntegerField(db_default=50, default=50, help_text='0 is the upper edge, 100 the lower one.', validators=IN_PERCENT, verbose_name='focus from above, %'),
        ),
        migrations.RunPython(make_thumbnails_of_their_own_width, migrations.RunPython.noop, elidable=True),
    ]
