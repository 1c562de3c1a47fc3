"""GraphQL over HTTP: persisted GETs, POSTs, what is refused and how (design §3)."""

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from pytest_django.fixtures import Settings

from cart.models import CartLine
from catalogue.errors import SoldOut
from shop.core.wire.graphql import persisted
from shop.core.wire.graphql.persisted import PersistedQueries, hash_of
from shop.models import Shop
from tests.factories import first_variant, make_event, make_product, make_shop
from tests.proofs import proves

pytestmark = pytest.mark.django_db

URL = "/api/v2/shops/nachtfalter/graphql"
PRODUCT = "query PRODUCT($slug: ID!) { product(id: $slug) { slug name } }"
CART = "query CART { cart { id } }"
BOTH = "query BOTH { cart { id } shop { slug } }"
ADD = """mutation ADD($input: AddToCartInput!) {
  addToCart(input: $input) { cart { id items { amount } } clientMutationId }
}"""


@pytest.fixture(autouse=True)
def listed(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The frontend's list, with documents of this test's own."""
    documents = {"PRODUCT": PRODUCT, "CART": CART, "ADD": ADD, "BOTH": BOTH}
    hashes = {name: hash_of(text) for name, text in documents.items()}
    queries = PersistedQueries(texts={hashes[name]: text for name, text in documents.items()}, newest=hashes)
    monkeypatch.setattr("shop.web.graphql.view.persisted_queries", lambda: queries)
    return hashes


@pytest.fixture
def client() -> Client:
    return Client(HTTP_HOST="localhost")


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand")
    return make_shop("nachtfalter")


def get(client: Client, key: str, variables: Any = None, url: str = URL, **parameters: str) -> HttpResponse:
    extensions = {"persistedQuery": {"version": 1, "sha256Hash": key}}
    query = {
        "extensions": json.dumps(extensions),
        "variables": json.dumps(variables or {}),
        "locale": "de",
        **parameters,
    }
    return client.get(f"{url}?{urlencode(query)}")  # type: ignore[return-value]


def post(client: Client, body: Any, **headers: Any) -> HttpResponse:
    return client.post(URL, body, content_type="application/json", **headers)  # type: ignore[return-value]


def body(response: HttpResponse) -> dict[str, Any]:
    found = json.loads(response.content)
    assert isinstance(found, dict)
    return found


def code(response: HttpResponse) -> str:
    return str(body(response)["errors"][0]["extensions"]["code"])


class TestPersistedGet:
    @proves("design §3", "private answers are kept nowhere; listed queries may be")
    def test_a_known_hash_is_answered_for_shared_caches(
        self, client: Client, shop: Shop, listed: dict[str, str]
    ) -> None:
        make_product(shop, slug="shirt", name="Shirt")
        found = get(client, listed["PRODUCT"], {"slug": "shirt"}, operationName="PRODUCT")
        assert body(found) == {"data": {"product": {"slug": "shirt", "name": "Shirt"}}}
        assert found["Content-Type"].startswith("application/graphql-response+json")
        assert found["Cache-Control"] == "public, max-age=0, s-maxage=1"
        assert "Cookie" not in found.get("Vary", "")
        assert not found.cookies
        again = client.get(found.wsgi_request.get_full_path(), HTTP_IF_NONE_MATCH=found["ETag"])  # type: ignore[attr-defined]
        assert (again.status_code, again.content) == (304, b"")

    def test_reading_writes_nothing(self, client: Client, shop: Shop, listed: dict[str, str]) -> None:
        make_product(shop, slug="shirt")
        with transaction.atomic():
            connection.cursor().execute("SET TRANSACTION READ ONLY")
            assert get(client, listed["PRODUCT"], {"slug": "shirt"}).status_code == 200

    def test_only_declared_variables_count(self, client: Client, shop: Shop, listed: dict[str, str]) -> None:
        make_product(shop, slug="shirt")
        plain = get(client, listed["PRODUCT"], {"slug": "shirt"})
        flooded = get(client, listed["PRODUCT"], {"slug": "shirt", "x": "1", "y": {"z": 2}})
        assert (flooded.content, flooded["ETag"]) == (plain.content, plain["ETag"])

    @pytest.mark.parametrize("name", ["CART", "BOTH"])
    def test_what_touches_the_cart_is_private(
        self, client: Client, shop: Shop, listed: dict[str, str], name: str
    ) -> None:
        found = get(client, listed[name])
        assert found["Cache-Control"] == "private, no-store"
        assert "ETag" not in found
        assert not found.cookies

    def test_an_answer_whose_language_is_not_in_its_address_is_not_shared(
        self, client: Client, shop: Shop, listed: dict[str, str]
    ) -> None:
        assert get(client, listed["PRODUCT"], {"slug": "x"}, locale="fr")["Cache-Control"] == "private, no-cache"

    def test_the_language_is_the_addresss(self, client: Client, shop: Shop, listed: dict[str, str]) -> None:
        make_product(shop, slug="shirt", name_de="Hemd", name_en="Shirt")
        found = get(client, listed["PRODUCT"], {"slug": "shirt"}, locale="en")
        assert body(found)["data"]["product"]["name"] == "Shirt"

    @proves("design §3", "persisted documents; the safelist closes the door to others")
    def test_an_unknown_hash(self, client: Client, shop: Shop) -> None:
        found = get(client, "0" * 64)
        assert (found.status_code, found["Cache-Control"]) == (404, "private, no-store")
        error = {"message": "PersistedQueryNotFound", "extensions": {"code": "PERSISTED_QUERY_NOT_FOUND"}}
        assert body(found) == {"errors": [error]}

    @proves("design §3", "GET never writes")
    def test_get_never_mutates(self, client: Client, shop: Shop, listed: dict[str, str]) -> None:
        variant = first_variant(make_product(shop))
        requests = {"input": {"requests": [{"productVariantId": str(variant.pk), "amount": 1}]}}
        assert get(client, listed["ADD"], requests).status_code == 400
        assert not CartLine.objects.exists()

    def test_get_takes_no_text(self, client: Client, shop: Shop, settings: Settings) -> None:
        settings.GRAPHQL_SAFELIST_ONLY = False
        assert client.get(f"{URL}?query={{shop{{slug}}}}").status_code == 400

    @pytest.mark.parametrize("part", ["extensions", "variables"])
    @pytest.mark.parametrize("value", ["{", "[" * 100_000, "[]", '"x"', "null", "1"])
    def test_broken_addresses(self, client: Client, shop: Shop, listed: dict[str, str], part: str, value: str) -> None:
        found = get(client, listed["CART"], **{part: value})
        assert found.status_code in (200, 400)

    def test_the_shop_of_the_host(self, client: Client, shop: Shop, listed: dict[str, str]) -> None:
        make_product(Shop.objects.get(slug="merchstand"), slug="main")
        make_product(shop, slug="shirt")
        found = get(client, listed["PRODUCT"], {"slug": "main"}, url="/api/graphql")
        assert body(found)["data"]["product"]["slug"] == "main"
        assert body(get(client, listed["PRODUCT"], {"slug": "shirt"}, url="/api/graphql"))["data"]["product"] is None

    def test_a_shop_that_is_none(self, client: Client, shop: Shop, listed: dict[str, str]) -> None:
        assert get(client, listed["PRODUCT"], url="/api/v2/shops/nobody/graphql").status_code == 404


class TestOtherOrigins:
    @proves("catalogue §7", "a page of another origin reads public documents by GET, without cookies, and nothing else")
    def test_public_documents_alone_are_open(self, client: Client, shop: Shop, listed: dict[str, str]) -> None:
        make_product(shop, slug="shirt")
        away = Client(HTTP_HOST="localhost", HTTP_ORIGIN="https://app.example", HTTP_SEC_FETCH_SITE="cross-site")
        for _again in range(2):  # made, then from the cache
            found = get(away, listed["PRODUCT"], {"slug": "shirt"})
            assert (found.status_code, found["Access-Control-Allow-Origin"]) == (200, "*")
            assert "Access-Control-Allow-Credentials" not in found
        knowing = Client(HTTP_HOST="localhost", HTTP_IF_NONE_MATCH=found["ETag"])
        again = get(knowing, listed["PRODUCT"], {"slug": "shirt"})
        assert (again.status_code, again["Access-Control-Allow-Origin"]) == (304, "*")
        for private in ("CART", "BOTH"):
            assert "Access-Control-Allow-Origin" not in get(away, listed[private])
        assert get(away, "0" * 64)["Access-Control-Allow-Origin"] == "*", "a client learns that the hash is unknown"
        written = away.post(URL, {"query": PRODUCT, "variables": {"slug": "shirt"}}, content_type="application/json")
        assert (written.status_code, "Access-Control-Allow-Origin" in written) == (403, False)

    @pytest.mark.parametrize(("wanted", "status"), [("GET", 204), ("POST", 405), ("", 405)])
    def test_leave_is_given_to_read(self, client: Client, shop: Shop, wanted: str, status: int) -> None:
        asked = {"Origin": "https://app.example", "Access-Control-Request-Method": wanted}
        found = client.options(URL, headers=asked)
        assert found.status_code == status
        assert found.get("Access-Control-Allow-Methods") == ("GET" if status == 204 else None)


class TestPost:
    def test_a_mutation_by_its_hash_alone(self, client: Client, shop: Shop, listed: dict[str, str]) -> None:
        variant = first_variant(make_product(shop))
        question = {
            "operationName": "ADD",
            "extensions": {"persistedQuery": {"version": 1, "sha256Hash": listed["ADD"]}},
            "variables": {
                "input": {"requests": [{"productVariantId": str(variant.pk), "amount": 2}], "clientMutationId": "7"}
            },
        }
        found = post(client, question)
        payload = body(found)["data"]["addToCart"]
        assert (payload["cart"]["items"], payload["clientMutationId"]) == ([{"amount": 2}], "7")
        assert found["Cache-Control"] == "private, no-store"
        assert found.cookies["ms_session_nachtfalter"]["httponly"]

    @proves("purchase §8", "refusals keep the specs' sentences and stable codes")
    def test_a_refusal_has_its_sentence_and_code(self, client: Client, shop: Shop, listed: dict[str, str]) -> None:
        variant = first_variant(make_product(shop, capacity=1))
        requests = [{"productVariantId": str(variant.pk), "amount": 2}]
        found = post(client, {"query": ADD, "variables": {"input": {"requests": requests}}})
        error = body(found)["errors"][0]
        assert (found.status_code, error["message"]) == (200, SoldOut.message)
        assert (error["extensions"]["code"], error["extensions"]["available"]) == ("SOLD_OUT", 1)

    def test_the_list_is_all_there_is(self, client: Client, shop: Shop, settings: Settings) -> None:
        settings.GRAPHQL_SAFELIST_ONLY = True
        assert code(post(client, {"query": "{ shop { slug } }"})) == "DOCUMENT_NOT_LISTED"
        assert body(post(client, {"query": CART})) == {"data": {"cart": None}}

    def test_without_the_list_any_document_runs(self, client: Client, shop: Shop, settings: Settings) -> None:
        settings.GRAPHQL_SAFELIST_ONLY = False
        assert body(post(client, {"query": "{ shop { slug } }"})) == {"data": {"shop": {"slug": "nachtfalter"}}}

    @proves("catalogue §7", "a hash sent with its text is answered as the text is, and refused with the reason")
    def test_a_hash_with_its_text(self, client: Client, shop: Shop, settings: Settings) -> None:
        text = "{ shop { slug } }"

        def asked(key: str) -> HttpResponse:
            persisted = {"persistedQuery": {"version": 1, "sha256Hash": key}}
            return post(client, {"query": text, "extensions": persisted})

        settings.GRAPHQL_SAFELIST_ONLY = False
        assert code(get(client, hash_of(text))) == "PERSISTED_QUERY_NOT_FOUND"
        assert body(asked(hash_of(text))) == {"data": {"shop": {"slug": "nachtfalter"}}}
        assert body(get(client, hash_of(text))) == {"data": {"shop": {"slug": "nachtfalter"}}}
        wrong = asked(hash_of("{ shop { name } }"))
        assert (wrong.status_code, code(wrong)) == (400, "HASH_MISMATCH")
        settings.GRAPHQL_SAFELIST_ONLY = True
        refused = asked(hash_of(text))
        assert (refused.status_code, code(refused)) == (403, "DOCUMENT_NOT_LISTED")
        assert code(get(client, hash_of(text))) == "PERSISTED_QUERY_NOT_FOUND", "the list has closed"

    @pytest.mark.parametrize(
        "asked", ["", "{", "null", "[]", '"x"', '{"query": 5}', '{"query": ""}', "{}", '{"extensions": 5}']
    )
    def test_bodies_that_ask_nothing(self, client: Client, shop: Shop, asked: str) -> None:
        found = client.post(URL, asked, content_type="application/json")
        assert found.status_code == 400
        assert code(found) == "INVALID_DOCUMENT"  # type: ignore[arg-type]

    def test_batches_are_not_taken(self, client: Client, shop: Shop) -> None:
        assert post(client, [{"query": CART}, {"query": CART}]).status_code == 400

    @proves("design §3", "limits of documents; hostile ones are refused quickly")
    def test_a_long_body(self, client: Client, shop: Shop) -> None:
        assert post(client, {"query": CART, "variables": {"x": "y" * 70_000}}).status_code == 400

    def test_variables_that_do_not_fit(self, client: Client, shop: Shop) -> None:
        found = post(client, {"query": ADD, "variables": {"input": {"requests": "x"}}})
        assert (found.status_code, code(found)) == (400, "INVALID_INPUT")

    @proves("design §3", "nothing of a failure's inside leaves")
    def test_nothing_of_a_failure_leaves(
        self, client: Client, shop: Shop, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.GRAPHQL_SAFELIST_ONLY = False

        def fail(*_args: Any) -> None:
            raise RuntimeError("SELECT secret FROM somewhere")

        monkeypatch.setattr("catalogue.graphql.query.event_named", fail)
        make_event(shop, slug="show")
        found = post(client, {"query": '{ event(id: "show") { slug } }'})
        assert body(found)["errors"] == [
            {"message": "internal error", "extensions": {"code": "INTERNAL"}, "path": ["event"]}
        ]
        assert b"secret" not in found.content

    @pytest.mark.parametrize("debug", [True, False])
    def test_introspection_is_the_developers(self, client: Client, shop: Shop, settings: Settings, debug: bool) -> None:
        from config.graphql import schema

        settings.DEBUG, settings.GRAPHQL_SAFELIST_ONLY = debug, False
        schema.documents.of_visitor.cache_clear()
        found = post(client, {"query": "{ __schema { types { name } } }"})
        assert ("data" in body(found)) is debug
        schema.documents.of_visitor.cache_clear()

    def test_other_methods(self, client: Client, shop: Shop) -> None:
        assert client.put(URL, "{}", content_type="application/json").status_code == 405


class TestOrigin:
    """Cross-site requests (design §6): the cart of a shopper stays as it is."""

    def question(self, shop: Shop) -> str:
        variant = first_variant(make_product(shop))
        requests = [{"productVariantId": str(variant.pk), "amount": 1}]
        return json.dumps({"query": ADD, "variables": {"input": {"requests": requests}}})

    @proves("design §6", "other origins and forms change nothing")
    @pytest.mark.parametrize(
        "content_type",
        [
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "text/plain",
            "text/plain; application/json",
        ],
    )
    def test_simple_forms_are_not_taken(self, client: Client, shop: Shop, content_type: str) -> None:
        question = self.question(shop)
        assert client.generic("POST", URL, question, content_type=content_type).status_code == 415
        cross = {"HTTP_ORIGIN": "https://evil.example", "HTTP_SEC_FETCH_SITE": "cross-site"}
        assert client.generic("POST", URL, question, content_type=content_type, **cross).status_code == 403  # type: ignore[arg-type]
        assert not CartLine.objects.exists()

    @pytest.mark.parametrize(
        "headers",
        [
            {"HTTP_ORIGIN": "https://evil.example"},
            {"HTTP_ORIGIN": "null"},
            {"HTTP_ORIGIN": "http://localhost.evil.example"},
            {"HTTP_SEC_FETCH_SITE": "cross-site"},
            {"HTTP_SEC_FETCH_SITE": "same-site"},
            {"HTTP_ORIGIN": "http://localhost", "HTTP_SEC_FETCH_SITE": "cross-site"},
        ],
    )
    def test_other_origins_are_not_taken(self, client: Client, shop: Shop, headers: dict[str, str]) -> None:
        found = client.post(URL, self.question(shop), content_type="application/json", **headers)  # type: ignore[arg-type]
        assert found.status_code == 403
        assert found["Content-Type"] == "application/problem+json"
        assert not CartLine.objects.exists()

    @pytest.mark.parametrize(
        "headers",
        [
            {},
            {"HTTP_ORIGIN": "http://localhost", "HTTP_SEC_FETCH_SITE": "same-origin"},
            {"HTTP_SEC_FETCH_SITE": "none"},
        ],
    )
    def test_the_own_origin_is(self, client: Client, shop: Shop, headers: dict[str, str]) -> None:
        found = client.post(URL, self.question(shop), content_type="application/json", **headers)  # type: ignore[arg-type]
        assert found.status_code == 200
        assert CartLine.objects.count() == 1

    def test_rest_is_guarded_as_well(self, client: Client, shop: Shop) -> None:
        address = "/api/v2/shops/nachtfalter/cart/address"
        assert client.patch(address, "a=b", content_type="application/x-www-form-urlencoded").status_code == 415
        cross = client.patch(address, "{}", content_type="application/json", HTTP_ORIGIN="https://evil.example")
        assert cross.status_code == 403


class TestList:
    def test_a_text_under_a_wrong_hash_is_left_out(self, tmp_path: Any, settings: Settings) -> None:
        entries = {hash_of(CART): {"name": "CART", "text": CART}, "0" * 64: {"name": "EVIL", "text": PRODUCT}}
        (tmp_path / "persisted-queries.json").write_text(json.dumps(entries))
        settings.FRONTEND_DIR, settings.FRONTEND_DIST = tmp_path, tmp_path / "dist"
        assert PersistedQueries.load() == PersistedQueries({hash_of(CART): CART}, {"CART": hash_of(CART)})

    def test_the_build_says_which_is_newest(self, tmp_path: Any, settings: Settings) -> None:
        old, new = "query CART { cart { id email } }", CART
        entries = {hash_of(text): {"name": "CART", "text": text} for text in (new, old)}
        (tmp_path / "persisted-queries.json").write_text(json.dumps(entries))
        (tmp_path / "operations.json").write_text(json.dumps({"CART": hash_of(new)}))
        settings.FRONTEND_DIR = settings.FRONTEND_DIST = tmp_path
        loaded = PersistedQueries.load()
        assert loaded.newest == {"CART": hash_of(new)}
        assert loaded.text(hash_of(old)) == old

    def test_every_document_of_the_frontend_is_valid(self) -> None:
        from config.graphql import schema

        for key, text in persisted.PersistedQueries.load().texts.items():
            assert schema.documents.listed(text).operations, key
