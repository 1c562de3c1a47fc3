"""What things cost, whether they can be had, and how they read (catalogue §3, §4)."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from catalogue.models import (
    InfoPanel,
    Price,
    PricePoint,
    PricingCategory,
    StockUse,
)
from catalogue.stock.actions import create_stock
from shop.models import Shop
from tests.catalogue.wire import ask
from tests.factories import (
    make_artist,
    make_event,
    make_product,
    make_shop,
    make_variant,
)
from tests.proofs import proves

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Shop:
    return make_shop("nachtfalter")


class TestOffers:
    def product(self, shop: Shop, slug: str) -> dict[str, Any]:
        text = """query($slug: ID!) { product(id: $slug) { price originalPrice available lowStock prices {
            countryCode price } productVariants { nodes { description price originalPrice available lowStock } } } }"""
        found = ask(shop, text, slug=slug)["product"]
        assert isinstance(found, dict)
        return found

    @proves("catalogue §3, §4", "prices, stock and ticket states")
    def test_prices_are_the_variants_own_or_the_products_plus_the_surcharge(self, shop: Shop) -> None:
        product = make_product(shop, slug="shirt", variants=())
        Price.objects.create(product=product, country_code="ch", price=Decimal("22.00"))
        make_variant(product=product, description="M", order=1)
        make_variant(product=product, description="XXL", order=2, additional_price="2.50")
        make_variant(product=product, description="gold", order=3, additional_price="2.50", price="99.00")
        # struck prices are shown where more was asked before: tests/catalogue/test_price_history.py
        PricePoint.objects.update(since=timezone.now() - timedelta(days=60))
        Price.objects.filter(product=product, country_code="de").update(price="18.00", original_price="20.00")
        found = self.product(shop, "shirt")
        assert (found["price"], found["originalPrice"]) == ("18.00", "20.00")
        assert [price["countryCode"] for price in found["prices"]] == ["ch", "de"]
        variants = [(node["price"], node["originalPrice"]) for node in found["productVariants"]["nodes"]]
        assert variants == [("18.00", "20.00"), ("20.50", "22.50"), ("99.00", None)]

    def test_a_product_without_a_price_costs_what_its_cheapest_variant_does(self, shop: Shop) -> None:
        product = make_product(shop, slug="shirt", variants=(), price=None)
        make_variant(product=product, price="12.00", capacity=0)
        make_variant(product=product, price="15.00")
        make_variant(product=product, price="18.00")
        assert self.product(shop, "shirt")["price"] == "15.00"

    def test_nothing_is_sold_without_a_price(self, shop: Shop) -> None:
        make_product(shop, slug="shirt", price=None)
        found = self.product(shop, "shirt")
        assert (found["available"], found["productVariants"]["nodes"][0]["available"]) == (False, False)

    @pytest.mark.parametrize(
        ("capacities", "active", "available", "low"),
        [
            ((), True, True, False),
            ((6,), True, True, False),
            ((5,), True, True, True),
            ((0,), True, False, False),
            ((50, 0), True, False, False),
            ((50, 3), True, True, True),
            ((50,), False, False, False),
        ],
    )
    def test_a_variant_needs_a_free_piece_in_every_stock(
        self, shop: Shop, capacities: tuple[int, ...], active: bool, available: bool, low: bool
    ) -> None:
        product = make_product(shop, slug="shirt", variants=())
        variant = make_variant(product=product, active=active)
        for number, capacity in enumerate(capacities):
            stock = create_stock(owner=shop, name=f"stock {number}", capacity=capacity)
            StockUse.objects.create(variant=variant, stock=stock)
        node = self.product(shop, "shirt")["productVariants"]["nodes"][0]
        assert (node["available"], node["lowStock"]) == (available, low)

    def test_a_product_runs_low_when_all_that_is_left_does(self, shop: Shop) -> None:
        product = make_product(shop, slug="shirt", variants=())
        make_variant(product=product, capacity=3)
        make_variant(product=product, capacity=0)
        assert self.product(shop, "shirt")["lowStock"] is True
        make_variant(product=product, capacity=30)
        assert self.product(shop, "shirt")["lowStock"] is False

    def test_tickets_know_their_block_and_blocks_their_tickets(self, shop: Shop) -> None:
        event = make_event(shop, slug="show", price="30.00")
        block = PricingCategory.objects.create(event=event, name_de="Rang", name_en="Balcony", order=1)
        ticket = make_variant(event=event, price="45.50", pricing_category=block, capacity=0, order=5)
        text = """{ event(id: "show") { price priceLow priceHigh available pricingCategories { name available
          productVariants { nodes { id } } } productVariants { nodes { id pricingCategory { name } } } } }"""
        found = ask(shop, text, "en")["event"]
        assert (found["price"], found["priceLow"], found["priceHigh"]) == ("30.00", "30.00", "45.50")
        assert found["available"] is True
        balcony = {"name": "Balcony", "available": False, "productVariants": {"nodes": [{"id": str(ticket.pk)}]}}
        assert found["pricingCategories"] == [balcony]
        assert [node["pricingCategory"] for node in found["productVariants"]["nodes"]] == [None, {"name": "Balcony"}]

    @proves("catalogue §4", "an event sold elsewhere can be over, before its presale or sold out, too")
    @pytest.mark.parametrize(
        ("fields", "capacity", "state"),
        [
            ({}, 9, "ON_SALE"),
            ({}, 0, "SOLD_OUT"),
            ({"presale_at": timedelta(days=1)}, 9, "BEFORE_PRESALE"),
            ({"presale_at": timedelta(days=-1)}, 9, "ON_SALE"),
            ({"external_link": "https://tickets.example/"}, 9, "EXTERNAL"),
            ({"external_link": "https://tickets.example/"}, None, "EXTERNAL"),
            ({"external_link": "https://tickets.example/"}, 0, "SOLD_OUT"),
            ({"external_link": "https://tickets.example/", "presale_at": timedelta(days=1)}, 9, "BEFORE_PRESALE"),
            ({"external_link": "https://tickets.example/", "presale_at": timedelta(days=1)}, None, "BEFORE_PRESALE"),
            ({"external_link": "https://tickets.example/", "happening_from": timedelta(days=-1)}, 9, "OVER"),
            ({"happening_from": timedelta(days=-1)}, 9, "OVER"),
        ],
    )
    def test_ticket_state(self, shop: Shop, fields: dict[str, Any], capacity: int | None, state: str) -> None:
        """`capacity` None: the shop has no tickets of it."""
        values: dict[str, Any] = {
            name: timezone.now() + value if isinstance(value, timedelta) else value for name, value in fields.items()
        }
        event = make_event(shop, slug="show", capacity=capacity or 0, **values)
        if capacity is None:
            event.variants.all().delete()
        assert ask(shop, '{ event(id: "show") { ticketState } }')["event"] == {"ticketState": state}


class TestTexts:
    @proves("catalogue §1", "texts fall back to the other language; HTML of staff is cleaned")
    def test_texts_follow_the_language_and_fall_back(self, shop: Shop) -> None:
        make_product(shop, slug="shirt", name_de="Hemd", name_en="Shirt", color_de="rot", color_en="")
        text = '{ product(id: "shirt") { name color } }'
        assert ask(shop, text, "de")["product"] == {"name": "Hemd", "color": "rot"}
        assert ask(shop, text, "en")["product"] == {"name": "Shirt", "color": "rot"}

    def test_the_full_name_falls_back_to_artist_and_name(self, shop: Shop) -> None:
        artist = make_artist(shop, "Nachtfalter")
        make_product(shop, slug="one", name="Shirt", artist=artist)
        make_product(shop, slug="two", name="Shirt", artist=artist, descriptive_name="Das Hemd")
        event = make_event(shop, slug="three", name="Tour 2027")
        for one in (artist, make_artist(shop, "Kellerkind")):
            event.artists.add(one)
        found = ask(
            shop,
            """{ a: product(id: "one") { descriptiveName } b: product(id: "two") { descriptiveName } event(id:
                "three") { descriptiveName artist } }""",
        )
        assert found["a"]["descriptiveName"] == "Nachtfalter Shirt"
        assert found["b"]["descriptiveName"] == "Das Hemd"
        assert found["event"] == {
            "descriptiveName": "Nachtfalter, Kellerkind Tour 2027",
            "artist": "Nachtfalter, Kellerkind",
        }

    def test_html_of_staff_is_cleaned(self, shop: Shop) -> None:
        evil = '<p onclick="x()">gut <a href="javascript:x()">weg</a><script>x()</script><img src=x onerror=x></p>'
        product = make_product(shop, slug="shirt", description=evil, disclaimer=evil)
        InfoPanel.objects.create(product=product, title="Größen", description=evil)
        make_event(shop, slug="show", html_details=evil, description="Zeile\n\nZeile & mehr")
        found = ask(
            shop,
            """{ product(id: "shirt") { description additionalInformation { description } meta { disclaimer } }
                event(id: "show") { description htmlDetails { content } } }""",
        )
        product_found = found["product"]
        clean = '<p>gut <a rel="noopener noreferrer">weg</a></p>'
        assert product_found["description"] == product_found["additionalInformation"][0]["description"] == clean
        assert product_found["meta"]["disclaimer"] == found["event"]["htmlDetails"]["content"] == clean
        assert found["event"]["description"] == "<p>Zeile</p>\n\n<p>Zeile &amp; mehr</p>"
