"""An evening with tickets, phones at its doors, and what they read."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.test import Client
from django.utils import timezone

from aftersale.entrance.actions import DeviceScan, offer_pairing, pair_device, record_scans
from aftersale.models import EntranceDevice, Scan, Ticket
from aftersale.tickets.codes import code_of
from catalogue.models import Event
from tests.checkout.invoicing import bought
from tests.factories import first_variant, make_event, make_shop

API = "/api/v2/entrance"


def sold_out_night(tickets: int = 3, **event: Any) -> tuple[Event, list[Ticket]]:
    """Tonight's event with so many tickets sold."""
    happening = make_event(make_shop(), **event)
    bought((first_variant(happening), tickets))
    Event.objects.filter(pk=happening.pk).update(happening_from=timezone.now())
    happening.refresh_from_db()
    return happening, tickets_of(happening)


def tickets_of(event: Event) -> list[Ticket]:
    found = Ticket.objects.filter(line__variant__event=event).select_related("line__variant")
    return list(found.order_by("number"))


def door(event: Event, name: str = "Left", **device: Any) -> EntranceDevice:
    return EntranceDevice.objects.create(event=event, name=name, **device)


def told(
    ticket: Ticket | str, read_by: str = "camera", *, let_in: bool | None = None, ago: int = 0, key: UUID | None = None
) -> DeviceScan:
    said = ticket if isinstance(ticket, str) else code_of(ticket)
    return DeviceScan(key or uuid4(), said, timezone.now() - timedelta(minutes=ago), let_in, read_by)


def tell(device: EntranceDevice, *scans: DeviceScan, off: timedelta = timedelta()) -> list[Scan]:
    return record_scans(device=device, scans=scans, device_now=timezone.now() + off)


def verdict(device: EntranceDevice, ticket: Ticket | str, read_by: str = "camera") -> str:
    return str(tell(device, told(ticket, read_by))[0].verdict)


class Phone:
    """As the page on a phone asks: with its key, which it got for the code that staff showed."""

    def __init__(self, device: EntranceDevice) -> None:
        self.device, self.key = pair_device(code=offer_pairing(device=device))
        self.client = Client(SERVER_NAME="localhost", headers={"Authorization": f"Bearer {self.key}"})

    def post(self, path: str, **body: Any) -> Any:
        return self.client.post(f"{API}/{path}", body, content_type="application/json")

    def list(self) -> Any:
        return self.client.get(f"{API}/list")

    def scan(self, said: str, *, at: datetime | None = None, key: UUID | None = None, **more: Any) -> Any:
        now = timezone.now()
        one = {"id": str(key or uuid4()), "said": said, "scanned_at": (at or now).isoformat(), **more}
        return self.post("scans", now=now.isoformat(), scans=[one])
