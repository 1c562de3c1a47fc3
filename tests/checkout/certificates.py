"""Certificates of the key by which PayPal's stand-in signs, as somebody might make them."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tests.peers.paypal import signing

NAME = "messageverificationcerts.sandbox.paypal.com"
ISSUER = "Somebody who issues"


@dataclass(frozen=True)
class Chain:
    """`served`: what lies at the certificate's address. `root`: who is to be trusted."""

    served: bytes
    root: bytes


def chain(*, name: str = NAME, issuer: str = ISSUER, days: int = 1, with_above: bool = True) -> Chain:
    """`issuer`: "" for one that another key than the trusted one's has issued; `days` until it is over."""
    root, above = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    stranger = ec.generate_private_key(ec.SECP256R1())
    trusted = certificate("Root", root.public_key(), "Root", root, is_authority=True)
    between = certificate(ISSUER, above.public_key(), "Root", root, is_authority=True)
    key = rsa.RSAPublicNumbers(signing.EXPONENT, signing.MODULUS).public_key()
    own = certificate(name, key, issuer or ISSUER, above if issuer else stranger, days=days)
    served = [own, between] if with_above else [own]
    return Chain(b"".join(pem(one) for one in served), pem(trusted))


def pem(one: x509.Certificate) -> bytes:
    return one.public_bytes(Encoding.PEM)


def certificate(
    name: str,
    key: ec.EllipticCurvePublicKey | rsa.RSAPublicKey,
    issuer: str,
    issuers_key: ec.EllipticCurvePrivateKey,
    *,
    is_authority: bool = False,
    days: int = 1,
) -> x509.Certificate:
    now = datetime.now(UTC)
    signs, issues = not is_authority, is_authority
    usage = x509.KeyUsage(signs, False, False, False, False, issues, issues, False, False)
    made = (
        x509.CertificateBuilder()
        .subject_name(named(name))
        .issuer_name(named(issuer))
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=9))
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuers_key.public_key()), critical=False)
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        .add_extension(usage, critical=True)
    )
    if not is_authority:
        made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        made = made.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    return made.sign(issuers_key, SHA256())


def named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
