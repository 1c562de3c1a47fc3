"""The signature under a webhook: RSA, PKCS #1 v1.5, SHA-256, as PayPal signs, with a key that is good for nothing else.

The numbers are in the open: whoever runs the stand-in may forge its events.
"""

import base64
import zlib
from functools import cache
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, RSAPrivateNumbers, RSAPublicNumbers
from cryptography.hazmat.primitives.hashes import SHA256

P = int(
    "ed61fb69b255f0885ec1b60893f48dc85c1c886543bfb2965d060499b1e2895edbc7704aa9a28e17ac9ad24a27e9ae976ab3ddb9"
    "1ab780dc47930aa5e247fd82317541549ff614df9525c78d4f497ea46aeb14e839ea19c3ab74e04e9937612bbca86bac4388f593"
    "81b1deaa04242224448338f8d4abbc98af1c3f966c18b9dd",
    16,
)
Q = int(
    "d67e032f76b9fc7945ea9051c6ee42341b27eb01ff6e85a05fb21335925bdd40a37b517eddf8db648f8ea24e5b292f81a6e06165"
    "c6602883664318580ce94a063ebd16caea2f417055f410afcd1118153c340115ed3332e1f191f0d6f967f9a14e39a89b383b50c2"
    "32c927e27e55e645e60724dd3d9c82d5f80d0255da2de2e9",
    16,
)
MODULUS, EXPONENT = P * Q, 65537
ALGORITHM = "SHA256withRSA"
# Of that key, issued like PayPal's to the name that signs: with the one above it, and the root, whose keys nobody has.
HERE = Path(__file__).parent
CERTIFICATES, ROOTS = HERE / "certificates.pem", HERE / "root.pem"
CERTIFICATE_PATH = "/v1/notifications/certs/CERT-360caa42-fca2a594-5aaff3e0"


def message(transmission: str, moment: str, webhook: str, body: bytes) -> bytes:
    """What is signed; `body` as it was sent, to the byte."""
    return f"{transmission}|{moment}|{webhook}|{zlib.crc32(body)}".encode()


@cache
def private_key() -> RSAPrivateKey:
    secret = pow(EXPONENT, -1, (P - 1) * (Q - 1))
    public = RSAPublicNumbers(EXPONENT, MODULUS)
    return RSAPrivateNumbers(P, Q, secret, secret % (P - 1), secret % (Q - 1), pow(Q, -1, P), public).private_key()


def signed(content: bytes) -> str:
    return base64.b64encode(private_key().sign(content, PKCS1v15(), SHA256())).decode()


def is_signed(content: bytes, signature: str) -> bool:
    try:
        private_key().public_key().verify(base64.b64decode(signature, validate=True), content, PKCS1v15(), SHA256())
    except (ValueError, InvalidSignature):
        return False
    return True
