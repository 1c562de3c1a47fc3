"""The EU's notice on the legal guarantee on the wire (Regulation (EU) 2025/1960)."""

from collections.abc import Mapping
from typing import Any

import strawberry
from django.core.files.storage import default_storage

from shop.models import GuaranteeNotice as Notice


@strawberry.type(description="the official picture as it was uploaded, unaltered")
class GuaranteeNotice:
    url: str
    width: int
    height: int


def notice_node(row: Mapping[str, Any] | None) -> GuaranteeNotice | None:
    if row is None:
        return None
    return GuaranteeNotice(url=default_storage.url(row["file"]), width=row["width"], height=row["height"])


def notice_in(language: str) -> GuaranteeNotice | None:
    return notice_node(Notice.objects.filter(language=language).values("file", "width", "height").first())
