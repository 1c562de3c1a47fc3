"""Sell tickets at the door or put guests on the list: orders without a cart (docs/decisions/0062)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.conf import settings
from django.db import transaction
from django.utils import timezone, translation

from cart.errors import CartEmpty, CartLimitExceeded
from cart.items.seat_choice import end_overdue_seat_holders
from cart.models import Address, CartLine
from cart.pricing.priced import PricedLine
from cart.pricing.taxes import Destinations, tax_of
from cart.queries import item_of
from cart.rules import demand
from catalogue.errors import SeatsNotAvailable, SeatsTaken, SoldOut
from catalogue.models import Event
from catalogue.seating.claims import claim_seats
from catalogue.seating.free_seats import seats_with_rows
from catalogue.seating.proposals import SeatRequest
from catalogue.stock.actions import sell_pieces
from checkout.errors import IdempotencyKeyReused, TotalChanged
from checkout.models import Order, OrderStep, Placement
from checkout.orders.deadlines import dates_of
from checkout.payments.ledger import open_payment, record_capture, settle
from checkout.payments.methods import method_of
from checkout.payments.without_provider import FreeOfCharge
from checkout.pricing.box_office import on_sale
from checkout.pricing.checkout import taxed_lines
from checkout.pricing.exchanges import OfferedVariant
from checkout.rules import vat_split
from shop.core.database.locks import lock_name
from shop.core.database.transactions import retry_transaction
from shop.core.values.languages import DEFAULT_LANGUAGE
from shop.core.values.money import NOTHING

from .order_rows import store_lines
from .steps import StaffAction, begin_step

# In one sale: a larger group is served in two.
MOST_PIECES = 50


@dataclass(frozen=True)
class TicketBuyer:
    """The buyer's data that staff enter. Without `email` no mail is sent."""

    first_name: str
    last_name: str
    email: str = ""
    language: str = DEFAULT_LANGUAGE


def walk_in_name(language: str) -> str:
    """The last name in an order of a buyer who gave none."""
    with translation.override(language):
        return translation.gettext("Box office")


@dataclass(frozen=True)
class TicketSale:
    """`pieces`: by the variant's id. `total`: the price in euros that the buyer was shown. `paid_by`: a
    `BoxOfficeMethod`, empty for the guest list.
    """

    event: Event
    buyer: TicketBuyer
    pieces: Mapping[int, int]
    total: Decimal
    paid_by: str = ""


def hand_out_tickets(*, sale: TicketSale, action: StaffAction) -> Placement:
    """Sell tickets for money already received, or give them away. They are issued at once, and mailed if there is an
    address. For seats, takes the best free ones. Does nothing the second time for the same key.

    Raises CartEmpty, CartLimitExceeded, SoldOut, SeatsNotAvailable, TotalChanged, or IdempotencyKeyReused for a key of
    another sale; changes nothing then. Locks the form's key, the seats' rows, then the stocks.
    """
    while True:
        try:
            return sell_tickets(sale, action)
        except SeatsTaken as taken:
            if not end_overdue_seat_holders(taken):
                raise SeatsNotAvailable(taken.seat_ids, []) from taken


@retry_transaction
@transaction.atomic
def sell_tickets(sale: TicketSale, action: StaffAction) -> Placement:
    lock_name(f"box office {action.key}")
    if done := Placement.objects.filter(step=action.key).select_related("order").first():
        if done.total != sale.total or done.lines.exclude(variant__event=sale.event.pk).exists():
            raise IdempotencyKeyReused
        return done
    placement = Placement(placed_at=timezone.now(), shop=sale.event.owner, button_label="")
    lines = priced_lines(sale, placement)
    placement.items_total = placement.total = sum((line.total for line in lines), NOTHING)
    if placement.total != sale.total:
        raise TotalChanged(total=str(placement.total))
    store_sale(placement, lines, sale, action)
    sell_pieces(buyer=placement.pk, demand=demand(line.item for line in lines))
    take_money(placement, action)
    return placement


def priced_lines(sale: TicketSale, placement: Placement) -> list[PricedLine]:
    """Return one line per kind of ticket without seats, and one per seat."""
    wanted = {variant: pieces for variant, pieces in sale.pieces.items() if pieces > 0}
    if not wanted:
        raise CartEmpty
    if sum(wanted.values()) > MOST_PIECES:
        raise CartLimitExceeded(limit=MOST_PIECES)
    offered = {one.variant.pk: one for one in on_sale(sale.event)}
    if not wanted.keys() <= offered.keys():
        raise SoldOut(available=0)
    chosen = [(offered[variant], pieces) for variant, pieces in wanted.items()]
    unseated = [priced_line(sale, one, pieces, None) for one, pieces in chosen if not one.is_seated]
    return unseated + seated_lines(sale, placement, [(one, pieces) for one, pieces in chosen if one.is_seated])


def seated_lines(
    sale: TicketSale, placement: Placement, chosen: Sequence[tuple[OfferedVariant, int]]
) -> list[PricedLine]:
    seat_requests = [SeatRequest(one.variant.pricing_category_id or 0, pieces) for one, pieces in chosen]
    if not seat_requests:
        return []
    claimed = claim_seats(event_id=sale.event.pk, holder=placement.pk, session=None, requests=seat_requests)
    given = zip((one for one, _pieces in chosen), claimed.seats, strict=True)
    return [priced_line(sale, one, 1, seat.id) for one, seats in given for seat in seats]


def priced_line(sale: TicketSale, target: OfferedVariant, pieces: int, seat: int | None) -> PricedLine:
    placed = seats_with_rows([seat])[seat] if seat else None
    line = CartLine(variant=target.variant, amount=pieces, seat=placed)
    price = target.price if sale.paid_by else NOTHING
    tax = tax_of(target.variant, Destinations.of_country(settings.PRICE_COUNTRY), timezone.localdate())
    item = item_of(target.variant, pieces, "", placed)
    return PricedLine(line=line, item=item, price=price, tax=tax, problem=None)


def store_sale(placement: Placement, lines: list[PricedLine], sale: TicketSale, action: StaffAction) -> None:
    order = store_order(sale, placement)
    kind = OrderStep.Kind.DOOR_SALE if sale.paid_by else OrderStep.Kind.GUEST_LIST
    placement.order, placement.reference = order, order.reference
    placement.step, placement.idempotency_key = begin_step(order, kind, action), f"box office {action.key}"
    placement.payment_method = order.preferred_payment_method
    placement.shipping_total = NOTHING
    placement.pay_by = dates_of(order.shop, placement.placed_at, [line.variant for line in lines]).pay_by
    placement.save(force_insert=True)
    with translation.override(order.language):
        store_lines(placement, lines, vat_split(taxed_lines(lines), NOTHING), None)


def store_order(sale: TicketSale, placement: Placement) -> Order:
    names = {"first_name": sale.buyer.first_name, "last_name": sale.buyer.last_name}
    billing, shipping = (Address(**names, country_code=settings.PRICE_COUNTRY) for _one in range(2))
    Address.objects.bulk_create([billing, shipping])
    return Order.objects.create(
        shop=sale.event.owner,
        placed_at=placement.placed_at,
        language=sale.buyer.language,
        email=sale.buyer.email,
        country_code=settings.PRICE_COUNTRY,
        billing_address=billing,
        shipping_address=shipping,
        preferred_payment_method=sale.paid_by or FreeOfCharge.id,
    )


def take_money(placement: Placement, action: StaffAction) -> None:
    """Book the money that is in the till. Free tickets are only settled."""
    method = method_of(placement.payment_method)
    payment = open_payment(
        order=placement.order, placement=placement, method=method, amount=placement.total, first=True
    )
    if placement.total:
        record_capture(payment=payment, amount=placement.total, event_id=f"sold {action.key}", staff=action.staff)
    else:
        settle(placement.order)
