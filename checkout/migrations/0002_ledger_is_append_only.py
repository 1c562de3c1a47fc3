from django.db import migrations

FORBID = """
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The ledger is append-only';
END $$;
CREATE TRIGGER ledger_is_append_only BEFORE UPDATE OR DELETE ON checkout_ledgerentry
FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
"""
ALLOW = "DROP TRIGGER ledger_is_append_only ON checkout_ledgerentry; DROP FUNCTION refuse_ledger_change();"


class Migration(migrations.Migration):
    dependencies = [("checkout", "0001_initial")]

    operations = [migrations.RunSQL(FORBID, ALLOW)]
