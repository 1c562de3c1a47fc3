"""Money that its buyer has sent, and that a payment service waits for: e-checks, bank transfers, what is looked at."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from django.core import mail as outbox
from django.db.models import F
from django.test import Client
from django.utils import timezone
from paypalserversdk.models.purchase_unit import PurchaseUnit

from catalogue.models import Event, Stock
from checkout.actions.payments.expiring import end_holds, expire_overdue
from checkout.actions.payments.reconciling import reconcile_unreported, store_on_its_way
from checkout.actions.payments.reminding import remind_overdue
from checkout.models import Order, Payment, Placement
from checkout.orders.deadlines import KEPT_FOR
from checkout.payments.interface import PaymentReport
from checkout.payments.paypal import report_of
from shop.core.values.formats import euros
from shop.models import Mail
from tests.checkout.payments.jobs import run_jobs
from tests.checkout.payments.paying import PayingShop, Purchase, placed, redirected
from tests.guest import Guest
from tests.peers.paypal.things import CaptureThere
from tests.proofs import proves
from tests.staff import log_in, text_of

SERVICES = {"stripe_sofort": "processing", "paypal": "echeck"}


def capture_of(purchase: Purchase) -> CaptureThere:
    capture = purchase.shop.paypal.order_at(purchase.url).capture
    assert capture
    return capture


def pay_later(purchase: Purchase) -> None:
    """The service is told to pay, and says that the money comes later."""
    shop = purchase.shop
    if purchase.payment.method == "paypal":
        shop.paypal.approve(shop.paypal.order_at(purchase.url), by_check=True)
        purchase.confirm()
        assert shop.paypal.events[-1].kind == "PAYMENT.CAPTURE.PENDING"
        assert shop.paypal.send(shop.paypal.events[-1]) == 204
    else:
        shop.stripe.pay_later(shop.stripe.session_at(purchase.url))
        assert shop.stripe.send(shop.stripe.last("payment_intent.processing")) == 204
    run_jobs()


def come(purchase: Purchase, payment: Payment | None = None) -> None:
    shop = purchase.shop
    if (payment or purchase.payment).method == "paypal":
        assert shop.paypal.send(shop.paypal.complete(capture_of(purchase))) == 204
    else:
        shop.stripe.arrive(shop.stripe.session_at(purchase.url))
        assert shop.stripe.send(shop.stripe.last("checkout.session.async_payment_succeeded")) == 204
    run_jobs()


def fail(purchase: Purchase) -> None:
    shop = purchase.shop
    if purchase.payment.method == "paypal":
        assert shop.paypal.send(shop.paypal.deny(capture_of(purchase))) == 204
    else:
        shop.stripe.get_lost(shop.stripe.session_at(purchase.url))
        assert shop.stripe.send(shop.stripe.last("checkout.session.async_payment_failed")) == 204
    run_jobs()


def told(purchase: Purchase) -> tuple[str, bool, str]:
    """What the buyer's page reads: how much is on its way, whether anything is under way; and what staff read."""
    order = dict(purchase.guest.ask("ORDER", order_id=purchase.secret).data)
    return order["onItsWay"], order["paymentUnderWay"], purchase.payment.on_its_way


@proves(
    "purchase §4",
    "money that the payment service waits for is told as on its way, which a page that was merely opened is not; "
    "once it comes the order is paid, and if it does not, the order can be paid in another way",
)
@pytest.mark.parametrize("end", [come, fail])
@pytest.mark.parametrize("method", SERVICES)
def test_what_is_on_its_way_is_no_page_that_was_merely_opened(
    shop: PayingShop, method: str, end: Callable[[Purchase], None]
) -> None:
    purchase = redirected(shop, method)
    total = purchase.payment.amount
    purchase.confirm()
    assert told(purchase) == ("0.00", True, "")
    pay_later(purchase)
    assert told(purchase) == (str(total), False, SERVICES[method])
    end(purchase)
    assert told(purchase) == ("0.00", False, "")
    if end is come:
        assert purchase.entries() == [("capture", total)]
        return
    assert (purchase.payment.state, purchase.entries()) == (Payment.State.FAILED, [])
    assert purchase.ask("PAYORDER", paymentMethod=method)["payment"]["next"] == "redirect"


@proves("docs/decisions/0056", "an order whose money is on its way is neither reminded of it nor ended")
@pytest.mark.parametrize("is_given_up", [False, True])
@pytest.mark.parametrize("method", SERVICES)
def test_its_order_is_neither_reminded_nor_ended(shop: PayingShop, method: str, is_given_up: bool) -> None:
    """Nor where its buyer has begun to pay in another way since, and left that."""
    purchase = redirected(shop, method)
    first = purchase.payment
    pay_later(purchase)
    if is_given_up:
        assert purchase.ask("PAYORDER", paymentMethod="bank_transfer")["payment"]["next"] == "done"
        assert first.order.payments.get(pk=first.pk).state == Payment.State.CANCELLED
        assert told(purchase)[:2] == (str(first.amount), False)
    Stock.objects.update(transfer_share=0)
    placements = purchase.order.placements
    placements.update(kept_until=F("kept_until") - KEPT_FOR)
    end_holds()
    assert placements.get().cancelled_at is None
    long_ago = timedelta(days=40)
    placements.update(kept_until=None, pay_by=F("pay_by") - long_ago, ends_on=F("ends_on") - long_ago)
    remind_overdue()
    expire_overdue()
    assert placements.get().cancelled_at is None
    assert not Mail.objects.filter(kind__in=["payment_reminder", "expired"]).exists()


@proves("purchase §4", "whoever pays once more while money is on its way begins a payment of its own")
@pytest.mark.parametrize("method", SERVICES)
def test_paying_once_more_is_another_payment_and_too_much_goes_back(shop: PayingShop, method: str) -> None:
    purchase = redirected(shop, method)
    first, total = purchase.payment, purchase.payment.amount
    pay_later(purchase)
    again = purchase.ask("PAYORDER", paymentMethod=method)["payment"]
    assert again["next"] == "redirect" and again["url"] != purchase.url
    if method == "paypal":
        shop.paypal.approve(shop.paypal.order_at(again["url"]))
    else:
        shop.stripe.pay(shop.stripe.session_at(again["url"]))
    assert purchase.confirm()["paymentReceived"] is True
    come(purchase)
    assert sorted(purchase.entries()) == [("capture", total), ("capture", total), ("refund", total)]
    assert first.refunds.get().amount == total


@proves(
    "purchase §4", "a payment that failed and is agreed to later is told as on its way once the service waits for it"
)
def test_what_failed_and_is_paid_by_check_later_is_on_its_way(shop: PayingShop) -> None:
    purchase = redirected(shop, "paypal")
    there = shop.paypal.order_at(purchase.url)
    shop.paypal.decline_next()
    shop.paypal.approve(there)
    purchase.confirm()
    assert purchase.payment.state == Payment.State.FAILED
    shop.paypal.approve(there, by_check=True)
    assert shop.paypal.send(shop.paypal.events[-1]) == 204
    run_jobs()
    total = purchase.payment.amount
    assert (purchase.payment.state, told(purchase)) == (Payment.State.PENDING, (str(total), False, "echeck"))
    come(purchase)
    assert purchase.entries() == [("capture", total)]


def test_an_answer_from_before_it_failed_does_not_undo_that(shop: PayingShop) -> None:
    purchase = redirected(shop, "paypal")
    pay_later(purchase)
    asked = purchase.payment
    fail(purchase)
    store_on_its_way(asked, PaymentReport([], on_its_way="echeck"))
    assert (purchase.payment.state, told(purchase)) == (Payment.State.FAILED, ("0.00", False, ""))


def test_a_capture_that_waits_counts_more_than_one_that_was_declined_before() -> None:
    amount = {"currency_code": "EUR", "value": "20.00"}
    states = [("1", "DECLINED"), ("2", "PENDING")]
    captures = [{"id": number, "status": state, "amount": amount} for number, state in states]
    report = report_of(PurchaseUnit.from_dictionary({"payments": {"captures": captures}}), "")
    assert (report.failure, report.on_its_way) == ("", "pending")


def test_it_is_asked_about_for_longer_than_what_nobody_paid(shop: PayingShop) -> None:
    """Its event was lost, and a bank took eleven days."""
    purchase = redirected(shop, "stripe_sofort")
    pay_later(purchase)
    shop.stripe.arrive(shop.stripe.session_at(purchase.url))
    age = timedelta(minutes=15 * 2**10 + 1)
    Payment.objects.update(created_at=F("created_at") - age)
    reconcile_unreported()
    assert purchase.entries() == [("capture", purchase.payment.amount)]


def merged(purchase: Purchase) -> Decimal:
    """One more ticket joins the order; what that costs."""
    guest = Guest(purchase.shop.shop)
    assert guest.add((purchase.shop.ticket, 1)).data
    total = guest.cart()["totalDue"]
    known = {"orderReference": purchase.order.reference, "orderId": purchase.secret}
    assert guest.ask("MERGE_ORDER", input={**known, "expectedTotal": total, "acceptedTerms": True}).data
    return Decimal(total)


def part_on_its_way(shop: PayingShop, method: str) -> tuple[Purchase, Decimal, Decimal]:
    """An order whose first part is on its way: with what is, and what is not."""
    purchase = redirected(shop, method)
    first = purchase.payment.amount
    pay_later(purchase)
    return purchase, first, merged(purchase)


@proves(
    "purchase §4",
    "where money is on its way for a part of an order, the rest is what is to be paid now, in whichever way; both "
    "together pay it, and nobody pays twice",
)
@pytest.mark.parametrize("comes_first", [True, False])
@pytest.mark.parametrize("method", SERVICES)
def test_what_is_to_be_paid_beside_a_part_on_its_way_is_the_rest(
    shop: PayingShop, method: str, comes_first: bool
) -> None:
    purchase, first, rest = part_on_its_way(shop, method)
    sent = purchase.payment
    order = dict(purchase.guest.ask("ORDER", order_id=purchase.secret).data)
    assert (order["balance"], order["onItsWay"], order["toPay"]) == (str(first + rest), str(first), str(rest))
    answer = purchase.ask("PAYORDER", paymentMethod="bank_transfer")
    assert answer["order"]["bankDetails"]["amount"] == str(rest)
    assert (purchase.payment.amount, purchase.payment.placement) == (rest, purchase.order.placements.last())
    again = purchase.ask("PAYORDER", paymentMethod="stripe_checkout")["payment"]
    assert purchase.order.payments.get(pk=sent.pk).state == Payment.State.PENDING
    assert purchase.payment.amount == rest
    purchase.payment_told, before = again, purchase.payment_told
    if comes_first:
        come(replace(purchase, payment_told=before), sent)
    shop.stripe.pay(shop.stripe.session_at(purchase.url))
    order = purchase.confirm()
    assert order["paymentReceived"] is comes_first
    if not comes_first:
        assert (order["balance"], order["toPay"]) == (str(first), str(first))
        come(replace(purchase, payment_told=before), sent)
    assert purchase.confirm()["paymentReceived"] is True
    assert sorted(purchase.entries()) == sorted([("capture", first), ("capture", rest)])


@proves(
    "purchase §4",
    "beside a part that is on its way the rest may be transferred, whatever is over for that part: its day, and the "
    "share of the stock that waits",
)
def test_the_rest_may_be_transferred_whatever_is_over_for_the_part(shop: PayingShop) -> None:
    purchase, _first, rest = part_on_its_way(shop, "paypal")
    paid, other = purchase.order.placements.order_by("number")
    yesterday = timezone.localdate() - timedelta(days=1)
    Placement.objects.filter(pk=paid.pk).update(pay_by=yesterday, ends_on=yesterday)
    Event.objects.update(transfer_when_scarce=True)
    Stock.objects.update(capacity=2, transfer_share=1)  # one of them may wait
    told = dict(purchase.guest.ask("ORDER", order_id=purchase.secret).data)
    assert "bank_transfer" in {one["id"] for one in told["paymentMethods"]}
    order = purchase.ask("PAYORDER", paymentMethod="bank_transfer")["order"]
    assert (order["bankDetails"]["amount"], order["endsOn"]) == (str(rest), str(other.ends_on))


@proves(
    "purchase §4",
    "whoever was to transfer the money and has paid in another way since is not told where to transfer it, unless that "
    "is what the buyer wants in the end",
)
def test_who_has_paid_in_another_way_is_not_told_where_to_transfer_it(shop: PayingShop) -> None:
    purchase = placed(shop, shop.guest("bank_transfer"))
    first, total = purchase.payment, str(purchase.payment.amount)
    purchase.payment_told = purchase.ask("PAYORDER", paymentMethod="paypal")["payment"]
    assert purchase.guest.ask("ORDER", order_id=purchase.secret).data["bankDetails"]["purpose"] == first.reference
    pay_later(purchase)
    order = dict(purchase.guest.ask("ORDER", order_id=purchase.secret).data)
    assert (order["onItsWay"], order["bankDetails"]) == (total, None)
    bank = purchase.ask("PAYORDER", paymentMethod="bank_transfer")["order"]["bankDetails"]
    assert (bank["amount"], bank["purpose"]) == (total, f"{first.reference}-2")
    assert purchase.ask("PAYORDER", paymentMethod="bank_transfer")["order"]["bankDetails"] == bank


def test_staff_read_what_is_on_its_way_of_what_is_open(shop: PayingShop, client: Client) -> None:
    purchase, first, rest = part_on_its_way(shop, "paypal")
    client.cookies["locale"] = "en"
    log_in(client)
    page = text_of(client.get(f"/admin/checkout/order/{purchase.order.pk}/change/"))
    assert f"{euros(first + rest)}; {euros(first)} is on its way" in page


def test_a_token_for_a_wallet_is_for_the_rest(shop: PayingShop) -> None:
    purchase, _first, rest = part_on_its_way(shop, "paypal")
    assert purchase.ask("CREATESTRIPEPAYMENTINTENT")["externalPaymentToken"]
    assert purchase.payment.amount == rest


@proves(
    "docs/decisions/0056",
    "money on its way stops the end of what it pays, and of nothing else: what joined the order since is reminded of, "
    "and ends in its time",
)
@pytest.mark.parametrize("is_for_all", [False, True])
def test_what_is_not_on_its_way_ends_in_its_time(shop: PayingShop, is_for_all: bool) -> None:
    purchase, first, rest = part_on_its_way(shop, "paypal")
    if is_for_all:
        Payment.objects.update(placement=None)  # as one for all that was open then
    paid, other = purchase.order.placements.order_by("number")
    Placement.objects.filter(pk=paid.pk).update(ends_on=F("ends_on") - timedelta(days=2))
    told = dict(purchase.guest.ask("ORDER", order_id=purchase.secret).data)
    assert told["endsOn"] == str(other.ends_on)
    pass_days(purchase, 8)
    remind_overdue()
    run_jobs("checkout.send_order_mail")
    reminder = Mail.objects.get(kind="payment_reminder")
    assert reminder.subject_key == str(other.pk)
    assert euros(rest) in outbox.outbox[-1].body and euros(first + rest) not in outbox.outbox[-1].body
    pass_days(purchase, 32)
    expire_overdue()
    assert [one.cancelled_at is None for one in purchase.order.placements.order_by("number")] == [True, False]
    assert purchase.order.placements.get(number=1).reminded_at is None


@proves("docs/decisions/0056", "what pays only a part of what it was begun for holds up no end, and goes back later")
def test_a_part_of_what_it_was_begun_for_holds_up_no_end(shop: PayingShop) -> None:
    purchase = redirected(shop, "paypal")
    total = purchase.payment.amount
    pay_later(purchase)
    Payment.objects.update(amount=Decimal("10.00"))
    pass_days(purchase, 40)
    remind_overdue()
    expire_overdue()
    assert purchase.order.placements.get().cancelled_at is not None
    come(purchase)
    assert [one.amount for one in purchase.payment.refunds.all()] == [total]


def pass_days(purchase: Purchase, days: int) -> None:
    ago = timedelta(days=days)
    purchase.order.placements.update(
        kept_until=None, placed_at=F("placed_at") - ago, pay_by=F("pay_by") - ago, ends_on=F("ends_on") - ago
    )
    Order.objects.update(placed_at=F("placed_at") - ago)
