"""Placing an order: one transaction without any foreign call (design §4, purchase §4 "Placing an order")."""

import hashlib
import json
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import get_language

from cart import rules as cart_rules
from cart.actions import refuse_discount_code, refuse_payment_code, use_discount_code
from cart.companions import check_companions
from cart.errors import CartEmpty, ItemNotAvailable, SeatsMissing
from cart.line_texts import artist_of, category_name, line_name, line_picture_url, thing_of
from cart.locks import lock_latest_cart
from cart.models import Address, Cart
from cart.queries import PricedLine
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
from checkout.models import Delivery, Order, OrderLine, OrderVat, Payment
from checkout.models.order import ONE_ORDER_PER_KEY
from checkout.payments import provider_of
from checkout.payments.culture_pass import pay_with_code
from checkout.payments.ledger import settle
from checkout.queries import PricedCheckout, priced_checkout
from checkout.texts import event_details, order_button
from sessions_queue.actions import lock_and_renew
from sessions_queue.errors import SessionEnded
from sessions_queue.models import VisitorSession
from shop.clock import database_now
from shop.errors import FieldErrors, TooManyAttempts, violates
from shop.newsletter.actions import AlreadySubscribed, Wish, subscribe
from shop.newsletter.limits import count_attempt

COPIED_ADDRESS_FIELDS = (
    "first_name", "last_name", "company", "address", "address2", "post_code", "city", "country_code",
)  # fmt: skip


@dataclass(frozen=True)
class PlaceRequest:
    """What the shopper confirmed on the last page. `expected_total`: what is to pay in euros, without what a payment
    code pays; the key is one per attempt.
    """

    idempotency_key: str
    expected_total: Decimal
    accepted_terms: bool
    accepted_age: bool = False
    newsletter: bool = False

    def fingerprint(self) -> str:
        return hashlib.sha256(json.dumps(asdict(self), default=str, sort_keys=True).encode()).hexdigest()


def place_order(*, session: VisitorSession, request: PlaceRequest, visitor: str = "") -> Order:
    """Make the session's cart an order, or find the one that it became already.

    `visitor`: the address that it comes from (`rate_limits.caller`), whose orders are counted; nobody's without it.

    A double click, a refresh or a second tab gets the same order. Raises SessionEnded, CartEmpty, what is missing in
    the checkout, TotalChanged, ReservationLost, TooManyOrders, or IdempotencyKeyReused for a known key with another
    content or cart.
    """
    try:
        return order_of_cart(session, request, visitor)
    except IntegrityError as error:
        # Several carts came with one key at once, and another one was first.
        if violates(error, ONE_ORDER_PER_KEY):
            raise IdempotencyKeyReused from error
        raise


@transaction.atomic
def order_of_cart(session: VisitorSession, request: PlaceRequest, visitor: str) -> Order:
    cart = lock_cart_to_place(session)
    existing = Order.objects.filter(cart=cart).first()
    if existing is not None:
        if existing.idempotency_key == request.idempotency_key and existing.request_hash != request.fingerprint():
            raise IdempotencyKeyReused
        return existing
    if Order.objects.filter(shop=cart.shop, idempotency_key=request.idempotency_key).exists():
        raise IdempotencyKeyReused
    checkout = priced_checkout(cart)
    refuse_incomplete(checkout, request)
    with counted_order(visitor, cart.email) if visitor else nullcontext():
        return sell(checkout, request, visitor)


def sell(checkout: PricedCheckout, request: PlaceRequest, visitor: str) -> Order:
    cart, order = checkout.cart, store_order(checkout, request)
    cart.state = Cart.State.ORDERED
    cart.save(update_fields=["state"])
    queue_order_mail("confirmation", order)
    if request.newsletter:
        wish_for_newsletter(order, visitor)
    if cart.payment_code is not None and checkout.priced.credit:
        pay_with_code(order, cart.payment_code, checkout.priced.credit)
    settle(order)
    if order.discount_code is not None:
        use_discount_code(code=order.discount_code)
    sell_seats_of(checkout, order)
    # Last, because everybody who wants the same stock waits for this lock.
    sell_holds(
        holder=cart.pk,
        session=cart.session,
        buyer=order.pk,
        demand=cart_rules.demand(line.item for line in checkout.lines),
    )
    return order


def sell_seats_of(checkout: PricedCheckout, order: Order) -> None:
    """Raises ReservationLost also for a ticket that has no seat, because its category got seats meanwhile."""
    tickets = [line for line in checkout.lines if line.item.seated or line.line.seat_id]
    if tickets:
        seats = [line.line.seat_id for line in tickets if line.line.seat_id]
        if len(seats) < len(tickets):
            raise ReservationLost
        sell_seats(holder=checkout.cart.pk, buyer=order.pk, seat_ids=seats)


def wish_for_newsletter(order: Order, visitor: str) -> None:
    """Ask by mail whether the buyer wants it. Who has it, cannot have it, or asks too often, buys all the same."""
    wish = Wish(order.email, accepts_terms=True, language=order.language, terms="LANG_CHECKOUT_NEWSLETTER")
    with suppress(AlreadySubscribed, FieldErrors, TooManyAttempts):
        if visitor:
            count_attempt(visitor, order.shop, order.email)
        subscribe(shop=order.shop, wish=wish)


def lock_cart_to_place(session: VisitorSession) -> Cart:
    """The newest cart, locked. A session that ended may still ask for the order it placed, not for a new one."""
    alive = lock_and_renew(session.pk)
    cart = lock_latest_cart(session.pk)
    if cart is None or (cart.state == Cart.State.OPEN and not cart.lines.exists()):
        raise CartEmpty if alive else SessionEnded
    if alive is None and cart.state == Cart.State.OPEN:
        raise SessionEnded
    if alive is not None:
        cart.session = alive
    return cart


def refuse_incomplete(checkout: PricedCheckout, request: PlaceRequest) -> None:
    """Raise the first reason why this checkout cannot be placed; every gate is checked here again."""
    cart = checkout.cart
    total_is_confirmed = request.expected_total.is_finite() and checkout.due == request.expected_total
    if not total_is_confirmed:
        refuse_codes(checkout)
    problems = {line.problem for line in checkout.lines} - {None}
    if problems == {cart_rules.Problem.seat_missing}:
        raise SeatsMissing(itemIds=[str(line.line.pk) for line in checkout.lines if line.problem])
    if problems:
        raise ItemNotAvailable
    check_companions([line.item for line in checkout.lines])
    if cart.billing_address is None or not cart.email:
        raise AddressIncomplete
    if (cart.shipping_address or cart.billing_address).country_code != cart.country_code:
        raise AddressIncomplete
    if checkout.priced.physical and checkout.shipping is None:
        raise NoDeliveryMethod
    if checkout.payment is None:
        raise PaymentMethodUnavailable
    if not request.accepted_terms:
        raise TermsNotAccepted
    if checkout.priced.over_18 and not request.accepted_age:
        raise AgeNotConfirmed
    if not total_is_confirmed:
        raise TotalChanged(total=str(checkout.due))


def refuse_codes(checkout: PricedCheckout) -> None:
    """Raise why another total was confirmed if one of the cart's codes went meanwhile."""
    cart, now, total = checkout.cart, database_now(), str(checkout.due)
    if cart.payment_code is not None:
        refuse_payment_code(cart.payment_code, now, total=total)
    if cart.discount_code is not None:
        refuse_discount_code(cart.discount_code, now, total=total)


def store_order(checkout: PricedCheckout, request: PlaceRequest) -> Order:
    cart, payment = checkout.cart, checkout.payment
    assert cart.billing_address is not None and payment is not None
    order = Order.objects.create(
        shop=cart.shop,
        cart=cart,
        placed_at=cart.session.alive_at,
        language=get_language() or cart.session.language,
        email=cart.email,
        country_code=cart.country_code,
        billing_address=copy_address(cart.billing_address),
        shipping_address=copy_address(cart.shipping_address or cart.billing_address),
        payment_method=payment.id,
        preferred_payment_method=payment.id,
        items_total=checkout.priced.subtotal,
        discount_code=cart.discount_code if checkout.priced.discount else None,
        discount_percent=cart.discount_code.percent if cart.discount_code and checkout.priced.discount else None,
        discount_total=checkout.priced.discount,
        shipping_total=checkout.shipping_total,
        total=checkout.total,
        newsletter_wanted=request.newsletter,
        button_label=order_button(checkout.due),
        idempotency_key=request.idempotency_key,
        request_hash=request.fingerprint(),
    )
    delivery = store_delivery(order, checkout)
    OrderLine.objects.bulk_create(order_lines(order, checkout.lines, delivery))
    OrderVat.objects.bulk_create(OrderVat(order=order, **asdict(share)) for share in checkout.vat)
    provider = provider_of(payment.id)
    Payment.objects.create(
        order=order,
        provider=provider.id,
        amount=checkout.due,
        reference=provider.reference_prefix + order.reference,
        state=Payment.State.PENDING if checkout.due else Payment.State.CAPTURED,
    )
    return order


def copy_address(address: Address) -> Address:
    """An order keeps its own copy: the cart's may change."""
    return Address.objects.create(**{field: getattr(address, field) for field in COPIED_ADDRESS_FIELDS})


def store_delivery(order: Order, checkout: PricedCheckout) -> Delivery | None:
    if checkout.shipping is None:
        return None
    carrier = checkout.shipping.carrier
    return Delivery.objects.create(
        order=order,
        carrier=carrier,
        name=carrier.name,
        description=carrier.description or "",
        price=checkout.shipping.price,
        shippable_from=checkout.priced.shippable_window[0],
    )


def order_lines(order: Order, lines: Sequence[PricedLine], delivery: Delivery | None) -> list[OrderLine]:
    """Snapshots of the lines in the order's language; children point at their parent's snapshot."""
    snapshots: dict[object, OrderLine] = {}
    for number, line in enumerate(lines, start=1):
        thing = thing_of(line)
        snapshots[line.line.pk] = OrderLine(
            order=order,
            number=number,
            delivery=delivery if line.physical else None,
            variant=line.variant,
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
            shippable_from=line.shippable_from,
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
