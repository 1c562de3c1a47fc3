"""Placing an order: one transaction without any foreign call (design §4, purchase §4 "Placing an order")."""

import hashlib
import json
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import get_language

from cart import rules as cart_rules
from cart.actions import refuse_discount_code, refuse_payment_code, use_discount_code
from cart.companions import check_companions
from cart.errors import CartEmpty, HoldersMissing, ItemNotAvailable, SeatsMissing
from cart.line_texts import artist_of, category_name, line_name, line_picture_url, thing_of
from cart.locks import lock_latest_cart
from cart.models import ADDRESS_FIELDS, Address, Cart
from cart.queries import CartContents, PricedLine, contents_of
from cart.ticket_holders import missing_parts
from catalogue.actions import sell_holds
from catalogue.errors import ReservationLost
from catalogue.models import Event
from catalogue.seating.claims import sell_seats
from checkout.errors import (
    AddressIncomplete,
    AgeNotConfirmed,
    IdempotencyKeyReused,
    NoDeliveryMethod,
    PaymentMethodUnavailable,
    TermsNotAccepted,
    TotalChanged,
)
from checkout.limits import counted_order
from checkout.mails import queue_order_mail
from checkout.models import Delivery, Order, OrderLine, Placement, PlacementVat
from checkout.models.order import ONE_ORDER_PER_REFERENCE
from checkout.models.placement import ONE_PLACEMENT_PER_KEY, ONE_PLACEMENT_PER_REFERENCE
from checkout.payments import method_of
from checkout.payments.culture_pass import pay_with_code
from checkout.payments.ledger import open_payment, settle
from checkout.queries import PricedCheckout, price_checkout
from checkout.rules import withdrawal_exemption
from checkout.standing import Fulfilment, PaymentState
from checkout.texts import event_details, order_button
from sessions_queue.actions import lock_and_renew
from sessions_queue.errors import SessionEnded
from sessions_queue.models import VisitorSession
from shop.database_errors import violates
from shop.errors import FieldErrors, TooManyAttempts
from shop.legal.actions import agreed_wordings
from shop.money import NOTHING
from shop.newsletter.actions import AlreadySubscribed, Wish, subscribe
from shop.newsletter.limits import count_attempt
from shop.related import with_related
from shop.snapshot import read_snapshot
from shop.transactions import tried_again


@dataclass(frozen=True)
class PlaceRequest:
    """What the shopper confirmed on the last page. `expected_total`: what is to pay in euros, without what a payment
    code pays, None where nobody says it; the key is one per attempt.
    """

    idempotency_key: str
    expected_total: Decimal | None
    accepted_terms: bool
    accepted_age: bool = False
    newsletter: bool = False

    def confirms(self, total: Decimal) -> bool:
        return self.expected_total is None or (self.expected_total.is_finite() and self.expected_total == total)

    def fingerprint(self) -> str:
        return hashlib.sha256(json.dumps(asdict(self), default=str, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True)
class Terms:
    """What the buyer agreed to: the keys of the texts' wordings, in the language that was read."""

    language: str
    texts: list[str]


def place_order(*, session: VisitorSession, request: PlaceRequest, visitor: str = "") -> Placement:
    """Place the session's cart as an order, or find the placement that it became already.

    `visitor`: the address that it comes from (`rate_limits.caller`), whose orders are counted; nobody's without it.

    A double click, a refresh or a second tab gets the same placement. Raises SessionEnded, CartEmpty, what is missing
    in the checkout, TotalChanged, ReservationLost, TooManyOrders, or IdempotencyKeyReused for a known key with another
    content or cart.
    """
    return placed(session, lambda terms: placement_of_cart(session, request, terms, visitor))


def placed(session: VisitorSession, place: Callable[[Terms], Placement]) -> Placement:
    """What `place` makes of the terms as they are; again where a reference is taken. Raises IdempotencyKeyReused."""
    language = get_language() or session.language
    terms = Terms(language, agreed_wordings(read_snapshot(session.shop), language))
    while True:
        try:
            return place(terms)
        except IntegrityError as error:
            # Several carts came with one key at once, and another one was first.
            if violates(error, ONE_PLACEMENT_PER_KEY):
                raise IdempotencyKeyReused from error
            if not violates(error, ONE_ORDER_PER_REFERENCE) and not violates(error, ONE_PLACEMENT_PER_REFERENCE):
                raise


@tried_again
@transaction.atomic
def placement_of_cart(session: VisitorSession, request: PlaceRequest, terms: Terms, visitor: str) -> Placement:
    cart = lock_cart_to_place(session)
    existing = existing_placement(cart, request)
    if existing is not None:
        return existing
    checkout = price_checkout(contents_to_place(cart))
    refuse_incomplete(checkout, request)
    with counted_order(visitor, cart.email) if visitor else nullcontext():
        order = store_order(checkout, terms.language)
        placement = Placement(order=order, reference=order.reference)
        return sell(placement, checkout, request, terms, visitor, delivery=store_delivery(order, checkout))


def contents_to_place(cart: Cart) -> CartContents:
    """Raises CartEmpty."""
    contents = contents_of(cart)
    if not contents.lines:
        raise CartEmpty
    return contents


def existing_placement(cart: Cart, request: PlaceRequest) -> Placement | None:
    """The one that the cart became already. Raises IdempotencyKeyReused for a known key with something else."""
    of_key = Q(shop=cart.shop, idempotency_key=request.idempotency_key)
    found = list(Placement.objects.filter(Q(cart=cart) | of_key).select_related("order"))
    existing = next((one for one in found if one.cart_id == cart.pk), None)
    if existing is None:
        if found:
            raise IdempotencyKeyReused
        return None
    if existing.idempotency_key == request.idempotency_key and existing.request_hash != request.fingerprint():
        raise IdempotencyKeyReused
    existing.order.shop = cart.shop
    return existing


def sell(
    placement: Placement,
    checkout: PricedCheckout,
    request: PlaceRequest,
    terms: Terms,
    visitor: str,
    delivery: Delivery | None,
) -> Placement:
    """Place a cart that may be placed, as this placement, still to be stored, of an order that this transaction made,
    or has the lock of.
    """
    cart, order = checkout.cart, placement.order
    store_placement(placement, checkout, request, delivery)
    placement.accepted_texts.add(*terms.texts)  # type: ignore[arg-type]  # keys that are texts
    cart.state = Cart.State.ORDERED
    cart.save(update_fields=["state"])
    queue_order_mail("confirmation", placement)
    if request.newsletter:
        wish_for_newsletter(order, visitor)
    if cart.payment_code is not None and checkout.priced.credit:
        pay_with_code(placement, cart.payment_code, checkout.priced.credit)
    if placement.number > 1 or checkout.due == 0:  # for a new order nothing has come in
        settle(order)
    if placement.discount_code is not None:
        use_discount_code(code=placement.discount_code)
    sell_seats_of(checkout, placement)
    # Last, because everybody who wants the same stock waits for this lock.
    sell_holds(
        holder=cart.pk,
        session=cart.session,
        buyer=placement.pk,
        demand=cart_rules.demand(line.item for line in checkout.lines),
    )
    return placement


def sell_seats_of(checkout: PricedCheckout, placement: Placement) -> None:
    """Raises ReservationLost also for a ticket that has no seat, because its category got seats meanwhile."""
    tickets = [line for line in checkout.lines if (line.item.ticket and line.item.ticket.seated) or line.line.seat_id]
    if tickets:
        seats = [line.line.seat_id for line in tickets if line.line.seat_id]
        if len(seats) < len(tickets):
            raise ReservationLost
        sell_seats(holder=checkout.cart.pk, buyer=placement.pk, seat_ids=seats)


def wish_for_newsletter(order: Order, visitor: str) -> None:
    """Ask by mail whether the buyer wants it. Who has it, cannot have it, or asks too often, buys all the same."""
    wish = Wish(order.email, accepts_terms=True, language=order.language, terms="LANG_CHECKOUT_NEWSLETTER")
    with suppress(AlreadySubscribed, FieldErrors, TooManyAttempts):
        if visitor:
            count_attempt(visitor, order.shop, order.email)
        subscribe(shop=order.shop, wish=wish)


def lock_cart_to_place(session: VisitorSession) -> Cart:
    """The newest cart, locked. A session that ended may still ask for the order it placed, not for a new one."""
    alive = lock_and_renew(session)
    cart = lock_latest_cart(alive or session)
    if cart is None:
        raise CartEmpty if alive else SessionEnded
    if alive is None and cart.state == Cart.State.OPEN:
        raise SessionEnded
    return cart


def refuse_incomplete(checkout: PricedCheckout, request: PlaceRequest) -> None:
    """Raise the first reason why this checkout cannot be placed; every gate is checked here again."""
    refuse_lines(checkout, request)
    cart = checkout.cart
    if cart.billing_address is None or not cart.email:
        raise AddressIncomplete
    if (cart.shipping_address or cart.billing_address).country_code != cart.country_code:
        raise AddressIncomplete
    if checkout.priced.physical and checkout.shipping is None:
        raise NoDeliveryMethod
    if checkout.payment is None:
        raise PaymentMethodUnavailable
    refuse_unconfirmed(checkout, request)


def refuse_lines(checkout: PricedCheckout, request: PlaceRequest) -> None:
    """Raise why what is in the cart cannot be sold as it is."""
    if not request.confirms(checkout.due):
        refuse_codes(checkout)
    problems = {line.problem for line in checkout.lines} - {None}
    if problems == {cart_rules.Problem.seat_missing}:
        raise SeatsMissing(itemIds=[str(line.line.pk) for line in checkout.lines if line.problem])
    if problems:
        raise ItemNotAvailable
    check_companions([line.item for line in checkout.lines])
    nameless = [str(line.line.pk) for line in checkout.lines if missing_parts(line.item)]
    if nameless:
        raise HoldersMissing(itemIds=nameless)


def refuse_unconfirmed(checkout: PricedCheckout, request: PlaceRequest) -> None:
    """Raise what the buyer has not agreed to."""
    if not request.accepted_terms:
        raise TermsNotAccepted
    if checkout.asks_age and not request.accepted_age:
        raise AgeNotConfirmed
    if not request.confirms(checkout.due):
        raise TotalChanged(total=str(checkout.due))


def refuse_codes(checkout: PricedCheckout) -> None:
    """Raise why another total was confirmed if one of the cart's codes went meanwhile."""
    cart, now, total = checkout.cart, checkout.priced.snapshot.now, str(checkout.due)
    if cart.payment_code is not None:
        refuse_payment_code(cart.payment_code, now, total=total)
    if cart.discount_code is not None:
        refuse_discount_code(cart.discount_code, now, total=total)


def store_order(checkout: PricedCheckout, language: str) -> Order:
    cart, payment = checkout.cart, checkout.payment
    assert cart.billing_address is not None and payment is not None
    billing, shipping = copy_address(cart.billing_address), copy_address(cart.shipping_address or cart.billing_address)
    Address.objects.bulk_create([billing, shipping])
    return Order.objects.create(
        shop=cart.shop,
        placed_at=cart.session.alive_at,
        language=language,
        email=cart.email,
        country_code=cart.country_code,
        billing_address=billing,
        shipping_address=shipping,
        preferred_payment_method=payment.id,
    )


def store_placement(
    placement: Placement, checkout: PricedCheckout, request: PlaceRequest, delivery: Delivery | None
) -> None:
    cart, payment, discount = checkout.cart, checkout.payment, checkout.priced.discount
    placement.shop = cart.shop
    placement.cart = cart
    placement.idempotency_key = request.idempotency_key
    placement.request_hash = request.fingerprint()
    placement.button_label = order_button(checkout.due)
    placement.newsletter_wanted = request.newsletter
    placement.payment_method = payment.id if payment else ""
    placement.items_total = checkout.priced.subtotal
    if discount and cart.discount_code:
        placement.discount_code, placement.discount_percent = cart.discount_code, cart.discount_code.percent
    placement.discount_total = discount
    placement.shipping_total = checkout.shipping_total
    placement.total = checkout.total
    placement.placed_at = cart.session.alive_at
    placement.save(force_insert=True)
    lines = OrderLine.objects.bulk_create(order_lines(placement, checkout.lines, delivery))
    shares = PlacementVat.objects.bulk_create(
        PlacementVat(placement=placement, **asdict(share)) for share in checkout.vat
    )
    if payment is None:
        return
    first = placement.number == 1
    attempt = open_payment(
        order=placement.order, placement=placement, method=method_of(payment.id), amount=checkout.due, first=first
    )
    if first and checkout.due == checkout.total > 0:
        whole = with_related(placement, lines=lines, vat_shares=shares, payments=[attempt], invoices=[])
        placement.new_order = unpaid(whole, [delivery] if delivery else [])


def unpaid(placement: Placement, deliveries: Sequence[Delivery]) -> Order:
    """The new order of a placement for which nothing has come in, as `queries.access_order` would read it."""
    order = with_related(placement.order, placements=[placement], deliveries=deliveries)
    order.payment_state = PaymentState.OPEN
    order.fulfilment = Fulfilment.OPEN if deliveries else Fulfilment.NOTHING
    order.total = order.owed = order.balance = placement.total
    order.received = NOTHING
    order.payment_is_under_way = False
    placement.order = order
    return order


def copy_address(address: Address) -> Address:
    """An order keeps its own copy, still to be saved: the cart's may change."""
    return Address(**{field: getattr(address, field) for field in ADDRESS_FIELDS})


def store_delivery(order: Order, checkout: PricedCheckout) -> Delivery | None:
    if checkout.shipping is None:
        return None
    carrier, estimate = checkout.shipping.carrier, checkout.shipping.estimate
    return Delivery.objects.create(
        order=order,
        carrier=carrier,
        name=carrier.name,
        description=carrier.description or "",
        price=checkout.shipping.price,
        checks_age=carrier.checks_age,
        arrives_from=estimate.arrives_from,
        arrives_until=estimate.arrives_until,
        working_days_from=estimate.days_from,
        working_days_until=estimate.days_until,
        shippable_from=checkout.priced.shippable_window[0],
    )


def order_lines(placement: Placement, lines: Sequence[PricedLine], delivery: Delivery | None) -> list[OrderLine]:
    """Snapshots of the lines in the order's language; children point at their parent's snapshot."""
    snapshots: dict[object, OrderLine] = {}
    for number, line in enumerate(lines, start=1):
        thing = thing_of(line)
        snapshots[line.line.pk] = OrderLine(
            placement=placement,
            number=number,
            delivery=delivery if line.physical else None,
            variant=line.variant,
            seller_id=thing.owner_id,
            amount=line.line.amount,
            price=line.price,
            total=line.total,
            discount=line.discount,
            vat_rate=thing.vat_rate,
            name=line_name(thing)[:240],
            variant_description=line.variant.description or "",
            pricing_category_name=category_name(line.variant),
            artist_name=artist_of(line.variant)[:200],
            event_details=event_details(thing)[:300] if isinstance(thing, Event) else "",
            image_url=line_picture_url(thing)[:300],
            ticket=line.variant.is_ticket,
            **seat_snapshot(line),
            physical=line.physical,
            personal_identifier=line.line.personal_identifier,
            ticket_holder=line.line.ticket_holder,
            shippable_from=line.shippable_from,
            withdrawal_exemption=withdrawal_exemption(
                ticket=line.variant.is_ticket, personalised=line.item.personalised
            ),
            stocks=list(line.item.stocks),
        )
    for line in lines:
        if line.line.parent_id:
            snapshots[line.line.pk].parent = snapshots[line.line.parent_id]
    return list(snapshots.values())


def seat_snapshot(line: PricedLine) -> dict[str, Any]:
    seat = line.line.seat
    if seat is None:
        return {}
    return {
        "seat": seat,
        "seat_section": seat.row.section.name,
        "seat_row": seat.row.name,
        "seat_number": seat.number,
    }
