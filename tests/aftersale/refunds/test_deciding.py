"""What waits for staff is looked at anew when they approve it: the order may have changed, and the doors be open."""

from decimal import Decimal
from io import StringIO
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from aftersale.models import RefundOffer, RefundRequest, Ticket
from aftersale.refunds.actions import approve_request
from aftersale.refunds.errors import RefundNeedsStaff
from catalogue.models import Event
from checkout.actions.orders.steps import StaffAction
from checkout.actions.refunds.giving_back import refund_order
from checkout.models import Order, OrderLine, Refund
from checkout.refunds.refundable import Disposition, RefundCommand, RefundCommandLine, RefundScope
from tests.aftersale.entrance.night import door, tell, told
from tests.aftersale.tickets.merged import merged_line
from tests.invariants import broken_numbers
from tests.proofs import proves

from .bought import CARD, ask, ask_to_account, numbers, opened, tickets_paid

pytestmark = pytest.mark.django_db
State = RefundRequest.State


def three_of_one_line(offer: RefundOffer) -> Order:
    order = tickets_paid(offer.event, 3, by=CARD)
    merged_line(order.placements.get())
    return order


def end_by_staff(line: OrderLine, pieces: int, back: Decimal | None = None) -> None:
    asked = StaffAction(uuid4(), User.objects.get_or_create(username="clerk")[0], "on the phone")
    command = RefundCommand(RefundScope.LINES, lines={line.pk: RefundCommandLine(pieces, back, Disposition.AGAIN)})
    refund_order(order=line.placement.order, command=command, action=asked)


def waiting(order: Order, offer: RefundOffer, monkeypatch: pytest.MonkeyPatch) -> RefundRequest:
    """For all tickets: the payment's money seems to be gone."""
    with monkeypatch.context() as patch:
        patch.setattr("aftersale.refunds.queries.refundable_amount", lambda _payment: Decimal(0))
        request = ask_to_account(order, offer, *numbers(order))
    assert (request.state, request.problem) == (State.RECEIVED, "money")
    return request


def refused(request: RefundRequest) -> bool:
    """By the button and by the command, which goes on."""
    before = Refund.objects.count()
    with pytest.raises(RefundNeedsStaff):
        approve_request(request=request, staff=User.objects.get_or_create(username="clerk")[0])
    out = StringIO()
    call_command("refund", "--requests", stdout=out)
    return "Given back: 0 requests" in out.getvalue() and Refund.objects.count() == before


@proves(
    "purchase §4",
    "approved later, a request is looked at anew: no money for lines that staff ended or took pieces "
    "from meanwhile, nor for who is inside; the command goes on",
)
def test_pieces_that_staff_ended_meanwhile_do_not_make_a_part_whole(offer: RefundOffer) -> None:
    order = three_of_one_line(offer)
    one = numbers(order)[0]
    request = ask(order, offer, one).request
    assert request.problem == "parts"
    end_by_staff(OrderLine.objects.get(), 2)
    assert Ticket.objects.valid().get().number == one
    assert refused(request)
    assert broken_numbers() == set()


def test_what_staff_kept_of_a_line_that_they_ended_stays(offer: RefundOffer, monkeypatch: pytest.MonkeyPatch) -> None:
    order = tickets_paid(offer.event, 1, by=CARD)
    request = waiting(order, offer, monkeypatch)
    end_by_staff(OrderLine.objects.get(), 1, Decimal("25.00"))
    assert OrderLine.objects.get().retained == Decimal("5.00")
    assert refused(request)
    assert Refund.objects.get().amount == Decimal("25.00")


def test_of_a_moved_event_as_well_and_the_command_goes_on(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    offer = opened(event, "moved")
    first, second = tickets_paid(event, 1, key="1"), tickets_paid(event, 1, key="2")
    ended, good = waiting(first, offer, monkeypatch), waiting(second, offer, monkeypatch)
    end_by_staff(OrderLine.objects.get(placement__order=first), 1, Decimal("25.00"))
    call_command("refund", "--requests", stdout=StringIO())
    assert {one.pk: one.state for one in RefundRequest.objects.all()} == {
        ended.pk: State.RECEIVED, good.pk: State.APPROVED,
    }  # fmt: skip
    assert broken_numbers() == set()


def test_nobody_is_inside_with_what_is_paid_back(offer: RefundOffer, monkeypatch: pytest.MonkeyPatch) -> None:
    order = tickets_paid(offer.event, 1, by=CARD)
    request = waiting(order, offer, monkeypatch)
    tell(door(offer.event), told(Ticket.objects.get()))
    assert refused(request)
    assert not Refund.objects.exists()
