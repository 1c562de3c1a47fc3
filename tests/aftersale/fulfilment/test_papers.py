"""The warehouse's papers and labels say what goes where."""

import csv
import io
from datetime import timedelta

import pytest
from django.utils import timezone, translation

from aftersale.fulfilment.labels import DHL_HEADS, POST_HEADS, label_file, safe
from aftersale.fulfilment.papers import packing_slips, pick_list, picked_articles
from aftersale.fulfilment.parcels import Parcel, parcels_of
from checkout.actions import place_order, split_delivery
from checkout.models import Delivery
from shop.models import Shop, ShopDesign
from tests.aftersale.fulfilment.goods import bought, paid, parcel, pay, seller, thing
from tests.checkout.placing import click_of, ready_cart
from tests.factories import bundle_request, make_bundle, make_product
from tests.pdf_words import words_of
from tests.proofs import proves
from tests.words import worded

pytestmark = pytest.mark.django_db


def all_parcels() -> list[Parcel]:
    return parcels_of(Delivery.objects.all())


def rows_of(file: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(file.decode("cp1252")), delimiter=";"))


@proves(
    "law OP-4",
    "a packing slip for each parcel in its shop's look and its order's language, without prices, many in "
    "one file; whatever stands in texts is text",
)
@pytest.mark.parametrize(
    ("language", "things"), [("de", ["Nachthemd", "Deutschland"]), ("en", ["Nightshirt", "Germany"])]
)
def test_a_slip_says_what_is_inside_in_the_orders_language_and_no_price(language: str, things: list[str]) -> None:
    shop = seller("nachtfalter", name="Nachtfalter")
    ShopDesign.objects.create(shop=shop, display_case="uppercase")
    variant = thing(shop, name_de="Nachthemd", name_en="Nightshirt", price="19.99")
    variant.sku = "NF-7"
    variant.save()
    session, _request = ready_cart((variant, 3))
    with translation.override(language):
        placement = pay(place_order(session=session, request=click_of(session, "key")))
    (page,) = words_of(packing_slips(all_parcels()))
    heads = [worded(key, language) for key in ("Packing slip", "Your order", "Quantity", "Article number")]
    said = [
        *things, *heads, "3 ×", "NF-7", placement.order.reference, parcel(placement).number, "Mira Falk",
        "Hafenstraße 12", "20359 Hamburg", "Motte GbR",
    ]  # fmt: skip
    text = page.replace("\u00a0", " ")
    assert [one for one in said if one.casefold() not in text.casefold()] == []
    assert "19,99" not in text and "€" not in text


def test_many_slips_are_one_file_in_the_order_of_the_list_each_in_its_shops_look() -> None:
    shops = [seller(f"band-{name}", name=f"Band {name}") for name in "abc"]
    placed = [
        paid((thing(shop), 1), city=city) for shop, city in zip(shops, ("Zwickau", "Aachen", "Mainz"), strict=True)
    ]
    found = words_of(packing_slips(all_parcels()))
    assert len(found) == 3
    order = [one.order.reference for one in all_parcels()]
    assert set(order) == {one.order.reference for one in placed}
    for page, reference, one in zip(found, order, all_parcels(), strict=True):
        assert reference in page and one.shop.name.casefold() in page.casefold() and one.address.city in page


def test_hostile_texts_are_texts() -> None:
    paid((thing(seller(), name='#panic("x") *bold* $x$ 🦋'), 1), city="#set page()")
    (page,) = words_of(packing_slips(all_parcels()))
    assert '#panic("x") *bold* $x$ 🦋' in page and "#set page()" in page
    assert '#panic("x")' in words_of(pick_list(all_parcels()))[0]


@proves("law OP-4", "a pick list by article with number, amount and parcels; a bundle is its parts")
def test_the_pick_list_counts_each_article_once_with_its_parcels() -> None:
    shop = seller()
    shirt, mug = thing(shop, name="Shirt"), thing(shop, name="Mug")
    first = parcel(paid((shirt, 2), (mug, 1)))
    second = parcel(paid((shirt, 1)))
    shelves = picked_articles(all_parcels())
    assert [(one.name, one.amount, one.parcels) for one in shelves] == [
        ("Mug", 1, {first.number: 1}), ("Shirt", 3, {first.number: 2, second.number: 1}),
    ]  # fmt: skip
    third = parcel(paid((shirt, 1)))
    with translation.override("de"):
        (page,) = words_of(pick_list(all_parcels()))
    where = f"{first.number} (2), {second.number}, {third.number}"
    for words in ("Pickliste", "für 3 Pakete", "Shirt", "4 ×", where, "Seite 1 von 1"):
        assert words in page, words


def test_what_is_sorted_by_article_number_stands_first() -> None:
    shop = seller()
    variants = [thing(shop, name=name) for name in ("Apple", "Banana", "Cherry")]
    for variant, sku in zip(variants, ("", "B-2", "A-1"), strict=True):
        variant.sku = sku
        variant.save()
    paid(*[(variant, 1) for variant in variants])
    assert [one.name for one in picked_articles(all_parcels())] == ["Cherry", "Banana", "Apple"]


@proves("law J22", "parcels to one address stand together; narrowed to shop, seller, carrier and age check")
def test_several_parcels_to_one_address_stand_together() -> None:
    shop = seller()
    cities = ["Mainz", "Aachen", "Mainz"]
    placed = [paid((thing(shop), 1), city=city) for city in cities]
    numbers = [one.delivery.number for one in all_parcels()]
    assert numbers == [parcel(placed[at]).number for at in (1, 0, 2)]


@proves("law OP-4, AD-8", "labels as CSV for DHL and Deutsche Post; nothing in them is a formula")
def test_dhl_reads_its_columns() -> None:
    shop = seller()
    home = parcel(paid((thing(shop, weight_grams=700), 2), company="Łódź & Söhne", address2="Hinterhaus"))
    Delivery.objects.exclude(pk=home.pk).delete()
    (row,) = rows_of(label_file("dhl", all_parcels()))
    assert tuple(row) == DHL_HEADS
    wanted = {
        "Sendungsreferenz": home.number, "Sendungsdatum": f"{timezone.localdate():%d.%m.%Y}",
        "Absender Name 1": "Motte GbR", "Absender Straße": "Lagerweg", "Absender Hausnummer": "3",
        "Absender PLZ": "10999", "Absender Ort": "Berlin", "Absender Land": "DEU",
        "Empfänger Name 1": "Lódz & Söhne", "Empfänger Name 2 / Postnummer": "Mira Falk",
        "Empfänger Name 3": "Hinterhaus", "Empfänger Straße": "Hafenstraße", "Empfänger Hausnummer": "12",
        "Empfänger PLZ": "20359", "Empfänger Ort": "Hamburg", "Empfänger Land": "DEU", "Gewicht": "1,4",
        "Empfängerreferenz": home.order.reference, "Produkt- und Servicedetails": "V01PAK",
    }  # fmt: skip
    assert {head: row[head] for head in wanted} == wanted
    assert row["Empfänger E-Mail-Adresse"] == ""


def test_deutsche_post_reads_its_columns_with_the_sender_first() -> None:
    one = parcel(paid((thing(seller()), 1)))
    sender, receiver = rows_of(label_file("deutsche_post", all_parcels()))
    assert tuple(receiver) == POST_HEADS
    assert (sender["NAME"], sender["STRASSE"], sender["NUMMER"], sender["PLZ"]) == (
        "Motte GbR",
        "Lagerweg",
        "3",
        "10999",
    )
    assert list(receiver.values()) == [
        "Mira Falk", "", "Hafenstraße", "12", "20359", "Hamburg", "DEU", "HOUSE", one.number,
    ]  # fmt: skip


@proves("docs/decisions/0052", "names of any script stand on labels in the letters that they sound like")
@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Łódź", "Lódz"), ("Łukasz Żółćiewicz", "Lukasz Zólciewicz"), ("Nguyễn Thị Minh Khai", "Nguyen Thi Minh Khai"),
        ("小明 王", "XiaoMing Wang"), ("Αθηνά", "Athina"), ("ศิริพร แก้วใส", "siriphr aekwais"),
        ("Zoë 🎸 O’Connor", "Zoë O’Connor"), ("ﬁona Straße", "fiona Straße"), ("Zoe\u0308", "Zoë"),
    ],
)  # fmt: skip
def test_a_label_is_written_in_letters_that_the_portals_know(text: str, label: str) -> None:
    assert safe(text) == label


@pytest.mark.parametrize("text", ["=1+1", "+49", "-2", "@x", "\t=1", " =cmd()", "=-+@=A1", "＝1", "\n=1", "\u200b=1"])
def test_nothing_in_a_label_is_a_formula(text: str) -> None:
    assert not str(safe(text)).startswith(("=", "+", "-", "@", "\t", "\r"))
    paid((thing(seller()), 1), first_name=f"{text.replace('@', '=')}x", address2="a;b")
    for which in ("dhl", "deutsche_post"):
        for row in rows_of(label_file(which, all_parcels())):
            assert not any(cell.startswith(("=", "+", "-", "@", "'")) for cell in row.values())


def test_a_bundle_is_fetched_as_its_parts() -> None:
    shop = seller()
    shirt, mug = (make_product(shop, name=name, capacity=9) for name in ("Shirt", "Mug"))
    box = make_bundle(make_product(shop, name="Box"), shirt, mug)
    record = make_bundle(make_product(shop, name="Record", capacity=9), shirt)
    for bundle in (box, record):
        pay(bought(shop, bundle_request(bundle, *bundle.parts.all()), email="mira@example.org"))
    shelves = picked_articles(all_parcels())
    assert [(shelf.name, shelf.amount) for shelf in shelves] == [("Mug", 1), ("Record", 1), ("Shirt", 2)]
    page = words_of(packing_slips(all_parcels()))[0]
    assert page.index("Box") < page.index("Shirt") < page.index("Mug")


def test_a_part_says_so() -> None:
    soon = timezone.localdate() + timedelta(days=9)
    placement = paid((thing(seller()), 1), (thing(Shop.objects.get(), public_shippable_from=soon), 1))
    rest = split_delivery(delivery=parcel(placement), amounts={placement.lines.last().pk: 1})
    with translation.override("de"):
        found = words_of(packing_slips(parcels_of(Delivery.objects.filter(pk=rest.pk))))
    assert worded("A part of your order goes in a parcel of its own.") in found[0]


def test_papers_ask_as_little_for_many_as_for_few(django_assert_num_queries: object) -> None:
    shop = seller()
    for _number in range(3):
        paid((thing(shop), 1))
    with django_assert_num_queries(2):  # type: ignore[operator]
        all_parcels()
