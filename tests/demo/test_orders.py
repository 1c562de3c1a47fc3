"""What was sold in the demo shops and what became of it: the same however often it is written, and told to nobody."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from aftersale.check_in.queries import check_in_named, check_in_of_ticket
from aftersale.entrance.queries import counts_by_kind, guests_of, wrong_admissions
from aftersale.models import Admission, PrintedNumber, RefundRequest, TicketServiceRequest, Withdrawal
from aftersale.ticket_service.queries import open_events
from aftersale.withdrawals.rules import refund_deadline
from catalogue.models import Event
from checkout.models import Placement, Refund
from checkout.orders.order_state import PaymentState, order_with_state
from demo.called_off_rows import write_called_off_shows
from demo.check_in_rows import NUMBERS, write_check_in_order
from demo.exchange_rows import write_exchange
from demo.gate_rows import write_gate
from demo.order_rows import write_orders
from demo.refund_rows import write_refund_requests
from demo.seed import seed
from demo.ticket_service_rows import write_ticket_requests
from shop.invariants import broken_invariants
from shop.models import Mail, Shop
from tests.proofs import proves

pytestmark = [pytest.mark.whole, pytest.mark.django_db, pytest.mark.usefixtures("seeded")]


@proves("law §2", "the demo's inbox holds two, without mails")
def test_staff_find_two_withdrawals() -> None:
    for _time in range(2):
        seed(timezone.localdate(), pictures="none", quiet=True)
    found = Withdrawal.objects.order_by("declared_at").values_list("shop__slug", "state", "deadline")
    # The last one came the day before the shops were made, which may have been before midnight.
    today = timezone.localdate(Withdrawal.objects.latest("declared_at").declared_at) + timedelta(days=1)
    assert list(found) == [
        ("kellerkind", "awaited", refund_deadline(today - timedelta(days=12))),
        ("nachtfalter", "received", refund_deadline(today - timedelta(days=1))),
    ]


@proves("design §7", "the demo's printed tickets have a list, and an order with two numbers has been shipped")
def test_printed_tickets_have_a_list_and_an_order() -> None:
    """Its mails count as sent, and its invoice is written."""
    for _time in range(2):
        seed(timezone.localdate(), pictures="none", quiet=True)
    numbers = PrintedNumber.objects.filter(event__slug="nachtfalter-wien").in_order()
    assert (numbers.free().count(), numbers.used().count()) == (58, 2)
    placement = Placement.objects.get()
    assert [one.number for one in numbers.used()] == ["NF-WIEN-0001", "NF-WIEN-0002"]
    assert placement.order.deliveries.get().state == "shipped" and placement.invoices.exists()
    assert not Mail.objects.waiting().exists()
    assert broken_invariants() == {}


@proves("design §7", "the demo has a check-in that is open, with a form and two tickets")
def test_one_check_in_is_open_with_a_form_and_two_tickets_and_others_are_not_open_yet() -> None:
    """Its mails count as sent."""
    seed(timezone.localdate(), pictures="none", quiet=True)
    for _time in range(2):
        write_check_in_order()
    shop = Shop.objects.get(slug="nachtfalter")
    standing = [check_in_of_ticket(shop, number) for number in NUMBERS]
    assert [one.window.is_open(one.now) for one in standing] == [True, True]
    assert [one.check_in is not None for one in standing] == [True, False]
    assert {(field.kind, field.required) for field in standing[0].fields} == {
        ("text", True), ("text", False), ("checkbox", True),
    }  # fmt: skip
    waiting = check_in_named(Shop.objects.get(slug="kellerkind"), "kellerkind-wuppertal")
    assert (waiting.items, timezone.now() < waiting.window.opens) == ([], True)
    assert not Mail.objects.waiting().exists()
    assert broken_invariants() == {}


def test_a_night_opens_both_forms_of_the_ticket_service_and_two_requests_wait() -> None:
    """Nobody is told of them by mail."""
    seed(timezone.localdate(), pictures="none", quiet=True)
    for _time in range(2):
        write_ticket_requests()
    shop = Shop.objects.get(slug="kellerkind")
    for kind in ("change", "cancel"):
        assert [str(one.event) for one in open_events(shop, kind)] == ["Kellerkind: Köln"]
    assert sorted(TicketServiceRequest.objects.values_list("kind", "state")) == [
        ("cancel", "received"), ("change", "received"),
    ]  # fmt: skip
    assert not Mail.objects.waiting().exists()
    assert broken_invariants() == {}


@proves(
    "design §7",
    "refund requests approved, to be decided and declined; a gate that is over with its guest list, door "
    "sales, entries and one who came in twice",
)
def test_a_night_was_moved_and_three_buyers_ask_their_money_back() -> None:
    """One of them gets it from the bank, of one somebody has to decide. Nobody is told of it by mail."""
    staff = User.objects.create_superuser("demo")
    for _time in range(2):
        write_refund_requests(staff)
    requests = RefundRequest.objects.order_by("created_at")
    assert [(one.state, one.problem) for one in requests] == [
        ("approved", ""), ("received", "parts"), ("declined", ""),
    ]  # fmt: skip
    assert [one.payment.order.email for one in Refund.objects.all()] == ["jule@mail.example"]
    assert not Mail.objects.waiting().exists()
    assert broken_invariants() == {}


@proves("design §7", "a cancelled and a postponed show with orders in every state")
def test_two_shows_were_called_off() -> None:
    """Of the cancelled one the card's money and the part go back; a transfer waits for an account."""
    staff = User.objects.create_superuser("demo")
    for _time in range(2):
        write_called_off_shows(staff)
    states = dict(Event.objects.exclude(state="on_sale").values_list("slug", "state"))
    assert states == {"kellerkind-dresden": "cancelled", "kellerkind-graz": "postponed"}
    assert sorted(one.payment.order.email.partition(".")[0] for one in Refund.objects.all()) == ["karl", "thea"]
    unpaid = Placement.objects.filter(paid_at=None)
    assert (unpaid.filter(cancelled_at=None).count(), unpaid.exclude(cancelled_at=None).count()) == (2, 2)
    assert not Mail.objects.waiting().exists()
    assert broken_invariants() == {}


def test_a_gate_has_a_guest_list_door_sales_entries_and_one_who_came_in_twice() -> None:
    staff = User.objects.create_superuser("demo")
    for _time in range(2):
        write_gate(staff)
    event = Event.objects.get(slug="goldkante-fruehschoppen")
    assert [(one.name, one.inside, one.tickets) for one in guests_of(event)] == [
        ("Xaver Ettl", 0, 1), ("Resi Reindl", 2, 2), ("Vroni Vogl", 2, 3),
    ]  # fmt: skip
    assert (
        sum(one.inside for one in counts_by_kind(event)) == 11
        and sum(one.expected for one in counts_by_kind(event)) == 13
    )
    assert len(wrong_admissions(event)) == 1
    assert event.happening_until is not None and event.happening_until < timezone.now()
    assert not Admission.objects.exclude(at__range=(event.happening_from, event.happening_until)).exists()
    assert not Mail.objects.waiting().exists()
    assert broken_invariants() == {}


@proves("design §7", "an unpaid order that is overdue, and one that has ended")
def test_an_unpaid_order_is_overdue_and_another_has_ended_without_a_mail() -> None:
    for _time in range(2):
        write_orders()
    today = timezone.localdate()
    overdue_one, ended = Placement.objects.filter(shop__slug="kellerkind").order_by("-placed_at")
    assert (overdue_one.cancelled_at, overdue_one.pay_by < today) == (None, True)
    assert ended.cancelled_at is not None
    assert not Mail.objects.filter(sent_at=None).exists()
    assert broken_invariants() == {}


@proves("design §7", "a paid order that staff have exchanged for something dearer, of which the difference is owed")
def test_staff_have_exchanged_a_tape_and_the_difference_is_owed() -> None:
    staff = User.objects.create_superuser("demo")
    for _time in range(2):
        write_exchange(staff)
    first, extra_cost = Placement.objects.filter(order__email="toni@mail.example").order_by("number")
    (ended,), (line,) = first.lines.all(), extra_cost.lines.all()
    assert (ended.invalidated_at is None, line.variant_description) == (False, "Dresden, Heimspiel")
    order = order_with_state(first.order)
    assert (order.payment_state, order.balance) == (PaymentState.OPEN, Decimal("2.00"))
    assert order.steps.get().staff == staff
    assert not Mail.objects.waiting().exists()
    assert broken_invariants() == {}
