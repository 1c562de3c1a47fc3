"""The receiver on a label in the carriers' terms: names, street, numbers of a parcel locker and its customer."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from textwrap import wrap

from cart.models import Address

from .streets import Street, split_street

HOME = "de"
# Numbers of DHL's lockers and shops have three digits, those of customers six to ten, in various notations.
THREE_DIGITS = r"\s*(?:nr\.?|nummer|:)?\s*([0-9]{3})\b"
STATION = re.compile(rf"\b(packstation|postfiliale){THREE_DIGITS}", re.I)
# Common words that also occur in a firm's address beside its street and number.
SHOP = re.compile(rf"\b(filiale|paketshop){THREE_DIGITS}", re.I)
GUEST = re.compile(
    r"(?:\b(?:dhl[\s-]*)?(?:post(?:kunden)?[\s-]*(?:nummer|nr\.?)|kunden[\s-]*(?:nummer|nr\.?)|pn)\s*:?\s*)?"
    r"(?<![0-9])([0-9](?: ?[0-9]){5,9})(?![0-9])", re.I,
)  # fmt: skip
AROUND = " ,;:/–-·()"


@dataclass(frozen=True)
class Receiver:
    """`guest`: the customer's number at a parcel locker. `station`: the parcel goes to a locker or a shop. `parts`:
    names, then other lines of the address, each on a line of its own if there is room.
    """

    parts: list[str]
    street: Street
    guest: str = ""
    station: bool = False

    @property
    def unknown_guest(self) -> bool:
        return self.station and not self.guest


def receiver_of(to: Address) -> Receiver:
    name = to.full_name
    if to.country_code == HOME and (found := at_station(name, [to.company, to.address, to.address2])):
        return found
    street = split_street(to.address, to.country_code)
    return Receiver([one for one in (to.company, name, street.addition, to.address2) if one], street)


def at_station(name: str, lines: Sequence[str]) -> Receiver | None:
    """Return the receiver at a locker, with the person's name first, whichever lines name locker and number."""
    station = next((found for line in lines if (found := STATION.search(line))), None) or shop_in(lines[1])
    if not station:
        return None
    guest, parts = "", []
    for line in lines:
        rest = line.replace(station[0], "")
        if not guest and (found := GUEST.search(rest)):
            guest, rest = found[1].replace(" ", ""), rest.replace(found[0], "")
        parts.append(rest.strip(AROUND))
    return Receiver([name, *filter(None, parts)], Street(station[1].capitalize(), station[2]), guest, station=True)


def shop_in(street: str) -> re.Match[str] | None:
    """Match a shop in the street line if that has no house number."""
    found = SHOP.search(street)
    return found if found and not split_street(street.replace(found[0], "")).number else None


fold = partial(wrap, break_long_words=False, break_on_hyphens=False)


def lines_of(parts: Sequence[str], *, most: int, longest: int) -> list[str]:
    """Return at most `most` lines. Each part has lines of its own if possible, otherwise the last parts share one. If
    nothing fits, the last line is longer than `longest`.
    """
    for together in range(len(parts) or 1):
        kept = len(parts) - together - 1
        joined = [*parts[:kept], ", ".join(parts[kept:])]
        lines = [line for part in joined for line in fold(part, longest)]
        if len(lines) <= most:
            return lines
    return [*lines[: most - 1], " ".join(lines[most - 1 :])]
