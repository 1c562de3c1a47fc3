"""Forms that visitors answer after the sale."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rest_framework import serializers

from shop.core.limits.visitors import Visitor
from shop.models import Shop

# A hidden field that only programs fill in.
TRAP = "website"


@dataclass(frozen=True)
class Respondent:
    """The visitor who answers, with shop and language."""

    shop: Shop
    language: str
    visitor: Visitor


@dataclass(frozen=True)
class Form:
    """`questions` validates the input. `respond` carries it out and returns an `answer`, a dataclass, or raises a
    ShopError.
    """

    questions: type[serializers.Serializer[Any]]
    respond: Callable[[Respondent, dict[str, Any]], Any]
    answer: type
