"""A cart's lines on the wire (purchase §3 "Cart item"). The cart itself needs carriers: checkout.graphql."""

from datetime import date, datetime
from decimal import Decimal
from enum import Enum

import strawberry

from catalogue.graphql.events import PersonalizationRequirement
from catalogue.graphql.seats import SeatPlace, seat_place
from catalogue.models import Event, Product

from .line_texts import artist_of, category_name, line_name, line_picture_url, thing_of
from .queries import PricedCart, PricedLine, amount_changeable
from .rules import Problem


@strawberry.enum
class CartItemType(Enum):
    product = "product"
    event = "event"
    bundle = "bundle"


CartItemProblem = strawberry.enum(Problem, name="CartItemProblem")


@strawberry.type
class CartItemProduct:
    id: strawberry.ID
    name: str
    slug: str
    color: str
    artist: str
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
    shippable_from: date | None
    event_date: datetime | None
    venue_name: str
    seat_id: strawberry.ID | None
    seat: SeatPlace | None


def cart_item(cart: PricedCart, line: PricedLine) -> CartItem:
    thing, variant = thing_of(line), line.variant
    event = thing if isinstance(thing, Event) else None
    product = thing if isinstance(thing, Product) else None
    artist = artist_of(variant)
    requirement = PersonalizationRequirement(event.personalization_requirement if event else Event.Personalization.NONE)
    parent = line.line.parent_id
    return CartItem(
        id=strawberry.ID(str(line.line.pk)),
        type=CartItemType.event if event else CartItemType.product,
        product_id=strawberry.ID(str(thing.pk)),
        product_slug=thing.slug,
        product_variant_id=strawberry.ID(str(variant.pk)),
        product_variant_description=variant.description or "",
        pricing_category_name=category_name(variant),
        product=CartItemProduct(
            id=strawberry.ID(str(thing.pk)),
            name=thing.name,
            slug=thing.slug,
            color=product.color or "" if product else "",
            artist=artist,
            product_type=product.product_type or "" if product else "",
            personalization_requirement=requirement,
            public_shippable_from=product.public_shippable_from if product else None,
        ),
        artist_name=artist,
        product_name=line_name(thing),
        product_type=product.product_type or "" if product else "",
        product_color=product.color or "" if product else "",
        image_url=line_picture_url(thing),
        amount=line.line.amount,
        max_amount=cart.max_amount(line),
        amount_changeable=amount_changeable(line.line),
        price=line.price,
        total=line.total,
        total_sum=cart.total_of_tree(line),
        discount=line.discount,
        vat_rate=thing.vat_rate,
        personal_identifier=line.item.personal_identifier,
        personalised=line.item.personalised,
        personalization_requirement=requirement,
        ticket=variant.is_ticket,
        physical=line.physical,
        invalidated=not line.available,
        problem=line.problem,
        parent_id=strawberry.ID(str(parent)) if parent else None,
        shippable_from=line.shippable_from,
        event_date=event.happening_from if event and not event.hide_date else None,
        venue_name=f"{event.venue.name}, {event.venue.city}" if event else "",
        seat_id=strawberry.ID(str(line.line.seat_id)) if line.line.seat_id else None,
        seat=seat_place(line.line.seat) if line.line.seat else None,
    )
