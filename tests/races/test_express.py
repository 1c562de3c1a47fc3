"""PayPal's button through the whole shop: agreed to there first, ordered here afterwards, taken once."""

from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from itertools import count
from typing import Any

import pytest

from cart.models import Cart
from checkout.models import Payment, ProviderEvent
from checkout.payments.paypal_express import tell
from tests.guest import DOCUMENTS
from tests.peers.paypal import OrderThere
from tests.proofs import proves
from tests.races.buyers import Buyer
from tests.races.paying import PayingShop, Purchase, numbers
from tests.races.waiting import until

keys = count(1)


def with_ticket(shop: PayingShop) -> Buyer:
    buyer = Buyer(shop.url, next(numbers))
    assert buyer.add(shop.ticket, 1)
    return buyer


def asked(buyer: Buyer, operation: str, **wanted: Any) -> dict[str, Any]:
    told = buyer.run(DOCUMENTS[operation], {"input": wanted})
    assert told, buyer.refusal
    (found,) = told.values()
    return dict(found)


def begun(shop: PayingShop, buyer: Buyer, *, address: bool = True) -> OrderThere:
    told = asked(buyer, "CREATEPAYPALORDER", usePaypalAddress=address)
    return shop.paypal.orders[told["externalPaymentId"]]


def refusal(buyer: Buyer, order: OrderThere) -> str:
    assert buyer.run(DOCUMENTS["TAKEOVERPAYPALORDER"], {"input": {"externalPaymentId": order.id}}) is None
    return str(buyer.refusal["code"])


def taken_over(shop: PayingShop, buyer: Buyer, **decision: Any) -> tuple[OrderThere, dict[str, Any]]:
    """What was agreed to there, and the cart that it became."""
    order = begun(shop, buyer)
    shop.paypal.approve(order, **decision)
    return order, dict(asked(buyer, "TAKEOVERPAYPALORDER", externalPaymentId=order.id)["cart"])


def placed(shop: PayingShop, buyer: Buyer, cart: dict[str, Any]) -> Purchase:
    buyer.place(cart["totalDue"], f"express-{next(keys)}")
    assert buyer.outcome.placed, buyer.refusal
    assert buyer.outcome.placed["payment"] == {"next": "approved", "url": ""}
    return Purchase(shop, buyer, "")


@proves(
    "purchase §4, §7",
    "what was agreed to at PayPal's button is of its cart alone, is taken once ordered, once, whatever "
    "events come before and after; nothing that was changed at PayPal meanwhile",
)
def test_what_was_agreed_to_fills_in_the_checkout_and_is_taken_once_ordered(shop: PayingShop) -> None:
    buyer = with_ticket(shop)
    order, cart = taken_over(shop, buyer)
    address = cart["billingAddress"]
    there = shop.paypal.payer.addresses["DE"]
    assert (address["address"], address["postCode"], address["countryCode"]) == (
        there["address_line_1"], there["postal_code"], "de",
    )  # fmt: skip
    assert f"{address['firstName']} {address['lastName']}" == shop.paypal.payer.full_name
    assert (cart["email"], cart["paymentMethod"], cart["shippingAddress"]) == (
        shop.paypal.payer.email, "paypal_express", None,
    )  # fmt: skip
    assert order.capture is None
    purchase = placed(shop, buyer, cart)
    total = purchase.payment.amount
    assert (order.unit["custom_id"], order.unit["invoice_id"][:-2], order.amount) == (
        str(purchase.payment.pk), f"PPX{purchase.order.reference}", total,
    )  # fmt: skip
    assert purchase.entries() == []
    told = purchase.confirm()
    assert (told["paymentReceived"], told["balance"]) == (True, "0.00")
    assert purchase.confirm()["paymentReceived"] is True
    assert purchase.entries() == [("capture", total)]


def test_asked_to_place_it_twice_it_is_one_order_and_one_payment(shop: PayingShop) -> None:
    buyer = with_ticket(shop)
    _order, cart = taken_over(shop, buyer)
    buyers = [Buyer(shop.url, next(numbers), cookies=dict(buyer.client.cookies)) for _one in range(6)]
    key = f"express-{next(keys)}"
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda one: one.place(cart["totalDue"], key), buyers))
    orders = {one.outcome.placed["order"]["id"] for one in buyers if one.outcome.placed}
    assert len(orders) == 1
    purchase = Purchase(shop, next(one for one in buyers if one.outcome.placed), "")
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda _one: purchase.confirm(), range(6)))
    assert purchase.entries() == [("capture", purchase.payment.amount)]


def test_paypal_takes_what_is_due_from_two_at_once(shop: PayingShop) -> None:
    buyer = with_ticket(shop)
    order, cart = taken_over(shop, buyer)
    purchase = placed(shop, buyer, cart)
    tell(order.id, purchase.payment)  # as one does who asked what it is for before the other had told
    assert order.unit["custom_id"] == str(purchase.payment.pk)
    purchase.confirm()
    assert purchase.entries() == [("capture", purchase.payment.amount)]


@pytest.mark.parametrize("before", [True, False])
def test_events_before_and_after_the_return_act_once(shop: PayingShop, before: bool) -> None:
    buyer = with_ticket(shop)
    first = len(shop.paypal.events)
    _order, cart = taken_over(shop, buyer)
    agreed = shop.paypal.events[first:]
    assert {shop.paypal.send(event) for event in agreed * 3} == {204}
    rows = ProviderEvent.objects.filter(event_id__in=[event.id for event in agreed])
    until(lambda: all(row.handled_at for row in rows.all()))
    assert {row.problem for row in rows.all()} == {""}  # nothing for staff to do: nothing was ordered yet
    purchase = placed(shop, buyer, cart)
    if not before:
        purchase.confirm()
    assert {shop.paypal.send(event) for event in shop.paypal.events[first:] * 2} == {204}
    purchase.confirm()
    assert {shop.paypal.send(event) for event in shop.paypal.events[first:] * 2} == {204}
    assert purchase.confirm()["paymentReceived"] is True
    assert purchase.entries() == [("capture", purchase.payment.amount)]


def test_another_country_is_refused_and_changes_nothing(shop: PayingShop) -> None:
    buyer = with_ticket(shop)
    order = begun(shop, buyer)
    shop.paypal.approve(order, "AT")
    assert refusal(buyer, order) == "EXPRESS_COUNTRY"
    cart = Cart.objects.latest("created_at")
    assert (cart.billing_address, cart.payment_method, cart.payment_external_id) == (None, "", "")


def test_an_address_that_the_checkout_does_not_take_is_refused_and_changes_nothing(shop: PayingShop) -> None:
    buyer = with_ticket(shop)
    order = begun(shop, buyer)
    shop.paypal.approve(order)
    order.unit["shipping"]["address"]["address_line_1"] = "Straße der Einheit " * 4
    assert refusal(buyer, order) == "EXPRESS_ADDRESS_UNUSABLE"
    assert Cart.objects.latest("created_at").payment_method == ""


def test_what_was_not_agreed_to_or_is_of_another_cart_is_refused(shop: PayingShop) -> None:
    buyer, other = with_ticket(shop), with_ticket(shop)
    order = begun(shop, buyer)
    assert refusal(buyer, order) == "EXPRESS_NOT_AGREED"
    shop.paypal.approve(order)
    assert refusal(other, order) == "EXPRESS_NOT_AGREED"
    assert asked(buyer, "TAKEOVERPAYPALORDER", externalPaymentId=order.id)["cart"]["paymentMethod"] == "paypal_express"


def test_the_address_that_was_entered_stays_where_paypals_is_not_used(shop: PayingShop) -> None:
    buyer = with_ticket(shop)
    buyer.prepare()
    order = begun(shop, buyer, address=False)
    assert order.preference == "NO_SHIPPING"
    shop.paypal.approve(order)
    cart = asked(buyer, "TAKEOVERPAYPALORDER", externalPaymentId=order.id)["cart"]
    assert (cart["email"], cart["paymentMethod"]) == (buyer.email, "paypal_express")
    assert placed(shop, buyer, cart).confirm()["paymentReceived"] is True


def test_what_the_cart_costs_when_ordered_is_taken(shop: PayingShop) -> None:
    buyer = with_ticket(shop)
    order, _cart = taken_over(shop, buyer)
    assert buyer.add(shop.ticket, 1)
    cart = asked(buyer, "CHANGECOUNTRY", countryCode="de")["cart"]
    # the country is the same, but whoever changes it chooses anew
    assert (cart["paymentMethod"], Cart.objects.latest("created_at").payment_external_id) == (None, "")
    cart = asked(buyer, "TAKEOVERPAYPALORDER", externalPaymentId=order.id)["cart"]
    purchase = placed(shop, buyer, cart)
    assert order.amount == purchase.payment.amount == Decimal(cart["totalDue"])
    assert purchase.confirm()["paymentReceived"] is True


@pytest.mark.parametrize("change", ["amount", "country"])
def test_what_was_changed_at_paypal_meanwhile_is_not_taken(shop: PayingShop, change: str) -> None:
    buyer = with_ticket(shop)
    order, cart = taken_over(shop, buyer)
    purchase = placed(shop, buyer, cart)
    if change == "amount":
        order.unit["amount"]["value"] = "0.01"
    else:
        order.unit["shipping"]["address"] = shop.paypal.payer.addresses["AT"]
    told = purchase.confirm()
    assert (told["paymentReceived"], told["paymentUnderWay"], order.capture) == (False, False, None)
    assert (purchase.payment.state, purchase.entries()) == (Payment.State.FAILED, [])
    assert purchase.ask("PAYORDER", paymentMethod="paypal")["payment"]["next"] == "redirect"


def test_what_is_declined_when_taken_can_be_paid_in_another_way(shop: PayingShop) -> None:
    buyer = with_ticket(shop)
    _order, cart = taken_over(shop, buyer, declines=True)
    purchase = placed(shop, buyer, cart)
    told = purchase.confirm()
    assert (told["paymentReceived"], told["status"]) == (False, "payment_pending")
    assert "paypal_express" not in {one["id"] for one in told["paymentMethods"]}
    assert purchase.ask("PAYORDER", paymentMethod="bank_transfer")["payment"]["next"] == "done"


def test_an_order_without_what_was_agreed_to_is_paid_on_paypals_page(shop: PayingShop) -> None:
    """By older clients, and where PayPal has given it up meanwhile."""
    buyer = with_ticket(shop)
    order, cart = taken_over(shop, buyer)
    shop.paypal.reverse_approval(order)
    buyer.place(cart["totalDue"], f"express-{next(keys)}")
    assert buyer.outcome.placed, buyer.refusal
    payment = buyer.outcome.placed["payment"]
    assert payment["next"] == "redirect"
    shop.paypal.approve(shop.paypal.order_at(payment["url"]))
    purchase = Purchase(shop, buyer, payment["url"])
    assert purchase.confirm()["paymentReceived"] is True


def test_paypal_that_is_away_loses_nothing(shop: PayingShop) -> None:
    buyer = with_ticket(shop)
    shop.paypal.away = True
    assert buyer.run(DOCUMENTS["CREATEPAYPALORDER"], {"input": {"usePaypalAddress": True}}) is None
    assert buyer.refusal["code"] == "PROVIDER_AWAY"
    shop.paypal.behave()
    _order, cart = taken_over(shop, buyer)
    shop.paypal.away = True
    key = f"express-{next(keys)}"
    buyer.place(cart["totalDue"], key)
    assert buyer.outcome.placed and buyer.outcome.placed["payment"]["next"] == "failed"
    shop.paypal.behave()
    buyer.place(cart["totalDue"], key)
    assert buyer.outcome.placed["payment"]["next"] == "approved"
    assert Purchase(shop, buyer, "").confirm()["paymentReceived"] is True
