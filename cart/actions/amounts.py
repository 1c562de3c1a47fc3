from dataclasses import replace

from django.db import transaction

from cart import rules
from cart.errors import AmountNotChangeable, CartItemNotFound, ItemNotAvailable
from cart.locks import lock_cart
from cart.models import Cart
from cart.queries import amount_changeable, cart_lines, item_of_line
from catalogue.actions import hold_stock
from catalogue.sale import is_for_sale
from sessions_queue.models import VisitorSession

from .adding import refuse_too_many_pieces
from .holding import drop_what_lost_its_ground, hold_what_is_needed


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
