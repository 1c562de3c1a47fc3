"""Mutations that the schema names after one payment provider. A further provider needs none: `payOrder` serves all."""

import strawberry

from checkout.actions import begin_express, pay_order, payment_intent, take_over_express
from checkout.entry.limits import count_payment
from checkout.entry.secrets import entered_secret
from checkout.payments.paypal_express import PayPalExpress
from checkout.payments.stripe import StripeCheckout
from checkout.payments.stripe_express import StripeExpress, script
from sessions_queue.graphql import session_to_pay
from shop.core.limits.visitors import visitor_of
from shop.web.graphql.context import GraphQLInfo

from .cart_mutations import CartPayload, cart_payload
from .order import PaymentScriptType

PAYPAL = PayPalExpress()


@strawberry.input
class CreateStripePaymentInput:
    order_id: strawberry.ID
    success_url: str = strawberry.field(default="", description="Not followed: the buyer comes back to the order.")
    cancel_url: str = strawberry.field(default="", description="Not followed, as above.")
    client_mutation_id: str | None = None


@strawberry.input
class CreateStripePaymentIntentInput:
    order_id: strawberry.ID
    client_mutation_id: str | None = None


@strawberry.input
class CreatePaypalOrderInput:
    use_paypal_address: bool = strawberry.field(
        description="Without it, nothing is shipped as far as PayPal knows: the address that was entered here stays."
    )
    client_mutation_id: str | None = None


@strawberry.input
class TakeOverPaypalOrderInput:
    external_payment_id: strawberry.ID
    client_mutation_id: str | None = None


@strawberry.type
class CreateStripePaymentPayload:
    external_payment_id: str = strawberry.field(description="Empty where Stripe does not answer.")
    url: str = strawberry.field(description="Stripe's page.")
    client_mutation_id: str | None


@strawberry.type
class CreateStripePaymentIntentPayload:
    external_payment_token: str = strawberry.field(description="The intent's client secret.")
    script: PaymentScriptType = strawberry.field(description="Confirms it in the buyer's browser.")
    client_mutation_id: str | None


@strawberry.type
class CreatePaypalOrderPayload:
    external_payment_id: strawberry.ID
    client_mutation_id: str | None


@strawberry.type
class ProviderMutation:
    @strawberry.mutation
    def create_stripe_payment(self, info: GraphQLInfo, input: CreateStripePaymentInput) -> CreateStripePaymentPayload:
        order = entered_secret(info.context.request, info.context.shop, input.order_id)
        count_payment(visitor_of(info.context.request))
        start = pay_order(order=order, method=StripeCheckout.id)
        return CreateStripePaymentPayload(
            external_payment_id=start.external_id, url=start.url, client_mutation_id=input.client_mutation_id
        )

    @strawberry.mutation(
        description="To be confirmed in the buyer's browser: for an order by `stripe_express` what is due, for another"
        " that is open what is owed. NOTHING_TO_PAY, or PAYMENT_METHOD_UNAVAILABLE where the shop takes no wallets."
    )
    def create_stripe_payment_intent(
        self, info: GraphQLInfo, input: CreateStripePaymentIntentInput
    ) -> CreateStripePaymentIntentPayload:
        order = entered_secret(info.context.request, info.context.shop, input.order_id)
        count_payment(visitor_of(info.context.request))
        start = payment_intent(order=order, method=StripeExpress.id)
        return CreateStripePaymentIntentPayload(
            external_payment_token=start.token,
            script=PaymentScriptType(**vars(script())),
            client_mutation_id=input.client_mutation_id,
        )

    @strawberry.mutation(description="An order at PayPal for what the cart costs, for PayPal's button.")
    def create_paypal_order(self, info: GraphQLInfo, input: CreatePaypalOrderInput) -> CreatePaypalOrderPayload:
        context = info.context
        session = session_to_pay(context)
        count_payment(visitor_of(context.request))
        number = begin_express(method=PAYPAL, session=session, with_address=input.use_paypal_address)
        return CreatePaypalOrderPayload(
            external_payment_id=strawberry.ID(number), client_mutation_id=input.client_mutation_id
        )

    @strawberry.mutation(
        description="What the buyer agreed to at PayPal's button is how the cart is paid; nothing is ordered by it."
    )
    def take_over_paypal_order(self, info: GraphQLInfo, input: TakeOverPaypalOrderInput) -> CartPayload:
        context = info.context
        session = session_to_pay(context)
        count_payment(visitor_of(context.request))
        contents = take_over_express(method=PAYPAL, session=session, external_id=input.external_payment_id)
        return cart_payload(context, contents, input.client_mutation_id)
