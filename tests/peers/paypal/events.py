"""What PayPal tells by webhook. Which order it is about has another place in each kind of event, as there."""

import json
from copy import deepcopy
from dataclasses import dataclass, field

from tests.peers.peer import Json

from .disputes import DisputeThere
from .things import CaptureThere, OrderThere, Payer, RefundThere, new_id, now


@dataclass(frozen=True)
class EventThere:
    """Something that happened, as it was then."""

    id: str
    kind: str
    resource_type: str
    summary: str
    resource: Json
    created: str = field(default_factory=now)

    @property
    def body(self) -> bytes:
        """With a blank that no library writes: whoever verifies must pass on what was sent, not what was read."""
        told = {
            "id": self.id,
            "event_version": "1.0",
            "create_time": self.created,
            "resource_type": self.resource_type,
            "resource_version": "2.0",
            "event_type": self.kind,
            "summary": self.summary,
            "resource": self.resource,
        }
        text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
        return text.replace('"resource":', '"resource": ', 1).encode()


def event(kind: str, resource_type: str, summary: str, resource: Json) -> EventThere:
    return EventThere(f"WH-{new_id()}-{new_id()}", kind, resource_type, summary, deepcopy(resource))


def approved(order: OrderThere, url: str) -> EventThere:
    summary = "An order has been approved by buyer"
    return event("CHECKOUT.ORDER.APPROVED", "checkout-order", summary, order.shown(url))


def approval_reversed(order: OrderThere) -> EventThere:
    """It calls the order `order_id`, not `id`."""
    resource = {"order_id": order.id, "purchase_units": [order.unit], "payment_source": {"paypal": order.source}}
    summary = "A payment has been reversed after approval."
    return event("CHECKOUT.PAYMENT-APPROVAL.REVERSED", "checkout-order", summary, resource)


def captured(capture: CaptureThere, url: str) -> EventThere:
    kind = {"COMPLETED": "COMPLETED", "PENDING": "PENDING", "DECLINED": "DENIED"}[capture.state]
    summary = f"Payment {kind.lower()} for € {capture.amount:.2f} {capture.currency}"
    return event(f"PAYMENT.CAPTURE.{kind}", "capture", summary, capture.shown_alone(url))


def refunded(refund: RefundThere, capture: CaptureThere, url: str) -> EventThere:
    """Of the capture it has only a link (rel `up`), of the order nothing."""
    told = f"€ {refund.amount:.2f} {refund.currency} capture payment"
    kind, summary = "PAYMENT.CAPTURE.REFUNDED", f"A {told} was refunded"
    if refund.is_reversal:
        kind, summary = "PAYMENT.CAPTURE.REVERSED", f"A {told} was reversed"
    if refund.status == "FAILED":
        kind, summary = "PAYMENT.REFUND.FAILED", f"The refund of a {told} failed"
    return event(kind, "refund", summary, refund.shown(url, capture.refunded))


def disputed(kind: str, dispute: DisputeThere, capture: CaptureThere, payer: Payer) -> EventThere:
    """`kind`: CREATED, UPDATED or RESOLVED."""
    summary = f"A dispute was {kind.lower()} with Case # {dispute.id}"
    return event(f"CUSTOMER.DISPUTE.{kind}", "dispute", summary, dispute.shown(capture, payer))
