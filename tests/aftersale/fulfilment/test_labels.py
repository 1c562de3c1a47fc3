"""Addresses as people write them are what a carrier's label needs: street, number, addition, locker."""

import csv
import io

import pytest

from aftersale.fulfilment.label_notices import Kind, LabelNotice, ParcelNotices, label_notices
from aftersale.fulfilment.labels import label_file
from aftersale.fulfilment.parcels import parcels_of
from aftersale.fulfilment.receivers import lines_of, receiver_of
from aftersale.fulfilment.streets import Street, split_street
from cart.models import Address
from checkout.models import Delivery
from tests.aftersale.fulfilment.goods import paid, seller, thing
from tests.proofs import proves

MIRA = {"first_name": "Mira", "last_name": "Falk", "post_code": "20359", "city": "Hamburg", "country_code": "de"}
LONG = "Verein zur Förderung der nächtlichen Tonkunst und Falterkunde in der Lausitz und im Spreewald e. V."


@proves(
    "docs/decisions/0052",
    "on a label the first number after the street's name is the house's, and what follows is an addition",
)
@pytest.mark.parametrize(
    ("line", "street"),
    [
        ("Hafenstraße 12", Street("Hafenstraße", "12")),
        ("Straße des 17. Juni 135 b", Street("Straße des 17. Juni", "135 b")),
        ("Hauptstr. 5-7", Street("Hauptstr.", "5-7")),
        ("Weg 3a", Street("Weg", "3a")),
        ("Auf dem Berg", Street("Auf dem Berg", "")),
        ("12", Street("12", "")),
        ("Hafenstraße 12 Hinterhaus 3", Street("Hafenstraße", "12", "Hinterhaus 3")),
        ("Hafenstraße 12, Hinterhaus 3", Street("Hafenstraße", "12", "Hinterhaus 3")),
        ("Hauptstraße 5 Stiege 2 Top 12", Street("Hauptstraße", "5", "Stiege 2 Top 12")),
        ("Hauptstraße 5/2/12", Street("Hauptstraße", "5/2/12")),
        ("Weg 1 1/3", Street("Weg", "1 1/3")),
        ("Weg 12½", Street("Weg", "12½")),
        ("Hauptstr.12", Street("Hauptstr.", "12")),
        ("Hauptstr12a", Street("Hauptstr", "12a")),
        ("Hauptstr. 12 c/o Meyer", Street("Hauptstr.", "12", "c/o Meyer")),
        ("Hafenstr. 12/2. Stock", Street("Hafenstr.", "12", "2. Stock")),
        ("Hafenstr. 12 - 14 Aufgang B", Street("Hafenstr.", "12 - 14", "Aufgang B")),
        ("Hafenstr. 12 2. OG links", Street("Hafenstr.", "12", "2. OG links")),
        ("Hafenstr. 12.", Street("Hafenstr.", "12")),
        ("Hauptstr. Nr. 5", Street("Hauptstr.", "5")),
        ("Straße 12 Nr. 3", Street("Straße 12", "3")),
        ("1. Weg 12", Street("1. Weg", "12")),
        ("Q 7, 24", Street("Q 7", "24")),
        ("ul. 11 Listopada 5/7", Street("ul. 11 Listopada", "5/7")),
        ("Ul. Marszałkowska 10/12 m. 5", Street("Ul. Marszałkowska", "10/12", "m. 5")),
        ("Rue du 8 Mai 1945 12", Street("Rue du 8 Mai 1945", "12")),
        ("10 Downing Street", Street("10 Downing Street", "")),
    ],
)
def test_street_number_and_addition_are_told_apart(line: str, street: Street) -> None:
    assert split_street(line) == street


@proves("docs/decisions/0052", "streets, numbers and what follows them are told apart as each country writes them")
@pytest.mark.parametrize(
    ("country", "line", "street"),
    [
        ("gb", "Flat 3, 10 Downing Street", Street("10 Downing Street", "", "Flat 3")),
        ("gb", "Flat 3 10 Downing Street", Street("10 Downing Street", "", "Flat 3")),
        ("gb", "Flat 3, Rose House, 10 Downing Street", Street("10 Downing Street", "", "Flat 3, Rose House")),
        ("gb", "10 Downing Street, Flat 3", Street("10 Downing Street", "", "Flat 3")),
        ("gb", "221B Baker Street", Street("221B Baker Street", "")),
        ("gb", "Main Street 12, Flat 3", Street("Main Street", "12", "Flat 3")),
        ("ie", "Unit 5, Harbour Road", Street("Harbour Road", "", "Unit 5")),
        ("us", "Apt. 4B, 12 Main St", Street("12 Main St", "", "Apt. 4B")),
        ("us", "350 5th Avenue", Street("350 5th Avenue", "")),
        ("pl", "Długa 12 m 5", Street("Długa", "12", "m 5")),
        ("pl", "ul. Długa 12A m. 5", Street("ul. Długa", "12A", "m. 5")),
        ("pl", "Długa 12 lok. 5", Street("Długa", "12", "lok. 5")),
        ("pl", "ul. 3 Maja 5 m 2", Street("ul. 3 Maja", "5", "m 2")),
        ("hu", "Fő utca 12. 3. em. 4.", Street("Fő utca", "12", "3. em. 4.")),
        ("hu", "Fő utca 12. III. em. 4.", Street("Fő utca", "12", "III. em. 4.")),
        ("hu", "Petőfi u. 12/A fszt. 2.", Street("Petőfi u.", "12/A", "fszt. 2.")),
        ("hu", "Fő utca 12. fszt. 2.", Street("Fő utca", "12", "fszt. 2.")),
        ("hu", "Váci út 1-3.", Street("Váci út", "1-3")),
        ("dk", "Vestergade 12, 3. tv.", Street("Vestergade", "12", "3. tv.")),
        ("es", "Calle Mayor 12, 3º B", Street("Calle Mayor", "12", "3º B")),
        ("it", "Via Roma 12 int. 3", Street("Via Roma", "12", "int. 3")),
        ("cz", "Dlouhá 12/3", Street("Dlouhá", "12/3")),
        ("fr", "12 rue de la Paix", Street("12 rue de la Paix", "")),
        ("de", "Hafenstr. 12 b 3. OG", Street("Hafenstr.", "12 b", "3. OG")),
        ("de", "Hafenstr. 12 c/o Fleet Street", Street("Hafenstr.", "12", "c/o Fleet Street")),
        ("at", "Hauptstraße 5 Stiege 2 Top 12", Street("Hauptstraße", "5", "Stiege 2 Top 12")),
    ],
)
def test_as_each_country_writes_it(country: str, line: str, street: Street) -> None:
    found = receiver_of(Address(**MIRA | {"address": line, "country_code": country}))
    assert found.street == street and found.parts == ["Mira Falk", *filter(None, [street.addition])]


@proves("docs/decisions/0052", "a firm's branch is no post office")
@pytest.mark.parametrize("company", ["REWE Filiale 482", "Paketshop 123 GmbH"])
def test_a_branch_is_reached_at_its_street(company: str) -> None:
    told = receiver_of(Address(**MIRA, company=company, address="Hauptstr. 5"))
    assert (told.station, told.street) == (False, Street("Hauptstr.", "5"))
    assert receiver_of(Address(**MIRA, company=company, address="Filiale 482, 12345678")).station


@proves("docs/decisions/0052", "a parcel locker stands with its guest and their number, also of a company")
@pytest.mark.parametrize(
    ("address", "guest", "more"),
    [
        ({"address": "Packstation 145", "address2": "12345678"}, "12345678", []),
        ({"address": "Packstation 145", "address2": "Postnummer: 12345678"}, "12345678", []),
        ({"address": "Packstation 145", "company": "Post-Nr. 123 456 78"}, "12345678", []),
        ({"address": "12345678", "address2": "Packstation Nr. 145"}, "12345678", []),
        ({"address": "DHL Packstation 145, 12345678"}, "12345678", ["DHL"]),
        ({"address": "packstation145", "address2": "12345678", "company": "Motte GbR"}, "12345678", ["Motte GbR"]),
        ({"address": "Packstation 145"}, "", []),
    ],
)
def test_a_locker_stands_with_its_guest(address: dict[str, str], guest: str, more: list[str]) -> None:
    found = receiver_of(Address(**MIRA | address))
    assert found.street == Street("Packstation", "145") and found.guest == guest
    assert found.parts == ["Mira Falk", *more] and found.unknown_guest == (not guest)


def test_elsewhere_a_locker_is_a_street() -> None:
    found = receiver_of(Address(**MIRA | {"address": "Packstation 145", "country_code": "at"}))
    assert not found.station and found.street == Street("Packstation", "145")


def test_parts_share_a_line_only_where_there_is_no_room() -> None:
    assert lines_of(["a", "b", "c"], most=3, longest=9) == ["a", "b", "c"]
    assert lines_of(["a", "b", "c", "d"], most=3, longest=9) == ["a", "b", "c, d"]
    assert lines_of(["aa bb", "c"], most=3, longest=3) == ["aa", "bb", "c"]
    assert lines_of(["aa bb cc dd ee"], most=3, longest=3) == ["aa", "bb", "cc dd ee"]
    assert lines_of([], most=3, longest=3) == []


@pytest.mark.django_db
def test_nothing_of_an_address_is_lost_in_a_file() -> None:
    shop = seller(seller_address="c/o Falterhaus\nLagerweg 3 Hof 2\n10999 Berlin")
    paid((thing(shop), 1), company=LONG, address="Hafenstr. 12 Hinterhaus 3", address2="2. OG")
    paid((thing(shop), 1), company="Motte GbR", address="Packstation 145", address2="12345678", city="Aachen")
    parcels = parcels_of(Delivery.objects.all())
    files = {
        which: list(csv.DictReader(io.StringIO(label_file(which, parcels).decode("cp1252")), delimiter=";"))
        for which in ("dhl", "deutsche_post")
    }
    locker, long = files["dhl"]
    names = ("Empfänger Name 1", "Empfänger Name 2 / Postnummer", "Empfänger Name 3")
    place = ("Empfänger Straße", "Empfänger Hausnummer")
    assert [long[head] for head in names] == [LONG[:49], LONG[50:], "Mira Falk, Hinterhaus 3, 2. OG"]
    assert [locker[head] for head in (*names, *place)] == ["Mira Falk", "12345678", "Motte GbR", "Packstation", "145"]
    assert [long[head] for head in place] == ["Hafenstr.", "12"]
    assert (long["Absender Straße"], long["Absender Hausnummer"]) == ("Lagerweg", "3")
    assert (long["Absender Name 2"], long["Absender Name 3"]) == ("c/o Falterhaus", "Hof 2")
    sender, locker, long = files["deutsche_post"]
    assert sender["ZUSATZ"] == "c/o Falterhaus, Hof 2"
    assert (locker["NAME"], locker["ZUSATZ"]) == ("Mira Falk", "12345678, Motte GbR")
    assert label_notices("dhl", parcels) == []
    cut = LabelNotice(Kind.LENGTH, f"{LONG[50:]}, Mira Falk, Hinterhaus 3, 2. OG", f"{LONG[50:]},", "ZUSATZ")
    assert label_notices("deutsche_post", parcels) == [ParcelNotices(parcels[1], [cut])]


@pytest.mark.django_db
def test_other_signs_and_what_is_missing_are_named() -> None:
    shop = seller(seller_address=f"Lagerweg 3\n10999 {'Berlin' * 7}")
    paid((thing(shop), 1), first_name="Łukasz", last_name="王", address="Packstation 145", address2="🎸")
    paid((thing(shop), 1), city="Zürich")
    sender, told = label_notices("dhl", parcels := parcels_of(Delivery.objects.all()))
    assert sender.parcel is None and [one.head for one in sender.notices] == ["Absender Ort"]
    assert told == ParcelNotices(
        parcels[0],
        [
            LabelNotice(Kind.SIGNS, "Łukasz 王", "Lukasz Wang"),
            LabelNotice(Kind.SIGNS, "🎸"),
            LabelNotice(Kind.GUEST, "Packstation 145"),
        ],
    )
