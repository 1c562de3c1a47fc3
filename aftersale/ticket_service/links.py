"""Links to the forms that change or cancel an order's tickets, for its page and its mails."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from aftersale.models import TicketServicePeriod
from catalogue.models import Event
from checkout.models import Order, OrderLine
from checkout.orders.order_state import placements_of
from shop.core.database.clock import database_now
from shop.core.database.compiled_statements import SHOP, InParameter, ModelStatement
from shop.core.values.formats import date_and_time
from shop.models import Shop
from shop.queries import shop_url

from .queries import Kind, is_offered, period_end


@dataclass(frozen=True)
class ServiceLink:
    """A form that is open for an event. `until`: the last moment in words, on the venue's clock; empty if the event's
    date is hidden.
    """

    kind: str
    event: Event
    until: str


def form_page(shop: Shop, link: ServiceLink, reference: str) -> str:
    """Return the form's address for mails. The reference fills its field; it opens no order."""
    return f"{shop_url(shop)}/ticketservice/{link.kind}?order={reference}"


def service_links(shop: Shop, lines: Iterable[OrderLine]) -> list[ServiceLink]:
    """Return the forms that are open for the lines' tickets, the next event first, change before cancellation. One
    statement, and the clock if there are periods; none without tickets.
    """
    events = {line.variant.event_id for line in lines if line.ticket and line.variant.event_id}
    if not events:
        return []
    found = periods_of_events().run(shop=shop.pk, events=list(events))
    if not found:
        return []
    now = database_now()
    return [
        ServiceLink(kind, one.event, "" if one.event.hide_date else date_and_time(end, one.event.venue.zone))
        for one in found
        for kind in (Kind.CHANGE.value, Kind.CANCEL.value)
        if is_offered(shop, kind) and (end := period_end(one, kind)) is not None and end > now
    ]


@cache
def periods_of_events() -> ModelStatement[TicketServicePeriod]:
    listed = Event.objects.listed_in(SHOP).filter(InParameter("events"))
    periods = TicketServicePeriod.objects.filter(event__in=listed).select_related("event__venue")
    return ModelStatement(periods.order_by("event__happening_from", "event"))


def order_service_links(order: Order) -> list[ServiceLink]:
    """Do `service_links` for the tickets of an order read by its secret (`checkout.orders.access.access_order`)."""
    tickets = OrderLine.objects.counting().filter(
        placement__in=placements_of(order), ticket=True, placement__paid_at__isnull=False
    )
    return service_links(order.shop, tickets.select_related("variant"))
