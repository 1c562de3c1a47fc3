"""The buyer confirms by a mailed link that money may go to another account than it came from."""

from django.db import transaction
from django.db.models.functions import Now

from aftersale.models import RefundRequest
from aftersale.refunds.confirmations import chosen_request
from aftersale.refunds.errors import RefundLinkOutdated, TicketUsed
from aftersale.refunds.links import request_to_confirm
from aftersale.refunds.queries import basis_of_request, tickets_for
from aftersale.tickets.locks import lock_tickets
from checkout.locks import lock_order
from shop.models import Shop

from .requesting import is_refundable, process_request


@transaction.atomic
def confirm_request(*, shop: Shop, token: str, key: str = "") -> RefundRequest:
    """Activate the request that waits for this link. Following the link again changes nothing. `key`: the id of another
    request that the link's page shows. Locks the order and its tickets for the event.

    Raises RefundLinkOutdated, or TicketUsed if a ticket was asked for by another request, used or ended meanwhile.
    """
    lock_order(request_to_confirm(shop, token).order_id)
    # Staff may have corrected the address while this waited.
    request = chosen_request(request_to_confirm(shop, token), key)
    if request.state != RefundRequest.State.TO_CONFIRM:
        return request
    if not request.iban:
        raise RefundLinkOutdated
    named = tickets_for(request.order, request.offer).filter(refund_requests__request=request)
    lock_tickets(named.values_list("pk", flat=True))
    if used := [ticket.number for ticket in named if not is_refundable(ticket, request.offer)]:
        raise TicketUsed(used)
    request.state, request.confirmed_at = RefundRequest.State.RECEIVED, Now()
    request.save(update_fields=["state", "confirmed_at"])
    request.tickets.update(stands=True)
    process_request(request, basis_of_request(request))
    request.refresh_from_db()
    return request
