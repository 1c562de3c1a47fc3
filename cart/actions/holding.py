"""What a cart holds follows what is in it."""

from cart import rules
from cart.companions import kept
from cart.models import Cart
from cart.queries import cart_lines, item_of_line
from catalogue.actions import hold_stock
from catalogue.seating.claims import release_seats
from sessions_queue.models import VisitorSession


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


def hold_what_is_needed(cart: Cart, session: VisitorSession) -> None:
    lines = cart_lines(cart)
    items = [item_of_line(line) for line in lines]
    release_seats(holders=[cart.pk], keep=[line.seat_id for line in lines if line.seat_id])
    hold_stock(holder=cart.pk, session=session, demand=rules.demand(items))
