"""What a ticket's QR code says: its number, event and version, signed with Ed25519, so that a gate which has only the
public key can check it offline, and can make none (docs/decisions/0051).

As base 32, of which a QR code has signs of its own: 133 of them, in a code of 41 modules.
"""

import hashlib
from base64 import b32decode, b32encode
from binascii import Error
from dataclasses import dataclass
from struct import Struct
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from aftersale.models import Ticket

FORMAT = 1
# Format, number, event, version; the signature of these comes behind them.
BODY = Struct(">BQQH")
SIGNATURE = 64


@dataclass(frozen=True)
class SignedCode:
    number: str
    event: int
    version: int


def code_of(ticket: "Ticket") -> str:
    """Reads the event's id of its line's variant."""
    body = BODY.pack(FORMAT, int(ticket.number), ticket.line.variant.event_id or 0, ticket.version)
    return b32encode(body + signing_key().sign(body)).decode().rstrip("=")


def signed_code_in(text: str) -> SignedCode | None:
    """What a code that was signed with this shop's key says; None for any other. Whether the ticket is still valid, and
    of that version, only the database knows.
    """
    # Loaded with the first code: most processes of the web never see one.
    from cryptography.exceptions import InvalidSignature

    try:
        code = b32decode(text + "=" * (-len(text) % 8))
    except (Error, ValueError):
        return None
    if len(code) != BODY.size + SIGNATURE:
        return None
    body, signature = code[: BODY.size], code[BODY.size :]
    try:
        signing_key().public_key().verify(signature, body)
    except InvalidSignature:
        return None
    kind, number, event, version = BODY.unpack(body)
    return SignedCode(str(number), event, version) if kind == FORMAT else None


def public_key() -> bytes:
    """What gates need: 32 bytes, no secret."""
    return signing_key().public_key().public_bytes_raw()


def signing_key() -> "Ed25519PrivateKey":
    """Made of the setting, which may be any long text."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    seed = hashlib.sha256(b"tickets of the shop\n" + settings.TICKET_KEY.encode()).digest()
    return Ed25519PrivateKey.from_private_bytes(seed)
