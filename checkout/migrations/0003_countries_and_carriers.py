from decimal import Decimal

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

COUNTRIES = {"de": r"\d{5}", "at": r"\d{4}", "ch": r"\d{4}"}
# purchase §9: a parcel within Germany 5.90 EUR, a single CD 2.90 EUR; the others are this installation's start.
PARCEL = {"de": "5.90", "at": "9.90", "ch": "14.90"}
LETTER = {"de": "2.90", "at": "4.90", "ch": "5.90"}


def install(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    Country, Carrier, CarrierRate = (apps.get_model("checkout", name) for name in ("Country", "Carrier", "CarrierRate"))
    for order, (code, pattern) in enumerate(COUNTRIES.items()):
        Country.objects.create(code=code, order=order, post_code_pattern=pattern)
    letter = Carrier.objects.create(
        name="Brief", name_de="Brief", name_en="Letter", order=0, only_single_disc=True,
        description="Für eine einzelne CD, 2–4 Werktage", description_de="Für eine einzelne CD, 2–4 Werktage",
        description_en="For a single CD, 2–4 working days",
    )  # fmt: skip
    parcel = Carrier.objects.create(
        name="Paket", name_de="Paket", name_en="Parcel", order=1,
        description="Mit Sendungsverfolgung, 2–4 Werktage", description_de="Mit Sendungsverfolgung, 2–4 Werktage",
        description_en="Tracked, 2–4 working days",
    )  # fmt: skip
    for carrier, prices, grams in ((letter, LETTER, 500), (parcel, PARCEL, 31500)):
        for code, price in prices.items():
            CarrierRate.objects.create(carrier=carrier, country_id=code, max_weight_grams=grams, price=Decimal(price))


class Migration(migrations.Migration):
    dependencies = [("checkout", "0002_ledger_is_append_only")]

    operations = [migrations.RunPython(install, migrations.RunPython.noop)]
