"""A corrected address changes no VAT: where another would be due, staff are told what to do (docs/decisions/0079)."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from cart.models import Address
from catalogue.models import ProductVariant
from checkout.actions.changes.readdressing import change_addresses
from checkout.errors import TaxedOtherwise
from checkout.models import Carrier, CarrierRate, Country, Order, OrderStep, Placement
from shop.invariants import broken_invariants
from shop.models import Mail, Shop
from tests.checkout.destinations import HELGOLAND, NEW_YEAR, VIENNA, ZURICH
from tests.checkout.giving_back import action_by
from tests.checkout.invoicing import bought, seller
from tests.checkout.steps import page_of
from tests.factories import ADDRESS, first_variant, make_event, make_product, make_venue
from tests.proofs import proves
from tests.staff import log_in, send, text_of

pytestmark = pytest.mark.django_db
HOME: dict[str, str] = {}
PARIS = {"country_code": "fr", "post_code": "75001", "city": "Paris"}
JUNGHOLZ = {"country_code": "at", "post_code": "6691", "city": "Jungholz"}
GRAZ = {"country_code": "at", "post_code": "8010", "city": "Graz"}


@pytest.fixture(autouse=True)
def delivered_to() -> None:
    parcel = Carrier.objects.get(only_single_disc=False, checks_age=False)
    for code in ("ch", "fr"):
        Country.objects.update_or_create(code=code, defaults={"active": True})
        CarrierRate.objects.filter(carrier=parcel, country_id=code).delete()
        CarrierRate.objects.create(carrier=parcel, country_id=code, price="5.90", max_weight_grams=31_500)
    CarrierRate.objects.filter(carrier=parcel).update(price="5.90")


@pytest.fixture
def staff(client: Client) -> User:
    client.cookies["locale"] = "en"
    return log_in(client)


def correct(placement: Placement, staff: User, shipping: dict[str, str], billing: dict[str, str] | None = None) -> Any:
    both = {"shipping": ADDRESS | shipping, "billing": ADDRESS | (shipping if billing is None else billing)}
    return change_addresses(order=placement.order, **both, action=action_by(staff), may_refund=True)


@proves("law VT-3, VT-4; J14", "an address is not corrected to where another VAT is due: staff are told what to do")
@pytest.mark.parametrize(
    ("since", "was", "new", "taxes"),
    [
        (None, HOME, ZURICH, [("19.00", "home"), ("0.00", "export")]),
        (None, ZURICH, HOME, [("0.00", "export"), ("19.00", "home")]),
        (None, HOME, HELGOLAND, [("19.00", "home"), ("0.00", "export")]),
        (NEW_YEAR, HOME, PARIS, [("19.00", "home"), ("20.00", "oss")]),
        (NEW_YEAR, VIENNA, PARIS, [("20.00", "oss"), ("20.00", "oss")]),
        (NEW_YEAR, VIENNA, JUNGHOLZ, [("20.00", "oss"), ("19.00", "oss")]),
    ],
)
def test_where_another_vat_is_due_it_stays(
    staff: User, since: date | None, was: dict[str, str], new: dict[str, str], taxes: Any
) -> None:
    placement = bought((first_variant(make_product(seller(oss_from=since))), 1), **was)  # type: ignore[arg-type]
    with pytest.raises(TaxedOtherwise) as refused:
        correct(placement, staff, new)
    [(_name, *told)] = refused.value.extensions["lines"]
    assert [(str(tax.rate), tax.rule) for tax in told] == taxes
    where = Address.objects.values_list("post_code", flat=True)
    assert set(where) == {(ADDRESS | was)["post_code"]} and not OrderStep.objects.exists()
    assert not Mail.objects.filter(kind__startswith="change:").exists()


@proves("law J14", "where the VAT stays the same, an address is corrected")
@pytest.mark.parametrize(
    ("since", "was", "new"),
    [
        (None, HOME, {"address": "Neue Straße 9"}),
        (None, HOME, PARIS),
        (NEW_YEAR, VIENNA, GRAZ),
        (None, ZURICH, ZURICH | {"post_code": "3011", "city": "Bern"}),
        (date(2100, 1, 1), HOME, VIENNA),
    ],
)
def test_where_the_vat_is_the_same_it_is_corrected(
    staff: User, since: date | None, was: dict[str, str], new: dict[str, str]
) -> None:
    placement = bought((first_variant(make_product(seller(oss_from=since))), 1), **was)  # type: ignore[arg-type]
    correct(placement, staff, new)
    address = Order.objects.get().shipping_address
    assert {name: getattr(address, name) for name in new} == new
    assert broken_invariants() == {}


def test_the_seller_has_entered_another_day_since_and_a_street_is_corrected_all_the_same(staff: User) -> None:
    placement = bought((first_variant(make_product(seller())), 1), **VIENNA)  # type: ignore[arg-type]
    Shop.objects.update(oss_from=NEW_YEAR)
    correct(placement, staff, VIENNA | {"address": "Neue Straße 9"})
    assert Order.objects.get().shipping_address.address == "Neue Straße 9"


def test_what_went_astray_goes_back_to_where_it_was_sold(staff: User) -> None:
    placement = bought((first_variant(make_product(seller())), 1))
    Address.objects.update(**ZURICH)
    correct(placement, staff, HOME)
    assert Order.objects.get().shipping_address.city == ADDRESS["city"]


def test_each_line_by_what_it_is(staff: User) -> None:
    """A download by where its buyer lives, goods by where they go, tickets by where their event is."""
    shop = seller(oss_from=NEW_YEAR)
    goods, song = first_variant(make_product(shop)), first_variant(make_product(shop))
    ProductVariant.objects.filter(pk=song.pk).update(physical=False)
    song.refresh_from_db()
    party = first_variant(make_event(shop, price="30.00", vat_rate=Decimal(7), venue=make_venue(country_code="de")))
    placement = bought((goods, 1), (song, 1), (party, 1))
    for shipping, billing in ((PARIS, HOME), (HOME, PARIS)):
        with pytest.raises(TaxedOtherwise) as refused:
            correct(placement, staff, shipping, billing)
        [(name, _was, tax)] = refused.value.extensions["lines"]
        assert (name, tax.country) == ((goods if shipping == PARIS else song).product.name, "fr")


@pytest.mark.parametrize(
    ("language", "told", "todo"),
    [("en", "19\xa0% → 0\xa0% (export)", "place it anew"), ("de", "19\xa0% → 0\xa0% (Ausfuhr)", "neu aufzugeben")],
)
def test_staff_read_what_would_be_due_and_what_to_do(
    client: Client, staff: User, language: str, told: str, todo: str
) -> None:
    client.cookies["locale"] = language
    placement = bought((first_variant(make_product(seller())), 1))
    moved = {f"shipping_address.{name}": value for name, value in ZURICH.items()}
    text = text_of(send(client, page_of(placement.order, "addresses"), **moved, reason="Moved"))
    assert told in text and todo in text
