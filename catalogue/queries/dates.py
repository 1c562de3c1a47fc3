"""Events of a shop's calendar files: those with a public date. Past events stay in visitors' calendars."""

from django.db.models import QuerySet, TextField
from django.db.models.expressions import RawSQL
from django.db.models.functions import Now

from catalogue.models import Event, Tour
from shop.models import Shop

from . import visible
from .events import artist_names
from .json_columns import SHOP_ID


def dated_events(shop: Shop) -> QuerySet[Event]:
    """With venue and `artist_line`, by date; cancelled and postponed ones, too, but not those whose date is hidden."""
    return _named(shop).filter(hide_date=False)


def presales(shop: Shop) -> QuerySet[Event]:
    """Return the events whose presale is still to come, as `dated_events` does, also those whose date is hidden."""
    return _named(shop).filter(presale_at__gt=Now(), state__in=[Event.State.ON_SALE, Event.State.MOVED])


def _named(shop: Shop) -> QuerySet[Event]:
    artists = artist_names("event_artists", "event", "catalogue_event.id")
    shops = [shop.pk] * artists.count(SHOP_ID)
    named = RawSQL(artists.replace(SHOP_ID, "%s"), shops, output_field=TextField())  # noqa: S611 -- made of constants
    events = visible.events(shop).select_related("venue")
    return events.annotate(artist_line=named).order_by("happening_from", "door_time", "pk")


def tour_named(shop: Shop, slug: str) -> Tour | None:
    return visible.tours(shop).filter(slug=slug).first()
