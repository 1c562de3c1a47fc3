"""What a shop shows, in how many statements (catalogue §3 to §5)."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.db import connection
from django.utils import timezone, translation

from catalogue.models import InfoPanel, Manufacturer, Price, Product, ProductInCategory, Tour, TourDate
from config import schema
from shop.graphql import WireContext
from shop.models import Shop
from tests.factories import (
    make_artist,
    make_category,
    make_event,
    make_picture,
    make_product,
    make_shop,
    make_tour,
    make_variant,
)

pytestmark = pytest.mark.django_db

CARD = """id slug name artist price originalPrice available lowStock squareImage { id url srcsetAvif thumbnailAt500 }
  listImages { id } images { nodes { id alt thumbnailAt370 } }
  productVariants { nodes { id description price available lowStock } } meta { hide listPrice { hide prefix value } }"""
ROW = """id slug name artist priceLow priceHigh happeningFrom ticketState lowStock venue { id name address { city } }
  meta { externalLink customTag } productVariants { nodes { id price available pricingCategory { id name } } }
  pricingCategories { id name available productVariants { nodes { id } } }"""
CATEGORY = f"""query($slug: ID!, $after: String) {{ category(id: $slug) {{ id name displayName notEmpty
  merchProducts(first: 60, after: $after) {{ nodes {{ {CARD} }} pageInfo {{ hasNextPage endCursor }} }}
  events {{ nodes {{ {ROW} }} }} }} }}"""


def ask(shop: Shop, text: str, language: str = "de", **variables: Any) -> dict[str, Any]:
    document = schema.documents.of_visitor(text)
    with translation.override(language):
        data, errors = schema.run(document, None, variables, WireContext(shop, language, RequestFactory().get("/")))
    assert not errors, errors
    assert data is not None
    return data


def statements(shop: Shop, text: str, **variables: Any) -> int:
    with CaptureQueriesContext(connection) as queries:
        ask(shop, text, **variables)
    return len(queries)


@pytest.fixture
def shop() -> Shop:
    return make_shop("nachtfalter")


def names(connection: dict[str, Any]) -> list[str]:
    return [node["name"] for node in connection["nodes"]]


def full_product(shop: Shop, **fields: Any) -> Product:
    product = make_product(shop, variants=("XS", "S", "M", "L", "XL", "XXL"), capacity=10, **fields)
    for order in range(4):
        make_picture(product, order=order)
    return product


class TestStatements:
    """The number of statements does not follow the number of rows. The shop's look-up takes two more."""

    def test_a_category_takes_three(self, shop: Shop) -> None:
        category = make_category(shop, slug="shirts")
        artist = make_artist(shop)
        full_product(shop, category=category, artist=artist)
        make_event(shop).categories.add(category)
        asked = {"slug": "shirts"}
        one = statements(shop, CATEGORY, **asked)
        for _ in range(59):
            full_product(shop, category=category, artist=artist)
        for _ in range(5):
            make_event(shop, capacity=3).categories.add(category)
        assert len(ask(shop, CATEGORY, **asked)["category"]["merchProducts"]["nodes"]) == 60
        # the category, whether it holds something, its products, its events
        assert (one, statements(shop, CATEGORY, **asked)) == (4, 4)

    def test_what_is_not_asked_is_not_read(self, shop: Shop) -> None:
        make_category(shop, slug="shirts")
        assert statements(shop, 'query { category(id: "shirts") { name } }') == 1

    @pytest.mark.parametrize(
        ("text", "most"),
        [
            (f'{{ product(id: "thing") {{ {CARD} relatedItems {{ ... on MerchProduct {{ {CARD} }} }} }} }}', 3),
            (f'{{ event(id: "show") {{ {ROW} artists {{ id name }} tours {{ id name }} relatedItems {{ __typename }} }} }}', 5),
            (f"{{ events {{ nodes {{ {ROW} artists {{ name squareImage {{ url }} }} tours {{ name }} }} }} }}", 3),
            (f"{{ tours {{ nodes {{ name artistNames artists {{ name }} events {{ nodes {{ {ROW} }} }} }} }} }}", 3),
            (f"{{ artists {{ nodes {{ name mainCategory {{ slug }} merchProducts(first: 2) {{ nodes {{ {CARD} }} }} }} }} }}", 2),
            (f'{{ artist(id: "band") {{ name subcategories {{ nodes {{ name }} }} merchProducts {{ nodes {{ {CARD} }} }} events {{ nodes {{ {ROW} }} }} tours {{ name }} }} }}', 5),
            (f"{{ categories {{ nodes {{ name notEmpty merchProducts(first: 1) {{ nodes {{ {CARD} }} }} }} }} }}", 2),
        ],
    )  # fmt: skip
    def test_every_page_has_its_number(self, shop: Shop, text: str, most: int) -> None:
        artist = make_artist(shop, slug="band")
        category = make_category(shop, artist=artist)

        def fill(slug: dict[str, str], show: dict[str, str]) -> None:
            product = full_product(shop, artist=artist, category=category, **slug)
            event = make_event(shop, capacity=5, **show)
            event.artists.add(artist)
            tour = make_tour(shop, events=[event])
            tour.artists.add(artist)
            product.related_products.add(make_product(shop))
            product.related_events.add(event)
            event.related_products.add(product)

        fill({"slug": "thing"}, {"slug": "show"})
        assert statements(shop, text) <= most
        for _ in range(6):
            fill({}, {})
        assert statements(shop, text) <= most


class TestVisibility:
    def test_a_shop_shows_what_it_lists(self, shop: Shop) -> None:
        other = make_shop("kellerkind")
        theirs, both = make_product(other, slug="theirs"), make_product(other, slug="both")
        both.listed_in.add(shop)
        one = 'query { product(id: "%s") { slug } }'
        assert ask(shop, one % "theirs")["product"] is None
        assert ask(shop, one % theirs.pk)["product"] is None
        assert ask(shop, one % "both")["product"] == {"slug": "both"}
        assert ask(shop, one % both.pk)["product"] == {"slug": "both"}
        assert names(ask(shop, "{ merchProducts { nodes { name } } }")["merchProducts"]) == [both.name]

    @pytest.mark.parametrize("kind", ["artist", "category", "event", "tour"])
    def test_other_shops_things_are_none(self, shop: Shop, kind: str) -> None:
        other = make_shop("kellerkind")
        make: dict[str, Any] = {
            "artist": make_artist,
            "category": make_category,
            "event": make_event,
            "tour": make_tour,
        }
        thing = make[kind](other, slug="theirs")
        assert ask(shop, f'{{ {kind}(id: "theirs") {{ slug }} }}')[kind] is None
        assert ask(shop, f'{{ {kind}(id: "{thing.pk}") {{ slug }} }}')[kind] is None
        assert ask(other, f'{{ {kind}(id: "theirs") {{ slug }} }}')[kind] == {"slug": "theirs"}

    def test_hidden_products_open_but_are_not_listed_and_inactive_ones_do_neither(self, shop: Shop) -> None:
        category = make_category(shop, slug="shelf")
        make_product(shop, slug="shown", name="shown", category=category)
        make_product(shop, slug="hidden", hide=True, category=category)
        make_product(shop, slug="gone", active=False, category=category)
        listed = ask(
            shop, '{ category(id: "shelf") { merchProducts { nodes { name } } } merchProducts { nodes { name } } }'
        )
        assert names(listed["category"]["merchProducts"]) == names(listed["merchProducts"]) == ["shown"]
        assert ask(shop, '{ product(id: "hidden") { slug } }')["product"] is not None
        assert ask(shop, '{ product(id: "gone") { slug } }')["product"] is None

    def test_categories_are_main_ones_with_something_in_them(self, shop: Shop) -> None:
        full, side = make_category(shop, "full"), make_category(shop, "side", main_category=False)
        hidden, events, past = make_category(shop, "hidden"), make_category(shop, "events"), make_category(shop, "past")
        make_category(shop, "empty")
        for category in (full, side):
            make_product(shop, category=category)
        make_product(shop, category=hidden, hide=True)
        make_event(shop).categories.add(events)
        make_event(shop, happening_from=timezone.now() - timedelta(days=1)).categories.add(past)
        assert set(names(ask(shop, "{ categories { nodes { name notEmpty } } }")["categories"])) == {"full", "events"}
        assert ask(shop, f'{{ category(id: "{hidden.pk}") {{ notEmpty }} }}')["category"] == {"notEmpty": False}
        assert ask(shop, f'{{ category(id: "{side.pk}") {{ notEmpty }} }}')["category"] == {"notEmpty": True}

    def test_tours_without_coming_events_are_not_listed(self, shop: Shop) -> None:
        make_tour(shop, name="full", events=[make_event(shop)])
        make_tour(shop, name="empty")
        make_tour(shop, name="past", events=[make_event(shop, happening_from=timezone.now() - timedelta(days=2))])
        make_tour(shop, name="inactive", events=[make_event(shop, active=False)])
        assert names(ask(shop, "{ tours { nodes { name } } }")["tours"]) == ["full"]

    def test_past_events_open_but_are_not_listed(self, shop: Shop) -> None:
        make_event(shop, slug="past", happening_from=timezone.now() - timedelta(days=1))
        now = timezone.now()
        make_event(shop, name="on", happening_from=now - timedelta(hours=1), happening_until=now + timedelta(hours=1))
        assert names(ask(shop, "{ events { nodes { name } } }")["events"]) == ["on"]
        assert ask(shop, '{ event(id: "past") { ticketState } }')["event"] == {"ticketState": "OVER"}


class TestOrder:
    def test_lists_are_sorted_as_specified(self, shop: Shop) -> None:
        start = timezone.now() + timedelta(days=5)
        make_event(shop, name="late doors", happening_from=start, door_time=start - timedelta(minutes=30))
        make_event(shop, name="early doors", happening_from=start, door_time=start - timedelta(hours=2))
        make_event(shop, name="sooner", happening_from=start - timedelta(days=1))
        assert names(ask(shop, "{ events { nodes { name } } }")["events"]) == ["sooner", "early doors", "late doors"]
        for name, place in (("B", None), ("A", None), ("Z", 1)):
            make_artist(shop, name, sort_order_ticket_bottom=place)
        assert names(ask(shop, "{ artists { nodes { name } } }")["artists"]) == ["Z", "A", "B"]
        for name, order in (("low", 1), ("high", 9)):
            make_product(shop, category=make_category(shop, name, order=order))
        assert names(ask(shop, "{ categories { nodes { name } } }")["categories"]) == ["high", "low"]

    def test_a_shelf_goes_by_its_order_and_then_newest_first(self, shop: Shop) -> None:
        category = make_category(shop, slug="shelf")
        for name, place in (("old", 0), ("new", 0), ("top", 5)):
            ProductInCategory.objects.create(
                product=make_product(shop, name=name), category=category, product_order=place
            )
        found = ask(shop, '{ category(id: "shelf") { merchProducts { nodes { name } } } }')
        assert names(found["category"]["merchProducts"]) == ["top", "new", "old"]


class TestPages:
    @pytest.mark.parametrize(
        ("root", "make"),
        [
            ("merchProducts", make_product),
            ("events", make_event),
            ("artists", make_artist),
        ],
    )
    def test_pages_follow_one_another_without_gap_or_double(self, shop: Shop, root: str, make: Any) -> None:
        made = {str(make(shop).pk) for _ in range(7)}
        seen, after = [], None
        for _ in range(4):
            found = ask(shop, f"query($after: String) {{ {root}(first: 2, after: $after) {{ edges {{ cursor node {{ id }} }} pageInfo {{ hasNextPage endCursor }} }} }}", after=after)[root]  # fmt: skip
            seen += [edge["node"]["id"] for edge in found["edges"]]
            after = found["pageInfo"]["endCursor"]
            assert after == found["edges"][-1]["cursor"]
        assert not found["pageInfo"]["hasNextPage"]
        assert (len(seen), set(seen)) == (7, made)

    def test_a_shelf_continues_after_a_cursor_with_equal_places(self, shop: Shop) -> None:
        category = make_category(shop, slug="shelf")
        for _ in range(5):
            make_product(shop, category=category)
        text = 'query($after: String) { category(id: "shelf") { merchProducts(first: 3, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } } }'
        first = ask(shop, text)["category"]["merchProducts"]
        rest = ask(shop, text, after=first["pageInfo"]["endCursor"])["category"]["merchProducts"]
        ids = [node["id"] for node in (*first["nodes"], *rest["nodes"])]
        assert len(set(ids)) == 5
        assert ids == sorted(ids, key=int, reverse=True)
        assert (first["pageInfo"]["hasNextPage"], rest["pageInfo"]["hasNextPage"]) == (True, False)

    @pytest.mark.parametrize("arguments", ["first: 101", "first: 0", "first: -1", 'after: "§§"', 'after: "WyJ4Il0"'])
    def test_pages_that_cannot_be(self, shop: Shop, arguments: str) -> None:
        document = schema.documents.of_visitor(f"{{ events({arguments}) {{ nodes {{ id }} }} }}")
        _data, errors = schema.run(document, None, {}, WireContext(shop, "de", RequestFactory().get("/")))
        assert errors[0].original_error.code == "INVALID_PAGE"  # type: ignore[union-attr]


class TestOffers:
    def product(self, shop: Shop, slug: str) -> dict[str, Any]:
        text = "query($slug: ID!) { product(id: $slug) { price originalPrice available lowStock prices { countryCode price } productVariants { nodes { description price originalPrice available lowStock } } } }"
        found = ask(shop, text, slug=slug)["product"]
        assert isinstance(found, dict)
        return found

    def test_prices_are_the_variants_own_or_the_products_plus_the_surcharge(self, shop: Shop) -> None:
        product = make_product(shop, slug="shirt", variants=())
        Price.objects.filter(product=product).update(original_price="25.00")
        Price.objects.create(product=product, country_code="ch", price=Decimal("22.00"))
        make_variant(product=product, description="M", order=1)
        make_variant(product=product, description="XXL", order=2, additional_price="2.50")
        make_variant(product=product, description="gold", order=3, additional_price="2.50", price="99.00")
        found = self.product(shop, "shirt")
        assert (found["price"], found["originalPrice"]) == ("20.00", "25.00")
        assert [price["countryCode"] for price in found["prices"]] == ["ch", "de"]
        variants = [(node["price"], node["originalPrice"]) for node in found["productVariants"]["nodes"]]
        assert variants == [("20.00", "25.00"), ("22.50", "27.50"), ("99.00", None)]

    def test_a_product_without_a_price_costs_what_its_cheapest_variant_does(self, shop: Shop) -> None:
        product = make_product(shop, slug="shirt", variants=(), price=None)
        make_variant(product=product, price="12.00", capacity=0)
        make_variant(product=product, price="15.00")
        make_variant(product=product, price="18.00")
        assert self.product(shop, "shirt")["price"] == "15.00"

    def test_nothing_is_sold_without_a_price(self, shop: Shop) -> None:
        make_product(shop, slug="shirt", price=None)
        found = self.product(shop, "shirt")
        assert (found["available"], found["productVariants"]["nodes"][0]["available"]) == (False, False)

    @pytest.mark.parametrize(
        ("capacities", "active", "available", "low"),
        [
            ((), True, True, False),
            ((6,), True, True, False),
            ((5,), True, True, True),
            ((0,), True, False, False),
            ((50, 0), True, False, False),
            ((50, 3), True, True, True),
            ((50,), False, False, False),
        ],
    )
    def test_a_variant_needs_a_free_piece_in_every_stock(
        self, shop: Shop, capacities: tuple[int, ...], active: bool, available: bool, low: bool
    ) -> None:
        from catalogue.actions import create_stock
        from catalogue.models import StockUse

        product = make_product(shop, slug="shirt", variants=())
        variant = make_variant(product=product, active=active)
        for number, capacity in enumerate(capacities):
            stock = create_stock(owner=shop, name=f"stock {number}", capacity=capacity)
            StockUse.objects.create(variant=variant, stock=stock)
        node = self.product(shop, "shirt")["productVariants"]["nodes"][0]
        assert (node["available"], node["lowStock"]) == (available, low)

    def test_a_product_runs_low_when_all_that_is_left_does(self, shop: Shop) -> None:
        product = make_product(shop, slug="shirt", variants=())
        make_variant(product=product, capacity=3)
        make_variant(product=product, capacity=0)
        assert self.product(shop, "shirt")["lowStock"] is True
        make_variant(product=product, capacity=30)
        assert self.product(shop, "shirt")["lowStock"] is False

    def test_tickets_know_their_block_and_blocks_their_tickets(self, shop: Shop) -> None:
        from catalogue.models import PricingCategory

        event = make_event(shop, slug="show", price="30.00")
        block = PricingCategory.objects.create(event=event, name_de="Rang", name_en="Balcony", order=1)
        ticket = make_variant(event=event, price="45.50", pricing_category=block, capacity=0, order=5)
        text = """{ event(id: "show") { price priceLow priceHigh available pricingCategories { name available
          productVariants { nodes { id } } } productVariants { nodes { id pricingCategory { name } } } } }"""
        found = ask(shop, text, "en")["event"]
        assert (found["price"], found["priceLow"], found["priceHigh"]) == ("30.00", "30.00", "45.50")
        assert found["available"] is True
        balcony = {"name": "Balcony", "available": False, "productVariants": {"nodes": [{"id": str(ticket.pk)}]}}
        assert found["pricingCategories"] == [balcony]
        assert [node["pricingCategory"] for node in found["productVariants"]["nodes"]] == [None, {"name": "Balcony"}]

    @pytest.mark.parametrize(
        ("fields", "capacity", "state"),
        [
            ({}, 9, "ON_SALE"),
            ({}, 0, "SOLD_OUT"),
            ({"presale_at": timedelta(days=1)}, 9, "BEFORE_PRESALE"),
            ({"presale_at": timedelta(days=-1)}, 9, "ON_SALE"),
            ({"external_link": "https://tickets.example/"}, 0, "EXTERNAL"),
            ({"happening_from": timedelta(days=-1)}, 9, "OVER"),
        ],
    )
    def test_ticket_state(self, shop: Shop, fields: dict[str, Any], capacity: int, state: str) -> None:
        values = {
            name: timezone.now() + value if isinstance(value, timedelta) else value for name, value in fields.items()
        }
        make_event(shop, slug="show", capacity=capacity, **values)
        assert ask(shop, '{ event(id: "show") { ticketState } }')["event"] == {"ticketState": state}


class TestTexts:
    def test_texts_follow_the_language_and_fall_back(self, shop: Shop) -> None:
        make_product(shop, slug="shirt", name_de="Hemd", name_en="Shirt", color_de="rot", color_en="")
        text = '{ product(id: "shirt") { name color } }'
        assert ask(shop, text, "de")["product"] == {"name": "Hemd", "color": "rot"}
        assert ask(shop, text, "en")["product"] == {"name": "Shirt", "color": "rot"}

    def test_the_full_name_falls_back_to_artist_and_name(self, shop: Shop) -> None:
        artist = make_artist(shop, "Nachtfalter")
        make_product(shop, slug="one", name="Shirt", artist=artist)
        make_product(shop, slug="two", name="Shirt", artist=artist, descriptive_name="Das Hemd")
        event = make_event(shop, slug="three", name="Tour 2027")
        event.artists.add(artist, make_artist(shop, "Kellerkind"))
        found = ask(
            shop,
            '{ a: product(id: "one") { descriptiveName } b: product(id: "two") { descriptiveName } event(id: "three") { descriptiveName artist } }',
        )
        assert found["a"]["descriptiveName"] == "Nachtfalter Shirt"
        assert found["b"]["descriptiveName"] == "Das Hemd"
        assert found["event"] == {
            "descriptiveName": "Nachtfalter, Kellerkind Tour 2027",
            "artist": "Nachtfalter, Kellerkind",
        }

    def test_html_of_staff_is_cleaned(self, shop: Shop) -> None:
        evil = '<p onclick="x()">gut <a href="javascript:x()">weg</a><script>x()</script><img src=x onerror=x></p>'
        product = make_product(shop, slug="shirt", description=evil, disclaimer=evil)
        InfoPanel.objects.create(product=product, title="Größen", description=evil)
        make_event(shop, slug="show", html_details=evil, description="Zeile\n\nZeile & mehr")
        found = ask(
            shop,
            '{ product(id: "shirt") { description additionalInformation { description } meta { disclaimer } } event(id: "show") { description htmlDetails { content } } }',
        )
        product_found = found["product"]
        clean = '<p>gut <a rel="noopener noreferrer">weg</a></p>'
        assert product_found["description"] == product_found["additionalInformation"][0]["description"] == clean
        assert product_found["meta"]["disclaimer"] == found["event"]["htmlDetails"]["content"] == clean
        assert found["event"]["description"] == "<p>Zeile</p>\n\n<p>Zeile &amp; mehr</p>"


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
        kind = schema.schema._schema.query_type.fields[root].type  # type: ignore[union-attr]
        argument = "" if root == "shop" else '(id: "thing")'
        document = f"{{ {root}{argument} {whole_selection(kind, 3)} }}"
        node = schema.documents.listed(document)
        data, errors = schema.run(node, None, {}, WireContext(shop, "de", RequestFactory().get("/")))
        assert not errors, errors
        assert data and data[root]


def whole_selection(kind: Any, depth: int) -> str:
    from graphql import GraphQLObjectType, GraphQLUnionType, get_named_type

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
    assert image["srcsetAvif"].endswith("/media/pictures/abc/360.avif 360w, /media/pictures/abc/370.avif 370w")
    assert image["url"] == "/media/pictures/abc/original.png"


def test_tour_knows_its_artists_and_dates(shop: Shop) -> None:
    event = make_event(shop)
    tour = make_tour(shop, slug="tour", events=[event])
    tour.artists.add(make_artist(shop, "B"), make_artist(shop, "A"))
    found = ask(shop, '{ tour(id: "tour") { artistNames startDate events { nodes { id } pageInfo { hasNextPage } } } }')
    assert found["tour"]["artistNames"] == "B, A"
    assert found["tour"]["startDate"] is None
    assert found["tour"]["events"] == {"nodes": [{"id": str(event.pk)}], "pageInfo": {"hasNextPage": False}}
    assert Tour.objects.count() == TourDate.objects.count() == 1
