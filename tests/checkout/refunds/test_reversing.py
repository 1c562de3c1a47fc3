"""A transfer that was booked by mistake is taken back by an entry against it, and booked where it belongs."""

from collections.abc import Iterator
from decimal import Decimal

import pytest
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import Client
from django.utils import translation

from cart.actions import apply_payment_code
from checkout.actions import cancel_unpaid, request_refund
from checkout.actions.refunds.giving_back import cancel_order
from checkout.actions.refunds.reversing import reverse_entry
from checkout.errors import EntryNotReversible, OrderNotPayable, RefundTooLarge
from checkout.models import BankLine, Delivery, LedgerEntry, Order, Payment, Placement
from checkout.orders.order_state import PaymentState
from checkout.payments.ledger import balance, open_payment, record_capture
from checkout.payments.methods import method_of
from checkout.refunds.refundable import missing_money
from checkout.shipping.deliveries import Readiness, ready_today, with_readiness
from shop.invariants import broken_invariants
from tests.checkout.bank.booking import book, order_of, purpose, take
from tests.checkout.bank.statements import entry
from tests.checkout.giving_back import action_by, send_all
from tests.checkout.merging import merge
from tests.checkout.placing import place, ready_cart, shirt, shown_to_buyer, state_of, transfer
from tests.checkout.steps import confirm, page_of
from tests.factories import first_variant, make_event, make_payment_code
from tests.proofs import proves
from tests.staff import errors_of, log_in, send, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def staff(client: Client) -> Iterator[User]:
    client.cookies["locale"] = "en"
    with translation.override("en"):
        yield log_in(client)


@pytest.fixture
def paid() -> Placement:
    placement = place((shirt(capacity=9), 1))
    transfer(placement, "25.90")
    return placement


def booked(placement: Placement) -> LedgerEntry:
    return LedgerEntry.objects.get(payment__order=placement.order, kind="capture")


@proves(
    "law IN-4",
    "a transfer that was booked by mistake is taken back by an entry against it, and booked for the "
    "order that it was for; the first one owes the money again, and its parcels wait",
)
def test_the_order_owes_the_money_again_and_stays_where_it_is(paid: Placement, staff: User) -> None:
    against = reverse_entry(entry=booked(paid), reason="Another order's", staff=staff)
    assert (against.kind, against.amount, against.staff, against.note) == (
        "reversal", Decimal("25.90"), staff, "Another order's",
    )  # fmt: skip
    assert (balance(paid.order), state_of(paid)) == (Decimal("25.90"), PaymentState.PAID)
    assert with_readiness(Delivery.objects.all()).get().readiness == Readiness.MONEY_MISSING
    assert Payment.objects.get().state == Payment.State.PENDING
    assert broken_invariants() == {}
    record_capture(payment=Payment.objects.get(), amount=Decimal("25.90"), event_id="the right one")
    assert with_readiness(Delivery.objects.all()).get().readiness == Readiness.READY
    assert broken_invariants() == {}


@proves("law IN-4", "what joins an order and is not paid lets no parcel go whose money was taken back")
def test_what_is_open_beside_it_lets_no_parcel_go(paid: Placement, staff: User) -> None:
    def stands(missing: str) -> tuple[str, bool, bool]:
        [parcel] = shown_to_buyer(paid).parcels
        assert missing_money(paid.order) == Decimal(missing)
        return with_readiness(Delivery.objects.all()).get().readiness, parcel.held, ready_today().exists()

    one, ticket = booked(paid), first_variant(make_event(paid.order.shop))
    joined = place((ticket, 1), into=paid.order, key="key-2")
    assert (state_of(paid), stands("0.00")) == (PaymentState.OPEN, (Readiness.READY, False, True))
    reverse_entry(entry=one, reason="Another order's", staff=staff)
    assert stands("25.90") == (Readiness.MONEY_MISSING, True, False)
    # What comes pays first what is paid already.
    record_capture(payment=joined.payments.get(), amount=Decimal("25.00"), event_id="some")
    assert stands("0.90") == (Readiness.MONEY_MISSING, True, False)
    record_capture(payment=joined.payments.get(), amount=Decimal("0.90"), event_id="more")
    assert (state_of(paid), stands("0.00")) == (PaymentState.OPEN, (Readiness.READY, False, True))


def test_a_code_for_what_is_open_is_no_money_for_what_is_paid(paid: Placement, staff: User) -> None:
    one, event = booked(paid), make_event(paid.order.shop)
    session, _request = ready_cart((first_variant(event), 1))
    apply_payment_code(session=session, code=make_payment_code(event))
    joined = merge(session, into=paid.order, key="key-2")
    assert (joined.total, joined.due) == (Decimal("30.00"), Decimal("10.00"))
    reverse_entry(entry=one, reason="Another order's", staff=staff)
    assert missing_money(paid.order) == Decimal("25.90")
    record_capture(payment=one.payment, amount=Decimal("5.90"), event_id="some")
    assert missing_money(paid.order) == Decimal("20.00")
    assert with_readiness(Delivery.objects.all()).get().readiness == Readiness.MONEY_MISSING


def test_it_is_booked_for_the_order_that_it_was_for(paid: Placement, staff: User) -> None:
    other = place((shirt(), 1), key="other")
    reverse_entry(entry=booked(paid), reason="Mixed up", staff=staff, to=other.reference)
    assert (balance(paid.order), balance(other.order), state_of(other)) == (
        Decimal("25.90"), Decimal(0), PaymentState.PAID,
    )  # fmt: skip
    assert broken_invariants() == {}


def test_its_payment_waits_though_something_else_of_the_order_ends(staff: User) -> None:
    variant = shirt(capacity=9)
    first = place((variant, 1))
    later = open_payment(order=first.order, placement=None, method=method_of("bank_transfer"), amount=Decimal("25.90"))
    record_capture(payment=later, amount=Decimal("25.90"), event_id="statement")
    place((variant, 1), into=first.order, key="key-2")
    reverse_entry(entry=booked(first), reason="", staff=staff)
    cancel_unpaid(order=first.order)
    later.refresh_from_db()
    assert (later.state, balance(first.order)) == (Payment.State.PENDING, Decimal("25.90"))
    record_capture(payment=later, amount=Decimal("25.90"), event_id="the right one")
    assert (balance(first.order), broken_invariants()) == (Decimal(0), {})


def test_once_and_only_what_is_still_there(paid: Placement, staff: User) -> None:
    one = booked(paid)
    refund = request_refund(payment=one.payment, lines={paid.lines.get(): Decimal("1.00")})
    with pytest.raises(RefundTooLarge):
        reverse_entry(entry=one, reason="", staff=staff)
    type(refund).objects.update(state="failed")
    against = reverse_entry(entry=one, reason="", staff=staff)
    for again in (one, against):
        with pytest.raises(EntryNotReversible):
            reverse_entry(entry=again, reason="", staff=staff)
    assert LedgerEntry.objects.filter(kind="reversal").count() == 1


def test_what_a_payment_service_told_is_not_taken_back(paid: Placement, staff: User) -> None:
    Payment.objects.update(method="paypal", provider="paypal")
    with pytest.raises(EntryNotReversible):
        reverse_entry(entry=booked(paid), reason="", staff=staff)


@pytest.mark.parametrize("to", ["B-00000", "own", "paypal"])
def test_to_no_order_that_is_paid_otherwise_and_nothing_is_done(paid: Placement, staff: User, to: str) -> None:
    other = place((shirt(), 1), key="other")
    other.payments.update(method="paypal", provider="paypal")
    reference = {"own": paid.reference, "paypal": other.reference}.get(to, to)
    with pytest.raises(OrderNotPayable):
        reverse_entry(entry=booked(paid), reason="", staff=staff, to=reference)
    assert LedgerEntry.objects.count() == 1


def test_what_the_bank_told_goes_with_it(shop: object, staff: User) -> None:
    wrong, right = order_of(shop), order_of(shop)  # type: ignore[arg-type]
    book(take(staff, entry("45.90", purpose(wrong))), staff)
    line = BankLine.objects.get()
    reverse_entry(entry=line.entry, reason="", staff=staff, to=right.reference)  # type: ignore[arg-type]
    line.refresh_from_db()
    assert (line.order, line.entry and line.entry.payment.order) == (right, right)
    assert broken_invariants() == {}


def test_a_cancelled_order_gives_back_what_is_there_and_no_more(paid: Placement, staff: User) -> None:
    later = Payment.objects.create(
        order=paid.order, placement=paid, method="bank_transfer", provider="bank_transfer", attempt=2,
        amount=Decimal("5.00"), reference="BAX-2",
    )  # fmt: skip
    reverse_entry(entry=booked(paid), reason="", staff=staff)
    record_capture(payment=later, amount=Decimal("5.00"), event_id="five")
    outcome = cancel_order(order=paid.order, dispositions={}, shipping=True, action=action_by(staff))
    assert outcome.total == Decimal("5.00")
    send_all()
    assert broken_invariants() == {}


def test_staff_take_it_back_at_the_order(client: Client, paid: Placement) -> None:
    path = page_of(paid.order, "reverse")
    assert "stays paid" in text_of(client.get(path))
    assert errors_of(send(client, path, reason="")) and errors_of(send(client, path, reason="x", to="nonsense"))
    assert "no order has this reference" in errors_of(send(client, path, reason="x", to="B-00000"))
    assert send(client, path, reason="Mixed up").status_code == 302
    page = text_of(client.get(page_of(paid.order)))
    assert "Taken back. The order owes 25,90" in page and "Mixed up" in page and "booked by mistake" in page
    assert client.get(path).status_code == 403


def test_who_may_not_book_takes_nothing_back(client: Client, paid: Placement) -> None:
    clerk = User.objects.create_user("looks", is_staff=True)
    clerk.user_permissions.add(Permission.objects.get(codename="view_order"))
    client.force_login(clerk)
    assert client.post(page_of(paid.order, "reverse"), {"reason": "x"}).status_code == 403


def test_invariants_find_an_entry_that_takes_back_something_else(paid: Placement, staff: User) -> None:
    reverse_entry(entry=booked(paid), reason="", staff=staff)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE checkout_ledgerentry DISABLE TRIGGER USER")
        cursor.execute("UPDATE checkout_ledgerentry SET amount = 1 WHERE kind = 'reversal'")
    assert "5h" in {name[:2] for name in broken_invariants()}


@proves("law AD-6", "orders that too much money came in for are a task and a list, until it is on its way back")
def test_too_much_money_is_a_task_until_it_is_on_its_way(client: Client, paid: Placement) -> None:
    record_capture(payment=paid.payments.get(), amount=Decimal("4.10"), event_id="more")

    def waiting() -> int:
        return {str(one.title): one.number for one in client.get("/admin/").context["tasks"]}.get(
            "Orders that too much money came in for", 0
        )

    def listed() -> list[Order]:
        return list(client.get("/admin/checkout/order/?money=over").context["cl"].result_list)

    assert (waiting(), listed()) == (1, [paid.order])
    client.post(page_of(paid.order, "give-back"))
    assert (waiting(), listed()) == (0, [])
    send_all()
    assert (waiting(), listed()) == (0, [])


def test_what_ended_and_goes_back_is_no_task(client: Client, paid: Placement) -> None:
    path = page_of(paid.order, "cancel-order")
    confirm(client, path, send(client, path, reason="x"))
    assert not list(client.get("/admin/checkout/order/?money=over").context["cl"].result_list)
