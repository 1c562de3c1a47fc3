"""Writes of the cart: each locks the visitor session, then the cart, then stock, and is one transaction."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction

from catalogue.actions import hold_stock, release_holds
from catalogue.errors import SeatsTaken
from catalogue.pricing import variant_cost
from catalogue.sale import is_for_sale
from catalogue.seating.claims import release_seats
from sessions_queue.actions import end_overdue_sessions, lock_and_renew, start_session
from sessions_queue.errors import AddressBusy, SessionEnded
from sessions_queue.models import VisitorSession
from sessions_queue.rules import most_pieces
from shop.clock import database_now
from shop.models import DiscountCode, Shop

from . import rules
from .codes.discounts import Standing, trouble_of
from .codes.payments import CodeStanding, trouble_of_code
from .companions import check_companions, kept
from .errors import (
    AmountNotChangeable,
    CartItemNotFound,
    DiscountCodeEnded,
    DiscountCodeUsedUp,
    ItemNotAvailable,
    ItemNotFound,
    PaymentCodeExpired,
    PaymentCodeInvalid,
)
from .locks import lock_discount_code, lock_open_cart, lock_payment_code
from .models import Address, Cart, CartLine, PaymentCode
from .queries import access_line, cart_lines, item_of, item_of_line, limited_pieces, variants_to_buy
from .seats import BEST_SEATS, SeatChoice, Shift, Wanted, not_available, take_seats, with_seats, without_missing_seats


@dataclass(frozen=True)
class AddRequest:
    """One thing to put into the cart. The amount comes as the client's number and becomes a whole one."""

    variant_id: int
    amount: float
    personal_identifier: str = ""
    seats: SeatChoice = BEST_SEATS


class Added(NamedTuple):
    """`shifts`: ids of the seats (wanted, given) that were moved so that no single one is left over."""

    session: VisitorSession
    cart: Cart
    shifts: list[Shift]


def add_to_cart(
    *,
    shop: Shop,
    session: VisitorSession | None,
    language: str,
    requests: Sequence[AddRequest],
    discount_code: DiscountCode | None = None,
    payment_code: PaymentCode | None = None,
    released: Collection[str] = (),
    address: str = "",
) -> Added:
    """Put all requested things into the cart, or none (purchase §7 ADDTOCART).

    A guest without a living session gets one, which began at `address` (see `start_session`); a new cart takes the
    discount code that the guest entered before. A payment code takes the place of the cart's. The lines with the ids
    `released` go first; they stay if anything is refused. Raises CartItemNotFound for one that is not the cart's,
    AmountInvalid, ItemNotFound, ItemNotAvailable, CartLimitExceeded, CategoryInCart, SeatsNotAvailable,
    AmountNotMultiple, CompanionAlone, TicketRequired, FollowedMissing, SoldOut, AddressBusy or a personalisation error;
    then nothing has changed.
    """
    asked = requested_things(shop, requests)
    while True:
        try:
            return put_into_cart(
                shop=shop,
                session=session,
                language=language,
                asked=asked,
                discount_code=discount_code,
                payment_code=payment_code,
                released=released,
                address=address,
            )
        except SeatsTaken as taken:
            # Who is over and has a seat yet is ended first, with everything: so nobody ever has a part of a cart.
            if not taken.ended or not end_overdue_sessions(only=taken.ended):
                raise not_available(taken, asked) from taken


@transaction.atomic
def put_into_cart(
    *,
    shop: Shop,
    session: VisitorSession | None,
    language: str,
    asked: Sequence[Wanted],
    discount_code: DiscountCode | None,
    payment_code: PaymentCode | None,
    released: Collection[str],
    address: str,
) -> Added:
    """`add_to_cart` in one transaction. Raises SeatsTaken without an offer of other seats."""
    alive = lock_and_renew(session.pk) if session is not None else None
    guest = alive or start_session(shop=shop, language=language, address=address)
    cart = lock_open_cart(guest.pk) or Cart.objects.create(session=guest, shop=shop, discount_code=discount_code)
    lines = without_missing_seats(release_lines(cart, released), asked)
    in_cart = [item_of_line(line) for line in lines]
    rules.check_limits([*in_cart, *(one.item for one in asked)])
    wanted, shifts = take_seats(cart=cart, session=guest, lines=lines, asked=asked)
    check_companions([*in_cart, *wanted])
    hold_stock(holder=cart.pk, session=guest, demand=rules.demand([*in_cart, *wanted]))
    cart.new_item_ids = put_into_lines(cart, lines, wanted)
    refuse_too_many_pieces(guest)
    cart.payment_code = payment_code or cart.payment_code
    cart.save(update_fields=["new_item_ids", "payment_code"])
    return Added(guest, cart, shifts)


def release_lines(cart: Cart, released: Collection[str]) -> list[CartLine]:
    """The cart's lines without those, whose seats can be chosen again. Raises CartItemNotFound."""
    lines = cart_lines(cart)
    if not released:
        return lines
    if not set(released) <= {str(line.pk) for line in lines}:
        raise CartItemNotFound
    cart.lines.filter(pk__in=released).delete()
    left = cart_lines(cart)  # what is part of a released line went with it
    release_seats(holders=[cart.pk], keep=[line.seat_id for line in left if line.seat_id])
    return left


def refuse_too_many_pieces(session: VisitorSession) -> None:
    """Raises AddressBusy if the open carts of one address hold more pieces of limited stocks than they may.

    Whoever has just held some has the address's lock.
    """
    if session.address_digest and limited_pieces(session.address_digest) > most_pieces():
        raise AddressBusy


def requested_things(shop: Shop, requests: Sequence[AddRequest]) -> list[Wanted]:
    """What is asked for, checked one by one; limits, seats and stock are checked for the whole cart later."""
    variants = {
        variant.pk: variant for variant in variants_to_buy(shop).filter(pk__in=[r.variant_id for r in requests])
    }
    asked = []
    for request in requests:
        variant = variants.get(request.variant_id)
        if variant is None:
            raise ItemNotFound
        if not is_for_sale(variant) or variant_cost(variant) is None:
            raise ItemNotAvailable(variant=str(variant.pk))
        item = item_of(variant, rules.whole_amount(request.amount), request.personal_identifier.strip())
        rules.check_personalisation(item)
        asked.append(with_seats(item, request.seats))
    return asked


def put_into_lines(cart: Cart, lines: Sequence[CartLine], wanted: Sequence[rules.Item]) -> list[Any]:
    """Merge plain items into their line, give the others lines of their own; returns the touched lines' ids."""
    plain = {line.variant_id: line for line in lines if item_of_line(line).plain and not line.parent_id}
    touched, made = [], []
    for piece in [piece for item in wanted for piece in rules.split_into_lines(item)]:
        line = plain.get(piece.variant_id) if piece.plain else None
        if line is None:
            line = CartLine(
                cart=cart,
                variant_id=piece.variant_id,
                amount=piece.amount,
                personal_identifier=piece.personal_identifier,
                seat_id=piece.seat,
            )
            made.append(line)
            if piece.plain:
                plain[piece.variant_id] = line
        else:
            line.amount += piece.amount
            if line not in made:
                line.save(update_fields=["amount"])
        touched.append(line.pk)
    CartLine.objects.bulk_create(made)
    return touched


@transaction.atomic
def remove_from_cart(*, session: VisitorSession, line_id: str) -> Cart:
    """Take a line and what hangs on it out of the cart and give its stock and seat back."""
    cart = lock_cart(session)
    line = access_line(cart, line_id)
    if line is None:
        raise CartItemNotFound
    line.delete()
    drop_what_lost_its_ground(cart)
    hold_what_is_needed(cart, session)
    return cart


def drop_what_lost_its_ground(cart: Cart) -> None:
    """Take out what is sold together with something only that is there no longer, or not as often."""
    lines = cart_lines(cart)
    items = [item_of_line(line) for line in lines]
    for line, item in zip(lines, kept(items), strict=True):
        if item.amount == 0:
            line.delete()
        elif item.amount != line.amount:
            line.amount = item.amount
            line.save(update_fields=["amount"])


@transaction.atomic
def change_amount(*, session: VisitorSession, line_id: str, amount: float) -> Cart:
    """Set a plain line's amount. Raises AmountNotChangeable for tickets, personalised pieces and parts of bundles,
    ItemNotAvailable for more of what is not for sale any more, SoldOut, AddressBusy.
    """
    cart = lock_cart(session)
    wanted = rules.whole_amount(amount)
    lines = cart_lines(cart)
    line = next((line for line in lines if str(line.pk) == line_id), None)
    if line is None:
        raise CartItemNotFound
    if not amount_changeable(line):
        raise AmountNotChangeable
    if wanted > line.amount and not is_for_sale(line.variant):
        raise ItemNotAvailable(variant=str(line.variant_id))
    items = [replace(item_of_line(other), amount=wanted if other.pk == line.pk else other.amount) for other in lines]
    rules.check_limits(items)
    hold_stock(holder=cart.pk, session=session, demand=rules.demand(items))
    fewer = wanted < line.amount
    line.amount = wanted
    line.save(update_fields=["amount"])
    if fewer:
        drop_what_lost_its_ground(cart)
        hold_what_is_needed(cart, session)
    else:
        refuse_too_many_pieces(session)
    return cart


def amount_changeable(line: CartLine) -> bool:
    """Not on tickets, personalised pieces, parts of bundles and what follows another product (purchase §4)."""
    follows = line.variant.product is not None and line.variant.product.follows_id is not None
    return item_of_line(line).plain and line.parent_id is None and not follows


@transaction.atomic
def personalise(*, session: VisitorSession, line_id: str, personal_identifier: str) -> Cart:
    """Change a line's personalisation text."""
    cart = lock_cart(session)
    line = next((line for line in cart_lines(cart) if str(line.pk) == line_id), None)
    if line is None:
        raise CartItemNotFound
    rules.check_personalisation(item_of(line.variant, line.amount, personal_identifier.strip()))
    line.personal_identifier = personal_identifier.strip()
    line.save(update_fields=["personal_identifier"])
    return cart


@transaction.atomic
def change_country(*, session: VisitorSession, country_code: str) -> Cart:
    """Ship to another country: the chosen carrier and payment method no longer hold (purchase §4)."""
    cart = lock_cart(session)
    cart.country_code, cart.shipping_method, cart.payment_method = country_code, "", ""
    cart.save(update_fields=["country_code", "shipping_method", "payment_method"])
    return cart


@transaction.atomic
def set_addresses(
    *, session: VisitorSession, billing: dict[str, str], shipping: dict[str, str] | None, email: str
) -> Cart:
    """Keep checked addresses; no shipping address means: as billing. Another country drops carrier and payment."""
    cart = lock_cart(session)
    cart.billing_address = store_address(cart.billing_address, billing)
    previous = cart.shipping_address
    cart.shipping_address = store_address(previous, shipping) if shipping else None
    cart.email = email
    country = (shipping or billing)["country_code"]
    if country != cart.country_code:
        cart.country_code, cart.shipping_method, cart.payment_method = country, "", ""
    cart.save()
    if previous is not None and shipping is None:
        previous.delete()
    return cart


def store_address(address: Address | None, values: dict[str, str]) -> Address:
    stored = address or Address()
    for name, value in values.items():
        setattr(stored, name, value)
    stored.save()
    return stored


@transaction.atomic
def set_logistics(*, session: VisitorSession, shipping_method: str | None, payment_method: str | None) -> Cart:
    """Keep the chosen carrier and payment method; None leaves one as it is. Both were checked by the caller."""
    cart = lock_cart(session)
    if shipping_method is not None:
        cart.shipping_method = shipping_method
    if payment_method is not None:
        cart.payment_method = payment_method
    cart.save(update_fields=["shipping_method", "payment_method"])
    return cart


@transaction.atomic
def apply_discount(*, session: VisitorSession, code: DiscountCode | None) -> Cart:
    """Put a code in the place of the cart's; None takes it away. Codes are entered at `cart.codes.discount_entry`."""
    cart = lock_cart(session)
    cart.discount_code = code
    cart.save(update_fields=["discount_code"])
    return cart


@transaction.atomic
def use_discount_code(*, code: DiscountCode) -> None:
    """Count one order that has it, to be placed in this transaction.

    Raises DiscountCodeEnded or DiscountCodeUsedUp if it went meanwhile.
    """
    locked = lock_discount_code(code.pk)
    refuse_discount_code(locked, database_now())
    locked.used += 1
    locked.save(update_fields=["used"])


def refuse_discount_code(code: DiscountCode, now: datetime, **extensions: str) -> None:
    """Raise DiscountCodeEnded or DiscountCodeUsedUp if it does not count."""
    trouble = trouble_of(code, code.shop_id, now)
    if trouble is not None:
        raise (DiscountCodeUsedUp if trouble is Standing.used_up else DiscountCodeEnded)(**extensions)


@transaction.atomic
def apply_payment_code(*, session: VisitorSession, code: PaymentCode | None) -> Cart:
    """Put a code in the place of the cart's; None takes it away. Codes are entered at `cart.codes.payment_entry`."""
    cart = lock_cart(session)
    cart.payment_code = code
    cart.save(update_fields=["payment_code"])
    return cart


@transaction.atomic
def use_payment_code(*, code: PaymentCode, holder: UUID) -> None:
    """Give the code to an order that is placed in this transaction.

    Raises PaymentCodeInvalid or PaymentCodeExpired if it went meanwhile.
    """
    locked = lock_payment_code(code.pk)
    refuse_payment_code(locked, database_now())
    locked.holder = holder
    locked.save(update_fields=["holder"])


def give_back_payment_code(*, holder: UUID) -> None:
    """What an order has of codes can be used again."""
    PaymentCode.objects.filter(holder=holder).update(holder=None)


def refuse_payment_code(code: PaymentCode, now: datetime, **extensions: str) -> None:
    """Raise PaymentCodeInvalid or PaymentCodeExpired if it does not count."""
    trouble = trouble_of_code(code, now)
    if trouble is not None:
        raise (PaymentCodeExpired if trouble is CodeStanding.expired else PaymentCodeInvalid)(**extensions)


def lock_cart(session: VisitorSession) -> Cart:
    """The living session's open cart, locked. Raises SessionEnded, or CartItemNotFound without a cart."""
    if lock_and_renew(session.pk) is None:
        raise SessionEnded
    cart = lock_open_cart(session.pk)
    if cart is None:
        raise CartItemNotFound
    return cart


def hold_what_is_needed(cart: Cart, session: VisitorSession) -> None:
    lines = cart_lines(cart)
    items = [item_of_line(line) for line in lines]
    release_seats(holders=[cart.pk], keep=[line.seat_id for line in lines if line.seat_id])
    hold_stock(holder=cart.pk, session=session, demand=rules.demand(items))


def expire_carts(*, session_ids: list[Any]) -> None:
    """Close the carts of sessions that ended and give back what they held; part of that transaction."""
    carts = list(Cart.objects.open().filter(session_id__in=session_ids).select_for_update(no_key=True).order_by("id"))
    release_seats(holders=[cart.pk for cart in carts])  # before stocks, as everywhere
    release_holds(holders=[cart.pk for cart in carts])
    Cart.objects.filter(pk__in=[cart.pk for cart in carts]).update(state=Cart.State.EXPIRED)
