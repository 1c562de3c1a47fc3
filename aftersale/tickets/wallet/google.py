"""Links that put tickets into Google Wallet: what they say is in the link, signed (a JWT, RS256).

Google keeps what came first under an id and reads no other after it, so each id holds a digest of what it says: an
event on another day, or a ticket that was issued anew, is another one.
"""

import hashlib
import json
from base64 import urlsafe_b64encode
from time import time
from typing import Any

from django.conf import settings
from django.utils import translation

from aftersale.models import Ticket
from aftersale.tickets.codes import code_of
from aftersale.tickets.words import where_of
from catalogue.models import Event
from checkout.models import Order, OrderLine
from shop.core.values.languages import active_language

from .keys import GoogleWallet
from .marks import pass_look
from .times import is_over_at, written

SAVE = "https://pay.google.com/gp/v/save/"
# Google wants links of at most about 1800 characters, which leaves little for names.
LONGEST_TEXT = 60


def save_link(order: Order, ticket: Ticket) -> str:
    """Return the link by which a buyer adds the ticket to Google Wallet, in the order's language."""
    wallet = settings.GOOGLE_WALLET
    assert wallet is not None
    with translation.override(order.language):
        return SAVE + signed(claims_of(order, ticket, wallet), wallet)


def claims_of(order: Order, ticket: Ticket, wallet: GoogleWallet) -> dict[str, Any]:
    event = ticket.line.variant.event
    assert event is not None
    kind = identified(wallet, f"event-{event.pk}", class_of(order, ticket.line, event))
    wallet_object = identified(wallet, ticket.number, object_of(order, ticket, event, kind["id"]))
    return {
        "iss": wallet.email,
        "aud": "google",
        "typ": "savetowallet",
        "iat": int(time()),
        "origins": [],
        "payload": {"eventTicketClasses": [kind], "eventTicketObjects": [wallet_object]},
    }


def identified(wallet: GoogleWallet, name: str, wallet_object: dict[str, Any]) -> dict[str, Any]:
    digest = hashlib.sha256(compact(wallet_object)).hexdigest()[:8]
    return {"id": f"{wallet.issuer}.{name}-{digest}", **wallet_object}


def class_of(order: Order, line: OrderLine, event: Event) -> dict[str, Any]:
    """Return the data that all tickets of the event share."""
    name, address = where_of(event)
    wallet_object = {
        "issuerName": line.seller.seller_name or line.seller.name,
        "reviewStatus": "UNDER_REVIEW",
        "eventName": text(line.name),
        "venue": {"name": text(name), "address": text(address or name)},
        "hexBackgroundColor": pass_look(order.shop).ground,
    }
    if not event.hide_date:
        times = {"doorsOpen": event.door_time, "start": event.happening_from, "end": event.happening_until}
        wallet_object["dateTime"] = {word: written(event, at) for word, at in times.items() if at is not None}
    return wallet_object


def object_of(order: Order, ticket: Ticket, event: Event, class_id: str) -> dict[str, Any]:
    line = ticket.line
    wallet_object: dict[str, Any] = {
        "classId": class_id,
        "state": "INACTIVE" if event.is_cancelled else "ACTIVE",
        "barcode": {"type": "QR_CODE", "value": code_of(ticket)},
        "ticketNumber": ticket.number,
        "reservationInfo": {"confirmationCode": order.access.reference},
    }
    if line.ticket_holder:
        wallet_object["ticketHolderName"] = shortened(str(line.ticket_holder))
    if line.seat_number:
        seat = {"section": line.seat_section, "row": line.seat_row, "seat": line.seat_number}
        wallet_object["seatInfo"] = {word: text(value) for word, value in seat.items() if value}
    if not event.hide_date:
        wallet_object["validTimeInterval"] = {"end": {"date": is_over_at(event)}}
    return wallet_object


def text(value: str) -> dict[str, Any]:
    """The text in the order's language, the only one that is sent."""
    return {"defaultValue": {"language": active_language(), "value": shortened(value)}}


def shortened(value: str) -> str:
    return value if len(value) <= LONGEST_TEXT else value[: LONGEST_TEXT - 1].rstrip() + "…"


def compact(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def signed(claims: dict[str, Any], wallet: GoogleWallet) -> str:
    """As a JSON web token (RFC 7519)."""
    # Loaded with the first link, as with Apple's.
    from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
    from cryptography.hazmat.primitives.hashes import SHA256

    content = b".".join(encoded(compact(part)) for part in ({"alg": "RS256", "typ": "JWT"}, claims))
    signature = wallet.key.sign(content, PKCS1v15(), SHA256())
    return (content + b"." + encoded(signature)).decode()


def encoded(content: bytes) -> bytes:
    return urlsafe_b64encode(content).rstrip(b"=")
