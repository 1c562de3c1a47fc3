"""Scans are recorded: one that asks is answered, and those that a device decided offline are compared with the rest."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from aftersale.entrance.errors import ScanNotYours
from aftersale.entrance.locks import lock_device
from aftersale.entrance.rules import TicketStatus, lets_in, shop_time, superseded_at, verdict_of
from aftersale.models import Admission, EntranceDevice, FormerNumber, Scan, Ticket
from aftersale.numbers.tickets import entered_number
from aftersale.tickets.codes import signed_code_in
from aftersale.tickets.locks import lock_numbered
from shop.core.database.clock import database_now
from shop.core.errors import Busy

Verdict = Scan.Verdict
# What is told of a scan and of the entry before it.
ANSWERED = ("device", "ticket__line", "against__device")


@dataclass(frozen=True)
class DeviceScan:
    """One scan of a device: `text` is what its camera read or somebody typed, which `read_by` tells, `scanned_at` its
    own clock's time.

    `let_in`: what it decided by itself, offline, at that time; None: it asks, now.
    """

    id: UUID
    text: str
    scanned_at: datetime
    let_in: bool | None = None
    read_by: str = Scan.ReadBy.UNTOLD


@dataclass(frozen=True)
class ReadCode:
    """A ticket's number and, of a signed code, the version."""

    number: str
    version: int | None


@dataclass(frozen=True)
class NumberedTicket:
    """A ticket by a number that it has, or had: then it is `former`."""

    ticket: Ticket
    former: FormerNumber | None = None


def read_code(text: str) -> ReadCode | None:
    """None for what is neither a code of ours nor a number."""
    if signed := signed_code_in(text):
        return ReadCode(signed.number, signed.version)
    number = entered_number(text)
    return ReadCode(number, None) if number else None


def record_scans(*, device: EntranceDevice, scans: Sequence[DeviceScan], device_now: datetime) -> list[Scan]:
    """Keep what a device read and say of each what it was, in their order: it may let somebody in, once.

    What was kept before is answered as it was then. A person whom a device let in offline with a ticket that somebody
    is in with, or that was not good, is not forgotten: that scan is kept as trouble, and names the entry before it.
    Raises ScanNotYours; Busy where two devices tell of one id at once.
    """
    try:
        with transaction.atomic():
            return store_scans(device, scans, device_now)
    except IntegrityError as error:
        raise Busy from error


def store_scans(device: EntranceDevice, scans: Sequence[DeviceScan], device_now: datetime) -> list[Scan]:
    device = lock_device(device.pk)
    known = stored_scans(device, scans)
    fresh = {one.id: one for one in scans if one.id not in known}
    readings = {key: read_code(one.text) for key, one in fresh.items()}
    let_in_offline = mark_let_in_offline(known, scans)
    numbers = {one.number for one in (*readings.values(), *let_in_offline) if one}
    keys = lock_numbered(numbers)
    # By the clock as it is now that nobody else is at these tickets.
    now = database_now()
    named = tickets_by_number(keys, numbers)
    inside = admitting_scans(keys)
    made: list[Scan] = []
    for key, sent in fresh.items():
        reading = readings[key]
        found = named.get(reading.number) if reading else None
        # Who asks is at the door now, whatever a clock says: what has ended since lets nobody in.
        at = now if sent.let_in is None else shop_time(sent.scanned_at, device_now=device_now, now=now)
        scan = new_scan(device, sent, reading, found, inside, at)
        scan.received_at = now
        if scan.ticket_id is not None and is_inside_by(scan, device):
            inside[scan.ticket_id] = scan
        made.append(scan)
    Scan.objects.bulk_create(made)
    entered = [one for one in made if is_inside_by(one, device)]
    for scan in let_in_offline:
        if scan.ticket_id is not None and is_inside_by(scan, device) and scan.ticket_id not in inside:
            inside[scan.ticket_id] = scan
            entered.append(scan)
    Admission.objects.bulk_create([Admission(ticket=one.ticket, scan=one, at=one.scanned_at) for one in entered])
    EntranceDevice.objects.filter(pk=device.pk).update(seen_at=now)
    answers = Scan.objects.select_related(*ANSWERED).in_bulk([one.id for one in scans])
    return [answers[one.id] for one in scans]


def stored_scans(device: EntranceDevice, scans: Iterable[DeviceScan]) -> Mapping[UUID, Scan]:
    """Those that are there already."""
    known = Scan.objects.in_bulk([one.id for one in scans])
    if any(one.device_id != device.pk for one in known.values()):
        raise ScanNotYours
    return known


def mark_let_in_offline(known: Mapping[UUID, Scan], scans: Iterable[DeviceScan]) -> list[Scan]:
    """Whoever asked, was refused and never heard of it decided alone: that is noted."""
    let_in_offline = [known[one.id] for one in scans if one.let_in and one.id in known and not known[one.id].let_in]
    if let_in_offline:
        Scan.objects.filter(pk__in=[one.pk for one in let_in_offline]).update(let_in=True)
    for one in let_in_offline:
        one.let_in = True
    return let_in_offline


def is_inside_by(scan: Scan, device: EntranceDevice) -> bool:
    """Whether somebody stands inside with its ticket: also whom a phone let in by a typed number as it was not let any
    more and had not heard of it. Of one that never was let that is not believed: it knows everybody's number.
    """
    by_number = scan.verdict == Verdict.NUMBER_ONLY and scan.let_in and scan.read_by == Scan.ReadBy.TYPED
    return scan.verdict == Verdict.ADMITTED or (by_number and device.might_admit_by_number)


def tickets_by_number(keys: Collection[UUID], numbers: Collection[str]) -> dict[str, NumberedTicket]:
    """Of these tickets, by the numbers that they have and had."""
    tickets = Ticket.objects.select_related("line__variant").in_bulk(keys)
    formers = FormerNumber.objects.filter(number__in=numbers, ticket__in=keys)
    before = {one.number: NumberedTicket(tickets[one.ticket_id], one) for one in formers}
    return before | {one.number: NumberedTicket(one) for one in tickets.values()}


def admitting_scans(tickets: Iterable[UUID]) -> dict[UUID, Scan]:
    """By their tickets, the scans that let those in who are inside."""
    entries = Admission.objects.in_force().filter(ticket__in=tickets).select_related("scan")
    return {one.ticket_id: one.scan for one in entries}


def new_scan(
    device: EntranceDevice,
    sent: DeviceScan,
    reading: ReadCode | None,
    named: NumberedTicket | None,
    inside: Mapping[UUID, Scan],
    at: datetime,
) -> Scan:
    ticket = named.ticket if named else None
    signed = reading is not None and reading.version is not None
    good = lets_in(sent.read_by, signed=signed, may_admit_by_number=device.may_admit_by_number)
    verdict = verdict_of(ticket_status(named, reading), event=device.event_id, lets_in=good, at=at)
    against = inside.get(ticket.pk) if ticket and verdict in (Verdict.ADMITTED, Verdict.NUMBER_ONLY) else None
    offline = sent.let_in is not None
    if against is not None:
        verdict = Verdict.ALREADY
    elif verdict == Verdict.ADMITTED and sent.let_in is False:
        # Sent away offline with what is good: nobody is in by it.
        verdict = Verdict.SENT_AWAY
    return Scan(
        id=sent.id, device=device, event_id=device.event_id, ticket=ticket, against=against, scanned_at=at,
        offline=offline, verdict=verdict, let_in=bool(sent.let_in) if offline else verdict == Verdict.ADMITTED,
        read_by=sent.read_by, number=reading.number if reading else "",
        by_number=reading is not None and not signed and sent.read_by != Scan.ReadBy.SOLD,
    )  # fmt: skip


def ticket_status(named: NumberedTicket | None, reading: ReadCode | None) -> TicketStatus | None:
    if named is None or reading is None:
        return None
    ticket, former = named.ticket, named.former
    dead = superseded_at(
        version=reading.version,
        newest=former.version if former else ticket.version,
        good_until=former.good_until if former else None,
    )
    return TicketStatus(ticket.line.variant.event_id or 0, dead, ticket.invalidated_at)
