from django.db import transaction

from cart import rules
from cart.errors import CartItemNotFound
from cart.locks import lock_cart
from cart.models import Cart
from cart.queries import cart_lines, item_of
from cart.ticket_holders import rename_holder
from sessions_queue.models import VisitorSession


@transaction.atomic
def personalise(*, session: VisitorSession, line_id: str, personal_identifier: str) -> Cart:
    """Change what stands on a line: its personalisation, or its ticket's holder."""
    cart = lock_cart(session)
    line = next((line for line in cart_lines(cart) if str(line.pk) == line_id), None)
    if line is None:
        raise CartItemNotFound
    text = personal_identifier.strip()
    rules.check_personalisation(item_of(line.variant, line.amount, text))
    if line.variant.is_ticket:
        rename_holder(line, text)
    else:
        line.personal_identifier = text
        line.save(update_fields=["personal_identifier"])
    return cart
