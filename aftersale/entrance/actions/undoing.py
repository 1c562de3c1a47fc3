"""Undoes an entry, so that the ticket admits a person again."""

from typing import TYPE_CHECKING

from django.db import transaction

from aftersale.entrance.errors import NotInside, UndoNotAllowed
from aftersale.models import Admission, EntranceDevice, Ticket
from aftersale.tickets.locks import lock_tickets
from shop.core.database.clock import database_now

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def undo_admission(
    *, ticket: Ticket, staff: "User | None" = None, device: EntranceDevice | None = None, reason: str = ""
) -> Admission:
    """Undo the entry of a ticket: by staff with a reason, or on a device with that right. Scan and entry stay stored,
    with the person or device that undid it. Locks the ticket.

    Raises UndoNotAllowed, NotInside.
    """
    assert (staff is None) != (device is None)
    if device is not None and not device.may_undo:
        raise UndoNotAllowed
    lock_tickets([ticket.pk])
    entry = Admission.objects.in_force().filter(ticket=ticket).first()
    if entry is None:
        raise NotInside
    entry.undone_at, entry.undone_by, entry.undone_on, entry.reason = database_now(), staff, device, reason
    entry.save(update_fields=["undone_at", "undone_by", "undone_on", "reason"])
    return entry
