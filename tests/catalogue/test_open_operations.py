"""The catalogue's calls are on the list, so a production shop answers them (catalogue §7)."""

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from catalogue.models import Price
from shop.models import News, Shop
from tests.factories import make_category, make_event, make_product, make_seat_map, make_shop, make_tour
from tests.proofs import proves

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop(settings: Settings) -> Shop:
    settings.GRAPHQL_SAFELIST_ONLY = True
    make_shop("merchstand")
    return make_shop("nachtfalter")


def listed() -> dict[str, dict[str, Any]]:
    answer = Client(HTTP_HOST="localhost").get("/api/v2/operations/")
    assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (200, "*")
    return {one["name"]: one for one in json.loads(answer.content)["operations"]}


def ask(name: str, **variables: Any) -> Any:
    """As another client does: by the hash that the list names."""
    persisted = {"persistedQuery": {"version": 1, "sha256Hash": listed()[name]["sha256Hash"]}}
    query = {"extensions": json.dumps(persisted), "variables": json.dumps(variables), "locale": "de"}
    found = Client(HTTP_HOST="localhost", HTTP_ORIGIN="https://app.example").get(
        f"/api/v2/shops/nachtfalter/graphql?{urlencode(query)}"
    )
    answer = json.loads(found.content)
    assert (found.status_code, answer.get("errors")) == (200, None), answer
    assert found["Access-Control-Allow-Origin"] == "*"
    return answer["data"]


@proves("catalogue §7", "every listed operation with its hash, variables and text stands at /api/v2/operations/")
def test_the_list_says_what_can_be_asked(shop: Shop) -> None:
    known = listed()
    assert {"PRODUCT", "EVENT", "ORGANIZER", "KULTURPASS_URL", "EVENT_BY_TICKET", "ADVENT", "SEARCH"} <= set(known)
    assert known["PRODUCT_PRICES"]["variables"] == {"ids": "[ID!]!"}
    assert known["PRODUCT_PRICES"]["text"].startswith("query PRODUCT_PRICES")
    assert (known["PRODUCT_PRICES"]["public"], known["CART"]["public"]) == (True, False)
    assert (known["PRODUCT_PRICES"]["kind"], known["ADDTOCART"]["kind"]) == ("query", "mutation")


@proves("catalogue §7", "prices per country and meta of one and several products, by the list alone")
def test_prices(shop: Shop) -> None:
    product = make_product(shop, slug="shirt", external_url="https://elsewhere.example/")
    Price.objects.create(product=product, country_code="at", price="21.00")
    [found] = ask("PRODUCT_PRICES", ids=["shirt"])["productPrices"]
    assert {one["countryCode"] for one in found["prices"]} == {"de", "at"}
    assert found["meta"]["externalUrl"] == "https://elsewhere.example/"
    assert ask("PRODUCT_PRICE", id="shirt")["product"] == found


@proves("catalogue §7", "all categories with the check whether they hold a product, an event, anything")
def test_all_categories(shop: Shop) -> None:
    goods, shows, empty = (make_category(shop, slug=slug) for slug in ("goods", "shows", "empty"))
    make_product(shop, category=goods)
    make_event(shop).categories.add(shows)
    side = make_category(shop, slug="side", main_category=False)
    nodes = ask("ALL_CATEGORIES")["categories"]["nodes"]
    found = {
        one["slug"]: (one["notEmpty"], len(one["merchProducts"]["nodes"]), len(one["events"]["nodes"])) for one in nodes
    }
    assert found == {"goods": (True, 1, 0), "shows": (True, 0, 1), empty.slug: (False, 0, 0), side.slug: (False, 0, 0)}
    assert ask("PRODUCTS_IN_CATEGORY", categorySlug="goods")["category"]["merchProducts"]["nodes"]
    assert ask("EVENTS_IN_CATEGORY", categorySlug="shows")["category"]["events"]["nodes"]
    assert ask("CATEGORIES_OF_CATEGORY", categorySlug="empty")["category"]["subcategories"]["nodes"]


@proves("catalogue §7", "free seats and the seat map's address by event, all events, tours, artists, news by category")
def test_events_tours_and_news(shop: Shop) -> None:
    event = make_event(shop, slug="show")
    make_seat_map(event)
    make_tour(shop, slug="tour", events=[event])
    for category in ("hot", "regular"):
        News.objects.create(shop=shop, category=category, title_de=category, url="https://x.example/")
    assert ask("AVAILABLE_SEAT_IDS", eventId="show")["event"]["availableSeatIds"]
    assert ask("SEATMAP_URL", eventId="show")["event"]["seatmapUrl"].endswith(".json")
    assert [one["slug"] for one in ask("ALL_EVENTS")["events"]["nodes"]] == ["show"]
    assert [one["slug"] for one in ask("ALL_TOURS")["tours"]["nodes"]] == ["tour"]
    assert ask("ALL_ARTISTS")["artists"]["nodes"] == []
    assert [one["title"] for one in ask("NEWS", categories=["hot"])["news"]["nodes"]] == ["hot"]
    assert ask("SHOP")["shop"]["slug"] == "nachtfalter"
