"""More parameters than a request may have are refused with 400, with DEBUG as without (docs/limits.md)."""

from typing import Any

import pytest
from django.conf import settings as configured
from django.test import Client

from tests.factories import make_shop
from tests.proofs import proves

pytestmark = pytest.mark.django_db
MOST = configured.DATA_UPLOAD_MAX_NUMBER_FIELDS
MANY = "&".join(f"a{number}" for number in range(MOST + 1))
FORM = "application/x-www-form-urlencoded"
PAGES = [
    "/",
    "/nachtfalter",
    "/nachtfalter/newsletter",
    "/nachtfalter/access",
    "/checkout",
    "/admin/",
    "/admin/login/",
    "/x",
]
APIS = ["/api/graphql", "/api/v2/shops/nachtfalter/graphql", "/api/v2/shops", "/api/v2/shops/nachtfalter/newsletter"]
FORMS = ["/nachtfalter/newsletter", "/admin/login/", "/nachtfalter/withdrawal"]


@pytest.fixture(params=[False, True], ids=["production", "DEBUG"])
def client(request: Any, settings: Any) -> Client:
    settings.DEBUG = request.param
    make_shop("merchstand")
    make_shop("nachtfalter", is_band=True)
    return Client(raise_request_exception=False, SERVER_NAME="localhost")


@proves("design §6", "too many parameters in an address or a form are refused with 400, never a failure")
@pytest.mark.parametrize("path", [*PAGES, *APIS])
def test_in_an_address(client: Client, path: str) -> None:
    assert client.get(f"{path}?{MANY}").status_code == 400


@pytest.mark.parametrize("path", FORMS)
def test_in_a_form(client: Client, path: str) -> None:
    assert client.post(path, MANY, content_type=FORM).status_code == 400


def test_as_many_as_there_may_be_are_read(client: Client) -> None:
    as_many = MANY.rpartition("&")[0]
    assert client.get(f"/nachtfalter/newsletter?{as_many}").status_code == 200
    assert client.post("/nachtfalter/newsletter", f"{as_many}&email=x", content_type=FORM).status_code == 400
