"""What guests ask the ticket service for, and pictures that they send."""

import zlib
from collections.abc import Sequence
from datetime import timedelta
from io import BytesIO
from struct import pack
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from PIL import Image as Pillow

from aftersale.models import PrintedNumber, TicketServicePeriod, TicketServiceRequest
from aftersale.ticket_service.actions import EnteredServiceRequest, submit_requests
from aftersale.ticket_service.queries import TicketEntry
from catalogue.models import Event
from checkout.models import Order
from shop.models import Shop
from tests.aftersale.printed_tickets.house import hard, numbered, printed_event
from tests.aftersale.refunds.bought import paid
from tests.guest import Guest

EMAIL = "mira@mail.example"
PERMITS = "forms/ticket-cancel/uploads"


def open_service(event: Event, days: float = 5) -> TicketServicePeriod:
    until = timezone.now() + timedelta(days=days)
    period, _new = TicketServicePeriod.objects.update_or_create(
        event=event, defaults={"change_until": until, "cancel_until": until}
    )
    return period


def buyer_of(order: Order) -> str:
    return f"{order.billing_address.first_name} {order.billing_address.last_name}"


def body(kind: str, order: Order, numbers: Sequence[str], **more: Any) -> dict[str, Any]:
    """What the form sends about online tickets of an order."""
    renamed = {"name_new": "Ada Lind"} if kind == "change" else {}
    tickets = [{"type": "online", "id": one, "name": buyer_of(order), **renamed} for one in numbers]
    said = {"name": buyer_of(order), "email": EMAIL, "order_id": order.reference, "comment": "", "tickets": tickets}
    return said | more


def send(guest: Guest, kind: str, said: dict[str, Any]) -> Any:
    return guest.post(f"forms/ticket-{kind}/responses", said)


def asked_for(kind: str, order: Order, numbers: Sequence[str], name_new: str = "Ada Lind") -> TicketServiceRequest:
    """Through the action."""
    renamed = name_new if kind == "change" else ""
    entries = [TicketEntry("online", one, buyer_of(order), renamed) for one in numbers]
    entered = EnteredServiceRequest(kind, buyer_of(order), EMAIL, order.reference, "", entries)
    return submit_requests(shop=order.shop, entered=entered, language="de")[0]


def printed_paid(shop: Shop, *numbers: str, **event: Any) -> Order:
    """Printed tickets of an event whose forms are open, each with its number."""
    found = printed_event(shop, **event)
    open_service(found)
    numbered(found, *(numbers or ("400000000011",)))
    return paid((hard(found), len(numbers) or 1), key=f"printed {found.pk}")


def number_of(order: Order) -> str:
    return PrintedNumber.objects.get(line__placement__order=order).number


def picture(form: str = "JPEG", size: tuple[int, int] = (320, 200), **options: Any) -> bytes:
    written = BytesIO()
    Pillow.effect_noise(size, 60).convert("RGB").save(written, form, **options)
    return written.getvalue()


def named(shop: Shop) -> dict[str, str]:
    """A printed ticket of the shop, as the form names it."""
    paper = PrintedNumber.objects.filter(line__placement__shop=shop).earliest("pk")
    assert paper.line is not None
    order = paper.line.placement.order
    return {"id": paper.number, "name": buyer_of(order), "order_id": order.reference}


def permit(guest: Guest, content: bytes, content_type: str = "image/jpeg", **said: Any) -> dict[str, Any]:
    answer = guest.post(PERMITS, {"content_type": content_type, "size": len(content), **named(guest.shop), **said})
    assert answer.status_code == 201, answer.content
    found: dict[str, Any] = answer.json()
    return found


def put(guest: Guest, permitted: dict[str, Any], content: bytes, **fields: str) -> Any:
    """To the shop's own address, as a browser does."""
    file = SimpleUploadedFile("proof.jpg", content, "image/jpeg")
    return guest.client.post(permitted["url"], {**permitted["fields"], **fields, "file": file})


def uploaded(guest: Guest, content: bytes | None = None, content_type: str = "image/jpeg") -> str:
    """What the form names a picture by that lies in the store."""
    content = picture() if content is None else content
    permitted = permit(guest, content, content_type)
    assert put(guest, permitted, content).status_code == 204
    return str(permitted["file"])


def bomb() -> bytes:
    """A PNG of 30 000 × 30 000 pixels in a few KB."""

    def chunk(kind: bytes, said: bytes) -> bytes:
        return pack(">I", len(said)) + kind + said + pack(">I", zlib.crc32(kind + said))

    rows = zlib.compress(b"\0" * 30_001 * 50, 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", pack(">IIBBBBB", 30_000, 30_000, 8, 0, 0, 0, 0)) + chunk(
        b"IDAT", rows
    ) + chunk(b"IEND", b"")  # fmt: skip
