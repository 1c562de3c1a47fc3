"""Sets the contact data of a ticket's holder (purchase §7 UPDATEPERSONALIZATION, docs/decisions/0059)."""

from django.db import transaction

from aftersale.models import Ticket
from aftersale.numbers.tickets import sent_number
from aftersale.tickets.queries import ticket_by_number
from cart.models import TicketHolder
from cart.ticket_holders import REQUIRED_PARTS, SIGN, check_holder_parts, entered_parts, is_same_name, rename_holders
from catalogue.errors import TicketNotFound
from catalogue.models import Event
from checkout.errors import NamesClosed
from checkout.locks import lock_order
from checkout.models import OrderLine
from checkout.orders.access import contact_data_until, names_until, takes_contact_data
from shop.core.database.clock import database_now
from shop.core.database.transactions import retry_transaction
from shop.models import Shop

from .errors import ContactDataClosed, ContactDataNotAsked

REQUIREMENT = Event.Personalization.CONTACT_TRACING
ASKED = REQUIRED_PARTS[REQUIREMENT]


@retry_transaction
@transaction.atomic
def update_contact_data(*, shop: Shop, code: str, identifier: str) -> None:
    """Set a ticket's holder. `code`: its number, with or without check digit. `identifier`: the holder's parts joined
    by `+`, or JSON.

    Raises TicketNotFound for any wrong number, ContactDataNotAsked, ContactDataClosed after the event, NamesClosed for
    a changed name in the last 48 hours, or a personalisation error. Locks the order.
    """
    found = ticket_by_number(shop, sent_number(code) or "")
    if found is None:
        raise TicketNotFound
    lock_order(found.line.placement.order_id)
    # The ticket may have ended or been reissued meanwhile.
    if not Ticket.objects.valid().filter(pk=found.pk, number=found.number).exists():
        raise TicketNotFound
    line = OrderLine.objects.select_related("variant__event__venue", "ticket_holder").get(pk=found.line_id)
    if contact_data_until(line) is None:
        raise ContactDataNotAsked
    if not takes_contact_data(line):
        raise ContactDataClosed
    given = entered_parts(identifier)
    text = SIGN.join(given.get(part, "") for part in ASKED)
    check_holder_parts(text, REQUIREMENT)
    refuse_late_name(line, given)
    rename_holders(OrderLine.objects, [(line, text)])


def refuse_late_name(line: OrderLine, given: dict[str, str]) -> None:
    """Raises NamesClosed for a late change of the name: contact data cannot pass a ticket on to another person."""
    until = names_until(line)
    if line.ticket_holder and until is not None and until <= database_now() and not is_same(line.ticket_holder, given):
        raise NamesClosed(itemId=str(line.pk))


def is_same(holder: TicketHolder, given: dict[str, str]) -> bool:
    return is_same_name(f"{given.get('first_name', '')} {given.get('last_name', '')}", str(holder))
