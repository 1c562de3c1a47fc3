"""Numbers end with what they were given for: free again while the paper is in the house, else void."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from aftersale.models import PrintedNumber
from aftersale.printed_tickets.actions import release_number, replace_number, void_number
from aftersale.printed_tickets.errors import NoPrintedNumberLeft, PrintedNumberChanged
from catalogue.models import Event
from checkout.actions import invalidate_line, move_delivery, request_refund, resend_delivery, split_delivery
from checkout.errors import DeliveryStepWrong
from checkout.models import Delivery, OrderLine, Placement
from checkout.shipping.deliveries import Readiness, with_readiness
from shop.core.database.actors import acting_as
from shop.invariants import broken_invariants
from shop.models import AuditEntry
from tests.aftersale.fulfilment.goods import paid, parcel, seller, thing
from tests.aftersale.printed_tickets.house import (
    hard,
    jobs,
    numbered,
    numbers_of,
    printed_event,
    run_jobs,
    standing,
    stored,
)
from tests.proofs import proves

pytestmark = pytest.mark.django_db
State = Delivery.State


@pytest.fixture
def event() -> Event:
    return printed_event(seller())


def bought(event: Event, amount: int = 1) -> Placement:
    return paid((hard(event), amount))


def ship(placement: Placement) -> Delivery:
    return move_delivery(delivery=parcel(placement), to=State.SHIPPED)


def readiness(delivery: Delivery) -> str:
    return with_readiness(Delivery.objects.filter(pk=delivery.pk)).get().readiness


def refund_whole(placement: Placement) -> None:
    line = placement.lines.get()
    request_refund(payment=placement.payments.get(), lines={line: line.total})


def end_line(placement: Placement) -> None:
    invalidate_line(line=placement.lines.get())


def number(text: str) -> PrintedNumber:
    return PrintedNumber.objects.select_related("line__placement").get(number=text)


@proves("law OP-11", "what ends in the house is free again and goes to whoever waits; what has left is void")
@pytest.mark.parametrize(("end", "why"), [(end_line, "line"), (refund_whole, "refund")])
def test_what_has_not_left_is_free_again_and_what_has_left_is_void(
    event: Event, end: Callable[[Placement], None], why: str
) -> None:
    numbered(event, "1", "2")
    here, gone = bought(event), bought(event)
    ship(gone)
    for placement in (here, gone):
        end(placement)
    assert standing(event) == {"1": "free", "2": why}
    assert jobs()[-1] == event.pk, "whoever waits gets it"
    run_jobs()
    assert (numbers_of(here), numbers_of(gone)) == ([], [])
    assert broken_invariants() == {}


def test_a_freed_number_goes_to_whoever_waits(event: Event) -> None:
    numbered(event, "1")
    first, second = bought(event), bought(event)
    end_line(first)
    run_jobs()
    assert (numbers_of(first), numbers_of(second)) == ([], ["1"])


def test_a_part_of_the_price_ends_none_and_of_fewer_pieces_the_last_end(event: Event) -> None:
    numbered(event, "1", "2", "3")
    placement = bought(event)
    line = placement.lines.get()
    request_refund(payment=placement.payments.get(), lines={line: Decimal("1.00")})
    assert numbers_of(placement) == ["1"]
    several = bought(event)
    OrderLine.objects.filter(placement=several).update(amount=2, total=line.price * 2)
    run_jobs()
    assert numbers_of(several) == ["2", "3"]
    invalidate_line(line=several.lines.get(), amount=1)
    assert numbers_of(several) == ["2"] and standing(event)["3"] == "free"


@proves(
    "law OP-11",
    "lost with its parcel, a number is void and the new parcel gets a new one; what came back or goes "
    "apart keeps its own",
)
def test_a_lost_number_is_void_and_the_new_parcel_gets_a_new_one(event: Event) -> None:
    numbered(event, "1")
    placement = bought(event)
    lost = move_delivery(delivery=ship(placement), to=State.LOST)
    assert standing(event) == {"1": "used"}, "it may still be found"
    again = resend_delivery(delivery=lost)
    assert standing(event) == {"1": "lost"}
    assert readiness(again) == Readiness.UNNUMBERED
    stored(event, "2")
    run_jobs()
    assert numbers_of(placement) == ["2"] and readiness(again) == Readiness.READY
    assert broken_invariants() == {}


def test_what_came_back_goes_once_more_with_its_number_and_can_end_in_the_house(event: Event) -> None:
    numbered(event, "1", "2")
    placement = bought(event)
    back = move_delivery(delivery=ship(placement), to=State.RETURNED)
    again = resend_delivery(delivery=back)
    assert numbers_of(placement) == ["1"] and readiness(again) == Readiness.READY
    end_line(placement)
    assert standing(event) == {"1": "free", "2": "free"}


def test_what_goes_apart_takes_its_number_along(event: Event) -> None:
    numbered(event, "1", "2")
    placement = paid((hard(event), 2), (thing(event.owner), 1))
    line = placement.lines.filter(ticket=True).order_by("number")[0]
    apart = split_delivery(delivery=parcel(placement), amounts={line.pk: 1})
    assert numbers_of(placement) == ["1", "2"]
    move_delivery(delivery=apart, to=State.SHIPPED)
    for one in placement.lines.filter(ticket=True).order_by("number"):
        invalidate_line(line=one)
    assert standing(event) == {"1": "line", "2": "free"}


class TestWaitingParcels:
    @proves(
        "law OP-11, J22",
        "a parcel that lacks numbers is neither packed nor shipped, and the warehouse's list, the parcel and "
        "the order say why",
    )
    def test_a_parcel_without_its_numbers_is_neither_packed_nor_shipped(self, event: Event) -> None:
        placement = paid((hard(event), 1), (thing(event.owner), 1))
        one = parcel(placement)
        assert readiness(one) == Readiness.UNNUMBERED
        for to in (State.PACKED, State.SHIPPED):
            with pytest.raises(DeliveryStepWrong):
                move_delivery(delivery=one, to=to)
        stored(event, "1")
        run_jobs()
        assert readiness(one) == Readiness.READY
        move_delivery(delivery=one, to=State.PACKED)

    def test_the_rest_goes_while_they_wait(self, event: Event) -> None:
        placement = paid((hard(event), 1), (thing(event.owner), 1))
        shirt = placement.lines.get(ticket=False)
        apart = split_delivery(delivery=parcel(placement), amounts={shirt.pk: 1})
        assert readiness(apart) == Readiness.READY
        move_delivery(delivery=apart, to=State.SHIPPED)

    def test_goods_and_online_tickets_wait_for_no_number(self, event: Event) -> None:
        assert readiness(parcel(paid((thing(event.owner), 1), (hard(event, physical=False), 1)))) == Readiness.READY


class TestStaff:
    @proves(
        "law OP-11",
        "staff void one with a reason, replace what was lost or is damaged, give a void one after all; what "
        "was given meanwhile stays",
    )
    def test_a_free_number_that_is_void_is_given_to_nobody(self, event: Event) -> None:
        numbered(event, "1", "2")
        void_number(number=number("1"), reason="misprinted")
        assert numbers_of(bought(event)) == ["2"]
        assert (number("1").ended, number("1").reason) == ("staff", "misprinted")
        with pytest.raises(PrintedNumberChanged):
            void_number(number=number("1"), reason="again")

    def test_a_void_one_in_the_house_gives_way_to_the_next_or_waits(self, event: Event) -> None:
        numbered(event, "1", "2")
        placement = bought(event)
        void_number(number=number("1"), reason="torn")
        assert numbers_of(placement) == ["2"]
        void_number(number=number("2"), reason="torn, too")
        assert numbers_of(placement) == [] and readiness(parcel(placement)) == Readiness.UNNUMBERED
        assert broken_invariants() == {}

    def test_one_that_left_and_is_void_is_followed_by_none_until_staff_replace_it(self, event: Event) -> None:
        numbered(event, "1", "2", "3")
        one, two = bought(event), bought(event)
        for placement in (one, two):
            ship(placement)
        void_number(number=number("1"), reason="charged back")
        run_jobs()
        assert numbers_of(one) == [] and standing(event)["3"] == "free"
        new = replace_number(number=number("2"), reason="eaten by a dog")
        assert new is not None and new.number == "3" and numbers_of(two) == ["3"]
        assert standing(event) == {"1": "staff", "2": "replaced", "3": "used"}
        assert broken_invariants() == {}

    def test_with_none_left_only_what_is_here_waits_for_the_replacement(self, event: Event) -> None:
        numbered(event, "1", "2")
        gone, here = bought(event), bought(event)
        ship(gone)
        with pytest.raises(NoPrintedNumberLeft):
            replace_number(number=number("1"), reason="lost")
        assert numbers_of(gone) == ["1"]
        assert replace_number(number=number("2"), reason="torn") is None
        assert numbers_of(here) == []
        with pytest.raises(PrintedNumberChanged):
            replace_number(number=number("2"), reason="again")

    def test_a_void_one_whose_paper_is_there_is_given_after_all(self, event: Event) -> None:
        numbered(event, "1")
        void_number(number=number("1"), reason="not in the box")
        waits = bought(event)
        assert numbers_of(waits) == []
        release_number(number=number("1"), reason="found below it")
        run_jobs()
        assert numbers_of(waits) == ["1"]
        with pytest.raises(PrintedNumberChanged):
            release_number(number=number("1"), reason="again")

    def test_one_that_was_given_meanwhile_is_left_alone(self, event: Event) -> None:
        numbered(event, "1")
        stale = number("1")
        placement = bought(event)
        with pytest.raises(PrintedNumberChanged):
            void_number(number=stale, reason="misprinted")
        assert numbers_of(placement) == ["1"]

    def test_what_buyers_cause_is_not_noted_and_what_staff_do_is(self, event: Event) -> None:
        numbered(event, "1")
        bought(event)
        notes: Any = AuditEntry.objects.filter(model="aftersale.printednumber")
        assert not notes.exists()
        with acting_as("staff", "clerk"):
            void_number(number=number("1"), reason="torn")
        assert notes.exists()
