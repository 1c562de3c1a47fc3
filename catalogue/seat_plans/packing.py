"""Served files are stored packed by Brotli, as almost every client takes them."""

import json
from typing import Any

import brotli


def text(content: Any) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def packed(content: bytes, quality: int) -> bytes:
    return bytes(brotli.compress(content, mode=brotli.MODE_TEXT, quality=quality, lgwin=22))


def unpacked(content: bytes) -> bytes:
    return bytes(brotli.decompress(content))
