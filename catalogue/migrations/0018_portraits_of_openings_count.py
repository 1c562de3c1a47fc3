from importlib import import_module

from django.db import migrations

from shop.migrations._version_triggers import unwatch, watch

BEFORE = import_module("catalogue.migrations.0008_raise_catalogue_versions").IMAGE
IMAGE = f"{BEFORE} UNION SELECT x.id FROM changed JOIN shop_shop x ON x.hero_portrait_id = changed.id"


def rewatch(shops: str) -> str:
    return unwatch("shop_image") + watch("shop_image", shops)


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0017_texts_with_html"), ("shop", "0023_openings_and_grammar")]

    operations = [migrations.RunSQL(rewatch(IMAGE), rewatch(BEFORE))]
