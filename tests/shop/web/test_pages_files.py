"""What a page loads and what may be kept of it; the list of pages."""

import json
import re
from datetime import timedelta
from itertools import chain
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone
from pytest_django.fixtures import Settings

from aftersale.check_in.pages import urlpatterns as check_in_pages
from aftersale.contact_data.pages import urlpatterns as contact_pages
from aftersale.refunds.pages import urlpatterns as refund_pages
from aftersale.ticket_service.pages import urlpatterns as service_pages
from catalogue.pages.views import urlpatterns as catalogue_pages
from checkout.pages import urlpatterns as checkout_pages
from shop.legal.pages import urlpatterns as static_pages
from shop.models import Shop, ShopDesign
from tests.factories import make_event, make_product, make_shop
from tests.proofs import proves
from tests.shop.web.visit import Visit

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand")
    shop = make_shop("nachtfalter")
    make_product(shop, slug="shirt")
    return shop


class TestCaching:
    def test_a_page_is_asked_for_again_and_not_sent_twice(self, shop: Shop) -> None:
        first = Visit("/nachtfalter/products/shirt").response
        assert first["Cache-Control"] == "private, no-cache"
        second = Visit("/nachtfalter/products/shirt", HTTP_IF_NONE_MATCH=first["ETag"]).response
        assert (second.status_code, second.content) == (304, b"")
        policy = first["Content-Security-Policy"]  # the kept page takes the answer's, if it has one
        assert "script-src 'self'" in policy and second.headers.get("Content-Security-Policy", policy) == policy
        make_event(shop, slug="soon", happening_from=timezone.now() + timedelta(days=1))
        events = Visit("/nachtfalter/events", HTTP_IF_NONE_MATCH=first["ETag"]).response
        assert events.status_code == 200

    @proves("design §1", "a shop's theme: tokens, contrast, kept for ever under its hash")
    @proves("design §5", "a shop has one style sheet, its theme included, kept for ever under its hash")
    def test_the_theme_is_kept_for_ever_under_its_hash(self, shop: Shop) -> None:
        def theme() -> str:
            links = [tag["href"] for name, tag in Visit("/nachtfalter/").markup.tags if tag.get("rel") == "stylesheet"]
            assert len(links) == 1  # each more would be waited for
            assert links[0].startswith("/theme/nachtfalter.")
            return links[0]

        before = theme()
        ShopDesign.objects.create(shop=shop, accent="#123456")
        after = theme()
        assert before != after
        client = Client(HTTP_HOST="localhost")
        css, old = client.get(after), client.get(before)
        assert css["Content-Type"].startswith("text/css") and b"--shop-accent:" in css.content
        assert "immutable" in css["Cache-Control"] and "immutable" not in old["Cache-Control"]
        assert css["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
        of_pages = {"Referrer-Policy", "Cross-Origin-Opener-Policy", "X-Frame-Options"}
        assert of_pages & css.headers.keys() == set() and of_pages <= client.get("/nachtfalter/").headers.keys()
        assert client.get("/theme/nobody.0123456789.css").status_code == 404


BUILT = (
    '@font-face{font-family:shop-text;src:url(/static/assets/text-1.woff2)format("woff2");font-display:swap}'
    '@font-face{font-family:shop-playfair;src:url(/static/assets/light-1.woff2)format("woff2");font-display:swap}'
    '@font-face{font-family:shop-playfair;src:url(/static/assets/bold-1.woff2)format("woff2");font-display:swap}'
    "@font-face{font-family:shop-playfair;src:url(/static/assets/bold-central-1.woff2);unicode-range:U+104-107}"
    "@font-face{font-family:shop-playfair;src:url(/static/assets/light-central-1.woff2);unicode-range:U+104-107}"
    "@font-face{font-family:shop-playfair;src:url(/static/assets/lent-1.woff2);unicode-range:U+2033}"
    '@font-face{font-family:"shop-playfair-fallback";src:local(Times)}'
    "@font-face{font-family:shop-special-elite;src:url(s.woff2)}"
    '@font-face{font-family:"shop-special-elite-fallback";src:local(Courier)}'
    ':root{--shop-texture-opacity:0;--shop-texture-none:none;--shop-texture-grain:url("data:a;b");'
    '--shop-texture-moire:url("data:c;d");--shop-texture-rays:repeating-conic-gradient(from 4deg, red 0 5deg);}'
    ".built{color:red}"
)


class TestBuild:
    @proves(
        "look",
        "the faces carry Latin-1, Latin Extended-A, German and English typography and every character of all "
        "texts; a page loads the files of rarer letters when it shows one",
    )
    @proves(
        "design §5, §6",
        "a shop's style sheet has its own faces and texture only, and the headings' face itself where a page "
        "opens with a wide picture; files go with a short policy, a page's 304 with the page's",
    )
    def test_entry_styles_chunk_and_faces_are_named(self, shop: Shop, settings: Settings, tmp_path: Any) -> None:
        from shop.theme import assets

        chunks: dict[str, dict[str, Any]] = {
            assets.ENTRY: {"file": "assets/entry-1.js"},
            "style.css": {"file": "assets/style-1.css"},
            "src/generated/fonts/text-400.woff2": {"file": "assets/text-1.woff2"},
            "src/generated/fonts/playfair-601.woff2": {"file": "assets/bold-1.woff2"},
            "src/generated/fonts/playfair-601-central.woff2": {"file": "assets/bold-central-1.woff2"},
            "src/generated/fonts/lent.woff2": {"file": "assets/lent-1.woff2"},
        }
        (tmp_path / ".vite").mkdir()
        routes = {"product": ["assets/entry-1.js", "assets/card-1.js"], "plain": ["assets/entry-1.js"]}
        (tmp_path / ".vite" / "first-load.json").write_text(json.dumps({"en": routes}))
        manifest = tmp_path / ".vite" / "manifest.json"
        manifest.write_text(json.dumps(chunks))
        (tmp_path / "assets").mkdir()
        (tmp_path / "assets" / "style-1.css").write_text(BUILT)
        (tmp_path / "assets" / "bold-1.woff2").write_bytes(b"bold")
        (tmp_path / "assets" / "text-1.woff2").write_bytes(b"text")
        settings.FRONTEND_DIST = tmp_path
        assets.manifest.cache_clear()
        assets.first_load.cache_clear()
        try:
            design = ShopDesign(shop=shop, font_display="playfair", font_display_weight=700, texture="grain")
            found = assets.page_assets("product", "en", design)
            sheet, address = assets.style_sheet(design), assets.sheet_address(design)
            opening = assets.page_assets("artist", "en", design)
            plain = assets.style_sheet(ShopDesign(shop=shop, font_display="text", font_display_weight=700))
            chunks["style.css"]["file"] = "assets/style-2.css"
            manifest.write_text(json.dumps(chunks))
            assets.manifest.cache_clear()
            rebuilt = assets.page_assets("product", "en", design)
        finally:
            assets.manifest.cache_clear()
            assets.first_load.cache_clear()
        assert found.entry == "/static/assets/entry-1.js"
        assert found.styles == address and address.startswith("/theme/nachtfalter.")
        assert rebuilt.styles != found.styles
        # Only its own texture and half of a face, both faces written out, with the rarer letters' files; the theme's
        # values come after the build's defaults.
        own = (
            "@font-face{font-family:shop-text;"
            'src:url(data:font/woff2;base64,dGV4dA==)format("woff2");font-display:block}'
            "@font-face{font-family:shop-playfair;"
            'src:url(data:font/woff2;base64,Ym9sZA==)format("woff2");font-display:block}'
            "@font-face{font-family:shop-playfair;src:url(/static/assets/bold-central-1.woff2);unicode-range:U+104-107}"
            "@font-face{font-family:shop-playfair;src:url(/static/assets/lent-1.woff2);unicode-range:U+2033}"
            '@font-face{font-family:"shop-playfair-fallback";src:local(Times)}'
            ':root{--shop-texture-opacity:0;--shop-texture-none:none;--shop-texture-grain:url("data:a;b");}.built{color:red}'
        )
        assert sheet.startswith(own + ":root{")
        assert (found.modules, opening.modules) == (("/static/assets/card-1.js",), ())
        assert (opening.styles, opening.face) == (address, assets.FACE_SCRIPT)
        # Headings in the text's own face.
        assert plain.startswith(own.partition("@font-face{font-family:shop-playfair;")[0] + ":root{")


@proves("design §1", "each page carries the answer of its own query and reads without JavaScript")
@proves(
    "catalogue §2",
    "contact, legal notice, terms, withdrawal, contest, privacy, questions, jobs, prize draws, "
    "KulturPass, no frills, shipping, accessibility: on every shop, in both languages, without script",
)
def test_every_route_of_the_frontend_is_a_page() -> None:
    """Django's list of pages and the frontend's `paths.ts` say the same."""
    from django.conf import settings

    source = (settings.FRONTEND_DIR / "src" / "lib" / "paths.ts").read_text()
    patterns = re.search(r"export const patterns = \{(.*?)\}", source, re.S)
    assert patterns
    theirs = {name: path.replace("?", "") for name, path in re.findall(r'"?([\w-]+)"?: "([^"]+)"', patterns[1])}
    others = (
        catalogue_pages, static_pages, checkout_pages, refund_pages, contact_pages, check_in_pages, service_pages,
    )  # fmt: skip
    pages = [*get_resolver().url_patterns, *chain.from_iterable(others)]
    # What has two addresses, one without its last piece, ends with the longer one.
    ours = {
        page.name: "/" + re.sub(r"<\w+:(\w+)>", r":\1", re.sub(r"<path:\w+>", "*", str(page.pattern)))
        for page in sorted(pages, key=lambda page: len(str(page.pattern)))
        if getattr(page, "name", "") in theirs
    }
    assert ours == theirs


@proves("design §2", "the proxy fetches certificates for our hosts only")
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("domain", "status"),
    [("localhost", 200), ("band.example", 200), ("BAND.example", 200), ("foreign.example", 404), ("", 404)],
)
def test_certificates_are_fetched_for_our_hosts_only(domain: str, status: int) -> None:
    make_shop("merchstand")
    make_shop("band", domain="band.example")
    answer = Client(SERVER_NAME="web").get("/domain-check", {"domain": domain})
    assert (answer.status_code, answer.cookies) == (status, {})
