from django.db import migrations

from shop.migrations._version_triggers import unwatch, watch

# Every shop's page on shipping lists them.
TABLES = ("checkout_country", "checkout_carrier", "checkout_carrierrate")
EVERY_SHOP = "SELECT shop_shop.id FROM shop_shop WHERE EXISTS (SELECT 1 FROM changed)"


class Migration(migrations.Migration):
    dependencies = [("checkout", "0005_drop_unused_post_code_pattern"), ("shop", "0010_catalogue_versions")]
    operations = [migrations.RunSQL(watch(table, EVERY_SHOP), unwatch(table)) for table in TABLES]
