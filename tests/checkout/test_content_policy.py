"""What each kind of page may load (docs/decisions/0049): payment services' hosts in the checkout, and nowhere else."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from checkout.pages import PAGES as CHECKOUT_PAGES
from checkout.payments.paypal_settings import paypal_script
from checkout.payments.services import payment_sources
from checkout.payments.stripe_settings import STRIPE_API, stripe_script
from shop.models import Shop
from tests.factories import make_artist, make_category, make_event, make_product, make_shop, make_tour
from tests.proofs import proves
from tests.staff import log_in

pytestmark = pytest.mark.django_db
PAYPAL = "https://www.paypal.com"
SHOP_PAGES = (
    "/", "/artists", "/artists/nachtfalter", "/categories", "/categories/shirts", "/products/shirt", "/events",
    "/events/show", "/tours/tour", "/search", "/search/hemd", "/imprint", "/terms", "/terms/withdrawal", "/datapolicy",
    "/faq", "/jobs", "/kulturpass", "/shipping", "/accessibility", "/contact", "/advent", "/bundle/none", "/nowhere",
    "/newsletter",
)  # fmt: skip
SERVICES = {"paypal": paypal_script("https://api-m.paypal.com"), "stripe": stripe_script(STRIPE_API)}
PAYPAL_HOSTS = {PAYPAL, "https://www.sandbox.paypal.com", "https://www.paypalobjects.com"}
STRIPE_HOSTS = {
    "script-src": {"https://js.stripe.com", "https://*.js.stripe.com"},
    "frame-src": {"https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"},
    "connect-src": {"https://api.stripe.com"},
    "img-src": {"https://*.stripe.com"},
}


@pytest.fixture(autouse=True)
def shop(settings: Any) -> Iterator[Shop]:
    settings.CHECKOUT_SOURCES = payment_sources(SERVICES)
    make_shop("merchstand", name="Merchstand")
    shop = make_shop("nachtfalter", name="Nachtfalter")
    artist = make_artist(shop, "Nachtfalter", slug="nachtfalter")
    make_product(shop, slug="shirt", artist=artist, category=make_category(shop, "Shirts", slug="shirts"))
    event = make_event(shop, slug="show", capacity=20)
    event.artists.add(artist)
    make_tour(shop, slug="tour", name="Falterzug", events=[event]).artists.add(artist)
    yield shop


def policy(path: str, client: Client | None = None) -> dict[str, list[str]]:
    """By directive."""
    header = (client or Client(SERVER_NAME="localhost")).get(path).headers["Content-Security-Policy"]
    directives = (one.split() for one in header.split(";"))
    return {name: sources for name, *sources in directives}


def foreign(path: str) -> set[str]:
    """Hosts that a page may have anything from, as "directive host"; videos' own aside."""
    videos = "https://www.youtube-nocookie.com"
    return {
        f"{name} {source}"
        for name, sources in policy(path).items()
        for source in sources
        if source.startswith("http") and source != videos
    }


@proves(
    "docs/decisions/0049",
    "the checkout's pages may load payment services' hosts, no other page; no payment script is asked "
    "for before a button can be shown, nor where the shop does not want it, and none goes along to the "
    "shop's pages",
)
@pytest.mark.parametrize("base", ["", "/nachtfalter"])
@pytest.mark.parametrize("path", SHOP_PAGES)
def test_the_shops_pages_load_nothing_of_payment_services(base: str, path: str) -> None:
    assert foreign(base + path) == set()
    found = policy(base + path)
    assert found["style-src"] == ["'self'"]
    assert [one for one in found["script-src"] if not one.startswith("'sha256-")] == ["'self'"]


@pytest.mark.parametrize("base", ["", "/nachtfalter"])
@pytest.mark.parametrize("path", [*CHECKOUT_PAGES, "checkout/done", "checkout/payment/abc"])
def test_the_checkouts_pages_load_payment_services_and_open_their_windows(base: str, path: str) -> None:
    address = f"{base}/{path}".replace("<str:order>", "abc").replace("<str:reference>", "B-12345")
    assert foreign(address) == {
        f"{name} {host}" for name, hosts in STRIPE_HOSTS.items() for host in hosts | PAYPAL_HOSTS
    }
    found = policy(address)
    assert "'unsafe-inline'" not in found["script-src"] and "'unsafe-eval'" not in found["script-src"]
    assert found["frame-ancestors"] == ["'none'"] and found["form-action"] == ["'self'"]
    answer = Client(SERVER_NAME="localhost").get(address)
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin-allow-popups"


def test_without_a_payment_service_the_checkout_is_as_closed_as_the_shop(settings: Any) -> None:
    settings.CHECKOUT_SOURCES = payment_sources({})
    assert foreign("/nachtfalter/checkout") == set()
    assert policy("/nachtfalter/checkout")["style-src"] == ["'self'"]


def test_wallets_alone_bring_no_inline_styles(settings: Any) -> None:
    settings.CHECKOUT_SOURCES = payment_sources({"stripe": SERVICES["stripe"]})
    assert policy("/nachtfalter/checkout")["style-src"] == ["'self'"]
    assert not [one for one in foreign("/nachtfalter/checkout") if "paypal" in one]


def test_a_stand_in_serves_its_own_script_and_nothing_else_is_allowed() -> None:
    script = paypal_script("http://127.0.0.1:8432")
    assert script == "http://127.0.0.1:8432/sdk/js"
    assert payment_sources({"paypal": script})["script"] == "http://127.0.0.1:8432"
    assert stripe_script("http://127.0.0.1:8431") == "http://127.0.0.1:8431/endive/stripe.js"
    assert paypal_script("https://api-m.sandbox.paypal.com") == f"{PAYPAL}/sdk/js"
    assert paypal_script("https://paypal.com.example.org") != f"{PAYPAL}/sdk/js"


def test_neither_apis_files_nor_the_staff_area_know_payment_services() -> None:
    for path in ("/api/v2/shops/nachtfalter/countries", "/robots.txt"):
        assert policy(path)["default-src"] == ["'none'"]
    staff = Client(SERVER_NAME="localhost")
    log_in(staff, is_superuser=True)
    assert not [one for one in policy("/admin/", staff)["script-src"] if one.startswith("http")]
