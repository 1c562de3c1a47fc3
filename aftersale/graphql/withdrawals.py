"""The withdrawals that an order's page shows."""

from datetime import datetime
from enum import Enum

import strawberry

from aftersale.withdrawals.queries import withdrawals_from
from checkout.entry.secrets import entered_secret
from shop.web.graphql.context import GraphQLInfo


@strawberry.enum
class WithdrawalState(Enum):
    received = "received"
    matched = "matched"
    awaited = "awaited"
    refunded = "refunded"
    exempt = "exempt"
    closed = "closed"


@strawberry.type
class DeclaredWithdrawal:
    declared_at: datetime
    state: WithdrawalState
    whole: bool = strawberry.field(description="of the whole contract, not of some items")


@strawberry.type
class WithdrawalQuery:
    @strawberry.field(
        description="Withdrawals from an order, by the order's secret, the latest first: those that staff assigned to "
        "it, and those that name it and its buyer's address."
    )
    def withdrawals(self, info: GraphQLInfo, order_id: strawberry.ID) -> list[DeclaredWithdrawal]:
        order = entered_secret(info.context.request, info.context.shop, order_id)
        return [
            DeclaredWithdrawal(declared_at=one.declared_at, state=WithdrawalState(one.state), whole=not one.items)
            for one in withdrawals_from(order)
        ]
