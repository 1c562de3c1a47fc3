"""As many tickets as pieces of a paid line, none before, and none outlives what it was given for (design §4)."""

from decimal import Decimal

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from aftersale.models import Ticket
from aftersale.numbers.tickets import check_digit, drawn_number, entered_number, grouped_number
from aftersale.tickets.actions import invalidate_ticket, issue_tickets, issuing, match_tickets, reissue_ticket
from aftersale.tickets.actions.issuing import issue_forgotten
from aftersale.tickets.codes import code_of
from aftersale.tickets.errors import TicketEnded
from aftersale.tickets.queries import ticket_by_number, ticket_of_code
from checkout.actions import cancel_unpaid, invalidate_line, place_order, request_refund
from checkout.models import Order, OrderLine, Placement, RefundLine
from checkout.payments.ledger import record_capture
from shop.core.database.actors import acting_as
from shop.models import AuditEntry, Mail
from tests.checkout.confirming import confirm
from tests.checkout.invoicing import bought
from tests.checkout.placing import click_of, place, ready_cart, transfer
from tests.factories import first_variant, make_event, make_product, make_shop, make_variant
from tests.invariants import broken_numbers
from tests.proofs import proves
from tests.seated import House

from .merged import merged_line

pytestmark = pytest.mark.django_db
Ended = Ticket.Ended


def standing(placement: Placement) -> list[tuple[int, str]]:
    """Of its tickets: which of the line's, and why it is invalid."""
    tickets = Ticket.objects.filter(line__placement=placement).in_order()
    return [(one.position, one.ended) for one in tickets]


def three(price: str = "30.00") -> Placement:
    """Three tickets of one line, paid, and a shirt."""
    shop = make_shop()
    placement = bought((first_variant(make_event(shop, price=price)), 3), (first_variant(make_product(shop)), 1))
    return merged_line(placement)


@proves(
    "design §4 (6), §6",
    "exactly one ticket for each piece of a paid line of tickets, none before, none for goods or printed tickets",
)
def test_none_before_it_is_paid_and_one_for_each_piece_then() -> None:
    shop = make_shop()
    placement = place((first_variant(make_event(shop, price="30.00")), 2), (first_variant(make_product(shop)), 3))
    assert issue_tickets(placement=placement) == []
    assert not Ticket.objects.exists()
    payment = placement.payments.get()
    record_capture(payment=payment, amount=payment.amount - 1, event_id="not all of it")
    assert not Ticket.objects.exists()
    record_capture(payment=payment, amount=Decimal(1), event_id="the rest")
    tickets = list(Ticket.objects.select_related("line"))
    assert len(tickets) == 2 and all(one.line.ticket and one.is_valid for one in tickets)
    assert len({one.number for one in tickets}) == 2
    assert Mail.objects.filter(kind="tickets", subject_key=str(placement.pk)).count() == 1
    assert broken_numbers() == set()


def test_the_same_money_told_again_issues_none() -> None:
    placement = bought((first_variant(make_event(make_shop())), 2))
    numbers = set(Ticket.objects.values_list("number", flat=True))
    payment = placement.payments.get()
    record_capture(payment=payment, amount=payment.amount, event_id=f"statement {payment.pk}")
    record_capture(payment=payment, amount=payment.amount, event_id="too much")
    assert issue_tickets(placement=placement) == []
    assert set(Ticket.objects.values_list("number", flat=True)) == numbers
    assert Mail.objects.filter(kind="tickets").count() == 1


def test_what_costs_nothing_has_its_tickets_once_it_is_confirmed() -> None:
    session, _request = ready_cart((first_variant(make_event(make_shop(), price="0.00")), 1))
    placement = place_order(session=session, request=click_of(session, "key"))
    assert (issue_forgotten(), Ticket.objects.count()) == (0, 0)
    confirm(placement)
    assert Ticket.objects.get().line.placement == placement
    assert broken_numbers() == set()


def test_orders_from_before_there_were_tickets_get_theirs_once() -> None:
    placement = bought((first_variant(make_event(make_shop())), 2))
    Ticket.objects.all().delete()
    Mail.objects.filter(kind="tickets").delete()
    assert [issue_forgotten(), issue_forgotten()] == [2, 0]
    assert Mail.objects.get(kind="tickets").subject_key == str(placement.pk)
    assert broken_numbers() == set()


def test_an_address_corrected_before_the_lock_gets_the_tickets() -> None:
    placement = bought((first_variant(make_event(make_shop())), 1))
    Ticket.objects.all().delete()
    Mail.objects.filter(kind="tickets").delete()
    read_before = Placement.objects.select_related("order__shop").get(pk=placement.pk)
    Order.objects.update(email="corrected@example.org")
    assert issuing.issue_under_lock(read_before) == 1
    assert Mail.objects.get(kind="tickets").recipient == "corrected@example.org"


def test_printed_tickets_and_goods_get_none() -> None:
    event = make_event(make_shop(), only_online_tickets=False)
    hard = make_variant(event=event, description="Hard", price="30.00", physical=True)
    bought((hard, 1), (first_variant(make_product(event.owner)), 2))
    assert not Ticket.objects.exists()
    assert not Mail.objects.filter(kind="tickets").exists()
    assert broken_numbers() == set()


def test_what_was_never_paid_has_none() -> None:
    placement = place((first_variant(make_event(make_shop())), 1))
    cancel_unpaid(order=placement.order)
    assert not Ticket.objects.exists()
    assert broken_numbers() == set()


def test_a_line_that_ended_before_it_was_paid_gets_none() -> None:
    shop = make_shop()
    placement = place((first_variant(make_event(shop, price="30.00")), 1), (first_variant(make_event(shop)), 1))
    ended = placement.lines.order_by("number").first()
    assert ended is not None
    invalidate_line(line=ended)
    transfer(placement, "30.00")
    assert Ticket.objects.get().line != ended
    assert broken_numbers() == set()


@proves("design §4 (6)", "what ended, or is refunded whole, has no valid ticket; what may never happen is found")
def test_with_its_line_a_ticket_ends_and_its_neighbours_stay() -> None:
    house = House()
    session, _cart, _shifts = house.pick("1-1", "1-2")
    placement = house.order(session).placements.get()
    payment = placement.payments.get()
    record_capture(payment=payment, amount=payment.amount, event_id="statement")
    invalidate_line(line=placement.lines.get(seat=house.seat("1-1")))
    (valid,) = Ticket.objects.valid()
    assert valid.line.seat == house.seat("1-2")
    (gone,) = Ticket.objects.exclude(pk=valid.pk)
    assert (gone.ended, gone.invalidated_at is not None) == (Ended.LINE, True)
    assert broken_numbers() == set()


def test_of_a_line_with_fewer_pieces_the_last_tickets_end() -> None:
    placement = three()
    assert standing(placement) == [(1, ""), (2, ""), (3, "")]
    invalidate_line(line=placement.lines.get(ticket=True), amount=1)
    assert standing(placement) == [(1, ""), (2, ""), (3, Ended.LINE)]
    assert not {"6d", "6e", "6f"} & broken_numbers()


def test_with_all_of_its_price_a_line_gives_back_its_tickets_and_with_a_part_of_it_not() -> None:
    placement = bought((first_variant(make_event(make_shop(), price="30.00")), 1))
    line, payment = placement.lines.get(), placement.payments.get()
    request_refund(payment=payment, lines={line: Decimal("10.00")})
    assert standing(placement) == [(1, "")]
    request_refund(payment=payment, lines={line: Decimal("20.00")})
    assert standing(placement) == [(1, Ended.REFUND)]
    assert broken_numbers() == set()
    match_tickets(placement=placement)
    assert standing(placement) == [(1, Ended.REFUND)]


def test_goods_that_are_refunded_end_no_ticket() -> None:
    placement = three()
    shirt = placement.lines.get(ticket=False)
    request_refund(payment=placement.payments.get(), lines={shirt: Decimal("20.00")})
    assert standing(placement) == [(1, ""), (2, ""), (3, "")]


@proves(
    "law TK-5, J17",
    "staff find tickets by number and with the order, end them and issue them anew with a reason, send "
    "them again; the former code is dead",
)
def test_staff_end_one_and_issue_it_anew_and_the_former_code_is_dead() -> None:
    placement = bought((first_variant(make_event(make_shop())), 1))
    ticket = Ticket.objects.select_related("line__variant").get()
    former = code_of(ticket)
    assert ticket_of_code(former) == ticket
    ended = invalidate_ticket(ticket=ticket, reason="chargeback")
    assert (ended.ended, ended.reason, ticket_of_code(former)) == (Ended.STAFF, "chargeback", None)
    with pytest.raises(TicketEnded):
        invalidate_ticket(ticket=ticket, reason="again")
    assert broken_numbers() == set()
    anew = reissue_ticket(ticket=ticket, reason="settled")
    assert (anew.is_valid, anew.version, anew.reason) == (True, 2, "settled") and anew.number != ticket.number
    assert ticket_of_code(former) is None and ticket_by_number(placement.order.shop, ticket.number) is None
    assert ticket_by_number(placement.order.shop, anew.number) == ticket
    assert ticket_of_code(code_of(Ticket.objects.select_related("line__variant").get())) == ticket
    assert list(Mail.objects.filter(kind__startswith="tickets").values_list("kind", flat=True).order_by("kind")) == [
        "tickets", "tickets:2",
    ]  # fmt: skip
    invalidate_line(line=placement.lines.get())
    with pytest.raises(TicketEnded):
        reissue_ticket(ticket=ticket, reason="too late")


def test_what_buyers_do_is_not_noted_and_what_staff_do_is() -> None:
    bought((first_variant(make_event(make_shop())), 1))
    assert not AuditEntry.objects.filter(model="aftersale.ticket").exists()
    with acting_as("staff", "clerk"):
        invalidate_ticket(ticket=Ticket.objects.get(), reason="chargeback")
    assert AuditEntry.objects.filter(model="aftersale.ticket").exists()


@proves("design §5", "a paid order costs three statements for its tickets, one without any")
def test_a_paid_order_costs_three_statements_for_its_tickets_and_one_without_any() -> None:
    shop = make_shop()
    found = []
    for wish in (make_event(shop, price="20.00"), make_product(shop)):
        placement = place((first_variant(wish), 1), key=f"key {wish.pk} {wish.slug}")
        payment = placement.payments.get()
        with CaptureQueriesContext(connection) as paying:
            record_capture(payment=payment, amount=payment.amount, event_id=f"statement {wish.slug}")
        found.append([one["sql"] for one in paying if "aftersale_ticket" in one["sql"]])
    assert [len(one) for one in found] == [3, 1]


def test_a_number_that_is_taken_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    shop = make_shop()
    bought((first_variant(make_event(shop)), 1))
    taken = Ticket.objects.get().number
    drawn = iter([taken, taken, "1000000000009"])
    monkeypatch.setattr(Ticket._meta.get_field("number"), "_get_default", lambda: next(drawn))
    monkeypatch.setattr(issuing, "drawn_number", lambda: next(drawn))
    placement = place((first_variant(make_event(shop, price="20.00")), 1), key="other")
    transfer(placement, "20.00", "other")
    assert set(Ticket.objects.values_list("number", flat=True)) == {taken, "1000000000009"}


def test_the_database_gives_no_piece_two_and_no_number_twice() -> None:
    bought((first_variant(make_event(make_shop())), 1))
    ticket = Ticket.objects.get()
    for wrong in (
        Ticket(line=ticket.line, position=1), Ticket(line=ticket.line, position=2, number=ticket.number),
        Ticket(line=ticket.line, position=2, number="0123456789012"), Ticket(line=ticket.line, position=0),
        Ticket(line=ticket.line, position=2, invalidated_at=timezone.now()),
        Ticket(line=ticket.line, position=2, ended=Ended.STAFF),
    ):  # fmt: skip
        with pytest.raises(DatabaseError), transaction.atomic():
            wrong.save(force_insert=True)


def lose_one() -> None:
    Ticket.objects.all()[0].delete()


def one_too_many() -> None:
    Ticket.objects.create(line=Ticket.objects.all()[0].line, position=2)


def for_goods() -> None:
    Ticket.objects.create(line=OrderLine.objects.filter(ticket=False)[0], position=1)


def valid_of_an_ended_line() -> None:
    line = Ticket.objects.all()[0].line
    OrderLine.objects.filter(pk=line.pk).update(invalidated_at=timezone.now())


def ended_for_nothing() -> None:
    Ticket.objects.update(ended=Ended.LINE, invalidated_at=timezone.now())


def refunded_for_nothing() -> None:
    Ticket.objects.update(ended=Ended.REFUND, invalidated_at=timezone.now())


def valid_though_refunded() -> None:
    ticket = Ticket.objects.select_related("line__placement").all()[0]
    payment = ticket.line.placement.payments.get()
    request_refund(payment=payment, lines={ticket.line: ticket.line.total})
    assert RefundLine.objects.exists()
    Ticket.objects.update(ended="", invalidated_at=None)


@pytest.mark.parametrize(
    ("break_it", "name"),
    [
        (lose_one, "6d"), (one_too_many, "6d"), (for_goods, "6d"), (valid_of_an_ended_line, "6d"),
        (ended_for_nothing, "6e"), (refunded_for_nothing, "6e"), (valid_though_refunded, "6f"),
    ],
)  # fmt: skip
def test_what_may_never_happen_is_found(break_it: object, name: str) -> None:
    shop = make_shop()
    bought((first_variant(make_event(shop)), 1), (first_variant(make_product(shop)), 1))
    assert broken_numbers() == set()
    break_it()  # type: ignore[operator]
    assert name in broken_numbers()


@proves("design §6, purchase §5", "numbers of 13 digits with EAN-13's check digit, read with blanks, never given twice")
def test_numbers_are_ean_13_and_read_as_people_type_them() -> None:
    assert check_digit("210000012345") == "2"  # as other programs write it
    for _time in range(200):
        number = drawn_number()
        assert len(number) == 13 and number[0] != "0" and entered_number(number) == number
        assert entered_number(f" {grouped_number(number)} ") == number
        wrong = number[:-1] + str((int(number[-1]) + 1) % 10)
        assert entered_number(wrong) is None
    for text in ("", "1", "21000001234521", "21000001234x2", "٢١٠٠٠٠٠١٢٣٤٥٢", "-100000123452"):
        assert entered_number(text) is None
