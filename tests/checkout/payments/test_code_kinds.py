"""A kind of payment codes with a balance needs its declaration alone: it pays for several orders, takes refunds, and
all sums hold to the cent.
"""

from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from cart.actions import apply_payment_code
from cart.codes.kinds import KINDS, CodeKind, kind_of
from cart.codes.payments import PaymentCodeStatus
from cart.errors import PaymentCodeExpired, PaymentCodeInvalid
from cart.models import PaymentCode
from catalogue.models import ProductVariant
from checkout.actions import cancel_unpaid, place_order, request_refund
from checkout.actions.changes.exchanging import exchange_line
from checkout.actions.refunds.giving_back import cancel_order, refund_order
from checkout.errors import RefundTooLarge, TotalChanged
from checkout.models import Invoice, LedgerEntry, Payment, Placement, Refund
from checkout.orders.order_state import PaymentState
from checkout.orders.texts import method_name
from checkout.payments.ledger import balance
from checkout.pricing.exchanges import ExchangeCommand
from checkout.refunds.refundable import Disposition, RefundCommand, RefundScope
from checkout.tasks import refund_to_payment_code
from sessions_queue.models import VisitorSession
from shop.invariants import broken_invariants
from shop.models import Shop
from tests.checkout.giving_back import action_by, some_of
from tests.checkout.invoicing import run_invoice_jobs, seller
from tests.checkout.placing import checkout_of, click_of, ready_cart, shown_to_buyer, state_of, transfer
from tests.code_kinds import gift_cards, make_gift_card
from tests.factories import first_variant, make_event, make_payment_code, make_product
from tests.proofs import proves

pytestmark = pytest.mark.django_db
EUROS = Decimal


@pytest.fixture(autouse=True)
def kind() -> Iterator[CodeKind]:
    with gift_cards() as declared:
        yield declared


@pytest.fixture
def shop() -> Shop:
    return seller()


@pytest.fixture
def shirt(shop: Shop) -> ProductVariant:
    return first_variant(make_product(shop, price="30.00", capacity=20))


def cart_with(code: PaymentCode, *wishes: tuple[ProductVariant, int]) -> VisitorSession:
    session, _request = ready_cart(*wishes)
    apply_payment_code(session=session, code=code)
    return session


def bought(code: PaymentCode, *wishes: tuple[ProductVariant, int], key: str = "key-1") -> Placement:
    session = cart_with(code, *wishes)
    placement = place_order(session=session, request=click_of(session, key))
    placement.refresh_from_db()
    return placement


def paid_by(method: str, amount: str, name: str = "Gift card") -> dict[str, str]:
    """A part of an invoice's payment."""
    return {"id": method, "method": name, "amount": amount}


def left_on(code: PaymentCode) -> Decimal:
    code.refresh_from_db()
    return kind_of(code).balance_of(code)


def run_refund_jobs() -> None:
    """As the worker does, each twice: a job may run again."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT args ->> 'refund_id' FROM procrastinate_jobs WHERE task_name = 'checkout.refund_to_code'"
        )
        waiting = [refund for (refund,) in cursor.fetchall()]
    for refund in waiting * 2:
        refund_to_payment_code(refund_id=refund)


def booked(code: PaymentCode) -> list[tuple[str, str]]:
    entries = LedgerEntry.objects.filter(payment__payment_code=code).order_by("pk")
    return [(one.kind, f"{one.sign}{one.amount}") for one in entries]


@proves(
    "docs/decisions/0085",
    "a kind of payment codes with a balance needs its declaration alone: it pays for several orders with shipping, is "
    "refunded to the code, and ledger, invoices and invariants hold",
)
def test_a_balance_pays_two_orders_and_takes_a_part_of_one_back(shop: Shop, shirt: ProductVariant, staff: User) -> None:
    card = make_gift_card(shop, "50.00")
    first = bought(card, (shirt, 1))
    assert (first.total, first.credit, first.due) == (EUROS("35.90"), EUROS("35.90"), EUROS(0))
    assert (state_of(first), left_on(card)) == (PaymentState.PAID, EUROS("14.10"))
    second = bought(card, (shirt, 1), key="key-2")
    assert (second.credit, second.due, left_on(card)) == (EUROS("14.10"), EUROS("21.80"), EUROS(0))
    assert (state_of(second), balance(second.order)) == (PaymentState.OPEN, EUROS("21.80"))
    transfer(second, "21.80")
    assert state_of(second) == PaymentState.PAID
    run_invoice_jobs()
    assert [one.content["paid"]["by"] for one in Invoice.objects.order_by("number")] == [
        [paid_by("code_gift_card", "35.90")],
        [paid_by("code_gift_card", "14.10"), paid_by("bank_transfer", "21.80", method_name("bank_transfer"))],
    ]
    reduced = some_of(first.lines.get(), amount="10.00", disposition=Disposition.KEPT)
    outcome = refund_order(order=first.order, command=reduced, action=action_by(staff))
    assert [(one.payment.method, one.amount, one.is_by_transfer) for one in outcome.refunds] == [
        ("code_gift_card", EUROS("10.00"), False)
    ]
    assert (left_on(card), broken_invariants()) == (EUROS(0), {})
    run_refund_jobs()
    run_invoice_jobs()
    assert (left_on(card), balance(first.order), broken_invariants()) == (EUROS("10.00"), EUROS(0), {})
    assert booked(card) == [("capture", "35.90"), ("capture", "14.10"), ("refund", "−10.00")]
    shown = shown_to_buyer(first)
    assert (shown.received, shown.returned, shown.balance) == (EUROS(0), EUROS("10.00"), EUROS(0))
    assert sum(Invoice.objects.values_list("total", flat=True)) == EUROS("61.80")


@proves("docs/decisions/0085", "a cancelled order gives each payment its own part back")
def test_a_cancelled_order_gives_each_payment_its_part_back(shop: Shop, shirt: ProductVariant, staff: User) -> None:
    card = make_gift_card(shop, "20.00")
    placement = bought(card, (shirt, 2))
    transfer(placement, "45.90")
    refund_order(
        order=placement.order,
        command=some_of(placement.lines.get(), 1, "25.00"),
        action=action_by(staff),
    )
    run_refund_jobs()
    assert (left_on(card), broken_invariants()) == (EUROS("20.00"), {})  # the later payment first
    cancel_order(order=placement.order, dispositions={}, shipping=True, action=action_by(staff))
    run_refund_jobs()
    assert sum(Refund.objects.filter(payment__payment_code=card).values_list("amount", flat=True)) == EUROS("20.00")
    by_transfer = Refund.objects.to_transfer()
    assert sum(by_transfer.values_list("amount", flat=True)) == EUROS("40.90")  # 5.00 of the first shirt are kept
    assert (left_on(card), broken_invariants()) == (EUROS("20.00"), {})


def test_an_unpaid_order_that_is_cancelled_gives_the_balance_back(shop: Shop, shirt: ProductVariant) -> None:
    card = make_gift_card(shop, "20.00")
    placement = bought(card, (shirt, 1))
    assert left_on(card) == EUROS(0)
    cancel_unpaid(order=placement.order)
    assert (left_on(card), booked(card)) == (EUROS("20.00"), [("capture", "20.00"), ("refund", "−20.00")])
    assert Payment.objects.get(payment_code=card).state == Payment.State.CANCELLED
    assert broken_invariants() == {}
    assert bought(card, (shirt, 1), key="again").credit == EUROS("20.00")


def test_a_refund_goes_to_the_card_whatever_account_was_named(shop: Shop, shirt: ProductVariant) -> None:
    card = make_gift_card(shop)
    placement = bought(card, (shirt, 1))
    payment = placement.payments.get(payment_code=card)
    refund = request_refund(payment=payment, lines={placement.lines.get(): EUROS("10.00")}, by_transfer=True)
    assert not refund.is_by_transfer and not Refund.objects.to_transfer().exists()
    run_refund_jobs()
    assert left_on(card) == EUROS("24.10")
    with pytest.raises(RefundTooLarge):
        request_refund(payment=payment, lines={placement.lines.get(): EUROS("20.01")})


def test_what_was_exchanged_is_paid_by_the_money_of_the_card(shop: Shop, staff: User) -> None:
    small, large = make_product(shop, price="30.00", variants=("M", "L"), capacity=5).variants.order_by("pk")
    placement = bought(make_gift_card(shop), (small, 1))
    command = ExchangeCommand(placement.lines.get().pk, 1, large.pk)
    outcome = exchange_line(order=placement.order, command=command, action=action_by(staff), may_refund=False)
    assert (outcome.to_pay, state_of(placement), broken_invariants()) == (EUROS(0), PaymentState.PAID, {})


def test_another_order_spends_the_balance_first(shop: Shop, shirt: ProductVariant) -> None:
    card = make_gift_card(shop, "50.00")
    slow = cart_with(card, (shirt, 1))
    click = click_of(slow, "slow")
    bought(card, (shirt, 1), key="fast")
    with pytest.raises(TotalChanged) as told:
        place_order(session=slow, request=click)
    assert told.value.extensions == {"total": "21.80"}
    bought(card, (shirt, 1), key="faster")
    with pytest.raises(PaymentCodeInvalid):
        place_order(session=slow, request=click)
    assert checkout_of(slow).priced.payment_code_status is PaymentCodeStatus.used


def test_a_balance_expires_and_a_refund_still_returns_to_it(shop: Shop, shirt: ProductVariant, staff: User) -> None:
    card = make_gift_card(shop)
    placement, slow = bought(card, (shirt, 1)), cart_with(card, (shirt, 1))
    click = click_of(slow, "slow")
    PaymentCode.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(PaymentCodeExpired):
        place_order(session=slow, request=click)
    refund_order(order=placement.order, command=RefundCommand(RefundScope.ALL), action=action_by(staff))
    run_refund_jobs()
    assert (left_on(card), broken_invariants()) == (EUROS("50.00"), {})


def test_both_kinds_stand_side_by_side(shop: Shop, shirt: ProductVariant) -> None:
    event = make_event(shop, price="30.00")
    card = bought(make_gift_card(shop), (first_variant(event), 1), (shirt, 1))
    assert (card.total, card.credit, card.due) == (EUROS("65.90"), EUROS("50.00"), EUROS("15.90"))
    ticket = bought(make_payment_code(event), (first_variant(event), 1), (shirt, 1), key="pass")
    assert (ticket.credit, ticket.due, broken_invariants()) == (EUROS("20.00"), EUROS("45.90"), {})


def test_each_seller_states_its_part_with_its_shipping(shop: Shop) -> None:
    wishes = [
        (first_variant(make_product(one, price=price)), 1) for one, price in ((shop, "30.00"), (seller(), "9.99"))
    ]
    for variant, _amount in wishes:
        assert variant.product
        variant.product.listed_in.add(shop)
    with gift_cards(name="code_everywhere", pays_for=lambda code, variant: True):
        bought(make_payment_code(shop=shop, value="60.00", kind="code_everywhere"), *wishes)
        run_invoice_jobs()
    invoices = Invoice.objects.all()
    assert sum(one.total for one in invoices) == EUROS("45.89")
    assert [one.content["paid"]["by"] for one in invoices] == [
        [paid_by("code_everywhere", str(one.total))] for one in invoices
    ]


def test_the_database_refuses_what_may_not_be(shop: Shop, shirt: ProductVariant) -> None:
    card = make_gift_card(shop)
    bought(card, (shirt, 1))
    for wrong in ({"spent": "50.01"}, {"value": "35.89"}, {"spent": "-0.01"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            PaymentCode.objects.update(**wrong)
    for through in ({"method": "bank_transfer"}, {"payment_code": None}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Payment.objects.filter(payment_code=card).update(**through)
    PaymentCode.objects.update(spent=EUROS("35.89"))
    assert [name[:2] for name in broken_invariants()] == ["6d"]


@pytest.mark.parametrize(
    "wrong", [{"name": "gift_card"}, {"name": "code_new", "keeps_rest": False}, {}], ids=["prefix", "lost", "twice"]
)
def test_a_declaration_that_cannot_hold_is_refused(wrong: dict[str, Any]) -> None:
    before = dict(KINDS)
    with pytest.raises(ValueError, match=r"."), gift_cards(**wrong):
        pass
    assert before == KINDS
