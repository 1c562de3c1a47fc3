"""Pictures that are wider than a phone get a thumbnail of its width."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

PHONE = 800
THUMBNAIL_JOB = "shop.make_thumbnails"


def make_thumbnails_as_wide_as_phones(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    from procrastinate.contrib.django import app

    lacking = apps.get_model("shop", "Image").objects.filter(thumbnails_ready=True, width__gt=PHONE)
    numbers = list(lacking.values_list("pk", flat=True))
    lacking.update(thumbnails_ready=False)
    for number in numbers:
        app.configure_task(THUMBNAIL_JOB, priority=-10, lock=f"picture {number}").defer(image_id=number)


class Migration(migrations.Migration):

    dependencies = [
        ("shop", "0024_focus_points"),
        ("procrastinate", "0041_post_retry_failed_job"),
    ]

    operations = [migrations.RunPython(make_thumbnails_as_wide_as_phones, migrations.RunPython.noop, elidable=True)]
