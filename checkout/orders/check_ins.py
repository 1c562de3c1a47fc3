"""Which tickets of an order can check in online (docs/decisions/0060-check-in.md)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from catalogue.models import Venue
from checkout.models import OrderLine
from shop.models import Shop


@dataclass(frozen=True)
class CheckInLink:
    """`opens_at`: None where the event's date is hidden."""

    ticket_number: str
    event: str
    venue: Venue
    opens_at: datetime | None
    is_open: bool
    is_done: bool

    @property
    def opens_on(self) -> date | None:
        """The day at the venue."""
        return self.opens_at.astimezone(self.venue.zone).date() if self.opens_at else None


# From the apps above: of lines of events with online check-in, in their order.
OFFERED: list[Callable[[Shop, Iterable[OrderLine]], Sequence[CheckInLink]]] = []


def check_in_links(shop: Shop, lines: Iterable[OrderLine]) -> list[CheckInLink]:
    """Until the check-in is closed; no statement where no event of the lines has one."""
    asked = [line for line in lines if line.variant.event is not None and line.variant.event.checkin]
    return [one for offered in OFFERED for one in offered(shop, asked)] if asked else []
