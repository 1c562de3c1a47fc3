"""Scans are recorded: one that asks is answered, and those that a device decided offline are compared with the rest."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from aftersale.entrance.errors import ScanNotYours
from aftersale.entrance.locks import lock_device
from aftersale.entrance.rules import Known, lets_in, put_right, superseded_at, verdict_of
from aftersale.models import Admission, EntranceDevice, FormerNumber, Scan, Ticket
from aftersale.numbers.tickets import entered_number
from aftersale.tickets.codes import signed_in
from aftersale.tickets.locks import lock_numbered
from shop.core.database.clock import database_now
from shop.core.errors import Busy

Verdict = Scan.Verdict
# What is told of a scan and of the entry before it.
ANSWERED = ("device", "ticket__line", "against__device")


@dataclass(frozen=True)
class Told:
    """One scan of a device: `said` is what its camera read or somebody typed, which `read_by` tells, `scanned_at` its
    own clock's time.

    `let_in`: what it decided by itself, offline, at that time; None: it asks, now.
    """

    id: UUID
    said: str
    scanned_at: datetime
    let_in: bool | None = None
    read_by: str = Scan.ReadBy.UNTOLD


@dataclass(frozen=True)
class Reading:
    """A ticket's number and, of a signed code, the version."""

    number: str
    version: int | None


@dataclass(frozen=True)
class Named:
    """A ticket by a number that it has, or had: then it is `former`."""

    ticket: Ticket
    former: FormerNumber | None = None


def read(said: str) -> Reading | None:
    """None for what is neither a code of ours nor a number."""
    if signed := signed_in(said):
        return Reading(signed.number, signed.version)
    number = entered_number(said)
    return Reading(number, None) if number else None


def record_scans(*, device: EntranceDevice, scans: Sequence[Told], device_now: datetime) -> list[Scan]:
    """Keep what a device read and say of each what it was, in their order: it may let somebody in, once.

    What was kept before is answered as it was then. A person whom a device let in offline with a ticket that somebody
    is in with, or that was not good, is not forgotten: that scan is kept as trouble, and names the entry before it.
    Raises ScanNotYours; Busy where two devices tell of one id at once.
    """
    try:
        with transaction.atomic():
            return recorded(device, scans, device_now)
    except IntegrityError as error:
        raise Busy from error


def recorded(device: EntranceDevice, scans: Sequence[Told], device_now: datetime) -> list[Scan]:
    device = lock_device(device.pk)
    known = kept_before(device, scans)
    fresh = {one.id: one for one in scans if one.id not in known}
    readings = {key: read(one.said) for key, one in fresh.items()}
    alone = decided_alone(known, scans)
    numbers = {one.number for one in (*readings.values(), *alone) if one}
    keys = lock_numbered(numbers)
    # By the clock as it is now that nobody else is at these tickets.
    now = database_now()
    named = tickets_named(keys, numbers)
    inside = standing(keys)
    made: list[Scan] = []
    for key, told in fresh.items():
        reading = readings[key]
        found = named.get(reading.number) if reading else None
        # Who asks is at the door now, whatever a clock says: what has ended since lets nobody in.
        at = now if told.let_in is None else put_right(told.scanned_at, device_now=device_now, now=now)
        scan = judged(device, told, reading, found, inside, at)
        scan.received_at = now
        if scan.ticket_id is not None and is_inside_by(scan, device):
            inside[scan.ticket_id] = scan
        made.append(scan)
    Scan.objects.bulk_create(made)
    entered = [one for one in made if is_inside_by(one, device)]
    for scan in alone:
        if scan.ticket_id is not None and is_inside_by(scan, device) and scan.ticket_id not in inside:
            inside[scan.ticket_id] = scan
            entered.append(scan)
    Admission.objects.bulk_create([Admission(ticket=one.ticket, scan=one, at=one.scanned_at) for one in entered])
    EntranceDevice.objects.filter(pk=device.pk).update(seen_at=now)
    answers = Scan.objects.select_related(*ANSWERED).in_bulk([one.id for one in scans])
    return [answers[one.id] for one in scans]


def kept_before(device: EntranceDevice, scans: Iterable[Told]) -> Mapping[UUID, Scan]:
    """Those that are there already."""
    known = Scan.objects.in_bulk([one.id for one in scans])
    if any(one.device_id != device.pk for one in known.values()):
        raise ScanNotYours
    return known


def decided_alone(known: Mapping[UUID, Scan], scans: Iterable[Told]) -> list[Scan]:
    """Whoever asked, was refused and never heard of it decided alone: that is noted."""
    alone = [known[one.id] for one in scans if one.let_in and one.id in known and not known[one.id].let_in]
    if alone:
        Scan.objects.filter(pk__in=[one.pk for one in alone]).update(let_in=True)
    for one in alone:
        one.let_in = True
    return alone


def is_inside_by(scan: Scan, device: EntranceDevice) -> bool:
    """Whether somebody stands inside with its ticket: also whom a phone let in by a typed number as it was not let any
    more and had not heard of it. Of one that never was let that is not believed: it knows everybody's number.
    """
    by_number = scan.verdict == Verdict.NUMBER_ONLY and scan.let_in and scan.read_by == Scan.ReadBy.TYPED
    return scan.verdict == Verdict.ADMITTED or (by_number and device.might_admit_by_number)


def tickets_named(keys: Collection[UUID], numbers: Collection[str]) -> dict[str, Named]:
    """Of these tickets, by the numbers that they have and had."""
    tickets = Ticket.objects.select_related("line__variant").in_bulk(keys)
    formers = FormerNumber.objects.filter(number__in=numbers, ticket__in=keys)
    before = {one.number: Named(tickets[one.ticket_id], one) for one in formers}
    return before | {one.number: Named(one) for one in tickets.values()}


def standing(tickets: Iterable[UUID]) -> dict[UUID, Scan]:
    """By their tickets, the scans that let those in who are inside."""
    entries = Admission.objects.standing().filter(ticket__in=tickets).select_related("scan")
    return {one.ticket_id: one.scan for one in entries}


def judged(
    device: EntranceDevice,
    told: Told,
    reading: Reading | None,
    named: Named | None,
    inside: Mapping[UUID, Scan],
    at: datetime,
) -> Scan:
    ticket = named.ticket if named else None
    signed = reading is not None and reading.version is not None
    good = lets_in(told.read_by, signed=signed, may_admit_by_number=device.may_admit_by_number)
    verdict = verdict_of(known_of(named, reading), event=device.event_id, lets_in=good, at=at)
    against = inside.get(ticket.pk) if ticket and verdict in (Verdict.ADMITTED, Verdict.NUMBER_ONLY) else None
    offline = told.let_in is not None
    if against is not None:
        verdict = Verdict.ALREADY
    elif verdict == Verdict.ADMITTED and told.let_in is False:
        # Sent away offline with what is good: nobody is in by it.
        verdict = Verdict.SENT_AWAY
    return Scan(
        id=told.id, device=device, event_id=device.event_id, ticket=ticket, against=against, scanned_at=at,
        offline=offline, verdict=verdict, let_in=bool(told.let_in) if offline else verdict == Verdict.ADMITTED,
        read_by=told.read_by, number=reading.number if reading else "",
        by_number=reading is not None and not signed and told.read_by != Scan.ReadBy.SOLD,
    )  # fmt: skip


def known_of(named: Named | None, reading: Reading | None) -> Known | None:
    if named is None or reading is None:
        return None
    ticket, former = named.ticket, named.former
    dead = superseded_at(
        version=reading.version,
        newest=former.version if former else ticket.version,
        good_until=former.good_until if former else None,
    )
    return Known(ticket.line.variant.event_id or 0, dead, ticket.invalidated_at)
