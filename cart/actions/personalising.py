from django.db import transaction

from cart import rules
from cart.locks import lock_cart
from cart.queries import CartContents, contents_of, item_of, line_of
from cart.ticket_holders import rename_holder
from sessions_queue.models import VisitorSession


@transaction.atomic
def personalise(*, session: VisitorSession, line_id: str, personal_identifier: str) -> CartContents:
    """Change what stands on a line: its personalisation, or its ticket's holder."""
    contents = contents_of(lock_cart(session))
    line = line_of(contents, line_id)
    text = personal_identifier.strip()
    rules.check_personalisation(item_of(line.variant, line.amount, text))
    if line.variant.is_ticket:
        rename_holder(line, text)
    else:
        line.personal_identifier = text
        line.save(update_fields=["personal_identifier"])
    return contents
