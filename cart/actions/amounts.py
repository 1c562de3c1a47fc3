from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction

from cart import rules
from cart.errors import AmountNotChangeable, ItemNotAvailable
from cart.items.dependent_items import allowed_items
from cart.locks import lock_cart
from cart.models import CartLine
from cart.queries import (
    CartContents,
    amount_changeable,
    contents_of,
    is_whole_tree,
    item_of_line,
    line_of,
    trees_of,
)  # fmt: skip
from catalogue.pricing.variants import is_for_sale
from sessions_queue.models import VisitorSession
from sessions_queue.visitor_sessions.actions import record_work
from sessions_queue.waiting_room.actions import admit_session
from sessions_queue.waiting_room.queue_place import QueuePlace
from shop.core.database.transactions import retry_transaction
from shop.core.limits.visitors import Visitor

from .holding import write_amounts


@retry_transaction
@transaction.atomic
def change_amount(
    *,
    session: VisitorSession,
    line_id: str,
    amount: float,
    visitor: Visitor | None = None,
    places: Sequence[QueuePlace] = (),
) -> CartContents:
    """Set a line's amount; a bundle's parts change with its root. `places`: queue places that admit the visitor to
    more.

    Raises SessionEnded, CartItemNotFound, AmountInvalid, AmountNotChangeable for tickets, personalised pieces,
    follow-items, bundles with any of these, and parts of bundles, ItemNotAvailable for a higher amount of an item that
    is no longer for sale, CartLimitExceeded, SoldOut, AddressBusy, WorkNeeded.
    """
    cart = lock_cart(session)
    amount_wanted = rules.whole_amount(amount)
    contents = contents_of(cart)
    line = line_of(contents, line_id)
    tree = [one for one in contents.lines if one.tree == line.pk]
    if not amount_changeable(line, tree):
        raise AmountNotChangeable
    if amount_wanted > line.amount:
        check_can_grow(tree, contents)
    items = [
        replace(item_of_line(one), amount=amount_wanted * one.each if one in tree else one.amount)
        for one in contents.lines
    ]
    rules.check_limits(items)
    record_work(cart.session, visitor, places)
    changed = write_amounts(
        contents, allowed_items(items) if amount_wanted < line.amount else items, cart.session, visitor
    )
    admit_session(cart.session, places)
    return changed


def check_can_grow(tree: Sequence[CartLine], contents: CartContents) -> None:
    """Raises ItemNotAvailable if a line or one of its parts is not for sale, or staff changed the bundle."""
    for line in tree:
        if not is_for_sale(line.variant, contents.snapshot.now):
            raise ItemNotAvailable(variant=str(line.variant_id))
    for root, *parts in trees_of(tree).values():
        if not is_whole_tree([root, *parts], contents.bundles):
            raise ItemNotAvailable(variant=str(root.variant_id))
