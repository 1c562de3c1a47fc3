"""A guest merges a cart into an order, and chooses to transfer the money."""

from django.db import transaction

from checkout.actions import PlaceRequest, merge_order
from checkout.entry.named_orders import NamedOrder
from checkout.locks import lock_order
from checkout.models import Order, Placement
from checkout.payments.ledger import open_payment
from checkout.payments.methods import method_of
from sessions_queue.models import VisitorSession


@transaction.atomic
def merge(session: VisitorSession, *, into: Order, key: str = "", is_verified: bool = True) -> Placement:
    request = PlaceRequest(key, None, accepted_terms=True)
    named = NamedOrder(secret=into.secret) if is_verified else NamedOrder(into.reference)
    placement = merge_order(session=session, named=named, request=request)
    if placement.total and not placement.payments.exists():
        order = lock_order(placement.order_id)
        open_payment(order=order, placement=placement, method=method_of("bank_transfer"), amount=placement.due)
    return placement
