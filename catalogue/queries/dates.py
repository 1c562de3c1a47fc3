"""Events of a shop's calendar files: those with a public date. Past events stay in visitors' calendars."""

from django.db.models import QuerySet, TextField
from django.db.models.expressions import RawSQL

from catalogue.models import Event, Tour
from shop.models import Shop

from . import visible
from .events import artist_names
from .json_columns import SHOP_ID


def dated_events(shop: Shop) -> QuerySet[Event]:
    """With venue and `artist_line`, by date; cancelled and postponed ones, too, but not those whose date is hidden."""
    artists = artist_names("event_artists", "event", "catalogue_event.id")
    shops = [shop.pk] * artists.count(SHOP_ID)
    named = RawSQL(artists.replace(SHOP_ID, "%s"), shops, output_field=TextField())  # noqa: S611 -- made of constants
    events = visible.events(shop).filter(hide_date=False).select_related("venue")
    return events.annotate(artist_line=named).order_by("happening_from", "door_time", "pk")


def tour_named(shop: Shop, slug: str) -> Tour | None:
    return visible.tours(shop).filter(slug=slug).first()
