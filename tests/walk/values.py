"""What strangers send: the only fixed list of the walks."""

import json
from urllib.parse import quote

MANY_DIGITS = "9" * 5000
TEXTS = (
    "", "a\0b", "²", "٣", "-1", "NaN", "sNaN", "1e400", str(2**63), MANY_DIGITS, "x" * 10_000, "../../etc/passwd",
    "//evil.example", "%00", "\r\nX-Evil: 1", "🎸", "[::1",
)  # fmt: skip
# Written as they are in an address: no UTF-8 (also a lone surrogate), half an escape, dots that mean something.
IN_ADDRESSES = ("%00", "%ED%A0%80", "%ff%fe", "%zz", "..", "%2e%2e%2f%2e%2e", "//")
ADDRESS_VALUES = tuple(dict.fromkeys([*IN_ADDRESSES, *(quote(text, safe="") for text in TEXTS)]))
# What is enough where all addresses are answered by the same few lines.
FEW = ("%00", "%ff%fe", "x" * 10_000, "%2F%2Fevil.example")
# Written as they are in JSON, some of which is none.
FEW_IN_JSON = ('"\\u0000"', '"\\ud800"', '"²"', f'"{MANY_DIGITS}"', MANY_DIGITS, "1e400", "[]")
JSON_VALUES = tuple(
    dict.fromkeys(
        [
            *map(json.dumps, TEXTS), *FEW_IN_JSON, "null", "true", "-1", str(2**31 - 1), str(2**63), "NaN", "{}",
            "[null]", '{"\\ud800": 1}', "[" * 500 + "]" * 500,
        ]
    )
)  # fmt: skip
BODIES = (
    b"", b"null", b"1", b'"x"', b"[]", b"[{}]", b"{", b"\0", b"\xff\xfe", b'"\xed\xa0\x80"', b"NaN", b"1e400",
    b'{"a": NaN}', b'{"\\ud800": 1}', b'{"a": "\\u0000"}', MANY_DIGITS.encode(), b"[" * 100_000, b'{"a":' * 100_000,
    b"x" * 3_000_000,
)  # fmt: skip
CHARSETS = ("utf-16", "latin-1", "base64", "idna", "undefined", "unicode_escape", "x" * 300, "no-such")
MOMENTS = ("Fri, 01 Jan 2100 00:00:00 GMT", "Fri, 99 Jan 99999 00:00:00 GMT")
LANGUAGES = ("*;q=nan", "de;q=1e400", ",".join(["xx-" + "y" * 8] * 60), "a-" * 200)
HOSTS = ("[:::]", "[1:]", "[::1", "[::1]", "localhost:", "localhost:99999999", "a" * 300, "a..b", "loc%00alhost", "²")
HEADER_VALUES = (*(text for text in TEXTS if text.isascii() and text.isprintable()), *MOMENTS, *LANGUAGES, *HOSTS)
