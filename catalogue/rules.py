"""What products and tickets cost, whether they can be bought, and what they are called (catalogue §3, §4): pure
functions.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from enum import Enum
from zoneinfo import ZoneInfo

from django.conf import settings

# "Only a few left" from this many free pieces downward.
LOW_STOCK: int = settings.CACHE_THRESHOLD


@dataclass(frozen=True, slots=True)
class Cost:
    """A gross price in euros; if it is struck, also the price before and the lowest of the 30 days before."""

    price: Decimal
    original_price: Decimal | None = None
    lowest_before: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """A variant as a buyer sees it. `free`: of the stock with the fewest free pieces; None if no stock limits it."""

    active: bool
    free: int | None
    cost: Cost | None

    @property
    def available(self) -> bool:
        return self.active and self.cost is not None and (self.free is None or self.free > 0)

    @property
    def low_stock(self) -> bool:
        return self.available and self.free is not None and self.free <= LOW_STOCK


def country_cost(costs: dict[str, Cost], country: str, price_country: str) -> Cost | None:
    """Return the country's price, otherwise that of the price country."""
    return costs.get(country) or costs.get(price_country)


def cost_with_surcharge(cost: Cost, surcharge: Decimal) -> Cost:
    """Add a surcharge to the price, and to the struck and lowest prices."""
    original, lowest = cost.original_price, cost.lowest_before
    return Cost(
        cost.price + surcharge,
        None if original is None else original + surcharge,
        None if lowest is None else lowest + surcharge,
    )


def variant_cost(own: Cost | None, product: Cost | None, surcharge: Decimal) -> Cost | None:
    """Return the variant's own price, otherwise the product's plus the surcharge. None: not for sale."""
    if own is not None or product is None:
        return own
    return cost_with_surcharge(product, surcharge)


def product_cost(own: Cost | None, offers: Sequence[Offer]) -> Cost | None:
    """Return the product's own price, otherwise the lowest of its available variants, otherwise of all active ones.

    It is struck if a variant of the same price is.
    """
    if own is None:
        return lowest_cost(offers)
    struck = (one.cost for one in offers if one.active and one.cost and one.cost.price == own.price)
    return next((cost for cost in struck if cost.original_price is not None), Cost(own.price))


def lowest_cost(offers: Iterable[Offer]) -> Cost | None:
    priced = [(not offer.available, offer.cost) for offer in offers if offer.active and offer.cost is not None]
    found = min(priced, key=lambda one: (one[0], one[1].price), default=None)
    return found[1] if found else None


# The share of each unit in the unit that the law compares by: a litre, a kilogramme, a metre (§ 5 PAngV).
BASE_UNITS = {"ml": (Decimal("0.001"), "l"), "l": (Decimal(1), "l"), "g": (Decimal("0.001"), "kg"),
              "kg": (Decimal(1), "kg"), "m": (Decimal(1), "m")}  # fmt: skip


def unit_price(price: Decimal, amount: Decimal, unit: str) -> tuple[Decimal, str]:
    """Return the price of a litre, a kilogramme or a metre, to the cent, and the unit."""
    share, base = BASE_UNITS[unit]
    return (price / (amount * share)).quantize(Decimal("0.01"), ROUND_HALF_UP), base


def price_span(offers: Iterable[Offer]) -> tuple[Decimal, Decimal] | None:
    """Return the lowest and the highest price of the active offers."""
    prices = [offer.cost.price for offer in offers if offer.active and offer.cost is not None]
    return (min(prices), max(prices)) if prices else None


def any_available(offers: Iterable[Offer]) -> bool:
    return any(offer.available for offer in offers)


def all_low(offers: Iterable[Offer]) -> bool:
    """True if all available offers run low. False if none is available."""
    available = [offer for offer in offers if offer.available]
    return bool(available) and all(offer.low_stock for offer in available)


class TicketState(Enum):
    SOLD_OUT = "SOLD_OUT"
    BEFORE_PRESALE = "BEFORE_PRESALE"
    ON_SALE = "ON_SALE"
    EXTERNAL = "EXTERNAL"
    OVER = "OVER"
    STOPPED = "STOPPED"
    CANCELLED = "CANCELLED"
    POSTPONED = "POSTPONED"


# States of an event in which nothing is sold, whatever its dates say; by the values of `Event.State`.
UNSOLD_STATES = {
    "cancelled": TicketState.CANCELLED, "postponed": TicketState.POSTPONED, "stopped": TicketState.STOPPED,
}  # fmt: skip


def event_ends(happening_from: datetime, happening_until: datetime | None) -> datetime:
    """Return until when tickets are sold: the event's end, or its beginning if no end is known."""
    return happening_until or happening_from


def ticket_state(
    *,
    now: datetime,
    happening_from: datetime,
    happening_until: datetime | None,
    external_link: str,
    presale_at: datetime | None,
    available: bool,
    has_tickets: bool = True,
    state: str = "on_sale",
) -> TicketState:
    """Return the state for an event's tag and buttons (catalogue §4 "Event ticket tag"). Tickets are sold if it is
    ON_SALE.

    An event that is sold elsewhere needs no tickets here. If it has some, they tell whether it is sold out. `state`:
    the event's own. A cancelled or postponed event is so after its date, too.
    """
    unsold = UNSOLD_STATES.get(state)
    if unsold in (TicketState.CANCELLED, TicketState.POSTPONED):
        return unsold
    if event_ends(happening_from, happening_until) < now:
        return TicketState.OVER
    if unsold is not None:
        return unsold
    if presale_at is not None and now < presale_at:
        return TicketState.BEFORE_PRESALE
    if external_link and (available or not has_tickets):
        return TicketState.EXTERNAL
    return TicketState.ON_SALE if available else TicketState.SOLD_OUT


# The check-in opens this long before the event, unless staff set another time (catalogue §9).
CHECK_IN_BEFORE = timedelta(days=5)
MORNING = time(6)
"""Until this hour a show belongs to the evening before."""


def check_in_starts(happening_from: datetime, own: datetime | None) -> datetime:
    return own or happening_from - CHECK_IN_BEFORE


def is_after_midnight(begins: datetime) -> bool:
    """Return whether a show belongs to the evening before. `begins` is on the venue's clock."""
    return begins.time() < MORNING


def kind_is_sold(*, physical: bool, only_online: bool, only_hard: bool) -> bool:
    """True if the event sells printed tickets (`physical`) or online ones (catalogue §4 "Ticket type")."""
    return not only_online if physical else not only_hard


def descriptive_name(own: str, artist: str, name: str) -> str:
    """Return the full name, otherwise artist and name. The artist is left out if the name begins with it."""
    if own:
        return own
    return name if not artist or name.casefold().startswith(artist.casefold()) else f"{artist} {name}"


DOORS = 24
DOOR_OPENS = time(18)


def door_opens(year: int, day: int, zone: ZoneInfo) -> datetime:
    """Return when an advent door opens: on its day in the evening (catalogue §9)."""
    return datetime.combine(date(year, 12, day), DOOR_OPENS, zone)


def doors_open(year: int, now: datetime, zone: ZoneInfo) -> int:
    """Count the open doors of a year's calendar. They open one after the other and stay open."""
    return sum(door_opens(year, day, zone) <= now for day in range(1, DOORS + 1))


def next_evening(now: datetime, zone: ZoneInfo) -> datetime:
    """Return the next moment at which a door could open."""
    evening = datetime.combine(now.astimezone(zone).date(), DOOR_OPENS, zone)
    return evening if now < evening else evening + timedelta(days=1)
