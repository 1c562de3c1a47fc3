"""The GraphQL schema: every app's part, put together, and how its documents run."""

from typing import Any

import strawberry
from graphql import ExecutionResult, GraphQLError, execute_sync

from catalogue.graphql.query import CatalogueQuery
from checkout.graphql import CheckoutMutation, CheckoutQuery
from shop.documents import Document, Documents, Operation
from shop.graphql import ShopQuery, WireContext

# What is read through these concerns one guest or changes by the second: no cache may keep it.
PRIVATE_ROOTS = frozenset({"cart", "order", "session", "shippingMethods", "paymentMethods"})


@strawberry.type
class Query(ShopQuery, CatalogueQuery, CheckoutQuery):
    pass


@strawberry.type
class Mutation(CheckoutMutation):
    pass


schema = strawberry.Schema(query=Query, mutation=Mutation)
documents = Documents(schema._schema)


def run(
    document: Document, operation_name: str | None, variables: dict[str, Any], context: WireContext
) -> tuple[dict[str, Any] | None, list[GraphQLError]]:
    """Execute a checked document: (data, errors)."""
    result = execute_sync(
        schema._schema,
        document.node,
        context_value=context,
        variable_values=variables,
        operation_name=operation_name,
    )
    assert isinstance(result, ExecutionResult)
    return result.data, list(result.errors or [])


def is_public(operation: Operation) -> bool:
    return operation.is_query and not PRIVATE_ROOTS & operation.root_fields
