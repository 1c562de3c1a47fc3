"""A product's and a category's page as one without JavaScript gets them (catalogue §2, §8, §9)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from catalogue.models import Product
from shop.models import Shop
from tests.factories import make_category, make_product, make_shop
from tests.shop.visit import Visit

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand", name="Merchstand")
    return make_shop("nachtfalter", name="Nachtfalter")


def painted(path: str) -> str:
    """What is read on the page, without its data."""
    return Visit(path).html.partition('<script type="application/json"')[0]


def test_a_date_to_come_is_told_as_the_day_of_shipping(shop: Shop) -> None:
    today = timezone.localdate()
    make_product(shop, slug="shirt", public_shippable_from=today + timedelta(days=40))
    html = painted("/nachtfalter/products/shirt")
    day = today + timedelta(days=40)
    assert "Vorbestellung" in html
    assert f"{day.day}." in html.partition("Vorbestellung")[2][:200] and str(day.year) in html
    assert "Pre-order" in painted("/nachtfalter/products/shirt?lang=en")


@pytest.mark.parametrize("days", [None, 0, -1])
def test_no_date_or_one_that_has_come_is_not(shop: Shop, days: int | None) -> None:
    day = None if days is None else timezone.localdate() + timedelta(days=days)
    make_product(shop, slug="shirt", public_shippable_from=day)
    assert "Vorbestellung" not in painted("/nachtfalter/products/shirt")


def test_a_product_shows_at_most_three_related_things(shop: Shop) -> None:
    thing = make_product(shop, slug="shirt")
    for number in range(5):
        thing.related_products.add(make_product(shop, slug=f"next-{number}"))
    html = painted("/nachtfalter/products/shirt")
    assert sum(f'href="/nachtfalter/products/next-{number}"' in html for number in range(5)) == 3
    Product.objects.filter(slug__startswith="next-").delete()
    assert "Passt dazu" not in painted("/nachtfalter/products/shirt")


def test_an_empty_category_says_so(shop: Shop) -> None:
    category = make_category(shop, "Shirts", slug="shirts")
    assert "Hier liegt gerade nichts aus." in painted("/nachtfalter/categories/shirts")
    assert "There is nothing on this table right now." in painted("/nachtfalter/categories/shirts?lang=en")
    make_product(shop, category=category)
    assert "Hier liegt gerade nichts aus." not in painted("/nachtfalter/categories/shirts")
