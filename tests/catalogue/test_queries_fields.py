"""Every field of the catalogue answers (catalogue §3)."""

from typing import Any

import pytest
from django.test import RequestFactory
from graphql import GraphQLObjectType, GraphQLUnionType, get_named_type

from catalogue.models import (
    Manufacturer,
    Tour,
    TourDate,
)
from config.graphql import schema
from shop.models import Shop
from shop.web.graphql.context import GraphQLContext
from tests.catalogue.wire import ask, full_product
from tests.factories import (
    make_artist,
    make_category,
    make_event,
    make_picture,
    make_product,
    make_shop,
    make_tour,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Shop:
    return make_shop("nachtfalter")


class TestWhole:
    """Every field of the contract answers; names are the wire's."""

    def test_a_product_with_everything(self, shop: Shop) -> None:
        artist = make_artist(shop, "Nachtfalter")
        artist.main_category = make_category(shop, "Nachtfalter", slug="nachtfalter", display_name="Falter")
        artist.save()
        category = make_category(shop, "Shirts", slug="shirts", order=3, subcategory_order=2)
        maker = Manufacturer.objects.create(name="Nordgarn", address="Weg 1", contact="a@b.example")
        product = full_product(
            shop, slug="shirt", artist=artist, category=category, manufacturer=maker, material_de="Baumwolle",
            over_18=True, list_price_prefix_de="ab", follows=make_product(shop, slug="other"),
        )  # fmt: skip
        product.related_products.add(make_product(shop, slug="related"))
        make_picture(product, order=9, tags=["list", "square"], alt="Liste")
        found = ask(
            shop,
            """{ product(id: "shirt") { shippingRequirements { over18 } safety { manufacturerName material }
          artistCategory { slug displayName squareImage { id } } categories { slug order subcategoryOrder productOrder }
          meta { follows relatedItemSlugs listPrice { hide prefix value } } images { nodes { order } }
          listImages { alt } squareImage { alt } relatedItems { ... on MerchProduct { slug } } vatRate } }""",
        )["product"]
        assert found["shippingRequirements"] == {"over18": True}
        assert found["safety"] == {"manufacturerName": "Nordgarn", "material": "Baumwolle"}
        assert found["artistCategory"] == {"slug": "nachtfalter", "displayName": "Falter", "squareImage": None}
        assert found["categories"] == [{"slug": "shirts", "order": 3, "subcategoryOrder": 2, "productOrder": 0}]
        assert found["meta"]["follows"] == "other"
        assert found["meta"]["relatedItemSlugs"] == ["related"]
        assert found["meta"]["listPrice"] == {"hide": False, "prefix": "ab", "value": ""}
        assert [image["order"] for image in found["images"]["nodes"]] == [0, 1, 2, 3, 9]
        assert found["listImages"] == [{"alt": "Liste"}]
        assert found["squareImage"] == {"alt": "Liste"}
        assert found["relatedItems"] == [{"slug": "related"}]
        assert found["vatRate"] == "19.00"

    @pytest.mark.parametrize("root", ["artist", "category", "product", "event", "tour", "shop"])
    def test_every_field_answers(self, shop: Shop, root: str) -> None:
        artist = make_artist(shop, "Nachtfalter", slug="thing")
        category = make_category(shop, slug="thing", artist=artist)
        artist.main_category = category
        artist.save()
        product = full_product(shop, slug="thing", artist=artist, category=category)
        event = make_event(shop, slug="thing", owning_company="Band GbR")
        event.artists.add(artist)
        event.related_products.add(product)
        make_tour(shop, slug="thing", events=[event]).artists.add(artist)
        kind = schema.schema._schema.query_type.fields[root].type
        argument = "" if root == "shop" else '(id: "thing")'
        document = f"{{ {root}{argument} {whole_selection(kind, 3)} }}"
        node = schema.documents.listed(document)
        data, errors = schema.run(node, None, {}, GraphQLContext(shop, "de", RequestFactory().get("/")))
        assert not errors, errors
        assert data and data[root]


def whole_selection(kind: Any, depth: int) -> str:
    kind = get_named_type(kind)
    if isinstance(kind, GraphQLUnionType):
        return "{ __typename }"
    if not isinstance(kind, GraphQLObjectType):
        return ""
    inner = [
        f"{name} {whole_selection(field.type, depth - 1)}"
        for name, field in kind.fields.items()
        if depth > 1 or not isinstance(get_named_type(field.type), GraphQLObjectType | GraphQLUnionType)
    ]
    return "{ " + " ".join(inner) + " __typename }"


def test_images_are_addressed_by_width(shop: Shop) -> None:
    product = make_product(shop, slug="shirt")
    make_picture(product, width=400, height=300, ready=True, key="abc")
    found = ask(shop, '{ product(id: "shirt") { squareImage { url srcsetAvif thumbnailAt100 thumbnailAt1500 } } }')
    image = found["product"]["squareImage"]
    assert image["thumbnailAt100"] == "/media/pictures/abc/100.jpg"
    assert image["thumbnailAt1500"] == "/media/pictures/abc/370.jpg"
    assert image["srcsetAvif"].endswith("/media/pictures/abc/370.avif 370w, /media/pictures/abc/400.avif 400w")
    assert image["url"] == "/media/pictures/abc/original.png"


def test_tour_knows_its_artists_and_dates(shop: Shop) -> None:
    event = make_event(shop)
    tour = make_tour(shop, slug="tour", events=[event])
    tour.artists.add(make_artist(shop, "B"))
    tour.artists.add(make_artist(shop, "A"))
    found = ask(shop, '{ tour(id: "tour") { artistNames startDate events { nodes { id } pageInfo { hasNextPage } } } }')
    assert found["tour"]["artistNames"] == "B, A"
    assert found["tour"]["startDate"] is None
    assert found["tour"]["events"] == {"nodes": [{"id": str(event.pk)}], "pageInfo": {"hasNextPage": False}}
    assert Tour.objects.count() == TourDate.objects.count() == 1
