"""Certificates and keys as Apple's and Google's are, made for a test: whoever has the root can prove what is signed."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from cryptography.x509.oid import NameOID

from aftersale.tickets.wallet.keys import AppleWallet, GoogleWallet
from config.wallets import apple_wallet, google_wallet

PASS_TYPE, TEAM = "pass.example.tickets", "ABCDE12345"
ISSUER, ACCOUNT = "3388000000022222222", "passes@shop.iam.gserviceaccount.com"
PASSWORD = "correct horse"
A_YEAR = timedelta(days=365)


def pem(key: RSAPrivateKey, password: str = "") -> str:
    how = BestAvailableEncryption(password.encode()) if password else NoEncryption()
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, how).decode()


def named(**names: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(getattr(NameOID, name), value) for name, value in names.items()])


@dataclass(frozen=True)
class Authority:
    """A root, an intermediate below it, and what that one issues."""

    root: x509.Certificate
    intermediate: x509.Certificate
    key: RSAPrivateKey

    @classmethod
    def make(cls) -> "Authority":
        root_key, key = (generate_private_key(65537, 2048) for _one in range(2))
        root_name, name = named(COMMON_NAME="Test Root"), named(COMMON_NAME="Test Developer Relations")
        root = certified(root_name, root_key, root_name, root_key, is_authority=True)
        return cls(root, certified(name, key, root_name, root_key, is_authority=True), key)

    def issue(self, key: RSAPrivateKey, pass_type: str = PASS_TYPE, team: str = TEAM, days: int = 365) -> str:
        name = named(USER_ID=pass_type, COMMON_NAME=f"Pass Type ID: {pass_type}", ORGANIZATIONAL_UNIT_NAME=team)
        leaf = certified(name, key, self.intermediate.subject, self.key, until=datetime.now(UTC) + timedelta(days=days))
        return leaf.public_bytes(Encoding.PEM).decode()


def certified(
    name: x509.Name,
    key: RSAPrivateKey,
    issuer: x509.Name,
    issuer_key: RSAPrivateKey,
    *,
    is_authority: bool = False,
    until: datetime | None = None,
) -> x509.Certificate:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - A_YEAR)
        .not_valid_after(until or now + 10 * A_YEAR)
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        .sign(issuer_key, SHA256())
    )


@cache
def authority() -> Authority:
    return Authority.make()


@cache
def leaf_key() -> RSAPrivateKey:
    return generate_private_key(65537, 2048)


def apple_values(**others: str) -> dict[str, str]:
    return {
        "APPLE_PASS_TYPE_ID": PASS_TYPE,
        "APPLE_TEAM_ID": TEAM,
        "APPLE_PASS_CERTIFICATE": authority().issue(leaf_key()),
        "APPLE_PASS_KEY": pem(leaf_key()),
        "APPLE_WWDR_CERTIFICATE": authority().intermediate.public_bytes(Encoding.PEM).decode(),
        **others,
    }


def google_values(**others: str) -> dict[str, str]:
    account = {"client_email": ACCOUNT, "private_key": pem(leaf_key())}
    return {"GOOGLE_WALLET_ISSUER_ID": ISSUER, "GOOGLE_WALLET_SERVICE_ACCOUNT": json.dumps(account), **others}


def apple(**others: str) -> AppleWallet:
    wallet = apple_wallet(apple_values(**others), password="")
    assert wallet is not None
    return wallet


def google() -> GoogleWallet:
    wallet = google_wallet(google_values())
    assert wallet is not None
    return wallet
