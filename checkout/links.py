from shop.models import Shop
from shop.queries import shop_url

from .models import Invoice, Order, Payment
from .models.order import Access


def order_page(shop: Shop, to: Access) -> str:
    """Where a buyer finds an order: mails lead there."""
    return f"{shop_url(shop)}/checkout/done/{to.secret}/{to.reference}"


def payment_page(shop: Shop, to: Access) -> str:
    """Where what is open of an order is paid, in whichever way."""
    return f"{shop_url(shop)}/checkout/payment/{to.secret}/{to.reference}"


def success_page(payment: Payment) -> str:
    """Where payment providers send back to; whether anything was paid, the page asks (purchase §2)."""
    return f"{order_page(payment.order.shop, payment.access)}?payment_received"


def cancel_page(payment: Payment) -> str:
    """Where a buyer comes back to who has not paid, and can pay in another way."""
    return f"{payment_page(payment.order.shop, payment.access)}?payment_error"


def invoice_file(order: Order, invoice: Invoice) -> str:
    """The path of its PDF, for whoever has the order's secret."""
    return f"/api/v2/shops/{order.shop.slug}/orders/{order.secret}/invoices/{invoice.pk}"
