"""Staff sell tickets at the door or put somebody on the guest list, from the stock that everybody draws on."""

from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core import mail

from aftersale.models import Ticket
from cart.errors import CartEmpty, CartLimitExceeded
from catalogue.errors import SeatsNotAvailable, SoldOut
from catalogue.models import Event, SeatClaim, Stock
from checkout.actions.invoices.invoicing import write_invoices
from checkout.actions.orders.box_office import MOST_PIECES, TicketBuyer, TicketSale, hand_out_tickets
from checkout.actions.orders.steps import StaffAction
from checkout.actions.refunds.giving_back import cancel_order
from checkout.errors import TotalChanged
from checkout.models import BoxOfficeMethod, Invoice, LedgerEntry, Order, OrderStep, Placement, Refund
from checkout.orders.access import access_order
from checkout.orders.order_state import PaymentState
from checkout.orders.texts import method_name
from checkout.pricing.box_office import on_sale
from shop.invariants import broken_invariants
from shop.models import Mail
from tests.checkout.steps import write_mails
from tests.factories import first_variant, make_event, make_shop, make_variant
from tests.proofs import proves
from tests.seated import House
from tests.words import worded

pytestmark = pytest.mark.django_db
EUROS = Decimal
CASH, CARD = BoxOfficeMethod.CASH.value, BoxOfficeMethod.CARD_TERMINAL.value
GUEST = TicketBuyer("Mira", "Beispiel", "mira@example.org")


@pytest.fixture
def night() -> Event:
    """Ten tickets at 30 EUR, which its shop invoices."""
    shop = make_shop(seller_name="S", seller_address="Weg 1", seller_vat_id="DE123456788")
    return make_event(shop, capacity=10)


def hand_out(
    event: Event, staff: User, pieces: int = 1, total: str = "30.00", buyer: TicketBuyer | None = None, **more: Any
) -> Placement:
    asked = StaffAction(more.pop("key", uuid4()), staff, more.pop("reason", ""))
    wanted = more.pop("of", first_variant(event))
    sale = TicketSale(event, buyer or TicketBuyer("", "Abendkasse"), {wanted.pk: pieces}, EUROS(total), **more)
    return hand_out_tickets(sale=sale, action=asked)


def sold(event: Event) -> int:
    return Stock.objects.get(uses__variant=first_variant(event)).sold


@proves(
    "docs/decisions/0062",
    "staff sell tickets at the door for cash or card, from the stock that all draw on, once for each "
    "form, at the price that was told",
)
def test_two_are_sold_for_cash(night: Event, staff: User) -> None:
    placement = hand_out(night, staff, 2, "60.00", paid_by=CASH)
    order = access_order(night.owner, placement.order.secret)
    assert (order.payment_state, order.total, order.balance) == (PaymentState.PAID, EUROS("60.00"), EUROS(0))
    entry = LedgerEntry.objects.get()
    assert (entry.amount, entry.staff, entry.payment.method, entry.payment.state) == (
        EUROS("60.00"), staff, CASH, "captured",
    )  # fmt: skip
    assert Ticket.objects.valid().count() == sold(night) == 2
    assert Mail.objects.count() == 0
    assert OrderStep.objects.get().kind == OrderStep.Kind.DOOR_SALE
    assert not broken_invariants()


@proves(
    "docs/decisions/0062",
    "who leaves an address at the door gets receipt and tickets; the invoice is written; what was paid "
    "there goes back by staff",
)
def test_who_leaves_an_address_gets_receipt_and_tickets(night: Event, staff: User) -> None:
    hand_out(night, staff, 1, "30.00", GUEST, paid_by=CARD)
    write_mails()
    assert {one.kind for one in Mail.objects.all()} == {"payment_received", "tickets"}
    assert [one.to for one in mail.outbox] == [["mira@example.org"]]
    assert not broken_invariants()


def test_the_invoice_of_a_sale_at_the_door_is_written(night: Event, staff: User) -> None:
    placement = hand_out(night, staff, 1, "30.00", paid_by=CASH)
    write_invoices(placement_id=placement.pk)
    invoice = Invoice.objects.get()
    assert invoice.total == EUROS("30.00") and invoice.content["paid"]["by"]
    assert not broken_invariants()


@proves(
    "docs/decisions/0062",
    "guests are put on the list without paying, and give their pieces back when they are taken off",
)
def test_the_guest_list_costs_nothing_and_draws_on_the_same_stock(night: Event, staff: User) -> None:
    placement = hand_out(night, staff, 3, "0.00", GUEST, reason="press")
    assert (placement.total, placement.payment_method) == (EUROS(0), "internal_payment_skipped")
    order = access_order(night.owner, placement.order.secret)
    assert order.payment_state == PaymentState.PAID
    assert Ticket.objects.valid().count() == sold(night) == 3
    step = OrderStep.objects.get()
    assert (step.kind, step.text, step.staff) == (OrderStep.Kind.GUEST_LIST, "press", staff)
    write_mails()
    assert [one.kind for one in Mail.objects.all()] == ["tickets"]
    assert not LedgerEntry.objects.exists()
    assert not broken_invariants()


def test_who_is_taken_off_the_list_gives_the_pieces_back(night: Event, staff: User) -> None:
    placement = hand_out(night, staff, 2, "0.00", GUEST)
    cancel_order(
        order=placement.order, dispositions={}, shipping=False, action=StaffAction(uuid4(), staff, "cannot come")
    )
    assert sold(night) == 0 and not Ticket.objects.valid().exists()
    assert not broken_invariants()


def test_what_was_paid_in_cash_goes_back_by_staff(night: Event, staff: User) -> None:
    placement = hand_out(night, staff, 1, "30.00", GUEST, paid_by=CASH)
    cancel_order(order=placement.order, dispositions={}, shipping=False, action=StaffAction(uuid4(), staff, "fell ill"))
    refund = Refund.objects.get()
    assert refund.is_by_transfer and list(Refund.objects.to_transfer()) == [refund]
    assert not broken_invariants()


def test_a_form_sent_twice_sells_once(night: Event, staff: User) -> None:
    key = uuid4()
    first = hand_out(night, staff, 1, key=key, paid_by=CASH)
    assert hand_out(night, staff, 1, key=key, paid_by=CASH) == first
    assert Order.objects.count() == sold(night) == 1


def test_nothing_more_than_there_is(night: Event, staff: User) -> None:
    with pytest.raises(SoldOut) as refused:
        hand_out(night, staff, 11, "330.00", paid_by=CASH)
    assert refused.value.extensions == {"available": 10}
    assert not Order.objects.exists() and sold(night) == 0


def test_nothing_at_another_price_than_was_told(night: Event, staff: User) -> None:
    with pytest.raises(TotalChanged) as refused:
        hand_out(night, staff, 1, "25.00", paid_by=CASH)
    assert refused.value.extensions == {"total": "30.00"}
    assert not Order.objects.exists()


@pytest.mark.parametrize(("pieces", "refusal"), [(0, CartEmpty), (MOST_PIECES + 1, CartLimitExceeded)])
def test_neither_nothing_nor_whole_coach_parties(
    night: Event, staff: User, pieces: int, refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        hand_out(night, staff, pieces, "0.00")


def test_no_ticket_of_another_event_nor_one_that_is_printed(night: Event, staff: User) -> None:
    other = first_variant(make_event(night.owner))
    printed = make_variant(event=night, description="Hard", price="32.00", physical=True)
    assert [one.variant for one in on_sale(night)] == [first_variant(night)]
    for variant in (other, printed):
        with pytest.raises(SoldOut):
            hand_out(night, staff, 1, of=variant, paid_by=CASH)


@proves("docs/decisions/0062", "of seats, the best that are free are sold at the door")
def test_the_best_seats_that_are_free(staff: User) -> None:
    house = House(rows=1, seats=4)
    placement = hand_out(house.event, staff, 2, "60.00", of=house.ticket, paid_by=CASH)
    assert [line.amount for line in placement.lines.all()] == [1, 1]
    seats = {line.seat_number for line in placement.lines.all()}
    assert len(seats) == 2
    assert SeatClaim.objects.filter(holder=placement.pk, session=None).count() == 2
    assert not broken_invariants()
    with pytest.raises(SeatsNotAvailable):
        hand_out(house.event, staff, 3, "90.00", of=house.ticket, paid_by=CASH)


def test_methods_have_names() -> None:
    assert [method_name(one) for one in (CASH, CARD, "bank_transfer", "unknown")] == [
        worded("cash"), worded("card at the door"), worded("bank transfer"), "unknown",
    ]  # fmt: skip


def test_what_is_on_sale_is_read_by_a_fixed_number_of_statements(night: Event, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(5):
        on_sale(night)
    for number in range(3):
        make_variant(event=night, description=str(number), price="10.00", capacity=5)
    with django_assert_num_queries(5):
        assert len(on_sale(night)) == 4
