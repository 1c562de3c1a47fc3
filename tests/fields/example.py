"""One shop with one of everything, every optional field filled in, so that no fallback hides a field."""

from datetime import timedelta
from decimal import Decimal
from io import BytesIO
from typing import Any

from django.core.files.base import ContentFile
from django.db import models
from django.utils import timezone
from PIL import Image as Pillow

from cart.models import PaymentCode
from catalogue.models import (
    AdventCalendar,
    AdventDoor,
    Artist,
    BundlePart,
    Category,
    Combination,
    Event,
    InfoPanel,
    Manufacturer,
    Price,
    PricingCategory,
    Product,
    ProductInCategory,
    ProductPicture,
    ProductVariant,
    RelatedEvent,
    RelatedProduct,
    Tour,
    Venue,
)
from catalogue.stock.actions import create_stock, limit_variant
from shop.models import (
    DiscountCode,
    FaqEntry,
    GuaranteeNotice,
    Image,
    LegalText,
    LegalTextVersion,
    News,
    PathRedirect,
    Shop,
    ShopDesign,
    ShopSocial,
)
from tests.factories import make_payment_code, make_product, make_shop

from .editable import columns_of, editable_fields


def png(colour: str) -> ContentFile:
    written = BytesIO()
    Pillow.new("RGB", (8, 8), colour).save(written, "PNG")
    return ContentFile(written.getvalue(), "picture.png")


def make_image(alt: str) -> Image:
    image = Image(alt=alt, tags=["preview"])
    image.file.save("picture.png", png("#336699"), save=False)
    image.save()
    return image


DISCOUNT_CODE = "FIRST10"
PAYMENT_CODE = "PASS-1"


class Example:
    """`things` holds the one row of each kind whose fields are changed, `others` another one to refer to instead."""

    def __init__(self) -> None:
        self.things: dict[type[models.Model], Any] = {}
        self.others: dict[type[models.Model], Any] = {}
        self.make_shop()
        self.make_shelves()
        self.make_product()
        self.make_event()
        self.make_bundle()
        self.make_calendar()
        for thing in self.things.values():
            fill_texts(thing)

    def keep(self, thing: Any) -> Any:
        self.things[type(thing)] = thing
        return thing

    def make_shop(self) -> None:
        pictures = {
            name: make_image(name) for name in ("hero", "hero_portrait", "social_img", "share_image", "favicon")
        }
        self.shop = self.keep(make_shop("nachtfalter", **pictures))
        self.keep(ShopSocial.objects.create(shop=self.shop, title="A"))
        ShopSocial.objects.create(shop=self.shop, title="B", order=1)
        self.keep(PathRedirect.objects.create(shop=self.shop, source="/old", target="/new"))
        self.keep(ShopDesign.objects.create(shop=self.shop))
        begun = timezone.now() - timedelta(days=1)
        until = begun + timedelta(days=9)
        told = {"image": make_image("news"), "published_from": begun, "published_until": until}
        self.keep(News.objects.create(shop=self.shop, title_de="First title", title_en="First title", **told))
        News.objects.create(shop=self.shop, title_de="Second", title_en="Second", order=1)
        self.others[Shop] = make_shop("merchstand")
        jobs = self.keep(LegalText.objects.create(shop=self.shop, kind="jobs", language="de"))
        LegalTextVersion.objects.create(text=jobs, body="<p>Drummer wanted</p>")
        self.keep(FaqEntry.objects.create(shop=self.shop, key="first"))
        FaqEntry.objects.create(shop=self.shop, key="second", question_de="Second", answer_de="Second", order=1)
        self.others[Image] = make_image("another")
        self.keep(GuaranteeNotice.objects.create(language="de", file=png("#003399")))
        self.keep(
            DiscountCode.objects.create(
                shop=self.shop, code=DISCOUNT_CODE, percent=10, valid_from=begun - timedelta(days=1), valid_until=until,
                usage_limit=5, used=1,
            )
        )  # fmt: skip

    def make_shelves(self) -> None:
        shelf = self.keep(self.listed(Category, "shelf"))
        self.others[Category] = self.listed(Category, "another-shelf")
        pictures = {name: make_image(name) for name in ("landscape_image", "square_image")}
        artist = self.keep(self.listed(Artist, "artist", main_category=shelf, **pictures))
        self.others[Artist] = self.listed(Artist, "another-artist")
        Category.objects.filter(pk=shelf.pk).update(artist=artist, square_image=make_image("shelf"))
        shelf.refresh_from_db()

    def make_product(self) -> None:
        maker = self.keep(Manufacturer.objects.create(name="Maker", address="Weg 1", contact="maker@example.org"))
        self.others[Manufacturer] = Manufacturer.objects.create(name="Other", address="Weg 2", contact="other.example")
        # without a manufacturer of its own: its artist's stands for it
        other = self.others[Product] = make_product(self.shop, slug="another-product", artist=self.things[Artist])
        product = self.keep(
            self.listed(
                Product, "product", artist=self.things[Artist], manufacturer=maker, cart_limit=5,
                content_amount=Decimal(500),
                overlay_listing_image=make_image("listing"), overlay_detail_image=make_image("detail"),
                public_shippable_from=timezone.localdate() + timedelta(days=30),
            )
        )  # fmt: skip
        for order in (1, 0):
            beside = make_product(self.shop, slug=f"beside-{order}")
            self.keep(RelatedProduct.objects.create(product=product, related=beside, order=order))
        self.keep(ProductInCategory.objects.create(product=product, category=self.things[Category]))
        ProductInCategory.objects.create(product=other, category=self.things[Category], product_order=1)
        self.keep(ProductPicture.objects.create(product=product, image=self.keep(make_image("front"))))
        ProductPicture.objects.create(product=product, image=make_image("back"), order=1)
        self.keep(InfoPanel.objects.create(product=product))
        InfoPanel.objects.create(product=product, title_de="Second", title_en="Second", order=1)
        price = {"price": Decimal("20.00"), "original_price": Decimal("30.00")}
        self.keep(Price.objects.create(product=product, country_code="de", **price))
        self.variant = self.keep(ProductVariant.objects.create(product=product, order=0))
        ProductVariant.objects.create(product=product, description_de="L", description_en="L", order=1)
        limit_variant(variant=self.variant, stock=create_stock(owner=self.shop, name="M", capacity=4))

    def make_event(self) -> None:
        begins = timezone.now().replace(microsecond=0) + timedelta(days=30)
        venue = self.keep(Venue.objects.create(name="Knust", city="Hamburg"))
        self.others[Venue] = Venue.objects.create(name="Lido", city="Berlin")
        self.others[Tour] = self.listed(Tour, "another-tour")
        tour = self.keep(
            self.listed(
                Tour, "tour", ticket_image=make_image("tour"), start_date=timezone.localdate(),
                end_date=timezone.localdate() + timedelta(days=60),
            )
        )  # fmt: skip
        event = self.keep(
            self.listed(
                Event, "event", venue=venue, image=make_image("event"), happening_from=begins,
                happening_until=begins + timedelta(hours=3), cart_limit=5, only_online_tickets=False,
            )
        )  # fmt: skip
        self.others[Event] = self.listed(Event, "another-event", venue=venue, happening_from=begins)
        for thing in (tour, event):
            thing.artists.add(self.things[Artist])
        event.tours.add(tour)
        event.categories.add(self.things[Category])
        event.related_products.add(self.others[Product])
        event.related_events.add(self.others[Event])
        for order in (1, 0):
            beside = self.listed(Event, f"beside-event-{order}", venue=venue, happening_from=begins)
            self.keep(RelatedEvent.objects.create(product=self.things[Product], event=beside, order=order))
        block = self.keep(PricingCategory.objects.create(event=event))
        self.others[PricingCategory] = PricingCategory.objects.create(event=event, name="Balcony", order=1)
        self.ticket = ProductVariant.objects.create(
            event=event, pricing_category=block, physical=False, description="Normal"
        )
        Price.objects.create(variant=self.ticket, price=Decimal("30.00"))
        limit_variant(variant=self.ticket, stock=create_stock(owner=self.shop, name="Hall", capacity=5))
        self.keep(make_payment_code(event, code=PAYMENT_CODE))
        self.code_of_a_shop = make_payment_code(shop=self.shop)

    def make_bundle(self) -> None:
        """Two things may be added; a concert is in it, on one of two evenings."""
        box = make_product(self.shop, slug="box", root=True)
        evenings = [Combination.objects.create(bundle=box, order=order) for order in (1, 0)]
        self.keep(evenings[1])
        for evening in evenings:
            BundlePart.objects.create(
                bundle=box, role=BundlePart.Role.COMBINATION, combination=evening, event=self.others[Event]
            )
        for order, kind in ((1, self.others), (0, self.things)):
            added = {"role": BundlePart.Role.ADDITIONAL, "product": kind[Product], "order": order}
            self.keep(BundlePart.objects.create(bundle=box, **added))
        self.box = box

    def make_calendar(self) -> None:
        """Last year's: its doors are open, and next year's or any other is not shown instead of it."""
        calendar = self.keep(AdventCalendar.objects.create(shop=self.shop, year=timezone.localdate().year - 2))
        door = self.keep(AdventDoor.objects.create(calendar=calendar, day=5))
        door.items.add(self.others[Product])

    def listed(self, kind: type[Any], slug: str, **fields: Any) -> Any:
        thing = kind.objects.create(owner=self.shop, slug=slug, name=slug, **fields)
        thing.listed_in.add(self.shop)
        return thing

    def changed_in(self, kind: type[models.Model], name: str) -> Any:
        """The row on which a field can be changed: a ticket is the variant that has a pricing category."""
        special = {(ProductVariant, "pricing_category"): self.ticket, (PaymentCode, "shop"): self.code_of_a_shop}
        row = special.get((kind, name), self.things[kind])
        return kind._default_manager.get(pk=row.pk)


# Filled in, these would end the sale or move the shop.
LEFT_EMPTY = {"domain", "redirect", "external_url", "external_link"}


def fill_texts(thing: Any) -> None:
    """Give every empty text its own words, in both languages."""
    kind = type(thing)
    texts = {}
    for name in editable_fields(kind).keys() - LEFT_EMPTY:
        for column, _language in columns_of(kind, name):
            field = kind._meta.get_field(column)
            if isinstance(field, models.CharField | models.TextField) and not getattr(thing, column):
                texts[column] = first_text(field)
    if texts:
        kind._default_manager.filter(pk=thing.pk).update(**texts)
        thing.refresh_from_db()


def first_text(field: models.Field) -> str:
    if isinstance(field, models.URLField):
        return f"https://example.org/{field.name.replace('_', '-')}"
    if isinstance(field, models.EmailField):
        return "first@example.org"
    return f"First {field.name}"[: field.max_length or 80]
