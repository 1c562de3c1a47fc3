"""A product's and a category's page as React writes them on the server (catalogue §2, §3, §8, §9)."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from catalogue.models import Manufacturer, Price, PricePoint, Product
from shop.core.values.html import plain_text
from shop.models import Shop
from tests.factories import make_category, make_product, make_shop
from tests.proofs import proves
from tests.shop.web.visit import Visit
from tests.words import worded

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand", name="Merchstand")
    return make_shop("nachtfalter", name="Nachtfalter")


def written(path: str) -> str:
    """What is read on the page, without its data."""
    return Visit(path).html.partition('<script type="application/json"')[0]


@proves(
    "catalogue §2, §8, §9",
    "a product's notice of the day of shipping while it is to come, at most three related things; an "
    "empty category says so",
)
def test_a_date_to_come_is_told_as_the_day_of_shipping(shop: Shop) -> None:
    today = timezone.localdate()
    make_product(shop, slug="shirt", public_shippable_from=today + timedelta(days=40))
    html = written("/nachtfalter/products/shirt")
    day = today + timedelta(days=40)
    assert worded("LANG_ITEM_PREORDER") in html
    assert f"{day.day}." in html.partition(worded("LANG_ITEM_PREORDER"))[2][:200] and str(day.year) in html
    assert worded("LANG_ITEM_PREORDER", "en") in written("/nachtfalter/products/shirt?lang=en")


@pytest.mark.parametrize("days", [None, 0, -1])
def test_no_date_or_one_that_has_come_is_not(shop: Shop, days: int | None) -> None:
    day = None if days is None else timezone.localdate() + timedelta(days=days)
    make_product(shop, slug="shirt", public_shippable_from=day)
    assert worded("LANG_ITEM_PREORDER") not in written("/nachtfalter/products/shirt")


def test_a_product_shows_at_most_three_related_things(shop: Shop) -> None:
    thing = make_product(shop, slug="shirt")
    for number in range(5):
        thing.related_products.add(make_product(shop, slug=f"next-{number}"))
    html = written("/nachtfalter/products/shirt")
    assert sum(f'href="/nachtfalter/products/next-{number}"' in html for number in range(5)) == 3
    Product.objects.filter(slug__startswith="next-").delete()
    assert worded("LANG_ITEM_RELATED") not in written("/nachtfalter/products/shirt")


def test_an_empty_category_says_so(shop: Shop) -> None:
    category = make_category(shop, "Shirts", slug="shirts")
    assert worded("LANG_MERCH_CATEGORYEMPTY") in written("/nachtfalter/categories/shirts")
    assert worded("LANG_MERCH_CATEGORYEMPTY", "en") in written("/nachtfalter/categories/shirts?lang=en")
    make_product(shop, category=category)
    assert worded("LANG_MERCH_CATEGORYEMPTY") not in written("/nachtfalter/categories/shirts")


METRE = {"content_amount": 25, "content_unit": "m"}


@proves(
    "catalogue §3, §9",
    "a card's price: hidden, with a word before it, another text, none from 100000 on; lowest of 30 days "
    "and per unit beside it",
)
@pytest.mark.parametrize(
    ("price", "fields", "said", "unsaid"),
    [
        ("20.00", {}, "20,00 €", "Grundpreis"),
        ("20.00", {"list_price_prefix": "ab"}, "ab 20,00 €", "Grundpreis"),
        ("20.00", {"list_price_value": "beim Label"}, "beim Label", "€"),
        ("20.00", {"list_price_hide": True, **METRE}, "Shirt", "€"),
        ("100000.00", {}, "Shirt", "€"),
        ("20.00", METRE, "Grundpreis: 0,80 € / m", "30 Tage"),
    ],
)
def test_a_cards_price(shop: Shop, price: str, fields: dict[str, Any], said: str, unsaid: str) -> None:
    category = make_category(shop, "Shirts", slug="shirts")
    make_product(shop, name="Shirt", price=price, category=category, **fields)
    card = plain_text(written("/nachtfalter/categories/shirts").partition('class="endless')[2].partition("</ul>")[0])
    text = card.replace("\u00a0", " ").replace("ab20", "ab 20")
    assert said in text and unsaid not in text


def test_a_cards_lowest_price_of_30_days(shop: Shop) -> None:
    category = make_category(shop, "Shirts", slug="shirts")
    product = make_product(shop, name="Shirt", price="24.00", category=category)
    PricePoint.objects.update(since=timezone.now() - timedelta(days=60))
    Price.objects.filter(product=product).update(price="18.00", original_price="24.00")
    text = plain_text(written("/nachtfalter/categories/shirts")).replace("\u00a0", " ")
    assert "Niedrigster Preis der letzten 30 Tage: 24,00 €" in text


@proves("PAngV, GPSR", "reduced price, VAT, shipping, guarantee and manufacturer, without JavaScript too")
def test_what_the_law_wants_stands_beside_a_reduced_product(shop: Shop) -> None:
    maker = Manufacturer.objects.create(name="Nordgarn Textildruck GmbH", address="Weg 1", contact="a@b.example")
    product = make_product(shop, slug="shirt", price="25.00", manufacturer=maker)
    prices = Price.objects.filter(product=product)
    PricePoint.objects.update(since=timezone.now() - timedelta(days=60))
    prices.update(price="23.00")
    PricePoint.objects.filter(price="23.00").update(since=timezone.now() - timedelta(days=20))
    prices.update(price="22.00", original_price="25.00")
    html = written("/nachtfalter/products/shirt")
    article = html.partition("<article")[2].partition("</article>")[0]
    struck = article.partition("<s ")[2].partition("</s>")[0]
    assert plain_text(f"<s {struck}").replace("\u00a0", " ").endswith("25,00 €")
    text = plain_text(article).replace("\u00a0", " ")
    assert "Niedrigster Preis der letzten 30 Tage: 23,00 €" in text
    assert "inkl. MwSt., zzgl. Versand" in text
    folded = dict(part.partition("</summary>")[::2] for part in article.split("<summary")[1:])
    for title, told in (
        ("Gesetzliche Gewährleistung", "mindestens zwei Jahre"),
        ("Hersteller &amp; Sicherheit", "Nordgarn Textildruck GmbH"),
    ):
        (inside,) = [inside for summary, inside in folded.items() if title in summary]
        assert told in inside.partition("</details>")[0]
