"""Texts of models on the wire."""

from typing import Any

import strawberry_django
from django.db.models import Model


def written(name: str) -> Any:
    """A field with a translated text; one that nobody wrote goes out empty."""

    def text(root: Model) -> str:
        return getattr(root, name) or ""

    return strawberry_django.field(resolver=text)
