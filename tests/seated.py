"""A shop with one seated event, and guests who ask for seats by "row-number"."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db.models.functions import Now

from cart.actions import AddRequest, add_to_cart
from cart.items.seat_choice import SeatChoice
from cart.models import Cart
from catalogue.models import Event, ProductVariant, Seat, SeatClaim, SeatMap, Stock
from checkout.actions import PlaceRequest, choose_logistics, enter_addresses, place_order
from checkout.models import Order
from checkout.pricing.checkout import priced_checkout
from sessions_queue.models import VisitorSession
from tests.factories import ADDRESS, first_variant, make_event, make_seat_map, make_shop, seat_at


class House:
    """Seats of other sections than Block A are named "Block B/row-number"."""

    def __init__(self, *, event: dict[str, Any] | None = None, seated: bool = True, **plan: Any) -> None:
        self.shop = make_shop("merchstand")
        self.event: Event = make_event(self.shop, **(event or {}))
        self.ticket: ProductVariant = first_variant(self.event)
        if seated:
            self.put_seats(**plan)

    def put_seats(self, **plan: Any) -> None:
        self.seat_map: SeatMap = make_seat_map(self.event, **plan)
        self.ticket = first_variant(self.event)

    def seat(self, name: str) -> Seat:
        row, _, number = name.rpartition("-")
        section, _, row = row.rpartition("/")
        return seat_at(self.seat_map, row, int(number), section or "Block A")

    def pick(
        self,
        *names: str,
        session: VisitorSession | None = None,
        ticket: ProductVariant | None = None,
        released: Sequence[str] = (),
    ) -> tuple[VisitorSession, Cart, list[tuple[str, str]]]:
        choice = SeatChoice(tuple(self.seat(name).pk for name in names))
        return self.add(
            AddRequest((ticket or self.ticket).pk, len(names), seats=choice), session=session, released=released
        )

    def add(
        self, *requests: AddRequest, session: VisitorSession | None = None, released: Sequence[str] = ()
    ) -> tuple[VisitorSession, Cart, list[tuple[str, str]]]:
        session, contents, shifts = add_to_cart(
            shop=self.shop, session=session, language="de", requests=requests, released=released
        )
        return session, contents.cart, [(self.name(one), self.name(other)) for one, other in shifts]

    def best(self, amount: int, **choice: Any) -> list[str]:
        _session, cart, _shifts = self.add(AddRequest(self.ticket.pk, amount, seats=SeatChoice(**choice)))
        return self.seats_of(cart)

    def name(self, seat_id: int | str) -> str:
        seat = Seat.objects.select_related("row__section").get(pk=seat_id)
        section = seat.row.section.name_de
        return f"{'' if section == 'Block A' else section + '/'}{seat.row.name}-{seat.number}"

    def seats_of(self, cart: Cart) -> list[str]:
        claimed = {claim.seat_id for claim in SeatClaim.objects.filter(holder=cart.pk)}
        lines = list(cart.lines.exclude(seat=None))
        assert claimed == {line.seat_id for line in lines} and len(lines) == len(claimed)
        return [self.name(str(line.seat_id)) for line in sorted(lines, key=lambda line: line.seat.place)]

    def held(self) -> tuple[int, int]:
        stock = Stock.objects.get(seated_category=self.ticket.pricing_category)
        return stock.held, stock.sold

    def order(self, session: VisitorSession) -> Order:
        enter_addresses(session=session, billing=ADDRESS, shipping=None, email="mira@example.org")
        choose_logistics(session=session, shipping_method=None, payment_method="bank_transfer")
        total = priced_checkout(Cart.objects.get(session=session)).total
        return place_order(session=session, request=PlaceRequest(str(session.pk), total, accepted_terms=True)).order


def run_out(session: VisitorSession) -> None:
    VisitorSession.objects.filter(pk=session.pk).update(expires_at=Now() - timedelta(seconds=1))
