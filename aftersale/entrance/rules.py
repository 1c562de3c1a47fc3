"""When a ticket admits a person, and how long phones keep an event's tickets."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from aftersale.models import Scan

# Rights to sell at the door, and to put guests on the list.
SELLERS, HOSTS = "aftersale.sell_at_door", "aftersale.put_on_guest_list"
UNDOERS, ADMITTERS = "aftersale.undo_admission", "aftersale.admit_by_number"
# The right behind each field of a device. Only staff with the right may grant it, or pair such a device.
GIVEN_BY = {"may_sell": SELLERS, "may_undo": UNDOERS, "may_admit_by_number": ADMITTERS}
# The length of an event without an end, and how long after the end a list is kept.
USUAL_LENGTH, AFTERWARDS = timedelta(hours=8), timedelta(hours=6)
# How long offline phones may report after that.
LATE_REPORTS = timedelta(days=7)


@dataclass(frozen=True)
class TicketStatus:
    """A ticket's state. `superseded_at`: since when the code or number that was read is outdated, None if it is
    current. `ended_at`: when the ticket ended, None if it is valid.
    """

    event: int
    superseded_at: datetime | None
    ended_at: datetime | None


# For codes that are older than the newest one of their number.
LONG_SUPERSEDED = datetime.min.replace(tzinfo=UTC)


def superseded_at(*, version: int | None, newest: int, good_until: datetime | None) -> datetime | None:
    """Return since when the read code is outdated, None if it is current. `version`: of the code, None for a bare
    number. `newest`: the last version with this number. `good_until`: when the ticket got another number, if it did.
    """
    return good_until if version is None or version == newest else LONG_SUPERSEDED


def lets_in(read_by: str, *, signed: bool, may_admit_by_number: bool) -> bool:
    """True for a signed code. A bare number appears in pictures, links and mails, so it counts only if typed into a
    device with that right, or if the shop has just sold the ticket; never if a camera read it.
    """
    return signed or read_by == Scan.ReadBy.SOLD or (read_by == Scan.ReadBy.TYPED and may_admit_by_number)


def verdict_of(known: TicketStatus | None, *, event: int, lets_in: bool, at: datetime) -> Scan.Verdict:
    """Return the verdict at the moment of reading, without checking for an earlier entry. A ticket that ended or was
    reissued later was still valid then.
    """
    if known is None:
        return Scan.Verdict.UNKNOWN
    if known.event != event:
        return Scan.Verdict.OTHER_EVENT
    if known.superseded_at is not None and at >= known.superseded_at:
        return Scan.Verdict.OLD_CODE
    if known.ended_at is not None and at >= known.ended_at:
        return Scan.Verdict.ENDED
    return Scan.Verdict.ADMITTED if lets_in else Scan.Verdict.NUMBER_ONLY


def shop_time(device_time: datetime, *, device_now: datetime, now: datetime) -> datetime:
    """Convert a moment of the device's clock to the shop's. `device_now` and `now`: both clocks at the time of sending.
    The result is never later than `now`.
    """
    return min(device_time + (now - device_now), now)


def list_ends(happening_from: datetime, happening_until: datetime | None) -> datetime:
    """Return when phones delete the event's tickets."""
    return (happening_until or happening_from + USUAL_LENGTH) + AFTERWARDS


def reports_end(happening_from: datetime, happening_until: datetime | None) -> datetime:
    """Return when phones can no longer report or undo entries."""
    return list_ends(happening_from, happening_until) + LATE_REPORTS
