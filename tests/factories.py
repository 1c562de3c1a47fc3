"""Small makers of real rows. Each takes what the test is about and invents the rest."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from decimal import Decimal
from itertools import count
from typing import Any

from django.utils import timezone

from cart.actions import AddRequest, add_to_cart
from cart.models import Cart, PaymentCode
from cart.pricing.priced import PricedCart, priced_contents
from cart.queries import contents_of
from catalogue.models import (
    Artist,
    BundlePart,
    Category,
    Combination,
    Event,
    Price,
    PricingCategory,
    Product,
    ProductInCategory,
    ProductPicture,
    ProductVariant,
    Seat,
    SeatMap,
    SeatRow,
    SeatSection,
    Tour,
    TourDate,
    Venue,
)
from catalogue.stock.actions import create_stock, limit_variant
from demo.tasks import draw_handful
from sessions_queue.models import VisitorSession
from sessions_queue.visitor_sessions.actions import new_session
from shop.core.database.clock import database_now
from shop.core.limits.visitors import Visitor
from shop.models import Image, Shop
from tests.sample_address import ADDRESS as ADDRESS

_numbers = count(1)


def make_shop(slug: str = "", **fields: Any) -> Shop:
    slug = slug or f"band-{next(_numbers)}"
    values: dict[str, Any] = {
        "name": slug.title(),
        "is_band": slug != "merchstand",
        "seller_name": "Merchstand GmbH",
        "bank_payee": "Merchstand GmbH",
        "bank_iban": "DE02120300000000202051",
        "bank_bic": "BYLADEM1001",
        "bank_name": "Testbank",
    }
    return Shop.objects.create(slug=slug, **(values | fields))


def make_artist(shop: Shop, name: str = "", **fields: Any) -> Artist:
    number = next(_numbers)
    fields.setdefault("slug", f"artist-{number}")
    artist = Artist.objects.create(owner=shop, name=name or f"Artist {number}", **fields)
    artist.listed_in.add(shop)
    return artist


def make_category(shop: Shop, name: str = "", **fields: Any) -> Category:
    number = next(_numbers)
    fields.setdefault("slug", f"category-{number}")
    category = Category.objects.create(owner=shop, name=name or f"Category {number}", **fields)
    category.listed_in.add(shop)
    return category


def make_product(
    shop: Shop,
    *,
    price: str | None = "20.00",
    variants: tuple[str, ...] = ("M",),
    capacity: int | None = None,
    category: Category | None = None,
    **fields: Any,
) -> Product:
    """A product listed in its shop. `capacity` is each variant's own stock; None: unlimited."""
    number = next(_numbers)
    fields.setdefault("slug", f"product-{number}")
    fields.setdefault("name", f"Product {number}")
    product = Product.objects.create(owner=shop, **fields)
    product.listed_in.add(shop)
    if price is not None:
        Price.objects.create(product=product, country_code="de", price=Decimal(price))
    for order, description in enumerate(variants):
        make_variant(product=product, description=description, order=order, capacity=capacity)
    if category is not None:
        ProductInCategory.objects.create(product=product, category=category)
    return product


def make_variant(
    *, product: Product | None = None, event: Event | None = None, capacity: int | None = None, **fields: Any
) -> ProductVariant:
    price = fields.pop("price", None)
    fields.setdefault("physical", event is None)
    variant = ProductVariant.objects.create(product=product, event=event, **fields)
    if price is not None:
        Price.objects.create(variant=variant, country_code="de", price=Decimal(price))
    owner = (product or event).owner
    if capacity is not None:
        limit_variant(variant=variant, stock=create_stock(owner=owner, name=str(variant), capacity=capacity))
    return variant


def make_venue(**fields: Any) -> Venue:
    return Venue.objects.create(**({"name": "Knust", "city": "Hamburg"} | fields))


def make_bundle(root: Product, *common: Product | Event) -> Product:
    """The product as the root of a bundle, with what is always in it."""
    root.root = True
    root.save(update_fields=["root"])
    for thing in common:
        make_part(root, thing)
    return root


def make_part(bundle: Product, thing: Product | Event, role: str = BundlePart.Role.COMMON, **fields: Any) -> BundlePart:
    kind = "product" if isinstance(thing, Product) else "event"
    return BundlePart.objects.create(bundle=bundle, role=role, **{kind: thing}, **fields)


def make_combination(bundle: Product, *things: Product | Event, **fields: Any) -> Combination:
    fields.setdefault("option_name", f"Combination {next(_numbers)}")
    combination = Combination.objects.create(bundle=bundle, **fields)
    for thing in things:
        make_part(bundle, thing, BundlePart.Role.COMBINATION, combination=combination)
    return combination


def bundle_request(bundle: Product, *parts: BundlePart | AddRequest, root: ProductVariant | None = None) -> AddRequest:
    """The root and each of the parts in its first variant, unless a request says another."""
    chosen = [
        part
        if isinstance(part, AddRequest)
        else AddRequest(first_variant(part.product or part.event).pk, 1, part_id=part.pk)  # type: ignore[arg-type]
        for part in parts
    ]
    return AddRequest((root or first_variant(bundle)).pk, 1, bundle_id=bundle.pk, parts=tuple(chosen))


def make_event(shop: Shop, *, price: str = "30.00", capacity: int | None = None, **fields: Any) -> Event:
    """An event listed in its shop, in a month, with one kind of ticket."""
    number = next(_numbers)
    fields.setdefault("slug", f"event-{number}")
    fields.setdefault("name", f"Event {number}")
    fields.setdefault("venue", fields.get("venue") or make_venue())
    fields.setdefault("happening_from", timezone.now() + timedelta(days=30))
    event = Event.objects.create(owner=shop, **fields)
    event.listed_in.add(shop)
    make_variant(event=event, description="Normal", price=price, capacity=capacity)
    return event


def make_seat_map(
    event: Event,
    *,
    rows: int = 2,
    seats: int = 10,
    sections: Mapping[str, ProductVariant | None] | None = None,
    aisles: Iterable[int] = (),
    reserved: Mapping[tuple[str, int], str] | None = None,
) -> SeatMap:
    """Straight rows "1", "2" … of seats "1", "2" … with the stage at the top; by default one block, "Block A".

    `sections`: their names with the ticket that is sold for them, None: the event's first. `aisles`: a run ends behind
    these numbers. `reserved`: (row, number) of the first section → for whom.
    """
    seat_map = SeatMap.objects.create(event=event, name="Hall", version=f"{next(_numbers):016x}")
    aisles, left, place = sorted(aisles), 0.0, 0
    for order, (name, ticket) in enumerate((sections or {"Block A": None}).items()):
        category = seated_category(ticket or first_variant(event))
        section = SeatSection.objects.create(seat_map=seat_map, name_de=name, order=order, pricing_category=category)
        made = SeatRow.objects.bulk_create(
            SeatRow(section=section, name=str(number + 1), order=number) for number in range(rows)
        )
        chairs = []
        for row in made:
            for number in range(1, seats + 1):
                run = sum(aisle < number for aisle in aisles)
                held_back = (reserved or {}).get((row.name, number), "") if order == 0 else ""
                x, y = left + 10.0 * number + 12.0 * run, 20.0 + 12.0 * row.order
                chairs.append(
                    Seat(
                        row=row, number=str(number), x=x, y=y, pricing_category=category, reserved_for=held_back,
                        place=place, run=run,
                    )
                )  # fmt: skip
                place += 1
        Seat.objects.bulk_create(chairs)
        stock = category.seat_stock
        stock.capacity += sum(chair.reserved_for not in Seat.NOT_FOR_SALE for chair in chairs)
        stock.save(update_fields=["capacity"])
        left += 10.0 * seats + 12.0 * len(aisles) + 30.0
    box = {"x": 0, "y": 0, "width": left - 20.0, "height": 20.0 + 12.0 * rows}
    SeatMap.objects.filter(pk=seat_map.pk).update(bounding_box=box, size=place)
    return SeatMap.objects.get(pk=seat_map.pk)


def seated_category(ticket: ProductVariant) -> PricingCategory:
    """The ticket's pricing category, from now on with a stock of its seats, which the ticket draws on."""
    assert ticket.event is not None
    category = ticket.pricing_category or PricingCategory.objects.create(event=ticket.event, name=f"Cat {ticket.pk}")
    if category.seat_stock is None:
        category.seat_stock = create_stock(owner=ticket.event.owner, name=f"Seats {category.pk}", capacity=0)
        category.save()
    limit_variant(variant=ticket, stock=category.seat_stock)
    ticket.pricing_category = category
    ticket.save()
    return category


def seat_at(seat_map: SeatMap, row: str, number: int, section: str = "Block A") -> Seat:
    return Seat.objects.get(
        row__section__seat_map=seat_map, row__section__name_de=section, row__name=row, number=number
    )


def make_tour(shop: Shop, *, events: Iterable[Event] = (), **fields: Any) -> Tour:
    number = next(_numbers)
    fields.setdefault("slug", f"tour-{number}")
    tour = Tour.objects.create(owner=shop, **({"name": f"Tour {number}"} | fields))
    tour.listed_in.add(shop)
    for event in events:
        TourDate.objects.create(tour=tour, event=event)
    return tour


def make_picture(product: Product, *, order: int = 0, **fields: Any) -> Image:
    image = make_image(**fields)
    ProductPicture.objects.create(product=product, image=image, order=order)
    return image


def make_image(*, ready: bool = False, **fields: Any) -> Image:
    """A row alone, as if its files were there. `ready`: as if its thumbnails were, too."""
    fields = {"key": f"key{next(_numbers)}", "alt": "Picture", "width": 1000, "height": 1000} | fields
    file = f"pictures/{fields['key']}/original.png"
    (image,) = Image.objects.bulk_create([Image(file=file, thumbnails_ready=ready, **fields)])
    return image


def make_undrawn(*drawing: Any, **fields: Any) -> Image:
    """A picture of the demo's that a job is going to draw: one of `demo.drawing`."""
    fields = {"key": f"key{next(_numbers)}", "alt": "Picture", "width": 740, "height": 740} | fields
    (image,) = Image.objects.bulk_create([Image(**fields)])
    draw_handful.defer(orders=[[list(drawing), [image.pk]]])
    return image


def make_payment_code(event: Event | None = None, value: str = "20.00", **fields: Any) -> PaymentCode:
    """A culture pass's code for an event, or for what `shop` says; good for a week."""
    given = {"code": f"PAY{next(_numbers)}", "expires_at": timezone.now() + timedelta(days=7)} | fields
    return PaymentCode.objects.create(event=event, value=Decimal(value), **given)


def first_variant(thing: Product | Event) -> ProductVariant:
    variant = thing.variants.first()
    assert variant is not None
    return variant


def start_session(*, shop: Shop, language: str, address: str = "") -> VisitorSession:
    session = new_session(
        shop=shop, language=language, visitor=Visitor(address) if address else None, now=database_now()
    )
    session.save(force_insert=True)
    return session


def priced_cart(cart: Cart) -> PricedCart:
    return priced_contents(contents_of(cart))


def fill_cart(
    shop: Shop, *wishes: tuple[ProductVariant, int], session: VisitorSession | None = None
) -> tuple[VisitorSession, Cart]:
    """A guest's cart with these amounts of these variants."""
    added = add_to_cart(
        shop=shop,
        session=session,
        language="de",
        requests=[AddRequest(variant.pk, amount) for variant, amount in wishes],
    )
    return added.session, added.contents.cart
