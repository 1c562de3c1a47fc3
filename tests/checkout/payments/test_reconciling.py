"""What providers say, booked: in whatever order, however often, and what does not fit is told to staff."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from itertools import pairwise

import pytest
from django.http import HttpRequest
from django.utils import timezone

from checkout.actions import cancel_unpaid, invalidate_line, request_refund, start_payment
from checkout.actions.payments.reconciling import reconcile, reconcile_unreported
from checkout.actions.refunds.refund_reports import BOOKED, OTHER_AMOUNT
from checkout.actions.refunds.refunding import send_to_provider
from checkout.models import LedgerEntry, Payment, Placement, Refund
from checkout.payments.interface import EventNotice, Movement, PaymentProblem, PaymentReport, Start
from checkout.payments.ledger import balance, open_payment, record_capture, record_refund
from checkout.payments.methods import PROVIDERS
from checkout.payments.without_provider import BankTransfer
from shop.invariants import broken_invariants
from tests.checkout.placing import place, shirt, state_of, transfer
from tests.proofs import proves

pytestmark = pytest.mark.django_db
DUE = Decimal("25.90")


@dataclass
class Told:
    """A provider that says what the test wants."""

    id: str = "bank_transfer"
    moved: list[Movement] = field(default_factory=list)
    failure: str = ""
    taken: bool | None = None

    def start(self, payment: Payment) -> Start:
        return Start("redirect", "https://provider.example", f"pay_{payment.reference}")

    def report(self, payment: Payment, *, take: Callable[[], bool]) -> PaymentReport:
        self.taken = take()
        return PaymentReport(self.moved, self.failure)

    def refund(self, refund: Refund) -> str:
        return "ref_1"

    def event(self, request: HttpRequest) -> EventNotice:
        raise NotImplementedError

    def activity_of(self, trouble: PaymentProblem, payment: Payment, why: str) -> None:
        """The activity log does not count its trouble."""


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    provider = Told()
    monkeypatch.setitem(PROVIDERS, provider.id, provider)
    return provider


def captures() -> Movement:
    return Movement("mov_1", DUE, "EUR")


def kinds() -> list[str]:
    return list(LedgerEntry.objects.values_list("kind", flat=True))


@pytest.fixture
def paid() -> Placement:
    placement = place((shirt(), 1))
    transfer(placement, str(DUE), "mov_1")
    return placement


@proves(
    "design §4",
    "a payment that nobody reported is asked about after 15 minutes, and again each time it is twice as "
    "old, for a week",
)
def test_what_was_left_is_asked_about_ever_more_seldom(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    payment = place((shirt(), 1)).payments.get()
    ages: list[int] = []
    for minutes in range(5, 7 * 24 * 60, 10):  # the job's runs in a week
        monkeypatch.setattr(
            "checkout.actions.payments.reconciling.reconcile", lambda _one, age=minutes: ages.append(age)
        )
        begun = timezone.now() - timedelta(minutes=minutes)
        Payment.objects.filter(pk=payment.pk).update(external_id="pay_1", created_at=begun)
        reconcile_unreported()
    assert ages[0] <= 25 and ages[-1] >= 5 * 24 * 60
    assert all(later <= 2 * earlier + 20 for earlier, later in pairwise(ages))
    assert len(ages) <= 25


@proves(
    "design §4", "money that comes later is waited for; money that comes after all was cancelled goes back by itself"
)
@pytest.mark.parametrize("number", [1, 2])
def test_what_was_paid_in_two_ways_at_once_goes_back_by_the_one_that_was_given_up(told: Told, number: int) -> None:
    variant = shirt()
    first = place((variant, 1))
    if number == 2:
        place((variant, 1), into=first.order, key="key-2")
    due = balance(first.order)
    placement = first if number == 1 else None
    given_up, other = (
        open_payment(order=first.order, placement=placement, method=BankTransfer(), amount=due) for _one in range(2)
    )
    Payment.objects.filter(pk=given_up.pk).update(external_id="pay_1", state=Payment.State.CANCELLED)
    record_capture(payment=other, amount=due, event_id="mov_2")
    told.moved = [Movement("mov_1", due, "EUR")]
    reconcile(Payment.objects.get(pk=given_up.pk))
    assert [(one.payment, one.amount) for one in Refund.objects.all()] == [(given_up, due)]
    assert first.order.placements.exclude(paid_at=None).count() == number


@proves(
    "design §4",
    "money for what was cancelled is booked and goes back, each time, unless something newer is paid with it",
)
def test_late_money_that_pays_for_something_newer_stays(told: Told) -> None:
    variant = shirt()
    first = place((variant, 1))
    second = place((variant, 1), into=first.order, key="key-2")
    invalidate_line(line=first.lines.get())
    told.moved = [captures()]
    reconcile(first.payments.get())
    assert state_of(second) == "paid"
    assert Refund.objects.get().amount == Decimal("5.90") == -balance(first.order)
    assert broken_invariants() == {}


def test_money_of_an_attempt_that_had_failed_goes_back_once_the_order_was_cancelled(told: Told) -> None:
    placement = place((shirt(), 1))
    payment = placement.payments.get()
    Payment.objects.update(state=Payment.State.FAILED)
    cancel_unpaid(order=placement.order)
    told.moved = [captures()]
    for _time in range(2):
        assert reconcile(payment) == ""
    payment.refresh_from_db()
    assert (payment.state, payment.refunds.get().amount) == (Payment.State.CANCELLED, DUE)
    assert broken_invariants() == {}


def test_an_attempt_of_no_placement_gives_back_what_comes_for_a_cancelled_order(told: Told) -> None:
    placement = place((shirt(), 1))
    Payment.objects.update(placement=None)
    cancel_unpaid(order=placement.order)
    told.moved = [captures()]
    reconcile(Payment.objects.get())
    assert Refund.objects.get().amount == DUE


@proves(
    "design §4", "what a provider reports twice, ten times at once or in any order is kept once each and booked once"
)
def test_what_went_back_is_booked_behind_what_came_in(told: Told) -> None:
    placement = place((shirt(), 1))
    cancel_unpaid(order=placement.order)
    payment = placement.payments.get()
    told.moved = [captures()]
    reconcile(payment)
    send_to_provider(payment.refunds.get())
    told.moved = [Movement("mov_2", DUE, "EUR", "ref_1"), captures()]
    for _time in range(2):
        assert reconcile(payment) == ""
    assert (kinds(), payment.refunds.get().state) == (["capture", "refund"], Refund.State.DONE)
    assert broken_invariants() == {}


def test_what_went_back_elsewhere_is_told_beside_what_staff_send(told: Told, paid: Placement) -> None:
    payment = paid.payments.get()
    request_refund(payment=payment, lines={paid.lines.get(): Decimal("5.00")}, by_transfer=True)
    told.moved = [captures(), Movement("mov_2", Decimal("5.00"), "EUR", "ref_elsewhere")]
    assert reconcile(payment) == BOOKED
    assert kinds() == ["capture", "refund"]
    assert [one.state for one in Refund.objects.filter(by_transfer=True)] == [Refund.State.REQUESTED]


@proves(
    "design §4",
    "another currency, another amount, a refund or payment that nobody knows books nothing and is told to staff",
)
def test_another_amount_than_was_asked_for_is_not_booked(told: Told, paid: Placement) -> None:
    payment = paid.payments.get()
    refund = request_refund(payment=payment, lines={paid.lines.get(): Decimal("20.00")})
    send_to_provider(refund)
    told.moved = [captures(), Movement("mov_2", Decimal("19.99"), "EUR", "ref_1")]
    assert reconcile(payment) == OTHER_AMOUNT
    assert kinds() == ["capture"]
    assert broken_invariants() == {}


@proves(
    "design §4",
    "a refund of one line is sent by a job and booked when it has gone, once, also where an answer was "
    "lost; refused, it says why",
)
def test_a_refund_is_booked_once_and_stays_done(told: Told, paid: Placement) -> None:
    refund = request_refund(payment=paid.payments.get(), lines={paid.lines.get(): Decimal("20.00")})
    before = Refund.objects.get()
    record_refund(refund=refund, event_id="mov_2")
    record_refund(refund=refund, event_id="mov_3")
    send_to_provider(before)  # a worker that was thought dead
    assert (kinds(), Refund.objects.get().state) == (["capture", "refund"], Refund.State.DONE)
    assert broken_invariants() == {}


@proves(
    "design §4",
    "a provider that is away, slow or loses its answer costs no order; the same key begins the same payment",
)
def test_only_a_payment_that_waits_is_begun(told: Told) -> None:
    placement = place((shirt(), 1))
    payment = placement.payments.get()
    assert start_payment(payment=payment).url
    payment.refresh_from_db()
    assert payment.external_id == f"pay_{payment.reference}"
    cancel_unpaid(order=placement.order)
    payment.refresh_from_db()
    assert start_payment(payment=payment) == Start()
