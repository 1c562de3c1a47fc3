"""What payment services report that nobody asked for: refunds made on their own pages, and refunds that fail."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.utils import translation

from checkout.actions import request_refund
from checkout.actions.payments.reconciling import EVENT_JOB, reconcile
from checkout.actions.refunds.refund_reports import BOOKED, LOST, MADE_THERE, MOOT, book_external_refund
from checkout.mails.timeline import timeline_of
from checkout.models import LedgerEntry, Refund
from checkout.orders.order_state import order_with_money_state
from checkout.payments.interface import Movement
from checkout.payments.ledger import balance
from tests.checkout.payments.jobs import run_jobs
from tests.checkout.payments.paying import PayingShop, paid, tell, there
from tests.proofs import proves
from tests.staff import log_in


def parts_of(refund: Refund) -> Decimal:
    """What of it is for lines and shipping."""
    return sum(
        (part.amount for part in refund.lines.all()), sum((part.amount for part in refund.shipping.all()), Decimal(0))
    )


@proves(
    "design §4",
    "a refund made on a payment service's own pages is found by intent or charge, booked once, and lowers the price",
)
@pytest.mark.parametrize("kind", ["refund.created", "charge.refunded"])
def test_a_refund_made_at_stripe_itself_is_booked(shop: PayingShop, kind: str) -> None:
    purchase = paid(shop)
    made = shop.stripe.refund(there(purchase), 500)
    assert made["metadata"] == {}
    assert tell(shop, kind) == {BOOKED}
    assert tell(shop, "refund.created", "charge.refunded") == {"", BOOKED}
    assert purchase.entries()[1:] == [("refund", Decimal("5.00"))]
    refund = Refund.objects.get()
    assert (refund.elsewhere, refund.state, refund.external_id) == (True, Refund.State.DONE, made["id"])
    assert balance(purchase.order) == 0
    assert parts_of(refund) == Decimal("5.00")
    with translation.override("en"):
        told = [one.what for one in timeline_of(purchase.order) if MADE_THERE in one.details]
    assert len(told) == 1 and told[0].startswith("refunded: −")


def test_the_list_of_events_leads_to_the_order(shop: PayingShop, client: Client) -> None:
    purchase = paid(shop)
    shop.stripe.refund(there(purchase), 500)
    tell(shop, "checkout.session.completed", "refund.created")
    client.cookies["locale"] = "en"
    log_in(client)
    page = client.get("/admin/checkout/providerevent/").content.decode()
    assert page.count(f"/admin/checkout/order/{purchase.order.pk}/change/") == 2
    assert purchase.order.reference in page


def test_what_was_paid_twice_goes_first(shop: PayingShop) -> None:
    """No line becomes cheaper by the refund of a second payment."""
    purchase = paid(shop)
    entry = LedgerEntry.objects.get()
    LedgerEntry.objects.create(
        payment=entry.payment, provider="stripe", kind="capture", amount=Decimal("3.00"), event_id="ch_twice"
    )
    shop.stripe.refund(there(purchase), 500)
    tell(shop, "refund.created")
    assert parts_of(Refund.objects.get()) == Decimal("2.00")
    assert balance(purchase.order) == 0
    assert purchase.order.placements.get().paid_at is not None


@proves(
    "design §4",
    "asking for a refund that went back at the payment service already is told as that, and not sent from the bank",
)
@pytest.mark.parametrize("is_same", [True, False])
def test_what_has_gone_already_is_not_sent_from_the_bank(shop: PayingShop, is_same: bool) -> None:
    purchase = paid(shop)
    refund = purchase.request_refund()
    cents = int(refund.amount * 100)
    shop.stripe.refund(there(purchase), cents if is_same else cents - 100)
    shop.stripe.violations.clear()
    run_jobs()
    shop.stripe.violations.clear()  # the shop could not know
    refund.refresh_from_db()
    assert not Refund.objects.to_transfer().exists()
    if is_same:
        assert (refund.state, refund.problem, refund.elsewhere) == (Refund.State.DONE, "", False)
        assert purchase.entries()[1:] == [("refund", refund.amount)]
    else:
        assert (refund.state, refund.problem, refund.is_moot) == (Refund.State.FAILED, MOOT, True)
        assert purchase.entries()[1:] == [("refund", refund.amount - 1)]
    assert tell(shop, "refund.created", "charge.refunded") == {""}


@proves(
    "design §4", "a refund that fails after it had gone comes back into the ledger, and staff send it from the bank"
)
@pytest.mark.parametrize("was_gone", [True, False])
def test_a_refund_that_fails_is_sent_from_the_bank(shop: PayingShop, was_gone: bool) -> None:
    purchase = paid(shop)
    refund = purchase.request_refund()
    shop.stripe.refunds_wait = not was_gone
    run_jobs()
    refund.refresh_from_db()
    assert refund.state == (Refund.State.DONE if was_gone else Refund.State.SENT)
    shop.stripe.settle(refund.external_id, "failed")
    assert tell(shop, "refund.failed") == {LOST}
    assert tell(shop, "refund.updated") == {""}
    waiting = Refund.objects.to_transfer().get()
    assert (waiting.amount, waiting.pk == refund.pk) == (refund.amount, not was_gone)
    kinds = [kind for kind, _amount in purchase.entries()]
    assert kinds == (["capture", "refund", "returned"] if was_gone else ["capture"])


def test_more_than_came_in_is_not_booked(shop: PayingShop) -> None:
    purchase = paid(shop)
    told = book_external_refund(purchase.payment, Movement("re_1", Decimal(999), "EUR", "re_1"))
    assert (told, len(purchase.entries())) == ("More money went back than came in. It is not booked.", 1)


def test_an_event_of_another_shop_of_the_account_is_unknown(shop: PayingShop) -> None:
    purchase = paid(shop)
    shop.stripe.refund(there(purchase), 500)
    event: Any = shop.stripe.last("refund.created")
    event["data"]["object"] |= {"payment_intent": "pi_of_another", "charge": "ch_of_another"}
    assert tell(shop, "refund.created") == {"No payment of this shop has this number."}
    shop.stripe.violations.clear()  # the stand-in knows no other shop


def test_a_reversal_at_paypal_is_booked(shop: PayingShop) -> None:
    purchase = paid(shop, "paypal")
    capture = shop.paypal.order_at(purchase.url).capture
    assert capture is not None
    for event in (shop.paypal.refund_elsewhere(capture, "1.00"), shop.paypal.reverse(capture)):
        assert shop.paypal.send(event) == 204
    run_jobs()
    total = purchase.payment.amount
    assert sorted(purchase.entries()[1:]) == [("refund", Decimal("1.00")), ("refund", total - 1)]
    assert balance(purchase.order) == 0


@proves(
    "design §4", "what waits to be sent from the bank is sent no more once its money is gone at the payment service"
)
def test_a_transfer_whose_money_is_gone_is_not_sent(shop: PayingShop) -> None:
    purchase = paid(shop)
    line = purchase.order.placements.get().lines.get()
    asked = request_refund(payment=purchase.payment, lines={line: line.total}, by_transfer=True)
    shop.stripe.refund(there(purchase), int(purchase.payment.amount * 100))
    assert tell(shop, "refund.created") == {BOOKED}
    asked.refresh_from_db()
    assert (asked.state, asked.is_moot, asked.problem) == (Refund.State.FAILED, True, MOOT)
    assert not Refund.objects.to_transfer().filter(is_moot=False).exists()
    assert order_with_money_state(purchase.order).returning == 0


def test_a_refund_that_nobody_answered_for_days_is_the_one_that_staff_make_there(shop: PayingShop) -> None:
    purchase = paid(shop)
    asked = purchase.request_refund()
    made = shop.stripe.refund(there(purchase), int(asked.amount * 100))
    assert shop.stripe.send(shop.stripe.last("refund.created")) == 204
    run_jobs(EVENT_JOB)
    assert purchase.entries()[1:] == []
    Refund.objects.update(created_at=F("created_at") - timedelta(days=3))
    assert reconcile(purchase.payment) == ""
    asked.refresh_from_db()
    assert (asked.state, asked.external_id) == (Refund.State.DONE, made["id"])
