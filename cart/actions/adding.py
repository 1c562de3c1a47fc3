from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db import transaction

from cart import rules
from cart.companions import check_companions
from cart.errors import AmountInvalid, CartItemNotFound, ItemNotAvailable, ItemNotFound
from cart.locks import lock_open_cart
from cart.models import Cart, CartLine, PaymentCode
from cart.queries import cart_lines, item_of, item_of_line, limited_pieces, variants_to_buy
from cart.seats import (
    BEST_SEATS,
    SeatChoice,
    Shift,
    Wanted,
    not_available,
    take_seats,
    with_seats,
    without_missing_seats,
    without_trees,
)  # fmt: skip
from cart.ticket_holders import name_holders, parts_of
from catalogue.actions import hold_stock
from catalogue.errors import SeatsTaken
from catalogue.models import ProductVariant
from catalogue.pricing import variant_cost
from catalogue.sale import is_for_sale
from catalogue.seating.claims import release_seats
from sessions_queue.actions import end_overdue_sessions, lock_and_renew, start_session
from sessions_queue.errors import AddressBusy
from sessions_queue.models import VisitorSession
from sessions_queue.rules import most_pieces
from shop.models import DiscountCode, Shop


@dataclass(frozen=True)
class AddRequest:
    """One thing to put into the cart. The amount comes as the client's number and becomes a whole one.

    One with `parts` is the root of a tree, which is put in as one; it and they name their bundle.
    """

    variant_id: int
    amount: float
    personal_identifier: str = ""
    seats: SeatChoice = BEST_SEATS
    role: str = ""
    price_source: str = CartLine.Price.OWN
    bundle_id: int | None = None
    parts: tuple["AddRequest", ...] = ()


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
    left = without_trees(lines, {line.tree for line in lines if str(line.pk) in released})
    release_seats(holders=[cart.pk], keep=[line.seat_id for line in left if line.seat_id])
    return left


def requested_things(shop: Shop, requests: Sequence[AddRequest]) -> list[Wanted]:
    """What is asked for, checked one by one; limits, seats and stock are checked for the whole cart later."""
    flat = [(number, one) for number, root in enumerate(requests) for one in (root, *root.parts)]
    variants = {
        variant.pk: variant for variant in variants_to_buy(shop).filter(pk__in=[one.variant_id for _tree, one in flat])
    }
    return [with_seats(requested_item(variants.get(one.variant_id), one, tree), one.seats) for tree, one in flat]


def requested_item(variant: ProductVariant | None, request: AddRequest, tree: int) -> rules.Item:
    if variant is None:
        raise ItemNotFound
    if not is_for_sale(variant) or variant_cost(variant) is None:
        raise ItemNotAvailable(variant=str(variant.pk))
    item = item_of(variant, rules.whole_amount(request.amount), request.personal_identifier.strip())
    rules.check_personalisation(item)
    if item.ticket:
        parts_of(item.personal_identifier)
    if request.bundle_id is None:
        return item
    if item.amount != 1:  # a bundle is one of each; two are two bundles
        raise AmountInvalid
    return replace(item, part=rules.Part(tree, request.role, request.price_source, request.bundle_id))


def put_into_lines(cart: Cart, lines: Sequence[CartLine], wanted: Sequence[rules.Item]) -> list[Any]:
    """Merge plain items into their line, give the others lines of their own; returns the touched lines' ids."""
    plain = {line.variant_id: line for line in lines if item_of_line(line).plain}
    roots: dict[Hashable, CartLine] = {}
    touched, made = [], list[tuple[CartLine, rules.Item]]()
    for piece in [piece for item in wanted for piece in rules.split_into_lines(item)]:
        line = plain.get(piece.variant_id) if piece.plain else None
        if line is None:
            line = new_line(cart, piece, roots)
            made.append((line, piece))
            if piece.plain:
                plain[piece.variant_id] = line
        else:
            line.amount += piece.amount
            if not line._state.adding:
                line.save(update_fields=["amount"])
        touched.append(line.pk)
    name_holders(made)
    CartLine.objects.bulk_create(line for line, _piece in made)
    return touched


def new_line(cart: Cart, piece: rules.Item, roots: dict[Hashable, CartLine]) -> CartLine:
    """Below the root of its tree, which comes before its parts and is kept in `roots`."""
    line = CartLine(
        cart=cart,
        variant_id=piece.variant_id,
        amount=piece.amount,
        personal_identifier="" if piece.ticket else piece.personal_identifier,
        seat_id=piece.ticket.seat if piece.ticket else None,
    )
    if piece.part:
        line.role, line.price_source = piece.part.role, piece.part.price_source
        line.bundle_id = piece.part.bundle_id
        line.parent = roots.get(piece.part.tree)
        roots.setdefault(piece.part.tree, line)
    return line


def refuse_too_many_pieces(session: VisitorSession) -> None:
    """Raises AddressBusy if the open carts of one address hold more pieces of limited stocks than they may.

    Whoever has just held some has the address's lock.
    """
    if session.address_digest and limited_pieces(session.address_digest) > most_pieces():
        raise AddressBusy
