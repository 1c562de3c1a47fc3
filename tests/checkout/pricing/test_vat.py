"""An order's VAT follows where it goes, and stays as it was sold (docs/decisions/0079)."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from catalogue.models import ProductVariant
from checkout.actions import invalidate_line
from checkout.models import CarrierRate, Country, Invoice, Placement
from checkout.pricing.checkout import priced_checkout
from shop.invariants import broken_invariants
from shop.models import Shop
from tests.checkout.destinations import HELGOLAND, NEW_YEAR, VIENNA, ZURICH
from tests.checkout.invoicing import bought, invoiced, run_invoice_jobs, seller
from tests.checkout.placing import place, ready_cart
from tests.factories import first_variant, make_event, make_product, make_venue
from tests.proofs import proves

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def switzerland() -> None:
    Country.objects.update_or_create(code="ch", defaults={"active": True})


def shirt_and_book(shop: Shop) -> list[tuple[ProductVariant, int]]:
    """At 30 and 17 EUR."""
    things = make_product(shop, price="30.00"), make_product(shop, price="17.00", vat_rate=7)
    return [(first_variant(one), 1) for one in things]


def shares(placement: Placement) -> list[tuple[Any, ...]]:
    return [(str(one.rate), one.rule, one.country, str(one.vat)) for one in placement.vat_shares.all()]


@proves("law VT-3, VT-4", "an order's VAT follows where its goods go; the total is the same")
@pytest.mark.parametrize(
    ("address", "since", "expected"),
    [
        ({}, NEW_YEAR, [("7.00", "home", "", "1.25"), ("19.00", "home", "", "5.39")]),
        (HELGOLAND, None, [("0.00", "export", "de", "0.00")]),
        ({"post_code": "78266", "city": "Büsingen"}, None, [("0.00", "export", "de", "0.00")]),
        (ZURICH, None, [("0.00", "export", "ch", "0.00")]),
        (VIENNA, None, [("7.00", "home", "", "1.35"), ("19.00", "home", "", "5.80")]),
        (VIENNA, NEW_YEAR, [("10.00", "oss", "at", "1.87"), ("20.00", "oss", "at", "6.05")]),
        (VIENNA, date(2100, 1, 1), [("7.00", "home", "", "1.35"), ("19.00", "home", "", "5.80")]),
    ],
)
def test_an_order_has_the_vat_of_where_it_goes(address: dict[str, str], since: date | None, expected: Any) -> None:
    placement = place_to(seller(oss_from=since), address)
    assert shares(placement) == expected
    assert placement.total == Decimal(47) + placement.shipping_total
    assert {(str(line.vat_rate), line.vat_rule, line.vat_country) for line in placement.lines.all()} == {
        share[:3] for share in expected
    }
    assert broken_invariants() == {}


def place_to(shop: Shop, address: dict[str, str], wishes: Any = None) -> Placement:
    return bought(*(wishes or shirt_and_book(shop)), **address)  # type: ignore[arg-type]


@proves("law VT-2", "admission is taxed where the event is, wherever the buyer lives")
def test_tickets_beside_goods_that_are_exported_keep_the_vat_of_their_event() -> None:
    shop = seller()
    at_home, abroad = (
        make_event(shop, price="30.00", vat_rate=rate, venue=make_venue(country_code=country))
        for rate, country in ((7, "de"), (13, "at"))
    )
    wishes = [(first_variant(one), 1) for one in (make_product(shop), at_home, abroad)]
    found = shares(place_to(shop, ZURICH, wishes))
    assert [share[:3] for share in found] == [("0.00", "export", "ch"), ("7.00", "home", ""), ("13.00", "venue", "at")]


def test_equal_rates_of_two_countries_stay_apart() -> None:
    Country.objects.create(code="cy", active=True)
    shop = seller(oss_from=NEW_YEAR)
    party = make_event(shop, price="30.00", vat_rate=19)
    wishes = [(first_variant(make_product(shop)), 1), (first_variant(party), 1)]
    rate = CarrierRate.objects.get(country="at", carrier__only_single_disc=False, carrier__checks_age=False)
    rate.pk, rate.country_id = None, "cy"
    rate.save()
    placement = bought(*wishes, country_code="cy", post_code="1010", city="Lefkosia")
    assert {share[:3] for share in shares(placement)} == {("19.00", "oss", "cy"), ("19.00", "home", "")}


@proves("docs/decisions/0079", "an order keeps the VAT that it was sold with, in refunds and corrections, too")
def test_what_was_sold_keeps_its_vat() -> None:
    shop = seller("nachtfalter")
    placement = invoiced(*shirt_and_book(shop), **VIENNA)
    before = shares(placement)
    Shop.objects.update(oss_from=NEW_YEAR)
    shirt = placement.lines.get(price=30)
    shirt.variant.product.vat_rate = Decimal(16)
    shirt.variant.product.save()
    invalidate_line(line=shirt)
    run_invoice_jobs()
    first, correction = Invoice.objects.order_by("sequence")
    assert shares(placement) == before
    assert correction.corrects == first
    assert [(row["rate"], row["rule"]) for row in correction.content["rows"]] == [("19.00", "home")]
    assert broken_invariants() == {}


def test_an_export_is_taken_back_as_an_export() -> None:
    shop = seller("nachtfalter")
    placement = invoiced(*shirt_and_book(shop), **ZURICH)
    invalidate_line(line=placement.lines.get(price=30))
    run_invoice_jobs()
    correction = Invoice.objects.get(kind="cancellation")
    assert [(one["rate"], one["rule"], one["country"], one["vat"]) for one in correction.content["vat"]] == [
        ("0.00", "export", "ch", "0.00")
    ]
    assert broken_invariants() == {}


def test_what_joins_an_order_is_taxed_where_that_order_goes() -> None:
    shop = seller()
    first = place(*shirt_and_book(shop))
    for name, value in HELGOLAND.items():
        setattr(first.order.shipping_address, name, value)
    first.order.shipping_address.save()
    more = place((first_variant(make_product(shop)), 1), into=first.order, key="more")
    assert [share[:3] for share in shares(more)] == [("0.00", "export", "de")]


def test_a_cart_without_an_address_goes_to_its_country() -> None:
    shop = seller(oss_from=NEW_YEAR)
    session, _request = ready_cart(*shirt_and_book(shop), **ZURICH)
    cart = session.carts.get()
    assert {share.rule for share in priced_checkout(cart).vat} == {"export"}
    cart.country_code = "at"
    assert {share.country for share in priced_checkout(cart).vat} == {"at"}
    cart.country_code, cart.billing_address = "de", None
    assert {share.rule for share in priced_checkout(cart).vat} == {"home"}


def test_each_sellers_own_day_counts_also_in_other_shops() -> None:
    main, band = seller("merchstand"), seller("nachtfalter")
    mine, theirs = make_product(main), make_product(band)
    theirs.listed_in.add(main)
    session, _request = ready_cart((first_variant(mine), 1), (first_variant(theirs), 1), **VIENNA)
    cart = session.carts.get()
    assert [share.rule for share in priced_checkout(cart).vat] == ["home"]
    Shop.objects.filter(pk=band.pk).update(oss_from=timezone.localdate())
    assert sorted(share.rule for share in priced_checkout(cart).vat) == ["home", "oss"]
    Shop.objects.filter(pk=band.pk).update(oss_from=timezone.localdate() + timedelta(days=1))
    assert [share.rule for share in priced_checkout(cart).vat] == ["home"]
