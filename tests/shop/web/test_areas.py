"""The table of areas: it knows every address, and each of its columns has its effect."""

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings

from shop.answer_cache.middleware import AnswerCacheMiddleware, cache_key_of, cacheable
from shop.core.http.areas import AREAS, Area, Gate, Kept, Policy, ShopLookup, area_of
from shop.core.values.validators import validate_shop_slug
from shop.directory.shops import directory
from shop.models import AccessCode, Shop
from shop.web.gate_middleware import AccessGate
from shop.web.middleware import CurrentShop, Security
from shop.web.pages import unknown_page
from tests.addresses import first_words, patterns
from tests.factories import make_shop
from tests.shop.answer_cache.kept import answers_kept

# Served by WhiteNoise, by no view of this configuration, or by none at all.
WITHOUT_PATTERN = {"/static/", "/dev/", "/.well-known/"}
every_area = pytest.mark.parametrize("area", AREAS, ids=lambda area: area.prefix)


@pytest.fixture
def main_shop(db: None) -> Shop:
    shop = make_shop("merchstand")
    directory.refresh(at_once=True)
    return shop


def path_in(area: Area) -> str:
    return f"{area.prefix}x" if area.prefix.endswith("/") else area.prefix


def asked(area: Area, before: str = "") -> HttpRequest:
    return RequestFactory().get(before + path_in(area), HTTP_HOST="localhost")


def inside(request: HttpRequest) -> HttpResponse:
    return HttpResponse("inside")


def test_every_address_of_the_project_has_its_area() -> None:
    words = {area.word for area in AREAS}
    assert first_words() - words == set()
    assert {"products", "checkout", "api", "admin", "imprint"} <= first_words()
    for address in (settings.STAFF_PATH, settings.STATIC_URL, settings.MEDIA_URL):
        assert area_of(f"{address}x").prefix == address


def test_every_area_has_an_address() -> None:
    found = [f"/{pattern}" for pattern in patterns()] + [f"/{word}/" for word in first_words()]
    for area in AREAS:
        assert area.prefix in WITHOUT_PATTERN or any(one.startswith(area.prefix) for one in found), area.prefix


def test_the_table_is_written_so_that_each_row_can_be_found() -> None:
    prefixes = [area.prefix for area in AREAS]
    assert len(prefixes) == len(set(prefixes))
    for area in AREAS:
        assert area_of(area.prefix) is area_of(path_in(area)) is area
        assert area.prefix.endswith("/") or area.prefix.count("/") == 1, "it ends within a word"


@pytest.mark.parametrize(
    ("path", "prefix"),
    [
        ("/checkout", "/checkout"), ("/checkout/free", "/checkout"), ("/checkout/free/x", "/checkout/free/"),
        ("/api/v2/entrance/list", "/api/v2/entrance/"), ("/api/v2/shops/x/", "/api/"), ("/withdrawal/x", "/withdrawal"),
        ("/checkouts", "/"), ("/searchlight/x", "/"), ("/api", "/"), ("/admin", "/"), ("//admin/", "/"), ("/", "/"),
        ("", "/"), ("*", "/"), ("/nachtfalter/checkout", "/"), ("/Admin/", "/"),
    ],
)  # fmt: skip
def test_the_longest_prefix_counts_and_ends_with_a_word(path: str, prefix: str) -> None:
    assert area_of(path).prefix == prefix


@pytest.mark.parametrize("word", ["searchlight", "checkout-band", "nachtfalter"])
def test_the_pages_of_a_shop_that_is_called_nearly_like_an_area_are_kept(
    main_shop: Shop, settings: Settings, word: str
) -> None:
    made = []

    def view(request: HttpRequest) -> HttpResponse:
        made.append(request.path_info)
        return cacheable(HttpResponse("page"))

    make_shop(word)
    with answers_kept(settings):
        directory.refresh(at_once=True)
        for _time in range(2):
            answer = AnswerCacheMiddleware(view)(RequestFactory().get(f"/{word}/products", HTTP_HOST="localhost"))
            assert answer.content == b"page"
    assert len(made) == 1


@every_area
def test_what_is_kept(main_shop: Shop, area: Area) -> None:
    make_shop("nachtfalter")
    directory.refresh(at_once=True)
    assert bool(cache_key_of(asked(area))) == (area.kept is Kept.PAGES)
    if area.shop is ShopLookup.PATH:
        assert bool(cache_key_of(asked(area, "/nachtfalter"))) == (area.kept is Kept.PAGES)


@every_area
def test_where_the_shop_is_looked_for(main_shop: Shop, area: Area) -> None:
    band = make_shop("nachtfalter")
    directory.refresh(at_once=True)
    request, below = asked(area), asked(area, "/nachtfalter")
    CurrentShop(inside)(request)
    CurrentShop(inside)(below)
    assert getattr(request, "shop", None) == (None if area.shop is ShopLookup.NONE else main_shop)
    assert request.path_info == path_in(area)
    if area.shop is ShopLookup.PATH:
        assert (below.shop, below.path_info) in ((band, path_in(area)), (band, area.prefix))  # type: ignore[attr-defined]
    else:
        assert (below.shop, below.path_info) == (main_shop, f"/nachtfalter{path_in(area)}")  # type: ignore[attr-defined]


@every_area
def test_which_policy_goes_with_it(area: Area) -> None:
    response = Security(inside)(asked(area))
    assert isinstance(response, HttpResponse)
    policy = response.headers.get("Content-Security-Policy", "")
    found = {
        Policy.PAGE: "frame-src https://www.youtube" in policy,
        Policy.CHECKOUT: response.headers.get("Cross-Origin-Opener-Policy") == "same-origin-allow-popups",
        Policy.STAFF: "'unsafe-eval'" in policy,
        Policy.FILE: policy == "default-src 'none'; frame-ancestors 'none'",
        Policy.NONE: not policy,
    }
    if area.csp is Policy.CHECKOUT:
        found[Policy.PAGE] = False  # it is a page's with more hosts
    assert [one for one, is_so in found.items() if is_so] == [area.csp]
    assert ("X-Frame-Options" in response.headers) == (area.csp not in (Policy.FILE, Policy.NONE))


@every_area
def test_what_a_gated_shop_asks_for(main_shop: Shop, area: Area) -> None:
    AccessCode.objects.create(shop=main_shop, code="ROTLICHT")
    request = asked(area)
    request.shop, request.base_path = main_shop, ""  # type: ignore[attr-defined]
    response = AccessGate(inside)(request)
    assert response.status_code == (403 if area.gated is Gate.CODE else 200)
    assert ("no-store" in response.headers.get("Cache-Control", "")) == (area.gated is not Gate.OPEN)


@every_area
def test_which_words_no_shop_may_have(area: Area) -> None:
    if area.reserved:
        with pytest.raises(ValidationError):
            validate_shop_slug(area.word)
    else:
        validate_shop_slug(area.word)


@pytest.mark.parametrize("written", [str, str.upper])
@every_area
def test_where_unknown_addresses_lead(main_shop: Shop, area: Area, written: type[str]) -> None:
    request = RequestFactory().get(written(f"{area.prefix.rstrip('/')}/nothing/there"), HTTP_HOST="localhost")
    request.shop, request.base_path = main_shop, ""  # type: ignore[attr-defined]
    response = unknown_page(request)
    assert response.status_code == (302 if area.leads_home else 404)


def test_a_file_is_looked_for_on_our_hosts_only(main_shop: Shop) -> None:
    answers = [Client(HTTP_HOST=host).get("/theme/x") for host in ("localhost", "nobodys.example")]
    assert [answer.content for answer in answers] == [b"Not found", b"Unknown host"]
