"""Settings of the passes for Apple's and Google's wallets (docs/decisions/0054-wallet-passes.md).

An incomplete configuration stops the start: otherwise guests would find out at the entrance that their pass is invalid.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ImproperlyConfigured

from aftersale.tickets.wallet.keys import AppleWallet, GoogleWallet

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
    from cryptography.x509 import Certificate


def apple_wallet(given: Mapping[str, str], password: str) -> AppleWallet | None:
    """Of these variables' values: APPLE_PASS_TYPE_ID, APPLE_TEAM_ID, APPLE_PASS_CERTIFICATE, APPLE_PASS_KEY and
    APPLE_WWDR_CERTIFICATE; None where all are empty. `password`: the key's.

    Raises ImproperlyConfigured for some of them without the others, and for what does not fit together.
    """
    if not all_or_none(given):
        return None
    certificate, intermediate = (
        certificate_in(name, given[name]) for name in ("APPLE_PASS_CERTIFICATE", "APPLE_WWDR_CERTIFICATE")
    )
    key = key_in("APPLE_PASS_KEY", text_of("APPLE_PASS_KEY", given["APPLE_PASS_KEY"]), password)
    if key.public_key() != certificate.public_key():
        raise ImproperlyConfigured("APPLE_PASS_KEY is not the key of APPLE_PASS_CERTIFICATE.")
    check_subject(certificate, given["APPLE_PASS_TYPE_ID"], given["APPLE_TEAM_ID"])
    check_issuer(certificate, intermediate)
    until = min(certificate.not_valid_after_utc, intermediate.not_valid_after_utc)
    return AppleWallet(given["APPLE_PASS_TYPE_ID"], given["APPLE_TEAM_ID"], certificate, key, intermediate, until)


def google_wallet(given: Mapping[str, str]) -> GoogleWallet | None:
    """Of GOOGLE_WALLET_ISSUER_ID and GOOGLE_WALLET_SERVICE_ACCOUNT; None where both are empty.

    Raises ImproperlyConfigured as above.
    """
    if not all_or_none(given):
        return None
    issuer = given["GOOGLE_WALLET_ISSUER_ID"]
    if not (issuer.isascii() and issuer.isdigit()):
        raise ImproperlyConfigured("GOOGLE_WALLET_ISSUER_ID is no number.")
    account = account_in(given["GOOGLE_WALLET_SERVICE_ACCOUNT"])
    key = key_in("GOOGLE_WALLET_SERVICE_ACCOUNT", account["private_key"])
    return GoogleWallet(issuer, account["client_email"], key)


def all_or_none(given: Mapping[str, str]) -> bool:
    """Return whether all values are set. Raises ImproperlyConfigured if only some are."""
    missing = [name for name, value in given.items() if not value]
    if missing and len(missing) < len(given):
        there = next(name for name, value in given.items() if value)
        raise ImproperlyConfigured(f"{', '.join(missing)}: missing beside {there}.")
    return not missing


def text_of(name: str, value: str) -> str:
    """Return the text of a value: the text itself, with line ends possibly written `\\n`, or the path of a file."""
    if value.startswith("-----BEGIN"):
        return value.replace("\\n", "\n")
    if value.startswith("{"):
        return value
    try:
        return Path(value).read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"{name} is no text of its kind, and no file that can be read as one.") from error


def certificate_in(name: str, value: str) -> "Certificate":
    # Loaded where it is configured: it would lengthen every other start.
    from cryptography.x509 import load_pem_x509_certificate

    try:
        return load_pem_x509_certificate(text_of(name, value).encode())
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} is no certificate in PEM.") from error


def key_in(name: str, text: str, password: str = "") -> "RSAPrivateKey":
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(text.encode(), password.encode() or None)
    except (ValueError, TypeError) as error:
        raise ImproperlyConfigured(f"{name} holds no key in PEM, or another password opens it.") from error
    if not isinstance(key, RSAPrivateKey):
        raise ImproperlyConfigured(f"{name} holds a key that is not RSA.")
    return key


def check_subject(certificate: "Certificate", pass_type: str, team: str) -> None:
    from cryptography.x509.oid import NameOID

    extensions = {
        "APPLE_PASS_TYPE_ID": (NameOID.USER_ID, pass_type),
        "APPLE_TEAM_ID": (NameOID.ORGANIZATIONAL_UNIT_NAME, team),
    }
    for name, (oid, wanted) in extensions.items():
        if wanted not in [one.value for one in certificate.subject.get_attributes_for_oid(oid)]:
            raise ImproperlyConfigured(f"{name} is not the one that APPLE_PASS_CERTIFICATE was issued for.")


def check_issuer(certificate: "Certificate", intermediate: "Certificate") -> None:
    """Apple has several of them, and all are called nearly the same."""
    from cryptography.exceptions import InvalidSignature

    try:
        certificate.verify_directly_issued_by(intermediate)
    except (ValueError, TypeError, InvalidSignature) as error:
        raise ImproperlyConfigured("APPLE_WWDR_CERTIFICATE did not issue APPLE_PASS_CERTIFICATE.") from error


def account_in(value: str) -> dict[str, str]:
    name = "GOOGLE_WALLET_SERVICE_ACCOUNT"
    try:
        account: Any = json.loads(text_of(name, value))
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} is no JSON.") from error
    wanted = ("client_email", "private_key")
    if not isinstance(account, dict) or not all(isinstance(account.get(one), str) and account[one] for one in wanted):
        raise ImproperlyConfigured(f"{name} is no service account's key: it lacks one of {', '.join(wanted)}.")
    return {one: account[one] for one in wanted}
