"""When a ticket lets somebody in, and for how long a phone knows an event's tickets."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from aftersale.models import Scan

# The rights of those who sell at the door, and who put guests on the list.
SELLERS, HOSTS = "aftersale.sell_at_door", "aftersale.put_on_guest_list"
UNDOERS, ADMITTERS = "aftersale.undo_admission", "aftersale.admit_by_number"
# What a device may, by its field: only who may it themselves lets a device do it, or takes one that does.
GIVEN_BY = {"may_sell": SELLERS, "may_undo": UNDOERS, "may_admit_by_number": ADMITTERS}
# Of an event that does not say when it ends; and how long after its end a list is still of use.
USUAL_LENGTH, AFTERWARDS = timedelta(hours=8), timedelta(hours=6)
# Until then a phone that was offline tells what it did.
LATE_REPORTS = timedelta(days=7)


@dataclass(frozen=True)
class TicketStatus:
    """What is known of a ticket: its event, since when the code or number that was read is not its newest, if so, and
    when it ended, if it did.
    """

    event: int
    superseded_at: datetime | None
    ended_at: datetime | None


# Of a code that was not the newest even before the last one.
LONG_SUPERSEDED = datetime.min.replace(tzinfo=UTC)


def superseded_at(*, version: int | None, newest: int, good_until: datetime | None) -> datetime | None:
    """Since when what was read is dead. `version`: of its code, None for a bare number; `newest`: the last one that had
    this number; `good_until`: when the ticket got another number, if it did.
    """
    return good_until if version is None or version == newest else LONG_SUPERSEDED


def lets_in(read_by: str, *, signed: bool, may_admit_by_number: bool) -> bool:
    """A signed code does. A bare number stands in pictures, links and mails: it does where somebody types it into a
    device that may, and where the shop has just sold the ticket. From a camera it never does.
    """
    return signed or read_by == Scan.ReadBy.SOLD or (read_by == Scan.ReadBy.TYPED and may_admit_by_number)


def verdict_of(known: TicketStatus | None, *, event: int, lets_in: bool, at: datetime) -> Scan.Verdict:
    """What a ticket was good for when it was read, but for whether somebody is in with it. What ended or was issued
    anew only afterwards was good then.
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
    """From then on no phone needs the event's tickets, and none keeps them."""
    return (happening_until or happening_from + USUAL_LENGTH) + AFTERWARDS


def reports_end(happening_from: datetime, happening_until: datetime | None) -> datetime:
    """From then on nothing is told of the event's entries, or undone at its gates."""
    return list_ends(happening_from, happening_until) + LATE_REPORTS
