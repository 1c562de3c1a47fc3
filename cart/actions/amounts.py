from dataclasses import replace

from django.db import transaction

from cart import rules
from cart.companions import kept
from cart.errors import AmountNotChangeable, ItemNotAvailable
from cart.locks import lock_cart
from cart.queries import CartContents, amount_changeable, contents_of, item_of_line, line_of
from catalogue.sale import is_for_sale
from sessions_queue.models import VisitorSession
from shop.transactions import tried_again

from .holding import write_amounts


@tried_again
@transaction.atomic
def change_amount(*, session: VisitorSession, line_id: str, amount: float) -> CartContents:
    """Set a plain line's amount.

    Raises SessionEnded, CartItemNotFound, AmountInvalid, AmountNotChangeable for tickets, personalised pieces, parts of
    bundles and what follows another product, ItemNotAvailable for more of what is not for sale any more,
    CartLimitExceeded, SoldOut, AddressBusy.
    """
    cart = lock_cart(session)
    wanted = rules.whole_amount(amount)
    contents = contents_of(cart)
    line = line_of(contents, line_id)
    if not amount_changeable(line):
        raise AmountNotChangeable
    if wanted > line.amount and not is_for_sale(line.variant, contents.snapshot.now):
        raise ItemNotAvailable(variant=str(line.variant_id))
    items = [replace(item_of_line(one), amount=wanted if one is line else one.amount) for one in contents.lines]
    rules.check_limits(items)
    return write_amounts(contents, kept(items) if wanted < line.amount else items, cart.session)
