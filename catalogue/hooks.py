"""What the catalogue asks of the apps above it. `config/hooks.py` fills `above` when Django starts."""

from typing import Protocol

from django.db.models import QuerySet

from .models import Event


class Above(Protocol):
    """All that this app asks of above."""

    def time_zone_changed(self, events: QuerySet[Event], *, before: str, after: str) -> None:
        """Move deadlines that lie beside the events from the zone `before` to the zone `after`: the venue's clock shows
        the same times as it did. Runs in the transaction that moved the events' own times.
        """
        ...


class NothingAbove:
    """The catalogue alone: nothing is due by an event's clock."""

    def time_zone_changed(self, events: QuerySet[Event], *, before: str, after: str) -> None:
        pass


above: Above = NothingAbove()
