from django.db import migrations

from shop.migrations._version_triggers import OF_ITS_SHOP, unwatch, watch


def listing(kind: str, key: str) -> str:
    """The shops that list the thing of `kind` (artist, category …) with this key of a changed row."""
    return f"SELECT l.shop_id FROM changed JOIN catalogue_{kind}_listed_in l ON l.{kind}_id = changed.{key}"


def through(table: str, own: str, kind: str, key: str, changed: str = "id") -> str:
    """The shops that list what rows of `table` lead to."""
    return (
        f"SELECT l.shop_id FROM changed JOIN {table} x ON x.{own} = changed.{changed} "
        f"JOIN catalogue_{kind}_listed_in l ON l.{kind}_id = x.{key}"
    )


def union(*parts: str) -> str:
    return " UNION ".join(parts)


VARIANT = union(
    through("catalogue_productvariant", "id", "product", "product_id", "variant_id"),
    through("catalogue_productvariant", "id", "event", "event_id", "variant_id"),
)
ARTIST = union(
    listing("artist", "id"),
    through("catalogue_product", "artist_id", "product", "id"),
    through("catalogue_event_artists", "artist_id", "event", "event_id"),
    through("catalogue_tour_artists", "artist_id", "tour", "tour_id"),
)
IMAGE = union(
    through("catalogue_productpicture", "image_id", "product", "product_id"),
    through("catalogue_product", "overlay_listing_image_id", "product", "id"),
    through("catalogue_product", "overlay_detail_image_id", "product", "id"),
    through("catalogue_artist", "landscape_image_id", "artist", "id"),
    through("catalogue_artist", "square_image_id", "artist", "id"),
    through("catalogue_category", "square_image_id", "category", "id"),
    through("catalogue_tour", "ticket_image_id", "tour", "id"),
    through("catalogue_event", "image_id", "event", "id"),
    *(
        f"SELECT x.id FROM changed JOIN shop_shop x ON x.{column} = changed.id"
        for column in ("hero_id", "social_img_id", "share_image_id", "favicon_id")
    ),
    "SELECT x.shop_id FROM changed JOIN shop_news x ON x.image_id = changed.id",
)
WATCHED = {
    **{
        f"catalogue_{kind}_listed_in": "SELECT changed.shop_id FROM changed"
        for kind in ("artist", "category", "product", "tour", "event")
    },
    "shop_image": IMAGE,
    "catalogue_artist": ARTIST,
    "catalogue_category": listing("category", "id"),
    "catalogue_product": union(listing("product", "id"), through("catalogue_product", "follows_id", "product", "id")),
    "catalogue_manufacturer": union(
        through("catalogue_product", "manufacturer_id", "product", "id"),
        "SELECT l.shop_id FROM changed JOIN catalogue_artist a ON a.manufacturer_id = changed.id "
        "JOIN catalogue_product p ON p.artist_id = a.id JOIN catalogue_product_listed_in l ON l.product_id = p.id",
    ),
    "catalogue_productincategory": listing("product", "product_id"),
    "catalogue_product_related_products": listing("product", "from_product_id"),
    "catalogue_product_related_events": listing("product", "product_id"),
    "catalogue_productpicture": listing("product", "product_id"),
    "catalogue_infopanel": listing("product", "product_id"),
    "catalogue_productvariant": union(listing("product", "product_id"), listing("event", "event_id")),
    "catalogue_price": union(listing("product", "product_id"), VARIANT),
    "catalogue_pricepoint": VARIANT,
    "catalogue_stockuse": VARIANT,
    "catalogue_tour": listing("tour", "id"),
    "catalogue_tour_artists": listing("tour", "tour_id"),
    "catalogue_tourdate": union(listing("tour", "tour_id"), listing("event", "event_id")),
    "catalogue_event": listing("event", "id"),
    "catalogue_event_artists": listing("event", "event_id"),
    "catalogue_event_categories": listing("event", "event_id"),
    "catalogue_event_related_products": listing("event", "event_id"),
    "catalogue_event_related_events": listing("event", "from_event_id"),
    "catalogue_pricingcategory": listing("event", "event_id"),
    "catalogue_adventcalendar": OF_ITS_SHOP,
    "catalogue_adventdoor": "SELECT x.shop_id FROM changed JOIN catalogue_adventcalendar x ON x.id = changed.calendar_id",
    "catalogue_adventdoor_items": "SELECT x.shop_id FROM changed JOIN catalogue_adventdoor d "
    "ON d.id = changed.adventdoor_id JOIN catalogue_adventcalendar x ON x.id = d.calendar_id",
    "catalogue_venue": through("catalogue_event", "venue_id", "event", "id"),
}

# What a page shows of a stock: nothing left, a few left (catalogue.rules.LOW_STOCK), enough. Only a step between these
# raises a version, and it is found without a look at any other row, so that buyers pay nothing for it. A stock of
# several slots may step while each of them stays where it is; near its end it raises the version with every movement.
STOCK = """
CREATE FUNCTION stock_step(free integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN free <= 0 THEN 0 WHEN free <= 5 THEN 1 ELSE 2 END
$$;
CREATE FUNCTION raise_versions_of_stock(stock bigint) RETURNS void LANGUAGE sql AS $$
    SELECT raise_catalogue_versions(array(
        SELECT l.shop_id FROM catalogue_stockuse u JOIN catalogue_productvariant v ON v.id = u.variant_id
        JOIN catalogue_product_listed_in l ON l.product_id = v.product_id WHERE u.stock_id = stock
        UNION
        SELECT l.shop_id FROM catalogue_stockuse u JOIN catalogue_productvariant v ON v.id = u.variant_id
        JOIN catalogue_event_listed_in l ON l.event_id = v.event_id WHERE u.stock_id = stock
    ))
$$;
CREATE FUNCTION stock_stepped() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF stock_step(OLD.capacity - OLD.held - OLD.sold) <> stock_step(NEW.capacity - NEW.held - NEW.sold)
        OR OLD.stock_id <> NEW.stock_id
        OR EXISTS (SELECT 1 FROM catalogue_stockslot s WHERE s.stock_id = NEW.stock_id AND s.id <> NEW.id) THEN
        PERFORM raise_versions_of_stock(OLD.stock_id);
        PERFORM raise_versions_of_stock(NEW.stock_id);
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION stock_added_or_removed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE one bigint;
BEGIN
    FOR one IN SELECT DISTINCT stock_id FROM changed LOOP
        PERFORM raise_versions_of_stock(one);
    END LOOP;
    RETURN NULL;
END $$;
CREATE TRIGGER version_on_step AFTER UPDATE ON catalogue_stockslot FOR EACH ROW
WHEN (
    least(OLD.capacity - OLD.held - OLD.sold, NEW.capacity - NEW.held - NEW.sold) <= 5
    AND OLD.capacity - OLD.held - OLD.sold <> NEW.capacity - NEW.held - NEW.sold
    OR OLD.stock_id <> NEW.stock_id
) EXECUTE FUNCTION stock_stepped();
CREATE TRIGGER version_on_insert AFTER INSERT ON catalogue_stockslot REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION stock_added_or_removed();
CREATE TRIGGER version_on_delete AFTER DELETE ON catalogue_stockslot REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION stock_added_or_removed();
CREATE TRIGGER version_on_truncate AFTER TRUNCATE ON catalogue_stockslot
FOR EACH STATEMENT EXECUTE FUNCTION raise_all_catalogue_versions();
"""
NO_STOCK = """
DROP TRIGGER version_on_step ON catalogue_stockslot;
DROP TRIGGER version_on_insert ON catalogue_stockslot;
DROP TRIGGER version_on_delete ON catalogue_stockslot;
DROP TRIGGER version_on_truncate ON catalogue_stockslot;
DROP FUNCTION stock_stepped, stock_added_or_removed;
DROP FUNCTION raise_versions_of_stock(bigint);
DROP FUNCTION stock_step(integer);
"""


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0007_advent_calendars"), ("shop", "0010_catalogue_versions")]

    operations = [
        *(migrations.RunSQL(watch(table, shops), unwatch(table)) for table, shops in WATCHED.items()),
        migrations.RunSQL(STOCK, NO_STOCK),
    ]
