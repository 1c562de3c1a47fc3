from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from cart import rules
from cart.errors import AmountInvalid, CartItemNotFound, ItemNotAvailable, ItemNotFound
from cart.items.dependent_items import check_dependent_items
from cart.items.seat_choice import (
    BEST_SEATS,
    RequestedItem,
    SeatChoice,
    Shift,
    end_overdue_seat_holders,
    seats_not_available,
    take_seats,
    with_seat_request,
    without_missing_seats,
    without_trees,
)
from cart.locks import lock_open_cart
from cart.models import Cart, CartLine, PaymentCode
from cart.queries import LISTED_VARIANTS, CartContents, contents_of, item_of, item_of_line
from cart.ticket_holders import check_holder, text_for_line
from catalogue.errors import BundleIncomplete, BundleNotAvailable, SeatsTaken
from catalogue.models import ProductVariant
from catalogue.pricing.bundles import BundleSpec, check_choice, pieces_by_part
from catalogue.pricing.variants import is_for_sale, is_root, variant_cost
from catalogue.queries.bundles import LISTED_BUNDLES
from catalogue.seating.claims import release_seats
from catalogue.stock.actions import HoldChanges, hold_changes
from sessions_queue.errors import SessionEnded
from sessions_queue.models import VisitorSession
from sessions_queue.visitor_sessions.actions import lock_and_renew, new_session, record_work
from sessions_queue.waiting_room.actions import admit_session
from sessions_queue.waiting_room.queue_place import QueuePlace
from shop.core.database.compiled_statements import insert_row, update_row
from shop.core.database.transactions import retry_transaction
from shop.core.errors import ShopError
from shop.core.limits.visitors import Visitor
from shop.models import DiscountCode, Shop
from shop.snapshot import Snapshot, read_snapshot

from .holding import delete_lines, hold_pieces, store_lines
from .merging import merge_into_lines


@dataclass(frozen=True)
class AddRequest:
    """A client's request for one variant. `amount` is the client's number; it becomes a whole one.

    A request with a `bundle_id` is the root of a bundle and is added together with its `parts`. Each part names by
    `part_id` which part of the bundle it is; its `amount` is the number of pieces in one bundle.
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
    """`shifts`: ids of seats (chosen, given) that were moved so that no single seat stays empty between others."""

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
    places: Sequence[QueuePlace] = (),
) -> Added:
    """Add all requested items to the cart, or none (purchase §7 ADDTOCART).

    Starts a session for a guest without a living one: it belongs to `visitor` (see `new_session`) and was admitted by
    `places`. If the shop has a waiting room, raises SessionEnded for a session that has just ended. A new cart takes
    `discount_code`, which the guest entered before. `payment_code` replaces the cart's. Removes the lines with the ids
    `released`, unless the request is refused.

    Raises CartItemNotFound for a released line that is not in the cart, AmountInvalid, ItemNotFound, ItemNotAvailable,
    CartLimitExceeded, CategoryInCart, SeatsNotAvailable, AmountNotMultiple, CompanionAlone, TicketRequired,
    FollowedMissing, BundleNotAvailable, BundleIncomplete, SoldOut, AddressBusy, WorkNeeded or a personalisation error;
    in that case only the renewal of the session is stored.
    """
    while True:
        try:
            return add_in_one_transaction(
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
            # Overdue sessions that still hold a seat are ended whole, so that no cart ever loses only a part.
            if not end_overdue_seat_holders(taken):
                raise seats_not_available(taken, requested_items(requests, read_snapshot(shop)).items) from taken


@retry_transaction
def add_in_one_transaction(
    *,
    shop: Shop,
    session: VisitorSession | None,
    language: str,
    requests: Sequence[AddRequest],
    discount_code: DiscountCode | None,
    payment_code: PaymentCode | None,
    released: Collection[str],
    visitor: Visitor | None,
    places: Sequence[QueuePlace],
) -> Added:
    """Run `add_to_cart` in one transaction. Raises the same errors, but SeatsTaken, which offers no other seats."""
    with transaction.atomic():
        living_session = lock_and_renew(session) if session is not None else None
        if session is not None and living_session is None and shop.has_line:
            raise SessionEnded
        existing_cart = lock_open_cart(living_session) if living_session is not None else None
        snapshot = read_snapshot(shop)
        guest_session = living_session or new_session(shop=shop, language=language, visitor=visitor, now=snapshot.now)
        cart = existing_cart or Cart(session=guest_session, shop=shop, discount_code=discount_code)
        try:
            prepared = prepared_request(cart, requests, released, snapshot)
        except ShopError as error:
            # Nothing is written: after a COMMIT the connection still has its prepared statements.
            refusal = error
        else:
            cart.payment_code = payment_code or cart.payment_code
            record_work(guest_session, visitor, places)
            added = store_request(prepared, guest_session, visitor)
            admit_session(guest_session, places)
            return added
    raise refusal


@dataclass(frozen=True)
class PreparedRequest:
    """A checked request, ready to store: the cart's lines that stay, and the missing holds of items without seats."""

    contents: CartContents
    kept_lines: list[CartLine]
    requested: list[RequestedItem]
    variants: Mapping[int, ProductVariant]
    changes: HoldChanges


def prepared_request(
    cart: Cart, requests: Sequence[AddRequest], released: Collection[str], snapshot: Snapshot
) -> PreparedRequest:
    """Check everything that can be refused before the first write."""
    contents = CartContents(cart, [], snapshot) if cart._state.adding else contents_of(cart, snapshot)
    requested = requested_items(requests, snapshot)
    kept_lines = without_missing_seats(without_released(contents.lines, released), requested.items)
    items = [*map(item_of_line, kept_lines), *(one.item for one in requested.items)]
    rules.check_limits(items)
    changes = hold_changes(holder=cart.pk, demand=rules.demand(items))
    contents = replace(contents, bundles={**contents.bundles, **requested.bundles})
    return PreparedRequest(contents, kept_lines, requested.items, requested.variants, changes)


def store_request(prepared: PreparedRequest, guest_session: VisitorSession, visitor: Visitor | None) -> Added:
    """Store the new lines, and hold their seats and stock."""
    cart, kept_lines, changes = prepared.contents.cart, prepared.kept_lines, prepared.changes
    removed_lines = [line for line in prepared.contents.lines if line not in kept_lines]
    if any(line.seat_id for line in removed_lines):
        release_seats(holders=[cart.pk], keep=[line.seat_id for line in kept_lines if line.seat_id])
    new_items, shifts = take_seats(cart=cart, session=guest_session, lines=kept_lines, requested=prepared.requested)
    items = [*map(item_of_line, kept_lines), *new_items]
    check_dependent_items(items)
    if any(one.seat_request for one in prepared.requested):
        changes = hold_changes(holder=cart.pk, demand=rules.demand(items))
    if guest_session._state.adding:
        insert_row(guest_session)
    changed_lines, new_lines = merge_into_lines(cart, kept_lines, new_items, prepared.variants)
    cart.new_item_ids = [line.pk for line in changed_lines]
    if cart._state.adding:
        insert_row(cart)
    else:
        update_row(cart, "new_item_ids", "payment_code")
    delete_lines(removed_lines)
    store_lines(list(dict.fromkeys(changed_lines)))
    hold_pieces(changes, cart, guest_session, visitor)
    return Added(guest_session, replace(prepared.contents, lines=[*kept_lines, *new_lines]), shifts)


def without_released(lines: list[CartLine], released: Collection[str]) -> list[CartLine]:
    """Return the lines without the released ones and their bundles. Raises CartItemNotFound for an unknown id."""
    if not set(released) <= {str(line.pk) for line in lines}:
        raise CartItemNotFound
    return without_trees(lines, {line.tree for line in lines if str(line.pk) in released})


class RequestedItems(NamedTuple):
    """The requested items, with their variants and bundles by id."""

    items: list[RequestedItem]
    variants: Mapping[int, ProductVariant]
    bundles: Mapping[int, BundleSpec]


def requested_items(requests: Sequence[AddRequest], snapshot: Snapshot) -> RequestedItems:
    """Check each requested item by itself. Limits, seats and stock are checked later, for the whole cart.

    Raises the errors of `requested_item` and `requested_tree`, and BundleIncomplete for a root without its parts.
    """
    variants = snapshot.cached_values(LISTED_VARIANTS, variants_of(requests))
    bundles = snapshot.cached_values(LISTED_BUNDLES, {one.bundle_id for one in requests if one.bundle_id is not None})
    items = []
    for tree, request in enumerate(requests):
        if request.bundle_id is None:
            variant = variants.get(request.variant_id)
            if variant is not None and is_root(variant):
                raise BundleIncomplete
            items.append(with_seat_request(requested_item(variant, request, snapshot.now), request.seats))
        else:
            items += requested_tree(request, tree, bundles.get(request.bundle_id), variants, snapshot.now)
    return RequestedItems(items, variants, bundles)


def requested_item(variant: ProductVariant | None, request: AddRequest, now: datetime) -> rules.Item:
    """Return the item of a single request, or of a bundle's root or part.

    Raises ItemNotFound, ItemNotAvailable, AmountInvalid, PersonalisationInvalid, PersonalisationMissing,
    PersonalisationLink.
    """
    if variant is None:
        raise ItemNotFound
    if not is_for_sale(variant, now) or variant_cost(variant) is None:
        raise ItemNotAvailable(variant=str(variant.pk))
    item = item_of(variant, rules.whole_amount(request.amount), text_for_line(request.personal_identifier, variant))
    rules.check_personalisation(item)
    if item.ticket and item.personal_identifier:  # a holder may be named later, but never in part
        check_holder(item)
    return item


def requested_tree(
    root: AddRequest, tree: int, bundle: BundleSpec | None, variants: Mapping[int, ProductVariant], now: datetime
) -> list[RequestedItem]:
    """Return a bundle's root and parts.

    Raises AmountInvalid for several bundles with tickets or personalised pieces, ItemNotFound for an unknown bundle or
    a root of another one, BundleIncomplete, BundleNotAvailable also for a variant that the part does not offer, and the
    errors of `requested_item` and `with_seat_request`.
    """
    bundles = rules.whole_amount(root.amount)
    variant = variants.get(root.variant_id)
    if bundle is None or variant is None or variant.product_id != bundle.id:
        raise ItemNotFound
    check_choice(bundle, pieces_by_part((one.part_id, rules.whole_amount(one.amount)) for one in root.parts))
    tree_items = []
    for request in (root, *root.parts):
        variant = variants.get(request.variant_id)
        if request.part_id and (variant is None or not bundle.parts[request.part_id].has(variant)):
            raise BundleNotAvailable(part=str(request.part_id))
        item = requested_item(variant, request, now)
        if bundles > 1 and not item.is_mergeable:  # tickets and personalised pieces are chosen one by one
            raise AmountInvalid
        each = 1 if request is root else item.amount
        part = rules.TreePosition(tree, bundle.id, request.part_id, each)
        tree_items.append(with_seat_request(replace(item, amount=bundles * each, part=part), request.seats))
    return tree_items
