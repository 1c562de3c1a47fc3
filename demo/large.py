"""A big catalogue beside the demo's: 1 000 shops with 100 products and 10 events each, all of them in the main shop,
and all products on one shelf of it.

Written in bulk, a shop at a time and a shop in one transaction, so a second run goes on where the first one ended.
Pictures are the demo's: rows of their own kind would need files of their own.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from tqdm import tqdm

from catalogue.models import (
    Artist,
    Category,
    Event,
    Price,
    Product,
    ProductInCategory,
    ProductPicture,
    ProductVariant,
    Stock,
    StockUse,
    Venue,
)
from shop.models import Image, Shop

NOUNS = ("Nebel", "Anker", "Echo", "Kiosk", "Lampe", "Moped", "Orbit", "Palast", "Regal", "Sirene", "Tunnel", "Wolke")
ADJECTIVES = (("Stille", "Silent"), ("Späte", "Late"), ("Blaue", "Blue"), ("Laute", "Loud"), ("Ferne", "Distant"))
GOODS = (("Hemd", "Shirt"), ("Kapuzenpulli", "Hoodie"), ("Platte", "Record"), ("Beutel", "Tote bag"), ("Mütze", "Hat"))
SHELVES = (("Hemden", "Shirts"), ("Platten", "Records"), ("Allerlei", "Odds and ends"))
CITIES = ("Hamburg", "Berlin", "Dresden", "Köln", "München", "Leipzig", "Wien", "Zürich")
SIZES = ("S", "M", "L")
TABLES = ("shop_shop", "catalogue_product", "catalogue_productincategory", "catalogue_product_listed_in",
          "catalogue_productvariant", "catalogue_price", "catalogue_event", "catalogue_event_listed_in")  # fmt: skip


@dataclass(frozen=True)
class Size:
    shops: int = 1000
    products: int = 100
    events: int = 10


def both(name: str, pair: tuple[str, str]) -> dict[str, str]:
    return {f"{name}_de": pair[0], f"{name}_en": pair[1]}


def seed_large(now: datetime | None = None, size: Size | None = None, *, quiet: bool = False) -> None:
    """Add the shops that are missing."""
    now, size = now or timezone.now(), size or Size()
    main = Shop.objects.filter(slug=settings.MAIN_SHOP).first()
    pictures = list(Image.objects.order_by("pk").values_list("pk", flat=True)[:200])
    known = set(Shop.objects.filter(slug__startswith="large-").values_list("slug", flat=True))
    shelf = _shelf_of_all(main) if main else None
    venues = [Venue.objects.get_or_create(name=f"Halle {city}", city=city)[0] for city in CITIES]
    for number in tqdm(range(1, size.shops + 1), desc="Large catalogue", unit="shop", disable=quiet):
        if f"large-{number}" not in known:
            with transaction.atomic():
                _ShopWriter(number, size, main, shelf, pictures, venues, now).write()
    with connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(f"ANALYZE {table}")


def _shelf_of_all(main: Shop) -> Category:
    names = {"name": "Alles von allen", **both("name", ("Alles von allen", "Everything by everybody"))}
    shelf, _made = Category.objects.get_or_create(slug="large-all", defaults={"owner": main, **names})
    shelf.listed_in.add(main)
    return shelf


class _ShopWriter:
    """One shop with everything in it; the same on every run."""

    def __init__(
        self,
        number: int,
        size: Size,
        main: Shop | None,
        shelf_of_all: Category | None,
        pictures: list[int],
        venues: list[Venue],
        now: datetime,
    ) -> None:
        self.number, self.size, self.pictures, self.venues, self.now = number, size, pictures, venues, now
        self.shelves_of_all = [shelf_of_all] if shelf_of_all else []
        self.random = random.Random(number)
        adjective, noun = self.random.choice(ADJECTIVES), self.random.choice(NOUNS)
        self.name = f"{adjective[0]} {noun} {number}"
        self.shop = Shop.objects.create(slug=f"large-{number}", name=self.name, seller_name=self.name)
        self.listing = [self.shop, *([main] if main else [])]

    def write(self) -> None:
        (artist,) = self._listed(Artist, [{"slug": f"large-{self.number}", "name": self.name}])
        shelves = self._listed(
            Category,
            [
                {"slug": f"large-{self.number}-{place}", "name": pair[0], "artist": artist, **both("name", pair)}
                for place, pair in enumerate(SHELVES)
            ],
        )
        self._products(artist, shelves)
        self._events(artist)

    def _listed(self, kind: Any, rows: Iterable[dict[str, Any]]) -> list[Any]:
        things = kind.objects.bulk_create(kind(owner=self.shop, **row) for row in rows)
        link, column = kind.listed_in.through, f"{kind._meta.model_name}_id"
        link.objects.bulk_create(
            link(**{column: thing.pk, "shop_id": shop.pk}) for thing in things for shop in self.listing
        )
        return things

    def _products(self, artist: Artist, shelves: list[Category]) -> None:
        goods = [GOODS[place % len(GOODS)] for place in range(self.size.products)]
        products = self._listed(
            Product,
            [
                {
                    "slug": f"large-{self.number}-item-{place}",
                    "name": f"{pair[0]} {place}",
                    "artist": artist,
                    "order": place,
                    **both("name", (f"{pair[0]} {place}", f"{pair[1]} {place}")),
                    **both("description", (f"{pair[0]} von {self.name}.", f"{pair[1]} by {self.name}.")),
                }
                for place, pair in enumerate(goods)
            ],
        )
        ProductInCategory.objects.bulk_create(
            ProductInCategory(product=one, category=shelf, product_order=place)
            for place, one in enumerate(products)
            for shelf in (shelves[place % len(shelves)], *self.shelves_of_all)
        )
        Price.objects.bulk_create(
            Price(product=one, country_code="de", price=Decimal(self.random.randrange(9, 60))) for one in products
        )
        if self.pictures:
            ProductPicture.objects.bulk_create(
                ProductPicture(product=one, image_id=self.random.choice(self.pictures)) for one in products
            )
        variants = ProductVariant.objects.bulk_create(
            ProductVariant(product=one, order=order, **both("description", (size, size)))
            for one in products
            for order, size in enumerate(SIZES)
        )
        self._limit(variants)

    def _events(self, artist: Artist) -> None:
        events = self._listed(
            Event,
            [
                {
                    "slug": f"large-{self.number}-show-{place}",
                    "name": self.name,
                    "venue": self.venues[place % len(self.venues)],
                    "happening_from": self.now + timedelta(days=20 + self.random.randrange(300), hours=place),
                    **both("name", (self.name, self.name)),
                }
                for place in range(self.size.events)
            ],
        )
        link = Event.artists.through
        link.objects.bulk_create(link(event_id=one.pk, artist_id=artist.pk) for one in events)
        tickets = ProductVariant.objects.bulk_create(
            ProductVariant(event=one, physical=False, **both("description", ("Stehplatz", "Standing")))
            for one in events
        )
        Price.objects.bulk_create(
            Price(variant=one, country_code="de", price=Decimal(self.random.randrange(15, 70))) for one in tickets
        )
        self._limit(tickets)

    def _limit(self, variants: list[ProductVariant]) -> None:
        stocks = Stock.objects.bulk_create(
            Stock(owner=self.shop, name=f"{one.sku or one.pk}", capacity=self.random.randrange(200)) for one in variants
        )
        StockUse.objects.bulk_create(
            StockUse(variant=one, stock=stock) for one, stock in zip(variants, stocks, strict=True)
        )
