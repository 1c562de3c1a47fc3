"""The page on shipping and payment lists what the checkout would take."""

from collections.abc import Callable
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from checkout.models import Carrier, CarrierRate, Country
from checkout.pricing.delivery_terms import delivery_terms
from shop.models import Shop
from tests.factories import make_shop
from tests.proofs import proves
from tests.shop.web.visit import Visit

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand")
    Country.objects.update(active=True)
    return make_shop("nachtfalter", bank_iban="DE02120300000000202051")


@proves(
    "catalogue §2, purchase §9",
    "shipping and payment: every carrier's rates by country and the shop's ways to pay, as the checkout takes them",
)
@pytest.mark.parametrize(("language", "germany", "weight"), [("de", "Deutschland", "1,5"), ("en", "Germany", "1.5")])
def test_rates_by_country_in_the_readers_language(shop: Shop, language: str, germany: str, weight: str) -> None:
    carrier = Carrier.objects.create(name="Eilbote", description_de="morgens", description_en="in the morning")
    CarrierRate.objects.create(carrier=carrier, country_id="de", max_weight_grams=1500, price=Decimal("12.34"))
    with translation.override(language), CaptureQueriesContext(connection) as asked:
        terms = delivery_terms(shop)
    assert len(asked) == 1
    assert terms.destinations[0].name == germany
    assert len(terms.destinations) == 3
    [rate] = [one for one in terms.destinations[0].rates if one.carrier == "Eilbote"]
    assert (rate.kilograms, rate.price) == (weight, Decimal("12.34"))
    assert rate.description == ("morgens" if language == "de" else "in the morning")
    html = Visit(f"/nachtfalter/shipping?lang={language}").html
    assert germany in html and "12,34" in html and f"{weight}&nbsp;kg" in html
    assert ("2–4 Werktage" if language == "de" else "2–4 working days") in html


def test_what_is_switched_off_is_not_listed(shop: Shop) -> None:
    Country.objects.filter(code="ch").update(active=False)
    Carrier.objects.update(active=False)
    carrier = Carrier.objects.create(name="Eilbote")
    for code in ("at", "ch"):
        CarrierRate.objects.create(carrier=carrier, country_id=code, price=1)
    found = delivery_terms(shop).destinations
    assert [(one.name, [rate.carrier for rate in one.rates]) for one in found] == [("Österreich", ["Eilbote"])]


def test_only_the_shops_own_ways_to_pay(shop: Shop) -> None:
    assert [one.id for one in delivery_terms(shop).payment_methods] == ["bank_transfer"]
    shop.payment_blacklist = ["bank_transfer"]
    assert delivery_terms(shop).payment_methods == []


@pytest.mark.parametrize(
    "change",
    [
        lambda: CarrierRate.objects.update(price=1),
        lambda: Carrier.objects.update(name="Neu"),
        lambda: Country.objects.filter(code="ch").update(active=False),
        lambda: CarrierRate.objects.all().delete(),
    ],
)
def test_a_changed_rate_is_on_every_shops_page(shop: Shop, change: Callable[[], object]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM shop_cataloguechange")
    change()
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(DISTINCT shop_id) FROM shop_cataloguechange")
        assert cursor.fetchone() == (Shop.objects.count(),)
