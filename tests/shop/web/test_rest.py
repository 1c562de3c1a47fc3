"""REST: the shop's fields, and refusals as problem+json (design §3)."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django.conf import settings
from django.test import Client, RequestFactory, override_settings
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView
from rest_framework import exceptions, serializers

from config.urls import failed
from shop.core.errors import FieldErrors, ShopError
from shop.core.http.problems import problem_response
from shop.core.wire.inputs import Input
from shop.models import Shop, ShopSocial
from tests.described import description
from tests.documents import everything
from tests.factories import make_shop
from tests.guest import Guest, as_read
from tests.proofs import proves


@pytest.fixture
def client() -> Client:
    return Client(HTTP_HOST="localhost")


def schemas_of(operation: Any) -> Iterator[tuple[str, Any]]:
    for content in operation.get("requestBody", {}).get("content", {}).values():
        yield "body", content["schema"]
    for status, answer in operation["responses"].items():
        for content in answer.get("content", {}).values():
            yield status, content["schema"]


def holds_any_object(schema: Any) -> bool:
    """True if a part of the schema is an object without a word about its members."""
    if isinstance(schema, list):
        return any(holds_any_object(one) for one in schema)
    if not isinstance(schema, dict):
        return False
    says_nothing = schema.get("type") == "object" and "properties" not in schema
    if says_nothing and schema.get("additionalProperties", {}) in ({}, True):
        return True
    return any(holds_any_object(one) for one in schema.values())


@pytest.mark.django_db
class TestShop:
    def test_its_fields(self, client: Client) -> None:
        make_shop("merchstand")
        shop = make_shop("nachtfalter", payment_blacklist=["paypal"], item_grid_columns=3, description_de="Zeile")
        ShopSocial.objects.create(shop=shop, title="Band", spotify="https://spotify.example/n")
        response = client.get("/api/v2/shops/nachtfalter/")
        found = response.json()
        assert (found["id"], found["slug"], found["is_band"], found["domain"]) == (
            str(shop.pk),
            "nachtfalter",
            True,
            "",
        )
        assert found["payment_blacklist"] == ["paypal"]
        meta = found["meta"]
        assert (meta["item_grid_columns"], meta["description"], meta["has_access_code"]) == (3, "Zeile", False)
        assert meta["socials"][0]["spotify"] == "https://spotify.example/n"
        wanted = (
            "home_link description site_description socials embed_youtube newsletter_popup mailchimp_header "
            "mailchimp_customtext social_img share_image favicon redirect item_grid_columns item_image_carousel "
            "item_image_magnifier preferred_image_resolution slides_custom_pager trim_zero_decimals scroll_offset "
            "override_title show_event_filter show_event_door_time design"
        )
        assert set(wanted.split()) <= meta.keys()

    @proves("purchase §3, catalogue §7", "cart and shop over REST are those over GraphQL, field by field")
    @override_settings(GRAPHQL_SAFELIST_ONLY=False)
    def test_is_the_shop_of_graphql(self) -> None:
        """The frontend reads both by one type, which is made of GraphQL's."""
        make_shop("merchstand")
        shop = make_shop("nachtfalter", discount_gate=True)
        ShopSocial.objects.create(shop=shop, title="Band", spotify="https://spotify.example/n")
        guest = Guest(shop)
        by_graphql = as_read(guest.send({"query": f"{{ shop {everything('Shop')} }}"}).data)
        by_rest = as_read(guest.get("").json())
        # Names of style tokens are no names of fields: REST has a map of them, GraphQL cannot.
        tokens = {token["name"]: token["value"] for token in by_graphql["meta"]["design"]["tokens"]}
        by_graphql["meta"]["design"]["tokens"] = tokens
        assert by_rest == by_graphql

    def test_its_language(self, client: Client) -> None:
        make_shop("merchstand", description_de="Deutsch", description_en="English")
        assert client.get("/api/v2/shops/merchstand/?locale=en").json()["meta"]["description"] == "English"

    @proves("catalogue §7, design §3", "an unknown shop or host is a problem over REST, an error over GraphQL")
    def test_no_such_shop(self, client: Client) -> None:
        make_shop("merchstand")
        elsewhere = Client(HTTP_HOST="elsewhere.example")
        for response in (client.get("/api/v2/shops/nobody/"), elsewhere.get("/api/v2/shops/merchstand/")):
            assert (response.status_code, response["Content-Type"]) == (404, "application/problem+json")
            assert (response.json()["code"], response.json()["status"]) == ("SHOP_NOT_FOUND", 404)
        for response in (client.get("/api/v2/shops/nobody/graphql"), elsewhere.post("/api/graphql")):
            assert response.status_code == 404
            assert response["Content-Type"].startswith("application/graphql-response+json")
            assert response.json()["errors"][0]["extensions"]["code"] == "SHOP_NOT_FOUND"
        assert elsewhere.get("/").content == b"Unknown host"

    def test_on_its_own_domain_only_the_shop_itself(self) -> None:
        make_shop("merchstand")
        Shop.objects.filter(pk=make_shop("nachtfalter").pk).update(domain="shop.nachtfalter.example")
        own = Client(HTTP_HOST="shop.nachtfalter.example")
        assert own.get("/api/v2/shops/nachtfalter/").status_code == 200
        assert own.get("/api/v2/shops/merchstand/").status_code == 404

    @proves("catalogue §7", "the REST interface describes itself, the checkout's part too")
    def test_the_description_of_the_api(self, client: Client) -> None:
        make_shop("merchstand")
        response = client.get("/api/v2/schema/", HTTP_ACCEPT="application/json")
        assert response.status_code == 200
        paths = response.json()["paths"]
        shop = "/api/v2/shops/{slug}/"
        assert {shop, f"{shop}countries", f"{shop}orders/{{secret}}", f"{shop}session/heartbeat"} <= paths.keys()
        body = paths[f"{shop}cart/address"]["patch"]["requestBody"]["content"]["application/json"]["schema"]
        assert body["$ref"].endswith("AddressesInput")
        assert "/api/v2/shops/{slug}/" in response.content.decode()

    @proves("catalogue §7", "every answer and every body of the REST interface is described field by field")
    def test_nothing_is_described_as_just_any_object(self) -> None:
        """Of a payment provider's event and an envelope of Sentry's, others say what is in them."""
        found = {
            f"{method} {path} {place}"
            for path, operations in description()["paths"].items()
            for method, operation in operations.items()
            for place, schema in schemas_of(operation)
            if holds_any_object(schema)
        }
        assert found == {
            "post /api/v2/payments/{provider}/events body",
            "post /api/v2/shops/{slug}/errors body",
        }
        components = description()["components"]["schemas"]
        assert [name for name, schema in components.items() if holds_any_object(schema)] == []

    @proves("design §3", "the API's description is made once a process, language and form, and as it ever was")
    @pytest.mark.parametrize("form", ["application/vnd.oai.openapi", "application/vnd.oai.openapi+json"])
    def test_its_description_is_kept(self, client: Client, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
        make_shop("merchstand")
        found = {}
        for language in ("de", "en"):
            asked = RequestFactory().get("/api/v2/schema/", headers={"accept": form})
            with translation.override(language):
                made = SpectacularAPIView.as_view(api_version="2")(asked).render()
            found[language] = client.get("/api/v2/schema/", headers={"accept": form, "accept-language": language})
            assert found[language].content == made.content
            assert {name: found[language][name] for name in made.headers if name not in ("Allow", "Vary")} == {
                name: value for name, value in made.items() if name not in ("Allow", "Vary")
            }
        monkeypatch.setattr(SchemaGenerator, "get_schema", lambda *_, **__: pytest.fail("made again"))
        for language, first in found.items():
            again = client.get("/api/v2/schema/", headers={"accept": form, "accept-language": language})
            assert again.content == first.content


class Named(Input):
    name = serializers.CharField(max_length=3)


class Wishing(Input):
    first = Named()


class Wish(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=3)


class Wishes(serializers.Serializer[Any]):
    first = Wish()


@proves("purchase §7", "no write of the REST interface drops a field that it does not know: all refuse it by name")
def test_every_write_reads_its_body_strictly() -> None:
    """Who reads what is sent by another kind of serializer drops fields in silence."""
    import_module(settings.ROOT_URLCONF)
    below = set(serializers.Serializer.__subclasses__())
    ours = {one for one in below if not one.__module__.startswith(("rest_framework", "drf_spectacular", "tests."))}
    assert ours == {Input}
    nested = Wishing(data={"first": {"name": "ab", "nmae": "b"}, "locale": "de", "x": 1})
    assert not nested.is_valid()
    assert {"first", "x"} == nested.errors.keys()
    assert nested.errors["first"]["nmae"][0].code == "unknown_field"
    assert Wishing(data={"first": {"name": "ab"}, "locale": "de"}).is_valid()


class TestProblems:
    def body(self, error: Exception) -> dict[str, Any]:
        response = problem_response(error, {})
        assert response.content_type == "application/problem+json"
        assert response["Cache-Control"] == "no-store"
        assert response.data["status"] == response.status_code
        return dict(response.data)

    def test_a_refusal(self) -> None:
        found = self.body(ShopError("no", limit=3))
        assert (found["status"], found["code"], found["detail"], found["limit"]) == (422, "REFUSED", "no", 3)

    def test_fields(self) -> None:
        errors = {"email": [{"code": "required", "message": "Enter an e-mail address."}]}
        found = self.body(FieldErrors(errors))
        assert (found["status"], found["errors"]) == (400, errors)

    def test_fields_that_a_serializer_refuses(self) -> None:
        serializer = Wishes(data={"first": {"name": "long"}})
        with pytest.raises(exceptions.ValidationError) as refused:
            serializer.is_valid(raise_exception=True)
        errors = self.body(refused.value)["errors"]
        assert errors["first.name"][0]["code"] == "max_length"

    @pytest.mark.parametrize(
        ("error", "status", "code"),
        [
            (exceptions.ParseError(), 400, "PARSE_ERROR"),
            (exceptions.NotFound(), 404, "NOT_FOUND"),
            (exceptions.MethodNotAllowed("PUT"), 405, "METHOD_NOT_ALLOWED"),
            (exceptions.UnsupportedMediaType("text/plain"), 415, "UNSUPPORTED_MEDIA_TYPE"),
            (exceptions.Throttled(wait=3), 429, "THROTTLED"),
        ],
    )
    def test_what_the_framework_refuses(self, error: Exception, status: int, code: str) -> None:
        found = self.body(error)
        assert (found["status"], found["code"]) == (status, code)

    def test_a_failure_says_nothing_of_itself(self) -> None:
        found = self.body(RuntimeError("SELECT secret"))
        assert (found["status"], found["code"]) == (500, "INTERNAL")
        assert "secret" not in str(found)

    @pytest.mark.parametrize("path", ["/api/v2/shops/nachtfalter/graphql", "/products/shirt"])
    def test_a_failure_outside_of_the_frameworks(self, path: str) -> None:
        assert failed(RequestFactory().get(path)).status_code == 500


@pytest.mark.django_db
def test_pictures_are_kept_for_ever(client: Client) -> None:
    make_shop("merchstand")
    place = settings.MEDIA_ROOT / "pictures" / "abc"
    place.mkdir(parents=True, exist_ok=True)
    (place / "100.jpg").write_bytes(b"jpg")
    found = client.get("/media/pictures/abc/100.jpg")
    assert (found.status_code, found["Content-Type"]) == (200, "image/jpeg")
    assert "immutable" in found["Cache-Control"]
    assert found["X-Content-Type-Options"] == "nosniff"
    assert client.get("/media/pictures/../../secret").status_code in (301, 400, 404)
