from urllib.parse import urlencode

from aftersale.models import RefundOffer
from checkout.models import Order
from shop.queries import shop_url


def refund_page(offer: RefundOffer, order: Order) -> str:
    """Where whoever knows this much of an order asks for the money of an event's tickets (purchase §2)."""
    known = {"product_id": offer.event_id, "order_id": order.access.secret}
    return f"{shop_url(order.shop)}/request?{urlencode(known)}"
