"""Seats on the wire. Which of them are free is the availability's business (catalogue §3 "Seat map")."""

from collections.abc import Collection
from decimal import Decimal

import strawberry

from catalogue.models import ProductVariant, Seat, SeatMap
from catalogue.models.listing import is_listed_in
from catalogue.pricing.variants import is_for_sale, variant_cost
from catalogue.seating.free_seats import seats_with_rows
from catalogue.seating.proposals import best_offer
from shop.core.database.clock import database_now
from shop.core.values.numbers import whole_number
from shop.web.graphql.context import GraphQLInfo


@strawberry.type
class SeatPlace:
    id: strawberry.ID
    section_name: str
    row: str
    name: str


@strawberry.type
class BestSeat(SeatPlace):
    product_variant_id: strawberry.ID


@strawberry.type
class SeatShift:
    """A seat that was moved by one, so that no single seat is left over."""

    wanted: SeatPlace
    given: SeatPlace


def seat_place(seat: Seat) -> SeatPlace:
    """Reads the seat's row and section: load both."""
    return SeatPlace(
        id=strawberry.ID(str(seat.pk)), section_name=seat.row.section.name, row=seat.row.name, name=seat.number
    )


def seat_shifts(shifts: Collection[tuple[int, int]]) -> list[SeatShift]:
    seats = seats_with_rows({seat for shift in shifts for seat in shift})
    return [SeatShift(wanted=seat_place(seats[one]), given=seat_place(seats[other])) for one, other in shifts]


@strawberry.type
class SeatQuery:
    @strawberry.field(
        description="The best free seats of one category, in row order; empty if there are too few. Claims nothing.",
    )
    def best_seats(
        self,
        info: GraphQLInfo,
        event_id: strawberry.ID,
        amount: int,
        product_variant_ids: list[strawberry.ID] | None = None,
        section_id: strawberry.ID | None = None,
        max_price: Decimal | None = None,
        adjacent: bool = True,
        accessible: bool = False,
    ) -> list[BestSeat]:
        event, section = whole_number(event_id), whole_number(section_id) if section_id else None
        if event is None or (section_id and section is None):
            return []
        tickets = [
            ticket
            for ticket in tickets_with_seats(info, event)
            if (product_variant_ids is None or str(ticket.pk) in product_variant_ids)
            and (cost := variant_cost(ticket)) is not None
            and (max_price is None or cost.price <= max_price)
        ]
        if not tickets or not 1 <= amount <= tickets[0].event.cart_limit:  # type: ignore[union-attr]
            return []
        by_category = {ticket.pricing_category_id: ticket for ticket in reversed(tickets)}
        seat_map = SeatMap.objects.select_related("event").get(event=event)
        category, ids = best_offer(
            seat_map, [one for one in by_category if one], amount, section, adjacent=adjacent, accessible=accessible
        )
        seats = seats_with_rows(ids)
        return [
            BestSeat(**vars(seat_place(seats[seat])), product_variant_id=strawberry.ID(str(by_category[category].pk)))
            for seat in ids
        ]


def tickets_with_seats(info: GraphQLInfo, event_id: int) -> list[ProductVariant]:
    """The event's tickets that are sold here and now and need a seat each, the first choice first."""
    tickets = (
        ProductVariant.objects.filter(is_listed_in(info.context.shop, "event__"), event=event_id)
        .filter(pricing_category__seat_stock__isnull=False, event__seat_map__isnull=False)
        .select_related("event")
        .prefetch_related("prices")
    )
    now = database_now()
    return [ticket for ticket in tickets.order_by("-is_default", "order", "pk").distinct() if is_for_sale(ticket, now)]
