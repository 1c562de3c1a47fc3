"""UPDATEPERSONALIZATION (purchase §7)."""

import strawberry

from aftersale.contact_data.actions import update_contact_data
from aftersale.tickets.limits import counted_number
from shop.core.limits.visitors import visitor_of
from shop.web.graphql.context import GraphQLInfo


@strawberry.input
class UpdatePersonalizationInput:
    code: str = strawberry.field(description="the ticket's number, with or without its check digit")
    identifier: str = strawberry.field(
        description="first and last name, of which one is enough, address and phone by `+`, or a JSON object of "
        "`first_name`, `last_name`, `address`, `phone`"
    )
    client_mutation_id: str | None = None


@strawberry.type
class UpdatePersonalizationPayload:
    client_mutation_id: str | None


@strawberry.type
class ContactDataMutation:
    @strawberry.mutation(
        description="Say whose ticket it is and how to reach them, for events that ask for it. NOT_FOUND whatever is "
        "wrong with the number; RATE_LIMITED after 30 of these in ten minutes, or WORK_NEEDED with a `challenge`."
    )
    def update_personalization(
        self, info: GraphQLInfo, input: UpdatePersonalizationInput
    ) -> UpdatePersonalizationPayload:
        with counted_number(visitor_of(info.context.request)):
            update_contact_data(shop=info.context.shop, code=input.code, identifier=input.identifier)
        return UpdatePersonalizationPayload(client_mutation_id=input.client_mutation_id)
