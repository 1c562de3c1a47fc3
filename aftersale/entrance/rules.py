"""When a ticket lets somebody in, and for how long a phone knows an event's tickets."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from aftersale.models import Scan

# The rights of those who sell at the door, and who put guests on the list.
SELLERS, HOSTS = "aftersale.sell_at_door", "aftersale.put_on_guest_list"
# Of an event that does not say when it ends; and how long after its end a list is still of use.
USUAL_LENGTH, AFTERWARDS = timedelta(hours=8), timedelta(hours=6)
# Until then a phone that was offline tells what it did.
LATE_REPORTS = timedelta(days=7)


@dataclass(frozen=True)
class Known:
    """What is known of a ticket: its event and newest version, since when that is so, and when it ended, if it did."""

    event: int
    version: int
    reissued_at: datetime | None
    ended_at: datetime | None


def verdict_of(known: Known | None, *, event: int, version: int | None, at: datetime) -> Scan.Verdict:
    """What a ticket was good for when it was read, but for whether somebody is in with it. `version`: of its code, None
    for a number that was typed. What ended or was issued anew only afterwards was good then.
    """
    if known is None:
        return Scan.Verdict.UNKNOWN
    if known.event != event:
        return Scan.Verdict.OTHER_EVENT
    if version is not None and version != known.version:
        was_the_newest = version == known.version - 1 and known.reissued_at is not None and at < known.reissued_at
        if not was_the_newest:
            return Scan.Verdict.OLD_CODE
    if known.ended_at is not None and at >= known.ended_at:
        return Scan.Verdict.ENDED
    return Scan.Verdict.ADMITTED


def put_right(told: datetime, *, device_now: datetime, now: datetime) -> datetime:
    """A moment of the device's clock by the shop's, which said `now` when that one said `device_now`. Nothing was
    scanned later than now.
    """
    return min(told + (now - device_now), now)


def list_ends(happening_from: datetime, happening_until: datetime | None) -> datetime:
    """From then on no phone needs the event's tickets, and none keeps them."""
    return (happening_until or happening_from + USUAL_LENGTH) + AFTERWARDS


def reports_end(happening_from: datetime, happening_until: datetime | None) -> datetime:
    """From then on nothing is told of the event's entries, or undone at its gates."""
    return list_ends(happening_from, happening_until) + LATE_REPORTS
