"""The page shell: status, head, data, what React writes; read without a session and without JavaScript (design §1)."""

import base64
import hashlib
import json
import re
from typing import Any
from urllib.parse import urljoin

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from shop.models import Shop, ShopSocial
from tests.catalogue.wire import full_product
from tests.factories import make_artist, make_category, make_event, make_product, make_shop, make_tour
from tests.proofs import proves
from tests.shop.web.visit import Visit

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand", name="Merchstand")
    shop = make_shop("nachtfalter", name="Nachtfalter", site_description_de="Dream Pop aus Dresden")
    ShopSocial.objects.create(shop=shop, title="Band", instagram="https://instagram.example/n")
    artist = make_artist(shop, "Nachtfalter", slug="nachtfalter")
    category = make_category(shop, "Shirts", slug="shirts", artist=artist)
    full_product(
        shop, slug="shirt", name_de="Hemd", name_en="Shirt", artist=artist, category=category,
        description_de="<p>Aus Baumwolle</p>",
    )  # fmt: skip
    event = make_event(shop, slug="show", name="Tour 2027", capacity=20)
    event.artists.add(artist)
    make_tour(shop, slug="tour", name="Falterzug", events=[event]).artists.add(artist)
    return shop


PAGES = {
    "/nachtfalter/": ("band-home", "BAND_HOME"),
    "/": ("main-home", "MAIN_HOME"),
    "/nachtfalter/artists": ("artists", "ARTISTS"),
    "/nachtfalter/artists/nachtfalter": ("artist", "ARTIST"),
    "/nachtfalter/categories": ("categories", "CATEGORIES"),
    "/nachtfalter/categories/shirts": ("category", "CATEGORY"),
    "/nachtfalter/products/shirt": ("product", "PRODUCT"),
    "/nachtfalter/events": ("events", "EVENTS"),
    "/nachtfalter/news": ("news", "NEWS_PAGE"),
    "/nachtfalter/events/show": ("event", "EVENT"),
    "/nachtfalter/tours/tour": ("tour", "TOUR"),
}
CHECKOUT = {
    "/nachtfalter/checkout": "checkout",
    "/nachtfalter/checkout/details": "checkout-details",
    "/nachtfalter/checkout/payment": "checkout-payment",
    "/nachtfalter/checkout/confirm": "checkout-confirm",
    "/nachtfalter/checkout/done/abc/B-12345": "checkout-done",
}


class TestEveryPage:
    @proves("design §1", "each page carries the answer of its own query and reads without JavaScript")
    @pytest.mark.parametrize("path", PAGES)
    def test_carries_the_answer_of_its_own_query(self, shop: Shop, path: str) -> None:
        visit = Visit(path)
        route, operation = PAGES[path]
        data = visit.block("page-data")
        assert visit.response.status_code == data["status"] == 200
        assert (data["route"], data["operation"]) == (route, operation)
        assert visit.block("shop-data")["shop"]["slug"] == ("merchstand" if path == "/" else "nachtfalter")
        same = self.asked_again(data, visit.block("shop-data")["graphqlUrl"])
        assert data["data"] == same

    def asked_again(self, data: dict[str, Any], url: str) -> Any:
        from shop.core.wire.graphql.persisted import persisted_queries

        key = persisted_queries().newest[data["operation"]]
        extensions = json.dumps({"persistedQuery": {"version": 1, "sha256Hash": key}})
        asked = {"extensions": extensions, "variables": json.dumps(data["variables"]), "locale": "de"}
        return Client(HTTP_HOST="localhost").get(url, asked).json()["data"]

    @pytest.mark.parametrize("path", PAGES)
    def test_reads_without_javascript(self, shop: Shop, path: str) -> None:
        """Also in the other language: the switch is a link."""
        markup = Visit(path).markup
        other = markup.one("a", hreflang="en")["href"]
        assert Visit(urljoin(path, other)).markup.one("html")["lang"] == "en"
        assert markup.has("main", id="main")
        assert [tag for tag, _attributes in markup.tags].count("h1") == 1
        assert markup.has("a", href="/nachtfalter/events" if path != "/" else "/events")

    @proves(
        "design §6",
        "one inline script, two where a page opens with a wide picture, each named by the policy; no inline "
        "style; texts cannot end their block",
    )
    @pytest.mark.parametrize("path", [*PAGES, *CHECKOUT, "/nachtfalter/products/nothing"])
    def test_runs_only_scripts_that_the_policy_names_and_has_no_inline_style(self, shop: Shop, path: str) -> None:
        visit = Visit(path)
        for tag, attributes in visit.markup.tags:
            assert tag != "style"
            assert not [name for name in attributes if name.startswith("on") or name == "style"], (tag, attributes)
        scripts = re.findall(r"<script([^>]*)>(.*?)</script>", visit.html, re.S)
        run = [content for attributes, content in scripts if "json" not in attributes and "src" not in attributes]
        assert all(run) and len(run) == 2
        for content in run:
            named = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
            assert f"'sha256-{named}'" in visit.response["Content-Security-Policy"].partition(";")[2].partition(";")[0]

    @proves("design §5", "a page of any kind makes no session, writes nothing, needs at most six statements")
    @pytest.mark.parametrize("path", [*PAGES, *CHECKOUT])
    def test_opens_no_session_and_writes_nothing(self, shop: Shop, path: str) -> None:
        with transaction.atomic():
            connection.cursor().execute("SET TRANSACTION READ ONLY")
            response = Visit(path).response
        assert response.status_code == 200
        assert not response.cookies
        assert "Cookie" not in response.get("Vary", "")

    @proves("design §1", "title, canonical, hreflang, linked data; checkout is unlisted")
    @pytest.mark.parametrize("path", PAGES)
    def test_names_itself_for_search_engines(self, shop: Shop, path: str) -> None:
        markup = Visit(path).markup
        address = f"http://localhost:8000{path.removesuffix('/') or '/'}"
        assert markup.one("link", rel="canonical")["href"] == address
        languages = {code: markup.one("link", hreflang=code)["href"] for code in ("de", "en", "x-default")}
        assert languages == {"de": f"{address}?lang=de", "en": f"{address}?lang=en", "x-default": address}
        assert markup.one("meta", property="og:url")["content"] == address
        assert not markup.has("meta", name="robots")

    @pytest.mark.parametrize("path", [*PAGES, "/nachtfalter/search/nachtfalter", "/nachtfalter/faq"])
    def test_needs_few_statements(self, shop: Shop, path: str) -> None:
        with CaptureQueriesContext(connection) as one:
            Visit(path)
        artist, category = shop_things(shop)
        for number in range(12):
            full_product(shop, slug=f"more-{number}", artist=artist, category=category)
            event = make_event(shop, capacity=9)
            event.artists.add(make_artist(shop))
            event.categories.add(category)
            make_tour(shop, events=[event])
        with CaptureQueriesContext(connection) as many:
            Visit(path)
        # Home pages have a list of nearly every kind; an event has artists, tours, related things and bundles.
        most = 7 if path in ("/", "/nachtfalter/", "/nachtfalter/events/show") else 6
        assert len(one) == len(many) <= most, [query["sql"][:120] for query in many]


def shop_things(shop: Shop) -> tuple[Any, Any]:
    from catalogue.models import Artist, Category

    return Artist.objects.get(slug="nachtfalter"), Category.objects.get(slug="shirts")


class TestSixtyItems:
    def test_a_category_page_needs_six_statements_at_one_and_at_sixty_items(self, shop: Shop) -> None:
        artist, category = shop_things(shop)
        for _ in range(59):
            full_product(shop, artist=artist, category=category)
        with CaptureQueriesContext(connection) as page:
            visit = Visit("/nachtfalter/categories/shirts")
        nodes = visit.block("page-data")["data"]["category"]["merchProducts"]["nodes"]
        assert (len(nodes), len(nodes[0]["productVariants"]["nodes"])) == (18, 6)
        assert len(page) <= 6
        cursor = visit.block("page-data")["data"]["category"]["merchProducts"]["pageInfo"]["endCursor"]
        with CaptureQueriesContext(connection) as following:
            second = Visit(f"/nachtfalter/categories/shirts?after={cursor}")
        assert len(following) <= 6
        ids = {node["id"] for node in second.block("page-data")["data"]["category"]["merchProducts"]["nodes"]}
        assert ids.isdisjoint({node["id"] for node in nodes})
        canonical = second.markup.one("link", rel="canonical")["href"]
        assert canonical == f"http://localhost:8000/nachtfalter/categories/shirts?after={cursor}"


class TestHead:
    def test_of_a_product(self, shop: Shop) -> None:
        visit = Visit("/nachtfalter/products/shirt")
        assert visit.markup.text("title") == "Nachtfalter Hemd"
        assert visit.markup.one("meta", name="description")["content"] == "Aus Baumwolle"
        assert visit.markup.one("meta", property="og:image")["content"].startswith(
            "http://localhost:8000/media/pictures/"
        )
        product, crumbs = visit.linked_data()
        assert product["@type"] == "Product"
        assert product["offers"]["price"] == "20.00"
        assert product["offers"]["availability"] == "https://schema.org/InStock"
        assert [item["name"] for item in crumbs["itemListElement"]] == ["Nachtfalter", "Merch", "Shirts", "Hemd"]

    def test_of_an_event(self, shop: Shop) -> None:
        visit = Visit("/nachtfalter/events/show")
        assert visit.markup.text("title") == "Nachtfalter Tour 2027, Hamburg"
        event, crumbs = visit.linked_data()
        assert event["@type"] == "MusicEvent"
        assert event["location"]["address"]["addressLocality"] == "Hamburg"
        assert event["startDate"]
        assert (event["offers"]["lowPrice"], event["performer"][0]["name"]) == ("30.00", "Nachtfalter")
        assert crumbs["@type"] == "BreadcrumbList"

    def test_what_the_page_keeps_to_itself_is_told_no_search_engine(self, shop: Shop) -> None:
        make_event(shop, slug="secret", hide_date=True)
        make_product(shop, slug="unpriced", price=None)
        assert not {"startDate", "endDate", "doorTime"} & Visit("/nachtfalter/events/secret").linked_data()[0].keys()
        assert "offers" not in Visit("/nachtfalter/products/unpriced").linked_data()[0]

    def test_staff_choose_titles(self, shop: Shop) -> None:
        make_product(shop, slug="seo", seo_title_de="Das beste Hemd", seo_title_en="The best shirt")
        Shop.objects.filter(pk=shop.pk).update(
            override_title_de="Bis das Licht angeht", override_title_en="Nachtfalter Shop"
        )
        assert Visit("/nachtfalter/products/seo").markup.text("title") == "Das beste Hemd – Nachtfalter"
        assert Visit("/nachtfalter/products/seo?lang=en").markup.text("title") == "The best shirt – Nachtfalter"
        assert Visit("/nachtfalter/").markup.text("title") == "Bis das Licht angeht – Nachtfalter"
        assert Visit("/nachtfalter/?lang=en").markup.text("title") == "Nachtfalter Shop"

    def test_texts_cannot_end_their_block(self, shop: Shop) -> None:
        evil = '</script><script>alert(1)</script><!--&lt;"'
        make_product(shop, slug="evil", name=evil)
        visit = Visit("/nachtfalter/products/evil")
        assert visit.block("page-data")["data"]["product"]["name"] == evil
        assert "alert(1)</script>" not in visit.html
        assert visit.linked_data()[0]["name"] == evil


class TestLanguage:
    @proves("catalogue §1", "language: address, cookie, browser, shop")
    @pytest.mark.parametrize(
        ("path", "cookie", "accepted", "language"),
        [
            ("", "", "", "de"),
            ("", "", "en-GB,en;q=0.9", "en"),
            ("", "de", "en", "de"),
            ("?lang=en", "de", "de", "en"),
            ("?lang=fr", "en", "de", "en"),
        ],
    )
    def test_address_then_cookie_then_browser(
        self, shop: Shop, path: str, cookie: str, accepted: str, language: str
    ) -> None:
        client = Client(HTTP_HOST="localhost")
        if cookie:
            client.cookies["locale"] = cookie
        visit = Visit(f"/nachtfalter/products/shirt{path}", client, HTTP_ACCEPT_LANGUAGE=accepted)
        assert visit.markup.one("html")["lang"] == visit.block("shop-data")["locale"] == language
        assert visit.markup.text("h1") == {"de": "Hemd", "en": "Shirt"}[language]
        assert visit.response["Content-Language"] == language
        languages = [{"code": "de", "name": "Deutsch"}, {"code": "en", "name": "English"}]
        assert visit.block("shop-data")["languages"] == languages


class TestStatus:
    @proves("catalogue §2, §8", "missing things are 404; old addresses and ids lead to the new")
    @proves(
        "catalogue §4, §8",
        "a missing thing is flagged for prerenderers; its view offers a search or the band's home page",
    )
    @pytest.mark.parametrize(
        "path", ["artists/x", "categories/x", "products/x", "events/x", "tours/x", "artists/ä", "products/a%00b"]
    )
    def test_missing_things_are_404(self, shop: Shop, path: str) -> None:
        visit = Visit(f"/nachtfalter/{path}")
        assert visit.response.status_code == 404
        assert visit.markup.has("meta", name="robots", content="noindex")
        assert visit.markup.has("meta", name="prerender-status-code", content="404")
        assert not visit.markup.has("link", rel="canonical")
        assert "Nachtfalter" in visit.markup.text("title")

    def test_the_404_view_offers_a_search_or_the_bands_home_page(self, shop: Shop) -> None:
        main, band = Visit("/products/x").markup, Visit("/nachtfalter/products/x").markup
        assert main.has("form", role="search", action="/search") and main.has("input", name="q")
        assert not band.has("form", role="search")

    @proves("catalogue §2", "unknown paths lead home; files and what programs ask for are 404")
    @pytest.mark.parametrize("path", ["x", "x/y/z", "products/x/y", "checkouts", "x.html", "tour-24.12", "Dr.Dre"])
    def test_unknown_paths_lead_home(self, shop: Shop, path: str) -> None:
        for base in ("", "/nachtfalter"):
            response = Client(HTTP_HOST="localhost").get(f"{base}/{path}")
            assert (response.status_code, response["Location"]) == (302, f"{base}/?broken_link=1")

    @pytest.mark.parametrize(
        "path",
        [
            "favicon.ico", "static/x", ".well-known/x", "wp-login.php", "theme/x", "dev/x", "apple-touch-icon.PNG",
            "assets/app.js", "assets/app.js.map", "feed.xml", "wp/setup.php7", "site.webmanifest",
        ],
    )  # fmt: skip
    def test_what_programs_ask_for_is_simply_not_there(self, shop: Shop, path: str) -> None:
        response = Client(HTTP_HOST="localhost").get(f"/{path}")
        assert (response.status_code, response["Content-Type"]) == (404, "text/plain")

    def test_the_data_says_that_there_is_no_such_thing(self, shop: Shop) -> None:
        data = Visit("/nachtfalter/products/x").block("page-data")
        assert (data["route"], data["status"], data["data"]["product"]) == ("product", 404, None)

    @proves("design §1", "a shop shows and sells what it lists")
    def test_another_shops_things_are_404(self, shop: Shop) -> None:
        assert Visit("/products/shirt").response.status_code == 404

    @proves("purchase §8", "an order's page is for no search engine, and without the secret there is none")
    @pytest.mark.parametrize("path", CHECKOUT)
    def test_checkout_pages_are_simple_and_unlisted(self, shop: Shop, path: str) -> None:
        visit = Visit(path)
        assert visit.response.status_code == 200
        assert visit.response["Cache-Control"].startswith("private")
        assert visit.markup.one("html")["data-route"] == CHECKOUT[path]
        assert visit.markup.has("meta", name="robots", content="noindex")
        assert "page-data" not in visit.html

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("merch", "categories"),
            ("merch/shirts", "categories/shirts"),
            ("item/shirt", "products/shirt"),
            ("product/shirt", "products/shirt"),
            ("tickets", "events"),
            ("tickets/show?x=1", "events/show?x=1"),
            ("ticket/show", "events/show"),
            ("event/show", "events/show"),
            ("events/", "events"),
        ],
    )
    def test_old_addresses_lead_to_the_new(self, shop: Shop, old: str, new: str) -> None:
        for base in ("", "/nachtfalter"):
            response = Client(HTTP_HOST="localhost").get(f"{base}/{old}")
            assert (response.status_code, response["Location"]) == (301, f"{base}/{new}")

    def test_an_id_leads_to_the_slug(self, shop: Shop) -> None:
        product = make_product(shop, slug="poster")
        response = Visit(f"/nachtfalter/products/{product.pk}").response
        assert (response.status_code, response["Location"]) == (301, "/nachtfalter/products/poster")

    def test_no_address_leads_off_the_site(self, shop: Shop) -> None:
        response = Client(HTTP_HOST="localhost").get("//evil.example/")
        assert response.get("Location", "/").startswith("/") and not response.get("Location", "/").startswith("//")

    def test_a_shop_can_send_everybody_away(self, shop: Shop) -> None:
        Shop.objects.filter(pk=shop.pk).update(redirect="https://band.example/")
        response = Visit("/nachtfalter/events").response
        assert (response.status_code, response["Location"]) == (302, "https://band.example/")

    @proves("design §3", "REST errors are problem+json, by field path")
    def test_unknown_api_addresses_are_problems(self, shop: Shop) -> None:
        response = Client(HTTP_HOST="localhost").get("/api/v2/nothing")
        assert (response.status_code, response["Content-Type"]) == (404, "application/problem+json")


class TestOwnDomain:
    @proves("design §1", "a shop's own domain; a shop that sends everybody away")
    def test_pages_live_there(self, shop: Shop) -> None:
        Shop.objects.filter(pk=shop.pk).update(domain="shop.nachtfalter.example")
        visit = Visit("/products/shirt", Client(HTTP_HOST="shop.nachtfalter.example"))
        assert visit.markup.one("link", rel="canonical")["href"].endswith(
            "shop.nachtfalter.example:8000/products/shirt"
        )
        assert visit.block("shop-data")["basePath"] == ""
        image = visit.markup.one("meta", property="og:image")["content"]
        assert image.startswith("http://shop.nachtfalter.example:8000/media/")
        moved = Client(HTTP_HOST="localhost").get("/nachtfalter/products/shirt")
        assert moved.status_code == 301
        assert moved["Location"] == "http://shop.nachtfalter.example:8000/products/shirt"


def test_a_page_knows_how_long_a_session_lasts(settings: Any) -> None:
    make_shop("merchstand")
    settings.SESSION_SECONDS = 90
    assert Visit("/").block("shop-data")["sessionSeconds"] == 90
