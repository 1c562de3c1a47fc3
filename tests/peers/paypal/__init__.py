"""A strict stand-in for PayPal: orders, captures, refunds, webhooks, and the page on which a buyer agrees.

    with paypal() as provider:
        provider.webhook_url = f"{web.url}/api/v2/payments/paypal/events"
        back_at_the_shop = provider.approve(provider.order_at(payment_url))
        assert provider.send(provider.events[-1]) == 204
        assert provider.violations == []

By itself it reports nothing, unless told to `deliver`: a test sends its events, late, twice, in any order, or none.
They are really signed, and it verifies what it is asked to.
"""

from .events import EventThere
from .server import PayPal, paypal
from .things import CaptureThere, OrderThere, RefundThere

__all__ = ["CaptureThere", "EventThere", "OrderThere", "PayPal", "RefundThere", "paypal"]
