"""Records scans: answers online ones, and compares decisions that a device made offline with all others."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
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
# Tickets of a cancelled event admit nobody, whether they were refunded yet or not.
LONG_ENDED = datetime.min.replace(tzinfo=UTC)
# Relations that an answer about a scan and an earlier entry needs.
ANSWERED = ("device", "ticket__line__variant__pricing_category", "against__device")


@dataclass(frozen=True)
class DeviceScan:
    """One scan as a device sends it. `text`: what was read by the camera or typed (`read_by`). `scanned_at`: by the
    device's clock.

    `let_in`: the device's offline decision; None if it asks online.
    """

    id: UUID
    text: str
    scanned_at: datetime
    let_in: bool | None = None
    read_by: str = Scan.ReadBy.UNTOLD


@dataclass(frozen=True)
class ReadCode:
    """A ticket's number, and the version if a signed code was read."""

    number: str
    version: int | None


@dataclass(frozen=True)
class NumberedTicket:
    """A ticket found by its number; `former` if it is a former number."""

    ticket: Ticket
    former: FormerNumber | None = None


def read_code(text: str) -> ReadCode | None:
    """Return the number in a signed code or a typed number. None if it is neither."""
    if signed := signed_code_in(text):
        return ReadCode(signed.number, signed.version)
    number = entered_number(text)
    return ReadCode(number, None) if number else None


def record_scans(*, device: EntranceDevice, scans: Sequence[DeviceScan], device_now: datetime) -> list[Scan]:
    """Store a device's scans, and return them with their verdicts in the same order. A ticket admits one person, once.

    A scan that is stored already keeps its answer. If a device let somebody in offline with a ticket that was used or
    not valid, the scan is stored as trouble and names the earlier entry. Locks the device and the tickets.

    Raises ScanNotYours; Busy if two devices send the same id at once.
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
    # Read the clock only after the tickets are locked.
    now = database_now()
    named = tickets_by_number(keys, numbers)
    inside = admitting_scans(keys)
    made: list[Scan] = []
    for key, sent in fresh.items():
        reading = readings[key]
        found = named.get(reading.number) if reading else None
        # An online scan counts as now, whatever the device's clock says: a ticket that ended meanwhile is invalid.
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
    """Return scans that are stored already. Raises ScanNotYours if another device sent one of the ids."""
    known = Scan.objects.in_bulk([one.id for one in scans])
    if any(one.device_id != device.pk for one in known.values()):
        raise ScanNotYours
    return known


def mark_let_in_offline(known: Mapping[UUID, Scan], scans: Iterable[DeviceScan]) -> list[Scan]:
    """Mark scans that were refused online but let in by the device, because it never received the answer."""
    let_in_offline = [known[one.id] for one in scans if one.let_in and one.id in known and not known[one.id].let_in]
    if let_in_offline:
        Scan.objects.filter(pk__in=[one.pk for one in let_in_offline]).update(let_in=True)
    for one in let_in_offline:
        one.let_in = True
    return let_in_offline


def is_inside_by(scan: Scan, device: EntranceDevice) -> bool:
    """True if the scan admitted a person: also by a typed number, if the device lost the right to admit by number and
    did not know it yet. A device that never had the right is not believed, because it knows all numbers.
    """
    by_number = scan.verdict == Verdict.NUMBER_ONLY and scan.let_in and scan.read_by == Scan.ReadBy.TYPED
    return scan.verdict == Verdict.ADMITTED or (by_number and device.might_admit_by_number)


def tickets_by_number(keys: Collection[UUID], numbers: Collection[str]) -> dict[str, NumberedTicket]:
    """Return the tickets by their present and former numbers."""
    tickets = Ticket.objects.select_related("line__variant__event").in_bulk(keys)
    formers = FormerNumber.objects.filter(number__in=numbers, ticket__in=keys)
    before = {one.number: NumberedTicket(tickets[one.ticket_id], one) for one in formers}
    return before | {one.number: NumberedTicket(one) for one in tickets.values()}


def admitting_scans(tickets: Iterable[UUID]) -> dict[UUID, Scan]:
    """Return, by ticket, the scans that admitted the people who are inside."""
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
        # The device refused a valid ticket offline: nobody is inside with it.
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
    event = ticket.line.variant.event
    assert event is not None
    ended_at = LONG_ENDED if event.is_cancelled else ticket.invalidated_at
    return TicketStatus(event.pk, dead, ended_at)
