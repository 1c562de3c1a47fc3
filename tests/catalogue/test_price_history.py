"""Every change of a price stays in the history, and a price is struck only as the law allows (§ 11 PAngV)."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.contrib.auth import get_user_model
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone

from catalogue.models import Price, PricePoint, Product, ProductVariant
from catalogue.pricing.reductions import PriceSince, lawful_cost
from catalogue.pricing.variants import has_unlawful_struck_price
from catalogue.rules import Cost
from shop.models import Shop
from tests.catalogue.wire import ask
from tests.factories import first_variant, make_product, make_shop, make_variant
from tests.proofs import proves
from tests.words import worded

TODAY = datetime(2026, 11, 21, tzinfo=UTC)


def history(*steps: tuple[int, str | None]) -> list[PriceSince]:
    """Prices by the days since which they are asked."""
    return [
        PriceSince(TODAY - timedelta(days=days), None if price is None else Decimal(price)) for days, price in steps
    ]


@proves(
    "§ 11 PAngV",
    "every change of a price is noted by the database; struck prices only for true reductions, with the "
    "lowest of 30 days",
)
@pytest.mark.parametrize(
    ("price", "struck", "steps", "shown"),
    [
        ("22", "30", [(90, "30"), (3, "22")], ("30", "30")),
        ("22", "30", [(90, "30"), (20, "25"), (3, "22")], ("30", "25")),
        # what was asked more than 30 days before the reduction counts no longer, what was asked at their start does
        ("22", "30", [(90, "18"), (50, "30"), (3, "22")], ("30", "30")),
        ("22", "30", [(90, "25"), (20, "30"), (3, "22")], ("30", "25")),
        # the reduction is as old as it is
        ("22", "30", [(400, "30"), (300, "22")], ("30", "30")),
        # a former price that nobody asked is not struck
        ("22", "50", [(90, "30"), (3, "22")], ("30", "30")),
        # no reduction: it was never dearer, it was as cheap lately, or it has just become dearer
        ("22", "30", [(90, "22")], None),
        ("22", "30", [], None),
        ("22", "30", [(90, "30"), (20, "20"), (10, "30"), (3, "22")], None),
        ("22", "30", [(90, "20"), (3, "22")], None),
        # a pause in the sale is no price
        ("22", "30", [(90, "30"), (10, None), (3, "22")], ("30", "30")),
        ("22", "30", [(90, None), (3, "22")], None),
        # nothing is struck that staff did not strike
        ("22", None, [(90, "30"), (3, "22")], None),
    ],
)
def test_a_price_is_struck_only_when_it_fell(
    price: str, struck: str | None, steps: list[tuple[int, str | None]], shown: tuple[str, str] | None
) -> None:
    found = lawful_cost(Cost(Decimal(price), Decimal(struck) if struck else None), history(*steps))
    expected = (None, None) if shown is None else (Decimal(shown[0]), Decimal(shown[1]))
    assert (found.price, found.original_price, found.lowest_before) == (Decimal(price), *expected)


def asked(variant: ProductVariant, country: str = "de") -> list[str]:
    points = PricePoint.objects.filter(variant=variant, country_code=country).order_by("since")
    return [str(one.price) for one in points]


def long_ago(variant: ProductVariant, days: int = 60) -> None:
    """As if what was written in this test had been written then."""
    PricePoint.objects.filter(variant=variant, since__gte=timezone.now() - timedelta(minutes=5)).update(
        since=timezone.now() - timedelta(days=days)
    )


@pytest.fixture
def shop(db: None) -> Shop:
    return make_shop("nachtfalter")


class TestHistory:
    def test_the_first_price_of_a_product_is_that_of_its_variants(self, shop: Shop) -> None:
        product = make_product(shop, price="20.00")
        dear = make_variant(product=product, additional_price="3.00")
        assert (asked(first_variant(product)), asked(dear)) == (["20.00"], ["23.00"])

    def test_each_change_is_noted_once(self, shop: Shop) -> None:
        product = make_product(shop, price="20.00")
        variant = first_variant(product)
        long_ago(variant)
        Price.objects.filter(product=product).update(price="18.00", original_price="20.00")
        Price.objects.filter(product=product).update(price="18.00", original_price="19.00")
        ProductVariant.objects.filter(pk=variant.pk).update(order=3)
        assert asked(variant) == ["20.00", "18.00"]

    @pytest.mark.parametrize(
        ("door", "price"),
        [
            (lambda variant: ProductVariant.objects.filter(pk=variant.pk).update(additional_price="1.50"), "21.50"),
            (lambda variant: Price.objects.create(variant=variant, price="15.00"), "15.00"),
            (lambda variant: Price.objects.bulk_create([Price(variant=variant, price="14.00")]), "14.00"),
            (lambda variant: Price.objects.filter(product=variant.product).delete(), "None"),
        ],
        ids=["surcharge", "own price", "many at once", "no price"],
    )
    def test_every_way_to_another_price(self, shop: Shop, door: object, price: str) -> None:
        variant = first_variant(make_product(shop, price="20.00"))
        long_ago(variant)
        door(variant)  # type: ignore[operator]
        assert asked(variant) == ["20.00", price]

    def test_countries_have_their_own(self, shop: Shop) -> None:
        product = make_product(shop, price="20.00")
        Price.objects.create(product=product, country_code="ch", price="26.00")
        assert asked(first_variant(product), "ch") == ["26.00"]
        long_ago(first_variant(product))
        Price.objects.filter(country_code="ch").delete()
        assert asked(first_variant(product), "ch") == ["26.00", "20.00"]

    def test_it_cannot_be_rewritten_and_goes_with_the_variant(self, shop: Shop) -> None:
        product = make_product(shop, price="20.00")
        variant = first_variant(product)
        long_ago(variant)
        with pytest.raises(DatabaseError, match="not asked differently"), transaction.atomic():
            PricePoint.objects.update(price="99.00")
        product.delete()
        assert not PricePoint.objects.exists()

    def test_staff_change_a_price_and_see_the_history(self, shop: Shop) -> None:
        product = make_product(shop, price="20.00")
        variant = first_variant(product)
        long_ago(variant)
        Price.objects.filter(product=product).update(price="15.00")
        client = Client(SERVER_NAME="localhost")
        client.force_login(get_user_model().objects.create_superuser("staff"))
        page = client.get(f"/admin/catalogue/productvariant/{variant.pk}/change/").content.decode()
        assert "20,00" in page and "15,00" in page and worded("price history") in page


class TestOnTheWire:
    def read(self, shop: Shop, product: Product) -> tuple[list[str | None], list[str | None]]:
        text = """query($slug: ID!) { product(id: $slug) { originalPrice lowestPrice30Days
            productVariants { nodes { originalPrice lowestPrice30Days } } } }"""
        found = ask(shop, text, slug=product.slug)["product"]
        (variant,) = found["productVariants"]["nodes"]
        return list(found.values())[:2], list(variant.values())

    def test_a_reduction_is_shown_with_the_lowest_price_of_30_days(self, shop: Shop) -> None:
        product = make_product(shop, price="20.00")
        long_ago(first_variant(product))
        Price.objects.filter(product=product).update(price="15.00", original_price="20.00")
        assert self.read(shop, product) == (["20.00", "20.00"], ["20.00", "20.00"])
        assert not has_unlawful_struck_price(product)

    def test_a_made_up_one_is_not(self, shop: Shop) -> None:
        product = make_product(shop, price="20.00")
        Price.objects.filter(product=product).update(original_price="29.00")
        assert self.read(shop, product) == ([None, None], [None, None])
        assert has_unlawful_struck_price(product)
