import pytest
from django.test import Client

from catalogue.models import Category, Event, Product, ProductVariant, Stock
from demo.large import Size, seed_large
from shop.models import Shop
from tests.factories import make_shop
from tests.proofs import proves

SIZE = Size(shops=2, products=7, events=3)


@proves("design §5", "`make seed SCALE=large` adds 1 000 shops with 100 000 products and 10 000 events, once")
@pytest.mark.django_db
def test_the_large_catalogue_is_complete_listed_twice_and_added_once() -> None:
    main = make_shop("merchstand")
    seed_large(size=SIZE, quiet=True)
    seed_large(size=SIZE, quiet=True)
    assert Shop.objects.filter(slug__startswith="large-").count() == 2
    assert (Product.objects.count(), Event.objects.count()) == (14, 6)
    assert ProductVariant.objects.count() == Stock.objects.count() == 14 * 3 + 6
    assert Product.objects.listed_in(main).count() == 14
    assert Category.objects.get(slug="large-all").placements.count() == 14
    page = Client(HTTP_HOST="localhost").get("/large-2/categories/large-2-0?lang=en")
    assert page.status_code == 200
    assert b"Shirt 0" in page.content
