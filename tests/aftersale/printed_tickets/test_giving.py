"""A number for each piece of a paid line of printed tickets, none before, and none twice (docs/decisions/0053)."""

from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from aftersale.models import PrintedNumber, Ticket
from aftersale.printed_tickets.actions import give_numbers, give_numbers_to_waiting
from aftersale.printed_tickets.rules import FreeNumber, PaidPiece, assigned_numbers
from checkout.actions import cancel_unpaid, request_refund
from checkout.models import OrderLine, Placement
from shop.invariants import broken_invariants
from tests.aftersale.fulfilment.goods import ordered, paid, pay, seller, thing
from tests.aftersale.printed_tickets.house import (
    hard,
    jobs,
    numbered,
    numbers_of,
    paid_minutes_ago,
    printed_event,
    run_jobs,
    standing,
    stored,
)
from tests.factories import first_variant, make_event
from tests.invariants import broken_numbers
from tests.proofs import proves

pytestmark = pytest.mark.django_db


@proves(
    "law OP-11",
    "exactly one number for each piece of a paid line of printed tickets, as they are printed; none "
    "before, none of another event",
)
def test_none_before_it_is_paid_and_one_for_each_piece_then_as_they_are_printed() -> None:
    event = printed_event(seller())
    numbered(event, "A-3", "A-1", "A-2", "A-9")
    placement = ordered((hard(event), 2), (thing(event.owner), 1), (first_variant(event), 1))
    assert give_numbers(placement=placement) == []
    assert numbers_of(placement) == []
    pay(placement)
    assert numbers_of(placement) == ["A-3", "A-1"]
    assert Ticket.objects.count() == 1, "the online one beside them"
    assert give_numbers(placement=placement) == []
    assert standing(event) == {"A-3": "used", "A-1": "used", "A-2": "free", "A-9": "free"}
    assert broken_invariants() == {}


def test_what_is_not_paid_or_cancelled_keeps_none() -> None:
    event = printed_event(seller())
    numbered(event, "1")
    placement = ordered((hard(event), 1))
    cancel_unpaid(order=placement.order)
    assert standing(event) == {"1": "free"}


def test_another_events_numbers_are_not_given() -> None:
    shop = seller()
    event, other = printed_event(shop), printed_event(shop)
    numbered(other, "1", "2")
    assert numbers_of(paid((hard(event), 1))) == []
    assert standing(other) == {"1": "free", "2": "free"}


def test_a_line_of_many_pieces_has_as_many_numbers() -> None:
    event = printed_event(seller())
    placement = paid((hard(event), 1))
    line = placement.lines.get()
    OrderLine.objects.filter(pk=line.pk).update(amount=3, total=line.price * 3)
    numbered(event, "1", "2", "3", "4")
    run_jobs()
    assert numbers_of(placement) == ["1", "2", "3"]
    assert list(PrintedNumber.objects.used().in_order().values_list("position", flat=True)) == [1, 2, 3]


class TestTooFew:
    @proves(
        "law OP-11",
        "with too few the sale stands; later lists serve the oldest payment first, and who pays meanwhile "
        "takes nobody's turn",
    )
    def test_the_sale_stands_and_the_oldest_payment_gets_the_next_numbers(self) -> None:
        event = printed_event(seller())
        ticket = hard(event)
        numbered(event, "1")
        late, early, first = paid((ticket, 2)), paid((ticket, 2)), paid((ticket, 1))
        assert numbers_of(late) == ["1"] and not numbers_of(early) and not numbers_of(first)
        for minutes, placement in enumerate((late, early, first), 1):
            paid_minutes_ago(placement, minutes)
        stored(event, "2\n3")
        assert jobs() == [event.pk] * 2, "the first list's, too"
        run_jobs()
        assert (numbers_of(first), numbers_of(early), numbers_of(late)) == (["2"], ["3"], ["1"])
        stored(event, "4\n5\n6")
        run_jobs()
        assert (numbers_of(early), numbers_of(late)) == (["3", "4"], ["1", "5"])
        assert standing(event)["6"] == "free" and broken_invariants() == {}

    def test_who_pays_between_the_list_and_its_job_takes_nobodys_turn(self) -> None:
        event = printed_event(seller())
        ticket = hard(event)
        first = paid((ticket, 2))
        stored(event, "1\n2\n3")
        second = paid((ticket, 2))
        assert (numbers_of(first), numbers_of(second)) == ([], ["3"])
        run_jobs()
        assert (numbers_of(first), numbers_of(second)) == (["1", "2"], ["3"])

    def test_what_left_before_there_were_numbers_waits_for_none(self) -> None:
        event = printed_event(seller())
        placement = paid((hard(event), 1))
        placement.order.deliveries.update(state="shipped", shipped_at=timezone.now())
        stored(event, "1")
        run_jobs()
        assert standing(event) == {"1": "free"}

    def test_what_is_paid_back_whole_waits_no_more_and_by_night_what_waits_is_found(self) -> None:
        event = printed_event(seller())
        back, waits = paid((hard(event), 1)), paid((hard(event), 1))
        request_refund(payment=back.payments.get(), lines={back.lines.get(): back.lines.get().total})
        stored(event, "1")
        assert [give_numbers_to_waiting(), give_numbers_to_waiting()] == [1, 0]
        assert (numbers_of(back), numbers_of(waits)) == ([], ["1"])


class TestKinds:
    @proves("law J9", "numbers of a kind of ticket or a category are for it alone")
    def test_numbers_of_a_kind_are_for_it_alone_and_come_before_those_for_all(self) -> None:
        event = printed_event(seller())
        balcony = event.pricing_categories.create(name="Balcony")
        normal = hard(event, pricing_category=balcony, description="Normal")
        reduced = hard(event, pricing_category=balcony, description="Reduced")
        floor = hard(event, description="Floor")
        stored(event, "1;\n2;Balcony\n3;Reduced\n4;balcony normal")
        assert numbers_of(paid((reduced, 2))) == ["3", "2"]
        assert numbers_of(paid((floor, 2))) == ["1"]
        assert numbers_of(paid((normal, 2))) == ["4"]
        assert broken_invariants() == {}


@proves("design §5", "a paid order without printed tickets costs one statement for them, with any the same few")
def test_a_paid_order_without_printed_tickets_costs_one_statement_and_with_them_few() -> None:
    shop = seller()
    event = printed_event(shop)
    ticket = hard(event)
    numbered(event, *map(str, range(50)))
    counts = []
    for wish in ((thing(shop), 1), (ticket, 1), (ticket, 9)):
        placement = ordered(wish)
        with CaptureQueriesContext(connection) as paying:
            pay(placement)
        counts.append(sum("aftersale_printednumber" in one["sql"] for one in paying))
    assert counts[0] == 1 and counts[1] == counts[2] <= 7


@proves("law OP-11, J9", "a number is never given twice, whoever pays at once; canary")
def test_the_database_gives_no_number_twice_and_no_piece_two() -> None:
    event = printed_event(seller())
    numbered(event, "1", "2")
    one, two = (paid((hard(event), 1)).lines.get() for _number in range(2))
    first, second = PrintedNumber.objects.in_order()
    assert (first.line, second.line) == (one, two)
    for wrong in (
        {"line": two, "position": 2}, {"position": 2}, {"line": None}, {"ended": "staff"},
        {"voided_at": timezone.now()}, {"key": "2"}, {"position": 0},
    ):  # fmt: skip
        with pytest.raises(DatabaseError), transaction.atomic():
            PrintedNumber.objects.filter(pk=first.pk).update(**wrong)
    PrintedNumber.objects.filter(pk=second.pk).update(line=None, position=None, given_at=None)
    with pytest.raises(DatabaseError), transaction.atomic():
        PrintedNumber.objects.filter(pk=second.pk).update(line=one, position=1, given_at=timezone.now())


KINDS = st.tuples(st.integers(1, 3), st.integers(7, 8))
NUMBERS = st.lists(st.sampled_from([(None, None), (1, None), (2, None), (None, 7), (None, 8)]), max_size=8)


@given(st.lists(KINDS, max_size=8), NUMBERS)
def test_each_number_is_given_once_to_what_it_fits_and_nobody_goes_without_who_could_have_one(
    wanted: list[tuple[int, int]], kinds: list[tuple[int | None, int | None]]
) -> None:
    pieces = [PaidPiece(uuid4(), 1, variant, category) for variant, category in wanted]
    free = [FreeNumber(number, kind) for number, kind in enumerate(kinds)]
    given = list(assigned_numbers(pieces, free))
    assert len({number for _piece, number in given}) == len(given) == len({piece.line for piece, _number in given})
    assert all(kinds[number] in piece.kinds for piece, number in given)
    left = {one.kind for one in free if one.id not in {number for _piece, number in given}}
    served = {piece.line for piece, _number in given}
    assert not any(left & set(piece.kinds) for piece in pieces if piece.line not in served)


def test_whoever_paid_first_is_served_first() -> None:
    first, second = (PaidPiece(UUID(int=number), 1, 1, None) for number in (1, 2))
    assert [piece for piece, _number in assigned_numbers([first, second], [FreeNumber(5, (None, None))])] == [first]


def used_by_another_event() -> None:
    other = make_event(seller())
    PrintedNumber.objects.used().update(event=other)


def used_for_goods() -> None:
    OrderLine.objects.filter(ticket=True).update(physical=False)


def used_though_unpaid() -> None:
    Placement.objects.update(paid_at=None)


def used_though_ended() -> None:
    OrderLine.objects.update(invalidated_at=timezone.now())


def used_though_refunded() -> None:
    one = PrintedNumber.objects.used().select_related("line__placement").get()
    line = one.line
    assert line is not None
    request_refund(payment=line.placement.payments.get(), lines={line: line.total})
    PrintedNumber.objects.filter(pk=one.pk).update(line=line, position=1, given_at=timezone.now())


def of_another_kind() -> None:
    one = PrintedNumber.objects.used().select_related("event").get()
    PrintedNumber.objects.filter(pk=one.pk).update(variant=hard(one.event))


@proves("design §4", "what may never happen to printed numbers is found, each broken on purpose")
@pytest.mark.parametrize(
    ("break_it", "name"),
    [
        (used_by_another_event, "6g"), (of_another_kind, "6g"), (used_for_goods, "6h"), (used_though_unpaid, "6h"),
        (used_though_ended, "6h"), (used_though_refunded, "6i"),
    ],
)  # fmt: skip
def test_what_may_never_happen_is_found(break_it: object, name: str) -> None:
    event = printed_event(seller())
    numbered(event, "1")
    paid((hard(event), 1))
    assert broken_numbers() == set()
    break_it()  # type: ignore[operator]
    assert name in broken_numbers()


def test_more_numbers_than_pieces_are_found() -> None:
    event = printed_event(seller())
    numbered(event, "1", "2")
    placement = paid((hard(event), 2))
    one, two = placement.lines.order_by("number")
    PrintedNumber.objects.filter(line=two).update(line=None, position=None, given_at=None)
    PrintedNumber.objects.filter(line=None).update(line=one, position=2, given_at=timezone.now())
    assert "6h" in broken_numbers()
