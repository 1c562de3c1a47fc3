from uuid import UUID

from django.core import signing

from checkout.errors import LinkOutdated
from checkout.models import Invoice, Order, OrderLine, Payment, Placement
from checkout.models.order import Access
from shop.models import Shop
from shop.queries import shop_url


def order_page(shop: Shop, to: Access) -> str:
    """Where a buyer finds an order: mails lead there."""
    return f"{shop_url(shop)}/checkout/done/{to.secret}/{to.reference}"


def confirmation_page(placement: Placement) -> str:
    """Where whoever reads the order's mails confirms that its free tickets are theirs."""
    return f"{shop_url(placement.order.shop)}/checkout/free/{confirmation_token(placement)}"


def confirmation_token(placement: Placement) -> str:
    return confirmation_signer(placement.order.email).sign(placement.pk.hex)


def placement_to_confirm(shop: Shop, token: str) -> Placement:
    """Whatever became of it. The link is good for the address alone that it was mailed to: not once staff have
    corrected the order's. Raises LinkOutdated.
    """
    try:
        key = UUID(token.partition(":")[0])
    except ValueError:
        raise LinkOutdated from None
    asked = Placement.objects.select_related("order__shop").filter(shop=shop, confirm_by__isnull=False)
    placement = asked.filter(pk=key).first()
    if placement is None:
        raise LinkOutdated
    try:
        confirmation_signer(placement.order.email).unsign(token)
    except signing.BadSignature:
        raise LinkOutdated from None
    return placement


def confirmation_signer(address: str) -> signing.Signer:
    return signing.Signer(salt=f"free tickets, confirmed by {address}")


def contact_data_page(shop: Shop) -> str:
    """The page where a ticket's owner enters its holder and contact data."""
    return f"{shop_url(shop)}/trace"


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


def tickets_file(order: Order, kind: str = "pdf") -> str:
    """The path of its tickets as a PDF, of when they are for as a calendar file (`ics`), or of Apple's passes (`pkpass`
    for the only ticket, `pkpasses` for several).
    """
    return f"/api/v2/shops/{order.shop.slug}/orders/{order.access.secret}/tickets.{kind}"


def ticket_file(order: Order, line: OrderLine) -> str:
    """The path of a line's own."""
    return f"{tickets_file(order)}?item={line.pk}"


def google_pass(order: Order, line: OrderLine, piece: int) -> str:
    """The path that leads to Google with a line's ticket, of several pieces with that one's."""
    return f"{tickets_file(order, 'google')}?item={line.pk}" + (f"&piece={piece}" if line.amount > 1 else "")
