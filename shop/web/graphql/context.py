"""What every resolver gets, and how it answers with no more than was asked."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

import strawberry
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from shop.models import Shop

T = TypeVar("T")


@dataclass(slots=True)
class GraphQLContext:
    """`info.context` of every resolver. Cookies and headers set on `response` are sent with the answer."""

    shop: Shop
    language: str
    request: HttpRequest
    response: HttpResponse = field(default_factory=HttpResponse)
    # When the answer changes by itself, because a date is reached; whoever keeps it must not keep it longer.
    until: datetime | None = None
    is_live: bool = False

    def ends_at(self, moment: datetime | None) -> None:
        """The answer holds until then at most."""
        if moment is not None:
            self.until = min(self.until or moment, moment)

    def holds_now_only(self) -> None:
        """Nobody keeps the answer."""
        self.is_live = True
        self.ends_at(timezone.now())


GraphQLInfo = strawberry.Info[GraphQLContext, None]


def filled(kind: type[T], values: dict[str, Any]) -> T:
    """A GraphQL type's object that holds only what was asked for: nothing else of it will be read."""
    node = object.__new__(kind)
    node.__dict__ = values
    return node
