"""Paying with PayPal's stand-in: its page, events and answers."""

from decimal import Decimal
from random import Random
from urllib.parse import urlsplit

import pytest

from checkout.actions import cancel_unpaid
from checkout.actions.refunds.refund_reports import BOOKED
from checkout.mails.order_mails import write_order_mail
from checkout.models import Payment, ProviderEvent, Refund
from shop.models import Mail
from tests.checkout.payments.jobs import run_jobs
from tests.checkout.payments.paying import PayingShop, Purchase, bought, placed, redirected
from tests.peers.paypal import OrderThere
from tests.proofs import proves


def there(purchase: Purchase) -> OrderThere:
    return purchase.shop.paypal.order_at(purchase.url)


@proves(
    "purchase §4, §7",
    "PayPal's page is left for; the way back has PayPal asked and takes what the buyer agreed to, once",
)
def test_the_way_back_takes_what_the_buyer_agreed_to(shop: PayingShop) -> None:
    purchase = redirected(shop, "paypal")
    total = purchase.payment.amount
    assert purchase.confirm()["paymentReceived"] is False
    assert there(purchase).status == "PAYER_ACTION_REQUIRED"
    back = shop.paypal.approve(there(purchase))
    assert urlsplit(back).path == f"/checkout/done/{purchase.order.secret}/{purchase.order.reference}"
    assert "payment_received" in urlsplit(back).query
    order = purchase.confirm()
    assert (order["paymentReceived"], order["paymentUnderWay"], order["balance"]) == (True, False, "0.00")
    assert purchase.entries() == [("capture", total)]
    assert purchase.confirm()["paymentReceived"] is True
    assert purchase.entries() == [("capture", total)]


@proves(
    "design §4",
    "a service's events pay an order however often and in whatever order they come; forged ones ask nobody",
)
def test_events_pay_it_however_often_and_in_whatever_order_they_come(shop: PayingShop) -> None:
    purchase = redirected(shop, "paypal")
    before = len(shop.paypal.events)
    shop.paypal.approve(there(purchase))
    approved = shop.paypal.events[before:]
    assert [shop.paypal.send(event) for event in approved] == [204] * len(approved)
    run_jobs()
    assert purchase.entries() != []
    events = shop.paypal.events[before:] * 10
    Random(7).shuffle(events)
    assert {shop.paypal.send(event) for event in events} == {204}
    run_jobs()
    assert purchase.confirm()["paymentReceived"] is True
    assert purchase.entries() == [("capture", purchase.payment.amount)]


def test_a_forged_event_is_refused_and_asks_nobody(shop: PayingShop) -> None:
    purchase = redirected(shop, "paypal")
    shop.paypal.approve(there(purchase))
    assert shop.paypal.send(shop.paypal.events[-1], forged=True) == 400
    body = {"id": "WH-1", "resource": {"custom_id": str(purchase.payment.pk)}}
    assert shop.paypal.client.post(shop.paypal.webhook_url, json=body).status_code == 400
    run_jobs()
    assert purchase.entries() == []


@proves("purchase §4", "what is declined leaves the order open, for another attempt with a reference of its own")
def test_what_is_declined_leaves_the_order_open_for_another_way(shop: PayingShop) -> None:
    purchase = redirected(shop, "paypal")
    shop.paypal.approve(there(purchase), declines=True)
    order = purchase.confirm()
    assert (order["paymentReceived"], order["paymentUnderWay"], order["status"]) == (False, False, "payment_pending")
    assert purchase.payment.state == Payment.State.FAILED
    again = purchase.ask("PAYORDER", paymentMethod="paypal")["payment"]
    assert again["next"] == "redirect" and again["url"] != purchase.url
    shop.paypal.approve(shop.paypal.order_at(again["url"]))
    assert purchase.confirm()["paymentReceived"] is True
    assert purchase.payment.reference.endswith("-2")


@proves(
    "purchase §4",
    "one attempt is one page, however often it is asked for; another way ends it, and its money still counts",
)
def test_who_comes_back_without_having_paid_finds_the_same_page_again(shop: PayingShop) -> None:
    purchase = redirected(shop, "paypal")
    assert "payment_error" in shop.paypal.cancel(there(purchase))
    assert purchase.ask("PAYORDER", paymentMethod="paypal")["payment"]["url"] == purchase.url
    assert purchase.order.payments.count() == 1


@proves(
    "design §4",
    "what was cancelled meanwhile is not taken; without the service the order stands and is paid later; "
    "a lost answer begins no second payment",
)
def test_what_was_cancelled_meanwhile_is_not_taken(shop: PayingShop) -> None:
    purchase = redirected(shop, "paypal")
    cancel_unpaid(order=purchase.order)
    shop.paypal.approve(there(purchase))
    event = shop.paypal.events[-1]
    assert shop.paypal.send(event) == 204
    run_jobs()
    assert purchase.confirm()["status"] == "cancelled"
    assert (purchase.entries(), there(purchase).status) == ([], "APPROVED")


@proves(
    "design §4",
    "money goes back through the service that brought it; a refusal says why; what goes back without us "
    "is told to staff",
)
def test_money_goes_back_through_the_service_that_brought_it(shop: PayingShop) -> None:
    purchase = redirected(shop, "paypal")
    shop.paypal.approve(there(purchase))
    purchase.confirm()
    refund = purchase.request_refund()
    run_jobs()
    assert Refund.objects.get(pk=refund.pk).state == Refund.State.DONE
    assert purchase.entries()[1:] == [("refund", refund.amount)]
    capture = there(purchase).capture
    assert capture and [one.amount for one in capture.refunds] == [refund.amount]


def test_a_refused_refund_says_why(shop: PayingShop) -> None:
    purchase = redirected(shop, "paypal")
    shop.paypal.approve(there(purchase))
    purchase.confirm()
    shop.paypal.refusal = "REFUND_NOT_ALLOWED"
    refund = purchase.request_refund()
    run_jobs()
    refund.refresh_from_db()
    assert (refund.state, refund.problem) == (Refund.State.FAILED, "REFUND_NOT_ALLOWED")


def test_without_the_service_the_order_stands_and_can_be_paid_once_it_is_there(shop: PayingShop) -> None:
    shop.paypal.away = True
    purchase = bought(shop, "paypal")
    assert purchase.payment_told == {"next": "failed", "url": ""}
    shop.paypal.away = False
    again = purchase.ask("PAYORDER", paymentMethod="paypal")["payment"]
    assert again["next"] == "redirect"


@pytest.mark.parametrize("lost", [1, 2])
def test_a_lost_answer_begins_no_second_payment(shop: PayingShop, lost: int) -> None:
    before = len(shop.paypal.orders)
    shop.paypal.lost_answers = lost
    guest = shop.guest("paypal")
    total = guest.cart()["totalDue"]
    told = [placed(shop, guest, "purchase", expectedTotal=total).payment_told["next"] for _time in range(lost + 1)]
    assert told[-1] == "redirect"
    assert len(shop.paypal.orders) == before + 1


def test_what_goes_back_without_us_is_booked_and_told_to_staff(shop: PayingShop) -> None:
    purchase = redirected(shop, "paypal")
    shop.paypal.approve(there(purchase))
    purchase.confirm()
    capture = there(purchase).capture
    assert capture is not None
    moved = [
        shop.paypal.refund_elsewhere(capture, "1.00"),
        shop.paypal.dispute(capture),
    ]
    assert [shop.paypal.send(event) for event in moved] == [204, 204]
    rows = ProviderEvent.objects.filter(event_id__in=[event.id for event in moved])
    run_jobs()
    assert {row.external_id for row in rows} == {str(purchase.payment.pk)}
    assert {row.problem for row in rows.all()} == {BOOKED, ""}
    assert purchase.entries()[1:] == [("refund", Decimal("1.00"))]


def test_after_its_token_was_taken_back_it_gets_another(shop: PayingShop) -> None:
    redirected(shop, "paypal")
    shop.paypal.expire_tokens()
    assert bought(shop, "paypal").payment_told["next"] == "failed"
    redirected(shop, "paypal")


@proves("purchase §4", "the confirmation leads to the page for paying while something is open")
def test_the_confirmation_leads_to_the_page_for_paying_while_something_is_open(shop: PayingShop) -> None:
    purchase = redirected(shop, "paypal")
    order, placement = purchase.order, purchase.order.placements.get()
    mail = Mail.objects.get(kind="confirmation", subject_key=str(placement.pk))
    way = f"/checkout/payment/{order.secret}/{order.reference}"
    written = write_order_mail([mail], placement)
    assert way in written.text and way in written.html
    shop.paypal.approve(there(purchase))
    purchase.confirm()
    assert way not in write_order_mail([mail], order.placements.get()).text
