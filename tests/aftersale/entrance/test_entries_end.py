"""When who came in is known for a time; that a ticket was used is known as long as its order."""

from datetime import UTC, datetime, time, timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from aftersale.entrance.actions import undo_admission
from aftersale.entrance.retention import forget_entries
from aftersale.models import Admission, RefundOffer, RefundRequest, Scan, Ticket
from aftersale.people.data_export import data_pdf, person_data
from aftersale.people.erasing import erase
from aftersale.people.queries import Person
from aftersale.people.retention import apply_rule, rules_named
from catalogue.models import Event
from checkout.actions.holding import hold, lift
from shop.core.database.actors import acting_as
from shop.core.retention import ENTRIES
from shop.models import AuditEntry
from tests.aftersale.entrance.night import door, sold_out_night, tell, told, verdict
from tests.invariants import broken_numbers
from tests.proofs import proves

pytestmark = pytest.mark.django_db


def ended_on(event: Event) -> datetime:
    """The first moment at which its entries are kept no longer."""
    event.refresh_from_db()
    day = event.ends_on + ENTRIES.span + timedelta(days=1)
    return timezone.make_aware(datetime.combine(day, time.min))


@proves(
    "law §6 DP-8", "when who was let in is known for 180 days; that a ticket was used stays, without when and by whom"
)
def test_entries_end_and_that_a_ticket_was_used_stays() -> None:
    event, (first, second, third) = sold_out_night()
    left, boss = door(event), door(event, "Boss", may_undo=True)
    assert [verdict(left, one) for one in (first, first, second, "1234567890123")] == [
        "admitted", "already", "admitted", "unknown",
    ]  # fmt: skip
    undo_admission(ticket=second, device=boss)
    (rule,) = rules_named(["entries"])
    moment = ended_on(event)
    assert apply_rule(rule, now=moment - timedelta(seconds=1)) == 0 and Scan.objects.count() == 4
    with acting_as("job", "aftersale.forget_entries"):
        assert apply_rule(rule, now=moment) == 3, "two tickets and what was no ticket"
    entry = Admission.objects.get()
    (scan,) = Scan.objects.all()
    assert (entry.ticket, entry.scan) == (first, scan)
    assert entry.at == scan.scanned_at == scan.received_at == event.happening_from and scan.number == ""
    assert apply_rule(rule, now=moment + timedelta(days=99)) == 0
    assert not AuditEntry.objects.filter(model="aftersale.admission").exists(), "it would keep what has ended"
    assert broken_numbers() == set()
    assert [verdict(left, one) for one in (first, third)] == ["already", "admitted"], "it works on all the same"


def test_who_was_let_in_before_the_money_went_back_is_no_fault_afterwards() -> None:
    """A phone without a network let somebody in, their money went back, and then the phone told of it."""
    event, (first, *_rest) = sold_out_night()
    tell(door(event), told(first, let_in=True, ago=30))
    offer = RefundOffer.objects.create(event=event, cause="moved", opened_at=timezone.now())
    request = RefundRequest.objects.create(
        offer=offer, order=first.line.placement.order, origin="guest", language="de", amount=1, state="approved",
        decided_at=timezone.now(),
    )  # fmt: skip
    request.tickets.create(line=first.line, ticket=first)
    Ticket.objects.filter(pk=first.pk).update(invalidated_at=timezone.now() - timedelta(minutes=10), ended="refund")
    assert not {name for name in broken_numbers() if name.startswith("6o")}
    assert forget_entries(ended_on(event)) == 1
    assert not {name for name in broken_numbers() if name.startswith("6o")}


def test_a_postponed_event_keeps_its_entries() -> None:
    event, (first, *_rest) = sold_out_night()
    verdict(door(event), first)
    moment = ended_on(event)
    Event.objects.filter(pk=event.pk).update(happening_from=event.happening_from + timedelta(days=20))
    assert forget_entries(moment) == 0 and forget_entries(ended_on(event)) == 1


def test_what_is_held_back_stays() -> None:
    event, (first, *_rest) = sold_out_night()
    device, clerk = door(event), User.objects.create_user("clerk")
    tell(device, told(first), told(first))
    order = first.line.placement.order
    hold(order=order, reason="Klage", look_at=timezone.localdate() + timedelta(days=9), staff=clerk)
    assert forget_entries(ended_on(event)) == 0 and Scan.objects.count() == 2
    lift(order=order, staff=clerk)
    assert forget_entries(ended_on(event)) == 1 and Scan.objects.count() == 1


@proves("law §6 DP-6", "whoever asks is told when their tickets were let in, and until when that is kept")
def test_a_person_is_told_of_their_entries() -> None:
    event, (first, *_rest) = sold_out_night()
    verdict(door(event), first)
    person = Person(first.line.placement.order.email)
    known = person_data(person)
    assert [one["verdict"] for one in known["scans"]] == ["admitted"] and data_pdf(known).startswith(b"%PDF")
    kept = {str(one.what): one for one in erase(person=person, staff=None).kept}["Scans am Einlass (1)"]
    assert kept.until == ended_on(event).date() and Scan.objects.count() == 1
    assert ended_on(event).astimezone(UTC) > timezone.now()
