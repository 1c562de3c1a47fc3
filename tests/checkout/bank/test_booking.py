"""What was found is booked, each once; staff decide the rest; payers are forgotten."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models.functions import Now
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from checkout.actions import cancel_unpaid
from checkout.actions.bank import bank_lines, bank_statements
from checkout.actions.bank.bank_lines import assign, forget_payers, mark_booked_by_hand, mark_not_ours, reopen
from checkout.actions.bank.bank_statements import BOOKING_JOB, queue_booking
from checkout.errors import BankLineHandled, NoHandBooking, OrderNotPayable
from checkout.models import BankFile, BankLine, LedgerEntry, Order, Refund
from checkout.orders.order_state import PaymentState, order_with_state
from checkout.payments.ledger import balance, record_capture
from checkout.tasks import book_bank_file, forget_payers_of_transfers
from shop.core.retention import PAYERS
from shop.invariants import broken_invariants
from shop.models import AuditEntry, Mail, Shop
from tests.checkout.bank.statements import entry
from tests.factories import make_shop
from tests.proofs import proves

from .booking import book, order_of, purpose, take

pytestmark = pytest.mark.django_db
Kind, State = BankLine.Kind, BankLine.State


def state_of(order: Order) -> str:
    return order_with_state(order).payment_state


def told(file: BankFile) -> list[tuple[str, str]]:
    return list(file.lines.order_by("number").values_list("kind", "state"))


@proves(
    "docs/decisions/0042",
    "it fits, is too little, too much, or came in parts; nothing is booked before it was looked at",
)
def test_what_fits_pays_its_order_and_tells_the_buyer(shop: Shop, clerk: User) -> None:
    order = order_of(shop)
    file = book(take(clerk, entry("45.90", purpose(order), day="2026-11-20")), clerk)
    booked, line = LedgerEntry.objects.get(), file.lines.get()
    assert (state_of(order), booked.amount, booked.staff) == (PaymentState.PAID, Decimal("45.90"), clerk)
    assert booked.note == "Bank statement, 2026-11-20", "who paid stays out of the ledger"
    assert (line.state, line.entry, line.handled_by) == (State.BOOKED, booked, clerk)
    assert file.state == BankFile.State.DONE
    assert Mail.objects.filter(kind="payment_received").count() == 1
    assert broken_invariants() == {}


def test_too_little_leaves_the_rest_open_and_too_much_stays_with_the_order(shop: Shop, clerk: User) -> None:
    little, much = order_of(shop), order_of(shop)
    file = book(take(clerk, entry("20.00", purpose(little)), entry("50.00", purpose(much))), clerk)
    assert told(file) == [(Kind.UNDER, State.BOOKED), (Kind.OVER, State.BOOKED)]
    assert (state_of(little), balance(little)) == (PaymentState.OPEN, Decimal("25.90"))
    assert (state_of(much), balance(much)) == (PaymentState.PAID, Decimal("-4.10"))
    assert broken_invariants() == {}


@proves("docs/decisions/0042", "money for a cancelled order is booked and noted to go back")
def test_money_that_comes_late_is_booked_and_noted_to_go_back(shop: Shop, clerk: User) -> None:
    order = order_of(shop)
    cancel_unpaid(order=order)
    file = book(take(clerk, entry("45.90", purpose(order))), clerk)
    assert told(file) == [(Kind.LATE, State.BOOKED)]
    refund = Refund.objects.get()
    assert (refund.amount, refund.state) == (Decimal("45.90"), Refund.State.REQUESTED)
    assert (state_of(order), balance(order)) == (PaymentState.CANCELLED, Decimal("-45.90"))
    assert broken_invariants() == {}


@proves(
    "docs/decisions/0042",
    "one transfer for several orders is shared if it is their sum; of several the open one is paid",
)
def test_a_transfer_that_is_shared_pays_each_order(shop: Shop, clerk: User) -> None:
    orders = order_of(shop), order_of(shop, 1)
    book(take(clerk, entry("71.80", purpose(*orders))), clerk)
    assert [state_of(order) for order in orders] == [PaymentState.PAID] * 2
    assert broken_invariants() == {}


@proves(
    "docs/decisions/0042",
    "each is booked once, in a transaction of its own, by a job that goes on where it was stopped",
)
def test_it_is_booked_once_however_often(shop: Shop, clerk: User) -> None:
    file = book(take(clerk, entry("45.90", purpose(order_of(shop)))), clerk)
    assert not queue_booking(file=file, staff=clerk)
    BankFile.objects.update(state=BankFile.State.BOOKING)
    book_bank_file(file_id=file.pk)
    bank_lines.book_matched(line_id=file.lines.get().pk, staff=clerk)
    assert LedgerEntry.objects.count() == 1
    assert ProcrastinateJob.objects.filter(task_name=BOOKING_JOB).count() == 1


def test_a_job_that_breaks_goes_on_where_it_was(shop: Shop, clerk: User, monkeypatch: pytest.MonkeyPatch) -> None:
    orders = [order_of(shop) for _ in range(3)]
    file = take(clerk, *(entry("45.90", purpose(order)) for order in orders))
    assert queue_booking(file=file, staff=clerk)
    book_matched = bank_lines.book_matched
    booked: list[int] = []

    def breaks(*, line_id: int, staff: User) -> BankLine:
        if len(booked) == 2:
            raise DatabaseError("gone")
        booked.append(line_id)
        return book_matched(line_id=line_id, staff=staff)

    monkeypatch.setattr(bank_statements, "book_matched", breaks)
    with pytest.raises(DatabaseError):
        book_bank_file(file_id=file.pk)
    file.refresh_from_db()
    assert (file.state, LedgerEntry.objects.count(), file.lines.to_book().count()) == ("booking", 2, 1)
    monkeypatch.undo()
    book_bank_file(file_id=file.pk)
    file.refresh_from_db()
    assert (file.state, [state_of(order) for order in orders]) == ("done", [PaymentState.PAID] * 3)
    assert broken_invariants() == {}


@proves("docs/decisions/0042", "what was perhaps booked by hand is never booked twice by itself")
def test_what_changed_since_it_was_looked_at_is_judged_anew(shop: Shop, clerk: User) -> None:
    cancelled, paid, by_hand = (order_of(shop) for _ in range(3))
    day = timezone.localdate().isoformat()
    file = take(clerk, *(entry("45.90", purpose(order), day=day) for order in (cancelled, paid, by_hand)))
    assert {kind for kind, _state in told(file)} == {Kind.MATCHED}
    cancel_unpaid(order=cancelled)
    record_capture(payment=paid.payments.get(), amount=Decimal("45.90"), event_id="other")
    record_capture(payment=by_hand.payments.get(), amount=Decimal("45.90"), event_id="staff-1", staff=clerk)
    assert told(book(file, clerk)) == [
        (Kind.LATE, State.BOOKED), (Kind.OVER, State.BOOKED), (Kind.DUPLICATE, State.OPEN),
    ]  # fmt: skip
    assert balance(by_hand) == 0, "it is not booked twice"
    assert BankLine.objects.to_settle().count() == 1
    assert broken_invariants() == {}


class TestStaffDecide:
    def test_they_name_the_order(self, shop: Shop, clerk: User) -> None:
        order, line = order_of(shop), take(clerk, entry("45.90", "Danke")).lines.get()
        done = assign(line=line, reference=order.reference, staff=clerk)
        assert (done.kind, done.order, done.state) == (Kind.MATCHED, order, State.BOOKED)
        assert (state_of(order), LedgerEntry.objects.get().staff) == (PaymentState.PAID, clerk)
        with pytest.raises(BankLineHandled):
            assign(line=line, reference=order.reference, staff=clerk)
        assert broken_invariants() == {}

    def test_an_order_that_does_not_fit_is_refused(self, shop: Shop, clerk: User) -> None:
        line = take(clerk, entry("45.90", "Danke")).lines.get()
        foreign = order_of(make_shop(bank_iban="DE75512108001245126199"))
        for reference, remark in (("B-00000", "no_order"), (foreign.reference, "other_account")):
            with pytest.raises(OrderNotPayable) as refused:
                assign(line=line, reference=reference, staff=clerk)
            assert refused.value.extensions == {"remark": remark}
        line.refresh_from_db()
        assert (line.state, LedgerEntry.objects.count()) == (State.OPEN, 0)

    def test_what_was_booked_by_hand_is_only_noted(self, shop: Shop, clerk: User) -> None:
        order = order_of(shop)
        record_capture(payment=order.payments.get(), amount=Decimal("45.90"), event_id="staff-1", staff=clerk)
        line = take(clerk, entry("45.90", purpose(order), day=timezone.localdate().isoformat())).lines.get()
        done = mark_booked_by_hand(line=line, staff=clerk)
        assert (done.state, done.entry, balance(order)) == (State.BY_HAND, LedgerEntry.objects.get(), Decimal(0))

    def test_or_it_is_other_money_and_booked_when_they_insist(self, shop: Shop, clerk: User) -> None:
        order = order_of(shop)
        record_capture(payment=order.payments.get(), amount=Decimal("45.90"), event_id="staff-1", staff=clerk)
        line = take(clerk, entry("45.90", "Danke", day=timezone.localdate().isoformat())).lines.get()
        asked = assign(line=line, reference=order.reference, staff=clerk)
        assert (asked.kind, asked.state, LedgerEntry.objects.count()) == (Kind.DUPLICATE, State.OPEN, 1)
        done = assign(line=line, reference=order.reference, staff=clerk)
        assert (done.kind, done.state, balance(order)) == (Kind.OVER, State.BOOKED, Decimal("-45.90"))

    def test_nobody_says_so_where_nothing_was(self, shop: Shop, clerk: User) -> None:
        line = take(clerk, entry("45.90", purpose(order_of(shop)))).lines.get()
        with pytest.raises(NoHandBooking):
            mark_booked_by_hand(line=line, staff=clerk)

    def test_what_is_not_ours_can_be_opened_again(self, shop: Shop, clerk: User) -> None:
        order = order_of(shop)
        file = take(clerk, entry("45.90", purpose(order)), entry("20.00", purpose(order_of(shop))))
        line = file.lines.get(order=order)
        mark_not_ours(line=line, staff=clerk)
        book(file, clerk)
        assert state_of(order) == PaymentState.OPEN
        reopen(line=line)
        assert BankLine.objects.to_settle().get() == line
        assign(line=line, reference=order.reference, staff=clerk)
        with pytest.raises(BankLineHandled):
            reopen(line=line)
        assert state_of(order) == PaymentState.PAID
        assert {one.actor for one in AuditEntry.objects.about(line)} != set(), "nothing is undone silently"


def test_the_database_holds_to_it_too(shop: Shop, clerk: User) -> None:
    line = take(clerk, entry("45.90", purpose(order_of(shop)))).lines.get()
    changes: list[dict[str, object]] = [
        {"state": State.BOOKED, "handled_at": Now()}, {"state": State.NOT_OURS}, {"amount": 0}, {"handled_at": Now()},
    ]  # fmt: skip
    for change in changes:
        with pytest.raises(IntegrityError), transaction.atomic():
            BankLine.objects.filter(pk=line.pk).update(**change)


@proves(
    "docs/decisions/0042",
    "payers and purposes are forgotten 30 days after it was handled, and what was forgotten is still "
    "known; no name gets into ledger, history or log",
)
def test_payers_are_forgotten_some_time_after_it_was_handled(shop: Shop, clerk: User) -> None:
    file = take(clerk, entry("45.90", purpose(order_of(shop))), entry("3.00", "Wer bin ich?"))
    book(file, clerk)
    booked, still_open = file.lines.order_by("number")
    assert forget_payers() == 0
    BankLine.objects.filter(pk=booked.pk).update(handled_at=timezone.now() - PAYERS.span - timedelta(hours=1))
    forget_payers_of_transfers(timestamp=0)
    assert forget_payers() == 0
    for line in (booked, still_open):
        line.refresh_from_db()
    assert (booked.payer, booked.payer_iban, booked.purpose) == ("", "", "")
    assert (still_open.payer, still_open.purpose) == ("Mira Falk", "Wer bin ich?"), "somebody still has to decide"
    again = take(clerk, entry("45.90", reference="x"), entry("3.00"))
    assert again.known == 0


def test_what_was_forgotten_is_still_known(shop: Shop, clerk: User) -> None:
    told_before = entry("45.90", purpose(order_of(shop)), reference="")
    book(take(clerk, told_before), clerk)
    BankLine.objects.update(handled_at=timezone.now() - PAYERS.span - timedelta(hours=1))
    assert forget_payers() == 1
    file = take(clerk, told_before, entry("1.00"))
    assert (file.known, file.lines.count(), LedgerEntry.objects.count()) == (1, 1, 1)


def test_no_payer_stands_in_what_is_noted_or_logged(shop: Shop, clerk: User, caplog: pytest.LogCaptureFixture) -> None:
    file = take(clerk, entry("45.90", f"Fuer Tante Erna {purpose(order_of(shop))}", payer="Kunigunde Krause"))
    book(file, clerk)
    assert AuditEntry.objects.filter(model="checkout.bankline").exists()
    text = str(list(AuditEntry.objects.values())) + str(list(LedgerEntry.objects.values())) + caplog.text
    assert [word for word in ("Kunigunde", "Erna", "DE8937") if word in text] == []
    assert "Kunigunde" not in str(file.lines.get())
