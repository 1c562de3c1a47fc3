"""What crawlers read of a shop besides its pages: robots.txt and sitemap.xml."""

from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from catalogue.pages import sitemap
from shop.models import AccessCode, Shop, ShopSocial
from tests.factories import make_artist, make_category, make_event, make_product, make_shop, make_tour
from tests.proofs import proves
from tests.shop.web.visit import Visit

pytestmark = pytest.mark.django_db
NAMES = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand")
    shop = make_shop("nachtfalter")
    make_product(shop, slug="shirt", category=make_category(shop, "Shirts", slug="shirts"))
    make_artist(shop, slug="falter")
    make_tour(shop, slug="tour", events=[make_event(shop, slug="show")])
    return shop


def read(path: str, host: str = "localhost") -> list[str]:
    response = Client(HTTP_HOST=host).get(path)
    assert (response.status_code, response["Content-Type"], response.cookies) == (200, "application/xml", {})
    found = ElementTree.fromstring(response.content).findall(".//s:loc", NAMES)
    return [one.text or "" for one in found]


class TestSitemap:
    @proves("design §1", "sitemap.xml per shop: visible pages with both languages, an index when there are many")
    def test_every_visible_page_with_its_languages(self, shop: Shop) -> None:
        own = "http://localhost:8000/nachtfalter"
        found = read("/nachtfalter/sitemap.xml")
        things = {"products/shirt", "categories/shirts", "artists/falter", "events/show", "tours/tour"}
        assert {own, f"{own}/events", f"{own}/imprint"} | {f"{own}/{thing}" for thing in things} <= set(found)
        assert len(found) == len(set(found))
        for address in found:
            visit = Visit(address.removeprefix("http://localhost:8000"))
            assert visit.markup.one("link", rel="canonical")["href"] == address
        document = ElementTree.fromstring(Client(HTTP_HOST="localhost").get("/nachtfalter/sitemap.xml").content)
        links = [one.attrib for one in document.findall("s:url", NAMES)[1].findall("x:link", NAMES)]
        assert [(one["hreflang"], one["href"]) for one in links] == [
            ("de", f"{own}/artists?lang=de"), ("en", f"{own}/artists?lang=en"), ("x-default", f"{own}/artists"),
        ]  # fmt: skip

    def test_nothing_that_lists_hide(self, shop: Shop) -> None:
        make_product(shop, slug="hidden", hide=True)
        make_product(shop, slug="inactive", active=False)
        make_category(shop, "Empty", slug="empty")
        make_tour(shop, slug="idle", events=[])
        found = " ".join(read("/nachtfalter/sitemap.xml"))
        assert not [slug for slug in ("hidden", "inactive", "empty", "idle") if f"/{slug}" in found]
        assert "shirt" not in " ".join(read("/sitemap.xml"))

    def test_on_the_shops_own_domain(self, shop: Shop) -> None:
        Shop.objects.filter(pk=shop.pk).update(domain="shop.nachtfalter.example")
        found = read("/sitemap.xml", "shop.nachtfalter.example")
        assert {address.split("/")[2] for address in found} == {"shop.nachtfalter.example:8000"}
        moved = Client(HTTP_HOST="localhost").get("/nachtfalter/sitemap.xml")
        assert moved["Location"] == "http://shop.nachtfalter.example:8000/sitemap.xml"

    def test_many_pages_make_an_index(self, shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
        whole = read("/nachtfalter/sitemap.xml")
        monkeypatch.setattr(sitemap, "MAX_PAGES", 6)
        files = read("/nachtfalter/sitemap.xml")
        assert len(files) == -(-len(whole) // 6)
        parts = [read(file.removeprefix("http://localhost:8000")) for file in files]
        assert [one for part in parts for one in part] == whole and max(map(len, parts)) == 6
        assert Client(HTTP_HOST="localhost").get(f"/nachtfalter/sitemap-{len(files) + 1}.xml").status_code == 404

    def test_needs_the_same_statements_for_more(self, shop: Shop) -> None:
        with CaptureQueriesContext(connection) as few:
            read("/nachtfalter/sitemap.xml")
        for _ in range(9):
            make_product(shop)
            make_event(shop)
        with CaptureQueriesContext(connection) as many:
            read("/nachtfalter/sitemap.xml")
        assert len(few) == len(many) <= 7

    def test_a_gated_shop_has_none(self, shop: Shop) -> None:
        AccessCode.objects.create(shop=shop, code="GEHEIM")
        response = Client(HTTP_HOST="localhost").get("/nachtfalter/sitemap.xml")
        assert b"shirt" not in response.content


class TestRobots:
    def lines(self, path: str, host: str = "localhost") -> list[str]:
        response = Client(HTTP_HOST=host).get(path)
        assert (response.status_code, response["Content-Type"], response.cookies) == (200, "text/plain", {})
        return response.content.decode().splitlines()

    @proves("design §1", "robots.txt names the sitemaps and no secret shop")
    def test_of_the_main_host(self, shop: Shop) -> None:
        secret = make_shop("geheimbund")
        AccessCode.objects.create(shop=secret, code="ROTLICHT")
        with CaptureQueriesContext(connection) as statements:
            lines = self.lines("/robots.txt")
        assert {"Disallow: /api/", "Disallow: /admin/", "Disallow: /checkout", "Disallow: /*/checkout"} <= set(lines)
        assert "Sitemap: http://localhost:8000/sitemap.xml" in lines
        assert "Sitemap: http://localhost:8000/nachtfalter/sitemap.xml" in lines
        assert "geheimbund" not in " ".join(lines)
        assert len(statements) <= 4

    def test_of_a_shop_on_its_own_domain(self, shop: Shop) -> None:
        Shop.objects.filter(pk=shop.pk).update(domain="shop.nachtfalter.example")
        lines = self.lines("/robots.txt", "shop.nachtfalter.example")
        assert "Sitemap: http://shop.nachtfalter.example:8000/sitemap.xml" in lines


@proves("design §1", "the home page says who runs the shop, for search engines")
def test_the_home_page_says_who_runs_the_shop(shop: Shop) -> None:
    ShopSocial.objects.create(shop=shop, title="Band", instagram="https://instagram.example/n")
    (found,) = Visit("/nachtfalter/").linked_data()
    assert (found["@type"], found["name"], found["url"]) == (
        "Organization", "Nachtfalter", "http://localhost:8000/nachtfalter",
    )  # fmt: skip
    assert found["sameAs"] == ["https://instagram.example/n"]
