"""Random walks of one order's money at a payment service: what moves there by itself or because the shop asks, told
late, twice and in any order. In the end the ledger has what the service lists, each movement once.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Sum
from django.utils import timezone
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from checkout.actions import request_refund
from checkout.actions.payments import disputing, reconciling
from checkout.actions.payments.disputing import UNFIT
from checkout.actions.payments.reconciling import FOREIGN, handle, reconcile
from checkout.actions.refunds import refund_reports
from checkout.actions.refunds.refund_reports import MORE_BACK, OTHER_AMOUNT
from checkout.actions.refunds.refunding import send_to_provider
from checkout.errors import ProviderAway, RefundRefused
from checkout.models import Dispute, LedgerEntry, Payment, Placement, ProviderEvent, Refund
from checkout.orders.order_state import SIGNED
from checkout.payments.interface import Movement, PaymentReport, ReportedDispute
from checkout.payments.methods import PROVIDERS
from shop.core.errors import ShopError
from shop.core.values.money import CENT, NOTHING
from shop.invariants import broken_invariants
from tests.checkout.placing import place
from tests.checkout.sales.agreement import assert_sales_agree
from tests.factories import first_variant, make_event, make_shop
from tests.proofs import proves
from tests.sampling import examples

State = Dispute.State
WALKS, STEPS = 40, 12
# What staff read where a movement could not be booked.
NOT_BOOKED = {UNFIT, MORE_BACK, OTHER_AMOUNT, FOREIGN}


@dataclass
class Account:
    """What the service knows of one payment. `listed`: as refunds, of what disputes took; `asked`: the shop's refunds,
    by our number; `untold`: what its events are about that have not come in yet.
    """

    payment: Payment
    number: Callable[[str], str]
    captures: list[Movement] = field(default_factory=list)
    refunds: dict[str, Movement] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    pending: list[Movement] = field(default_factory=list)
    disputes: dict[str, ReportedDispute] = field(default_factory=dict)
    listed: list[Movement] = field(default_factory=list)
    asked: dict[Any, str] = field(default_factory=dict)
    untold: list[str] = field(default_factory=list)

    def moved(self) -> list[Decimal]:
        """Its own list."""
        taken = [one.amount for dispute in self.disputes.values() for one in dispute.movements]
        return [*(one.amount for one in self.captures), *(-one.amount for one in self.refunds.values()), *taken]

    @property
    def left(self) -> Decimal:
        going = sum((one.amount for one in self.pending), NOTHING)
        return sum(self.moved(), NOTHING) - going

    def happened(self, about: str = "") -> None:
        self.untold.append(about or self.payment.external_id)

    def goes_back(self, amount: Decimal, *, waits: bool = False) -> str:
        number = self.number("re")
        movement = Movement(number, amount, "EUR", number)
        if waits:
            self.pending.append(movement)
        else:
            self.refunds[number] = movement
        self.happened()
        return number


@dataclass
class Service:
    """A payment service in this process. `is_paypal`: it tells of disputes by themselves alone, and lists what they
    take among the refunds, too.
    """

    is_paypal: bool
    accounts: dict[str, Account] = field(default_factory=dict)
    refunds_wait: bool = False
    answers_get_lost: bool = False

    @property
    def lists_disputed_as_refunds(self) -> bool:
        return self.is_paypal

    def report(self, payment: Payment, *, take: Callable[[], bool]) -> PaymentReport:
        account = self.accounts[payment.external_id]
        moved = [*account.captures, *account.refunds.values(), *account.listed]
        return PaymentReport(moved, "", account.failed, [] if self.is_paypal else list(account.disputes.values()))

    def payment_of(self, external_id: str) -> str:
        return next(name for name, one in self.accounts.items() if external_id in one.disputes)

    def dispute_of(self, external_id: str) -> ReportedDispute | None:
        if not self.is_paypal or external_id in self.accounts:
            return None
        return self.accounts[self.payment_of(external_id)].disputes[external_id]

    def refund(self, refund: Refund) -> str:
        """The same is asked for again where the answer was lost."""
        account = self.accounts[refund.payment.external_id]
        if refund.pk not in account.asked:
            if refund.amount > account.left:
                raise RefundRefused(reason="more than is left")
            account.asked[refund.pk] = account.goes_back(refund.amount, waits=self.refunds_wait)
        if self.answers_get_lost:
            raise ProviderAway
        return account.asked[refund.pk]


ACCOUNTS = st.sampled_from([0, 0, 1])
# Whether the shop is told at once.
TOLD = st.sampled_from([False, False, True])
# No part is like another: where a refund and a dispute are of the same amount, PayPal does not say which it lists.
WHOLE = st.sampled_from([False] * 5 + [True])


class Money(RuleBasedStateMachine):
    def __init__(self, placement: Placement) -> None:
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        self.patches = ExitStack()
        self.accounts: list[Account] = []
        self.placement = placement
        self.order = placement.order
        self.events = self.amounts = 0
        self.numbers: Counter[str] = Counter()
        self.problems: set[str] = set()

    @initialize(is_paypal=st.booleans(), twice=st.booleans(), backwards=st.booleans())
    def begin(self, is_paypal: bool, twice: bool, backwards: bool) -> None:
        """`backwards`: what is told at once comes in so that what happened last is told first."""
        self.backwards = backwards
        self.service = Service(is_paypal)
        self.patches.enter_context(patch.dict(PROVIDERS, {"stripe": self.service}))
        first = self.placement.payments.get()
        second = Payment.objects.create(
            order=self.order, placement=self.placement, amount=first.amount, attempt=2, reference=f"{first.reference}-2"
        )
        for payment in (first, second):
            name = self.number("payment")
            Payment.objects.filter(pk=payment.pk).update(provider="stripe", method="stripe_checkout", external_id=name)
            payment.refresh_from_db()
            self.service.accounts[name] = Account(payment, self.number)
        self.accounts = list(self.service.accounts.values())
        self.pay(self.accounts[0])
        if twice:
            self.pay(self.accounts[1])

    def pay(self, account: Account) -> None:
        if not account.captures:
            account.captures.append(Movement(self.number("ch"), account.payment.amount, "EUR"))
            account.happened()

    def teardown(self) -> None:
        """Where the database refused something, that is told, and not that nothing can be asked any more."""
        try:
            if not (transaction.get_rollback() and sys.exc_info()[1]):
                self.all_is_told()
                assert broken_invariants() == {}
                assert_sales_agree()
        finally:
            self.patches.close()
            transaction.set_rollback(True)
            self.atomic.__exit__(None, None, None)

    def at(self, number: int) -> Account:
        """The second payment only once it is paid."""
        second = self.accounts[1]
        return second if number and second.captures else self.accounts[0]

    def number(self, kind: str) -> str:
        self.numbers[kind] += 1
        return f"{kind}_{self.numbers[kind]}"

    def amount(self, account: Account, whole: bool) -> Decimal:
        self.amounts += 1
        return account.left if whole else min(account.left, (200 + 7 * self.amounts) * CENT)

    def then(self, is_told: bool) -> None:
        if is_told:
            self.all_is_told()

    # What happens at the service

    @precondition(lambda self: not self.accounts[1].captures)
    @rule(told=TOLD)
    def pay_twice(self, told: bool) -> None:
        self.pay(self.accounts[1])
        self.then(told)

    @rule(at=ACCOUNTS, whole=WHOLE, told=TOLD)
    def refund_there(self, at: int, whole: bool, told: bool) -> None:
        account = self.at(at)
        if (amount := self.amount(account, whole)) > 0:
            account.goes_back(amount)
            self.then(told)

    @precondition(lambda self: any(one.refunds or one.pending for one in self.accounts))
    @rule(at=ACCOUNTS, gone=st.booleans(), told=TOLD)
    def fail_a_refund(self, at: int, gone: bool, told: bool) -> None:
        """One that waited, or after it had gone."""
        account = self.at(at)
        if gone and account.refunds:
            number = next(reversed(account.refunds))
            del account.refunds[number]
        elif account.pending:
            number = account.pending.pop().id
        else:
            return
        account.failed.append(number)
        account.happened()
        self.then(told)

    @precondition(lambda self: any(one.pending for one in self.accounts))
    @rule(told=TOLD)
    def finish_refunds(self, told: bool) -> None:
        for account in self.accounts:
            for one in account.pending:
                account.refunds[one.id] = one
                account.happened()
            account.pending.clear()
        self.then(told)

    @rule(at=ACCOUNTS, whole=WHOLE, takes=st.booleans(), told=TOLD)
    def dispute(self, at: int, whole: bool, takes: bool, told: bool) -> None:
        account, number = self.at(at), self.number("du")
        if (amount := self.amount(account, whole)) <= 0:
            return
        account.disputes[number] = ReportedDispute(
            number, amount, "EUR", "fraudulent", State.TO_ANSWER, opened_at=timezone.now()
        )
        account.happened(number)
        if takes:
            self.take(account, number)
        self.then(told)

    def move(self, account: Account, number: str, state: State, sign: int = 0) -> None:
        one = account.disputes[number]
        moved = [*one.movements]
        if sign:
            moved.append(Movement(f"{number} {len(moved)}", sign * one.amount, "EUR"))
        account.disputes[number] = replace(one, state=state, movements=moved)
        account.happened(number if self.service.is_paypal else "")

    def take(self, account: Account, number: str, state: State = State.TO_ANSWER) -> None:
        if account.disputes[number].amount <= account.left:
            self.move(account, number, state, -1)

    def in_state(self, at: int, *states: State) -> tuple[Account, str]:
        account = self.at(at)
        return account, next((name for name, one in account.disputes.items() if one.state in states), "")

    def has_disputes(self, *states: State) -> bool:
        return any(one.state in states for account in self.accounts for one in account.disputes.values())

    @precondition(lambda self: self.has_disputes(State.TO_ANSWER))
    @rule(at=ACCOUNTS, is_won=st.booleans(), told=TOLD)
    def decide(self, at: int, is_won: bool, told: bool) -> None:
        account, number = self.in_state(at, State.TO_ANSWER)
        if not number:
            return
        has_taken = bool(account.disputes[number].movements)
        if is_won:
            self.move(account, number, State.WON, 1 if has_taken else 0)
        elif has_taken:
            self.move(account, number, State.LOST)
        else:
            self.take(account, number, State.LOST)
        self.then(told)

    @precondition(lambda self: self.has_disputes(State.LOST))
    @rule(at=ACCOUNTS, told=TOLD)
    def reinstate(self, at: int, told: bool) -> None:
        """The bank thinks again after the loss."""
        account, number = self.in_state(at, State.LOST)
        if number:
            self.move(account, number, State.WON, 1)
            self.then(told)

    @precondition(lambda self: self.service.is_paypal and self.has_disputes(State.TO_ANSWER, State.LOST))
    @rule(at=ACCOUNTS, told=TOLD)
    def list_as_refund(self, at: int, told: bool) -> None:
        """While the money is away."""
        account = self.at(at)
        there = {one.amount for one in account.listed}
        for one in account.disputes.values():
            if one.movements and one.movements[-1].amount < 0 and one.amount not in there:
                number = self.number("re")
                account.listed.append(Movement(number, one.amount, "EUR", number))
                account.happened()
        self.then(told)

    # What the shop does

    @rule(at=ACCOUNTS, cents=st.integers(1, 2000), waits=st.booleans(), lost=st.booleans(), told=TOLD)
    def refund_here(self, at: int, cents: int, waits: bool, lost: bool, told: bool) -> None:
        line = self.placement.lines.get()
        with suppress(ShopError), transaction.atomic():
            request_refund(payment=self.at(at).payment, lines={line: cents * CENT})
        self.service.refunds_wait, self.service.answers_get_lost = waits, lost
        self.run_refund_jobs()
        self.then(told)

    def run_refund_jobs(self) -> None:
        for refund in self.order_refunds(Refund.State.REQUESTED):
            with suppress(ProviderAway):
                send_to_provider(refund)
                reconcile(refund.payment)

    def order_refunds(self, state: Refund.State) -> list[Refund]:
        return list(Refund.objects.filter(payment__order=self.order, state=state, by_transfer=False))

    @precondition(lambda self: any(one.untold for one in self.accounts))
    @rule(at=ACCOUNTS, number=st.integers(0, 9), again=st.booleans())
    def tell_one(self, at: int, number: int, again: bool) -> None:
        """Some event, whatever happened before it."""
        untold = self.accounts[at].untold
        if untold:
            about = untold[number % len(untold)] if again else untold.pop(number % len(untold))
            self.tell(about)

    def tell(self, about: str) -> str:
        self.events += 1
        event = ProviderEvent.objects.create(provider="stripe", event_id=f"evt_{self.events}", external_id=about)
        handle(event)
        event.refresh_from_db()
        return event.problem

    def all_is_told(self) -> None:
        if not self.accounts:
            return
        self.service.answers_get_lost = False
        self.run_refund_jobs()
        for account in self.accounts:
            untold = list(dict.fromkeys(account.untold))
            account.untold.clear()
            problems = [self.tell(about) for about in (untold[::-1] if self.backwards else untold)]
            assert booked(account.payment) == Counter(account.moved())
            assert not NOT_BOOKED & set(problems[-1:])


def booked(payment: Payment) -> Counter[Decimal]:
    """What moved by the ledger, without what went back and came back."""
    entries = payment.entries.filter(reversal=None).exclude(kind=LedgerEntry.Kind.RETURNED)
    return Counter(entries.annotate(moved=Sum(SIGNED)).values_list("moved", flat=True))


@pytest.fixture
def placement(db: None) -> Placement:
    return place((first_variant(make_event(make_shop(), price="60.00")), 1))


def walk(placement: Placement, walks: int = WALKS, **more: Any) -> None:
    machine: Any = partial(Money, placement)
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=walks,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize=True,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
            **more,
        ),
    )


@proves(
    "design §4",
    "under random walks with a double payment, disputes, refunds here and there and refunds that fail, told late, "
    "twice and in any order, the ledger has what the service lists, each movement once",
)
def test_the_ledger_has_what_the_service_lists(placement: Placement) -> None:
    walk(placement, examples(WALKS))


@proves("design §4", "money that went back is booked, too, where what made room for it is told with it or later")
@pytest.mark.parametrize("is_paypal", [False, True])
@pytest.mark.parametrize("by_dispute", [False, True])
@pytest.mark.parametrize("told", [False, True])
def test_what_came_back_leaves_room_for_what_went_since(
    placement: Placement, is_paypal: bool, by_dispute: bool, told: bool
) -> None:
    """`told`: that the money was away."""
    money = Money(placement)
    money.begin(is_paypal=is_paypal, twice=False, backwards=True)
    if by_dispute:
        money.dispute(at=0, whole=True, takes=True, told=told)
        money.decide(at=0, is_won=True, told=False)
    else:
        money.refund_there(at=0, whole=True, told=told)
        money.fail_a_refund(at=0, gone=True, told=False)
    money.refund_there(at=0, whole=False, told=True)
    money.teardown()


def test_what_the_database_refused_is_told_itself(placement: Placement) -> None:
    money = Money(placement)
    money.begin(is_paypal=False, twice=False, backwards=False)
    payment = money.accounts[0].payment
    with pytest.raises(IntegrityError):
        try:
            Payment.objects.create(order=money.order, amount=payment.amount, reference=payment.reference)
        finally:
            money.teardown()


@contextmanager
def broken(place: Any, name: str, instead: Callable[..., Any]) -> Iterator[None]:
    with patch.object(place, name, partial(instead, getattr(place, name))):
        yield


def booked_twice(book: Callable[..., Any], **what: Any) -> None:
    """Under another number."""
    for number in (what["event_id"], f"{what['event_id']} again"):
        book(**what | {"event_id": number})


def taken_alone(move: Callable[..., Any], **what: Any) -> None:
    if what["amount"] < 0:
        move(**what)


def nothing(*_args: Any, **_what: Any) -> None:
    pass


def all_that_moved(_without: Callable[..., Any], _payment: Payment, moved: Any) -> Any:
    return moved


def always(_asked: Callable[..., Any], _payment: Payment, _refund: Any) -> str:
    return ""


CANARIES: Mapping[str, tuple[Any, str, Callable[..., Any]]] = {
    "a payment booked twice": (reconciling, "record_capture", booked_twice),
    "what a dispute moved booked twice": (disputing, "record_dispute", booked_twice),
    "a dispute's return not booked": (disputing, "record_dispute", taken_alone),
    "a listed refund booked though a dispute took it": (reconciling, "without_disputed", all_that_moved),
    "a dispute booked though it was listed as refund": (disputing, "record_return", nothing),
    "a refund that came back not booked": (refund_reports, "record_return", nothing),
    "a refund made there not booked": (refund_reports, "book_external_refund", always),
}


@pytest.mark.whole
@pytest.mark.parametrize("canary", CANARIES)
def test_a_wrong_booking_is_found(placement: Placement, canary: str) -> None:
    with broken(*CANARIES[canary]), pytest.raises((AssertionError, IntegrityError, ShopError)):
        walk(placement, 15 * WALKS, phases=(Phase.generate,), report_multiple_bugs=False, database=None)
