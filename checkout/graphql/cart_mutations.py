"""What a shopper does to the cart (purchase §7)."""

import math
from contextlib import ExitStack
from dataclasses import replace

import strawberry

from cart import actions as cart_actions
from cart.actions import AddRequest
from cart.entry.discount_codes import remembered_code
from cart.entry.payment_codes import entered_payment_code
from cart.errors import ItemNotFound, PaymentCodeInvalid
from cart.inside import amounts_in
from cart.items.seat_choice import SeatChoice
from cart.models import PaymentCode
from cart.queries import CartContents, contents_of
from catalogue.errors import BundleNotAvailable, SeatsNotAvailable
from catalogue.events.waiting_rooms import rooms_of_variants
from catalogue.graphql.seats import SeatShift, seat_shifts
from checkout.actions import choose_country
from sessions_queue.graphql import guest_session, keep_session_cookie
from sessions_queue.limits import counted_session
from sessions_queue.queries import living_session
from sessions_queue.waiting_room.gate import through_gate
from shop.core.limits.visitors import visitor_of
from shop.core.values.numbers import whole_number
from shop.web.graphql.context import GraphQLContext, GraphQLInfo

from .amounts import Amount
from .cart import CartType, cart_on_the_wire

# With the parts of bundles.
MAX_REQUESTS = 50


@strawberry.input
class BundlePartRequest:
    part_id: strawberry.ID
    product_variant_id: strawberry.ID
    amount: Amount = strawberry.field(default=Amount(1), description="in one bundle")
    personal_identifier: str | None = None
    section_id: strawberry.ID | None = None
    seat_ids: list[strawberry.ID] | None = None
    adjacent: bool = True
    accessible: bool = False


@strawberry.input
class AddToCartRequest:
    product_variant_id: strawberry.ID
    amount: Amount
    personal_identifier: str | None = None
    section_id: strawberry.ID | None = None
    seat_ids: list[strawberry.ID] | None = strawberry.field(
        default=None, description="As many as the amount; without them, tickets with seats get the best that are free."
    )
    adjacent: bool = True
    accessible: bool = False
    payment_code: str | None = strawberry.field(
        default=None, description="A culture pass's code, for tickets; one for all requests."
    )
    bundle_id: strawberry.ID | None = strawberry.field(
        default=None,
        description="The variant is of this bundle's root product; `parts` are what was chosen with it. The amount is"
        " of bundles: one, where it has a ticket or a text.",
    )
    parts: list[BundlePartRequest] | None = None


@strawberry.input
class AddToCartInput:
    requests: list[AddToCartRequest]
    released_item_ids: list[strawberry.ID] | None = strawberry.field(
        default=None, description="Lines of this cart that go first; they stay if a request is refused."
    )
    client_mutation_id: str | None = None


@strawberry.input
class RemoveFromCartInput:
    item_id: strawberry.ID
    client_mutation_id: str | None = None


@strawberry.input
class ChangeAmountInput:
    item_id: strawberry.ID
    amount: Amount
    client_mutation_id: str | None = None


@strawberry.input
class ChangeCountryInput:
    country_code: str
    client_mutation_id: str | None = None


@strawberry.type
class CartPayload:
    cart: CartType | None
    client_mutation_id: str | None


@strawberry.type
class AddToCartPayload(CartPayload):
    seat_shifts: list[SeatShift]


def add_request(request: AddToCartRequest) -> AddRequest:
    parts = request.parts or []
    bundle = whole_number(request.bundle_id) if request.bundle_id else None
    if bundle is None and (parts or request.bundle_id):
        raise ItemNotFound
    return replace(one_request(request), bundle_id=bundle, parts=tuple(map(part_request, parts)))


def part_request(part: BundlePartRequest) -> AddRequest:
    number = whole_number(part.part_id)
    if number is None:
        raise BundleNotAvailable
    return replace(one_request(part), part_id=number)


def one_request(request: AddToCartRequest | BundlePartRequest) -> AddRequest:
    variant = whole_number(request.product_variant_id)
    if variant is None:
        raise ItemNotFound
    seats = [(seat, whole_number(seat)) for seat in request.seat_ids or ()]
    section = whole_number(request.section_id) if request.section_id else None
    unknown = [seat for seat, number in seats if number is None]
    if unknown or (request.section_id and section is None):
        raise SeatsNotAvailable(unknown, [])
    choice = SeatChoice(
        tuple(number for _seat, number in seats if number is not None), section, request.adjacent, request.accessible
    )
    return AddRequest(variant, request.amount, request.personal_identifier or "", choice)


def payment_code_of(context: GraphQLContext, requests: list[AddToCartRequest]) -> PaymentCode | None:
    """The code that the requests bring. Raises PaymentCodeInvalid also for two: a cart has one."""
    entered = {request.payment_code for request in requests if request.payment_code}
    if len(entered) > 1:
        raise PaymentCodeInvalid
    return entered_payment_code(context.request, context.shop, entered.pop()) if entered else None


def cart_payload(context: GraphQLContext, contents: CartContents, client_mutation_id: str | None) -> CartPayload:
    return CartPayload(cart=cart_on_the_wire(contents, context.language), client_mutation_id=client_mutation_id)


@strawberry.type
class CartMutation:
    @strawberry.mutation(description="All requests or none.")
    def add_to_cart(self, info: GraphQLInfo, input: AddToCartInput) -> AddToCartPayload:
        context = info.context
        if not 1 <= sum(1 + len(request.parts or ()) for request in input.requests) <= MAX_REQUESTS:
            raise ItemNotFound
        known = guest_session(context)
        requests = [add_request(request) for request in input.requests]
        wanted = rooms_of_variants(cart_actions.variants_of(requests)) if context.shop.has_line else ()
        with ExitStack() as entering:
            gate = through_gate(context.request, context.response, context.shop, known, wanted)
            places = entering.enter_context(gate)
            if known is None:
                entering.enter_context(counted_session(visitor_of(context.request)))
            session, contents, shifts = cart_actions.add_to_cart(
                shop=context.shop,
                session=known,
                language=context.language,
                visitor=visitor_of(context.request),
                places=places,
                requests=requests,
                discount_code=remembered_code(context.request, context.shop),
                payment_code=payment_code_of(context, input.requests),
                released=input.released_item_ids or (),
            )
        keep_session_cookie(context, session)
        return AddToCartPayload(
            cart=cart_on_the_wire(contents, context.language),
            seat_shifts=seat_shifts(shifts),
            client_mutation_id=input.client_mutation_id,
        )

    @strawberry.mutation
    def remove_from_cart(self, info: GraphQLInfo, input: RemoveFromCartInput) -> CartPayload:
        contents = cart_actions.remove_from_cart(
            session=living_session(info.context.request, info.context.shop), line_id=input.item_id
        )
        return cart_payload(info.context, contents, input.client_mutation_id)

    @strawberry.mutation
    def change_amount(self, info: GraphQLInfo, input: ChangeAmountInput) -> CartPayload:
        context = info.context
        session = living_session(context.request, context.shop)
        with ExitStack() as entering:
            places = []
            if context.shop.has_line and input.amount > amounts_in(session).get(input.item_id, math.inf):
                gate = through_gate(context.request, context.response, context.shop, session)
                places = entering.enter_context(gate)
            contents = cart_actions.change_amount(
                session=session,
                line_id=input.item_id,
                amount=input.amount,
                visitor=visitor_of(context.request),
                places=places,
            )
        return cart_payload(context, contents, input.client_mutation_id)

    @strawberry.mutation
    def change_country(self, info: GraphQLInfo, input: ChangeCountryInput) -> CartPayload:
        cart = choose_country(
            session=living_session(info.context.request, info.context.shop), country_code=input.country_code
        )
        return cart_payload(info.context, contents_of(cart), input.client_mutation_id)
