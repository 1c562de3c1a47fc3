"""Money that goes to somebody else pays nothing: a buyer's browser can begin and change orders at PayPal, too."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from checkout.models import LedgerEntry, Payment
from checkout.payments.paypal_settings import check_payee
from shop.models import Shop
from tests.factories import first_variant, make_event, make_shop
from tests.guest import Guest, ready
from tests.peers.paypal import OrderThere, PayPal
from tests.proofs import proves

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]
SOMEBODY = {"email_address": "mira@example.org", "merchant_id": "SOMEBODYELSE1"}


@pytest.fixture
def shop() -> Shop:
    return make_shop("nachtfalter")


@pytest.fixture
def guest(shop: Shop) -> Guest:
    return ready(shop, first_variant(make_event(shop, price="10.00")))


def agreed(guest: Guest, paypal_peer: PayPal) -> OrderThere:
    told = guest.ask("CREATEPAYPALORDER", input={"usePaypalAddress": False}).data
    order = paypal_peer.orders[told["externalPaymentId"]]
    paypal_peer.approve(order)
    return order


def confirm(guest: Guest, order_id: str) -> tuple[bool, str]:
    told = guest.ask("CONFIRMORDERPAYMENT", input={"orderId": order_id}).data["order"]
    return told["paymentReceived"], told["status"]


@proves(
    "docs/decisions/0049",
    "what goes to another merchant than the shop's, however a browser brought that about, pays nothing "
    "by PayPal; a shop with PayPal does not start without knowing its own",
)
def test_what_was_agreed_to_for_somebody_else_is_not_taken_over(guest: Guest, paypal_peer: PayPal) -> None:
    order = agreed(guest, paypal_peer)
    order.unit["payee"] = SOMEBODY
    asked = {"externalPaymentId": order.id}
    assert guest.ask("TAKEOVERPAYPALORDER", input=asked).refusal["code"] == "EXPRESS_NOT_AGREED"
    del order.unit["payee"]
    assert guest.ask("TAKEOVERPAYPALORDER", input=asked).data["cart"]["paymentMethod"] == "paypal_express"


def test_what_goes_to_somebody_else_meanwhile_is_begun_anew(guest: Guest, paypal_peer: PayPal) -> None:
    order = agreed(guest, paypal_peer)
    assert guest.ask("TAKEOVERPAYPALORDER", input={"externalPaymentId": order.id}).data
    order.unit["payee"] = SOMEBODY
    placed = guest.place().data
    assert placed["payment"]["next"] == "redirect"
    assert paypal_peer.order_at(placed["payment"]["url"]).id != order.id


@pytest.mark.parametrize("method", ["paypal", "paypal_express"])
@pytest.mark.parametrize("is_captured", [False, True])
def test_what_somebody_else_gets_pays_nothing(
    guest: Guest, paypal_peer: PayPal, method: str, is_captured: bool
) -> None:
    if method == "paypal":
        assert guest.choose("-1", method).status_code == 200
        placed = guest.place().data
        order = paypal_peer.order_at(placed["payment"]["url"])
        paypal_peer.approve(order)
    else:
        order = agreed(guest, paypal_peer)
        assert guest.ask("TAKEOVERPAYPALORDER", input={"externalPaymentId": order.id}).data
        placed = guest.place().data
    order.unit["payee"] = SOMEBODY
    if is_captured:
        paypal_peer.take(order)
    assert confirm(guest, placed["order"]["id"]) == (False, "payment_pending")
    assert (order.capture is not None, LedgerEntry.objects.count()) == (is_captured, 0)
    assert Payment.objects.get().state == Payment.State.FAILED


def test_nobody_sells_by_paypal_without_saying_who_gets_the_money() -> None:
    check_payee("", "")
    check_payee("client", "7UA42QSUXDKVC")
    with pytest.raises(ImproperlyConfigured, match="PAYPAL_MERCHANT_ID"):
        check_payee("client", "")
