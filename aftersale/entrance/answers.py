"""What phones at the entrance are answered."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

from aftersale.models import Scan
from checkout.orders.texts import seat_text

from .queries import FoundTicket, KindCount, ListedTicket, kind_of


@dataclass(frozen=True)
class PairingAnswer:
    key: str
    name: str


@dataclass(frozen=True)
class ListedEvent:
    """`until`: when phones delete its tickets."""

    id: int
    name: str
    begins: datetime
    venue: str
    until: datetime


@dataclass(frozen=True)
class EntrancePhone:
    name: str
    may_undo: bool
    may_sell: bool
    may_admit_by_number: bool


class ListRow(NamedTuple):
    """A ticket without the names of its fields, of which a full hall would send thousands. `valid`, `former`: 1 or 0;
    moments are empty where there is none.
    """

    number: str
    version: int
    valid: int
    kind: str
    seat: str
    initials: str
    reference: str
    inside_since: str
    inside_by: str
    reissued_at: str
    former: int


@dataclass(frozen=True)
class ListAnswer:
    """`public_key`: of the tickets' codes, in Base64. `now`: by the shop's clock."""

    event: ListedEvent
    device: EntrancePhone
    public_key: str
    now: datetime
    tickets: list[ListRow]


@dataclass(frozen=True)
class FirstEntry:
    at: datetime
    by: str


@dataclass(frozen=True)
class ScanAnswer:
    id: str
    verdict: Scan.Verdict
    let_in: bool
    at: datetime
    by: str
    number: str
    kind: str
    seat: str
    reissued_at: datetime | None
    by_number: bool
    first: FirstEntry | None


@dataclass(frozen=True)
class ScansAnswer:
    """`trouble`: scans that let somebody in wrongly."""

    scans: list[ScanAnswer]
    counts: list[KindCount]
    trouble: list[ScanAnswer]


@dataclass(frozen=True)
class FoundAnswer:
    number: str
    valid: bool
    kind: str
    seat: str
    name: str
    reference: str
    inside_since: datetime | None
    inside_by: str
    reissued_at: datetime | None
    former: bool


@dataclass(frozen=True)
class SearchAnswer:
    may_admit_by_number: bool
    tickets: list[FoundAnswer]


@dataclass(frozen=True)
class DoorOffer:
    """`free`: how many are left, None for no limit."""

    id: int
    kind: str
    price: Decimal
    free: int | None


@dataclass(frozen=True)
class OffersAnswer:
    offers: list[DoorOffer]


@dataclass(frozen=True)
class SaleAnswer:
    scans: list[ScanAnswer]
    total: Decimal
    counts: list[KindCount]


@dataclass(frozen=True)
class CountsAnswer:
    counts: list[KindCount]


def list_row(ticket: ListedTicket) -> ListRow:
    return ListRow(
        ticket.number, ticket.version, int(ticket.valid), ticket.kind, ticket.seat, ticket.initials, ticket.reference,
        moment(ticket.inside_since), ticket.inside_by, moment(ticket.reissued_at), int(ticket.former),
    )  # fmt: skip


def found_answer(found: FoundTicket) -> FoundAnswer:
    row = found.row
    return FoundAnswer(
        number=row.number, valid=row.valid, kind=row.kind, seat=row.seat, name=found.name, reference=row.reference,
        inside_since=row.inside_since, inside_by=row.inside_by, reissued_at=row.reissued_at, former=row.former,
    )  # fmt: skip


def scan_answers(scans: Iterable[Scan]) -> list[ScanAnswer]:
    return [scan_answer(one) for one in scans]


def scan_answer(scan: Scan) -> ScanAnswer:
    """Return a scan as devices read it. A double entry shows when and where the first one was; a ticket of another
    event shows no more than that.

    The number is the one that was read: a holder of a former number does not learn the present one.
    """
    first, ticket = scan.against, None if scan.verdict == Scan.Verdict.OTHER_EVENT else scan.ticket
    return ScanAnswer(
        id=str(scan.pk),
        verdict=shown_verdict(scan),
        let_in=scan.let_in,
        at=scan.scanned_at,
        by=scan.device.name,
        number=scan.number or ticket.number if ticket else "",
        kind=kind_of(ticket.line) if ticket else "",
        seat=seat_text(ticket.line) if ticket else "",
        reissued_at=ticket.reissued_at if ticket else None,
        by_number=scan.by_number,
        first=FirstEntry(first.scanned_at, first.device.name) if first else None,
    )


def shown_verdict(scan: Scan) -> Scan.Verdict:
    """Return the verdict. Older pages, which send no `read_by`, do not know NUMBER_ONLY and get UNKNOWN."""
    unheard_of = scan.verdict == Scan.Verdict.NUMBER_ONLY and scan.read_by == Scan.ReadBy.UNTOLD
    return Scan.Verdict.UNKNOWN if unheard_of else Scan.Verdict(scan.verdict)


def moment(at: datetime | None) -> str:
    return at.isoformat() if at else ""
