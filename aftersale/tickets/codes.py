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
# Format, number, event, version; their signature follows.
BODY = Struct(">BQQH")
SIGNATURE = 64


@dataclass(frozen=True)
class SignedCode:
    number: str
    event: int
    version: int


def code_of(ticket: "Ticket") -> str:
    """Return the text of the QR code. Reads `line.variant`."""
    body = BODY.pack(FORMAT, int(ticket.number), ticket.line.variant.event_id or 0, ticket.version)
    return b32encode(body + signing_key().sign(body)).decode().rstrip("=")


def signed_code_in(text: str) -> SignedCode | None:
    """Return the contents of a code with a valid signature, otherwise None. The database knows whether the ticket is
    still valid and has that version.
    """
    # Imported with the first code: most web processes never read one.
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
    """Return the public key for scanners, 32 bytes."""
    return signing_key().public_key().public_bytes_raw()


def signing_key() -> "Ed25519PrivateKey":
    """Derive the key from the setting, which may be any long text."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    seed = hashlib.sha256(b"tickets of the shop\n" + settings.TICKET_KEY.encode()).digest()
    return Ed25519PrivateKey.from_private_bytes(seed)
