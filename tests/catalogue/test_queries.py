"""Which rows a shop shows, in which order, in how many statements (catalogue §4, §5)."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import RequestFactory
from django.utils import timezone

from catalogue.models import (
    ProductInCategory,
)
from config.graphql import schema
from shop.models import Shop
from shop.web.graphql.context import GraphQLContext
from tests.catalogue.wire import CARD, ROW, ask, full_product, names, statements
from tests.factories import (
    make_artist,
    make_category,
    make_event,
    make_product,
    make_shop,
    make_tour,
)
from tests.proofs import proves

pytestmark = pytest.mark.django_db


CATEGORY = f"""query($slug: ID!, $after: String) {{ category(id: $slug) {{ id name displayName notEmpty
  merchProducts(first: 60, after: $after) {{ nodes {{ {CARD} }} pageInfo {{ hasNextPage endCursor }} }}
  events {{ nodes {{ {ROW} }} }} }} }}"""


@pytest.fixture
def shop() -> Shop:
    return make_shop("nachtfalter")


class TestStatements:
    """The number of statements does not follow the number of rows. The shop's look-up takes two more."""

    def test_a_category_takes_three(self, shop: Shop) -> None:
        category = make_category(shop, slug="shirts")
        artist = make_artist(shop)
        full_product(shop, category=category, artist=artist)
        make_event(shop).categories.add(category)
        asked = {"slug": "shirts"}
        one = statements(shop, CATEGORY, **asked)
        for _ in range(8):
            full_product(shop, category=category, artist=artist)
        for _ in range(5):
            make_event(shop, capacity=3).categories.add(category)
        assert len(ask(shop, CATEGORY, **asked)["category"]["merchProducts"]["nodes"]) == 9
        # the category, whether it holds something, its products, its events
        assert (one, statements(shop, CATEGORY, **asked)) == (4, 4)

    def test_what_is_not_asked_is_not_read(self, shop: Shop) -> None:
        make_category(shop, slug="shirts")
        assert statements(shop, 'query { category(id: "shirts") { name } }') == 1

    @pytest.mark.parametrize(
        ("text", "most"),
        [
            (f'{{ product(id: "thing") {{ {CARD} relatedItems {{ ... on MerchProduct {{ {CARD} }} }} }} }}', 3),
            (f"""{{ event(id: "show") {{ {ROW} artists {{ id name }} tours {{ id name }} relatedItems {{ __typename
                }} }} }}""", 5),
            (f"{{ events {{ nodes {{ {ROW} artists {{ name squareImage {{ url }} }} tours {{ name }} }} }} }}", 3),
            (f"""{{ tours(first: 4) {{ nodes {{ name artistNames artists {{ name }} events {{ nodes {{ {ROW} }} }} }}
                }} }}""", 3),
            (f"""{{ artists {{ nodes {{ name mainCategory {{ slug }} merchProducts(first: 2) {{ nodes {{ {CARD} }}
                }} }} }} }}""", 2),
            (f"""{{ artist(id: "band") {{ name subcategories {{ nodes {{ name }} }} merchProducts {{ nodes {{ {CARD}
                }} }} events {{ nodes {{ {ROW} }} }} tours {{ name }} }} }}""", 5),
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
    @proves("design §1", "a shop shows and sells what it lists")
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

    @proves("catalogue §4", "main categories that hold something; tours with coming events; hidden and inactive things")
    def test_categories_are_main_ones_with_products(self, shop: Shop) -> None:
        full, side = make_category(shop, "full"), make_category(shop, "side", main_category=False)
        hidden, events, past = make_category(shop, "hidden"), make_category(shop, "events"), make_category(shop, "past")
        make_category(shop, "empty")
        for category in (full, side):
            make_product(shop, category=category)
        make_product(shop, category=hidden, hide=True)
        make_event(shop).categories.add(events)
        make_event(shop, happening_from=timezone.now() - timedelta(days=1)).categories.add(past)
        assert set(names(ask(shop, "{ categories { nodes { name notEmpty } } }")["categories"])) == {"full"}
        assert ask(shop, f'{{ category(id: "{hidden.pk}") {{ notEmpty }} }}')["category"] == {"notEmpty": False}
        assert ask(shop, f'{{ category(id: "{side.pk}") {{ notEmpty }} }}')["category"] == {"notEmpty": True}

    def test_tours_without_coming_events_are_not_listed(self, shop: Shop) -> None:
        make_tour(shop, name="full", events=[make_event(shop)])
        make_tour(shop, name="empty")
        make_tour(shop, name="past", events=[make_event(shop, happening_from=timezone.now() - timedelta(days=2))])
        make_tour(shop, name="inactive", events=[make_event(shop, active=False)])
        assert names(ask(shop, "{ tours { nodes { name } } }")["tours"]) == ["full"]

    def test_tours_can_be_asked_for_by_the_place_they_are_featured_at(self, shop: Shop) -> None:
        make_tour(shop, name="home", events=[make_event(shop)], featured_in=["Homepage"])
        make_tour(shop, name="other", events=[make_event(shop)])
        assert names(ask(shop, '{ tours(featuredIn: "Homepage") { nodes { name } } }')["tours"]) == ["home"]

    @proves(
        "catalogue §3",
        "the overview of dates: tours in two sliders above and below the dates, in the slots that staff gave them",
    )
    def test_tours_can_be_asked_for_by_their_places_among_the_tickets(self, shop: Shop) -> None:
        for place in ("top_left", "top_right", "bottom"):
            make_tour(shop, name=place, events=[make_event(shop)], **{f"sort_order_ticket_{place}": 0})
        make_tour(shop, name="none", events=[make_event(shop)], sort_order_homepage=1)
        make_tour(shop, name="past", sort_order_ticket_bottom=1)
        found = names(ask(shop, "{ tours(placed: true) { nodes { name } } }")["tours"])
        assert found == ["bottom", "top_left", "top_right"]

    @proves(
        "catalogue §7",
        "overviews hold all there is, up to 500; tours and categories by the place they are featured at",
    )
    def test_categories_can_be_asked_for_by_the_place_they_are_featured_at(self, shop: Shop) -> None:
        for name, featured in (("home", ["MerchBottom", "Homepage"]), ("other", ["MerchBottom"])):
            make_product(shop, category=make_category(shop, name, featured_at=featured))
        make_category(shop, "empty", featured_at=["Homepage"])
        assert names(ask(shop, '{ categories(featuredAt: "Homepage") { nodes { name } } }')["categories"]) == ["home"]

    def test_past_events_open_but_are_not_listed(self, shop: Shop) -> None:
        make_event(shop, slug="past", happening_from=timezone.now() - timedelta(days=1))
        now = timezone.now()
        make_event(shop, name="on", happening_from=now - timedelta(hours=1), happening_until=now + timedelta(hours=1))
        assert names(ask(shop, "{ events { nodes { name } } }")["events"]) == ["on"]
        assert ask(shop, '{ event(id: "past") { ticketState } }')["event"] == {"ticketState": "OVER"}


class TestOrder:
    @proves("catalogue §2", "order of lists; pages follow one another without gap or double")
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
            found = ask(shop, f"""query($after: String) {{ {root}(first: 2, after: $after) {{ edges {{ cursor node
                {{ id }} }} pageInfo {{ hasNextPage endCursor }} }} }}""", after=after)[root]  # fmt: skip
            seen += [edge["node"]["id"] for edge in found["edges"]]
            after = found["pageInfo"]["endCursor"]
            assert after == found["edges"][-1]["cursor"]
        assert not found["pageInfo"]["hasNextPage"]
        assert (len(seen), set(seen)) == (7, made)

    def test_a_shelf_continues_after_a_cursor_with_equal_places(self, shop: Shop) -> None:
        category = make_category(shop, slug="shelf")
        for _ in range(5):
            make_product(shop, category=category)
        text = """query($after: String) { category(id: "shelf") { merchProducts(first: 3, after: $after) { nodes {
            id } pageInfo { hasNextPage endCursor } } } }"""
        first = ask(shop, text)["category"]["merchProducts"]
        rest = ask(shop, text, after=first["pageInfo"]["endCursor"])["category"]["merchProducts"]
        ids = [node["id"] for node in (*first["nodes"], *rest["nodes"])]
        assert len(set(ids)) == 5
        assert ids == sorted(ids, key=int, reverse=True)
        assert (first["pageInfo"]["hasNextPage"], rest["pageInfo"]["hasNextPage"]) == (True, False)

    @proves("catalogue §7", "overviews hold all there is, up to 500; tours by the place they are featured at")
    def test_overviews_show_all_there_is_up_to_500(self, shop: Shop) -> None:
        for _ in range(101):
            make_event(shop)
        assert len(ask(shop, "{ events(first: 500) { nodes { id } } }")["events"]["nodes"]) == 101
        ask(shop, "{ artists(first: 500) { nodes { id } } categories(first: 500) { nodes { id } } }")
        ask(shop, "{ tours(first: 500) { nodes { id } } }")

    @pytest.mark.parametrize("root", ["events", "artists", "categories", "tours", "merchProducts"])
    def test_and_no_more(self, shop: Shop, root: str) -> None:
        refused = "first: 101" if root == "merchProducts" else "first: 501"
        document = schema.documents.of_visitor(f"{{ {root}({refused}) {{ nodes {{ id }} }} }}")
        _data, errors = schema.run(document, None, {}, GraphQLContext(shop, "de", RequestFactory().get("/")))
        assert errors[0].original_error.code == "INVALID_PAGE"

    @pytest.mark.parametrize("arguments", ["first: 501", "first: 0", "first: -1", 'after: "§§"', 'after: "WyJ4Il0"'])
    def test_pages_that_cannot_be(self, shop: Shop, arguments: str) -> None:
        document = schema.documents.of_visitor(f"{{ events({arguments}) {{ nodes {{ id }} }} }}")
        _data, errors = schema.run(document, None, {}, GraphQLContext(shop, "de", RequestFactory().get("/")))
        assert errors[0].original_error.code == "INVALID_PAGE"
