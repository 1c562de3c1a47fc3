"""A host is the same one whatever its letters, port, brackets and last dot; browsers return to it encrypted."""

import subprocess
from typing import Any

import pytest
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from config.settings import host_names
from launch.paths import ROOT, VENV_PYTHON
from shop.directory.addresses import hostname_of
from shop.directory.shops import directory
from shop.models import AccessCode
from tests.factories import make_shop
from tests.proofs import proves
from tests.servers import shop_environment

pytestmark = pytest.mark.django_db
MAIN = [
    "localhost",
    "LocalHost",
    "localhost:8000",
    "localhost.",
    "localhost.:8000",
    "127.0.0.1:80",
    "[::1]",
    "[::1]:8000",
]
BAND = ["band.example", "Band.Example", "band.example.", "band.example:8443"]
NO_HOST = ["", "[::1", "::1]", "[]", "a b", "localhost/x", "x@localhost", "localhost:", "localhost:http", "²", "\0"]


@pytest.fixture(autouse=True)
def shops() -> None:
    cache.clear()
    make_shop("merchstand")
    make_shop("band", domain="band.example")
    directory.refresh(at_once=True)


@proves(
    "design §1",
    "a host is the same one with port, brackets, capital letters and last dot; what is no host is nobody's",
)
@pytest.mark.parametrize("host", [*MAIN, *BAND])
def test_every_door_knows_the_host(host: str, settings: Any) -> None:
    client = Client(HTTP_HOST=host)
    assert client.get("/").status_code == 200
    settings.ANSWER_CACHE_SECONDS = 60
    assert Client(HTTP_HOST=host).get("/").status_code == 200
    assert client.get("/admin/login/").status_code == 200
    assert directory.has_host(host)
    assert client.get("/domain-check", {"domain": host}).status_code == 200


@pytest.mark.parametrize("host", NO_HOST)
def test_what_is_no_host_is_nobodys_and_no_failure(host: str) -> None:
    assert hostname_of(host) == ""
    assert Client(SERVER_NAME="localhost").get("/domain-check", {"domain": host}).status_code == 404
    assert not directory.has_host(host)


def test_staff_make_the_first_shop_at_every_main_host() -> None:
    for host in MAIN:
        assert Client(HTTP_HOST=host).get("/admin/login/").status_code == 200
    assert Client(HTTP_HOST="elsewhere.example").get("/admin/login/").status_code == 404


def test_a_sandbox_is_one_at_its_ipv6_address_too(settings: Any) -> None:
    settings.SANDBOX_HOSTS, settings.DEFAULT_ACCESS_CODE = host_names("SANDBOX_HOSTS", ["::1"]), "OPEN"
    AccessCode.objects.create(shop=make_shop("gated"), code="SECRET")
    client = Client(HTTP_HOST="[::1]:8000")
    assert client.get("/gated/").status_code == 403
    client.post("/gated/access-code", {"code": "OPEN"})
    assert client.get("/gated/").status_code == 200


def test_hosts_in_settings_are_written_as_one_likes_and_nonsense_is_named() -> None:
    given = ["Shop.Example", "shop.example:443", "shop.example.", "::1", "[::1]:8000"]
    assert host_names("MAIN_HOSTS", given) == ["shop.example"] * 3 + ["[::1]"] * 2
    with pytest.raises(ImproperlyConfigured, match="MAIN_HOSTS: https"):
        host_names("MAIN_HOSTS", ["https://shop.example"])


@pytest.mark.parametrize("host", ["Shop.Example", "shop.example"])
def test_a_page_of_ours_may_write_however_its_host_is_written(host: str, settings: Any) -> None:
    settings.PUBLIC_URL, settings.MAIN_HOSTS = "https://Shop.Example", ["shop.example"]
    answer = Client(HTTP_HOST=host).post("/api/v2/shops/merchstand/consent", {"allowed": False}, "application/json",
                                         headers={"origin": "https://shop.example"})  # fmt: skip
    assert answer.status_code == 200


HSTS = "Strict-Transport-Security"


@proves("RFC 6797", "who comes encrypted is told to come back so, kept answers included; nobody at localhost")
@pytest.mark.parametrize(
    "path", ["/", "/healthz", "/domain-check", "/robots.txt", "/admin/login/", "/nothing-here", "/api/v2/"]
)
@pytest.mark.parametrize("host", ["localhost", "band.example"])
def test_whoever_comes_encrypted_is_told_to_come_back_so(host: str, path: str, settings: Any) -> None:
    settings.HSTS_SECONDS = 1000
    assert Client(HTTP_HOST=host).get(path, secure=True).headers[HSTS] == "max-age=1000"
    assert HSTS not in Client(HTTP_HOST=host).get(path).headers
    settings.HSTS_SECONDS = 0
    assert HSTS not in Client(HTTP_HOST=host).get(path, secure=True).headers


def test_kept_answers_say_it_to_those_only_who_come_encrypted(settings: Any) -> None:
    settings.ANSWER_CACHE_SECONDS, settings.HSTS_SECONDS = 60, 1000
    client = Client(SERVER_NAME="localhost")
    pages = [client.get("/", secure=secure) for secure in (False, True, False, True)]
    assert [page.headers.get(HSTS) for page in pages] == [None, "max-age=1000"] * 2
    again = client.get("/", secure=True, headers={"if-none-match": pages[1].headers["ETag"]})
    assert (again.status_code, again.headers[HSTS]) == (304, "max-age=1000")


def test_the_proxy_says_whether_it_was_encrypted_where_it_is_believed(settings: Any) -> None:
    settings.HSTS_SECONDS = 1000
    told = {"x-forwarded-proto": "https"}
    assert HSTS not in Client(SERVER_NAME="localhost").get("/", headers=told).headers
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert HSTS in Client(SERVER_NAME="localhost").get("/", headers=told).headers


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        ({"PUBLIC_URL": "https://shop.example"}, 31_536_000),
        ({"PUBLIC_URL": "http://shop.example"}, 0),
        ({"PUBLIC_URL": "https://localhost:8443"}, 0),
        ({"PUBLIC_URL": "https://shop.localhost"}, 0),
        ({"PUBLIC_URL": "https://shop.example", "HSTS_SECONDS": "300"}, 300),
    ],
)
def test_how_long_follows_from_the_public_address(given: dict[str, str], seconds: int) -> None:
    code = "from config import settings; print(settings.HSTS_SECONDS)"
    env = shop_environment("postgres://nobody@127.0.0.1:1/none", env=given)
    told = subprocess.run([VENV_PYTHON, "-c", code], env=env, cwd=ROOT, capture_output=True, text=True, check=True)
    assert int(told.stdout) == seconds
