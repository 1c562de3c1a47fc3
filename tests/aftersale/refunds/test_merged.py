"""An order with several placements: each ticket's money goes back through what was paid for it."""

from decimal import Decimal

import pytest

from aftersale.models import RefundOffer, RefundRequest, Ticket
from aftersale.refunds.actions.mass_refunds import refund_order_by_offer, refund_preview
from aftersale.refunds.rules import refund_split
from checkout.models import Order, Payment, Placement, Refund
from checkout.payments.ledger import record_capture
from shop.invariants import broken_invariants
from tests.checkout.merging import merge
from tests.checkout.placing import ready_cart
from tests.factories import first_variant
from tests.proofs import proves

from .bought import CARD, PAYPAL, ask, tickets_paid

pytestmark = pytest.mark.django_db


def merged(order: Order, offer: RefundOffer, by: tuple[str, str], *, is_verified: bool) -> Placement:
    """A ticket more, paid."""
    session, _request = ready_cart((first_variant(offer.event), 1))
    placement = merge(session, into=order, key=f"into {order.pk}", is_verified=is_verified)
    Payment.objects.filter(placement=placement).update(method=by[0], provider=by[1])
    payment = placement.payments.get()
    record_capture(payment=payment, amount=payment.amount, event_id=f"statement {payment.pk}")
    return placement


def number_of(placement: Placement) -> str:
    return Ticket.objects.get(line__placement=placement).number


def ways(order: Order) -> dict[int, int]:
    """Of each placement's lines, through which one's payment they went back."""
    rows = Refund.objects.filter(payment__order=order).values_list(
        "lines__line__placement__number", "payment__placement__number"
    )
    return dict(rows)


@proves(
    "design §4",
    "of a merged order each ticket's money goes back through what was paid for it first, and never "
    "through what somebody else paid",
)
@pytest.mark.parametrize("is_verified", [True, False])
def test_a_ticket_goes_back_through_what_paid_for_it(offer: RefundOffer, is_verified: bool) -> None:
    order = tickets_paid(offer.event, 1, by=CARD)
    first, second = order.placements.get(), merged(order, offer, PAYPAL, is_verified=is_verified)
    assert ask(order, offer, number_of(first)).request.state == RefundRequest.State.APPROVED
    assert ways(order) == {1: 1}
    ask(order, offer, number_of(second))
    assert ways(order) == {1: 1, 2: 2}
    assert broken_invariants() == {}


def test_by_an_offer_as_well(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 1, by=CARD)
    merged(order, offer, PAYPAL, is_verified=False)
    assert refund_order_by_offer(offer=offer, order=order) == (Decimal("60.00"), 2)
    assert ways(order) == {1: 1, 2: 2}
    assert broken_invariants() == {}


@pytest.mark.parametrize("is_verified", [True, False])
def test_only_for_one_buyer_a_payment_gives_for_what_another_brought(offer: RefundOffer, is_verified: bool) -> None:
    order = tickets_paid(offer.event, 1, by=CARD)
    first, second = order.placements.get(), merged(order, offer, PAYPAL, is_verified=is_verified)
    payment = second.payments.get()
    record_capture(payment=payment, amount=Decimal("30.00"), event_id="twice")
    first.payments.update(provider="bank_transfer")
    assert refund_preview(offer, order) == ((Decimal("60.00"), 2) if is_verified else (None, 0))


def test_one_payment_helps_out_for_the_other_of_one_buyer_alone() -> None:
    wanted = {"mine": Decimal(30), "theirs": Decimal(30)}
    left = [("new", Decimal(40)), ("old", Decimal(20))]

    def is_own(payment: str, line: str) -> bool:
        return (payment, line) in {("new", "theirs"), ("old", "mine")}

    assert refund_split(wanted, left, (is_own,)) is None
    assert refund_split(wanted, left, (is_own, lambda _payment, _line: True)) == [
        ("new", {"theirs": Decimal(30), "mine": Decimal(10)}), ("old", {"mine": Decimal(20)}),
    ]  # fmt: skip
