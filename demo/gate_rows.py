"""The gate of a morning that is over: its guest list, what was sold at the door, who was in, and who came in twice."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from uuid import NAMESPACE_URL, uuid5

from django.db import transaction
from django.utils import timezone

from aftersale.entrance.actions import DeviceScan, record_scans
from aftersale.models import EntranceDevice, Scan, Ticket
from aftersale.tickets.codes import code_of
from catalogue.models import Event
from checkout.actions.orders.box_office import TicketBuyer
from checkout.models import Order, Placement
from checkout.models.payment import BoxOfficeMethod

from .quiet import without_jobs
from .ticket_orders import handed_out, numbers_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

EVENT = "goldkante-fruehschoppen"
DEVICE, DOOR = "Saaltür", "Abendkasse"
# first name, last name, tickets, why, how many came
GUESTS = (
    ("Resi", "Reindl", 2, "Presse: Passauer Stimme", 2),
    ("Vroni", "Vogl", 3, "Familie der Band", 2),
    ("Xaver", "Ettl", 1, "Veranstalter", 0),
)
# tickets, how they were paid
SALES = ((2, BoxOfficeMethod.CASH), (1, BoxOfficeMethod.CARD_TERMINAL), (4, BoxOfficeMethod.CASH))
BEFORE, BETWEEN = timedelta(days=3), timedelta(minutes=4)


@transaction.atomic
def write_gate(staff: "User") -> None:
    """Unless the event is missing, or has had a device."""
    event = Event.objects.filter(slug=EVENT).first()
    if event is None or EntranceDevice.objects.filter(event=event).exists():
        return
    device = EntranceDevice.objects.create(event=event, name=DEVICE, may_undo=True)
    came: list[str] = []
    with without_jobs():
        for first, last, pieces, reason, inside in GUESTS:
            placement = at_door(
                event, staff, TicketBuyer(first, last), pieces, "", reason, event.happening_from - BEFORE
            )
            came += numbers_of(placement)[:inside]
        for sale, (pieces, paid_by) in enumerate(SALES):
            at = event.happening_from + sale * BETWEEN
            came += numbers_of(at_door(event, staff, TicketBuyer("", DOOR), pieces, paid_by, DEVICE, at))
    let_in(device, came)


def at_door(
    event: Event, staff: "User", buyer: TicketBuyer, pieces: int, paid_by: str, reason: str, at: datetime
) -> Placement:
    placement = handed_out(event, staff, buyer, pieces=pieces, paid_by=paid_by, reason=reason)
    Placement.objects.filter(pk=placement.pk).update(placed_at=at, paid_at=at)
    Order.objects.filter(pk=placement.order_id).update(placed_at=at)
    placement.payments.update(created_at=at)
    return placement


def let_in(device: EntranceDevice, numbers: list[str]) -> None:
    """One after the other, and the first once more: his ticket hung in the lobby as a photo."""
    doors, now = device.event.happening_from, timezone.now()
    tickets = Ticket.objects.filter(number__in=numbers).select_related("line__variant")
    codes = {one.number: code_of(one) for one in tickets}
    scans = [
        DeviceScan(
            uuid5(NAMESPACE_URL, f"demo scan {place} {number}"), codes[number], doors + place * BETWEEN, let_in=True,
            read_by=Scan.ReadBy.CAMERA,
        )
        for place, number in enumerate([*numbers, numbers[0]])
    ]  # fmt: skip
    record_scans(device=device, scans=scans, device_now=now)
