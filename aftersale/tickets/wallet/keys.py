"""Keys and certificates for the wallets of Apple and Google, from the settings (`config.wallets`)."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
    from cryptography.x509 import Certificate


@dataclass(frozen=True)
class AppleWallet:
    """`until`: when the certificate expires, after a year. Phones refuse passes that are signed later."""

    pass_type: str
    team: str
    certificate: "Certificate"
    key: "RSAPrivateKey" = field(repr=False)
    intermediate: "Certificate"
    until: datetime


@dataclass(frozen=True)
class GoogleWallet:
    issuer: str
    email: str
    key: "RSAPrivateKey" = field(repr=False)
