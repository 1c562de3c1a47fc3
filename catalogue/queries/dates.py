"""What a shop's calendar files hold: events whose date is told, over or not, so that a diary keeps what has been."""

from django.db.models import QuerySet, TextField
from django.db.models.expressions import RawSQL

from catalogue.models import Event, Tour
from shop.models import Shop

from . import visible
from .events import artist_names
from .shapes import Lens


def dated_events(shop: Shop) -> QuerySet[Event]:
    """With venue and `artist_line`, by date; not those that are called off or whose date is hidden."""
    # Names are in no language.
    artists = artist_names(Lens(shop.pk, shop.default_locale), "event_artists", "event", "catalogue_event.id")
    named = RawSQL(artists, (), output_field=TextField())  # noqa: S611 -- made of constants and a number
    events = visible.events(shop).filter(hide_date=False).select_related("venue")
    return events.annotate(artist_line=named).order_by("happening_from", "door_time", "pk")


def tour_named(shop: Shop, slug: str) -> Tour | None:
    return visible.tours(shop).filter(slug=slug).first()
