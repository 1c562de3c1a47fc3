"""GraphQL of a cart's lines (purchase §3 "Cart item"). The cart itself is in checkout.graphql: it shows carriers."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from enum import Enum

import strawberry

from catalogue.events.nights import show_day
from catalogue.graphql.events import PersonalizationRequirement
from catalogue.graphql.seats import SeatPlace, seat_place
from catalogue.models import Event, Product

from .pricing.line_texts import artist_of, category_name, line_name, line_picture_url, product_or_event
from .pricing.priced import PricedCart, PricedLine
from .rules import LineProblem


@strawberry.enum
class CartItemType(Enum):
    product = "product"
    event = "event"
    bundle = "bundle"


CartItemProblem = strawberry.enum(LineProblem, name="CartItemProblem")


@strawberry.type
class CartItemProductMeta:
    personalised: bool
    follows: str = strawberry.field(description="the slug of the product without which this one is not sold")
    ticket_required: bool
    order_merging_allowed: bool


@strawberry.type
class CartItemPaymentMethod:
    name: str


@strawberry.type
class CartItemPayment:
    id: strawberry.ID
    amount: Decimal
    payment_method: CartItemPaymentMethod


@strawberry.type
class CartItemProduct:
    id: strawberry.ID
    name: str
    slug: str
    color: str
    artist: str
    meta: CartItemProductMeta
    product_type: str
    personalization_requirement: PersonalizationRequirement
    public_shippable_from: date | None


@strawberry.type
class CartItem:
    id: strawberry.ID
    type: CartItemType
    product_id: strawberry.ID
    product_slug: str
    product_variant_id: strawberry.ID
    product_variant_description: str
    pricing_category_name: str
    product: CartItemProduct
    artist_name: str
    product_name: str
    product_type: str
    product_color: str
    image_url: str
    amount: int
    max_amount: int
    amount_changeable: bool
    price: Decimal
    total: Decimal
    total_sum: Decimal
    discount: Decimal
    vat_rate: Decimal
    personal_identifier: str
    personalised: bool
    personalization_requirement: PersonalizationRequirement
    ticket: bool
    physical: bool
    invalidated: bool
    problem: CartItemProblem | None  # type: ignore[valid-type]
    parent_id: strawberry.ID | None
    bundle_id: strawberry.ID | None
    part_id: strawberry.ID | None
    item_option_id: strawberry.ID | None = strawberry.field(description="a part's chosen option: its variant")
    bundled_item_ids: list[strawberry.ID]
    bundled_items: list["CartItem"]
    cart_items: list[strawberry.ID] = strawberry.field(description="all lines that it stands for: itself and its parts")
    payment: CartItemPayment | None = strawberry.field(
        description="the cart's payment code, on the first that it pays for"
    )
    shippable_from: date | None
    event_date: datetime | None
    event_day: str = strawberry.field(
        description="the event's day in words, of a show after midnight its night; empty for goods and a hidden date"
    )
    venue_name: str
    time_zone: str = strawberry.field(description="of the event's venue, by its IANA name; empty for goods")
    time_zone_note: str = strawberry.field(description="as that of a venue")
    seat_id: strawberry.ID | None
    seat: SeatPlace | None


def cart_items(cart: PricedCart) -> list[CartItem]:
    items = {line.line.pk: cart_item(cart, line) for line in cart.lines}
    for line in cart.lines:
        item = items[line.line.pk]
        item.bundled_items = [items[one.line.pk] for one in cart.lines if one.line.parent_id == line.line.pk]
        item.bundled_item_ids = [one.id for one in item.bundled_items]
        item.cart_items = [item.id, *item.bundled_item_ids]
    keep_payment_once(list(items.values()))
    return list(items.values())


def keep_payment_once(items: Sequence[CartItem]) -> None:
    """Show a payment code once, on the first item that it pays for, with the whole amount (purchase §4)."""
    first: dict[str, CartItemPayment] = {}
    for item in items:
        if item.payment is None:
            continue
        kept = first.setdefault(item.payment.id, item.payment)
        if kept is not item.payment:
            kept.amount += item.payment.amount
            item.payment = None


def cart_item(cart: PricedCart, line: PricedLine) -> CartItem:
    """Return the item without its bundled items, which `cart_items` adds."""
    sellable, variant = product_or_event(line), line.variant
    event = sellable if isinstance(sellable, Event) else None
    product = sellable if isinstance(sellable, Product) else None
    artist = artist_of(variant)
    requirement = PersonalizationRequirement(event.personalization_requirement if event else Event.Personalization.NONE)
    is_root = line.line.bundle_id is not None and line.line.parent_id is None
    return CartItem(
        id=strawberry.ID(str(line.line.pk)),
        type=CartItemType.bundle if is_root else CartItemType.event if event else CartItemType.product,
        product_id=strawberry.ID(str(sellable.pk)),
        product_slug=sellable.slug,
        product_variant_id=strawberry.ID(str(variant.pk)),
        product_variant_description=variant.description or "",
        pricing_category_name=category_name(variant),
        product=CartItemProduct(
            id=strawberry.ID(str(sellable.pk)),
            name=sellable.name,
            slug=sellable.slug,
            color=product.color or "" if product else "",
            artist=artist,
            meta=item_meta(product),
            product_type=product.product_type or "" if product else "",
            personalization_requirement=requirement,
            public_shippable_from=product.public_shippable_from if product else None,
        ),
        artist_name=artist,
        product_name=line_name(sellable),
        product_type=product.product_type or "" if product else "",
        product_color=product.color or "" if product else "",
        image_url=line_picture_url(sellable),
        amount=line.line.amount,
        max_amount=cart.max_amount(line),
        amount_changeable=cart.amount_changeable(line),
        price=line.price,
        total=line.total,
        total_sum=cart.total_of_tree(line),
        discount=line.discount,
        vat_rate=line.tax.rate,
        personal_identifier=line.item.personal_identifier,
        personalised=line.item.personalised,
        personalization_requirement=requirement,
        ticket=variant.is_ticket,
        physical=line.physical,
        invalidated=not line.available,
        problem=line.problem,
        parent_id=wire_id(line.line.parent_id),
        bundle_id=wire_id(line.line.bundle_id),
        part_id=wire_id(line.line.part_id),
        item_option_id=wire_id(variant.pk) if line.line.parent_id else None,
        bundled_item_ids=[],
        bundled_items=[],
        cart_items=[],
        payment=item_payment(cart, line),
        shippable_from=line.shippable_from,
        event_date=event.happening_from if event and not event.hide_date else None,
        event_day=show_day(event) if event and not event.hide_date else "",
        venue_name=f"{event.venue.name}, {event.venue.city}" if event else "",
        time_zone=event.venue.time_zone if event else "",
        time_zone_note=event.venue.time_zone_note if event else "",
        seat_id=wire_id(line.line.seat_id),
        seat=seat_place(line.line.seat) if line.line.seat else None,
    )


def wire_id(key: object | None) -> strawberry.ID | None:
    return None if key is None else strawberry.ID(str(key))


def item_meta(product: Product | None) -> CartItemProductMeta:
    return CartItemProductMeta(
        personalised=product is not None and product.personalised,
        follows=product.follows.slug if product is not None and product.follows is not None else "",
        ticket_required=product is not None and product.ticket_required,
        order_merging_allowed=product is not None and product.order_merging_allowed,
    )


def item_payment(cart: PricedCart, line: PricedLine) -> CartItemPayment | None:
    code = cart.cart.payment_code
    if code is None or not line.credit:
        return None
    method = CartItemPaymentMethod(name=code.programme)
    return CartItemPayment(id=strawberry.ID(str(code.pk)), amount=line.credit, payment_method=method)
