from django.db import migrations

# Also what bypasses Model.save, as bulk updates do, is a change that diaries hear of. Whoever gives a later moment is
# believed; nobody sets one back, whatever the clock of the process says.
TOUCH = """
CREATE FUNCTION touch_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.changed_at <= OLD.changed_at THEN
        NEW.changed_at := greatest(statement_timestamp(), OLD.changed_at);
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER touch_changed BEFORE UPDATE ON catalogue_event FOR EACH ROW
WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION touch_changed();
CREATE TRIGGER touch_changed BEFORE UPDATE ON catalogue_venue FOR EACH ROW
WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION touch_changed();
"""
# An event's entry names its artists.
ARTISTS = """
CREATE FUNCTION touch_events_of_artist() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE catalogue_event e SET changed_at = greatest(statement_timestamp(), e.changed_at)
    FROM catalogue_event_artists x WHERE x.event_id = e.id AND x.artist_id = NEW.id;
    RETURN NULL;
END $$;
CREATE FUNCTION touch_events_of_artists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE catalogue_event e SET changed_at = greatest(statement_timestamp(), e.changed_at)
    WHERE e.id IN (SELECT event_id FROM changed);
    RETURN NULL;
END $$;
CREATE TRIGGER touch_events AFTER UPDATE OF name ON catalogue_artist FOR EACH ROW
WHEN (OLD.name IS DISTINCT FROM NEW.name)
EXECUTE FUNCTION touch_events_of_artist();
CREATE TRIGGER touch_events_on_insert AFTER INSERT ON catalogue_event_artists REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION touch_events_of_artists();
CREATE TRIGGER touch_events_on_delete AFTER DELETE ON catalogue_event_artists REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION touch_events_of_artists();
"""
UNDO = """
DROP TRIGGER touch_events_on_insert ON catalogue_event_artists;
DROP TRIGGER touch_events_on_delete ON catalogue_event_artists;
DROP TRIGGER touch_events ON catalogue_artist;
DROP FUNCTION touch_events_of_artists, touch_events_of_artist;
DROP TRIGGER touch_changed ON catalogue_venue;
DROP TRIGGER touch_changed ON catalogue_event;
DROP FUNCTION touch_changed;
"""


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0014_events_go_with_their_seats")]

    operations = [migrations.RunSQL(TOUCH + ARTISTS, UNDO)]
