"""Texts of both languages as the columns that hold them."""

from collections.abc import Mapping
from typing import Any

from .plan import Text


def both(field: str, text: Text) -> dict[str, str]:
    """`{"name_de": …, "name_en": …}`."""
    return {f"{field}_de": text[0], f"{field}_en": text[1]}


def all_of(texts: Mapping[str, Text]) -> dict[str, Any]:
    return {column: value for field, text in texts.items() for column, value in both(field, text).items()}
