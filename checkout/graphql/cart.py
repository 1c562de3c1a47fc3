"""The cart on the wire (purchase §3 "Cart"). REST answers the same object in snake_case."""

from datetime import date, datetime
from decimal import Decimal

import strawberry

from cart.codes.discounts import DiscountStatus
from cart.codes.payments import PaymentCodeStatus
from cart.graphql import CartItem, cart_items
from cart.models import Address
from cart.pricing.priced import PricedCart
from cart.queries import CartContents
from checkout.pricing.checkout import PricedCheckout, price_checkout
from checkout.rules import VatShare
from checkout.shipping.options import ShippingOption
from shop.core.values.countries import country_name
from shop.core.values.money import NOTHING


@strawberry.type
class PostalAddress:
    first_name: str
    last_name: str
    company: str
    address: str
    address2: str
    post_code: str
    city: str
    country_code: str
    country_name: str


@strawberry.type
class DeliveryEstimate:
    arrives_from: date
    arrives_until: date = strawberry.field(description="both if it is paid on the day of the order")
    days_from: int | None = strawberry.field(description="in working days after its payment; within Germany alone")
    days_until: int | None


@strawberry.type(name="ShippingMethod")
class ShippingMethodType:
    id: strawberry.ID
    name: str
    description: str
    price: Decimal
    checks_age: bool = strawberry.field(description="hands over to adults alone, who say so when they order")
    estimate: DeliveryEstimate | None = strawberry.field(description="none for orders from before there were any")


@strawberry.type
class CartPaymentChoice:
    name: str
    extra_charge: Decimal


@strawberry.type(name="VatShare")
class VatShareType:
    rate: Decimal
    net: Decimal
    vat: Decimal
    gross: Decimal
    rule: str = strawberry.field(description="home, venue, oss, export or abroad; the last two have no VAT")
    country: str = strawberry.field(description="whose VAT it is, or where it goes without; empty: the seller's own")


DiscountStanding = strawberry.enum(DiscountStatus, name="DiscountStanding")


@strawberry.type
class CartDiscount:
    """The cart's discount code. `amount` is what it takes off the goods, 0 unless its standing is `applied`."""

    percent: int
    amount: Decimal
    reduced_subtotal: Decimal
    standing: DiscountStanding  # type: ignore[valid-type]


PaymentCodeStanding = strawberry.enum(PaymentCodeStatus, name="PaymentCodeStanding")


@strawberry.type
class CartPaymentCode:
    """The cart's payment code. `amount` is what it pays, 0 unless its standing is `applied`."""

    amount: Decimal
    standing: PaymentCodeStanding  # type: ignore[valid-type]


@strawberry.type
class CartMerging:
    """Without shipping: it goes with the earlier order."""

    total: Decimal
    total_due: Decimal
    vat: list[VatShareType]


@strawberry.type(name="Cart")
class CartType:
    id: strawberry.ID
    items: list[CartItem]
    shipping_address: PostalAddress | None
    billing_address: PostalAddress | None
    email: str
    shipping_method: strawberry.ID | None
    payment_method: strawberry.ID | None
    payment: CartPaymentChoice | None
    total: Decimal
    checkout_subtotal: Decimal
    discount: CartDiscount | None
    total_plus_shipping: Decimal
    takes_payment_code: bool
    payment_code: CartPaymentCode | None
    total_due: Decimal
    shipping: ShippingMethodType | None
    physical: bool
    reference: str
    order_reference: str
    new_item_ids: list[strawberry.ID]
    valid_until: datetime | None
    short_reservation: bool = strawberry.field(
        description="Many want what it holds: it has five minutes, and more once it is known where it is to go."
    )
    shippable_from: date | None
    shippable_from_until: date | None
    mergeable: bool
    merging: CartMerging | None = strawberry.field(description="where it may join an earlier order")
    country_code: str
    needs_postal_address: bool = strawberry.field(
        description="false: name, e-mail and country are enough, of both addresses"
    )
    vat: list[VatShareType]
    over18: bool = strawberry.field(name="over18")


def postal_address(address: Address | None, language: str) -> PostalAddress | None:
    if address is None:
        return None
    return PostalAddress(
        first_name=address.first_name,
        last_name=address.last_name,
        company=address.company,
        address=address.address,
        address2=address.address2,
        post_code=address.post_code,
        city=address.city,
        country_code=address.country_code,
        country_name=country_name(address.country_code, language),
    )


def shipping_method(option: ShippingOption) -> ShippingMethodType:
    carrier = option.carrier
    return ShippingMethodType(
        id=strawberry.ID(option.id),
        name=carrier.name,
        description=carrier.description or "",
        price=option.price,
        checks_age=carrier.checks_age,
        estimate=DeliveryEstimate(**vars(option.estimate)),
    )


def vat_share(share: VatShare) -> VatShareType:
    return VatShareType(
        rate=share.rate, net=share.net, vat=share.vat, gross=share.gross, rule=share.rule, country=share.country
    )


def cart_discount(priced: PricedCart) -> CartDiscount | None:
    code = priced.cart.discount_code
    if code is None or priced.discount_status is None:
        return None
    return CartDiscount(
        percent=code.percent,
        amount=priced.discount,
        reduced_subtotal=priced.subtotal - priced.discount,
        standing=priced.discount_status,
    )


def cart_payment_code(checkout: PricedCheckout) -> CartPaymentCode | None:
    if checkout.priced.payment_code_status is None:
        return None
    return CartPaymentCode(amount=checkout.credit, standing=checkout.priced.payment_code_status)


def cart_type(checkout: PricedCheckout, language: str) -> CartType:
    cart, priced = checkout.cart, checkout.priced
    ships_from, ships_until = priced.shippable_window
    return CartType(
        id=strawberry.ID(str(cart.pk)),
        items=cart_items(priced),
        shipping_address=postal_address(cart.shipping_address, language),
        billing_address=postal_address(cart.billing_address, language),
        email=cart.email,
        shipping_method=strawberry.ID(checkout.shipping.id) if checkout.shipping else None,
        payment_method=strawberry.ID(checkout.payment.id) if checkout.payment else None,
        payment=CartPaymentChoice(name=checkout.payment.name, extra_charge=NOTHING) if checkout.payment else None,
        total=priced.subtotal,
        checkout_subtotal=priced.subtotal,
        discount=cart_discount(priced),
        total_plus_shipping=checkout.total,
        takes_payment_code=priced.takes_payment_code,
        payment_code=cart_payment_code(checkout),
        total_due=checkout.due,
        shipping=shipping_method(checkout.shipping) if checkout.shipping else None,
        physical=priced.physical,
        reference="",
        order_reference="",
        new_item_ids=[strawberry.ID(str(line)) for line in cart.new_item_ids],
        valid_until=cart.session.expires_at if checkout.lines else None,
        short_reservation=cart.session.is_hurried,
        shippable_from=ships_from,
        shippable_from_until=ships_until,
        mergeable=checkout.is_mergeable,
        merging=merging_of(checkout),
        country_code=cart.country_code,
        needs_postal_address=checkout.needs_postal_address,
        vat=[vat_share(share) for share in checkout.vat],
        over18=priced.over_18,
    )


def merging_of(checkout: PricedCheckout) -> CartMerging | None:
    if not checkout.is_mergeable:
        return None
    merged = checkout.merged
    return CartMerging(total=merged.total, total_due=merged.due, vat=[vat_share(share) for share in merged.vat])


def cart_on_the_wire(contents: CartContents, language: str) -> CartType:
    return cart_type(price_checkout(contents), language)
