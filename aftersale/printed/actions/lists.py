"""A list of printed numbers is looked at, then taken in once (docs/decisions/0053)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext

from aftersale.models import PrintedList, PrintedNumber
from aftersale.printed.errors import PrintedListRefused
from aftersale.printed.kinds import ALL, Kinds, kinds_of
from aftersale.printed.locks import lock_numbers, lock_printed_list
from aftersale.printed.reading import Listed
from aftersale.printed.rules import Kind, number_key
from aftersale.printed.upload import read_upload
from catalogue.models import Event
from shop.mails.links import one_line

from .giving import give_later

if TYPE_CHECKING:
    from django.contrib.auth.models import User

State = PrintedList.State
AT_ONCE = 1000


@dataclass
class Judged:
    """What a list means for its event as it is now. `known`: numbers that are there already, whatever became of them;
    `unknown`: lines whose kind of ticket is there no more.
    """

    numbers: list[tuple[Listed, Kind]] = field(default_factory=list)
    known: list[Listed] = field(default_factory=list)
    unknown: list[Listed] = field(default_factory=list)
    labels: dict[Kind, str] = field(default_factory=dict)

    @property
    def counts(self) -> list[tuple[str, int]]:
        """How many are new for each kind; an empty label: for all of the event."""
        counted = Counter(kind for _one, kind in self.numbers)
        return [("" if kind == ALL else self.labels[kind], number) for kind, number in counted.items()]


def take_list(*, event: Event, content: bytes, name: str, staff: "User | None") -> tuple[PrintedList, bool]:
    """Read a list and keep what it names, with no number stored; whether it is new. Raises PrintedListRefused with all
    that is wrong in it.
    """
    numbers = read_upload(content)
    if wrong := list(unknown_kinds(numbers, kinds_of(event))):
        raise PrintedListRefused(wrong)
    return PrintedList.objects.get_or_create(
        event=event,
        checksum=sha256(content).hexdigest(),
        defaults={"name": one_line(name)[:120] or "–", "staff": staff, "rows": [asdict(one) for one in numbers]},
    )


def unknown_kinds(numbers: Iterable[Listed], kinds: Kinds) -> Iterator[str]:
    for one in numbers:
        if kinds.of(one.kind) is None:
            line = gettext("Line %(line)s") % {"line": one.line}
            yield line + ": " + gettext("the event has no printed ticket “%(kind)s”") % {"kind": one.kind[:40]} + "."


def judged(rows: Iterable[dict[str, Any]], event: Event) -> Judged:
    kinds = kinds_of(event)
    found = Judged(labels=kinds.labels)
    listed = [Listed(**row) for row in rows]
    there: set[str] = set()
    keys = [number_key(one.number) for one in listed]
    for start in range(0, len(keys), AT_ONCE):
        same = PrintedNumber.objects.filter(event=event, key__in=keys[start : start + AT_ONCE])
        there.update(same.values_list("key", flat=True))
    for one, key in zip(listed, keys, strict=True):
        kind = kinds.of(one.kind)
        if key in there:
            found.known.append(one)
        elif kind is None:
            found.unknown.append(one)
        else:
            found.numbers.append((one, kind))
    return found


@transaction.atomic
def take_in(*, listed: PrintedList) -> int | None:
    """Store the numbers that are new, and let a job give them to what waits; how many, or None if it was done already.
    Locks the list and the event's numbers.
    """
    there = lock_printed_list(listed.pk)
    if there.state != State.LOOKED_AT:
        return None
    lock_numbers(there.event_id)
    found = judged(there.rows, there.event)
    numbers = (number_of(there, one, kind) for one, kind in found.numbers)
    PrintedNumber.objects.bulk_create(numbers, batch_size=AT_ONCE)
    there.state, there.rows, there.left_out = State.DONE, [], len(found.known) + len(found.unknown)
    there.save(update_fields=["state", "rows", "left_out"])
    give_later([there.event_id])
    return len(found.numbers)


def number_of(listed: PrintedList, one: Listed, kind: Kind) -> PrintedNumber:
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
