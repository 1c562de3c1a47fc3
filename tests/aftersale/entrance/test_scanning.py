"""One ticket lets one person in, once, whatever gates were offline; nothing that they told is lost."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from aftersale.entrance.actions import DeviceScan, undo_admission
from aftersale.entrance.errors import NotInside, ScanNotYours, UndoNotAllowed
from aftersale.entrance.queries import counts_by_kind, entrance_list, wrong_admissions
from aftersale.models import Admission, EntranceDevice, Scan, Ticket
from aftersale.tickets.actions import invalidate_ticket, reissue_ticket
from aftersale.tickets.codes import code_of
from catalogue.models import Event
from checkout.models import OrderLine
from tests.aftersale.entrance.night import door, sold_out_night, tell, told, verdict
from tests.invariants import broken_numbers
from tests.proofs import proves
from tests.sampling import examples

pytestmark = pytest.mark.django_db
Verdict = Scan.Verdict


@proves("law OP-10", "a ticket lets one person in, once; 32 gates online at once: exactly one entry")
def test_a_ticket_lets_one_person_in_once() -> None:
    event, (first, second, _third) = sold_out_night()
    left, right = door(event), door(event, "Right", may_admit_by_number=True)
    assert [verdict(left, first), verdict(right, first)] == ["admitted", "already"]
    typed = f" {second.number[:3]} {second.number[3:]}"
    assert [verdict(right, typed, "typed"), verdict(left, second)] == ["admitted", "already"]
    (again,) = tell(left, told(first))
    assert again.against is not None and again.against.device == left and not again.let_in
    assert Admission.objects.in_force().count() == 2
    assert broken_numbers() == set()


@proves(
    "law OP-10, J17",
    "what is not good lets nobody in and says why: old code, ended, another event, forged; what ended "
    "only afterwards was good; a wrong clock is put right",
)
def test_what_is_not_good_lets_nobody_in_and_says_why() -> None:
    event, (first, second, _third) = sold_out_night()
    _other, (elsewhere, *_rest) = sold_out_night()
    device, old = door(event), code_of(first)
    reissue_ticket(ticket=first, reason="copied")
    invalidate_ticket(ticket=second, reason="charged back")
    forged = old[:-4] + ("AAAA" if old[-4:] != "AAAA" else "BBBB")
    read = [old, second.number, code_of(elsewhere), forged, "https://example.org", "", "\U0001f3ab", "1234567890123"]
    assert [verdict(device, one) for one in read] == [
        "old_code", "ended", "other_event", "unknown", "unknown", "unknown", "unknown", "unknown",
    ]  # fmt: skip
    first.refresh_from_db()
    assert verdict(device, first) == "admitted"
    assert not Scan.objects.filter(let_in=True).exclude(verdict="admitted").exists()
    assert broken_numbers() == set()


@proves("law OP-10", "tickets of a cancelled event admit nobody, refunded or not, online or by the devices' lists")
def test_a_cancelled_event_lets_nobody_in() -> None:
    event, (first, *_others) = sold_out_night()
    device = door(event)
    assert all(one.valid for one in entrance_list(event))
    Event.objects.filter(pk=event.pk).update(state="cancelled")
    event.refresh_from_db()
    assert verdict(device, first) == "ended" and not Admission.objects.exists()
    assert not any(one.valid for one in entrance_list(event))


def test_what_ended_or_was_issued_anew_afterwards_was_good_when_it_was_read() -> None:
    event, (first, second, third) = sold_out_night()
    device = door(event)
    early = [told(first, let_in=True, ago=5), told(second, let_in=True, ago=5)]
    reissue_ticket(ticket=first, reason="lost")
    invalidate_ticket(ticket=second, reason="refunded")
    late = DeviceScan(uuid4(), code_of(third), timezone.now() + timedelta(minutes=1), True)
    invalidate_ticket(ticket=third, reason="refunded")
    assert [one.verdict for one in tell(device, *early, late)] == ["admitted", "admitted", "ended"]
    assert [one.verdict for one in wrong_admissions(event)] == ["ended"]


def test_who_asks_is_judged_by_the_shops_clock() -> None:
    event, (first, second, third) = sold_out_night()
    device, old = door(event), code_of(first)
    reissue_ticket(ticket=first, reason="lost")
    invalidate_ticket(ticket=second, reason="refunded")
    asked = [told(old, ago=5), told(second, ago=5), told(third, ago=5)]
    scans = tell(device, *asked)
    assert [one.verdict for one in scans] == ["old_code", "ended", "admitted"]
    assert timezone.now() - scans[2].scanned_at < timedelta(seconds=5)


@proves(
    "law OP-10, J20",
    "gates that were offline report a double entry with both times and gates, in whatever order they "
    "tell, and lose nothing",
)
def test_gates_that_were_offline_report_a_double_entry_with_both_times() -> None:
    event, (ticket, *_rest) = sold_out_night()
    left, right = door(event), door(event, "Right")
    tell(left, told(ticket, let_in=True, ago=28))
    (double,) = tell(right, told(ticket, let_in=True, ago=20))
    assert (double.verdict, double.let_in, double.is_trouble) == (Verdict.ALREADY, True, True)
    (reported,) = wrong_admissions(event)
    assert reported == double and reported.against is not None
    apart = reported.scanned_at - reported.against.scanned_at
    assert abs(apart - timedelta(minutes=8)) < timedelta(seconds=5)
    assert (reported.against.device, reported.device) == (left, right)
    assert Admission.objects.in_force().count() == 1


def test_what_is_sent_twice_is_there_once_and_answered_as_before() -> None:
    event, (ticket, *_rest) = sold_out_night()
    device = door(event)
    scan = told(ticket)
    (first,), (second,) = tell(device, scan), tell(device, scan)
    assert first == second and second.verdict == "admitted"
    assert (Scan.objects.count(), Admission.objects.count()) == (1, 1)
    with pytest.raises(ScanNotYours):
        tell(door(event, "Right"), scan)


def test_who_asked_heard_nothing_and_let_somebody_in_alone_is_not_forgotten() -> None:
    event, (ticket, *_rest) = sold_out_night()
    left, right = door(event), door(event, "Right")
    tell(left, told(ticket))
    asked = told(ticket)
    assert not tell(right, asked)[0].let_in
    (found,) = tell(right, DeviceScan(asked.id, asked.text, asked.scanned_at, True))
    assert found.let_in and wrong_admissions(event) == [found]


def test_a_good_ticket_that_was_sent_away_offline_is_still_good() -> None:
    event, (ticket, *_rest) = sold_out_night()
    device = door(event)
    assert tell(device, told(ticket, let_in=False))[0].verdict == "sent_away"
    assert verdict(device, ticket) == "admitted"


def test_a_clock_that_is_wrong_is_put_right() -> None:
    event, (ticket, *_rest) = sold_out_night()
    off = timedelta(days=-20_000)
    scan = DeviceScan(uuid4(), code_of(ticket), timezone.now() + off - timedelta(minutes=3), True)
    (found,) = tell(door(event), scan, off=off)
    assert abs(timezone.now() - timedelta(minutes=3) - found.scanned_at) < timedelta(seconds=5)


def test_an_entry_is_undone_by_whom_may_and_stays_known() -> None:
    event, (ticket, *_rest) = sold_out_night()
    plain, trusted = door(event), door(event, "Boss", may_undo=True)
    with pytest.raises(NotInside):
        undo_admission(ticket=ticket, device=trusted)
    tell(plain, told(ticket))
    with pytest.raises(UndoNotAllowed):
        undo_admission(ticket=ticket, device=plain)
    entry = undo_admission(ticket=ticket, device=trusted)
    assert entry.undone_on == trusted
    assert verdict(plain, ticket) == "admitted"
    assert (Admission.objects.count(), Admission.objects.in_force().count()) == (2, 1)
    assert broken_numbers() == set()


@proves("law OP-10", "who is in is counted live by kind of ticket; staff see who should not be in")
def test_the_counter_is_of_those_who_are_in_by_kind() -> None:
    event, (first, second, third) = sold_out_night()
    device = door(event, may_undo=True)
    tell(device, told(first), told(second))
    undo_admission(ticket=second, device=device)
    invalidate_ticket(ticket=third, reason="refunded")
    assert [(one.inside, one.expected) for one in counts_by_kind(event)] == [(1, 2)]


@proves("law OP-10", "tickets of one kind are counted together, whatever the language of their orders")
def test_orders_in_two_languages_are_of_one_kind() -> None:
    event, tickets = sold_out_night()
    OrderLine.objects.filter(pk=tickets[0].line_id).update(variant_description="Full price")
    assert [(one.kind, one.expected) for one in counts_by_kind(event)] == [("Normal", 3)]


@proves("law OP-10", "scans stay as they came, entries are undone by whom may and stay known")
def test_the_database_keeps_scans_as_they_came_and_one_entry_for_each_ticket() -> None:
    event, (first, second, _third) = sold_out_night()
    device = door(event)
    (scan, other) = tell(device, told(first), told(second))
    refused = [
        lambda: Scan.objects.filter(pk=scan.pk).update(verdict="ended"),
        lambda: Scan.objects.filter(pk=scan.pk).update(let_in=False),
        lambda: Scan.objects.filter(pk=scan.pk).delete(),
        lambda: Admission.objects.filter(scan=other).update(ticket=first),
    ]
    for change in refused:
        with pytest.raises(DatabaseError), transaction.atomic():
            change()


def test_the_invariants_see_what_they_are_for() -> None:
    event, (first, second, _third) = sold_out_night()
    device = door(event)
    (one, two) = tell(device, told(first), told(second))
    Admission.objects.filter(scan=two).delete()
    assert broken_numbers() == {"6k"}
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX one_admission_per_ticket")
    Admission.objects.create(ticket=first, scan=two, at=two.scanned_at)
    assert broken_numbers() == {"6j", "6k"}
    Admission.objects.filter(scan=two).delete()
    Scan.objects.create(
        id=uuid4(), device=device, event=event, ticket=second, against=one, scanned_at=timezone.now(), offline=True,
        verdict="already", let_in=True,
    )  # fmt: skip
    assert broken_numbers() == {"6k", "6l"}


@proves(
    "law OP-10",
    "the list on a phone is of its event, names nobody and ends with it; tickets are found by name, order or number",
)
def test_a_batch_asks_as_little_for_many_as_for_few() -> None:
    event, tickets = sold_out_night(8)
    device = door(event)
    numbers = []
    for batch in (tickets[:1], tickets[1:]):
        scans = [told(one) for one in batch]
        with CaptureQueriesContext(
            connection,
        ) as asked:
            tell(device, *scans)
        numbers.append(len(asked))
    assert numbers[0] == numbers[1]


OFFLINE = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 1), st.integers(1, 60)), min_size=1, max_size=12)


def test_in_whatever_order_gates_tell_and_are_killed_nothing_is_lost_or_doubled() -> None:
    """Three gates let in two tickets' holders, each as often as drawn, and tell of it in batches that are cut anywhere,
    repeated, and killed on the way.
    """
    event, tickets = sold_out_night(2)
    doors = [door(event, str(at)) for at in range(3)]

    @given(read=OFFLINE, data=st.data())
    @settings(max_examples=examples(40), deadline=None)
    def told_somehow(read: list[tuple[int, int, int]], data: st.DataObject) -> None:
        with transaction.atomic():
            queues: list[list[DeviceScan]] = [[], [], []]
            for gate, which, ago in read:
                queues[gate].append(told(tickets[which], let_in=True, ago=ago))
            tell_in_pieces(doors, queues, data)
            for at, one in enumerate(tickets):
                check_entries(one, entries=sum(ticket == at for _gate, ticket, _ago in read))
            doubles = wrong_admissions(event)
            assert len(doubles) == len(read) - len({ticket for _gate, ticket, _ago in read})
            assert all(one.against and one.against.ticket_id == one.ticket_id for one in doubles)
            assert broken_numbers() == set()
            transaction.set_rollback(True)

    told_somehow()


def tell_in_pieces(doors: list[EntranceDevice], queues: list[list[DeviceScan]], data: st.DataObject) -> None:
    """Until everything was heard. Whose answer is lost, or who is killed, tells it once more, at most some times."""
    accidents = 6
    while left := [gate for gate in range(len(doors)) if queues[gate]]:
        gate = data.draw(st.sampled_from(left))
        batch = queues[gate][: data.draw(st.integers(1, len(queues[gate])))]
        fate = data.draw(st.sampled_from(["heard", "killed", "answer lost"])) if accidents else "heard"
        if fate == "killed":
            with pytest.raises(RuntimeError), transaction.atomic():
                tell(doors[gate], *batch)
                raise RuntimeError
        else:
            tell(doors[gate], *batch)
        if fate == "heard":
            del queues[gate][: len(batch)]
        else:
            accidents -= 1


def check_entries(ticket: Ticket, *, entries: int) -> None:
    scans = Scan.objects.filter(ticket=ticket, let_in=True)
    assert scans.count() == entries
    assert scans.filter(verdict="admitted").count() == min(entries, 1)
    assert Admission.objects.in_force().filter(ticket=ticket).count() == min(entries, 1)
