"""Place an order: one transaction without any call to another service (design §4, purchase §4 "Placing an order")."""

from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import cache

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import get_language

from cart import rules as cart_rules
from cart.actions import use_discount_code
from cart.errors import CartEmpty
from cart.locks import lock_latest_cart
from cart.models import Cart
from cart.queries import CartContents, contents_of
from catalogue.errors import ReservationLost
from catalogue.seating.claims import sell_seats
from catalogue.stock.actions import sell_holds
from checkout.entry.limits import counted_order
from checkout.errors import IdempotencyKeyReused
from checkout.mails.confirmations import CONFIRMATION_MAIL, TO_CONFIRM_MAIL
from checkout.mails.order_mails import defer, store_order_mail
from checkout.mails.together import HELD_FOR
from checkout.models import Delivery, Order, Placement
from checkout.models.order import ONE_ORDER_PER_REFERENCE
from checkout.models.placement import ONE_PLACEMENT_PER_KEY, ONE_PLACEMENT_PER_REFERENCE
from checkout.orders.deadlines import CONFIRMED_WITHIN
from checkout.payments.codes import pay_with_code
from checkout.payments.ledger import settle
from checkout.pricing.checkout import PricedCheckout, price_checkout
from checkout.pricing.offers import pays_at_once
from sessions_queue.errors import SessionEnded
from sessions_queue.models import VisitorSession
from sessions_queue.visitor_sessions.actions import lock_and_renew
from sessions_queue.waiting_room.actions import end_turns
from shop.core.database.compiled_statements import SHOP, ModelStatement, Parameter, insert_rows, update_row
from shop.core.database.database_errors import violates
from shop.core.database.transactions import retry_transaction
from shop.core.errors import FieldErrors, TooManyAttempts
from shop.core.limits.visitors import Visitor
from shop.legal.actions import agreed_wordings
from shop.newsletter.actions import SignUp, subscribe
from shop.newsletter.limits import count_attempt
from shop.snapshot import read_snapshot

from .gates import PlaceRequest, refuse_incomplete
from .order_rows import store_delivery, store_order, store_placement


@dataclass(frozen=True)
class Terms:
    """The texts that the buyer accepted: keys of their wordings, in the language that was read."""

    language: str
    texts: list[str]


def place_order(*, session: VisitorSession, request: PlaceRequest, visitor: Visitor | None = None) -> Placement:
    """Place the session's cart as an order. Returns the existing placement if the cart was placed before: a double
    click, a refresh or a second tab.

    `visitor`: whose orders are counted for the limits; None counts none.

    Raises SessionEnded, CartEmpty, what the checkout lacks, TotalChanged, ReservationLost, TransferNotOffered,
    TooManyOrders, or IdempotencyKeyReused for a known key with another content or cart.
    """
    return place_with_terms(session, lambda terms: place_cart(session, request, terms, visitor))


def place_with_terms(session: VisitorSession, place: Callable[[Terms], Placement]) -> Placement:
    """Call `place` with the terms in force, and again if it drew a reference that is taken. Raises
    IdempotencyKeyReused.
    """
    language = get_language() or session.language
    terms = Terms(language, agreed_wordings(read_snapshot(session.shop), language))
    while True:
        try:
            return place(terms)
        except IntegrityError as error:
            # Several carts used one key at the same time, and another one was first.
            if violates(error, ONE_PLACEMENT_PER_KEY):
                raise IdempotencyKeyReused from error
            if not violates(error, ONE_ORDER_PER_REFERENCE) and not violates(error, ONE_PLACEMENT_PER_REFERENCE):
                raise


@retry_transaction
@transaction.atomic
def place_cart(session: VisitorSession, request: PlaceRequest, terms: Terms, visitor: Visitor | None) -> Placement:
    cart = lock_cart_to_place(session)
    existing = existing_placement(cart, request)
    if existing is not None:
        return existing
    checkout = price_checkout(contents_to_place(cart))
    refuse_incomplete(checkout, request)
    with counted_order(visitor, cart.email) if visitor else nullcontext():
        order = store_order(checkout, terms.language)
        placement = Placement(order=order, reference=order.reference)
        if checkout.is_free_ticket:
            placement.confirm_by = cart.session.alive_at + CONFIRMED_WITHIN
        return sell(placement, checkout, request, terms, visitor, delivery=store_delivery(order, checkout))


def contents_to_place(cart: Cart) -> CartContents:
    """Raises CartEmpty."""
    contents = contents_of(cart)
    if not contents.lines:
        raise CartEmpty
    return contents


@cache
def placements_of_cart_or_key() -> ModelStatement[Placement]:
    of_key = Q(shop=SHOP, idempotency_key=Parameter("key"))
    return ModelStatement(Placement.objects.filter(Q(cart=Parameter("cart")) | of_key).select_related("order"))


def existing_placement(cart: Cart, request: PlaceRequest) -> Placement | None:
    """Return the placement that the cart became before. None if there is none. Raises IdempotencyKeyReused for a known
    key with another content or cart.
    """
    found = placements_of_cart_or_key().run(cart=cart.pk, shop=cart.shop_id, key=request.idempotency_key)
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
    visitor: Visitor | None,
    delivery: Delivery | None,
) -> Placement:
    """Store the placement of a checked cart and sell its seats and pieces. The order is new in this transaction, or the
    caller holds its lock.
    """
    cart, order = checkout.cart, placement.order
    seat_ids, demand = seats_to_sell(checkout), cart_rules.demand(line.item for line in checkout.lines)
    within_share = checkout.waits and pays_at_once(checkout.offers)
    store_placement(placement, checkout, request, delivery)
    link = Placement.accepted_texts.through
    insert_rows([link(placement=placement, legalwording_id=key) for key in terms.texts])
    cart.state = Cart.State.ORDERED
    update_row(cart, "state")
    if order.shop.has_line:
        end_turns(session_id=cart.session_id)
    mail = store_order_mail(TO_CONFIRM_MAIL if placement.confirm_by else CONFIRMATION_MAIL, placement)
    if request.newsletter:
        subscribe_to_newsletter(order, visitor)
    if cart.payment_code is not None and checkout.credit:
        pay_with_code(placement, cart.payment_code, checkout.credit)
    if placement.discount_code is not None:
        use_discount_code(code=placement.discount_code)
    if seat_ids:
        sell_seats(holder=cart.pk, buyer=placement.pk, seat_ids=seat_ids)
    # A new order has no money yet. After the seats: a paid placement does not count as waiting in its stock.
    is_paid = (placement.number > 1 or checkout.due == 0) and placement.pk in settle(order)
    if mail is not None and not is_paid:  # else what follows from the payment sends it
        defer(mail.pk, after=HELD_FOR if is_paid_soon(checkout) else None)
    # Last, because all buyers of the same stock wait for this lock.
    sell_holds(
        holder=cart.pk,
        session=cart.session,
        buyer=placement.pk,
        demand=demand,
        is_paid=is_paid,
        waits=checkout.waits and not is_paid,
        within_share=within_share,
    )
    return placement


def is_paid_soon(checkout: PricedCheckout) -> bool:
    """Return whether the buyer goes on to pay at once, or to choose how."""
    return checkout.due > 0 and (not checkout.waits or (checkout.payment is None and pays_at_once(checkout.offers)))


def seats_to_sell(checkout: PricedCheckout) -> list[int]:
    """Return the ids of the checkout's seats. Raises ReservationLost if a ticket has no seat because its category got
    seats meanwhile.
    """
    tickets = [line for line in checkout.lines if (line.item.ticket and line.item.ticket.seated) or line.line.seat_id]
    seats = [line.line.seat_id for line in tickets if line.line.seat_id]
    if len(seats) < len(tickets):
        raise ReservationLost
    return seats


def subscribe_to_newsletter(order: Order, visitor: Visitor | None) -> None:
    """Send the mail that confirms the newsletter. If the buyer is over the limit, the order goes on and its
    confirmation says so.
    """
    sign_up = SignUp(order.email, accepts_terms=True, language=order.language, terms="LANG_CHECKOUT_NEWSLETTER")
    with suppress(FieldErrors, TooManyAttempts):
        if visitor:  # whose orders are counted
            count_attempt(None, order.shop, order.email)
        subscribe(shop=order.shop, sign_up=sign_up)


def lock_cart_to_place(session: VisitorSession) -> Cart:
    """Return the session's newest cart, locked. An ended session may still read the order that it placed, but place no
    new one.

    Raises CartEmpty, SessionEnded.
    """
    alive = lock_and_renew(session)
    cart = lock_latest_cart(alive or session)
    if cart is None:
        raise CartEmpty if alive else SessionEnded
    if alive is None and cart.state == Cart.State.OPEN:
        raise SessionEnded
    return cart
