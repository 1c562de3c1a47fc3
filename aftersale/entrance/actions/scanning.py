"""Scans are recorded: one that asks is answered, and those that a device decided offline are compared with the rest."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from aftersale.entrance.errors import ScanNotYours
from aftersale.entrance.locks import lock_device
from aftersale.entrance.rules import Known, put_right, verdict_of
from aftersale.models import Admission, EntranceDevice, Scan, Ticket
from aftersale.tickets.codes import signed_in
from aftersale.tickets.locks import lock_tickets
from aftersale.tickets.rules import entered_number
from shop.clock import database_now
from shop.errors import Busy

Verdict = Scan.Verdict
# What is told of a scan and of the entry before it.
ANSWERED = ("device", "ticket__line", "against__device")


@dataclass(frozen=True)
class Told:
    """One scan of a device: `said` is what its camera read or somebody typed, `scanned_at` its own clock's time.

    `let_in`: what it decided by itself, offline, at that time; None: it asks, now.
    """

    id: UUID
    said: str
    scanned_at: datetime
    let_in: bool | None = None


@dataclass(frozen=True)
class Read:
    """A ticket's number and, of a signed code, the version."""

    number: str
    version: int | None


def read(said: str) -> Read | None:
    """None for what is neither a code of ours nor a number."""
    if signed := signed_in(said):
        return Read(signed.number, signed.version)
    number = entered_number(said)
    return Read(number, None) if number else None


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
    numbers = {one.number for one in readings.values() if one}
    lock_tickets(numbers)
    # By the clock as it is now that nobody else is at these tickets.
    now = database_now()
    tickets = tickets_numbered(numbers)
    inside = standing(tickets.values())
    made: list[Scan] = []
    for key, told in fresh.items():
        reading = readings[key]
        ticket = tickets.get(reading.number) if reading else None
        # Who asks is at the door now, whatever a clock says: what has ended since lets nobody in.
        at = now if told.let_in is None else put_right(told.scanned_at, device_now=device_now, now=now)
        scan = judged(device, told, reading, ticket, inside, at)
        scan.received_at = now
        if ticket is not None and scan.verdict == Verdict.ADMITTED:
            inside[ticket.pk] = scan
        made.append(scan)
    Scan.objects.bulk_create(made)
    entered = [one for one in made if one.verdict == Verdict.ADMITTED]
    Admission.objects.bulk_create([Admission(ticket=one.ticket, scan=one, at=one.scanned_at) for one in entered])
    EntranceDevice.objects.filter(pk=device.pk).update(seen_at=now)
    answers = Scan.objects.select_related(*ANSWERED).in_bulk([one.id for one in scans])
    return [answers[one.id] for one in scans]


def kept_before(device: EntranceDevice, scans: Iterable[Told]) -> Mapping[UUID, Scan]:
    """Those that are there already. Whoever asked, was refused and never heard of it decided alone: that is noted."""
    known = Scan.objects.in_bulk([one.id for one in scans])
    if any(one.device_id != device.pk for one in known.values()):
        raise ScanNotYours
    alone = [one.id for one in scans if one.let_in and one.id in known and not known[one.id].let_in]
    if alone:
        Scan.objects.filter(pk__in=alone).update(let_in=True)
    return known


def tickets_numbered(numbers: Iterable[str]) -> dict[str, Ticket]:
    found = Ticket.objects.filter(number__in=set(numbers)).select_related("line__variant")
    return {one.number: one for one in found}


def standing(tickets: Iterable[Ticket]) -> dict[UUID, Scan]:
    """By their tickets, the scans that let those in who are inside."""
    entries = Admission.objects.standing().filter(ticket__in=tickets).select_related("scan")
    return {one.ticket_id: one.scan for one in entries}


def judged(
    device: EntranceDevice,
    told: Told,
    reading: Read | None,
    ticket: Ticket | None,
    inside: Mapping[UUID, Scan],
    at: datetime,
) -> Scan:
    version = reading.version if reading else None
    verdict = verdict_of(known_of(ticket), event=device.event_id, version=version, at=at)
    against = inside.get(ticket.pk) if ticket and verdict == Verdict.ADMITTED else None
    offline = told.let_in is not None
    if against is not None:
        verdict = Verdict.ALREADY
    elif verdict == Verdict.ADMITTED and told.let_in is False:
        # Sent away offline with what is good: nobody is in by it.
        verdict = Verdict.SENT_AWAY
    return Scan(
        id=told.id, device=device, event_id=device.event_id, ticket=ticket, against=against, scanned_at=at,
        offline=offline, verdict=verdict, let_in=bool(told.let_in) if offline else verdict == Verdict.ADMITTED,
    )  # fmt: skip


def known_of(ticket: Ticket | None) -> Known | None:
    if ticket is None:
        return None
    event = ticket.line.variant.event_id or 0
    return Known(event, ticket.version, ticket.reissued_at, ticket.invalidated_at)
