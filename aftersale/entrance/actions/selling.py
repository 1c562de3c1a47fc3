"""Sells tickets at the door and admits their buyers at once."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

from aftersale.entrance.errors import SaleNotAllowed
from aftersale.entrance.rules import SELLERS
from aftersale.models import EntranceDevice, Scan, Ticket
from checkout.actions.orders.box_office import TicketBuyer, TicketSale, hand_out_tickets, walk_in_name
from checkout.actions.orders.steps import StaffAction
from shop.core.database.transactions import retry_transaction
from shop.staff.access import may_in

from .scanning import DeviceScan, record_scans

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True)
class DoorSale:
    """A sale at the door. `key`: set by the phone, so that a repeated request sells once. Other fields as in
    `TicketSale`.
    """

    key: UUID
    pieces: Mapping[int, int]
    total: Decimal
    paid_by: str


def seller_of(device: EntranceDevice) -> "User":
    """Return the staff member who paired the phone. Raises SaleNotAllowed unless device and staff member may sell."""
    seller = device.paired_by
    if (
        not device.may_sell
        or not device.event.active
        or seller is None
        or not (seller.is_active and may_in(seller, SELLERS, device.event.owner_id))
    ):
        raise SaleNotAllowed
    return seller


@retry_transaction
@transaction.atomic
def sell_at_door(*, device: EntranceDevice, sale: DoorSale) -> list[Scan]:
    """Sell tickets and admit their buyers. Returns their scans. Raises SaleNotAllowed and the errors of
    `hand_out_tickets`.
    """
    seller = seller_of(device)
    language = device.event.owner.default_locale
    buyer = TicketBuyer("", walk_in_name(language), language=language)
    action = StaffAction(sale.key, seller, device.name)
    placement = hand_out_tickets(
        sale=TicketSale(device.event, buyer, sale.pieces, sale.total, sale.paid_by), action=action
    )
    numbers = Ticket.objects.filter(line__placement=placement).order_by("number").values_list("number", flat=True)
    now = timezone.now()
    sent = [DeviceScan(uuid5(sale.key, number), number, now, read_by=Scan.ReadBy.SOLD) for number in numbers]
    return record_scans(device=device, scans=sent, device_now=now)
