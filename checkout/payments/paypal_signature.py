"""What proves that PayPal sends an event: its signature, under a certificate that PayPal serves.

Signed is `transmission id|transmission time|webhook id|CRC-32 of the body, in decimal`, by RSA with SHA-256. The header
names where the certificate is: only an address of PayPal's own is one, and only a certificate that a known authority
has issued to PayPal's name.

A CRC is no digest: an attacker who has seen one signed event can give another event the same CRC. So a transmission is
good for one event, and for some days (docs/decisions/0071).
"""

import hashlib
import logging
import re
import ssl
import time
import warnings
import zlib
from base64 import b64decode
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from urllib.parse import urlsplit

import httpx
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError
from django.conf import settings
from redis.exceptions import RedisError

from checkout.errors import ProofMissing, ProviderAway, SignatureWrong
from shop.core.outside import ServiceUnavailable
from shop.core.valkey import valkey

from .interface import ProviderMessage
from .paypal_api import BREAKER, JOB_SECONDS

logger = logging.getLogger(__name__)
ID, TIME, SIGNATURE = "PAYPAL-TRANSMISSION-ID", "PAYPAL-TRANSMISSION-TIME", "PAYPAL-TRANSMISSION-SIG"
CERTIFICATE, ALGORITHM = "PAYPAL-CERT-URL", "PAYPAL-AUTH-ALGO"
HEADERS = (ID, TIME, SIGNATURE, CERTIFICATE, ALGORITHM)
LONGEST_HEADER = 500
CERTIFICATES = r"/v1/notifications/certs/[A-Za-z0-9_-]{1,100}"
LARGEST_CERTIFICATE = 64 * 1024
# All other answers say nothing of the address: who asks may be kept out for a while.
GONE = (404, 410)
# PayPal comes again for three days, and what is not proven waits for one here.
SENT_WITHIN, FAST_CLOCK = timedelta(days=4), timedelta(minutes=10)
# Since it was last needed: what has to be fetched first waits among what strangers send.
KEPT_SECONDS = 30 * 24 * 60 * 60
# In a process; what it takes from the others' store it checks anew.
REMEMBERED_SECONDS, MOST_REMEMBERED = 60 * 60, 16
PAYPAL = ".paypal.com"
NAME = "messageverificationcerts"

_remembered: dict[str, tuple[RSAPublicKey, float]] = {}


def check(message: ProviderMessage) -> None:
    """Nobody is asked. Raises SignatureWrong, or ProofMissing for a certificate that is not known here."""
    given = message.headers
    if not settings.PAYPAL_WEBHOOK_ID or not all(0 < len(given[name]) <= LONGEST_HEADER for name in HEADERS):
        raise SignatureWrong
    if given[ALGORITHM].lower() != "sha256withrsa" or not is_address_of_certificate(given[CERTIFICATE]):
        raise SignatureWrong
    if not is_near(given[TIME]):
        raise SignatureWrong
    signed = f"{given[ID]}|{given[TIME]}|{settings.PAYPAL_WEBHOOK_ID}|{zlib.crc32(message.body)}"
    try:
        key_at(given[CERTIFICATE]).verify(
            b64decode(given[SIGNATURE], validate=True), signed.encode(), PKCS1v15(), SHA256()
        )
    except (ValueError, InvalidSignature):
        raise SignatureWrong from None


def is_near(moment: str) -> bool:
    """Whether PayPal may still send what it signed then."""
    try:
        sent = datetime.fromisoformat(moment)
    except ValueError:
        return False
    age = datetime.now(UTC) - (sent if sent.tzinfo else sent.replace(tzinfo=UTC))
    return -FAST_CLOCK < age < SENT_WITHIN


def transmission_of(message: ProviderMessage) -> str:
    return hashlib.sha256(message.headers[ID].encode()).hexdigest()


def is_address_of_certificate(url: str) -> bool:
    """On the host whose API is asked, or its other name; of a stand-in, below its own address. Compared as it is: what
    takes an address apart may leave out what another one does not.
    """
    return any(re.fullmatch(re.escape(base) + CERTIFICATES, url) for base in bases())


def bases() -> list[str]:
    if api_host().endswith(PAYPAL):
        return [f"https://api{domain()}", f"https://api-m{domain()}"]
    here = urlsplit(settings.PAYPAL_API_BASE)
    return [f"{here.scheme}://{here.netloc}"]


def api_host() -> str:
    return urlsplit(settings.PAYPAL_API_BASE).hostname or ""


def domain() -> str:
    """`.paypal.com`, or of what moves no money `.sandbox.paypal.com`."""
    return PAYPAL if api_host() in (f"api{PAYPAL}", f"api-m{PAYPAL}") else f".sandbox{PAYPAL}"


def key_at(url: str) -> RSAPublicKey:
    """Of the certificate there. Raises ProofMissing."""
    known, until = _remembered.get(url, (None, 0.0))
    if known is not None and time.monotonic() < until:
        return known
    try:
        kept = valkey().ask("GETEX", kept_as(url), "EX", KEPT_SECONDS)
    except RedisError:
        kept = None
    if kept is None:
        raise ProofMissing
    try:
        return remember(url, key_of(kept))
    except SignatureWrong:
        raise ProofMissing from None  # ended meanwhile; another may lie there now


def fetch_certificate(message: ProviderMessage) -> None:
    """Raises ProviderAway, and as `keep` does."""
    url = message.headers[CERTIFICATE]
    keep(url, downloaded(url))


def keep(url: str, content: bytes) -> None:
    """The certificate there, for all processes. Raises as `key_of` does."""
    remember(url, key_of(content))
    with suppress(RedisError):  # this process knows it
        valkey().ask("SET", kept_as(url), content, "EX", KEPT_SECONDS)


def downloaded(url: str) -> bytes:
    try:
        answer = BREAKER.ask(lambda: httpx.get(url, timeout=JOB_SECONDS, follow_redirects=False))
    except (httpx.HTTPError, httpx.InvalidURL, ServiceUnavailable) as error:
        raise ProviderAway(f"PayPal does not answer: {type(error).__name__}") from error
    if answer.status_code in GONE or len(answer.content) > LARGEST_CERTIFICATE:
        raise SignatureWrong(f"no certificate lies there: {answer.status_code}")
    if answer.status_code != 200:
        raise ProviderAway(f"PayPal answered {answer.status_code}")
    return answer.content


def key_of(content: bytes) -> RSAPublicKey:
    """Of the first of these certificates, which the others and the known authorities vouch for.

    Raises SignatureWrong for one that is over, and ProofMissing for one that nobody vouches for: PayPal serves it.
    """
    try:
        own, *above = x509.load_pem_x509_certificates(content)
    except ValueError as error:
        raise SignatureWrong("no certificate lies there") from error
    if own.not_valid_after_utc < datetime.now(UTC):
        raise SignatureWrong("the certificate is over")
    key = own.public_key()
    if not isinstance(key, RSAPublicKey) or not any(is_vouched_for(own, above, name) for name in names()):
        logger.error("Nobody vouches for PayPal's certificate %s", own.subject.rfc4514_string())
        raise ProofMissing
    return key


def is_vouched_for(own: x509.Certificate, above: Sequence[x509.Certificate], name: str) -> bool:
    policy = PolicyBuilder().store(authorities(settings.PAYPAL_ROOTS)).time(datetime.now(UTC))
    try:
        policy.build_server_verifier(x509.DNSName(name)).verify(own, list(above))
    except VerificationError:
        return False
    return True


def names() -> set[str]:
    """Who signs."""
    return {f"{NAME}{PAYPAL}", f"{NAME}{domain()}"}


@cache
def authorities(file: str) -> Store:
    """Those that are trusted with every connection, or in their place those of a stand-in."""
    context = ssl.create_default_context(cafile=file) if file else httpx.create_ssl_context()
    found = []
    for one in context.get_ca_certs(binary_form=True):
        # Some are older than what a certificate has to be like.
        with suppress(ValueError), warnings.catch_warnings(action="ignore"):
            found.append(x509.load_der_x509_certificate(one))
    return Store(found)


def remember(url: str, key: RSAPublicKey) -> RSAPublicKey:
    if len(_remembered) >= MOST_REMEMBERED:
        _remembered.clear()
    _remembered[url] = key, time.monotonic() + REMEMBERED_SECONDS
    return key


def kept_as(url: str) -> str:
    return f"paypal-certificate:{hashlib.sha256(url.encode()).hexdigest()}"


def forget_certificates() -> None:
    """In this process."""
    _remembered.clear()
