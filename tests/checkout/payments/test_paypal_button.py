"""PayPal's button: agreed to there first, ordered here afterwards, taken once."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from cart.models import Cart
from checkout.models import Payment, ProviderEvent
from checkout.payments.paypal_express import update_paypal_order
from sessions_queue.models import VisitorSession
from tests.checkout.payments import paying
from tests.checkout.payments.jobs import run_jobs
from tests.checkout.payments.paying import PayingShop, Purchase
from tests.guest import Guest
from tests.peers.paypal import OrderThere
from tests.proofs import proves


def asked(guest: Guest, operation: str, **wanted: Any) -> dict[str, Any]:
    return dict(guest.ask(operation, input=wanted).data)


def begun(shop: PayingShop, guest: Guest, *, address: bool = True) -> OrderThere:
    told = asked(guest, "CREATEPAYPALORDER", usePaypalAddress=address)
    return shop.paypal.orders[told["externalPaymentId"]]


def refusal(guest: Guest, order: OrderThere) -> str:
    return str(guest.ask("TAKEOVERPAYPALORDER", input={"externalPaymentId": order.id}).refusal["code"])


def taken_over(shop: PayingShop, guest: Guest, **decision: Any) -> tuple[OrderThere, dict[str, Any]]:
    """What was agreed to there, and the cart that it became."""
    order = begun(shop, guest)
    shop.paypal.approve(order, **decision)
    return order, dict(asked(guest, "TAKEOVERPAYPALORDER", externalPaymentId=order.id)["cart"])


def placed(shop: PayingShop, guest: Guest, cart: dict[str, Any]) -> Purchase:
    purchase = paying.placed(shop, guest, expectedTotal=cart["totalDue"])
    assert purchase.payment_told == {"next": "approved", "url": ""}
    return purchase


@proves("docs/decisions/0073", "whoever agrees at PayPal has the time of somebody who enters an address here")
def test_a_short_reservation_lasts_as_long_as_the_window_at_paypal_may_take(shop: PayingShop) -> None:
    guest = shop.with_ticket()
    VisitorSession.objects.update(is_hurried=True, expires_at=timezone.now() + timedelta(minutes=5))
    begun(shop, guest)
    assert VisitorSession.objects.get().expires_at > timezone.now() + timedelta(minutes=19)


@proves(
    "purchase §4, §7",
    "what was agreed to at PayPal's button is of its cart alone, is taken once ordered, once, whatever "
    "events come before and after; nothing that was changed at PayPal meanwhile",
)
def test_what_was_agreed_to_fills_in_the_checkout_and_is_taken_once_ordered(shop: PayingShop) -> None:
    guest = shop.with_ticket()
    order, cart = taken_over(shop, guest)
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
    purchase = placed(shop, guest, cart)
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
    """At once: tests/races/test_payment_race.py."""
    guest = shop.with_ticket()
    _order, cart = taken_over(shop, guest)
    purchase, again = (paying.placed(shop, guest, "one attempt", expectedTotal=cart["totalDue"]) for _time in range(2))
    assert again.secret == purchase.secret
    for _time in range(2):
        purchase.confirm()
    assert purchase.entries() == [("capture", purchase.payment.amount)]


def test_paypal_takes_what_is_due_from_two_at_once(shop: PayingShop) -> None:
    guest = shop.with_ticket()
    order, cart = taken_over(shop, guest)
    purchase = placed(shop, guest, cart)
    update_paypal_order(order.id, purchase.payment)  # as one does who asked what it is for before the other had told
    assert order.unit["custom_id"] == str(purchase.payment.pk)
    purchase.confirm()
    assert purchase.entries() == [("capture", purchase.payment.amount)]


@pytest.mark.parametrize("before", [True, False])
def test_events_before_and_after_the_return_act_once(shop: PayingShop, before: bool) -> None:
    guest = shop.with_ticket()
    first = len(shop.paypal.events)
    _order, cart = taken_over(shop, guest)
    agreed = shop.paypal.events[first:]
    assert {shop.paypal.send(event) for event in agreed * 3} == {204}
    rows = ProviderEvent.objects.filter(event_id__in=[event.id for event in agreed])
    run_jobs()
    assert all(row.handled_at for row in rows.all())
    assert {row.problem for row in rows.all()} == {""}  # nothing for staff to do: nothing was ordered yet
    purchase = placed(shop, guest, cart)
    if not before:
        purchase.confirm()
    assert {shop.paypal.send(event) for event in shop.paypal.events[first:] * 2} == {204}
    run_jobs()
    purchase.confirm()
    assert {shop.paypal.send(event) for event in shop.paypal.events[first:] * 2} == {204}
    run_jobs()
    assert purchase.confirm()["paymentReceived"] is True
    assert purchase.entries() == [("capture", purchase.payment.amount)]


def test_another_country_is_refused_and_changes_nothing(shop: PayingShop) -> None:
    guest = shop.with_ticket()
    order = begun(shop, guest)
    shop.paypal.approve(order, "AT")
    assert refusal(guest, order) == "EXPRESS_COUNTRY"
    cart = Cart.objects.latest("created_at")
    assert (cart.billing_address, cart.payment_method, cart.payment_external_id) == (None, "", "")


def test_an_address_that_the_checkout_does_not_take_is_refused_and_changes_nothing(shop: PayingShop) -> None:
    guest = shop.with_ticket()
    order = begun(shop, guest)
    shop.paypal.approve(order)
    order.unit["shipping"]["address"]["address_line_1"] = "Straße der Einheit " * 4
    assert refusal(guest, order) == "EXPRESS_ADDRESS_UNUSABLE"
    assert Cart.objects.latest("created_at").payment_method == ""


def test_what_was_not_agreed_to_or_is_of_another_cart_is_refused(shop: PayingShop) -> None:
    guest, other = shop.with_ticket(), shop.with_ticket()
    order = begun(shop, guest)
    assert refusal(guest, order) == "EXPRESS_NOT_AGREED"
    shop.paypal.approve(order)
    assert refusal(other, order) == "EXPRESS_NOT_AGREED"
    assert asked(guest, "TAKEOVERPAYPALORDER", externalPaymentId=order.id)["cart"]["paymentMethod"] == "paypal_express"


def test_the_address_that_was_entered_stays_where_paypals_is_not_used(shop: PayingShop) -> None:
    guest = shop.with_ticket()
    assert guest.enter_address().status_code == 200
    assert guest.choose("-1").status_code == 200
    order = begun(shop, guest, address=False)
    assert order.preference == "NO_SHIPPING"
    shop.paypal.approve(order)
    cart = asked(guest, "TAKEOVERPAYPALORDER", externalPaymentId=order.id)["cart"]
    assert (cart["email"], cart["paymentMethod"]) == ("mira@example.org", "paypal_express")
    assert placed(shop, guest, cart).confirm()["paymentReceived"] is True


def test_what_the_cart_costs_when_ordered_is_taken(shop: PayingShop) -> None:
    guest = shop.with_ticket()
    order, _cart = taken_over(shop, guest)
    assert guest.add((shop.ticket, 1)).data
    cart = asked(guest, "CHANGECOUNTRY", countryCode="de")["cart"]
    # the country is the same, but whoever changes it chooses anew
    assert (cart["paymentMethod"], Cart.objects.latest("created_at").payment_external_id) == (None, "")
    cart = asked(guest, "TAKEOVERPAYPALORDER", externalPaymentId=order.id)["cart"]
    purchase = placed(shop, guest, cart)
    assert order.amount == purchase.payment.amount == Decimal(cart["totalDue"])
    assert purchase.confirm()["paymentReceived"] is True


@pytest.mark.parametrize("change", ["amount", "country"])
def test_what_was_changed_at_paypal_meanwhile_is_not_taken(shop: PayingShop, change: str) -> None:
    guest = shop.with_ticket()
    order, cart = taken_over(shop, guest)
    purchase = placed(shop, guest, cart)
    if change == "amount":
        order.unit["amount"]["value"] = "0.01"
    else:
        order.unit["shipping"]["address"] = shop.paypal.payer.addresses["AT"]
    told = purchase.confirm()
    assert (told["paymentReceived"], told["paymentUnderWay"], order.capture) == (False, False, None)
    assert (purchase.payment.state, purchase.entries()) == (Payment.State.FAILED, [])
    assert purchase.ask("PAYORDER", paymentMethod="paypal")["payment"]["next"] == "redirect"


def test_what_is_declined_when_taken_can_be_paid_in_another_way(shop: PayingShop) -> None:
    guest = shop.with_ticket()
    _order, cart = taken_over(shop, guest, declines=True)
    purchase = placed(shop, guest, cart)
    told = purchase.confirm()
    assert (told["paymentReceived"], told["status"]) == (False, "payment_pending")
    assert "paypal_express" not in {one["id"] for one in told["paymentMethods"]}
    assert purchase.ask("PAYORDER", paymentMethod="bank_transfer")["payment"]["next"] == "done"


def test_an_order_without_what_was_agreed_to_is_paid_on_paypals_page(shop: PayingShop) -> None:
    """By older clients, and where PayPal has given it up meanwhile."""
    guest = shop.with_ticket()
    order, cart = taken_over(shop, guest)
    shop.paypal.reverse_approval(order)
    purchase = paying.placed(shop, guest, expectedTotal=cart["totalDue"])
    assert purchase.payment_told["next"] == "redirect"
    shop.paypal.approve(shop.paypal.order_at(purchase.url))
    assert purchase.confirm()["paymentReceived"] is True


def test_paypal_that_is_away_loses_nothing(shop: PayingShop) -> None:
    guest = shop.with_ticket()
    shop.paypal.away = True
    assert guest.ask("CREATEPAYPALORDER", input={"usePaypalAddress": True}).refusal["code"] == "PROVIDER_AWAY"
    shop.paypal.behave()
    _order, cart = taken_over(shop, guest)
    shop.paypal.away = True
    begun_away = paying.placed(shop, guest, "one attempt", expectedTotal=cart["totalDue"])
    assert begun_away.payment_told["next"] == "failed"
    shop.paypal.behave()
    again = paying.placed(shop, guest, "one attempt", expectedTotal=cart["totalDue"])
    assert again.payment_told["next"] == "approved"
    assert again.confirm()["paymentReceived"] is True
