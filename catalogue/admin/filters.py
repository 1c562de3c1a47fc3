"""Filters of lists whose choices need more than a name: events have dates, categories of one name have shops."""

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone

from catalogue.models import Event

# Events that began so long ago are still of today.
LATELY = timedelta(days=1)


def with_day(name: str, event: Event) -> str:
    """The event's name with its day at the venue: dates of a tour have one name. Reads the venue."""
    return f"{name}, {event.begins_on:%d.%m.%Y}"


class EventFilter(admin.RelatedOnlyFieldListFilter):
    """Events of the list's rows with their days: those to come first, the next of them on top."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: admin.ModelAdmin) -> Any:
        keys = [key for key, _name in super().field_choices(field, request, model_admin)]
        events = Event.objects.filter(pk__in=keys).select_related("venue")
        yesterday = timezone.now() - LATELY
        coming = events.filter(happening_from__gte=yesterday).order_by("happening_from")
        past = events.filter(happening_from__lt=yesterday).order_by("-happening_from")
        return [(event.pk, with_day(str(event), event)) for event in (*coming, *past)]


class OwnedFilter(admin.RelatedOnlyFieldListFilter):
    """What shops own, with the shop where rows of several shops are in the list."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: admin.ModelAdmin) -> Any:
        keys = [key for key, _name in super().field_choices(field, request, model_admin)]
        model: Any = field.related_model
        rows = sorted(
            model._default_manager.filter(pk__in=keys).select_related("owner"),
            key=lambda row: (str(row).casefold(), str(row.owner)),
        )
        several = len({row.owner_id for row in rows}) > 1
        return [(row.pk, f"{row} · {row.owner}" if several else str(row)) for row in rows]
