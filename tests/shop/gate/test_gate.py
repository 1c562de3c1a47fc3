"""A shop with an access code shows nothing without it, at no address and in no way of asking (catalogue §4)."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from time import sleep
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.test import Client, RequestFactory
from django.urls import resolve
from django.utils import timezone

from catalogue.models import Event, Product, ProductPicture
from catalogue.queries import gated_pictures
from config.graphql.schema import schema
from config.urls import unknown_api
from shop.access_codes import codes
from shop.core.errors import TooManyAttempts
from shop.core.limits.visitors import HEADER, Visitor
from shop.core.wire.graphql.persisted import persisted_queries
from shop.models import AccessCode, ConsentDecision, Image, News, PathRedirect, Shop
from shop.theme.assets import FACE_SCRIPT
from shop.web.media import shops_at_gate
from tests.addresses import filled, patterns
from tests.factories import make_artist, make_category, make_event, make_product, make_shop, make_tour
from tests.proof_of_work import solved
from tests.proofs import proves
from tests.words import worded

pytestmark = pytest.mark.django_db
# Links of mails, and what the law wants without a code.
OWN_KEYS = ("/newsletter/", "/refund/confirm/", "/checkout/free/", "/withdrawal")
SECRET = "zwielicht"
API = "/api/v2/shops/geheim/"


@pytest.fixture
def main_shop() -> Shop:
    return make_shop("merchstand")


@pytest.fixture
def gated(main_shop: Shop) -> Shop:
    """A shop whose every thing is called by a name that must not leave."""
    shop = make_shop("geheim", name="Geheim", description=SECRET, site_description=SECRET)
    category = make_category(shop, SECRET, slug="regal")
    make_product(shop, name=SECRET, slug="ding", category=category)
    event = make_event(shop, name=SECRET, slug="abend")
    make_artist(shop, SECRET, slug="wer")
    make_tour(shop, name=SECRET, slug="reise", events=[event])
    News.objects.create(shop=shop, title=SECRET)
    AccessCode.objects.create(shop=shop, code="ROTLICHT")
    return shop


@pytest.fixture
def client() -> Client:
    return Client(HTTP_HOST="localhost")


def enter(client: Client, code: str, wanted: str = "/geheim", **headers: Any) -> Any:
    return client.post("/geheim/access-code", {"code": code, "wanted": wanted}, **headers)


WORDS = {"products": "ding", "events": "abend", "artists": "wer", "tours": "reise", "categories": "regal"}


def addresses() -> Iterator[str]:
    """Every page of the shop, with parameters that name its things."""
    for pattern in patterns():
        if not pattern.startswith(("api/", "theme/", "media/", "entrance/")):
            yield "/geheim/" + filled(pattern, WORDS)
    yield "/geheim"
    yield from ("/geheim/sitemap.xml", "/geheim/robots.txt", "/geheim/search/ding", "/geheim/nothing-here")


@proves(
    "catalogue §4, §6",
    "a gated shop shows nothing without its code: pages, REST, GraphQL, HEAD, conditional requests, other hosts",
)
def test_no_address_shows_anything_without_the_code(client: Client, gated: Shop) -> None:
    found = list(addresses())
    assert len(found) > 25
    for path in found:
        for method in ("get", "head", "post"):
            response = getattr(client, method)(path)
            assert SECRET not in response.content.decode(), path
            own_door = path.endswith("/access-code") or any(way in path for way in OWN_KEYS)
            assert response.status_code == 403 or own_door, (path, response.status_code)
            assert response.headers["Cache-Control"] == "private, no-store", path
            assert "Cookie" in response.headers["Vary"]
            assert "ETag" not in response.headers


# Of no shop, or of the host's.
NOT_BY_SLUG = {
    "api/graphql", "api/v2/schema/", "api/v2/operations/", "api/", "api/v2/custom/christmas_2018",
    "api/v2/payments/<slug:provider>/events",
    *(f"api/v2/entrance/{one}" for one in ("pairing", "list", "scans", "search", "undo", "offers", "sales")),
}  # fmt: skip


def rest_addresses(event: int) -> list[str]:
    """Every address below the shop's REST base."""
    base = "api/v2/shops/<slug:slug>/"
    found = [one for one in patterns() if one.startswith("api/")]
    assert {one for one in found if not one.startswith(base)} == NOT_BY_SLUG
    words = {"events": str(event), "seatmap": "0" * 16}
    below = [API + filled(one.removeprefix(base), words) for one in found if one.startswith(base)]
    assert [path for path in below if resolve(path).func is unknown_api] == []
    return [*below, f"{API}custom/christmas_2018", f"{API}nothing/here"]


def test_no_rest_address_answers_without_the_code(client: Client, gated: Shop) -> None:
    found = rest_addresses(Event.objects.get().pk)
    assert {API, *(API + one for one in ("consent", "events", "newsletter", "discount", "countries"))} <= set(found)
    assert len(found) == len(set(found)) > 15
    for path in found:
        for method in ("get", "head", "post", "put", "patch", "delete"):
            response = client.generic(method.upper(), path, json.dumps({"allowed": True}), "application/json")
            assert response.status_code == 403, (method, path)
            assert SECRET not in response.content.decode(), path
            assert method == "head" or "ACCESS_CODE_REQUIRED" in response.content.decode(), path
            assert response.headers["Cache-Control"] == "private, no-store", path
            assert "Cookie" in response.headers["Vary"] and "ETag" not in response.headers
            assert not response.cookies, path
    assert not ConsentDecision.objects.exists()
    enter(client, "ROTLICHT")
    for path in found:
        assert "ACCESS_CODE_REQUIRED" not in client.get(path).content.decode(), path


@proves("design §5", "no cache keeps anything of it")
def test_with_the_code_the_same_addresses_answer(client: Client, gated: Shop) -> None:
    assert enter(client, "ROTLICHT").status_code == 303
    for path in ("/geheim", "/geheim/products/ding", "/geheim/events/abend", "/geheim/categories/regal"):
        response = client.get(path)
        assert response.status_code == 200
        assert SECRET in response.content.decode()
        assert response.headers["Cache-Control"] == "private, no-store"
        assert "Cookie" in response.headers["Vary"]


def test_a_right_etag_opens_nothing(client: Client, gated: Shop) -> None:
    enter(client, "ROTLICHT")
    etag = client.get("/geheim/products/ding").headers["ETag"]
    stranger = Client(HTTP_HOST="localhost")
    response = stranger.get("/geheim/products/ding", headers={"If-None-Match": etag})
    assert response.status_code == 403
    assert "ETag" not in response.headers


def persisted(name: str, variables: dict[str, Any]) -> dict[str, str]:
    extensions = {"persistedQuery": {"version": 1, "sha256Hash": persisted_queries().newest[name]}}
    return {"extensions": json.dumps(extensions), "variables": json.dumps(variables), "locale": "de"}


def test_no_question_is_answered_without_the_code(client: Client, gated: Shop) -> None:
    roots = [f"query {{ {name} {{ __typename }} }}" for name in schema._schema.query_type.fields]
    roots += [f"mutation {{ {name} {{ __typename }} }}" for name in schema._schema.mutation_type.fields]
    roots += ["{ shop { name meta { description } } }", "{ __typename }", '{ product(id: "ding") { name } }']
    for text in roots:
        response = client.post(f"{API}graphql", json.dumps({"query": text}), content_type="application/json")
        assert response.status_code == 403, text
        assert response.json()["errors"][0]["extensions"]["code"] == "ACCESS_CODE_REQUIRED"
        assert SECRET not in response.content.decode()
    for name in persisted_queries().newest:
        response = client.get(f"{API}graphql", persisted(name, {"slug": "ding"}))
        assert response.status_code == 403, name
        assert response.headers["Cache-Control"] == "private, no-store"


def test_answers_for_those_with_the_code_stay_out_of_caches(client: Client, gated: Shop) -> None:
    enter(client, "ROTLICHT")
    response = client.get(f"{API}graphql", persisted("PRODUCT", {"slug": "ding"}))
    assert response.json()["data"]["product"]["name"] == SECRET
    assert response.headers["Cache-Control"] == "private, no-store"


def test_rest_says_only_whose_door_it_is(client: Client, gated: Shop) -> None:
    response = client.get(API)
    assert response.status_code == 403
    body = response.json()
    assert body["code"] == "ACCESS_CODE_REQUIRED"
    assert body["shop"] == {"slug": "geheim", "name": "Geheim"}
    assert SECRET not in response.content.decode()
    for path in ("countries", "orders/1", "session/heartbeat", "nothing"):
        assert client.get(API + path).status_code == 403
    enter(client, "ROTLICHT")
    found = client.get(API)
    assert found.json()["meta"]["has_access_code"] is True
    assert "ROTLICHT" not in found.content.decode()


def test_its_own_host_is_shut_like_its_path(client: Client, gated: Shop) -> None:
    gated.domain = "geheim.example"
    gated.save()
    own = Client(HTTP_HOST="geheim.example")
    for path in ("/", "/products/ding", "/api/v2/shops/geheim/", "/robots.txt", "/sitemap.xml"):
        assert own.get(path).status_code == 403
        assert SECRET not in own.get(path).content.decode()
    body = json.dumps({"query": '{ product(id: "ding") { name } }'})
    assert own.post("/api/graphql", body, content_type="application/json").status_code == 403
    # from its slug one is only sent there, and no other host knows it
    assert client.get("/geheim/products/ding").status_code == 301
    assert Client(HTTP_HOST="elsewhere.example").get("/geheim/products/ding").status_code == 404
    assert Client(HTTP_HOST="elsewhere.example").get(API).status_code == 404


@proves("design §1", "its things are in no other shop, whatever was listed before")
def test_other_shops_neither_list_nor_open_its_things(client: Client, gated: Shop, main_shop: Shop) -> None:
    for path in ("/", "/products/ding", "/events/abend", "/artists/wer", "/categories", "/events", "/tours/reise"):
        assert SECRET not in client.get(path).content.decode()
    for text in ('{ product(id: "ding") { name } }', '{ event(id: "abend") { name } }'):
        for address in ("/api/graphql", "/api/v2/shops/merchstand/graphql"):
            answer = client.post(address, json.dumps({"query": text}), content_type="application/json")
            assert SECRET not in answer.content.decode()


def test_even_what_was_listed_elsewhere_by_mistake_is_not_shown_there(
    client: Client, gated: Shop, main_shop: Shop
) -> None:
    Product.objects.get(slug="ding").listed_in.add(main_shop)
    answer = client.get("/api/v2/shops/merchstand/graphql", persisted("PRODUCT", {"slug": "ding"}))
    assert SECRET not in answer.content.decode()
    assert client.get("/products/ding").status_code == 404


@proves(
    "catalogue §4, §8",
    "the prompt needs no script and leads on; a wrong code takes the cookie and comes back with the error",
)
def test_the_prompt_takes_the_code_without_script_and_leads_on(client: Client, gated: Shop) -> None:
    shown = client.get("/geheim/products/ding?from=mail&code_error=1").content.decode()
    assert 'action="/geheim/access-code"' in shown
    assert 'value="/geheim/products/ding?from=mail"' in shown
    assert shown.count("<script") == shown.count(FACE_SCRIPT) == 1
    response = enter(client, " ROTLICHT ", wanted="/geheim/products/ding?from=mail")
    assert (response.status_code, response.headers["Location"]) == (303, "/geheim/products/ding?from=mail")
    cookie = response.cookies["ms_access_geheim"]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"
    assert cookie["max-age"] == 200 * 24 * 60 * 60
    assert "ROTLICHT" not in cookie.value


def test_a_wrong_code_takes_the_cookie_away_and_says_so(client: Client, gated: Shop) -> None:
    enter(client, "ROTLICHT")
    response = enter(client, "BLAULICHT")
    assert response.headers["Location"] == "/geheim?code_error=1"
    assert response.cookies["ms_access_geheim"].value == ""
    page = client.get(response.headers["Location"])
    assert page.status_code == 403
    assert 'aria-invalid="true"' in page.content.decode()
    assert worded("That is not the word. Check how it is written and try again.") in page.content.decode()


@proves(
    "design §1",
    "`?lang=` leaves the address of pages without the SPA, too: the gate's and the newsletter's; the "
    "language stays chosen",
)
def test_the_language_leaves_the_prompts_address_and_stays_chosen(client: Client, gated: Shop) -> None:
    response = client.get("/geheim/products/ding?lang=en&from=mail&code_error=1")
    kept = "/geheim/products/ding?from=mail&code_error=1"
    assert (response.status_code, response.headers["Location"]) == (303, kept)
    assert response.headers["Cache-Control"] == "private, no-store"
    assert (response.cookies["locale"].value, response.cookies["locale"]["max-age"]) == ("en", 365 * 24 * 60 * 60)
    shown = client.get(kept).content.decode()
    assert "That is not the word" in shown and 'value="/geheim/products/ding?from=mail"' in shown
    assert client.get("/geheim?lang=xx").status_code == 403


@proves("catalogue §4, §9", "the code in the address; the default code of sandbox hosts; 200 days; void with its code")
def test_a_code_in_the_address_is_taken_and_removed(client: Client, gated: Shop) -> None:
    response = client.get("/geheim/products/ding?lang=en&code=ROTLICHT")
    assert (response.status_code, response.headers["Location"]) == (303, "/geheim/products/ding?lang=en")
    assert client.get("/geheim/products/ding").status_code == 200
    wrong = client.get("/geheim/products/ding?code=x")
    assert wrong.headers["Location"] == "/geheim/products/ding?code_error=1"
    assert client.get("/geheim/products/ding").status_code == 403


def test_the_cookie_ends_with_its_code_and_opens_no_other_shop(client: Client, gated: Shop) -> None:
    other = make_shop("nebenan")
    AccessCode.objects.create(shop=other, code="ROTLICHT")
    enter(client, "ROTLICHT")
    client.cookies["ms_access_nebenan"] = client.cookies["ms_access_geheim"].value
    assert client.get("/nebenan").status_code == 403
    code = AccessCode.objects.get(shop=gated)
    code.code = "GRUENLICHT"
    code.save()
    assert client.get("/geheim").status_code == 403
    enter(client, "GRUENLICHT")
    assert client.get("/geheim").status_code == 200
    code.delete()
    AccessCode.objects.create(shop=gated, code="NEU")
    assert client.get("/geheim").status_code == 403


def test_the_cookie_is_worth_200_days(client: Client, gated: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    enter(client, "ROTLICHT")
    later = (timezone.now() + timedelta(days=199)).timestamp()
    monkeypatch.setattr("django.core.signing.time.time", lambda: later)
    assert client.get("/geheim").status_code == 200
    monkeypatch.setattr("django.core.signing.time.time", lambda: later + 2 * 24 * 60 * 60)
    assert client.get("/geheim").status_code == 403


def test_right_codes_use_up_no_attempts(client: Client, gated: Shop) -> None:
    for _ in range(9):
        assert enter(client, "x").status_code == 303
    for _ in range(12):
        fan = Client(HTTP_HOST="localhost")
        assert fan.get("/geheim?code=ROTLICHT").headers["Location"] == "/geheim/"
        assert enter(fan, "ROTLICHT").headers["Location"] == "/geheim"
    assert enter(client, "x").headers["Location"] == "/geheim?code_error=1"
    assert enter(client, "x").status_code == 429


def test_a_link_with_the_code_still_opens_for_those_who_are_in(client: Client, gated: Shop) -> None:
    fan = Client(HTTP_HOST="localhost")
    enter(fan, "ROTLICHT")
    for _ in range(12):
        enter(client, "x")
    response = fan.get("/geheim/products/ding?lang=en&code=ROTLICHT")
    assert (response.status_code, response.headers["Location"]) == (303, "/geheim/products/ding?lang=en")
    assert response.headers["Cache-Control"] == "private, no-store"
    # Only the very code that the cookie proves: others are attempts.
    assert fan.get("/geheim?code=x").status_code == 429


@pytest.mark.parametrize(("right", "compared"), [(False, 10), (True, 40)])
def test_however_many_codes_come_at_once_only_ten_wrong_ones_are_compared(right: bool, compared: int) -> None:
    shop, request = Shop(pk=1, slug="geheim"), RequestFactory().get("/")
    comparisons: list[str] = []

    def slowly() -> bool | None:
        comparisons.append("one")
        sleep(0.05)
        return right or None

    def enter_one(_number: int) -> None:
        with suppress(TooManyAttempts):
            codes.ENTRY.check_code(request, shop, slowly)

    workers = 5 if right else 40
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(enter_one, range(40)))
    assert len(comparisons) == compared


@proves(
    "design §6",
    "ten wrong attempts in ten minutes, however many come at once; right ones use up none; none without counters",
)
def test_after_ten_attempts_nobody_gets_in_for_a_while(client: Client, gated: Shop) -> None:
    for _ in range(10):
        assert enter(client, "x").status_code == 303
    response = enter(client, "ROTLICHT")
    assert response.status_code == 429
    assert response.headers["Retry-After"] == "600"
    assert worded("Too many attempts. Try again in ten minutes.") in response.content.decode()
    assert client.get("/geheim?code=ROTLICHT").status_code == 429
    fan = Client(HTTP_HOST="localhost")
    assert enter(fan, "ROTLICHT").status_code == 429
    assert enter(fan, "ROTLICHT", headers={HEADER: solved(Visitor("127.0.0.1").challenge())}).status_code == 303
    assert enter(Client(HTTP_HOST="localhost"), "ROTLICHT", REMOTE_ADDR="192.0.2.7").status_code == 303


def test_who_tries_codes_by_links_has_a_pass_from_the_first_on(client: Client, gated: Shop) -> None:
    """The gate answers before whatever is behind it."""
    assert "ms_pass" in client.get("/geheim?code=x").cookies
    assert client.get("/geheim").cookies == {}
    for _ in range(9):
        client.get("/geheim?code=x")
    assert client.get("/geheim?code=ROTLICHT").status_code == 429
    work = {HEADER: solved(Visitor("127.0.0.1").challenge())}
    worked = Client(HTTP_HOST="localhost")
    assert worked.get("/geheim?code=y", headers=work).status_code == 303
    assert worked.get("/geheim?code=ROTLICHT").headers["Location"] == "/geheim/", "the work is kept"


def test_without_counters_no_code_is_tried(client: Client, gated: Shop, settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert enter(client, "ROTLICHT").status_code == 429


def test_the_form_leads_to_no_other_site_and_is_sent_by_none(client: Client, gated: Shop) -> None:
    for wanted in ("https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"):
        assert enter(client, "ROTLICHT", wanted=wanted).headers["Location"] == "/geheim"
    response = enter(client, "ROTLICHT", HTTP_ORIGIN="https://evil.example")
    assert response.status_code == 403
    assert "ms_access_geheim" not in response.cookies


def test_sandbox_hosts_take_a_default_code(client: Client, gated: Shop, settings: Any) -> None:
    settings.DEFAULT_ACCESS_CODE = "probe"
    assert enter(client, "probe").headers["Location"] == "/geheim?code_error=1"
    settings.SANDBOX_HOSTS = ["localhost"]
    assert enter(client, "probe").headers["Location"] == "/geheim"
    assert client.get("/geheim").status_code == 200
    settings.SANDBOX_HOSTS = []
    assert client.get("/geheim").status_code == 403


def test_open_shops_are_as_they_were(client: Client, main_shop: Shop) -> None:
    response = client.get("/?code=x")
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "private, no-cache"
    assert "Cookie" not in response.headers.get("Vary", "")


def test_links_of_mails_need_no_code(client: Client, gated: Shop) -> None:
    response = client.get("/geheim/newsletter/unsubscribe/unknown")
    assert response.status_code == 404
    assert SECRET not in response.content.decode()


def test_every_code_is_compared(gated: Shop) -> None:
    AccessCode.objects.create(shop=gated, code="ZWEITER")
    assert set(codes.codes_of(Shop.objects.for_page().get(pk=gated.pk))) == {"ROTLICHT", "ZWEITER"}


def stored_picture(name: str) -> Image:
    (image,) = Image.objects.bulk_create([Image(key=name, file=f"pictures/{name}/original.png", width=1, height=1)])
    default_storage.save(f"pictures/{name}/original.png", ContentFile(SECRET.encode()))
    return image


def media(client: Client, name: str, **headers: Any) -> Any:
    gated_pictures._kept = (float("-inf"), {})
    return client.get(f"/media/pictures/{name}/original.png", **headers)


@proves("catalogue §4", "its pictures need the code as well")
def test_its_pictures_need_the_code(client: Client, gated: Shop, main_shop: Shop) -> None:
    for name in ("gatedhero", "gateditem", "openhero", "sharedone"):
        picture = stored_picture(name)
        shop = main_shop if name in ("openhero", "sharedone") else gated
        if name.endswith("item") or name == "sharedone":
            ProductPicture.objects.create(product=Product.objects.get(slug="ding"), image=picture)
        if name != "gateditem":
            shop.hero = picture
            shop.save()
            if name == "openhero":
                News.objects.create(shop=main_shop, title="x", image=picture)
    for name in ("gatedhero", "gateditem"):
        for response in (
            media(client, name),
            media(client, name, HTTP_IF_MODIFIED_SINCE="Fri, 01 Jan 2100 00:00:00 GMT"),
        ):
            assert response.status_code == 403
            assert response.headers["Cache-Control"] == "private, no-store"
    for name in ("openhero", "sharedone"):
        response = media(client, name)
        assert response.status_code == 200
        assert "immutable" in response.headers["Cache-Control"]
    for way in ("pictures/./gateditem", "/pictures/gateditem", "x/../pictures/gateditem", "pictures//gateditem"):
        assert client.get(f"/media/{way}/original.png").status_code in (403, 404)
    enter(client, "ROTLICHT")
    for name in ("gatedhero", "gateditem"):
        response = media(client, name)
        assert response.status_code == 200
        assert response.headers["Cache-Control"] == "private, no-store"


def test_a_public_picture_costs_no_statement(client: Client, main_shop: Shop, django_assert_num_queries: Any) -> None:
    stored_picture("plain")
    media(client, "plain")
    with django_assert_num_queries(0):
        assert shops_at_gate("pictures/plain/original.png") == []


def test_every_column_of_pictures_has_an_owner() -> None:
    assert len(gated_pictures.uses_of_pictures()) > 8


@proves("catalogue §2", "where its moved paths lead is not told")
def test_where_its_paths_lead_is_not_told_without_the_code(client: Client, gated: Shop) -> None:
    PathRedirect.objects.create(shop=gated, source="/alt", target="/products/ding")
    response = client.get("/geheim/alt")
    assert response.status_code == 403
    assert "Location" not in response.headers
    enter(client, "ROTLICHT")
    assert client.get("/geheim/alt").headers["Location"] == "/geheim/products/ding"
