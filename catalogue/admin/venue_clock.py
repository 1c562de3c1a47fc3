"""Pages on which times are those of the clock at an event's venue: read, shown and named."""

from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from catalogue.models import Venue
from shop.core.values.numbers import whole_number
from shop.core.values.zones import shop_zone

AT_THE_VENUE = _("All times are those of the clock at the venue.")


class VenueClock:
    """Of an admin of events, or of what belongs to one; the page's `venue_path` leads to the venue."""

    model: type[Any]
    venue_path = "event__venue"
    chosen, chosen_venue = "event", "events"
    """The field whose choice leads to the venue, and the way back from there."""

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        with timezone.override(self.zone_of(request, object_id)):
            response: HttpResponse = super().changeform_view(request, object_id, form_url, extra_context)  # type: ignore[misc]
            return response.render() if isinstance(response, TemplateResponse) else response

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """As the form shows what was changed there."""
        venue = self.venue_of(request, object_id)
        help_texts = {"clock": clock_text(venue)} if venue and venue.time_zone_note else {}
        with timezone.override(venue.zone if venue else shop_zone()):
            response: HttpResponse = super().history_view(request, object_id, {**(extra_context or {}), **help_texts})  # type: ignore[misc]
            return response.render() if isinstance(response, TemplateResponse) else response

    def zone_of(self, request: HttpRequest, object_id: str | None) -> ZoneInfo:
        venue = self.venue_of(request, object_id)
        return venue.zone if venue else shop_zone()

    def venue_of(self, request: HttpRequest, object_id: str | None) -> Venue | None:
        """What is chosen just now; otherwise what was."""
        chosen = whole_number(request.POST.get(self.chosen, "") or request.GET.get(self.chosen, ""))
        if chosen:
            return Venue.objects.filter(**{self.chosen_venue: chosen}).first()
        try:
            key = self.model._meta.pk.to_python(object_id)
        except ValidationError:
            return None
        known = self.model.objects.filter(pk=key).values(self.venue_path)
        return Venue.objects.filter(pk__in=known).first()


class EventClock(VenueClock):
    """Of events themselves."""

    venue_path = "venue"
    chosen, chosen_venue = "venue", "pk"


def clock_text(venue: Venue | None) -> str:
    """Which clock the times of a page are read on."""
    note = venue.time_zone_note if venue else ""
    return f"{AT_THE_VENUE} ({note})" if note else str(AT_THE_VENUE)
