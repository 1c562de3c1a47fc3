"""Warnings about data that a carrier's file cannot contain as entered, shown before the file is made."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from cart.models import Address

from .labels import FORMATS, safe, too_long
from .parcels import Parcel
from .receivers import receiver_of

# By a label's order.
TEXTS = ("company", "address", "address2", "post_code", "city")


class Kind(StrEnum):
    SIGNS = "signs"
    LENGTH = "length"
    GUEST = "guest"
    """A parcel locker without its customer's number."""


@dataclass(frozen=True)
class LabelNotice:
    """`written`: the text in the file for what was `given`, perhaps empty. `head`: the column that is too short."""

    kind: Kind
    given: str
    written: str = ""
    head: str = ""


@dataclass(frozen=True)
class ParcelNotices:
    """Notices of one parcel. `parcel`: None for notices about the sender."""

    parcel: Parcel | None
    notices: list[LabelNotice] = field(default_factory=list)


def label_notices(which: str, parcels: Sequence[Parcel]) -> list[ParcelNotices]:
    """Return the parcels with notices, in the file's order; notices about the sender once."""
    form = FORMATS[which]
    sender, found = ParcelNotices(None), []
    for parcel, row in form.rows(parcels):
        notices_of_parcel = ParcelNotices(parcel, [*in_other_signs(parcel.address)] if parcel else [])
        for head, whole, cut in too_long(form, row):
            of_sender = parcel is None or head.startswith("Absender")
            (sender if of_sender else notices_of_parcel).notices.append(LabelNotice(Kind.LENGTH, whole, cut, head))
        found.append(notices_of_parcel)
    unique = ParcelNotices(None, list(dict.fromkeys(sender.notices)))
    return [one for one in (unique, *found) if one.notices]


def in_other_signs(to: Address) -> Iterator[LabelNotice]:
    for text in (to.full_name, *(getattr(to, name) for name in TEXTS)):
        given = " ".join(unicodedata.normalize("NFC", text).split())
        if given != (written := str(safe(text))):
            yield LabelNotice(Kind.SIGNS, given, written)
    if receiver_of(to).unknown_guest:
        yield LabelNotice(Kind.GUEST, to.address)
