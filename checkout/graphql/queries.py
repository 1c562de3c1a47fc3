from typing import cast

import strawberry
import strawberry_django

from cart.queries import open_cart
from checkout.bank.transfer_details import details_of_open
from checkout.entry.secrets import entered_secret
from checkout.errors import CountryUnknown
from checkout.models import Country as CountryModel
from checkout.pricing.checkout import PricedCheckout, priced_checkout
from checkout.pricing.item_checkout import checkout_of_items
from checkout.shipping.obstacles import no_delivery_method
from checkout.shipping.options import shipping_options
from checkout.shipping.reach import countries_of_session, countries_of_shop
from sessions_queue.graphql import guest_session
from shop.core.values.countries import country_name
from shop.core.values.post_codes import post_code_pattern
from shop.web.graphql.context import GraphQLContext, GraphQLInfo

from .cart import CartType, ShippingMethodType, cart_type, shipping_method
from .order import OrderType, PaymentMethodType, QrCodeType, order_type, payment_method


@strawberry_django.type(CountryModel)
class Country:
    country_code: str = strawberry_django.field(field_name="code")

    @strawberry_django.field
    def name(self, root: strawberry.Parent[CountryModel], info: GraphQLInfo) -> str:
        return country_name(root.code, info.context.language)

    @strawberry_django.field(
        description="a regular expression for a whole postal code, large and small letters alike; empty where none is "
        "known. What does not match may be right."
    )
    def post_code_pattern(self, root: strawberry.Parent[CountryModel]) -> str:
        return post_code_pattern(root.code)


@strawberry.type
class ShippingMethodConnection:
    nodes: list[ShippingMethodType]


@strawberry.type
class PaymentMethodConnection:
    nodes: list[PaymentMethodType]
    transfer_refused: bool = strawberry.field(
        description="something of the cart is not sold by bank transfer just now: it is scarce, or as many pieces as"
        " may wait for transfers already"
    )


def guest_checkout(context: GraphQLContext) -> PricedCheckout | None:
    """The guest's open cart, priced; None without one."""
    cart = open_cart(guest_session(context))
    return priced_checkout(cart) if cart else None


def asked_checkout(context: GraphQLContext, item_ids: list[strawberry.ID] | None) -> PricedCheckout | None:
    """The guest's, or of these things alone; None without any."""
    checkout = guest_checkout(context)
    if item_ids is None:
        return checkout
    return checkout_of_items(context.shop, checkout, item_ids) if item_ids else None


@strawberry.type
class CheckoutQuery:
    @strawberry.field
    def cart(self, info: GraphQLInfo) -> CartType | None:
        checkout = guest_checkout(info.context)
        return cart_type(checkout, info.context.language) if checkout else None

    @strawberry.field
    def order(self, info: GraphQLInfo, id: strawberry.ID) -> OrderType:
        return order_type(entered_secret(info.context.request, info.context.shop, id), info.context.language)

    @strawberry.field(description="Fills in an open order's transfer in a bank's app (EPC QR code).")
    def bank_code(self, info: GraphQLInfo, order_id: strawberry.ID) -> QrCodeType | None:
        bank = details_of_open(entered_secret(info.context.request, info.context.shop, order_id))
        code = bank.code if bank else None
        return QrCodeType(**vars(code)) if code else None

    @strawberry.field(description="that the shop delivers to, or where all that is in the cart can go")
    def countries(self, info: GraphQLInfo) -> list[Country]:
        return cast(list[Country], countries_of_session(info.context.shop, guest_session(info.context)))

    @strawberry.field(
        description="Carriers for the cart's items, or for some: by their ids or variants', also such as are not in "
        "the cart; NO_DELIVERY_METHOD with `obstacle` and `items` if none fits, ITEM_NOT_FOUND."
    )
    def shipping_methods(
        self, info: GraphQLInfo, country_code: str, item_ids: list[strawberry.ID] | None = None
    ) -> ShippingMethodConnection:
        if country_code not in {country.code for country in countries_of_shop(info.context.shop)}:
            raise CountryUnknown
        checkout = asked_checkout(info.context, item_ids)
        if checkout is None:
            return ShippingMethodConnection(nodes=[])
        snapshot = checkout.priced.snapshot
        options = shipping_options(checkout.lines, country_code, snapshot)
        shipped = [line for line in checkout.lines if line.physical]
        if shipped and not options:
            raise no_delivery_method(shipped, country_code, snapshot)
        return ShippingMethodConnection(nodes=[shipping_method(option) for option in options])

    @strawberry.field(description="Of the cart, or of some things alone, as in `shippingMethods`.")
    def payment_methods(
        self, info: GraphQLInfo, item_ids: list[strawberry.ID] | None = None
    ) -> PaymentMethodConnection:
        checkout = asked_checkout(info.context, item_ids)
        offers = checkout.offers if checkout else []
        return PaymentMethodConnection(
            nodes=[payment_method(offer) for offer in offers],
            transfer_refused=checkout is not None and checkout.transfer_refused,
        )
