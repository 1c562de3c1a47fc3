"""Unpaid orders: buyers are reminded, then what is open ends; money that is there or near stops it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail as outbox
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cart.actions import apply_payment_code
from cart.models import Cart
from catalogue.models import Event, SeatClaim, Stock
from checkout.actions import enter_addresses, invalidate_line, place_order
from checkout.actions.bank import bank_lines, bank_statements
from checkout.actions.payments.expiring import expire_overdue
from checkout.actions.payments.reconciling import book_capture
from checkout.actions.payments.reminding import give_more_time, remind_overdue
from checkout.errors import NothingToPay
from checkout.mails.together import send_with_others
from checkout.models import BankLine, Order, Payment, Placement, Refund
from checkout.orders.deadlines import no_transfer_from, past_expiry, to_do
from checkout.payments.interface import Movement
from checkout.payments.ledger import balance, record_capture
from checkout.pricing.checkout import priced_checkout
from checkout.rules import PaymentDates, last_day_so_long_ago, payment_dates
from checkout.tasks import end_unpaid_orders, remind_of_open_payments
from shop.core.database.actors import acting_as
from shop.invariants import broken_invariants
from shop.models import AuditEntry, Mail, Shop
from tests.checkout.bank.statements import camt, entry
from tests.checkout.merging import merge
from tests.checkout.placing import place, ready_cart, shirt, shown_to_buyer
from tests.factories import ADDRESS, fill_cart, first_variant, make_event, make_payment_code, make_product, make_shop
from tests.proofs import proves

pytestmark = pytest.mark.django_db
# A Thursday.
DAY = date(2026, 11, 5)
IN_TIME, DUE, OVER = 0, 8, 14 + 5


def aged(placement: Placement, days: int) -> Placement:
    """As if it had been placed so many days earlier."""
    earlier = timedelta(days=days)
    Placement.objects.filter(pk=placement.pk).update(
        placed_at=F("placed_at") - earlier, pay_by=F("pay_by") - earlier, ends_on=F("ends_on") - earlier
    )
    first = Placement.objects.filter(order=placement.order).earliest("placed_at")
    Order.objects.filter(pk=placement.order_id).update(placed_at=first.placed_at)
    return Placement.objects.get(pk=placement.pk)


def kinds() -> list[str]:
    return list(Mail.objects.exclude(kind="confirmation").order_by("created_at").values_list("kind", flat=True))


def is_cancelled(placement: Placement) -> bool:
    placement.refresh_from_db()
    return placement.cancelled_at is not None


@pytest.mark.parametrize(
    ("told", "dates"),
    [
        ({}, PaymentDates(DAY + timedelta(7), DAY + timedelta(14))),
        ({"ends_after": None}, PaymentDates(DAY + timedelta(7), None)),
        ({"no_transfer_from": DAY + timedelta(9)}, PaymentDates(DAY + timedelta(7), DAY + timedelta(9))),
        ({"no_transfer_from": DAY + timedelta(4)}, PaymentDates(DAY + timedelta(4), DAY + timedelta(4))),
        ({"no_transfer_from": DAY - timedelta(1)}, PaymentDates(DAY, DAY)),
        ({"no_transfer_from": DAY + timedelta(4), "ends_after": None}, PaymentDates(DAY + timedelta(4), None)),
    ],
)
def test_tickets_end_before_their_event_and_nothing_where_the_switch_is_off(told: Any, dates: PaymentDates) -> None:
    given = {"placed_on": DAY, "days": 7, "ends_after": 14, "no_transfer_from": None}
    assert payment_dates(**given | told) == dates


def test_working_days_pass_before_anything_ends() -> None:
    assert last_day_so_long_ago(DAY, 2) == date(2026, 11, 2), "Tuesday and Wednesday are over"
    assert last_day_so_long_ago(date(2026, 11, 10), 2) == date(2026, 11, 5), "Friday and Monday are over"
    assert last_day_so_long_ago(date(2026, 11, 9), 2) == date(2026, 11, 4), "Thursday and Friday are over"


@proves(
    "docs/decisions/0056",
    "who does not pay is reminded once, by the days of the shop's form; then the order ends and its "
    "pieces are free; each with its switch and mail",
)
def test_who_does_not_pay_is_reminded_once_and_then_the_pieces_are_free_again() -> None:
    placement = place((shirt(capacity=5), 2))
    assert (placement.pay_by, placement.ends_on) == (
        timezone.localdate() + timedelta(days=7), timezone.localdate() + timedelta(days=14),
    )  # fmt: skip
    for age in (0, 7):
        aged(placement, age)
        remind_of_open_payments(timestamp=0)
        end_unpaid_orders(timestamp=0)
    assert kinds() == [], "the days to pay are not over yet"
    aged(placement, 1)
    for _again in range(2):
        remind_of_open_payments(timestamp=0)
        end_unpaid_orders(timestamp=0)
    assert kinds() == ["payment_reminder"]
    assert Stock.objects.get().sold == 2
    assert shown_to_buyer(placement).joinable, "its parcel is still to be packed"
    aged(placement, 6)
    expire_overdue()
    assert not is_cancelled(placement), "this is the day that was told"
    aged(placement, 5)
    for _again in range(2):
        end_unpaid_orders(timestamp=0)
    assert is_cancelled(placement)
    assert kinds() == ["payment_reminder", "expired"]
    assert (Stock.objects.get().sold, Payment.objects.get().state) == (0, "cancelled")
    assert shown_to_buyer(placement).status.value == "cancelled"
    assert broken_invariants() == {}


@pytest.mark.parametrize(
    ("switch", "job", "age"), [("payment_reminder", remind_overdue, DUE), ("payment_expiry", expire_overdue, OVER)]
)
def test_each_has_its_switch(switch: str, job: Callable[[], None], age: int) -> None:
    placement = aged(place((shirt(), 1)), age)
    Shop.objects.update(**{switch: False})
    job()
    assert (kinds(), is_cancelled(placement)) == ([], False)
    Shop.objects.update(**{switch: True})
    job()
    assert len(kinds()) == 1


@proves(
    "docs/decisions/0056",
    "the day that a buyer was told stands, whatever the form says since; nothing says that an order ends "
    "where it does not",
)
def test_what_was_ordered_while_nothing_ended_never_does() -> None:
    variant = first_variant(make_product(make_shop(payment_expiry=False)))
    placement = place((variant, 1))
    assert (placement.ends_on, shown_to_buyer(placement).ends_on) == (None, None)
    Shop.objects.update(payment_expiry=True)
    aged(placement, 300)
    expire_overdue()
    assert not is_cancelled(placement)


@proves(
    "docs/decisions/0056",
    "what money came in for, or may be near (a payment service, a bank statement that nobody booked, two "
    "working days), never ends by itself: staff decide, and the start page counts it",
)
def test_money_that_came_in_stops_the_end_and_becomes_a_task() -> None:
    placement = aged(place((shirt(), 1)), OVER)
    record_capture(payment=placement.payments.get(), amount=Decimal("1.00"), event_id="part")
    remind_overdue()
    expire_overdue()
    assert (kinds(), is_cancelled(placement)) == ([], False)
    assert to_do(timezone.localdate()) == {"awaited": 1, "decided": 1}
    assert shown_to_buyer(placement).ends_on is None, "nothing ends by itself any more, so nothing says so"


def test_what_is_left_after_a_line_ended_alone_ends_too() -> None:
    shop = make_shop()
    first, second = first_variant(make_product(shop)), first_variant(make_product(shop))
    placement = aged(place((first, 1), (second, 1)), IN_TIME)
    invalidate_line(line=placement.lines.earliest("number"))
    assert shown_to_buyer(placement).ends_on == placement.ends_on, "nothing came in"
    aged(placement, OVER)
    expire_overdue()
    assert is_cancelled(placement)
    assert broken_invariants() == {}


def test_what_a_payment_service_has_not_told_the_end_of_stops_it() -> None:
    placement = aged(place((shirt(), 1)), OVER)
    Payment.objects.update(method="stripe_sofort", provider="a service that is gone", external_id="x")
    for of_it in (placement, None):  # for it alone, or for all that is open
        Payment.objects.update(placement=of_it)
        expire_overdue()
        assert not is_cancelled(placement)
    Payment.objects.update(state="failed")
    expire_overdue()
    assert is_cancelled(placement)


def test_a_bank_statement_that_nobody_has_booked_stops_it_and_the_reminder() -> None:
    placement = aged(place((shirt(), 1)), DUE)
    told = camt(entry("25.90", f"BAX{placement.reference}"))
    clerk = User.objects.create_user("clerk", is_staff=True)
    file, _new = bank_statements.import_statements(content=told, name="statement.xml", staff=clerk)
    remind_overdue()
    aged(placement, OVER - DUE)
    expire_overdue()
    assert (kinds(), is_cancelled(placement)) == ([], False)
    assert to_do(timezone.localdate())["decided"] == 1
    bank_lines.book_matched(line_id=file.lines.get().pk, staff=clerk)
    expire_overdue()
    placement.refresh_from_db()
    assert placement.paid_at is not None


@proves("docs/decisions/0056", "money that comes after the end goes back")
def test_money_that_comes_by_transfer_after_the_end_goes_back() -> None:
    placement = aged(place((shirt(), 1)), OVER)
    expire_overdue()
    clerk = User.objects.create_user("clerk", is_staff=True)
    told = camt(entry("25.90", f"BAX{placement.reference}"))
    file, _new = bank_statements.import_statements(content=told, name="statement.xml", staff=clerk)
    line = bank_lines.book_matched(line_id=file.lines.get().pk, staff=clerk)
    assert (line.kind, line.state) == (BankLine.Kind.LATE, BankLine.State.BOOKED)
    refund = Refund.objects.to_transfer().get()
    assert (refund.amount, refund.payment) == (Decimal("25.90"), placement.payments.get())
    order = shown_to_buyer(placement)
    assert (order.received, order.returning, order.returned) == (Decimal("25.90"), Decimal("25.90"), Decimal(0))
    assert not order.joinable
    assert is_cancelled(placement)
    assert broken_invariants() == {}


@proves(
    "docs/decisions/0056",
    "only what is open of an order ends, each placement for itself; a payment code and seats are free again",
)
@pytest.mark.parametrize("for_all", [False, True])
def test_late_money_for_what_ended_of_a_paid_order_goes_back(for_all: bool) -> None:
    variant = shirt(capacity=9)
    first = place((variant, 1))
    second = place((variant, 1), into=first.order, key="key-2")
    record_capture(payment=first.payments.get(), amount=Decimal("25.90"), event_id="first")
    payment = second.payments.get()
    if for_all:  # as it is where several were open when it began
        Payment.objects.filter(pk=payment.pk).update(placement=None)
    aged(second, OVER)
    expire_overdue()
    assert is_cancelled(second)
    first.refresh_from_db()
    assert (first.cancelled_at, first.paid_at is not None) == (None, True), "only what is open ends"
    assert Stock.objects.get().sold == 1
    payment.refresh_from_db()
    book_capture(payment, Movement("late", Decimal("20.00"), "EUR"))
    assert Refund.objects.get().amount == Decimal("20.00")
    assert broken_invariants() == {}


def test_each_placement_ends_for_itself_and_what_waits_apart_too() -> None:
    variant = first_variant(make_event(make_shop(), capacity=9))
    first = place((variant, 1))
    session, _request = ready_cart((variant, 1))
    apart = merge(session, into=first.order, key="key-2", is_verified=False)
    aged(apart, OVER)
    expire_overdue()
    assert (is_cancelled(apart), is_cancelled(first)) == (True, False)
    assert first.payments.get().state == Payment.State.PENDING
    assert broken_invariants() == {}


def test_a_payment_code_is_free_again_and_seats_of_tickets_too() -> None:
    event = make_event(make_shop(), price="30.00")
    code = make_payment_code(event, "10.00")
    session, request = ready_cart((first_variant(event), 1))
    apply_payment_code(session=session, code=code)
    placement = place_order(session=session, request=replace(request, expected_total=Decimal("20.00")))
    aged(placement, OVER + 30)
    remind_overdue()
    expire_overdue()
    code.refresh_from_db()
    assert (is_cancelled(placement), code.holder) == (True, None), "what a code paid is nobody's money"
    assert not SeatClaim.objects.exists()
    assert broken_invariants() == {}


def offered(event: Event) -> bool:
    session, cart = fill_cart(event.owner, (first_variant(event), 1))
    enter_addresses(session=session, billing=ADDRESS, shipping=None, email="mira@example.org")
    return "bank_transfer" in {offer.id for offer in priced_checkout(Cart.objects.get(pk=cart.pk)).offers}


@proves(
    "law §9 PM-6", "tickets are not paid by transfer in the last days before their event, and unpaid ones end by then"
)
def test_no_transfer_is_offered_for_tickets_in_the_last_days_and_open_ones_end() -> None:
    event = make_event(make_shop(), happening_from=timezone.now() + timedelta(days=4))
    assert offered(event)
    placement = place((first_variant(event), 1))
    day = timezone.localdate() + timedelta(days=1)
    assert (placement.ends_on, placement.pay_by, no_transfer_from(event.owner, [first_variant(event)])) == (
        day, day, day,
    )  # fmt: skip
    Event.objects.update(happening_from=timezone.now() + timedelta(days=3))
    assert not offered(Event.objects.get())
    aged(placement, 2)
    assert placement not in past_expiry(timezone.localdate()), "staff have two working days to find the money"
    Event.objects.update(happening_from=timezone.now() + timedelta(days=1))
    expire_overdue()
    assert is_cancelled(placement), "or until the day before"
    assert broken_invariants() == {}


@proves(
    "docs/decisions/0056",
    "reminder and end are told in the order's language: what is open, where to, until when, or that nothing is owed",
)
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("kind", ["payment_reminder", "expired"])
def test_the_mails_say_what_is_so(kind: str, language: str, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    placement = place((shirt(), 1))
    Order.objects.update(language=language)
    aged(placement, DUE if kind == "payment_reminder" else OVER)
    (remind_overdue if kind == "payment_reminder" else expire_overdue)()
    send_with_others(str(Mail.objects.get(kind=kind).pk))
    message: Any = outbox.outbox[-1]
    bodies = [message.body, str(message.alternatives[0][0])]
    assert placement.reference in message.subject
    for body in bodies:
        if kind == "expired":
            assert ("du schuldest uns nichts" if language == "de" else "you owe us nothing") in body
            assert "IBAN" not in body
        else:
            assert "BAX" + placement.reference in body and "25,90" in body and "IBAN" in body
            assert f"/checkout/payment/{placement.order.secret}/" in body
            assert ("nicht bezahlt ist, stornieren wir" if language == "de" else "is cancelled") in body
    Shop.objects.update(payment_expiry=False)
    if kind == "payment_reminder":
        Mail.objects.filter(kind=kind).update(sent_at=None)
        send_with_others(str(Mail.objects.get(kind=kind).pk))
        assert ("stornieren" if language == "de" else "is cancelled") not in outbox.outbox[-1].body


def test_a_reminder_asks_for_what_is_still_open() -> None:
    placement = aged(place((shirt(), 1)), DUE)
    record_capture(payment=placement.payments.get(), amount=Decimal("5.90"), event_id="part")
    remind_overdue()
    mail = Mail.objects.get(kind="payment_reminder")
    send_with_others(str(mail.pk))
    mail.refresh_from_db()
    assert "20,00" in mail.text and "stornieren" not in mail.text


def test_staff_give_more_time_and_the_history_knows_who() -> None:
    placement = aged(place((shirt(), 1)), OVER)
    remind_overdue()
    until = timezone.localdate() + timedelta(days=10)
    with acting_as("staff", "clerk"):
        give_more_time(order=placement.order, until=until)
    expire_overdue()
    assert not is_cancelled(placement)
    assert (placement.ends_on, placement.pay_by, shown_to_buyer(placement).ends_on) == (until, until, until)
    noted = AuditEntry.objects.filter(who="clerk").latest("pk")
    assert "ends_on" in str(vars(noted))
    aged(placement, 8)
    remind_overdue()
    assert kinds() == ["payment_reminder"]
    record_capture(payment=placement.payments.get(), amount=Decimal("25.90"), event_id="all")
    with pytest.raises(NothingToPay):
        give_more_time(order=placement.order, until=until)


@proves(
    "law §10 OP-5",
    "staff find what is overdue and what they have to decide, and give an order more time; its history says who",
)
def test_staff_find_overdue_orders_and_give_them_more_time() -> None:
    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.create_superuser("chief"))
    client.cookies["locale"] = "en"
    late, new = aged(place((shirt(), 1)), OVER), place((shirt(), 1), key="key-2")
    record_capture(payment=late.payments.get(), amount=Decimal("1.00"), event_id="part")
    for money in ("overdue", "decide"):
        page = client.get(f"/admin/checkout/order/?money={money}").content.decode()
        assert late.reference in page and new.reference not in page
    tasks = {one.link.partition("?")[2]: one.number for one in client.get("/admin/").context["tasks"]}
    assert tasks["money=decide"] == 1
    step = f"/admin/checkout/order/{late.order_id}/more-time/"
    assert client.get(step).status_code == 200
    refused = client.post(step, {"until": str(timezone.localdate())})
    assert "This day is over" in refused.content.decode()
    until = timezone.localdate() + timedelta(days=20)
    assert client.post(step, {"until": str(until)}).status_code == 302
    late.refresh_from_db()
    assert late.ends_on == until
    assert to_do(timezone.localdate())["decided"] == 0


def test_the_days_in_the_shops_form_fit_each_other() -> None:
    shop = make_shop()
    shop.payment_days = 14
    with pytest.raises(ValidationError) as refused:
        shop.full_clean()
    assert "payment_expiry_days" in refused.value.message_dict
    shop.payment_expiry = False
    shop.full_clean()


@proves("design §5", "what is past its end is found by the same few statements for one as for many")
def test_what_is_past_its_end_is_found_by_as_many_statements_for_one_as_for_many() -> None:
    variant = shirt(capacity=9)
    sent: list[int] = []
    for number in range(3):
        aged(place((variant, 1), key=f"key-{number}"), OVER)
        with CaptureQueriesContext(connection) as asked:
            assert past_expiry(timezone.localdate()).count() == number + 1
            to_do(timezone.localdate())
        sent.append(len(asked))
    assert sent == [2, 2, 2]
    with CaptureQueriesContext(connection) as three:
        expire_overdue()
    aged(place((variant, 1), key="one"), OVER)
    with CaptureQueriesContext(connection) as one:
        expire_overdue()
    assert len(three) - 1 <= 3 * (len(one) - 1)
    assert balance(Order.objects.first()) == 0  # type: ignore[arg-type]
