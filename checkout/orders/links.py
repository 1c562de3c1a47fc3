from uuid import UUID

from django.core import signing

from checkout.errors import LinkOutdated
from checkout.models import Invoice, Order, OrderLine, Payment, Placement
from checkout.models.order import Access
from shop.models import Shop
from shop.queries import shop_url


def order_page(shop: Shop, to: Access) -> str:
    """Return the address of the order's page, for mails."""
    return f"{shop_url(shop)}/checkout/done/{to.secret}/{to.reference}"


def confirmation_page(placement: Placement) -> str:
    """Return the address at which the buyer confirms free tickets."""
    return f"{shop_url(placement.order.shop)}/checkout/free/{confirmation_token(placement)}"


def confirmation_token(placement: Placement) -> str:
    return confirmation_signer(placement.order.email).sign(placement.pk.hex)


def placement_to_confirm(shop: Shop, token: str) -> Placement:
    """Return the placement of a confirmation link, whatever its state. The link holds for the address that it was
    mailed to, not for one that staff corrected later. Raises LinkOutdated.
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
    """Return the page on which the open part of an order is paid by any method."""
    return f"{shop_url(shop)}/checkout/payment/{to.secret}/{to.reference}"


def success_page(payment: Payment) -> str:
    """Return the address to which payment providers send buyers back. The page itself asks whether anything was paid
    (purchase §2).
    """
    return f"{order_page(payment.order.shop, payment.access)}?payment_received"


def cancel_page(payment: Payment) -> str:
    """Return the address for a buyer who has not paid and can choose another method."""
    return f"{payment_page(payment.order.shop, payment.access)}?payment_error"


def invoice_file(order: Order, invoice: Invoice) -> str:
    """Return the path of the invoice's PDF, which the order's secret opens."""
    return f"/api/v2/shops/{order.shop.slug}/orders/{order.secret}/invoices/{invoice.pk}"


def tickets_file(order: Order, kind: str = "pdf") -> str:
    """Return the path of the tickets: as PDF, as a calendar file (`ics`), or as Apple passes (`pkpass` for a single
    ticket, `pkpasses` for several).
    """
    return f"/api/v2/shops/{order.shop.slug}/orders/{order.access.secret}/tickets.{kind}"


def ticket_file(order: Order, line: OrderLine) -> str:
    """Return the path of the line's own PDF."""
    return f"{tickets_file(order)}?item={line.pk}"


def google_pass(order: Order, line: OrderLine, piece: int) -> str:
    """Return the path that leads to Google Wallet with a line's ticket; `piece` numbers the tickets of one line."""
    return f"{tickets_file(order, 'google')}?item={line.pk}" + (f"&piece={piece}" if line.amount > 1 else "")
