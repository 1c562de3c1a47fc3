from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from cart import rules
from cart.errors import AmountInvalid, CartItemNotFound, ItemNotAvailable, ItemNotFound
from cart.locks import lock_open_cart
from cart.models import Cart, CartLine, PaymentCode
from cart.queries import LISTED_VARIANTS, CartContents, contents_of, item_of, item_of_line
from cart.seats.choice import (
    BEST_SEATS,
    SeatChoice,
    Shift,
    Wanted,
    ended_in_the_way,
    not_available,
    take_seats,
    with_seats,
    without_missing_seats,
    without_trees,
)
from cart.seats.companions import check_companions
from cart.ticket_holders import check_holder, entered_line
from catalogue.errors import BundleIncomplete, BundleNotAvailable, SeatsTaken
from catalogue.models import ProductVariant
from catalogue.pricing.bundles import Bundle, check_choice, pieces_by_part
from catalogue.pricing.costs import variant_cost
from catalogue.pricing.sale import is_for_sale, is_root
from catalogue.queries.bundles import LISTED_BUNDLES
from catalogue.seating.claims import release_seats
from catalogue.stock.actions import LackingHolds, lacking_holds
from sessions_queue.errors import SessionEnded
from sessions_queue.models import VisitorSession
from sessions_queue.visitor_sessions.actions import lock_and_renew, new_session, note_work
from sessions_queue.waiting_room.actions import admit_session
from sessions_queue.waiting_room.place import Place
from shop.core.database.transactions import tried_again
from shop.core.errors import ShopError
from shop.core.limits.visitors import Visitor
from shop.models import DiscountCode, Shop
from shop.snapshot import Snapshot, read_snapshot

from .holding import hold_pieces
from .lines import delete_lines, store_lines
from .merging import put_into_lines


@dataclass(frozen=True)
class AddRequest:
    """One thing to put into the cart. The amount comes as the client's number and becomes a whole one.

    One with a `bundle_id` is the root of a tree, which is put in as one with its `parts`; they name which of the
    bundle's parts they are, and how many of it are in one bundle.
    """

    variant_id: int
    amount: float
    personal_identifier: str = ""
    seats: SeatChoice = BEST_SEATS
    bundle_id: int | None = None
    part_id: int | None = None
    parts: tuple["AddRequest", ...] = ()


def variants_of(requests: Sequence[AddRequest]) -> set[int]:
    return {one.variant_id for root in requests for one in (root, *root.parts)}


class Added(NamedTuple):
    """`shifts`: ids of the seats (wanted, given) that were moved so that no single one is left over."""

    session: VisitorSession
    contents: CartContents
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
    visitor: Visitor | None = None,
    places: Sequence[Place] = (),
) -> Added:
    """Put all requested things into the cart, or none (purchase §7 ADDTOCART).

    A guest without a living session gets one, which is the `visitor`'s (see `new_session`) and came in by `places`;
    where a waiting room is in front of the shop, SessionEnded for one whose session ended just now. A new cart takes
    the discount code that the guest entered before. A payment code takes the place of the cart's. The lines with the
    ids `released` go first; they stay if anything is refused. Raises CartItemNotFound for one that is not the cart's,
    AmountInvalid, ItemNotFound, ItemNotAvailable, CartLimitExceeded, CategoryInCart, SeatsNotAvailable,
    AmountNotMultiple, CompanionAlone, TicketRequired, FollowedMissing, BundleNotAvailable, BundleIncomplete, SoldOut,
    AddressBusy, WorkNeeded or a personalisation error; then nothing has changed but that the session was renewed.
    """
    while True:
        try:
            return put_into_cart(
                shop=shop,
                session=session,
                language=language,
                requests=requests,
                discount_code=discount_code,
                payment_code=payment_code,
                released=released,
                visitor=visitor,
                places=places,
            )
        except SeatsTaken as taken:
            # Who is over and has a seat yet is ended first, with everything: so nobody ever has a part of a cart.
            if not ended_in_the_way(taken):
                raise not_available(taken, requested(requests, read_snapshot(shop)).things) from taken


@tried_again
def put_into_cart(
    *,
    shop: Shop,
    session: VisitorSession | None,
    language: str,
    requests: Sequence[AddRequest],
    discount_code: DiscountCode | None,
    payment_code: PaymentCode | None,
    released: Collection[str],
    visitor: Visitor | None,
    places: Sequence[Place],
) -> Added:
    """`add_to_cart` in one transaction. Raises what that does, but SeatsTaken without an offer of other seats."""
    with transaction.atomic():
        alive = lock_and_renew(session) if session is not None else None
        if session is not None and alive is None and shop.has_line:
            raise SessionEnded
        known = lock_open_cart(alive) if alive is not None else None
        snapshot = read_snapshot(shop)
        guest = alive or new_session(shop=shop, language=language, visitor=visitor, now=snapshot.now)
        cart = known or Cart(session=guest, shop=shop, discount_code=discount_code)
        try:
            addition = looked_up(cart, requests, released, snapshot)
        except ShopError as error:
            # Nothing is written: after a COMMIT the connection still has its prepared statements.
            refusal = error
        else:
            cart.payment_code = payment_code or cart.payment_code
            note_work(guest, visitor, places)
            added = stored(addition, guest, visitor)
            admit_session(guest, places)
            return added
    raise refusal


@dataclass(frozen=True)
class Addition:
    """What is to come into a cart, whose lines `left` stay, and what its holds lack for all that has no seats."""

    contents: CartContents
    left: list[CartLine]
    asked: list[Wanted]
    variants: Mapping[int, ProductVariant]
    lacking: LackingHolds


def looked_up(cart: Cart, requests: Sequence[AddRequest], released: Collection[str], snapshot: Snapshot) -> Addition:
    """All that may be refused before anything is written."""
    contents = CartContents(cart, [], snapshot) if cart._state.adding else contents_of(cart, snapshot)
    asked = requested(requests, snapshot)
    left = without_missing_seats(without_released(contents.lines, released), asked.things)
    items = [*map(item_of_line, left), *(one.item for one in asked.things)]
    rules.check_limits(items)
    lacking = lacking_holds(holder=cart.pk, demand=rules.demand(items))
    contents = replace(contents, bundles={**contents.bundles, **asked.bundles})
    return Addition(contents, left, asked.things, asked.variants, lacking)


def stored(addition: Addition, guest: VisitorSession, visitor: Visitor | None) -> Added:
    """With its seats, and everything held."""
    cart, left, lacking = addition.contents.cart, addition.left, addition.lacking
    gone = [line for line in addition.contents.lines if line not in left]
    if any(line.seat_id for line in gone):
        release_seats(holders=[cart.pk], keep=[line.seat_id for line in left if line.seat_id])
    wanted, shifts = take_seats(cart=cart, session=guest, lines=left, asked=addition.asked)
    items = [*map(item_of_line, left), *wanted]
    check_companions(items)
    if any(one.wish for one in addition.asked):
        lacking = lacking_holds(holder=cart.pk, demand=rules.demand(items))
    if guest._state.adding:
        guest.save(force_insert=True)
    touched, made = put_into_lines(cart, left, wanted, addition.variants)
    cart.new_item_ids = [line.pk for line in touched]
    cart.save(update_fields=None if cart._state.adding else ["new_item_ids", "payment_code"])
    delete_lines(gone)
    store_lines(list(dict.fromkeys(touched)))
    hold_pieces(lacking, cart, guest, visitor)
    return Added(guest, replace(addition.contents, lines=[*left, *made]), shifts)


def without_released(lines: list[CartLine], released: Collection[str]) -> list[CartLine]:
    """The cart's lines without those. Raises CartItemNotFound."""
    if not set(released) <= {str(line.pk) for line in lines}:
        raise CartItemNotFound
    return without_trees(lines, {line.tree for line in lines if str(line.pk) in released})


class Requested(NamedTuple):
    """What is asked for, with the variants and bundles that it is of, by id."""

    things: list[Wanted]
    variants: Mapping[int, ProductVariant]
    bundles: Mapping[int, Bundle]


def requested(requests: Sequence[AddRequest], snapshot: Snapshot) -> Requested:
    """Checked one by one; limits, seats and stock are checked for the whole cart later.

    Raises what `requested_item` and `requested_tree` do, and BundleIncomplete for a root without its parts.
    """
    variants = snapshot.recall(LISTED_VARIANTS, variants_of(requests))
    bundles = snapshot.recall(LISTED_BUNDLES, {one.bundle_id for one in requests if one.bundle_id is not None})
    things = []
    for tree, request in enumerate(requests):
        if request.bundle_id is None:
            variant = variants.get(request.variant_id)
            if variant is not None and is_root(variant):
                raise BundleIncomplete
            things.append(with_seats(requested_item(variant, request, snapshot.now), request.seats))
        else:
            things += requested_tree(request, tree, bundles.get(request.bundle_id), variants, snapshot.now)
    return Requested(things, variants, bundles)


def requested_item(variant: ProductVariant | None, request: AddRequest, now: datetime) -> rules.Item:
    """One thing, or a bundle's root or part.

    Raises ItemNotFound, ItemNotAvailable, AmountInvalid, PersonalisationInvalid, PersonalisationMissing,
    PersonalisationLink.
    """
    if variant is None:
        raise ItemNotFound
    if not is_for_sale(variant, now) or variant_cost(variant) is None:
        raise ItemNotAvailable(variant=str(variant.pk))
    item = item_of(variant, rules.whole_amount(request.amount), entered_line(request.personal_identifier, variant))
    rules.check_personalisation(item)
    if item.ticket and item.personal_identifier:  # names may come later, but not by halves
        check_holder(item)
    return item


def requested_tree(
    root: AddRequest, tree: int, bundle: Bundle | None, variants: Mapping[int, ProductVariant], now: datetime
) -> list[Wanted]:
    """A bundle's root and parts.

    Raises AmountInvalid for more than one with tickets or personalised pieces, ItemNotFound for no bundle or a root
    that is not its own, BundleIncomplete, BundleNotAvailable also for a variant that its part has not, and what
    `requested_item` and `with_seats` raise.
    """
    bundles = rules.whole_amount(root.amount)
    variant = variants.get(root.variant_id)
    if bundle is None or variant is None or variant.product_id != bundle.id:
        raise ItemNotFound
    check_choice(bundle, pieces_by_part((one.part_id, rules.whole_amount(one.amount)) for one in root.parts))
    found = []
    for request in (root, *root.parts):
        variant = variants.get(request.variant_id)
        if request.part_id and (variant is None or not bundle.parts[request.part_id].has(variant)):
            raise BundleNotAvailable(part=str(request.part_id))
        item = requested_item(variant, request, now)
        if bundles > 1 and not item.counted:  # each ticket and each text is chosen by itself
            raise AmountInvalid
        each = 1 if request is root else item.amount
        part = rules.Part(tree, bundle.id, request.part_id, each)
        found.append(with_seats(replace(item, amount=bundles * each, part=part), request.seats))
    return found
