"""Which characters a WOFF2 font has a glyph for."""

import struct

import brotli

CMAP, HMTX, GLYF, LOCA = 0, 3, 10, 11
OWN_TAG = 63


def characters(font: bytes) -> set[str]:
    """Those of the basic plane, by the file's `cmap`; https://www.w3.org/TR/WOFF2/ section 5."""
    tables = struct.unpack_from(">H", font, 12)[0]
    compressed = struct.unpack_from(">I", font, 20)[0]
    at, before, cmap = 48, 0, None
    for _ in range(tables):
        flags = font[at]
        at += 5 if flags & 63 == OWN_TAG else 1
        length, at = _number(font, at)
        tag, version = flags & 63, flags >> 6
        if version != (3 if tag in (GLYF, LOCA) else 0):
            length, at = _number(font, at)
        if tag == CMAP:
            cmap = slice(before, before + length)
        before += length
    assert cmap is not None
    return set(_mapped(brotli.decompress(font[at : at + compressed])[cmap]))


def _number(font: bytes, at: int) -> tuple[int, int]:
    """UIntBase128, and where it ends."""
    value = 0
    while True:
        value = value << 7 | font[at] & 127
        at += 1
        if font[at - 1] < 128:
            return value, at


def _mapped(cmap: bytes) -> list[str]:
    found: list[str] = []
    for i in range(struct.unpack_from(">H", cmap, 2)[0]):
        at = struct.unpack_from(">I", cmap, 8 + 8 * i)[0]
        if struct.unpack_from(">H", cmap, at)[0] != 4:
            continue
        count = struct.unpack_from(">H", cmap, at + 6)[0] // 2
        ends = struct.unpack_from(f">{count}H", cmap, at + 14)
        starts, deltas, offsets = (
            struct.unpack_from(f">{count}H", cmap, at + 16 + 2 * count * part) for part in (1, 2, 3)
        )
        for segment in range(count):
            for code in range(starts[segment], min(ends[segment], 0xFFFE) + 1):
                glyph = code
                if offsets[segment]:
                    place = at + 16 + 6 * count + 2 * segment + offsets[segment] + 2 * (code - starts[segment])
                    glyph = struct.unpack_from(">H", cmap, place)[0]
                if glyph and (glyph + deltas[segment]) & 0xFFFF:
                    found.append(chr(code))
    return found
