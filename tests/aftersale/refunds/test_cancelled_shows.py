"""What cancelling, postponing or moving a show does to its orders: paid, partly paid and unpaid."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone, translation

from aftersale.models import RefundOffer, Ticket
from aftersale.refunds.actions import open_offer
from aftersale.refunds.queries import offer_counts
from catalogue.models import Event
from checkout.actions.payments.paying import pay_order
from checkout.actions.payments.reconciling import book_capture
from checkout.errors import EventCancelled
from checkout.graphql.order import order_type
from checkout.models import Payment, Refund
from checkout.orders.access import access_order
from checkout.payments.interface import Movement
from checkout.payments.ledger import balance
from shop.core.values.formats import euros
from shop.invariants import broken_invariants
from shop.models import Mail
from tests.checkout.placing import transfer
from tests.factories import first_variant, make_product
from tests.proofs import proves
from tests.staff import log_in, text_of

from .bought import CARD, PAYER, paid_from_the_bank, tickets_paid
from .calling_off import call_off, offer_mails, unpaid

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> User:
    return User.objects.create_user("clerk")


class TestUnpaid:
    @proves(
        "law J16",
        "a cancelled event: unpaid orders end and free their pieces, their payment is refused with the reason, and "
        "their buyers are told once",
    )
    def test_an_unpaid_order_ends_and_cannot_be_paid(self, event: Event, staff: User) -> None:
        placement = unpaid(event)
        call_off(event, staff)
        placement.refresh_from_db()
        assert placement.cancelled_at is not None and event.state == "cancelled"
        with pytest.raises(EventCancelled):
            pay_order(order=access_order(event.owner, placement.order.secret), method="bank_transfer")
        (text,) = offer_mails(placement.order)
        assert "has been cancelled" in text and "do not pay for these tickets" in text and "your money" not in text
        call_off(event, staff)
        assert len(offer_mails(placement.order)) == 1

    def test_until_its_job_has_run_it_cannot_be_paid_either(self, event: Event) -> None:
        placement = unpaid(event)
        Event.objects.update(state="cancelled")
        with pytest.raises(EventCancelled):
            pay_order(order=access_order(event.owner, placement.order.secret), method="bank_transfer")

    @proves("law J16", "of an order with other goods only the tickets of the cancelled event end")
    def test_other_goods_of_the_order_stay(self, event: Event, staff: User) -> None:
        placement = unpaid(event, (first_variant(make_product(event.owner, price="20.00")), 1))
        call_off(event, staff)
        placement.refresh_from_db()
        assert placement.cancelled_at is None
        assert [line.ticket for line in placement.lines.counting()] == [False]
        owed = balance(placement.order)
        assert owed == placement.total - Decimal("60.00")
        pay_order(order=access_order(event.owner, placement.order.secret), method="bank_transfer")
        assert placement.order.payments.latest("created_at").amount == owed

    @proves("law J16", "money that comes in late for a cancelled event's order goes back by itself")
    def test_late_money_goes_back(self, event: Event, staff: User) -> None:
        placement = unpaid(event, by=CARD)
        call_off(event, staff)
        payment = placement.payments.get()
        assert payment.state == Payment.State.CANCELLED
        book_capture(payment, Movement(id="late", amount=Decimal("60.00"), currency="EUR"))
        refund = Refund.objects.get()
        assert (refund.amount, refund.payment) == (Decimal("60.00"), payment)
        placement.refresh_from_db()
        assert placement.paid_at is None

    @proves("law J16", "money received for a part is counted in the offer, told, and goes back the way it came")
    def test_a_partly_paid_order_gets_its_money_back(self, event: Event, staff: User) -> None:
        placement = unpaid(event)
        transfer(placement, "25.00")
        offer = RefundOffer.objects.create(event=event, cause="cancelled")
        counts = offer_counts(offer)
        assert (counts.unpaid, counts.came_in, counts.tickets) == (1, Decimal("25.00"), 0)
        call_off(event, staff)
        refund = Refund.objects.get()
        assert (refund.amount, refund.reason) == (Decimal("25.00"), "the event was cancelled")
        assert refund in Refund.objects.to_transfer()
        (text,) = offer_mails(placement.order)
        assert euros(Decimal("25.00")) in text and "go back the way they came" in text

    def test_partial_money_pays_other_goods_first(self, event: Event, staff: User) -> None:
        placement = unpaid(event, (first_variant(make_product(event.owner, price="20.00")), 1))
        rest = placement.total - Decimal("60.00")
        transfer(placement, str(rest + 5))
        call_off(event, staff)
        placement.refresh_from_db()
        assert placement.paid_at is not None
        assert [one.amount for one in Refund.objects.all()] == [Decimal("5.00")]


class TestPaid:
    @proves(
        "purchase §4",
        "a transfer whose account the bank's statement names goes back there without a form; staff send it",
    )
    def test_a_known_account_needs_no_form(self, event: Event, staff: User) -> None:
        order = paid_from_the_bank(event, staff, ("30.00", PAYER))
        unknown = tickets_paid(event, 1, key="unknown")
        call_off(event, staff)
        refund = Refund.objects.get()
        assert (refund.payment.order, refund.amount, refund.by_transfer) == (order, Decimal("30.00"), False)
        assert refund in Refund.objects.to_transfer()
        assert "You need not do anything" in offer_mails(order)[0]
        assert "Have your ticket numbers at hand" in offer_mails(unknown)[0]


class TestOrderPages:
    @proves("purchase §4", "an order's page says that its event was cancelled, postponed or moved, and to when")
    @pytest.mark.parametrize(
        ("state", "news"),
        [("cancelled", "cancelled"), ("postponed", "not known yet"), ("moved", "new date: "), ("on_sale", "")],
    )
    def test_the_buyers_page(self, event: Event, state: str, news: str) -> None:
        order = tickets_paid(event, 1)
        Event.objects.update(state=state, moved_from=event.happening_from if state == "moved" else None)
        with translation.override("en"):
            (item,) = order_type(access_order(event.owner, order.secret), "en").items
        assert news in item.event_news and bool(news) == bool(item.event_news)

    @proves("design §6", "an order's staff page names the state of its events; its timeline has the mails about them")
    def test_the_staff_page(self, client: Client, event: Event, staff: User) -> None:
        order = tickets_paid(event, 1, by=CARD)
        call_off(event, staff)
        assert offer_mails(order)
        client.cookies["locale"] = "en"
        log_in(client)
        page = text_of(client.get(f"/admin/checkout/order/{order.pk}/change/"))
        assert "cancelled" in page
        assert "Mail sent: the event was cancelled, postponed or moved" in page and "Refund requested" in page
        assert f"{event}: cancelled" in page, "what staff decided about the event"
        assert f"the event was cancelled, postponed or moved</a> → {order.email}: sent on" in page, "among the mails"


class TestOtherDates:
    @proves(
        "law TK-3",
        "a moved event: its times move together, its mail names both dates and offers a refund, and each order gets "
        "its tickets anew",
    )
    def test_a_moved_event(self, event: Event, staff: User) -> None:
        before = event.happening_from
        Event.objects.update(door_time=before - timedelta(hours=1), happening_until=before + timedelta(hours=3))
        order = tickets_paid(event, 1, by=CARD)
        open_order = unpaid(event)
        tickets = Mail.objects.filter(kind__startswith="tickets")
        assert tickets.count() == 1
        after = before + timedelta(days=60)
        call_off(event, staff, "moved", by_itself=False, new_begin=after)
        assert (event.state, event.moved_from, event.happening_from) == ("moved", before, after)
        assert event.door_time == after - timedelta(hours=1) and event.is_sold
        assert tickets.count() == 2
        (text,) = offer_mails(order)
        with translation.override("en"):
            assert event.begins in text and event.formerly_began in text
        assert "stay valid" in text and "order_id=" in text
        open_order.refresh_from_db()
        assert open_order.is_open
        call_off(event, staff, "moved", by_itself=False, new_begin=after + timedelta(days=1))
        assert event.moved_from == after and len(offer_mails(order)) == 2

    @proves("law TK-3", "a postponed event needs no new date and sells nothing; once it has one, it is moved")
    def test_a_postponed_event_gets_a_date_later(self, event: Event, staff: User) -> None:
        order = tickets_paid(event, 1, by=CARD)
        call_off(event, staff, "postponed", by_itself=False)
        assert (event.state, event.is_sold) == ("postponed", False)
        (text,) = offer_mails(order)
        with translation.override("en"):
            assert "postponed" in text and event.begins in text
        call_off(event, staff, "moved", by_itself=False, new_begin=event.happening_from + timedelta(days=90))
        assert event.is_sold and len(offer_mails(order)) == 2

    @pytest.mark.parametrize(("cause", "new_begin"), [("moved", None), ("cancelled", timezone.now())])
    def test_only_a_move_has_a_new_date(self, event: Event, staff: User, cause: str, new_begin: Any) -> None:
        offer = RefundOffer.objects.create(event=event, cause=cause, new_begin=new_begin)
        with pytest.raises(ValidationError):
            open_offer(offer=offer, tell=True, staff=staff)
        event.refresh_from_db()
        assert event.state == "on_sale"


@proves(
    "design §4",
    "no valid ticket of a cancelled event beside refunded money, and no unpaid one an hour after the cancellation",
)
def test_invariants_know_cancelled_events(event: Event, staff: User) -> None:
    order = tickets_paid(event, 1, by=CARD)
    unpaid(event)
    call_off(event, staff)
    assert not broken_invariants()
    Ticket.objects.filter(line__placement__order=order).update(invalidated_at=None, ended="")
    assert "6u" in {name.split()[0] for name in broken_invariants()}


def test_an_unpaid_ticket_that_no_job_has_ended_is_found(event: Event) -> None:
    unpaid(event)
    RefundOffer.objects.create(event=event, cause="cancelled", opened_at=timezone.now() - timedelta(hours=2))
    Event.objects.update(state="cancelled")
    assert [name.split()[0] for name in broken_invariants()] == ["6v"]


@proves("design §6", "the staff's start page counts cancelled events with money left")
def test_the_start_page_counts_what_is_left(client: Client, event: Event, staff: User) -> None:
    order = tickets_paid(event, 1)
    call_off(event, staff)
    client.cookies["locale"] = "en"
    log_in(client)
    assert "Cancelled events with money still to be given back" in text_of(client.get("/admin/"))
    assert event.name in text_of(client.get("/admin/aftersale/refundoffer/?left=money"))
    Ticket.objects.filter(line__placement__order=order).update(invalidated_at=timezone.now(), ended="staff")
    assert "Cancelled events with money" not in text_of(client.get("/admin/"))
