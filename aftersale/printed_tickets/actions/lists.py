"""Stores a list of printed numbers for review, and imports it once (docs/decisions/0053)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext

from aftersale.models import PrintedList, PrintedNumber
from aftersale.printed_tickets.errors import PrintedListRefused
from aftersale.printed_tickets.kinds import ALL, Kinds, kinds_of
from aftersale.printed_tickets.locks import lock_numbers, lock_printed_list
from aftersale.printed_tickets.reading import ListedNumber
from aftersale.printed_tickets.rules import Kind, number_key
from aftersale.printed_tickets.upload import read_upload
from catalogue.models import Event
from shop.mails.links import one_line

from .giving import queue_giving

if TYPE_CHECKING:
    from django.contrib.auth.models import User

State = PrintedList.State
AT_ONCE = 1000


@dataclass
class CheckedList:
    """A list, checked against its event. `numbers`: new ones with their kind. `known`: numbers stored already, in any
    state. `unknown`: lines whose kind of ticket no longer exists.
    """

    numbers: list[tuple[ListedNumber, Kind]] = field(default_factory=list)
    known: list[ListedNumber] = field(default_factory=list)
    unknown: list[ListedNumber] = field(default_factory=list)
    labels: dict[Kind, str] = field(default_factory=dict)

    @property
    def counts(self) -> list[tuple[str, int]]:
        """New numbers by the label of their kind. Empty label: for all tickets of the event."""
        counted = Counter(kind for _one, kind in self.numbers)
        return [("" if kind == ALL else self.labels[kind], number) for kind, number in counted.items()]


def store_printed_list(*, event: Event, content: bytes, name: str, staff: "User | None") -> tuple[PrintedList, bool]:
    """Read a list and store its lines for review, without importing numbers. Returns the list and whether it is new.
    Raises PrintedListRefused with all problems.
    """
    numbers = read_upload(content)
    if wrong := list(unknown_kinds(numbers, kinds_of(event))):
        raise PrintedListRefused(wrong)
    return PrintedList.objects.get_or_create(
        event=event,
        checksum=sha256(content).hexdigest(),
        defaults={"name": one_line(name)[:120] or "–", "staff": staff, "rows": [asdict(one) for one in numbers]},
    )


def unknown_kinds(numbers: Iterable[ListedNumber], kinds: Kinds) -> Iterator[str]:
    for one in numbers:
        if kinds.of(one.kind) is None:
            line = gettext("Line %(line)s") % {"line": one.line}
            yield line + ": " + gettext("the event has no printed ticket “%(kind)s”") % {"kind": one.kind[:40]} + "."


def checked_list(rows: Iterable[dict[str, Any]], event: Event) -> CheckedList:
    kinds = kinds_of(event)
    found = CheckedList(labels=kinds.labels)
    listed = [ListedNumber(**row) for row in rows]
    stored: set[str] = set()
    keys = [number_key(one.number) for one in listed]
    for start in range(0, len(keys), AT_ONCE):
        same = PrintedNumber.objects.filter(event=event, key__in=keys[start : start + AT_ONCE])
        stored.update(same.values_list("key", flat=True))
    for one, key in zip(listed, keys, strict=True):
        kind = kinds.of(one.kind)
        if key in stored:
            found.known.append(one)
        elif kind is None:
            found.unknown.append(one)
        else:
            found.numbers.append((one, kind))
    return found


@transaction.atomic
def import_numbers(*, listed: PrintedList) -> int | None:
    """Store the new numbers and queue a job that gives them to waiting pieces. Returns how many, None if the list was
    imported already. Locks the list and the event's numbers.
    """
    stored = lock_printed_list(listed.pk)
    if stored.state != State.LOOKED_AT:
        return None
    lock_numbers(stored.event_id)
    found = checked_list(stored.rows, stored.event)
    numbers = (number_of(stored, one, kind) for one, kind in found.numbers)
    PrintedNumber.objects.bulk_create(numbers, batch_size=AT_ONCE)
    stored.state, stored.rows, stored.left_out = State.DONE, [], len(found.known) + len(found.unknown)
    stored.save(update_fields=["state", "rows", "left_out"])
    queue_giving([stored.event_id])
    return len(found.numbers)


def number_of(listed: PrintedList, one: ListedNumber, kind: Kind) -> PrintedNumber:
    variant, category = kind
    return PrintedNumber(
        list=listed,
        event_id=listed.event_id,
        place=one.line,
        number=one.number,
        key=number_key(one.number),
        variant_id=variant,
        pricing_category_id=category,
    )
