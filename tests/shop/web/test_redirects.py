"""The path redirection map (catalogue §2): on the server, on the wire, in the staff's forms."""

import re

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from shop.core.values.validators import RESERVED_SLUGS, validate_shop_slug
from shop.models import PathRedirect, Shop
from shop.web.redirects import OLD_PATHS, old_path, redirect_target
from tests.addresses import first_words
from tests.factories import make_shop
from tests.proofs import proves
from tests.shop.web.visit import Visit


@pytest.fixture
def shop(db: None) -> Shop:
    make_shop("merchstand")
    return make_shop("nachtfalter")


def move(shop: Shop, source: str, target: str) -> None:
    PathRedirect.objects.create(shop=shop, source=source, target=target)


@proves(
    "catalogue §2",
    "a path redirection map per shop: before routing, to other sites too, never in a circle; an empty "
    "target switches an address of earlier years off",
)
@pytest.mark.parametrize(
    ("moves", "path", "target"),
    [
        ({"/a": "/b"}, "/a", "/b"),
        ({"/a": "/b"}, "/a/", "/b"),
        ({"/a": "/b", "/b": "/c?x=1"}, "/a", "/c?x=1"),
        ({"/a": "/merch/shirts"}, "/a", "/categories/shirts"),
        ({"/a": "https://band.example/x"}, "/a", "https://band.example/x"),
        ({"/a": ""}, "/a", ""),
        ({"/a": "/b", "/b": ""}, "/a", "/b"),
        ({"/a": "/merch", "/merch": ""}, "/a", "/merch"),
        ({"/a": "/b", "/b": "/a"}, "/a", ""),
        ({"/a": "/a/"}, "/a", ""),
        ({"/categories/x": "/merch/x"}, "/categories/x", ""),
        ({}, "/a", ""),
    ],
)
def test_where_a_path_leads(moves: dict[str, str], path: str, target: str) -> None:
    assert redirect_target(moves, path) == target


def test_pages_are_redirected_before_they_are_routed(shop: Shop) -> None:
    move(shop, "/old", "/categories")
    move(shop, "/events", "https://tickets.example/")
    move(shop, "/gone", "")
    client = Client(HTTP_HOST="localhost")
    for path, target in {"old": "/nachtfalter/categories", "events": "https://tickets.example/"}.items():
        response = client.get(f"/nachtfalter/{path}")
        assert (response.status_code, response["Location"]) == (302, target)
    assert client.get("/nachtfalter/old?x=1")["Location"] == "/nachtfalter/categories?x=1"
    assert client.get("/nachtfalter/gone")["Location"] == "/nachtfalter/?broken_link=1"
    assert client.get("/events").status_code == 200  # of another shop


def test_an_empty_target_switches_an_old_path_off(shop: Shop) -> None:
    move(shop, "/merch", "")
    client = Client(HTTP_HOST="localhost")
    assert client.get("/nachtfalter/merch")["Location"] == "/nachtfalter/?broken_link=1"
    assert client.get("/nachtfalter/merch/shirts")["Location"] == "/nachtfalter/categories/shirts"
    assert client.get("/merch")["Location"] == "/categories"  # of another shop


def test_two_paths_that_lead_to_each_other_stay(shop: Shop) -> None:
    move(shop, "/events", "/categories")
    move(shop, "/categories", "http://localhost:8000/nachtfalter/events")
    assert Visit("/nachtfalter/events").response.status_code == 200
    assert Visit("/nachtfalter/categories").response.status_code == 200


def test_the_map_is_told_without_another_statement(shop: Shop) -> None:
    with CaptureQueriesContext(connection) as none:
        Visit("/nachtfalter/artists")
    for number in range(5):
        move(shop, f"/old_path-{number}", f"/new_path-{number}")
    with CaptureQueriesContext(connection) as five:
        visit = Visit("/nachtfalter/artists")
    assert len(none) == len(five)
    told = [{"source": f"/old_path-{number}", "target": f"/new_path-{number}"} for number in range(5)]
    assert visit.block("shop-data")["shop"]["redirects"] == told
    assert Client(HTTP_HOST="localhost").get("/api/v2/shops/nachtfalter/").json()["redirects"] == told


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("old", "/new"), ("//evil.example", "/new"), ("/old?x", "/new"), ("/a\\b", "/new"), ("/same", "/same/"),
        ("/old", "//evil.example"), ("/old", "javascript:alert(1)"), ("/old", "new"), ("/old", "/\\evil.example"),
    ],
)  # fmt: skip
def test_staff_cannot_enter_what_leads_nowhere(shop: Shop, source: str, target: str) -> None:
    with pytest.raises(ValidationError):
        PathRedirect(shop=shop, source=source, target=target).full_clean()


def test_the_frontend_knows_the_same_old_paths() -> None:
    from django.conf import settings

    source = (settings.FRONTEND_DIR / "src" / "app" / "moved.ts").read_text()
    block = re.search(r"oldPaths[^{]*\{(.*?)\}", source, re.S)
    assert block and dict(re.findall(r'"([^"]+)": "([^"]+)"', block[1])) == dict(OLD_PATHS)
    assert old_path("/merch/a/b") == old_path("/nothing") == old_path("/") == ""


@proves("design §1", "a slug that is the first word of any page is refused")
def test_no_shop_is_called_like_a_page() -> None:
    """Every first word of an address, here or in older clients, is refused as a slug."""
    words = first_words() | {old.split("/")[1] for old, _new in OLD_PATHS}
    assert {"products", "checkout", "api", "imprint", "faq"} <= words
    older = "bundle search contact imprint terms datapolicy faq jobs gamepolicy kulturpass nofrills advent artists"
    older += " tours refund ticketservice trace checkin request withdraw sitemap robots healthz domain-check"
    assert (words | set(older.split())) - RESERVED_SLUGS == set()
    with pytest.raises(ValidationError):
        validate_shop_slug("search")


@proves("catalogue §7", "the seasonal address of 2018 answers 410")
@pytest.mark.parametrize("address", ["custom/christmas_2018", "shops/merchstand/custom/christmas_2018/"])
def test_the_seasonal_address_of_2018_is_gone(shop: Shop, address: str) -> None:
    response = Client(HTTP_HOST="localhost").get(f"/api/v2/{address}")
    assert (response.status_code, response.json()["code"]) == (410, "GONE")
