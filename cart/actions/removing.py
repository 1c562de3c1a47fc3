from django.db import transaction

from cart.errors import CartItemNotFound
from cart.locks import lock_cart
from cart.models import Cart
from cart.queries import access_line
from sessions_queue.models import VisitorSession

from .holding import drop_what_lost_its_ground, hold_what_is_needed


@transaction.atomic
def remove_from_cart(*, session: VisitorSession, line_id: str) -> Cart:
    """Take a line with all of its tree out of the cart, and what hangs on it, and give stock and seats back."""
    cart = lock_cart(session)
    line = access_line(cart, line_id)
    if line is None:
        raise CartItemNotFound
    cart.lines.filter(pk=line.tree).delete()
    drop_what_lost_its_ground(cart)
    hold_what_is_needed(cart, session)
    return cart
