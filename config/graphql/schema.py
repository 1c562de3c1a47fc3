"""The GraphQL schema, made of every app's part, and the execution of its documents."""

from typing import Any

import strawberry
from graphql import ExecutionResult, GraphQLError
from graphql import execute as execute_document
from strawberry.schema.config import StrawberryConfig

from aftersale.graphql.check_in import CheckInQuery
from aftersale.graphql.contact_data import ContactDataMutation
from aftersale.graphql.ticket_codes import TicketCodeQuery
from aftersale.graphql.ticket_service import TicketServiceQuery
from aftersale.graphql.tickets import TicketQuery
from aftersale.graphql.withdrawals import WithdrawalQuery
from catalogue.graphql.query import CatalogueQuery
from catalogue.graphql.seats import SeatQuery
from checkout.graphql import CartMutation, CheckoutQuery, OrderMutation, ProviderMutation
from checkout.graphql.amounts import AMOUNT, Amount
from config.graphql.execution import AttributeExecutor, readers_of
from sessions_queue.graphql import SessionMutation, SessionQuery
from shop.core.errors import ShopError
from shop.core.wire.graphql.documents import Document, Documents, Operation
from shop.core.wire.graphql.persisted import persisted_queries
from shop.graphql.news import NewsQuery
from shop.graphql.shop import ShopQuery
from shop.legal.graphql import StaticPageQuery
from shop.web.graphql.context import GraphQLContext


@strawberry.type
class Query(
    ShopQuery, StaticPageQuery, NewsQuery, CatalogueQuery, SeatQuery, CheckoutQuery, TicketQuery, TicketCodeQuery,
    CheckInQuery, TicketServiceQuery, WithdrawalQuery, SessionQuery,
):  # fmt: skip
    pass


@strawberry.type
class Mutation(CartMutation, OrderMutation, ProviderMutation, ContactDataMutation, SessionMutation):
    pass


schema = strawberry.Schema(query=Query, mutation=Mutation, config=StrawberryConfig(scalar_map={Amount: AMOUNT}))
documents = Documents(schema._schema)


class ShopExecutor(AttributeExecutor):
    readers = readers_of(schema._schema)


def wire_names(*parts: type) -> frozenset[str]:
    names = schema.config.name_converter
    definitions = [part.__strawberry_definition__ for part in parts]  # type: ignore[attr-defined]
    return frozenset(names.get_graphql_name(field) for one in definitions for field in one.fields)


# These answer every visitor alike. A document that reads anything else is one guest's own: no cache may keep it.
PUBLIC_ROOTS = wire_names(ShopQuery, StaticPageQuery, NewsQuery, CatalogueQuery) | {"__typename"}


class PageDataFailed(RuntimeError):
    """The GraphQL document of a page failed."""


def run(
    document: Document, operation_name: str | None, variables: dict[str, Any], context: GraphQLContext
) -> tuple[dict[str, Any] | None, list[GraphQLError]]:
    """Execute a checked document: (data, errors)."""
    result = execute_document(
        schema._schema,
        document.node,
        context_value=context,
        variable_values=variables,
        operation_name=operation_name,
        hide_suggestions=True,
        is_awaitable=never_awaitable,  # type: ignore[arg-type]
        executor_class=ShopExecutor,
    )
    assert isinstance(result, ExecutionResult)
    return result.data, list(result.errors or [])


def never_awaitable(_value: object) -> bool:
    """Return False: no resolver is asynchronous, and a check of each value would take much of an answer's time."""
    return False


def is_public(operation: Operation) -> bool:
    return operation.is_query and operation.root_fields <= PUBLIC_ROOTS


def is_public_document(key: str) -> bool:
    """Like `is_public`, for the single operation of a persisted document, by its hash."""
    return is_public(documents.listed(persisted_queries().text(key)).operation(None))


def execute(operation_name: str, variables: dict[str, Any], context: GraphQLContext) -> dict[str, Any]:
    """Execute the frontend's newest document of this name for a page and return its data.

    Raises ShopError if the request is refused, PageDataFailed if the document fails.
    """
    queries = persisted_queries()
    document = documents.listed(queries.text(queries.newest.get(operation_name, "")))
    data, errors = run(document, operation_name, variables, context)
    if errors or data is None:
        reason = (errors[0].original_error or errors[0]) if errors else None
        raise reason if isinstance(reason, ShopError) else PageDataFailed(operation_name) from reason
    return data
