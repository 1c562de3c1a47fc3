"""Disputes at both payment services: found, booked, answered in time."""

import json
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, get_args

import pytest
from django.db.models import F
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext
from stripe import Dispute as Theirs

from checkout.actions import request_refund
from checkout.actions.invoices.invoicing import awaiting_invoices, write_invoices
from checkout.actions.payments.disputing import UNFIT, book_dispute
from checkout.actions.refunds.refund_reports import BOOKED
from checkout.invoices.data import invoice_xml
from checkout.invoices.documents import invoice_pdf
from checkout.invoices.words import corrects_text, paper_of
from checkout.mails.order_mails import write_order_mail
from checkout.mails.timeline import timeline_of
from checkout.models import Dispute, Invoice, LedgerEntry, OrderLine, Payment, ProviderEvent, Refund
from checkout.payments.interface import Movement, ReportedDispute
from checkout.payments.ledger import balance, net_received, taken_by
from checkout.payments.stripe_api import STATES
from shop.core.values.formats import euros
from shop.core.values.money import NOTHING
from shop.invariants import broken_invariants
from shop.models import Mail, Shop
from tests.checkout.invoicing import SELLER
from tests.checkout.payments.jobs import run_jobs
from tests.checkout.payments.paying import PayingShop, Purchase, paid, redirected, tell, there
from tests.peers.paypal.things import CaptureThere
from tests.proofs import proves
from tests.staff import log_in, text_of

State = Dispute.State
CREATED, CLOSED = "charge.dispute.created", "charge.dispute.closed"
WITHDRAWN, REINSTATED = "charge.dispute.funds_withdrawn", "charge.dispute.funds_reinstated"


def told_by_paypal(shop: PayingShop, event: Any) -> str:
    assert shop.paypal.send(event) == 204
    run_jobs()
    return ProviderEvent.objects.get(event_id=event.id).problem


def moves(purchase: Purchase) -> list[tuple[str, Decimal]]:
    return purchase.entries()[1:]


@proves(
    "design §4",
    "a dispute at Stripe is found by charge or intent and kept; what it takes and gives back is in the ledger once",
)
@pytest.mark.parametrize("is_won", [True, False])
def test_a_dispute_is_booked_from_its_begin_to_its_end(shop: PayingShop, is_won: bool) -> None:
    purchase = paid(shop)
    total = purchase.payment.amount
    opened = shop.stripe.dispute(there(purchase))
    assert opened["data"]["object"]["metadata"] == {}
    assert tell(shop, CREATED, WITHDRAWN, CREATED) == {""}
    dispute = Dispute.objects.get()
    assert (dispute.state, dispute.amount, dispute.closed_at) == (State.TO_ANSWER, total, None)
    assert dispute.answer_by is not None
    assert (moves(purchase), balance(purchase.order)) == ([("disputed", total)], total)
    assert purchase.order.placements.get().paid_at is not None
    shop.stripe.answer_dispute(dispute.external_id)
    assert tell(shop, "charge.dispute.updated") == {""}
    assert Dispute.objects.get().state == State.IN_REVIEW
    shop.stripe.decide(dispute.external_id, is_won=is_won)
    assert tell(shop, CLOSED, *([REINSTATED] if is_won else [])) == {""}
    dispute.refresh_from_db()
    assert (dispute.state, dispute.closed_at is None) == (State.WON if is_won else State.LOST, False)
    assert moves(purchase) == [("disputed", total), *([("reinstated", total)] if is_won else [])]
    assert balance(purchase.order) == (0 if is_won else total)
    with translation.override("en"):
        told = [one.what for one in timeline_of(purchase.order)]
    assert sum(one.startswith("Dispute opened: ") for one in told) == 1
    assert f"Dispute: {'won' if is_won else 'lost'}" in told


def test_an_event_like_those_of_stripe_without_metadata_finds_its_order(shop: PayingShop) -> None:
    """One as it was given to us, with the numbers of an order that is paid here."""
    purchase = paid(shop)
    shop.stripe.dispute(there(purchase))
    real = shop.stripe.last(CREATED)["data"]["object"]
    event: Any = json.loads((Path(__file__).parent / "dispute_event.json").read_text())
    for names in ({"charge": real["charge"]}, {"payment_intent": real["payment_intent"]}):
        event["id"] = f"evt_by_{next(iter(names))}"
        event["data"]["object"] |= {"charge": None, "payment_intent": None} | names
        shop.stripe.send(event)
        run_jobs()
        assert ProviderEvent.objects.get(event_id=event["id"]).payment == purchase.payment


def test_a_question_of_the_bank_takes_no_money(shop: PayingShop) -> None:
    purchase = paid(shop)
    event = shop.stripe.dispute(there(purchase), is_inquiry=True)
    assert tell(shop, CREATED) == {""}
    assert (Dispute.objects.get().state, moves(purchase)) == (State.TO_ANSWER, [])
    shop.stripe.decide(event["data"]["object"]["id"], is_won=True)
    assert tell(shop, CLOSED) == {""}
    assert (Dispute.objects.get().state, moves(purchase)) == (State.CLOSED, [])


def test_each_state_of_stripe_s_is_one_of_ours() -> None:
    known = Theirs.__annotations__["status"]
    assert {name for one in get_args(known) for name in get_args(one)} == STATES.keys()


@proves(
    "design §4", "a dispute at PayPal is asked for by its number; what it takes and gives back is in the ledger once"
)
@pytest.mark.parametrize("outcome", ["RESOLVED_SELLER_FAVOUR", "RESOLVED_BUYER_FAVOUR"])
def test_a_dispute_at_paypal(shop: PayingShop, outcome: str) -> None:
    purchase = paid(shop, "paypal")
    total = purchase.payment.amount
    capture = shop.paypal.order_at(purchase.url).capture
    assert capture is not None
    assert told_by_paypal(shop, shop.paypal.dispute(capture)) == ""
    there_too = next(reversed(shop.paypal.state.disputes.values()))
    assert (Dispute.objects.get().state, moves(purchase)) == (State.TO_ANSWER, [])
    taken = shop.paypal.escalate(there_too)
    for _time in range(2):
        assert told_by_paypal(shop, taken) == ""
    assert moves(purchase) == [("disputed", total)]
    assert told_by_paypal(shop, shop.paypal.decide(there_too, outcome)) == ""
    is_won = outcome == "RESOLVED_SELLER_FAVOUR"
    dispute = Dispute.objects.get()
    assert (dispute.state, dispute.answer_by) == (State.WON if is_won else State.LOST, None)
    assert moves(purchase) == [("disputed", total), *([("reinstated", total)] if is_won else [])]


@proves("design §4", "where a shop wants it, a payment that is lost whole ends its tickets; otherwise they stay valid")
@pytest.mark.parametrize(("rule", "cents", "left"), [(True, None, 0), (False, None, 1), (True, 700, 1)])
def test_tickets_follow_the_shop_s_rule(shop: PayingShop, rule: bool, cents: int | None, left: int) -> None:
    purchase = paid(shop)
    Shop.objects.update(lost_disputes_end_tickets=rule)
    dispute = shop.stripe.dispute(there(purchase), cents)
    tell(shop, CREATED, WITHDRAWN)
    tickets = OrderLine.objects.counting().filter(ticket=True, placement__order=purchase.order)
    assert tickets.count() == 1
    shop.stripe.decide(dispute["data"]["object"]["id"], is_won=False)
    for _time in range(2):
        assert tell(shop, CLOSED) == {""}
    assert tickets.count() == left
    assert not Refund.objects.exists()
    assert balance(purchase.order) == (0 if not left else taken_by(Dispute.objects.get()))
    assert broken_invariants() == {}


def test_tickets_that_the_lost_payment_did_not_pay_alone_stay(shop: PayingShop) -> None:
    purchase = paid(shop)
    Shop.objects.update(lost_disputes_end_tickets=True)
    dispute = shop.stripe.dispute(there(purchase))
    Payment.objects.update(placement=None)  # as one for all that was open
    shop.stripe.decide(dispute["data"]["object"]["id"], is_won=False)
    assert tell(shop, CREATED, WITHDRAWN, CLOSED) == {""}
    assert Dispute.objects.get().state == State.LOST
    assert OrderLine.objects.counting().filter(ticket=True).exists()


@proves(
    "design §4",
    "what a dispute at PayPal takes and PayPal lists among the refunds, too, is booked once, whichever is told first",
)
@pytest.mark.parametrize("amount", ["7.00", ""])
@pytest.mark.parametrize("refund_first", [True, False])
def test_what_paypal_takes_and_lists_as_refund_is_booked_once(
    shop: PayingShop, amount: str, refund_first: bool
) -> None:
    purchase = paid(shop, "paypal")
    total = purchase.payment.amount
    capture = shop.paypal.order_at(purchase.url).capture
    assert capture is not None
    opened = shop.paypal.dispute(capture, amount)
    there_too = next(reversed(shop.paypal.state.disputes.values()))
    left_of_it = total - there_too.amount
    steps = [shop.paypal.list_as_refund, shop.paypal.escalate]
    for step in steps if refund_first else steps[::-1]:
        told_by_paypal(shop, step(there_too))
        assert net_received(purchase.payment) == total - there_too.amount
    told_by_paypal(shop, opened)
    # Nothing became cheaper by it; but a ticket whose whole money seemed to go back has ended.
    ended = refund_first and left_of_it == 0
    assert balance(purchase.order) == (0 if ended else there_too.amount)
    left = total - there_too.amount
    assert net_received(purchase.payment) == left == capture.left
    assert Dispute.objects.get().entries.get().amount == there_too.amount
    shop.paypal.decide(there_too, "RESOLVED_SELLER_FAVOUR")
    told_by_paypal(shop, shop.paypal.events[-1])
    assert (net_received(purchase.payment), balance(purchase.order)) == (total, -total if ended else 0)
    assert broken_invariants() == {}
    if left:
        assert told_by_paypal(shop, shop.paypal.refund_elsewhere(capture, amount)) == BOOKED
        assert net_received(purchase.payment) == total - Decimal(amount)


@proves(
    "law IN-3",
    "what was corrected as a refund and turns out to be what a dispute took is charged again by an invoice that names "
    "the first one",
)
@pytest.mark.parametrize("amount", ["7.00", "29.99"])
def test_what_was_corrected_for_a_dispute_is_charged_again(shop: PayingShop, amount: str) -> None:
    Shop.objects.update(**SELLER)
    purchase = paid(shop, "paypal")
    placement = purchase.order.placements.get()
    write_invoices(placement_id=placement.pk)
    opened = shop.paypal.dispute(capture_of(purchase), amount)
    there_too = next(reversed(shop.paypal.state.disputes.values()))
    told_by_paypal(shop, shop.paypal.list_as_refund(there_too))
    write_invoices(placement_id=placement.pk)
    for event in (shop.paypal.escalate(there_too), opened):
        told_by_paypal(shop, event)
    for _time in range(2):
        write_invoices(placement_id=placement.pk)
    first, taken, again = Invoice.objects.in_order()
    assert [one.total for one in (first, taken, again)] == [placement.total, -Decimal(amount), Decimal(amount)]
    assert (again.kind, again.corrects) == (Invoice.Kind.INVOICE, first)
    assert [row["name"] for row in again.content["rows"]] == [row["name"] for row in first.content["rows"]]
    vat = sum(Decimal(one["vat"]) for invoice in (taken, again) for one in invoice.content["vat"])
    assert vat == 0
    with translation.override(again.language):
        assert gettext("Invoice") == paper_of(again)["title"] and first.number in paper_of(again)["under"]
    with translation.override("en"):
        assert ["corrects" in corrects_text(one) for one in (taken, again)] == [True, False]
    assert invoice_pdf(again).startswith(b"%PDF") and invoice_xml(again)
    mail = Mail.objects.get(kind="invoice:3")
    assert again.number in write_order_mail([mail], placement).text
    assert "wieder" in write_order_mail([mail], placement).text
    assert not awaiting_invoices().exists()


def test_a_refund_before_a_dispute_of_the_same_amount_is_none_of_it(shop: PayingShop) -> None:
    purchase = paid(shop, "paypal")
    capture = shop.paypal.order_at(purchase.url).capture
    assert capture is not None
    assert told_by_paypal(shop, shop.paypal.refund_elsewhere(capture, "7.00")) == BOOKED
    Refund.objects.update(created_at=F("created_at") - timedelta(minutes=1))
    shop.paypal.dispute(capture, "7.00")
    assert told_by_paypal(shop, shop.paypal.escalate(next(reversed(shop.paypal.state.disputes.values())))) == ""
    assert moves(purchase) == [("refund", Decimal("7.00")), ("disputed", Decimal("7.00"))]


def test_a_refund_at_stripe_is_never_what_a_dispute_took(shop: PayingShop) -> None:
    purchase = paid(shop)
    shop.stripe.dispute(there(purchase), 700)
    tell(shop, CREATED, WITHDRAWN)
    shop.stripe.refund(there(purchase), 700)
    assert tell(shop, "refund.created") == {BOOKED}
    assert moves(purchase) == [("disputed", Decimal("7.00")), ("refund", Decimal("7.00"))]


@proves(
    "design §4",
    "staff's start page tells the dispute that has to be answered first, with order, sum and deadline; the list all",
)
def test_staff_are_told_what_to_answer_until_when(shop: PayingShop, client: Client) -> None:
    purchase = paid(shop)
    shop.stripe.dispute(there(purchase), 700)
    tell(shop, CREATED)
    client.cookies["locale"] = "en"
    log_in(client)
    start = text_of(client.get("/admin/"))
    assert f"Disputes to be answered: {purchase.order.reference}, {euros(Decimal(7))}, until " in start
    page = text_of(client.get("/admin/checkout/dispute/?state__exact=to_answer"))
    assert purchase.order.reference in page and euros(Decimal(7)) in page
    page = text_of(client.get(f"/admin/checkout/dispute/{Dispute.objects.get().pk}/change/"))
    assert "Answer it at the payment service." in page
    shop.stripe.decide(Dispute.objects.get().external_id, is_won=True)
    tell(shop, CLOSED)
    assert "Disputes to be answered" not in text_of(client.get("/admin/"))


def test_what_does_not_fit_is_not_booked(shop: PayingShop) -> None:
    purchase = paid(shop)
    total = purchase.payment.amount
    moved = [Movement("txn_2", total, "EUR"), Movement("txn_1", -total, "EUR"), Movement("txn_3", -total, "EUR")]
    dispute = ReportedDispute("du_1", total, "EUR", "fraudulent", State.LOST, None, moved)
    for _time in range(2):
        assert book_dispute(purchase.payment, dispute) == ""
    assert [kind for kind, _amount in moves(purchase)] == ["disputed", "reinstated", "disputed"]
    more = ReportedDispute("du_2", total, "EUR", "", State.LOST, None, [Movement("txn_4", -total, "EUR")])
    assert book_dispute(purchase.payment, more) == UNFIT
    assert net_received(purchase.payment) == 0


@pytest.mark.whole
@proves(
    "design §4",
    "a dispute won and one lost, a refund at the service, a double payment and a part refund sum to the service's list",
)
def test_the_ledger_sums_to_what_the_service_s_own_list_says(shop: PayingShop) -> None:
    won, lost, refunded, parted = (paid(shop) for _time in range(4))
    for purchase, is_won in ((won, True), (lost, False)):
        event = shop.stripe.dispute(there(purchase))
        shop.stripe.decide(event["data"]["object"]["id"], is_won=is_won)
    shop.stripe.refund(there(refunded), 700)
    request_refund(payment=parted.payment, lines={parted.order.placements.get().lines.get(): Decimal("5.00")})
    # The page of an attempt that was given up is still open in another tab.
    twice = redirected(shop, "stripe_checkout")
    again = twice.ask("PAYORDER", paymentMethod="stripe_sofort")["payment"]
    for page in (twice.url, again["url"]):
        shop.stripe.pay(shop.stripe.session_at(page))
    run_jobs()
    for event in list(shop.stripe.events):
        shop.stripe.send(event)
    run_jobs()
    purchases = [won, lost, refunded, parted, twice]
    kept = [net_received(payment) for one in purchases for payment in one.order.payments.all()]
    assert sum(kept) * 100 == of_the_service(shop, purchases)
    assert set(LedgerEntry.objects.values_list("kind", flat=True)) == {"capture", "refund", "disputed", "reinstated"}
    assert [balance(one.order) for one in (won, refunded, parted)] == [0, 0, 0]
    assert (balance(lost.order), balance(twice.order)) == (lost.payment.amount, -twice.payment.amount)


def of_the_service(shop: PayingShop, purchases: list[Purchase]) -> int:
    """What stays of these payments, in cents, by Stripe's objects alone."""
    ours = {str(payment.pk) for one in purchases for payment in one.order.payments.all()}
    account = shop.stripe
    intents = {one["id"] for one in account.all("payment_intent") if one["metadata"].get("payment") in ours}
    charges = [one for one in account.all("charge") if one["payment_intent"] in intents and one["paid"]]
    names = {one["id"] for one in charges}
    disputes = account.all("dispute", lambda one: one["charge"] in names)
    moved = sum(one["amount"] for dispute in disputes for one in dispute["balance_transactions"])
    return sum(one["amount_captured"] - one["amount_refunded"] for one in charges) + moved


@pytest.mark.whole
@proves(
    "design §4",
    "at PayPal, too: disputes won, lost and listed as refunds, refunds there and here, one that came back and a double "
    "payment sum to the service's list",
)
def test_the_ledger_sums_to_what_paypal_s_own_list_says(shop: PayingShop) -> None:
    won, lost, listed, refunded, failed = (paid(shop, "paypal") for _time in range(5))
    twice = redirected(shop, "paypal")
    for purchase, outcome in ((won, "SELLER"), (lost, "BUYER"), (listed, "BUYER")):
        shop.paypal.dispute(capture_of(purchase), "7.00" if purchase is listed else "")
        there_too = next(reversed(shop.paypal.state.disputes.values()))
        shop.paypal.escalate(there_too)
        if purchase is listed:
            tell_all(shop)
            shop.paypal.list_as_refund(there_too)
        shop.paypal.decide(there_too, f"RESOLVED_{outcome}_FAVOUR")
    shop.paypal.refund_elsewhere(capture_of(refunded), "7.00")
    for purchase in (refunded, failed):
        line = purchase.order.placements.get().lines.get()
        request_refund(payment=purchase.payment, lines={line: Decimal("5.00")})
    # An e-check was on its way when its buyer paid once more.
    shop.paypal.approve(shop.paypal.order_at(twice.url), by_check=True)
    twice.confirm()
    again = twice.ask("PAYORDER", paymentMethod="paypal")["payment"]
    shop.paypal.approve(shop.paypal.order_at(again["url"]))
    twice.confirm()
    run_jobs()
    shop.paypal.complete(capture_of(twice))
    tell_all(shop)
    shop.paypal.settle(capture_of(failed).refunds[0], "FAILED")
    tell_all(shop)
    purchases = [won, lost, listed, refunded, failed, twice]
    kept = sum(net_received(payment) for one in purchases for payment in one.order.payments.all())
    total = won.payment.amount
    assert kept == of_paypal(shop, purchases) == 5 * total - 7 - 7 - 5
    kinds = set(LedgerEntry.objects.values_list("kind", flat=True))
    assert kinds == {"capture", "refund", "disputed", "reinstated", "returned"}
    assert twice.entries().count(("capture", total)) == 2
    assert [balance(one.order) for one in purchases] == [0, total, 7, 0, -5, 0]


def capture_of(purchase: Purchase) -> CaptureThere:
    capture = purchase.shop.paypal.order_at(purchase.url).capture
    assert capture is not None
    return capture


def tell_all(shop: PayingShop) -> None:
    """Every event of the account, in the order in which they happened, and those that were told already once more."""
    for event in list(shop.paypal.events):
        assert shop.paypal.send(event) == 204
    run_jobs()


def of_paypal(shop: PayingShop, purchases: list[Purchase]) -> Decimal:
    """What stays of these payments, by PayPal's objects alone: what it lists as taken back is what a dispute took."""
    ours = {str(payment.pk) for one in purchases for payment in one.order.payments.all()}
    captures = [one for one in shop.paypal.captures if one.custom_id in ours and one.state == "COMPLETED"]
    numbers = {one.id for one in captures}
    signs = {"DEBIT": -1, "CREDIT": 1}
    disputes = [one for one in shop.paypal.state.disputes.values() if one.capture_id in numbers]
    moves = [(signs[move["type"]], Decimal(move["amount"]["value"])) for one in disputes for move in one.moves]
    moved = sum((sign * amount for sign, amount in moves), NOTHING)
    refunds = [refund for one in captures for refund in one.refunds]
    went = sum((one.amount for one in refunds if one.status == "COMPLETED" and not one.is_reversal), NOTHING)
    return sum((one.amount for one in captures), moved - went)
