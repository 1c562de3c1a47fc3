"""Each announcement of a cancelled, postponed or moved show: one mail per buyer, its money, and what staff saw."""

from datetime import timedelta
from decimal import Decimal
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone, translation

from aftersale.models import RefundOffer, RefundRequest
from aftersale.refunds.mails import queue_offer_mail
from aftersale.tasks import tell_holders
from cart.actions import apply_payment_code
from catalogue.models import Event
from checkout.actions import place_order
from checkout.actions.payments.reconciling import book_capture
from checkout.actions.refunds.reversing import reverse_entry
from checkout.models import Delivery, Order, OrderStep, Payment, Refund, RefundShipping
from checkout.models.placement import PlacementVat
from checkout.orders.order_state import MoneyState, order_with_money_state
from checkout.payments.interface import Movement
from checkout.payments.ledger import balance, record_capture, record_refund
from shop.core.values.formats import long_date
from shop.invariants import broken_invariants
from shop.models import Mail, Shop
from tests.aftersale.printed_tickets.house import hard, numbered, printed_event
from tests.checkout.merging import merge
from tests.checkout.placing import click_of, place, ready_cart, transfer
from tests.factories import first_variant, make_event, make_payment_code, make_product
from tests.proofs import proves
from tests.staff import errors_of, fields_of, log_in, send, text_of

from .bought import CARD, opened, paid, tickets_paid
from .calling_off import call_off, offer_mails, unpaid

pytestmark = pytest.mark.django_db
OFFERS = "/admin/aftersale/refundoffer/"


@pytest.fixture
def staff() -> User:
    return User.objects.create_user("clerk")


def postpone(event: Event, staff: User) -> None:
    call_off(event, staff, "postponed", by_itself=False, new_begin=None)


def move(event: Event, staff: User, days: int, since: object = None) -> None:
    begin = (since or event.happening_from) + timedelta(days=days)  # type: ignore[operator]
    call_off(event, staff, "moved", by_itself=False, new_begin=begin)


class TestMails:
    @proves(
        "law J16",
        "each announcement of a postponed, moved or cancelled show sends one mail per order, also if it was announced "
        "before; jobs that run twice and staff who press twice send none",
    )
    def test_each_announcement_is_told_once(self, event: Event, staff: User) -> None:
        order, first = tickets_paid(event, 1, by=CARD), event.happening_from
        steps = (
            lambda: postpone(event, staff),
            lambda: move(event, staff, 30, first),
            lambda: postpone(event, staff),
            lambda: move(event, staff, 30, first),
            lambda: move(event, staff, 60, first),
            lambda: move(event, staff, 30, first),
            lambda: call_off(event, staff, "cancelled", by_itself=False, new_begin=None),
        )
        for number, step in enumerate(steps, start=1):
            for _time in range(2):
                step()
                assert len(offer_mails(order)) == number, number
            tell_holders(RefundOffer.objects.get().pk, str(UUID(int=0)))
            assert len(offer_mails(order)) == number, number
        assert event.state == "cancelled"

    @proves(
        "law J16",
        "buyers who have not paid yet are told of a postponement and a move, with what they can do; their order stays",
    )
    def test_unpaid_buyers_are_told_too(self, event: Event, staff: User) -> None:
        placement = unpaid(event)
        assert placement.ends_on
        postpone(event, staff)
        (text,) = offer_mails(placement.order)
        assert "does not take place" in text and "not paid yet" in text and "stay valid" not in text
        with translation.override("en"):
            assert f"do not pay: what is not paid by {long_date(placement.ends_on)} is cancelled" in text
        assert "order_id=" not in text and "pay for these tickets any more" not in text
        move(event, staff, 30)
        text = offer_mails(placement.order)[1]
        assert "has been moved from" in text and "not paid yet" in text
        assert not Mail.objects.filter(kind__startswith="tickets").exists()
        placement.refresh_from_db()
        assert placement.is_open
        transfer(placement, "20.00")
        postpone(event, staff)
        assert "give back what has come in" in offer_mails(placement.order)[2]

    @proves("law J16", "the mail about a cancelled show never asks to pay for tickets, also if others of it are paid")
    def test_no_money_is_asked_for_a_cancelled_show(self, event: Event) -> None:
        order = tickets_paid(event, 1, by=CARD)
        session, _request = ready_cart((first_variant(event), 2))
        assert merge(session, into=order, key="joined").is_open
        Event.objects.update(state=Event.State.CANCELLED)
        queue_offer_mail(opened(event, "cancelled"), order)
        (text,) = offer_mails(order)
        assert "has been cancelled" in text and "pay them" not in text and "not paid yet" not in text


class TestDates:
    @proves("law TK-3", "a postponed show that gets its first date again takes place as announced, and buyers are told")
    def test_back_to_the_first_date(self, event: Event, staff: User) -> None:
        order, first = tickets_paid(event, 1, by=CARD), event.happening_from
        tickets = Mail.objects.filter(kind__startswith="tickets").count()
        postpone(event, staff)
        move(event, staff, 0)
        assert (event.state, event.happening_from, event.moved_from, event.is_sold) == ("on_sale", first, None, True)
        text = offer_mails(order)[1]
        assert "after all" in text and "stay valid" in text and "moved from" not in text
        assert Mail.objects.filter(kind__startswith="tickets").count() == tickets

    def test_back_to_its_last_date_after_a_move(self, event: Event, staff: User) -> None:
        first = event.happening_from
        move(event, staff, 30)
        postpone(event, staff)
        move(event, staff, 0)
        assert (event.state, event.happening_from, event.moved_from) == ("moved", first + timedelta(days=30), first)

    @proves("law TK-3", "opening an offer again leaves a time that staff corrected at the event since")
    def test_a_corrected_time_stays(self, event: Event, staff: User) -> None:
        first = event.happening_from
        move(event, staff, 30)
        corrected = first + timedelta(days=30, minutes=30)
        Event.objects.update(happening_from=corrected)
        move(event, staff, 30, first)
        assert event.happening_from == corrected


class TestMoney:
    @proves(
        "law J16",
        "money under way for tickets of a cancelled show pays the order's other goods, and its rest goes back or "
        "stands among the orders with too much money",
    )
    def test_begun_payments(self, event: Event, staff: User) -> None:
        placement = unpaid(event, (first_variant(make_product(event.owner, price="20.00")), 1), by=CARD)
        total = placement.total
        call_off(event, staff)
        payment = placement.payments.get()
        book_capture(payment, Movement(id="late", amount=total, currency="EUR"))
        placement.refresh_from_db()
        assert placement.paid_at is not None
        assert [one.amount for one in Refund.objects.all()] == [Decimal("60.00")]
        assert balance(placement.order) == Decimal("-60.00")

    def test_money_on_its_way(self, client: Client, event: Event, staff: User) -> None:
        placement = unpaid(event, (first_variant(make_product(event.owner, price="20.00")), 1), by=CARD)
        total = placement.total
        Payment.objects.update(on_its_way="echeck")
        call_off(event, staff)
        payment = placement.payments.get()
        assert payment.state == Payment.State.PENDING
        book_capture(payment, Movement(id="late", amount=total, currency="EUR"))
        order = order_with_money_state(placement.order)
        assert (order.money_state, order.surplus) == (MoneyState.OVERPAID, Decimal("60.00"))
        client.cookies["locale"] = "en"
        log_in(client)
        assert "Orders that too much money came in for" in text_of(client.get("/admin/"))

    def test_beside_a_culture_pass(self, event: Event, shop: Shop, staff: User) -> None:
        other = make_event(shop, price="30.00", name="Another night", slug="another-night")
        session, _request = ready_cart((first_variant(other), 1))
        apply_payment_code(session=session, code=make_payment_code(other))
        bought = place_order(session=session, request=click_of(session, "with-code"))
        payment = bought.payments.get(payment_code=None)
        record_capture(payment=payment, amount=payment.amount, event_id="paid")
        session, _request = ready_cart((first_variant(event), 2))
        joined = merge(session, into=bought.order, key="joined")
        transfer(joined, "25.00", "part")
        call_off(event, staff)
        assert [(one.amount, one.reason) for one in Refund.objects.all()] == [
            (Decimal("25.00"), "the event was cancelled")
        ]
        assert not broken_invariants()


class TestShipping:
    @proves(
        "law J16", "shipping of a parcel of which nothing is left is not owed any more, or goes back if it was paid"
    )
    def test_of_unpaid_printed_tickets(self, shop: Shop, event: Event, staff: User) -> None:
        printed = printed_event(shop, price="30.00")
        placement = place((hard(printed), 1), (first_variant(event), 1), key="both")
        shipping = placement.shipping_total
        assert shipping > 0
        call_off(printed, staff)
        placement.refresh_from_db()
        assert (placement.shipping_total, balance(placement.order)) == (Decimal(0), Decimal("30.00"))
        assert sum(one.gross for one in PlacementVat.objects.filter(placement=placement)) == placement.total
        transfer(placement, "30.00")
        placement.refresh_from_db()
        assert placement.paid_at is not None and not broken_invariants()

    def test_it_stays_owed_for_other_goods(self, shop: Shop, staff: User) -> None:
        printed = printed_event(shop, price="30.00")
        placement = place((hard(printed), 1), (first_variant(make_product(shop, price="20.00")), 1), key="both")
        shipping = placement.shipping_total
        call_off(printed, staff)
        assert balance(placement.order) == Decimal("20.00") + shipping

    def test_of_paid_printed_tickets(self, shop: Shop, event: Event, staff: User) -> None:
        printed = printed_event(shop, price="30.00")
        numbered(printed, "1", "2")
        order = paid((hard(printed), 1), (first_variant(event), 1), by=CARD)
        shipping = order.placements.get().shipping_total
        call_off(printed, staff)
        assert sum(one.amount for one in Refund.objects.all()) == Decimal("30.00") + shipping
        for refund in Refund.objects.all():
            record_refund(refund=refund, event_id=f"gone {refund.pk}")
        assert balance(order) == 0 and not broken_invariants()
        sent = paid((hard(printed_event(shop, price="30.00", slug="later")), 1), by=CARD, key="sent")
        Delivery.objects.filter(order=sent).update(state=Delivery.State.SHIPPED, shipped_at=timezone.now())
        later = Event.objects.get(slug="later")
        call_off(later, staff)
        assert [one.amount for one in Refund.objects.filter(payment__order=sent)] == [Decimal("30.00")]

    @proves("law J16", "shipping that several payments paid goes back through each of them")
    def test_paid_in_parts(self, shop: Shop, staff: User) -> None:
        printed = printed_event(shop, price="30.00")
        placement = place((hard(printed), 1), key="parts")
        total = placement.total
        first = placement.payments.get()
        second = Payment.objects.create(
            order=placement.order, placement=placement, amount=33, reference="second", attempt=2
        )
        Payment.objects.update(method=CARD[0], provider=CARD[1])
        record_capture(payment=first, amount=total - 33, event_id="first")
        record_capture(payment=second, amount=Decimal(33), event_id="second")
        call_off(printed, staff)
        found = {one.payment: one.amount for one in Refund.objects.all()}
        assert found == {second: Decimal(33), first: total - 33}
        for refund in Refund.objects.all():
            record_refund(refund=refund, event_id=f"gone {refund.pk}")
        assert balance(placement.order) == 0 and not broken_invariants()

    @staticmethod
    def paid_apart(shop: Shop) -> tuple[Event, Payment]:
        """Return the event and the transfer that paid the shipping; a card paid the printed ticket."""
        printed = printed_event(shop, price="30.00")
        placement = place((hard(printed), 1), key="apart")
        by_bank = placement.payments.get()
        by_card = Payment.objects.create(
            order=placement.order, placement=placement, amount=30, reference="card", attempt=2,
            method=CARD[0], provider=CARD[1],
        )  # fmt: skip
        record_capture(payment=by_bank, amount=placement.shipping_total, event_id="shipping")
        record_capture(payment=by_card, amount=Decimal(30), event_id="ticket")
        return printed, by_bank

    @proves("law J16", "shipping that a transfer paid goes back from the bank, the tickets by card")
    def test_that_staff_send_from_the_bank(self, shop: Shop, staff: User) -> None:
        printed, by_bank = self.paid_apart(shop)
        call_off(printed, staff)
        refund = Refund.objects.to_transfer().get()
        assert (refund.payment, refund.amount) == (by_bank, by_bank.order.placements.get().shipping_total)
        for one in Refund.objects.all():
            record_refund(refund=one, event_id=f"gone {one.pk}")
        assert balance(by_bank.order) == 0 and not broken_invariants()

    @proves("law J16", "staff read at the order and on the start page that no payment had the shipping left to refund")
    def test_without_money_for_it(self, client: Client, shop: Shop, staff: User) -> None:
        client.cookies["locale"] = "en"
        printed, by_bank = self.paid_apart(shop)
        reverse_entry(entry=by_bank.entries.get(), reason="another shop's", staff=staff)
        call_off(printed, staff)
        request = RefundRequest.objects.get()
        assert request.state == RefundRequest.State.APPROVED and request.amount == 30
        log_in(client)
        assert "no payment of the order has the shipping costs left" in text_of(
            client.get(f"/admin/checkout/order/{request.order_id}/change/")
        )
        row = "Refunds that the shipping costs are missing from"
        assert row in text_of(client.get("/admin/"))
        settle = f"/admin/aftersale/refundrequest/{request.pk}/settle/"
        assert "The guest is told" not in text_of(client.get(settle))
        mails, decided = Mail.objects.count(), (request.staff, request.note, request.decided_at)
        assert send(client, settle, note="sent from the bank").status_code == 302
        request.refresh_from_db()
        assert (request.state, request.problem) == ("approved", "")
        assert (request.staff, request.note, request.decided_at) == decided, "the decision stays as it was"
        step = OrderStep.objects.get(kind=OrderStep.Kind.SHIPPING)
        assert (step.order, str(step.staff)) == (request.order, "staff")
        assert step.text == f"sent from the bank\n{request.offer.event}"
        assert "Shipping costs settled by hand" in text_of(
            client.get(f"/admin/checkout/order/{request.order_id}/change/")
        )
        assert row not in text_of(client.get("/admin/")) and Mail.objects.count() == mails
        assert not broken_invariants()

    def test_another_buyers_payment_never_returns_it(self, shop: Shop, staff: User) -> None:
        printed = printed_event(shop, price="30.00")
        order = paid((hard(printed), 1), by=CARD)
        session, _request = ready_cart((first_variant(printed), 1), (first_variant(make_event(shop, slug="other")), 1))
        stranger = merge(session, into=order, key="stranger", is_verified=False)
        payment = stranger.payments.get()
        record_capture(payment=payment, amount=payment.amount, event_id="stranger's")
        Payment.objects.update(method=CARD[0], provider=CARD[1])
        call_off(printed, staff)
        refunded = RefundShipping.objects.get()
        assert refunded.refund.payment.placement == order.placements.get(number=1)
        assert payment.refunds.get().amount == Decimal("30.00") and not broken_invariants()


class TestWhatStaffSaw:
    @proves(
        "design §6",
        "an offer opens only on the terms that staff saw; a change meanwhile is shown, and nothing is lost",
    )
    def test_a_change_meanwhile_is_shown_first(self, client: Client, event: Event) -> None:
        client.cookies["locale"] = "en"
        log_in(client)
        order: Order = tickets_paid(event, 1, by=CARD)
        offer = RefundOffer.objects.create(event=event, cause="cancelled", by_itself=True)
        path = f"{OFFERS}{offer.pk}/open/"
        seen = fields_of(client.get(path))
        assert seen.pop("tell") == "on"
        RefundOffer.objects.update(cause="postponed", by_itself=False)
        answer = client.post(path, seen)
        assert "changed the offer or the event meanwhile" in errors_of(answer)
        event.refresh_from_db()
        assert (event.state, RefundOffer.objects.get().opened_at) == ("on_sale", None)
        assert "tell" not in fields_of(answer), "what was entered stays"
        assert "is postponed" in text_of(answer)
        assert client.post(path, fields_of(answer)).status_code == 302
        event.refresh_from_db()
        assert event.state == "postponed" and not offer_mails(order)
        assert send(client, path).status_code == 302
