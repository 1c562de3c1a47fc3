"""Tables that pages show and that no model of the catalogue is written for: their triggers (design §5)."""

from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import OF_ITS_SHOP, after_each, version_triggers
from shop.models import Image

from .advent import AdventDoor
from .artist import Artist
from .category import Category
from .event import Event, Tour
from .product import Product
from .triggers import TOUCH_EVENTS, listing, through, union


class ArtistListing(Artist.listed_in.through):  # type: ignore[name-defined]
    class Meta:
        proxy = True
        default_permissions = ()
        triggers = [*version_triggers(OF_ITS_SHOP), *audited(part_of=["artist"])]


class CategoryListing(Category.listed_in.through):  # type: ignore[name-defined]
    class Meta:
        proxy = True
        default_permissions = ()
        triggers = [*version_triggers(OF_ITS_SHOP), *audited(part_of=["category"])]


class ProductListing(Product.listed_in.through):  # type: ignore[name-defined]
    class Meta:
        proxy = True
        default_permissions = ()
        triggers = [*version_triggers(OF_ITS_SHOP), *audited(part_of=["product"])]


class TourListing(Tour.listed_in.through):  # type: ignore[name-defined]
    class Meta:
        proxy = True
        default_permissions = ()
        triggers = [*version_triggers(OF_ITS_SHOP), *audited(part_of=["tour"])]


class EventListing(Event.listed_in.through):  # type: ignore[name-defined]
    class Meta:
        proxy = True
        default_permissions = ()
        triggers = [*version_triggers(OF_ITS_SHOP), *audited(part_of=["event"])]


class TourArtist(Tour.artists.through):  # type: ignore[name-defined]
    class Meta:
        proxy = True
        default_permissions = ()
        triggers = [*version_triggers(listing("tour", "tour_id")), *audited(part_of=["tour"])]


class EventArtist(Event.artists.through):  # type: ignore[name-defined]
    class Meta:
        proxy = True
        default_permissions = ()
        triggers = [
            *version_triggers(listing("event", "event_id")),
            # An event's entry in diaries names its artists.
            *after_each(
                ("insert", "delete"), "touch_events", TOUCH_EVENTS.format(changed="SELECT event_id FROM changed")
            ),
            *audited(part_of=["event"]),
        ]


class EventCategory(Event.categories.through):  # type: ignore[name-defined]
    class Meta:
        proxy = True
        default_permissions = ()
        triggers = [*version_triggers(listing("event", "event_id")), *audited(part_of=["event"])]


class EventRelatedProduct(Event.related_products.through):  # type: ignore[name-defined]
    class Meta:
        proxy = True
        default_permissions = ()
        triggers = [*version_triggers(listing("event", "event_id")), *audited(part_of=["event"])]


class EventRelatedEvent(Event.related_events.through):  # type: ignore[name-defined]
    class Meta:
        proxy = True
        default_permissions = ()
        triggers = [*version_triggers(listing("event", "from_event_id")), *audited(part_of=["from_event"])]


class AdventDoorItem(AdventDoor.items.through):  # type: ignore[name-defined]
    class Meta:
        proxy = True
        default_permissions = ()
        triggers = [
            *version_triggers(
                "SELECT x.shop_id FROM changed JOIN catalogue_adventdoor d ON d.id = changed.adventdoor_id "
                "JOIN catalogue_adventcalendar x ON x.id = d.calendar_id"
            ),
            *audited(part_of=["adventdoor__calendar"]),
        ]


class ShownImage(Image):
    """The shop's model knows nothing of the catalogue's tables that refer to it."""

    class Meta:
        proxy = True
        default_permissions = ()
        triggers = version_triggers(
            union(
                through("catalogue_productpicture", "image_id", "product", "product_id"),
                through("catalogue_product", "overlay_listing_image_id", "product", "id"),
                through("catalogue_product", "overlay_detail_image_id", "product", "id"),
                through("catalogue_artist", "landscape_image_id", "artist", "id"),
                through("catalogue_artist", "square_image_id", "artist", "id"),
                through("catalogue_category", "square_image_id", "category", "id"),
                through("catalogue_tour", "ticket_image_id", "tour", "id"),
                through("catalogue_event", "image_id", "event", "id"),
                *(
                    f"SELECT x.id FROM changed JOIN shop_shop x ON x.{column} = changed.id"  # noqa: S608
                    for column in ("hero_id", "hero_portrait_id", "social_img_id", "share_image_id", "favicon_id")
                ),
                "SELECT x.shop_id FROM changed JOIN shop_news x ON x.image_id = changed.id",
            )
        )
