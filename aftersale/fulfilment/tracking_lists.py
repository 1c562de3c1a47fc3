"""Reads a list of tracking numbers, and matches its lines with parcels."""

import csv
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext_noop

from aftersale.fulfilment.errors import TrackingListRefused
from aftersale.models import TrackingFile
from checkout.models import Delivery
from checkout.models.tracking import LONGEST, plain_number
from checkout.payments.references import order_reference
from checkout.shipping.deliveries import Readiness, with_readiness
from shop.core.values.text_files import ROUNDED, abridged, decoded_text, table_lines

Found = TrackingFile.Found
MOST_LINES = 5_000
PARCEL = re.compile(r"P\s*-?(\d{1,18})", re.IGNORECASE | re.ASCII)
# Headings of the two columns in carriers' files, in lower case.
NAMED_AS = (
    "sendungsreferenz", "referenz", "paket", "lieferung", "empfängerreferenz", "bestellung", "bestellnummer",
    "reference", "parcel", "delivery", "order",
)  # fmt: skip
NUMBERED_AS = (
    "sendungsnummer", "trackingnummer", "tracking-nummer", "paketnummer", "paketscheinnummer", "identcode",
    "tracking number", "tracking", "shipment number", "shipmentnumber",
)  # fmt: skip
EMPTY = gettext_noop("The file is empty.")
NO_COLUMNS = gettext_noop("A line needs two columns at least: the parcel or the order, and the tracking number.")
TOO_MANY = gettext_noop("A list has at most 5000 lines.")
WAS_ROUNDED = gettext_noop(
    "A spreadsheet has rounded the numbers in these lines: %(lines)s. "
    "Make their column a column of texts and fill it anew."
)
BROKEN = gettext_noop("The file cannot be read as CSV.")


@dataclass(frozen=True)
class TrackingLine:
    """A line of the file. `named`: the parcel or order."""

    line: int
    named: str
    number: str


def read_tracking_list(content: bytes) -> list[TrackingLine]:
    """Read lines `parcel or order;tracking number`. The heading is optional. Raises TrackingListRefused."""
    text = decoded_text(content).replace("\0", "")
    if not text.strip():
        raise TrackingListRefused(EMPTY)
    lines, separator = table_lines(text)
    try:
        cells = enumerate(csv.reader(lines, delimiter=separator), 1)
        rows = [(line, [cell.strip() for cell in row]) for line, row in cells if any(map(str.strip, row))]
    except csv.Error as error:
        raise TrackingListRefused(BROKEN) from error
    if not rows:
        raise TrackingListRefused(EMPTY)
    named, numbered, rows = columns_of(rows)
    if len(rows) > MOST_LINES:
        raise TrackingListRefused(TOO_MANY)
    if rounded := [line for line, row in rows if any(map(ROUNDED.fullmatch, row))]:
        raise TrackingListRefused(WAS_ROUNDED, lines=abridged(rounded))
    found = [
        TrackingLine(line, row[named][:60], plain_number(row[numbered])[:LONGEST])
        for line, row in rows
        if len(row) > max(named, numbered) and plain_number(row[numbered])
    ]
    if not found:
        raise TrackingListRefused(NO_COLUMNS)
    return found


Row = tuple[int, list[str]]


def columns_of(rows: list[Row]) -> tuple[int, int, list[Row]]:
    """Return the columns of parcel and number, and the lines below the heading; without one, the first two columns."""
    heads = [cell.casefold().strip("\"' ") for cell in rows[0][1]]
    named = next((heads.index(one) for one in NAMED_AS if one in heads), None)
    numbered = next((heads.index(one) for one in NUMBERED_AS if one in heads), None)
    if named is None or numbered is None:
        return 0, 1, rows
    return named, numbered, rows[1:]


def matched_rows(lines: Iterable[TrackingLine]) -> list[dict[str, Any]]:
    """Return the rows of a TrackingFile, in the order of the lines. Repeated lines count once."""
    once: list[TrackingLine] = []
    known: set[tuple[str, str]] = set()
    for one in lines:
        if (key := (one.named.casefold(), one.number)) not in known:
            known.add(key)
            once.append(one)
    candidates = Candidates(once)
    wanted: dict[int, set[str]] = defaultdict(set)
    for one in once:
        for delivery in candidates.of(one)[:1]:
            wanted[delivery.pk].add(one.number)
    return [asdict(one) | candidates.matched_row(one, wanted) for one in once]


class Candidates:
    """The deliveries that the lines may name, read by two statements."""

    def __init__(self, lines: Sequence[TrackingLine]) -> None:
        parcels = [int(match[1]) for one in lines if (match := PARCEL.fullmatch(one.named))]
        references = {order_reference(one.named) for one in lines}
        known = with_readiness(Delivery.objects.select_related("order"))
        self.by_id = {one.pk: one for one in known.filter(pk__in=parcels)}
        self.by_order: dict[str, list[Any]] = defaultdict(list)
        for one in known.filter(order__reference__in=references).order_by("pk"):
            self.by_order[one.order.reference].append(one)

    def of(self, line: TrackingLine) -> list[Any]:
        """Return the parcels that the line names. For an order: parcels with this number, else those that can be
        shipped, else all.
        """
        if match := PARCEL.fullmatch(line.named):
            parcel = self.by_id.get(int(match[1]))
            return [parcel] if parcel else []
        all_of_it = self.by_order.get(order_reference(line.named), [])
        same = [one for one in all_of_it if one.tracking_number == line.number]
        ready = [one for one in all_of_it if one.readiness == Readiness.READY]
        return same or ready or all_of_it

    def matched_row(self, line: TrackingLine, wanted: dict[int, set[str]]) -> dict[str, Any]:
        deliveries = self.of(line)
        found = Found.UNKNOWN
        if len(deliveries) > 1:
            found = Found.SEVERAL
        elif deliveries:
            found = self.found_of(deliveries[0], line.number, wanted)
        fits = found == Found.MATCHED
        return {"found": str(found), "delivery": deliveries[0].pk if fits or len(deliveries) == 1 else None}

    def found_of(self, delivery: Any, number: str, wanted: dict[int, set[str]]) -> Found:
        if delivery.readiness == Readiness.LEFT:
            return Found.KNOWN if delivery.tracking_number == number else Found.OTHER_NUMBER
        if len(wanted[delivery.pk]) > 1:
            return Found.TWICE
        return Found.MATCHED if delivery.readiness == Readiness.READY else Found.NOT_READY
