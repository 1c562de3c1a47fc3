"""Whose VAT is due, by destination: a table."""

from datetime import date
from decimal import Decimal

import pytest

from shop.core.values.countries import country_codes
from shop.vat.rule import Tax, TaxedThing, VatRule, vat_rate_of
from shop.vat.territories import Destination, all_rates, rates_in, regions
from tests.proofs import proves

DAY = date(2026, 6, 1)
HOME, OSS, EXPORT, ABROAD, VENUE = "home", "oss", "export", "abroad", "venue"
EXPORTS = [
    ("ch", "8001", "Zürich"), ("li", "9490", "Vaduz"), ("gb", "SW1A 1AA", "London"), ("no", "0150", "Oslo"),
    ("us", "10001", "New York"), ("de", "27498", "Helgoland"), ("de", "D-27498", "Helgoland"),
    ("de", "78266", "Büsingen am Hochrhein"), ("de", "8238", "Büsingen"), ("es", "35001", "Las Palmas"),
    ("es", "38 001", "Santa Cruz de Tenerife"), ("es", "51001", "Ceuta"), ("es", "52001", "Melilla"),
    ("it", "23041", "Livigno"), ("it", "23030", "LIVIGNO"), ("it", "22061", "Campione d'Italia"),
    ("fi", "22100", "Mariehamn"), ("ax", "22100", "Mariehamn"), ("fr", "97200", "Fort-de-France"),
    ("mq", "97200", "Fort-de-France"), ("fr", "98800", "Nouméa"), ("gr", "630 86", "Karyes"),
    ("sm", "47890", "San Marino"), ("va", "00120", "Vatican"), ("ad", "AD500", "Andorra"), ("fo", "100", "Tórshavn"),
]  # fmt: skip
IN_THE_EU = [
    ("at", "1010", "Wien", "20", "10"), ("at", "6691", "Jungholz", "19", "10"),
    ("at", "6993", "Mittelberg", "19", "10"), ("at", "6990", "x", "20", "10"),
    ("de", "87567", "Riezlern", "19", "10"), ("it", "20121", "Milano", "22", "4"),
    ("it", "23030", "Valdisotto", "22", "4"), ("es", "28001", "Madrid", "21", "4"),
    ("fr", "75001", "Paris", "20", "5.5"), ("fr", "20000", "Ajaccio", "20", "2.1"),
    ("mc", "98000", "Monaco", "20", "5.5"), ("fi", "00100", "Helsinki", "25.5", "13.5"),
    ("pt", "9000-001", "Funchal", "22", "4"), ("pt", "9500-001", "Ponta Delgada", "16", "4"),
    ("pt", "1000-001", "Lisboa", "23", "6"), ("gr", "10431", "Athina", "24", "6"),
    ("dk", "1050", "København", "25", "25"), ("ie", "D02 AF30", "Dublin", "23", "0"),
    ("hu", "1011", "Budapest", "27", "5"), ("gb", "BT1 1AA", "Belfast", "20", "0"), ("lu", "", "", "17", "3"),
]  # fmt: skip


def thing(rate: str = "19", *, seller: str = "de", since: date | None = DAY, **more: object) -> TaxedThing:
    return TaxedThing(Decimal(rate), seller, since, **more)  # type: ignore[arg-type]


@proves("law VT-4", "goods that leave the VAT area have no VAT, members' regions outside of it among them")
@pytest.mark.parametrize(("country", "post_code", "city"), EXPORTS)
@pytest.mark.parametrize("since", [None, DAY])
def test_goods_that_leave_the_vat_area_have_no_vat(country: str, post_code: str, city: str, since: date | None) -> None:
    for rate in ("19", "7"):
        found = vat_rate_of(thing(rate, since=since), Destination(country, post_code, city), DAY)
        assert found == Tax(Decimal(0), EXPORT, country)


@proves("law VT-3", "goods to other EU countries have the rates there from the day that the seller has set")
@pytest.mark.parametrize(("country", "post_code", "city", "general", "books"), IN_THE_EU)
def test_goods_within_the_vat_area_have_the_rates_of_where_they_go_once_it_is_on(
    country: str, post_code: str, city: str, general: str, books: str
) -> None:
    to = Destination(country, post_code, city)
    whose = {"gb": "xi", "mc": "fr"}.get(country, "at" if city == "Riezlern" else country)
    assert vat_rate_of(thing(), to, DAY) == Tax(Decimal(general), OSS, whose)
    assert vat_rate_of(thing("7"), to, DAY) == Tax(Decimal(books), OSS, whose)
    # Before its day, and where it is off, the seller's own.
    for off in (thing(since=date(2026, 6, 2)), thing(since=None)):
        assert vat_rate_of(off, to, DAY) == Tax(Decimal(19))


@pytest.mark.parametrize("city", ["", "Berlin"])
def test_at_home_the_things_own_rate_stands(city: str) -> None:
    for rate in ("19", "7", "0"):
        assert vat_rate_of(thing(rate), Destination("de", "10115" if city else "", city), DAY) == Tax(Decimal(rate))
    assert vat_rate_of(thing("20", seller="at"), Destination("at", "6691", "Jungholz"), DAY) == Tax(Decimal(20))


def test_what_has_no_vat_at_home_has_none_anywhere() -> None:
    for country in ("at", "ch"):
        assert vat_rate_of(thing("0"), Destination(country), DAY) == Tax(Decimal(0))


def test_sellers_of_other_countries_have_another_home() -> None:
    assert vat_rate_of(thing("20", seller="at"), Destination("de", "10115", "Berlin"), DAY) == Tax(
        Decimal(19), OSS, "de"
    )
    assert vat_rate_of(thing("10", seller="at"), Destination("de"), DAY) == Tax(Decimal(7), OSS, "de")
    # Goods from Switzerland are exported wherever they go, and taxed when they arrive.
    assert vat_rate_of(thing("8.1", seller="ch"), Destination("ch", "8001", "Zürich"), DAY) == Tax(Decimal("8.1"))
    assert vat_rate_of(thing("8.1", seller="ch"), Destination("de"), DAY) == Tax(Decimal(0), EXPORT, "de")


@proves("law VT-2", "admission is taxed where the event is, wherever the buyer lives")
@pytest.mark.parametrize("country", ["de", "at", "ch"])
@pytest.mark.parametrize("printed", [True, False])
def test_tickets_are_taxed_where_the_event_is(country: str, printed: bool) -> None:
    at_home = thing("7", is_shipped=printed, event_country="de")
    assert vat_rate_of(at_home, Destination(country), DAY) == Tax(Decimal(7))
    in_vienna = thing("13", is_shipped=printed, event_country="at")
    assert vat_rate_of(in_vienna, Destination(country), DAY) == Tax(Decimal(13), VENUE, "at")


def test_what_is_not_shipped_is_taxed_where_the_buyer_lives() -> None:
    download = thing(is_shipped=False)
    assert vat_rate_of(download, Destination("at"), DAY) == Tax(Decimal(20), OSS, "at")
    assert vat_rate_of(download, Destination("ch"), DAY) == Tax(Decimal(0), ABROAD, "ch")
    # Northern Ireland belongs to the VAT area with its goods alone.
    assert vat_rate_of(download, Destination("gb", "BT1 1AA"), DAY) == Tax(Decimal(0), ABROAD, "gb")


def test_a_new_rate_counts_from_its_day() -> None:
    to = Destination("ro", "010011", "București")
    since = date(2024, 1, 1)
    found = [vat_rate_of(thing(since=since), to, day).rate for day in (date(2025, 7, 31), date(2025, 8, 1))]
    assert found == [Decimal(19), Decimal(21)]
    assert rates_in("fi", date(2020, 1, 1)).general == 24


# In percent, as the member states published them for 2026.
GENERAL = {
    "at": 20, "be": 21, "bg": 20, "cy": 19, "cz": 21, "de": 19, "dk": 25, "ee": 24, "es": 21, "fi": "25.5", "fr": 20,
    "gr": 24, "hr": 25, "hu": 27, "ie": 23, "it": 22, "lt": 21, "lu": 17, "lv": 21, "mt": 18, "nl": 21, "pl": 23,
    "pt": 23, "ro": 21, "se": 25, "si": 22, "sk": 23,
}  # fmt: skip


@proves("law VT-3", "the general rates of the 27 member states are those of 2026")
def test_the_general_rates_of_2026() -> None:
    found = {territory: rates_in(territory, DAY).general for territory in all_rates() if len(territory) == 2}
    assert found == {country: Decimal(str(rate)) for country, rate in (GENERAL | {"xi": 20}).items()}


def test_the_table_has_the_27_and_northern_ireland_in_order() -> None:
    countries = {territory[:2] for territory in all_rates()} - {"xi"}
    assert len(countries) == 27 and countries <= country_codes()
    for territory, rates in all_rates().items():
        assert [one.since for one in rates] == sorted({one.since for one in rates}, reverse=True), territory
        assert all(0 <= one.books <= one.general <= 27 for one in rates), territory
    known = {"outside", *all_rates()}
    assert {one.territory for found in regions().values() for one in found} <= known


def test_the_names_of_the_rules_fit_their_columns() -> None:
    assert {one.value for one in VatRule} == {HOME, OSS, EXPORT, ABROAD, VENUE}
