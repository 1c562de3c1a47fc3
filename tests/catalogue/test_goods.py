"""What is told about goods (catalogue §3; GPSR, PAngV, BGB)."""

import re
from decimal import Decimal
from typing import Any

import pytest

from catalogue.models import Category, Manufacturer, Price, Product, ProductVariant, RelatedEvent, RelatedProduct
from catalogue.rules import unit_price
from shop.models import GuaranteeNotice, Shop
from tests.catalogue.wire import ask, statements
from tests.factories import (
    make_artist,
    make_category,
    make_event,
    make_picture,
    make_product,
    make_shop,
    make_variant,
)
from tests.proofs import proves
from tests.shop.web.visit import Visit


@pytest.fixture
def shop(db: None) -> Shop:
    make_shop("merchstand")
    return make_shop("nachtfalter", seller_address="Am Ufer 3\n04229 Leipzig", sender_email="hallo@nachtfalter.example")


def product(shop: Shop, fields: str, language: str = "de") -> dict[str, Any]:
    found = ask(shop, f'{{ product(id: "thing") {{ {fields} }} }}', language)["product"]
    assert isinstance(found, dict)
    return found


class TestMaker:
    """catalogue §2: the artist link of the product page."""

    def links(self) -> list[tuple[str, str]]:
        head = Visit("/nachtfalter/products/thing").html.partition("<header>")[2].partition("</header>")[0]
        return re.findall(r'<a [^>]*href="/nachtfalter([^"]+)"[^>]*>([^<]+)</a>', head)

    @proves(
        "catalogue §2",
        "the product page leads to the artist's page and to all of the artist's goods; to these alone where "
        "the shop lists no such artist",
    )
    def test_leads_to_the_artist_and_to_all_of_the_artists_goods(self, shop: Shop) -> None:
        category = make_category(shop, "Alles", slug="alles", display_name_de="Nachtfalter")
        artist = make_artist(shop, "Nachtfalter", slug="nachtfalter", main_category=category)
        make_product(shop, slug="thing", artist=artist)
        assert product(shop, "artistSlug")["artistSlug"] == "nachtfalter"
        to_artist = ("/artists/nachtfalter", "Nachtfalter")
        assert self.links() == [to_artist, ("/categories/alles", "Alles von Nachtfalter")]
        Category.objects.update(display_name_de="Falterladen")
        assert self.links() == [to_artist, ("/categories/alles", "Falterladen")]
        category.listed_in.clear()
        assert self.links() == [to_artist]

    def test_leads_to_the_category_where_the_shop_does_not_list_the_artist(self, shop: Shop) -> None:
        category = make_category(shop, slug="alles")
        artist = make_artist(shop, "Nachtfalter", slug="nachtfalter", main_category=category)
        make_product(shop, slug="thing", artist=artist)
        artist.listed_in.clear()
        assert product(shop, "artistSlug")["artistSlug"] == ""
        assert self.links() == [("/categories/alles", "Nachtfalter")]
        category.listed_in.clear()
        assert self.links() == []
        assert "Nachtfalter" in Visit("/nachtfalter/products/thing").html.partition("<header>")[2]


class TestSafety:
    FIELDS = "safety { manufacturerName manufacturerAddress manufacturerContact responsiblePerson articleNumbers }"

    def read(self, shop: Shop) -> dict[str, Any]:
        return dict(product(shop, self.FIELDS)["safety"])

    @proves("GPSR Art. 19", "manufacturer of the product, its artist or the seller; article numbers")
    def test_the_manufacturer_is_the_products_else_the_artists_else_the_seller(self, shop: Shop) -> None:
        own = Manufacturer.objects.create(name="Weberei", address="Weg 1", contact="post@weberei.example")
        band = Manufacturer.objects.create(
            name="Band GbR", address="Weg 2", contact="band.example", responsible_person="Merchstand GmbH, Berlin"
        )
        artist = make_artist(shop, manufacturer=band)
        thing = make_product(shop, slug="thing", artist=artist, manufacturer=own)
        assert self.read(shop)["manufacturerName"] == "Weberei"
        Product.objects.filter(pk=thing.pk).update(manufacturer=None)
        found = self.read(shop)
        assert (found["manufacturerName"], found["responsiblePerson"]) == ("Band GbR", "Merchstand GmbH, Berlin")
        Product.objects.filter(pk=thing.pk).update(artist=None)
        found = self.read(shop)
        assert found["manufacturerName"] == "Merchstand GmbH"
        assert found["manufacturerAddress"] == "Am Ufer 3\n04229 Leipzig"
        assert found["manufacturerContact"] == "hallo@nachtfalter.example"
        shop.seller_email = "fragen@nachtfalter.example"
        shop.save()
        assert self.read(shop)["manufacturerContact"] == "fragen@nachtfalter.example"

    def test_active_variants_are_named_by_their_number_or_barcode(self, shop: Shop) -> None:
        thing = make_product(shop, slug="thing", variants=())
        numbers = (("A-1", "4006381"), ("", "4006382"), ("", ""), ("X", ""))
        for order, (sku, barcode) in enumerate(numbers):
            make_variant(product=thing, order=order, active=sku != "X", sku=sku, barcode=barcode)
        assert self.read(shop)["articleNumbers"] == ["A-1", "4006382"]


class TestUnitPrice:
    @proves("§ 4 PAngV", "price per litre, kilogramme or metre where it is measured")
    @pytest.mark.parametrize(
        ("price", "amount", "unit", "expected"),
        [
            ("9.50", "250", "g", ("38.00", "kg")),
            ("9.50", "1.5", "kg", ("6.33", "kg")),
            ("3.00", "330", "ml", ("9.09", "l")),
            ("3.00", "0.75", "l", ("4.00", "l")),
            ("2.00", "5", "m", ("0.40", "m")),
        ],
    )
    def test_is_that_of_a_litre_a_kilogramme_or_a_metre(
        self, price: str, amount: str, unit: str, expected: tuple[str, str]
    ) -> None:
        found = unit_price(Decimal(price), Decimal(amount), unit)
        assert (str(found[0]), found[1]) == expected

    def test_follows_the_variants_price_and_is_missing_where_nothing_is_measured(self, shop: Shop) -> None:
        thing = make_product(shop, slug="thing", price="9.50", content_amount="250", content_unit="g")
        ProductVariant.objects.filter(product=thing).update(additional_price="0.50")
        fields = "unitPrice { price unit } productVariants { nodes { unitPrice { price unit } } }"
        found = product(shop, fields)
        assert found["unitPrice"] == {"price": "38.00", "unit": "kg"}
        assert found["productVariants"]["nodes"] == [{"unitPrice": {"price": "40.00", "unit": "kg"}}]
        Product.objects.filter(pk=thing.pk).update(content_amount=None)
        assert product(shop, fields)["unitPrice"] is None


class TestNotices:
    def titles_and_text(self, shop: Shop, language: str = "de") -> tuple[list[str], str]:
        notices = product(shop, "notices { title description }", language)["notices"]
        return [one["title"] for one in notices], " ".join(one["description"] for one in notices)

    @proves("§ 312g BGB", "delivery, withdrawal (none for personalised pieces) and guarantee")
    def test_delivery_withdrawal_and_guarantee_in_both_languages(self, shop: Shop) -> None:
        make_product(shop, slug="thing")
        titles, text = self.titles_and_text(shop)
        assert titles == ["Lieferung und Rückgabe", "Gesetzliche Gewährleistung"]
        assert "14 Tagen" in text and "mindestens zwei Jahre" in text and "index_de.htm" in text
        titles, text = self.titles_and_text(shop, "en")
        assert titles == ["Delivery and return", "Statutory guarantee"]
        assert "within 14 days" in text and "index_en.htm" in text

    def test_what_is_made_to_a_text_cannot_be_given_back(self, shop: Shop) -> None:
        make_product(shop, slug="thing", personalised=True)
        _titles, text = self.titles_and_text(shop)
        assert "kein Widerrufsrecht" in text and "14 Tagen" not in text

    def test_what_is_not_shipped_says_so(self, shop: Shop) -> None:
        thing = make_product(shop, slug="thing")
        assert product(shop, "shipped") == {"shipped": True}
        ProductVariant.objects.filter(product=thing).update(physical=False)
        assert product(shop, "shipped") == {"shipped": False}
        assert "Es wird nichts verschickt." in self.titles_and_text(shop)[1]

    def test_what_another_shop_sells_is_not_promised_here(self, shop: Shop) -> None:
        make_product(shop, slug="thing", external_url="https://label.example/")
        assert self.titles_and_text(shop) == ([], "")


class TestGuaranteeNotice:
    FIELDS = "guaranteeNotice { url width height }"

    @pytest.fixture(autouse=True)
    def one_language(self, shop: Shop) -> None:
        row = GuaranteeNotice(language="de", file="pictures/eu/original.png", width=800, height=1130)
        GuaranteeNotice.objects.bulk_create([row])

    @proves(
        "(EU) 2025/1960, design §5",
        "the notice goes with goods that the shop itself sells, in the page's language, without another "
        "statement; a change of it is on every shop's pages within two seconds",
    )
    def test_is_in_the_language_of_the_page_and_missing_where_there_is_none(self, shop: Shop) -> None:
        make_product(shop, slug="thing")
        notice = {"url": "/media/pictures/eu/original.png", "width": 800, "height": 1130}
        assert product(shop, self.FIELDS) == {"guaranteeNotice": notice}
        assert product(shop, self.FIELDS, "en") == {"guaranteeNotice": None}
        text = f"{{ {self.FIELDS} }}"
        assert ask(shop, text) == {"guaranteeNotice": notice}
        assert ask(shop, text, "en") == {"guaranteeNotice": None}

    def test_is_for_goods_that_the_shop_itself_sells(self, shop: Shop) -> None:
        thing = make_product(shop, slug="thing", external_url="https://label.example/")
        assert product(shop, self.FIELDS) == {"guaranteeNotice": None}
        Product.objects.filter(pk=thing.pk).update(external_url="")
        assert product(shop, self.FIELDS)["guaranteeNotice"]
        ProductVariant.objects.filter(product=thing).update(physical=False)
        assert product(shop, self.FIELDS) == {"guaranteeNotice": None}

    def test_costs_no_statement(self, shop: Shop) -> None:
        make_product(shop, slug="thing")
        assert statements(shop, f'{{ product(id: "thing") {{ name {self.FIELDS} }} }}') == 1


class TestBeside:
    @proves("catalogue §3", "related goods and events in one order of the staff's")
    def test_related_things_come_in_the_order_staff_gave_them(self, shop: Shop) -> None:
        thing = make_product(shop, slug="thing")
        for place, slug in ((3, "third"), (1, "first")):
            RelatedProduct.objects.create(product=thing, related=make_product(shop, slug=slug), order=place)
        RelatedEvent.objects.create(product=thing, event=make_event(shop, slug="second"), order=2)
        text = """{ product(id: "thing") { meta { relatedItemSlugs } relatedItems {
            ... on MerchProduct { slug } ... on Event { slug } } } }"""
        found = ask(shop, text)["product"]
        assert [one["slug"] for one in found["relatedItems"]] == ["first", "second", "third"]
        assert found["meta"]["relatedItemSlugs"] == ["first", "second", "third"]

    def test_what_it_follows_is_named(self, shop: Shop) -> None:
        shirt = make_product(shop, slug="shirt", name_de="Hemd", name_en="Shirt")
        make_product(shop, slug="thing", follows=shirt)
        fields = "meta { follows followsName }"
        assert product(shop, fields)["meta"] == {"follows": "shirt", "followsName": "Hemd"}
        assert product(shop, fields, "en")["meta"]["followsName"] == "Shirt"

    @proves("design §6", "pictures are described in both languages")
    def test_pictures_are_described_in_the_language(self, shop: Shop) -> None:
        thing = make_product(shop, slug="thing")
        make_picture(thing, alt_de="Vorderseite", alt_en="Front")
        make_picture(thing, alt_de="Rückseite", alt_en="", order=1)
        fields = "images { nodes { alt } }"
        read = [[one["alt"] for one in product(shop, fields, lang)["images"]["nodes"]] for lang in ("de", "en")]
        assert read == [["Vorderseite", "Rückseite"], ["Front", "Rückseite"]]

    def test_a_price_abroad_does_not_change_the_one_at_home(self, shop: Shop) -> None:
        thing = make_product(shop, slug="thing", price="20.00")
        Price.objects.create(product=thing, country_code="ch", price=Decimal("26.00"))
        assert product(shop, "price") == {"price": "20.00"}
