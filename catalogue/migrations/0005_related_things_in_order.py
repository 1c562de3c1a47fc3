import django.db.models.deletion
from django.db import migrations, models

# The tables were made by the many-to-many fields; only their constraints get names of ours.
NAMES = (
    ("products", "catalogue_product_relate_from_product_id_to_produ_2504e369_uniq", "related_product_once"),
    ("events", "catalogue_product_relate_product_id_event_id_2aeeddcf_uniq", "related_event_once"),
)
RENAME = [f'ALTER TABLE catalogue_product_related_{table} RENAME CONSTRAINT "{a}" TO "{b}"' for table, a, b in NAMES]
BACK = [f'ALTER TABLE catalogue_product_related_{table} RENAME CONSTRAINT "{b}" TO "{a}"' for table, a, b in NAMES]


def key() -> tuple[str, models.Field]:
    return "id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def to(kind: str, **options: object) -> models.ForeignKey:
    return models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to=f"catalogue.{kind}", **options)


STATE = [
    migrations.CreateModel(
        name="RelatedProduct",
        fields=[
            key(),
            ("product", to("product", related_name="related_goods", db_column="from_product_id")),
            ("related", to("product", related_name="+", db_column="to_product_id", verbose_name="product")),
        ],
        options={
            "db_table": "catalogue_product_related_products",
            "verbose_name": "related product",
            "verbose_name_plural": "related products",
            "ordering": ["order", "id"],
            "constraints": [models.UniqueConstraint(fields=("product", "related"), name="related_product_once")],
        },
    ),
    migrations.CreateModel(
        name="RelatedEvent",
        fields=[
            key(),
            ("product", to("product", related_name="related_shows")),
            ("event", to("event", related_name="+", verbose_name="event")),
        ],
        options={
            "db_table": "catalogue_product_related_events",
            "verbose_name": "related event",
            "verbose_name_plural": "related events",
            "ordering": ["order", "id"],
            "constraints": [models.UniqueConstraint(fields=("product", "event"), name="related_event_once")],
        },
    ),
    migrations.AlterField(
        "product",
        "related_products",
        models.ManyToManyField(
            blank=True,
            through="catalogue.RelatedProduct",
            through_fields=("product", "related"),
            to="catalogue.product",
            verbose_name="related products",
        ),
    ),
    migrations.AlterField(
        "product",
        "related_events",
        models.ManyToManyField(
            blank=True, through="catalogue.RelatedEvent", to="catalogue.event", verbose_name="related events"
        ),
    ),
]


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0004_price_history")]

    operations = [
        migrations.SeparateDatabaseAndState([migrations.RunSQL(RENAME, BACK)], STATE),
        migrations.AddField("relatedproduct", "order", models.IntegerField(default=0, verbose_name="order")),
        migrations.AddField("relatedevent", "order", models.IntegerField(default=0, verbose_name="order")),
    ]
