"""Staff are told once what VAT a country means, and offer what lies outside of the VAT area themselves."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from checkout.models import Country
from shop.models import Shop
from tests.factories import make_shop
from tests.proofs import proves

pytestmark = pytest.mark.django_db
ADD = "/admin/checkout/country/add/"
EXPORT, HOME, OFFERED = "outside of the EU", "own VAT: Nachtfalter", "are exports without VAT from now on"


@pytest.fixture
def client() -> Client:
    make_shop("nachtfalter")
    client = Client(SERVER_NAME="localhost")
    client.cookies["locale"] = "en"
    client.force_login(User.objects.create_superuser("boss"))
    return client


def said(client: Client, address: str, **values: object) -> str:
    return client.post(address, {"order": 9, **values}, follow=True).content.decode()


@proves("law VT-4", "countries outside of the VAT area are not offered until staff say so")
def test_a_country_outside_is_added_without_being_offered(client: Client) -> None:
    text = said(client, ADD, code="no", active="on")
    assert EXPORT in text and HOME not in text
    assert not Country.objects.get(code="no").active
    text = said(client, "/admin/checkout/country/no/change/", active="on")
    assert Country.objects.get(code="no").active and EXPORT not in text
    assert OFFERED in text


@proves("law VT-4", "a new installation offers no country outside of the VAT area until staff tick it")
def test_switzerland_waits_for_a_tick(client: Client) -> None:
    assert set(Country.objects.filter(active=True).values_list("code", flat=True)) == {"de", "at"}
    assert OFFERED in said(client, "/admin/checkout/country/ch/change/", active="on")
    assert Country.objects.get(code="ch").active
    assert OFFERED not in said(client, "/admin/checkout/country/ch/change/", active="on")


def test_at_home_in_switzerland_nothing_is_an_export_from_the_eu(client: Client) -> None:
    Shop.objects.update(seller_country="ch")
    assert OFFERED not in said(client, "/admin/checkout/country/ch/change/", active="on")
    assert Country.objects.get(code="ch").active


@proves("law VT-3", "staff are told once that goods to another EU country have the seller's own VAT")
def test_a_country_within_is_offered_and_its_vat_told_once(client: Client) -> None:
    assert HOME in said(client, ADD, code="fr", active="on")
    assert Country.objects.get(code="fr").active
    assert HOME not in said(client, "/admin/checkout/country/fr/change/", active="on")
    Shop.objects.update(oss_from=timezone.localdate())
    assert HOME not in said(client, ADD, code="it", active="on")
