from urllib.parse import urlencode
from uuid import UUID

from django.core import signing

from aftersale.models import RefundOffer, RefundRequest
from aftersale.models.refund_request import CONFIRMED_WITHIN
from checkout.models import Order
from shop.models import Shop
from shop.queries import shop_url

from .errors import RefundLinkOutdated


def refund_page(offer: RefundOffer, order: Order) -> str:
    """Return the address of the refund form. It contains the order's secret (purchase §2)."""
    known = {"product_id": offer.event_id, "order_id": order.access.secret}
    return f"{shop_url(order.shop)}/request?{urlencode(known)}"


def confirmation_page(request: RefundRequest, recipient: str) -> str:
    """Return the link, mailed to `recipient`, that confirms the request's bank account."""
    return f"{shop_url(request.order.shop)}/refund/confirm/{token_for(request, recipient)}"


def token_for(request: RefundRequest, recipient: str) -> str:
    return signer(recipient).sign(request.pk.hex)


def request_to_confirm(shop: Shop, token: str) -> RefundRequest:
    """Return the request of a link, in any state. A link is valid for a day, as long as the order still has the address
    that it was mailed to. Raises RefundLinkOutdated.
    """
    try:
        key = UUID(token.partition(":")[0])
    except ValueError:
        raise RefundLinkOutdated from None
    asked = RefundRequest.objects.select_related("order__shop", "offer__event__venue")
    request = asked.filter(pk=key, order__shop=shop, to_account=True).first()
    if request is None:
        raise RefundLinkOutdated
    try:
        signer(request.order.email).unsign(token, max_age=CONFIRMED_WITHIN)
    except signing.BadSignature:
        raise RefundLinkOutdated from None
    return request


def signer(address: str) -> signing.TimestampSigner:
    return signing.TimestampSigner(salt=f"refund to another account, confirmed by {address}")
