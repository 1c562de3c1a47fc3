from dataclasses import replace

from django.db import transaction

from cart.items.dependent_items import allowed_items
from cart.locks import lock_cart
from cart.queries import CartContents, contents_of, item_of_line, line_of
from sessions_queue.models import VisitorSession
from shop.core.database.transactions import retry_transaction

from .holding import write_amounts


@retry_transaction
@transaction.atomic
def remove_from_cart(*, session: VisitorSession, line_id: str) -> CartContents:
    """Remove a line with its whole bundle and all items that depend on it; release their stock and seats.

    Raises SessionEnded, CartItemNotFound.
    """
    cart = lock_cart(session)
    contents = contents_of(cart)
    tree = line_of(contents, line_id).tree
    items = [(line, item_of_line(line)) for line in contents.lines]
    left = allowed_items([replace(item, amount=0) if line.tree == tree else item for line, item in items])
    return write_amounts(contents, left, cart.session)
