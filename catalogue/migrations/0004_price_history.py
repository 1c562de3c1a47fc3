import django.db.models.deletion
from django.db import migrations, models

WRITE = """
ALTER TABLE catalogue_pricepoint ADD CONSTRAINT price_point_of_a_variant
FOREIGN KEY (variant_id) REFERENCES catalogue_productvariant (id) ON DELETE CASCADE;

CREATE FUNCTION note_price_points(variants bigint[]) RETURNS void LANGUAGE sql AS $$
    INSERT INTO catalogue_pricepoint (variant_id, country_code, price, since)
    SELECT asked.variant_id, asked.country_code, asked.price, now()
    FROM (
        SELECT v.id AS variant_id, c.country_code, coalesce(
            (SELECT x.price FROM catalogue_price x
             WHERE x.variant_id = v.id AND x.country_code IN (c.country_code, 'de')
             ORDER BY x.country_code = c.country_code DESC LIMIT 1),
            (SELECT x.price FROM catalogue_price x
             WHERE x.product_id = v.product_id AND x.country_code IN (c.country_code, 'de')
             ORDER BY x.country_code = c.country_code DESC LIMIT 1) + v.additional_price
        ) AS price
        FROM catalogue_productvariant v
        CROSS JOIN LATERAL (
            SELECT x.country_code FROM catalogue_price x WHERE x.variant_id = v.id
            UNION SELECT x.country_code FROM catalogue_price x WHERE x.product_id = v.product_id
            UNION SELECT p.country_code FROM catalogue_pricepoint p WHERE p.variant_id = v.id
        ) c
        WHERE v.id = ANY (variants)
    ) asked
    LEFT JOIN LATERAL (
        SELECT p.price FROM catalogue_pricepoint p
        WHERE p.variant_id = asked.variant_id AND p.country_code = asked.country_code
        ORDER BY p.since DESC LIMIT 1
    ) known ON true
    WHERE known.price IS DISTINCT FROM asked.price
    ON CONFLICT (variant_id, country_code, since) DO UPDATE SET price = excluded.price;
$$;

CREATE FUNCTION prices_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_price_points(array(
        SELECT changed.variant_id FROM changed WHERE changed.variant_id IS NOT NULL
        UNION
        SELECT v.id FROM changed JOIN catalogue_productvariant v ON v.product_id = changed.product_id
    ));
    RETURN NULL;
END $$;
CREATE FUNCTION variants_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_price_points(array(SELECT changed.id FROM changed));
    RETURN NULL;
END $$;
CREATE FUNCTION refuse_another_past() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'What was asked is not asked differently afterwards';
END $$;

CREATE TRIGGER price_added AFTER INSERT ON catalogue_price REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION prices_changed();
CREATE TRIGGER price_changed AFTER UPDATE ON catalogue_price REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION prices_changed();
CREATE TRIGGER price_removed AFTER DELETE ON catalogue_price REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION prices_changed();
CREATE TRIGGER variant_priced AFTER INSERT ON catalogue_productvariant REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION variants_changed();
CREATE TRIGGER variant_repriced AFTER UPDATE ON catalogue_productvariant REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION variants_changed();
CREATE TRIGGER price_point_stays BEFORE UPDATE ON catalogue_pricepoint
FOR EACH ROW WHEN (OLD.since < now()) EXECUTE FUNCTION refuse_another_past();

SELECT note_price_points(array(SELECT id FROM catalogue_productvariant));
"""
STOP = """
DROP TRIGGER price_added ON catalogue_price;
DROP TRIGGER price_changed ON catalogue_price;
DROP TRIGGER price_removed ON catalogue_price;
DROP TRIGGER variant_priced ON catalogue_productvariant;
DROP TRIGGER variant_repriced ON catalogue_productvariant;
DROP TRIGGER price_point_stays ON catalogue_pricepoint;
DROP FUNCTION prices_changed, variants_changed, refuse_another_past;
DROP FUNCTION note_price_points(bigint[]);
"""


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0003_drop_parent_categories")]

    operations = [
        migrations.CreateModel(
            name="PricePoint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("country_code", models.CharField(max_length=2, verbose_name="country")),
                ("price", models.DecimalField(decimal_places=2, max_digits=8, null=True, verbose_name="price")),
                ("since", models.DateTimeField(verbose_name="since")),
                (
                    "variant",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="price_points",
                        to="catalogue.productvariant",
                    ),
                ),
            ],
            options={
                "verbose_name": "earlier price",
                "verbose_name_plural": "price history",
                "ordering": ["-since", "-id"],
                "constraints": [
                    models.UniqueConstraint(fields=("variant", "country_code", "since"), name="one_price_at_a_moment")
                ],
            },
        ),
        migrations.RunSQL(WRITE, STOP),
    ]
