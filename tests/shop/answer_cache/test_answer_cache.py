"""What is kept of answers, for whom and how long (design §5)."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from catalogue.models import Product
from shop.answer_cache import expiry, store
from shop.answer_cache import middleware as middlewares
from shop.answer_cache.middleware import AnswerCacheMiddleware, cache_key_of, cacheable, has_bounded_keys
from shop.core.wire.paging import encode_cursor
from shop.directory import shops as directories
from shop.models import AccessCode, CatalogueChange, Shop
from tests.factories import make_category, make_event, make_product, make_shop
from tests.proofs import proves

from .kept import PAGE, SUGGESTIONS, answers_kept, document, kept, valkey

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def keeping(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[None]:
    """Answers are kept, and every request looks at the versions, as if a second had passed."""
    monkeypatch.setattr(directories, "MAX_AGE", 0.0)
    with answers_kept(settings):
        yield


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand")
    shop = make_shop("nachtfalter")
    make_product(shop, slug="hemd", name="Hemd", category=make_category(shop, slug="hemden", name="Hemden"))
    CatalogueChange.objects.all().delete()
    return shop


@pytest.fixture
def client() -> Client:
    return Client(HTTP_HOST="localhost")


def rename(name: str) -> None:
    """As its own transaction would: inside a test there is only one."""
    Product.objects.filter(slug="hemd").update(name=name, name_de=name)
    CatalogueChange.objects.update(raises=CatalogueChange.objects.values_list("raises", flat=True)[0] + 1)


ADDRESSES = [PAGE, "/nachtfalter/", "/nachtfalter/categories", document("PRODUCT", {"slug": "hemd"})]


@proves("design §5", "pages and persisted GETs are answered from Valkey without the catalogue, 304 and HEAD too")
@pytest.mark.parametrize(
    "address", [*ADDRESSES, SUGGESTIONS], ids=["product", "home", "categories", "document", "suggestions"]
)
def test_the_second_answer_is_the_first_one_without_the_catalogue(shop: Shop, client: Client, address: str) -> None:
    first = client.get(address)
    assert first.status_code == 200
    with CaptureQueriesContext(
        connection,
    ) as queries:
        second = client.get(address)
    assert [one["sql"] for one in queries if "shop_cataloguechange" not in one["sql"]] == []
    assert (second.status_code, second.content) == (200, first.content)
    assert dict(second.items()) == dict(first.items())


@pytest.mark.parametrize("address", ADDRESSES[:1] + ADDRESSES[3:], ids=["page", "document"])
def test_304_and_head_come_from_what_is_kept(shop: Shop, client: Client, address: str) -> None:
    etag = client.get(address, HTTP_IF_NONE_MATCH='"older"')["ETag"]
    assert len(kept()) == 1
    for header in (etag, f'W/{etag}, "x"', f'"y", {etag}'):
        again = client.get(address, HTTP_IF_NONE_MATCH=header)
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", etag)
    head = client.head(address)
    assert (head.status_code, head["ETag"], head.content) == (200, etag, b"")


@proves(
    "catalogue §9",
    "suggestions: artists, coming events, the newest products (`QUICK_SEARCH_PRODUCTS`) with pictures, "
    "in three statements, bounded and kept like every persisted GET",
)
def test_suggestions_are_kept_for_shared_caches_and_end_with_a_change(shop: Shop, client: Client) -> None:
    answer = client.get(SUGGESTIONS)
    assert answer["Cache-Control"] == "public, max-age=0, s-maxage=1"
    assert client.get(SUGGESTIONS, HTTP_IF_NONE_MATCH=answer["ETag"]).status_code == 304
    rename("Bluse")
    titles = [one["title"] for one in client.get(SUGGESTIONS).json()["data"]["searchSuggestions"]]
    assert titles == ["Bluse"]


@proves("design §5", "a change is on the site within two seconds, even if the process that made it died at once")
def test_a_change_ends_what_is_kept_of_its_shops_and_of_no_other(shop: Shop, client: Client) -> None:
    make_product(make_shop("kellerkind"), slug="mantel", name="Mantel")
    CatalogueChange.objects.all().delete()
    client.get("/kellerkind/products/mantel")
    assert b"Hemd" in client.get(PAGE).content
    rename("Bluse")
    assert b"Bluse" in client.get(PAGE).content
    with CaptureQueriesContext(connection) as queries:
        client.get("/kellerkind/products/mantel")
    assert len(queries) == 1  # the versions


def test_languages_are_kept_apart(shop: Shop, client: Client) -> None:
    texts = {client.get(PAGE, headers={"accept-language": one}).content for one in ("de", "en-GB", "en", "fr")}
    assert len(texts) == len(kept()) == 2
    assert client.get(f"{PAGE}?lang=en").content in texts


def test_what_is_missing_private_or_wrong_is_never_kept(shop: Shop, client: Client) -> None:
    for address in (
        "/nachtfalter/products/nichts", "/nachtfalter/nichts", "/nachtfalter/checkout",
        "/nachtfalter/checkout/done/x/y", "/nachtfalter/item/hemd", "/api/v2/shops/nachtfalter/",
        document("PRODUCT", {"slug": "nichts"}), document("PRODUCT", {}), document("CART", {}),
        document("PRODUCT", {"slug": "hemd"}, operationName="OTHER"),
        "/api/v2/shops/nachtfalter/graphql?extensions=%7B%7D",
    ):  # fmt: skip
        client.get(address)
        assert kept() == set(), address


@proves("design §5", "made-up variables, parameters, places and names keep nothing")
def test_ten_thousand_made_up_variables_and_parameters_keep_one_answer(
    shop: Shop, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.get(document("PRODUCT", {"slug": "hemd"}))
    client.get(PAGE)
    before = kept()
    assert len(before) == 2
    middleware = AnswerCacheMiddleware(lambda _request: cacheable(HttpResponse("made anew")))
    monkeypatch.setattr(directories, "MAX_AGE", 60.0)
    requests = RequestFactory(headers={"host": "localhost"})
    for number in range(5000):
        found = middleware(requests.get(document("PRODUCT", {"slug": "hemd", f"made{number}": number})))
        assert b"Hemd" in found.content
        assert b"Hemd" in middleware(requests.get(f"{PAGE}?utm_source={number}")).content
    assert kept() == before


def test_made_up_places_names_and_texts_are_not_kept(shop: Shop, client: Client) -> None:
    for number in range(20):
        client.get(f"/nachtfalter/categories?after={number}")
        client.get(document("CATEGORY", {"slug": "hemden", "after": f"made{number}"}))
        client.get(document("CATEGORY", {"slug": f"hemden{number}"}))
    assert kept() == set()
    client.get(document("CATEGORY", {"slug": "hemden", "after": encode_cursor([0, 10**9])}))
    assert len(kept()) == 1


TYPES = {"slug": "ID!", "after": "String", "first": "Int", "year": "Int", "text": "String", "ids": "[ID!]"}


@pytest.mark.parametrize(
    ("variables", "data", "few"),
    [
        ({"slug": "hemd"}, {"product": {"slug": "hemd"}}, True),
        ({"slug": "7"}, {"product": {"slug": "hemd"}}, True),
        ({"slug": "007"}, {"product": {"slug": "hemd"}}, False),
        ({"slug": "x"}, {"product": None}, False),
        ({"slug": "x"}, {"events": {"nodes": []}}, False),
        ({"first": 100}, {"events": {"nodes": []}}, True),
        ({"first": 101}, {"events": {"nodes": []}}, False),
        ({"year": 2026}, {"advent": {"title": ""}}, True),
        ({"year": 1}, {"advent": None}, False),
        ({"text": "made up"}, {"events": {"nodes": []}}, False),
        ({"text": None}, {"events": {"nodes": []}}, True),
        ({"ids": ["1"]}, {"events": {"nodes": [1]}}, False),
        ({}, None, False),
    ],
)
def test_only_answers_of_which_there_are_few_are_kept(variables: Any, data: Any, few: bool) -> None:
    assert has_bounded_keys(TYPES, variables, data) is few


@proves("design §4", "gated shops are never answered from what is kept")
def test_a_gated_shop_is_never_answered_from_what_is_kept(shop: Shop, client: Client) -> None:
    client.get(PAGE)
    AccessCode.objects.create(shop=shop, code="ROT")
    seen: list[HttpRequest] = []

    def anew(request: HttpRequest) -> HttpResponse:
        seen.append(request)
        return cacheable(HttpResponse("anew"))

    before = kept()
    assert AnswerCacheMiddleware(anew)(RequestFactory().get(PAGE, headers={"host": "localhost"})).content == b"anew"
    assert (len(seen), kept()) == (1, before)


@proves(
    "catalogue §4",
    "presale and the end of a sale by the database's time, however wrong the process's clock is: cart, "
    "order, event page, kept pages",
)
@pytest.mark.parametrize("hours", [-3, 3])
def test_presale_begins_by_the_databases_clock_also_where_the_page_is_kept(
    shop: Shop, client: Client, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    real, now = time.time, timezone.now
    # The first page of all takes longer than others: it must not take the time before the presale.
    client.get("/nachtfalter/categories")
    before = kept()
    make_event(shop, slug="show", presale_at=now() + timedelta(seconds=2.5))
    monkeypatch.setattr(time, "time", lambda: real() + hours * 3600)
    monkeypatch.setattr(timezone, "now", lambda: now() + timedelta(hours=hours))
    page = "/nachtfalter/events/show"
    assert "BEFORE_PRESALE" in client.get(page).text
    assert len(kept() - before) == 1
    time.sleep(2.6)
    assert "BEFORE_PRESALE" not in client.get(page).text


def test_without_valkey_pages_are_made_anew(shop: Shop, client: Client, settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    store.answer_store.cache_clear()
    assert [client.get(PAGE).status_code for _ in range(3)] == [200, 200, 200]


@proves("design §5", "one makes an answer, the others wait; without Valkey pages work")
def test_one_makes_the_answer_and_the_others_wait_for_it(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expiry.NextChanges, "next", lambda *_: timezone.now().replace(year=2999))
    directories.directory.refresh(at_once=True)
    monkeypatch.setattr(directories, "MAX_AGE", 60.0)
    monkeypatch.setattr(middlewares, "LONGEST_POLL_SECONDS", 60.0)
    made, go_on = [], threading.Event()

    def slow(_request: HttpRequest) -> HttpResponse:
        made.append(1)
        go_on.wait(5)
        return cacheable(HttpResponse("made once"))

    middleware, answers = AnswerCacheMiddleware(slow), []

    def visit() -> None:
        answers.append(middleware(RequestFactory().get(PAGE, headers={"host": "localhost"})).content)

    threads = [threading.Thread(target=visit) for _ in range(6)]
    for thread in threads:
        thread.start()
    threading.Timer(0.3, go_on.set).start()
    for thread in threads:
        thread.join()
    assert (len(made), answers) == (1, [b"made once"] * 6)


def test_what_was_made_between_looking_and_locking_is_not_made_again(
    shop: Shop, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def answer(_request: HttpRequest) -> HttpResponse:
        made.append(1)
        return cacheable(HttpResponse("made once"))

    middleware, take = AnswerCacheMiddleware(answer), store.AnswerStore.lock

    def visit() -> bytes:
        return middleware(RequestFactory().get(PAGE, headers={"host": "localhost"})).content

    def late(self: store.AnswerStore, key: str) -> store.Lock:
        monkeypatch.setattr(store.AnswerStore, "lock", take)
        visit()
        return take(self, key)

    monkeypatch.setattr(store.AnswerStore, "lock", late)
    assert (visit(), visit(), len(made)) == (b"made once", b"made once", 1)


@proves("design §5", "answers end at the next date that changes them")
def test_an_answer_ends_at_the_next_moment_that_changes_it(
    shop: Shop, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expiry.NextChanges, "next", lambda _self, _shop, _version, now: now)
    client.get(PAGE)
    with CaptureQueriesContext(connection) as queries:
        client.get(PAGE)
    assert len(queries) > 1


@proves("design §5", "a kept answer takes one round trip; a connection that Valkey ended is opened again")
def test_a_kept_answer_takes_one_round_trip(shop: Shop, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.get(PAGE)
    monkeypatch.setattr(directories, "MAX_AGE", 60.0)
    client.get(PAGE)
    valkey().config_resetstat()
    for _visit in range(3):
        client.get(PAGE)
    asked = valkey().info("commandstats")
    assert asked["cmdstat_mget"]["calls"] == 3
    assert asked.keys() <= {"cmdstat_mget", "cmdstat_config|resetstat", "cmdstat_info", "cmdstat_select"} | {
        name for name in asked if name.startswith(("cmdstat_client", "cmdstat_hello"))
    }


def test_a_connection_that_valkey_ended_is_opened_again(shop: Shop, client: Client) -> None:
    client.get(PAGE)
    valkey().client_kill_filter(_type="normal", skipme=True)
    with CaptureQueriesContext(connection) as queries:
        client.get(PAGE)
    assert len(queries) == 1  # the versions
    assert store.answer_store().is_reachable


@proves("design §5", "what staff did is seen at once")
def test_what_staff_did_is_seen_at_once(shop: Shop, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.get(PAGE)
    monkeypatch.setattr(directories, "MAX_AGE", 60.0)
    rename("Bluse")
    assert b"Bluse" not in client.get(PAGE).content
    client.post("/admin/login/")
    assert b"Bluse" in client.get(PAGE).content


def test_a_late_reply_is_never_taken_for_the_next_one(shop: Shop, client: Client) -> None:
    addresses = (PAGE, "/nachtfalter/categories", "/nachtfalter/")
    expected = {address: client.get(address).content for address in addresses}
    valkey().client_pause(800)
    assert b"<h1" in client.get(PAGE).content  # written anew, at another moment
    time.sleep(1.5)
    for address in addresses:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).content == expected[address]
        assert len(queries) == 1  # the versions


MADE_UP = "/nachtfalter/nichts"


def visit_at_once(monkeypatch: pytest.MonkeyPatch, number: int, get_response: Any, address: str) -> list[bytes]:
    """What that many visitors get who come while the first one's answer is being made."""
    monkeypatch.setattr(expiry.NextChanges, "next", lambda *_: timezone.now().replace(year=2999))
    directories.directory.refresh(at_once=True)
    monkeypatch.setattr(directories, "MAX_AGE", 60.0)
    middleware, requests = AnswerCacheMiddleware(get_response), RequestFactory(headers={"host": "localhost"})
    with ThreadPoolExecutor(number) as pool:
        answers = [pool.submit(middleware, requests.get(address)) for _visitor in range(number)]
    return [answer.result().content for answer in answers]


@proves(
    "design §5",
    "who waits for an answer that turns out not to be kept is let go at once; nobody waits for what is "
    "known not to be kept: searches, carts, missing pages",
)
def test_who_waits_for_an_answer_that_is_not_kept_is_let_go_at_once_and_all_together(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, others = threading.Event(), threading.Barrier(5)

    def made(_request: HttpRequest) -> HttpResponse:
        if not first.is_set():
            first.set()
            time.sleep(0.2)  # the others come and wait
        else:
            others.wait(timeout=0.7)  # they are all here: none waits for another
        return HttpResponse("not kept", status=404)

    began = time.monotonic()
    assert visit_at_once(monkeypatch, 6, made, MADE_UP) == [b"not kept"] * 6
    assert time.monotonic() - began < 0.9
    assert kept() == set()
    # Whoever comes later does not even begin to wait.
    monkeypatch.setattr(time, "sleep", lambda _seconds: pytest.fail("waited"))
    assert (
        AnswerCacheMiddleware(lambda _request: HttpResponse("anew"))(RequestFactory().get(MADE_UP)).content == b"anew"
    )


def test_who_takes_over_from_one_that_failed_makes_it_for_all(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def fail_once(_request: HttpRequest) -> HttpResponse:
        made.append(1)
        time.sleep(0.2)
        return HttpResponse("failed", status=500) if len(made) == 1 else cacheable(HttpResponse("made once"))

    answers = visit_at_once(monkeypatch, 6, fail_once, PAGE)
    assert (len(made), sorted(answers)) == (2, [b"failed"] + [b"made once"] * 5)
    assert [key for key in valkey().keys("answer:*") if str(key).endswith("|lock")] == []


@pytest.mark.parametrize(
    "address",
    ["/nachtfalter/search/hemd", "/search/hemd", document("CART", {}), document("SEARCH", {"query": "hemd"})],
    ids=["search", "main search", "cart", "search document"],
)
def test_what_is_never_kept_is_asked_nobody_about(shop: Shop, client: Client, address: str) -> None:
    assert client.get(address).status_code == 200
    assert valkey().keys("answer:*") == []
    assert cache_key_of(RequestFactory(headers={"host": "localhost"}).get(address)) is None


@proves("design §5", "nobody keeps an answer from being kept by asking for it in another way")
@pytest.mark.parametrize(
    "address",
    [
        document("PRODUCT", {"slug": "hemd"}).replace("/v2/shops/nachtfalter/", "/x/"),
        document("PRODUCT", {"slug": "hemd"}).replace("/nachtfalter/", "/NACHTFALTER/"),
        document("PRODUCT", {"slug": "hemd", "x": "\0"}),
    ],
    ids=["no address", "no slug", "undeclared variable"],
)
def test_what_is_refused_shares_no_key_with_what_is_answered(shop: Shop, client: Client, address: str) -> None:
    client.get(address)
    assert valkey().keys("answer:*") == []


@pytest.mark.parametrize("asked", [{"headers": {"if-match": '"x"'}}, {"method": "HEAD"}], ids=["If-Match", "HEAD"])
def test_no_request_keeps_the_others_answer_from_being_kept(shop: Shop, client: Client, asked: dict[str, Any]) -> None:
    client.generic(asked.pop("method", "GET"), PAGE, **asked)
    assert [key for key in valkey().keys("answer:*") if str(key).endswith("|lock")] == []
    assert client.get(PAGE).status_code == 200
    assert len(kept()) == 1


@proves("design §3", "a hash that no build has written is a refusal, also where answers are kept")
def test_an_unknown_document_is_a_refusal_also_here(shop: Shop, client: Client) -> None:
    extensions = quote('{"persistedQuery":{"sha256Hash":"unknown"}}')
    answer = client.get(f"/api/v2/shops/nachtfalter/graphql?extensions={extensions}")
    assert answer.json()["errors"][0]["extensions"]["code"] == "PERSISTED_QUERY_NOT_FOUND"


def test_a_304_does_not_count_as_an_answer_that_is_not_kept(shop: Shop, client: Client) -> None:
    etag = client.get(PAGE)["ETag"]
    valkey().flushdb()
    assert client.get(PAGE, HTTP_IF_NONE_MATCH=etag).status_code == 304
    assert len(kept()) == 1
    assert [key for key in valkey().keys("answer:*") if str(key).endswith("|lock")] == []
