"""Names as people look for them and sort them: without case, umlauts as their base letters (DIN 5007-1)."""

from django.contrib.postgres.operations import TrigramExtension
from django.db import migrations

FOLD = """
CREATE FUNCTION catalogue_fold(name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN translate(
    replace(replace(replace(lower(name), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    'äáàâãåāăąéèêëēėęěíìîïīįóòôõöøōőúùûüūůűųýÿçćčĉďđğģķłļľñńňņŕřśšşșťţțźžżÄÖÜ’',
    'aaaaaaaaaeeeeeeeeiiiiiioooooooouuuuuuuuyyccccddggklllnnnnrrsssstttzzzaou'''
)
"""
UNFOLD = "DROP FUNCTION catalogue_fold(text)"


def index(table: str, *columns: str) -> migrations.RunSQL:
    text = " || ' ' || ".join(f"coalesce({column}, '')" for column in columns)
    name = f"{table}_search"
    return migrations.RunSQL(
        f"CREATE INDEX {name} ON {table} USING gin (catalogue_fold({text}) gin_trgm_ops)", f"DROP INDEX {name}"
    )


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0008_raise_catalogue_versions")]

    operations = [
        TrigramExtension(),
        migrations.RunSQL(FOLD, UNFOLD),
        index(
            "catalogue_product",
            *("name_de", "name_en", "descriptive_name_de", "descriptive_name_en", "product_type_de", "product_type_en"),
        ),
        index("catalogue_event", "name_de", "name_en", "descriptive_name_de", "descriptive_name_en"),
    ]
