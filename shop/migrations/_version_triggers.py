"""The SQL of catalogue versions as migrations wrote it until they left it to django-pgtrigger. It never changes."""

RAISE = """
CREATE FUNCTION raise_catalogue_versions(shops bigint[]) RETURNS void LANGUAGE sql AS $$
    INSERT INTO shop_cataloguechange AS known (shop_id, transaction, raises)
    SELECT DISTINCT one, pg_current_xact_id()::text::bigint, 1 FROM unnest(shops) AS one WHERE one IS NOT NULL
    -- Once per transaction is enough, but numbers of transactions begin anew where a database is restored.
    ON CONFLICT (shop_id, transaction) DO UPDATE SET raises = known.raises + 1
    WHERE known.xmin::text::bigint <> pg_current_xact_id()::text::bigint % 4294967296;
$$;
CREATE FUNCTION raise_all_catalogue_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM raise_catalogue_versions(array(SELECT id FROM shop_shop));
    RETURN NULL;
END $$;
"""
FORGET_RAISE = """
DROP FUNCTION raise_all_catalogue_versions();
DROP FUNCTION raise_catalogue_versions(bigint[]);
"""
OF_ITS_SHOP = "SELECT changed.shop_id FROM changed"


def watch(table: str, shops: str) -> str:
    """SQL of the table's triggers. `shops` selects the ids of the shops that show the rows of `changed`.

    A statement that changes nothing raises nothing.
    """
    return f"""
CREATE FUNCTION shops_of_{table}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM after) {shops}));
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM raise_catalogue_versions(array(WITH changed AS (SELECT * FROM before) {shops}));
    ELSE
        PERFORM raise_catalogue_versions(array(WITH changed AS (
            (SELECT * FROM before EXCEPT SELECT * FROM after)
            UNION ALL (SELECT * FROM after EXCEPT SELECT * FROM before)
        ) {shops}));
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER version_on_insert AFTER INSERT ON {table} REFERENCING NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION shops_of_{table}();
CREATE TRIGGER version_on_update AFTER UPDATE ON {table} REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION shops_of_{table}();
CREATE TRIGGER version_on_delete AFTER DELETE ON {table} REFERENCING OLD TABLE AS before
FOR EACH STATEMENT EXECUTE FUNCTION shops_of_{table}();
CREATE TRIGGER version_on_truncate AFTER TRUNCATE ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION raise_all_catalogue_versions();
"""  # noqa: S608


def unwatch(table: str) -> str:
    triggers = ("insert", "update", "delete", "truncate")
    dropped = "".join(f"DROP TRIGGER version_on_{one} ON {table};\n" for one in triggers)
    return f"{dropped}DROP FUNCTION shops_of_{table}();\n"
