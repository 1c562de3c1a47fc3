"""PayPal's own button (purchase §4): who buys agrees at PayPal first, and orders here afterwards.

PayPal's order is begun for a cart, and carries its id; once the cart is placed, it carries the payment's.
"""

from decimal import Decimal
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.conf import settings
from django.utils.translation import gettext

from cart.models import Cart
from checkout.errors import ExpressNotAgreed, ProviderAway
from checkout.models import Payment
from shop.core.values.languages import active_language
from shop.models.shop import PaymentMethodId
from shop.queries import shop_url

from .interface import Agreed, PaymentContext, PaymentOffer, Script
from .paypal_api import call, client, invoice_id, is_ours, locale_of, money, order_at, window_of

UNIT = "/purchase_units/@reference_id=='default'"


class PayPalExpress:
    """PayPal's address is the buyer's, or the one that was entered here stays."""

    id = PaymentMethodId.PAYPAL_EXPRESS.value
    provider = "paypal"
    reference_prefix = "PPX"

    def offer(self, sale: PaymentContext) -> PaymentOffer | None:
        if not settings.PAYPAL_CLIENT_ID or not sale.takes(self.id):
            return None
        text = gettext("You have agreed at PayPal. You pay once you order here.")
        return PaymentOffer(
            self.id, "PayPal Express", text, test_mode=settings.PAYPAL_IS_TEST, script=Script(script_url())
        )

    def begin(self, cart: Cart, amount: Decimal, *, with_address: bool) -> str:
        """An order at PayPal for what a cart costs as it is now; its number. Raises ProviderAway."""
        from paypalserversdk.models.order_request import OrderRequest

        here = f"{shop_url(cart.shop)}/checkout"
        request = f"express-{uuid4()}"
        wanted = {
            "intent": "CAPTURE",
            "purchase_units": [
                {
                    "amount": money(amount),
                    "custom_id": str(cart.pk),
                    "invoice_id": request,
                    "description": cart.shop.name[:127],
                }
            ],
            "payment_source": window_of(
                cart.shop,
                active_language(),
                shipping_preference="GET_FROM_FILE" if with_address else "NO_SHIPPING",
                user_action="CONTINUE",
                return_url=here,
                cancel_url=here,
            ),
        }
        body = OrderRequest.from_dictionary(wanted)
        order = call(lambda: client().orders.create_order({"body": body, "paypal_request_id": request}))
        return str(order.body.id)

    def agreed(self, cart: Cart, number: str) -> Agreed:
        """What PayPal says was agreed to for this cart. Raises ExpressNotAgreed or ProviderAway."""
        order = order_at(number)
        unit = order.purchase_units[0]
        if unit.custom_id != str(cart.pk) or order.status != "APPROVED" or not is_ours(unit):
            raise ExpressNotAgreed
        return Agreed(address_of(unit), str(getattr(order.payer, "email_address", None) or ""))


def script_url() -> str:
    """Shows PayPal's button alone: no credit, no card, no bank (purchase §7)."""
    wanted = {
        "client-id": settings.PAYPAL_CLIENT_ID,
        "components": "buttons",
        "currency": "EUR",
        "intent": "capture",
        "commit": "false",
        "locale": locale_of(active_language()),
        "disable-funding": "credit,paylater,card,bancontact,blik,eps,giropay,ideal,mybank,p24,sepa,sofort",
    }
    return f"{settings.PAYPAL_SCRIPT}?{urlencode(wanted)}"


def address_of(unit: Any) -> dict[str, str] | None:
    shipping = getattr(unit, "shipping", None)
    address = getattr(shipping, "address", None)
    if address is None:
        return None
    name = getattr(getattr(shipping, "name", None), "full_name", None)
    first, _blank, last = str(name or "").strip().rpartition(" ")
    names = {
        "address": "address_line_1",
        "address2": "address_line_2",
        "post_code": "postal_code",
        "city": "admin_area_2",
        "country_code": "country_code",
    }
    found = {ours: str(getattr(address, theirs, None) or "") for ours, theirs in names.items()}
    return {"first_name": first, "last_name": last, "company": "", **found, "country_code": country_of(unit)}


def country_of(unit: Any) -> str:
    """Two small letters, "" where PayPal has no address of delivery."""
    address = getattr(getattr(unit, "shipping", None), "address", None)
    return str(getattr(address, "country_code", None) or "").lower()


def ready_to_capture(payment: Payment) -> str:
    """The number of the order that its buyer has agreed to at PayPal, which is now for what is due; "" if there is none
    that can be captured. Raises ProviderAway.
    """
    cart = payment.placement.cart if payment.placement else None
    if payment.method != PayPalExpress.id or cart is None:
        return ""
    number = cart.payment_external_id
    if not number:
        return ""
    order = order_at(number)
    unit = order.purchase_units[0]
    if not is_ours(unit):
        return ""
    custom_id = unit.custom_id
    if custom_id == str(payment.pk):
        return number
    if custom_id != str(cart.pk):
        raise ProviderAway("PayPal answered with another cart's order")
    if order.status != "APPROVED":
        return ""
    update_paypal_order(number, payment)
    return number


def update_paypal_order(number: str, payment: Payment) -> None:
    """What is due, and for which payment. Sent again, also at the same time, it changes nothing: all of it was there
    since the order was begun, and is replaced.
    """
    from paypalserversdk.models.patch import Patch

    changes = {
        "amount": money(payment.amount),
        "custom_id": str(payment.pk),
        "invoice_id": invoice_id(payment),
        "description": payment.access.reference,
    }
    body = [Patch(op="replace", path=f"{UNIT}/{name}", value=value) for name, value in changes.items()]
    call(lambda: client().orders.patch_order({"id": number, "body": body}))


def agreement_problem(payment: Payment, unit: Any) -> str:
    """Why what was agreed to is not taken: it is not what was ordered, or goes to another country. "" if it fits."""
    if payment.method != PayPalExpress.id:
        return ""
    amount = unit.amount
    if Decimal(amount.value) != payment.amount or amount.currency_code != "EUR":
        return "another amount was agreed to"
    country = country_of(unit)
    return "another country" if country and country != payment.order.country_code else ""
