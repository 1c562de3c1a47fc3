from shop.queries import shop_url

from .models import Order


def order_page(order: Order) -> str:
    """Where a buyer finds an order: mails lead there."""
    return f"{shop_url(order.shop)}/checkout/done/{order.secret}/{order.reference}"


def payment_page(order: Order) -> str:
    """Where what is open of an order is paid, in whichever way."""
    return f"{shop_url(order.shop)}/checkout/payment/{order.secret}/{order.reference}"


def success_page(order: Order) -> str:
    """Where payment providers send back to; whether anything was paid, the page asks (purchase §2)."""
    return f"{order_page(order)}?payment_received"


def cancel_page(order: Order) -> str:
    """Where a buyer comes back to who has not paid, and can pay in another way."""
    return f"{payment_page(order)}?payment_error"
