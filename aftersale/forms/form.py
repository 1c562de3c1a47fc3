"""What a form is that visitors answer after the sale."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rest_framework import serializers

from shop.core.limits.visitors import Visitor
from shop.models import Shop

# No human sees this field; programs that fill in all there is do.
TRAP = "website"


@dataclass(frozen=True)
class Respondent:
    """Who answers: in which shop and language."""

    shop: Shop
    language: str
    visitor: Visitor


@dataclass(frozen=True)
class Form:
    """`questions` reads what is sent; `respond` does what it asks for and says what is answered (JSON), or raises a
    ShopError.
    """

    questions: type[serializers.Serializer[Any]]
    respond: Callable[[Respondent, dict[str, Any]], dict[str, Any]]
