from collections.abc import Mapping

from django.db import transaction

from cart import rules
from cart.locks import lock_cart
from cart.models import CartLine
from cart.queries import CartContents, contents_of, item_of, line_of
from cart.ticket_holders import check_holder, rename_holders, text_for_line
from sessions_queue.models import VisitorSession
from shop.core.database.transactions import retry_transaction
from shop.core.errors import ShopError


@retry_transaction
@transaction.atomic
def personalise(*, session: VisitorSession, texts: Mapping[str, str]) -> CartContents:
    """Change the personalisation, or the ticket holders, of lines by their ids. All or none.

    Raises SessionEnded, CartItemNotFound, or the first personalisation error with its line as `itemId`.
    """
    contents = contents_of(lock_cart(session))
    found = [(line_of(contents, line_id), text) for line_id, text in texts.items()]
    changed = [(line, checked_text(line, text)) for line, text in found]
    rename_holders(CartLine.objects, [(line, text) for line, text in changed if line.variant.is_ticket])
    printed = [(line, text) for line, text in changed if not line.variant.is_ticket]
    for line, text in printed:
        line.personal_identifier = text
    CartLine.objects.bulk_update([line for line, _text in printed], ["personal_identifier"])
    return contents


def checked_text(line: CartLine, entered: str) -> str:
    """Raises PersonalisationMissing, PersonalisationLink or PersonalisationInvalid with the line as `itemId`."""
    try:
        text = text_for_line(entered, line.variant)
        item = item_of(line.variant, line.amount, text)
        rules.check_personalisation(item)
        if item.ticket:
            check_holder(item)
    except ShopError as error:
        error.extensions["itemId"] = str(line.pk)
        raise
    return text
