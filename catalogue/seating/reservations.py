"""Staff set seats aside for the promoter, the press, wheelchair users and their companions, and release them."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import groupby

from django.db import transaction
from django.utils.translation import gettext as _

from catalogue import locks
from catalogue.models import Event, Seat, SeatMap
from shop.core.errors import ShopError
from shop.core.values.numbers import whole_number

from .importing import Conflict, SeatsClaimed, count_seats
from .publishing import publish

DASHES = str.maketrans("‐‑‒–—−", "------")


class NoSuchSeats(ShopError):
    """The text names no seats of the map."""

    code = "NO_SUCH_SEATS"


@dataclass(frozen=True, slots=True)
class SeatSelection:
    """Seats by their names; the section's name is the German one.

    `row` "": the whole section; `numbers` "": whole rows; else such as "1-4, 7, 9a".
    """

    section: str
    row: str = ""
    numbers: str = ""


@transaction.atomic
def set_aside(*, event: Event, selection: SeatSelection, kind: str) -> int:
    """Reserve seats for `kind` of `Seat.Reserved`, or release them (""). Returns how many seats changed.

    Raises NoSuchSeats, and SeatsClaimed if one of them is held or sold; then nothing changes. Locks the seat map.
    """
    locks.lock_seat_map(event.pk)
    seat_map = SeatMap.objects.get(event=event)
    changing = [seat for seat in seats_named(seat_map, selection) if seat.reserved_for != kind]
    taken = [
        Conflict((seat.row.section.name_de, seat.row.name, seat.number), _("stays as it is"), seat.claim.is_sold)
        for seat in changing
        if hasattr(seat, "claim")
    ]
    if taken:
        raise SeatsClaimed(taken)
    if changing:
        Seat.objects.filter(pk__in=[seat.pk for seat in changing]).update(reserved_for=kind)
        count_seats(event)
        publish(seat_map=seat_map)
    return len(changing)


def seats_named(seat_map: SeatMap, selection: SeatSelection) -> list[Seat]:
    """Return the seats in map order, each with its row, section and claim. Raises NoSuchSeats."""
    seats = Seat.objects.filter(row__section__seat_map=seat_map, row__section__name_de=selection.section)
    if selection.row:
        seats = seats.filter(row__name=selection.row)
    found = list(seats.select_related("row__section", "claim").order_by("place"))
    if not found:
        raise NoSuchSeats(_("There is no row “%(row)s” in this section.") % {"row": selection.row})
    if not selection.numbers.strip():
        return found
    chosen, unknown = chosen_seats(selection.numbers, found)
    if unknown:
        raise NoSuchSeats(_("There is no seat %(numbers)s.") % {"numbers": ", ".join(unknown[:20])})
    return chosen


def chosen_seats(text: str, seats: Sequence[Seat]) -> tuple[list[Seat], list[str]]:
    """Return the seats that a text such as "1-4, 7, 9a" names, in map order, and the parts of the text that name none.

    A seat's name comes first, even with a dash in it ("2-1"). Otherwise a dash makes a range: by number if both ends
    are numbers, else along each row that has both.
    """
    names = {normalized(seat.number) for seat in seats}
    chosen: set[int] = set()
    unknown: list[str] = []
    for part in filter(None, (normalized(one) for one in text.replace(";", ",").split(","))):
        if part in names:
            chosen |= {seat.pk for seat in seats if normalized(seat.number) == part}
        elif ends := next((ends for ends in possible_ends(part) if names.issuperset(ends)), None):
            chosen |= {seat.pk for seat in seats_between(*ends, seats)}
        else:
            unknown += unknown_names(part, names)
    return [seat for seat in seats if seat.pk in chosen], unknown


def unknown_names(part: str, names: Set[str]) -> list[str]:
    """Return which names of a part do not exist: of a range between numbers, its missing ends."""
    for ends in possible_ends(part):
        if all(map(str.isdigit, ends)):
            return [end for end in ends if end not in names]
    return [part]


def normalized(name: str) -> str:
    return name.translate(DASHES).strip()


def possible_ends(part: str) -> Iterator[tuple[str, str]]:
    """Yield the two ends for each dash that may separate them."""
    for at, sign in enumerate(part):
        if sign == "-":
            yield part[:at].strip(), part[at + 1 :].strip()


def seats_between(first: str, last: str, seats: Sequence[Seat]) -> list[Seat]:
    low, high = whole_number(first), whole_number(last)
    if low is not None and high is not None:
        wanted = range(min(low, high), max(low, high) + 1)
        return [seat for seat in seats if whole_number(seat.number) in wanted]
    found = []
    for _row, of_row in groupby(seats, key=lambda seat: seat.row_id):
        row = list(of_row)
        ends = sorted(at for at, seat in enumerate(row) if normalized(seat.number) in (first, last))
        found += row[ends[0] : ends[-1] + 1] if len(ends) > 1 else []
    return found
