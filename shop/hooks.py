"""What the shop app asks of the apps above it. `config/hooks.py` fills `above` when Django starts."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from django.db.models import Value
from django.db.models.expressions import BaseExpression

if TYPE_CHECKING:
    from shop.models import Shop
    from shop.web.graphql.context import GraphQLContext

# The columns of a table that hold moments, and SQL that leads from its row `x` to the shops that show it.
TurningPoints = tuple[tuple[str, ...], str]


class Above(Protocol):
    """All that this app asks of above."""

    def answer_document(self, operation: str, variables: dict[str, Any], context: "GraphQLContext") -> dict[str, Any]:
        """Execute the frontend's newest document of this name and return its data. Raises ShopError if the page's query
        is refused.
        """
        ...

    def is_public_document(self, key: str) -> bool:
        """True if the persisted document with this hash answers every visitor alike."""
        ...

    def gated_pictures(self) -> Mapping[str, frozenset[int]]:
        """The gated shops' ids by the keys of the pictures that only gated shops show."""
        ...

    def has_calendar(self) -> BaseExpression:
        """Condition on a shop's row: it has an advent calendar."""
        ...

    def contest_year(self, shop: "Shop") -> int | None:
        """The year of the shop's advent contest. None if it has no calendar."""
        ...

    def delivery_terms(self, shop: "Shop") -> object:
        """Carriers' rates and payment methods for the shop's page about both. None if nothing is sold."""
        ...

    def turning_points(self) -> Mapping[str, TurningPoints]:
        """By table, the moments at which pages change by themselves."""
        ...

    def invariants(self) -> Mapping[str, str]:
        """SQL that must return no row, by a number and a sentence."""
        ...


class NothingAbove:
    """The shop app alone: no page has data, nothing is sold."""

    def answer_document(self, operation: str, variables: dict[str, Any], context: "GraphQLContext") -> dict[str, Any]:
        return {}

    def is_public_document(self, key: str) -> bool:
        return False

    def gated_pictures(self) -> Mapping[str, frozenset[int]]:
        return {}

    def has_calendar(self) -> BaseExpression:
        return Value(False)

    def contest_year(self, shop: "Shop") -> int | None:
        return None

    def delivery_terms(self, shop: "Shop") -> object:
        return None

    def turning_points(self) -> Mapping[str, TurningPoints]:
        return {}

    def invariants(self) -> Mapping[str, str]:
        return {}


above: Above = NothingAbove()
