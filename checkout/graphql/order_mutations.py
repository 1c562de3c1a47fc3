"""Ordering, merging, paying, and what is changed of an order (purchase §7)."""

from decimal import Decimal
from enum import Enum

import strawberry

from checkout.actions import (
    PlaceRequest,
    confirm_payment,
    merge_order,
    name_tickets,
    pay_order,
    place_order,
    resend_confirmation_request,
    start_placement,
)
from checkout.entry.limits import count_payment, counted_confirmation, counted_names
from checkout.entry.named_orders import NamedOrder, counted_naming
from checkout.entry.secrets import entered_secret
from checkout.errors import OrderLineNotFound
from checkout.orders.access import access_order, order_of_placement
from sessions_queue.graphql import session_to_order
from shop.core.limits.visitors import visitor_of
from shop.web.graphql.context import GraphQLInfo

from .order import OrderType, order_type

MAX_KEY_LENGTH = 80
# More tickets than any order has.
MAX_NAMES = 1000


@strawberry.input
class PlaceOrderInput:
    idempotency_key: str
    expected_total: Decimal
    accepted_terms: bool
    accepted_age: bool = False
    newsletter: bool = False
    client_mutation_id: str | None = None


@strawberry.input
class MergeOrderInput:
    order_reference: str = strawberry.field(description="B-XXXXXXXX, also behind the prefix of a payment (BAX …).")
    email: str | None = strawberry.field(
        default=None, description="The order's, against a mistyped reference. It proves nothing: see `orderId`."
    )
    order_id: strawberry.ID | None = strawberry.field(
        default=None,
        description="The order's own, from its page or mail; the reference is not looked at. With it the whole order"
        " comes back. Without it what comes back shows what was merged, and nothing of the order.",
    )
    idempotency_key: str | None = None
    expected_total: Decimal | None = None
    accepted_terms: bool = False
    accepted_age: bool = False
    client_mutation_id: str | None = None


@strawberry.input
class PayOrderInput:
    order_id: strawberry.ID
    payment_method: strawberry.ID
    client_mutation_id: str | None = None


@strawberry.input
class ConfirmOrderPaymentInput:
    order_id: strawberry.ID
    client_mutation_id: str | None = None


@strawberry.input
class NamedTicket:
    item_id: strawberry.ID
    personal_identifier: str = strawberry.field(
        description="first and last name, of which one is enough, as asked address and phone, by `+`"
    )


@strawberry.input
class AskConfirmationAgainInput:
    order_id: strawberry.ID
    client_mutation_id: str | None = None


@strawberry.input
class PersonalizeOrderInput:
    order_id: strawberry.ID
    items: list[NamedTicket]
    client_mutation_id: str | None = None


@strawberry.type
class PlacedCart:
    id: strawberry.ID
    reference: str
    total: Decimal


@strawberry.enum
class PaymentStep(Enum):
    done = "done"
    redirect = "redirect"
    failed = "failed"
    approved = "approved"
    authorize = "authorize"


@strawberry.type
class PlacedPayment:
    next: PaymentStep = strawberry.field(
        description="What the buyer does now. `done`: nothing; `redirect`: pay on the provider's page at `url`;"
        " `approved`: the buyer agreed before ordering, and CONFIRMORDERPAYMENT takes the money;"
        " `authorize`: the buyer's browser confirms it, with the token of CREATESTRIPEPAYMENTINTENT;"
        " `failed`: the provider does not answer. The order is placed whatever stands here: after `failed`, go to the"
        " page of the open order, or ask again with the same key, which begins the same payment."
    )
    url: str = strawberry.field(description="Empty unless it is `redirect`.")


@strawberry.type
class PlaceOrderPayload:
    cart: PlacedCart
    order: OrderType
    payment: PlacedPayment
    client_mutation_id: str | None


@strawberry.type
class MergeOrderPayload:
    order: OrderType
    client_mutation_id: str | None


@strawberry.type
class PayOrderPayload:
    order: OrderType
    payment: PlacedPayment
    client_mutation_id: str | None


@strawberry.type
class ConfirmOrderPaymentPayload:
    order: OrderType
    client_mutation_id: str | None


@strawberry.type
class AskConfirmationAgainPayload:
    order: OrderType
    client_mutation_id: str | None


@strawberry.type
class PersonalizeOrderPayload:
    order: OrderType
    client_mutation_id: str | None


@strawberry.type
class OrderMutation:
    @strawberry.mutation(description="One order per cart and per idempotency key, however often it is asked for.")
    def place_order(self, info: GraphQLInfo, input: PlaceOrderInput) -> PlaceOrderPayload:
        context = info.context
        placement = place_order(
            session=session_to_order(context),
            request=PlaceRequest(
                idempotency_key=input.idempotency_key[:MAX_KEY_LENGTH],
                expected_total=input.expected_total,
                accepted_terms=input.accepted_terms,
                accepted_age=input.accepted_age,
                newsletter=input.newsletter,
            ),
            visitor=visitor_of(context.request),
        )
        start = start_placement(placement=placement, visitor=visitor_of(context.request))
        order = order_of_placement(placement)
        return PlaceOrderPayload(
            cart=PlacedCart(
                id=strawberry.ID(str(placement.cart_id)), reference=order.access.reference, total=placement.total
            ),
            order=order_type(order, context.language),
            payment=PlacedPayment(next=PaymentStep(start.next), url=start.url),
            client_mutation_id=input.client_mutation_id,
        )

    @strawberry.mutation(
        description="Place the cart as a part of an order that is there already; how it is paid is chosen afterwards."
        " Once per cart, however often it is asked for."
    )
    def merge_order(self, info: GraphQLInfo, input: MergeOrderInput) -> MergeOrderPayload:
        context = info.context
        named = NamedOrder(input.order_reference, (input.email or "").strip(), input.order_id or "")
        session = session_to_order(context)
        with counted_naming(context.request, context.shop, named):
            placement = merge_order(
                session=session,
                named=named,
                request=PlaceRequest(
                    idempotency_key=(input.idempotency_key or "")[:MAX_KEY_LENGTH],
                    expected_total=input.expected_total,
                    accepted_terms=input.accepted_terms,
                    accepted_age=input.accepted_age,
                ),
                visitor=visitor_of(context.request),
            )
        return MergeOrderPayload(
            order=order_type(order_of_placement(placement), context.language),
            client_mutation_id=input.client_mutation_id,
        )

    @strawberry.mutation(description="Pay what is open of an order, in whichever way it can be paid.")
    def pay_order(self, info: GraphQLInfo, input: PayOrderInput) -> PayOrderPayload:
        order = entered_secret(info.context.request, info.context.shop, input.order_id)
        count_payment(visitor_of(info.context.request))
        start = pay_order(order=order, method=input.payment_method)
        return PayOrderPayload(
            order=order_type(access_order(info.context.shop, input.order_id), info.context.language),
            payment=PlacedPayment(next=PaymentStep(start.next), url=start.url),
            client_mutation_id=input.client_mutation_id,
        )

    @strawberry.mutation(description="Have the payment services asked whether the order is paid.")
    def confirm_order_payment(self, info: GraphQLInfo, input: ConfirmOrderPaymentInput) -> ConfirmOrderPaymentPayload:
        order = entered_secret(info.context.request, info.context.shop, input.order_id)
        count_payment(visitor_of(info.context.request))
        confirm_payment(order=order)
        return ConfirmOrderPaymentPayload(
            order=order_type(access_order(info.context.shop, input.order_id), info.context.language),
            client_mutation_id=input.client_mutation_id,
        )

    @strawberry.mutation(
        description="Send the mail again whose link confirms an order's free tickets: once a minute, five times in all."
    )
    def ask_confirmation_again(
        self, info: GraphQLInfo, input: AskConfirmationAgainInput
    ) -> AskConfirmationAgainPayload:
        order = entered_secret(info.context.request, info.context.shop, input.order_id)
        with counted_confirmation(order.email):
            resend_confirmation_request(order=order)
        return AskConfirmationAgainPayload(
            order=order_type(access_order(info.context.shop, input.order_id), info.context.language),
            client_mutation_id=input.client_mutation_id,
        )

    @strawberry.mutation(
        description="Say whose an order's tickets are, until 48 hours before their event. All of them or none."
    )
    def personalize_order(self, info: GraphQLInfo, input: PersonalizeOrderInput) -> PersonalizeOrderPayload:
        order = entered_secret(info.context.request, info.context.shop, input.order_id)
        if not 1 <= len(input.items) <= MAX_NAMES:
            raise OrderLineNotFound
        with counted_names(visitor_of(info.context.request), input.order_id):
            name_tickets(order=order, texts={item.item_id: item.personal_identifier for item in input.items})
        return PersonalizeOrderPayload(
            order=order_type(access_order(info.context.shop, input.order_id), info.context.language),
            client_mutation_id=input.client_mutation_id,
        )
