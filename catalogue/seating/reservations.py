"""Staff set seats aside for the promoter, the press, wheelchair users and their companions, and release them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from catalogue import locks
from catalogue.models import Event, Seat, SeatMap
from shop.errors import ShopError
from shop.numbers import whole_number

from .importing import Conflict, SeatsClaimed, count_seats
from .publishing import publish

MOST_NUMBERS = 10_000


class NoSuchSeats(ShopError):
    """What was written names no seats of the map."""

    code = "NO_SUCH_SEATS"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Seats by what names them. `row` "": the whole section; `numbers` "": whole rows; else "1-4, 7, 9a"."""

    section: str
    row: str = ""
    numbers: str = ""


@transaction.atomic
def set_aside(*, event: Event, wanted: Wanted, kind: str) -> int:
    """Reserve seats for `kind` of `Seat.Reserved`, "" for everybody. Returns how many seats changed.

    Raises NoSuchSeats, and SeatsClaimed if one of them is held or sold; then nothing changes.
    """
    locks.lock_seat_map(event.pk)
    seat_map = SeatMap.objects.get(event=event)
    changing = [seat for seat in seats_named(seat_map, wanted) if seat.reserved_for != kind]
    taken = [
        Conflict((seat.row.section.name, seat.row.name, seat.number), _("stays as it is"), seat.claim.is_sold)
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


def seats_named(seat_map: SeatMap, wanted: Wanted) -> list[Seat]:
    """The seats in map order, each with its row, section and claim. Raises NoSuchSeats."""
    seats = Seat.objects.filter(row__section__seat_map=seat_map, row__section__name=wanted.section)
    if wanted.row:
        seats = seats.filter(row__name=wanted.row)
    found = list(seats.select_related("row__section", "claim").order_by("place"))
    if not found:
        raise NoSuchSeats(_("There is no row “%(row)s” in this section.") % {"row": wanted.row})
    numbers = numbers_of(wanted.numbers)
    if not numbers:
        return found
    if unknown := [number for number in numbers if number not in {seat.number for seat in found}]:
        raise NoSuchSeats(_("There is no seat %(numbers)s.") % {"numbers": ", ".join(unknown[:20])})
    return [seat for seat in found if seat.number in set(numbers)]


def numbers_of(text: str) -> Sequence[str]:
    """ "1-4, 7, 9a" → 1, 2, 3, 4, 7, 9a"""
    found: list[str] = []
    for part in text.replace(";", ",").replace("–", "-").split(","):
        first, dash, last = (one.strip() for one in part.partition("-"))
        ends = whole_number(first), whole_number(last)
        if dash and ends[0] is not None and ends[1] is not None:
            low, high = sorted((ends[0], ends[1]))
            if high - low >= MOST_NUMBERS:
                raise NoSuchSeats(_("That are too many numbers."))
            found += [str(number) for number in range(low, high + 1)]
        elif part.strip():
            found.append(part.strip())
    return found
