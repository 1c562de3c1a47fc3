from shop.queries import shop_url

from .models import Order


def order_page(order: Order) -> str:
    """Where a buyer finds an order: mails lead there, and payment providers send back to it."""
    return f"{shop_url(order.shop)}/checkout/done/{order.secret}/{order.reference}"
