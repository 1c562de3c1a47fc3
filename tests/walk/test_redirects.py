"""Wherever a stranger's address, parameter or form leads, it is a host of ours, or where staff send visitors."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import DisallowedRedirect
from django.test import Client

from shop.core.http import password_limits
from shop.core.http.password_limits import HashingLimit
from shop.models import AccessCode, PathRedirect, Shop
from shop.web.redirects import OLD_PATHS, Redirect, is_on_this_host, own_address, path_map
from tests.addresses import patterns
from tests.factories import make_shop
from tests.proofs import proves
from tests.sampling import how_many, how_to_repeat, sampled
from tests.walk.ground import THING, Ground, Walker, made_before
from tests.walk.places import FORM, read_by_address, with_value

EVIL = "evil.example"
STAFFS = "staff.example"
OWN = {"localhost", "band.example", "geheim.example", STAFFS}
# Between an address of ours and the other host's name, as they stand in the request's first line.
BETWEEN = (
    "//", "///", "/\\", "\\\\", "\\/", "/%2F", "%2F%2F", "/%5C", "/%09/", "/%0d%0a/", "/%00/", "/.//", "/%2e%2e//",
    "//localhost@", "/%252F", "/https://", "/javascript:",
)  # fmt: skip
ADDRESSES = tuple(one.removeprefix("/") if ":" in one else one for one in BETWEEN)
FEW = 3


@pytest.fixture(scope="module")
def made_ground(made_ground: Ground) -> Ground:
    """With shops on their own hosts, one of them shut, and what staff entered before anything checked it."""
    make_shop("eigen", domain="band.example")
    shut = make_shop("zu", domain="geheim.example")
    AccessCode.objects.create(shop=shut, code="ROTLICHT")
    entered = (f"//{EVIL}", f"/\\{EVIL}", f"http://localhost:8000//{EVIL}", f"http://localhost:8000/\\{EVIL}/x")
    for number, target in enumerate((*entered, f"https://{STAFFS}/x", "http://localhost:8000?x=1")):
        for shop in (made_ground.shop, Shop.objects.get(slug="band")):
            PathRedirect.objects.create(shop=shop, source=f"/alt-{number}", target=target)
    make_shop("anderswo", redirect=f"https://{STAFFS}/")
    return made_ground


@pytest.fixture
def everywhere(ground: Ground) -> Ground:
    made_before()
    return ground


def goes_to(at: str, location: str) -> str:
    """The host to which a browser goes; it drops tabs and line ends, and takes every backslash for a slash."""
    for dropped in "\t\r\n":
        location = location.replace(dropped, "")
    led = urlsplit(urljoin(at, location.strip().replace("\\", "/")))
    assert led.scheme in ("http", "https", "webcal"), location
    return led.hostname or ""


def follow(client: Client, host: str, method: str, path: str, body: str = "", kind: str = "") -> Iterator[str]:
    """All hosts on the way, and at most five answers of ours."""
    for _hop in range(5):
        response = client.generic(method, f"http://{host}{path}", body, kind or "text/plain", HTTP_HOST=host)
        location = response.headers.get("Location", "")
        if not location:
            return
        at = f"http://{host}{path}"
        yield goes_to(at, location)
        if location.endswith("?broken_link=1"):
            return
        if (onward := urlsplit(urljoin(at, location))).hostname != host:
            return
        method, body, path = "GET", "", onward.path + (f"?{onward.query}" if onward.query else "")


def starts() -> Iterator[str]:
    """What stands before the other host's name: shops' paths, and every word that a page's address begins with."""
    words = {one.partition("/")[0].partition("<")[0] for one in patterns(staff=True)} | {
        old.strip("/").partition("/")[0] for old, _new in OLD_PATHS
    }
    yield from (
        "",
        "/merchstand",
        "/band",
        "/eigen",
        "/zu",
        "/geheim",
        "/anderswo",
        "/nobody",
        "//merchstand",
        "/%2Fband",
    )
    yield from (f"/{word}" for word in sorted(words - {""}))
    yield from (f"/band/{word}" for word in ("search", "item", "merch", "admin", "api", "checkout"))
    yield from ("/merchstand/merchstand", "/band/merchstand", f"/products/{THING}", "/geheim/access-code")


@proves(
    "design §6",
    "no address, parameter, form or entry of the map leads to another host but where staff send "
    "visitors: every redirect's address is made in one place",
)
def test_no_address_leads_elsewhere(everywhere: Ground) -> None:
    client, number = Client(raise_request_exception=False), 0
    asked = [("localhost", start, "") for start in starts()]
    for tail in ("/", "/..", "?code=ROTLICHT", "?q=x"):
        asked += [("localhost", start, tail) for start in ("", "/merchstand", "/band", "/geheim", "/search")]
        asked += [(host, "", tail) for host in ("band.example", "geheim.example")]
    for host, start, tail in asked:
        for between in sampled(BETWEEN, "redirect", host, start, tail):
            number += 1
            path = f"{start}{between}{EVIL}{tail}"
            led = set(follow(client, host, "GET", path if path[0] == "/" else f"/{path}"))
            assert led <= OWN, (host, path, how_to_repeat())
    assert number > how_many(1000, 60)


def test_no_parameter_and_no_field_leads_elsewhere(everywhere: Ground) -> None:
    client = Client(raise_request_exception=False)
    parameters, fields = set(), set()
    paths = {one: one for one in ("/access-code", "/admin/login/", "/admin/language/")}
    for method in ("GET", "POST"):
        for address, names in read_by_address(everywhere, method).items():
            paths[address.place] = address.path
            parameters |= names.parameters
            fields |= names.fields
    assert {"q", "code", "next", "lang"} <= parameters and {"wanted", "next", "code"} <= fields
    for place, path in sorted(paths.items()):
        leads = False
        for number, between in enumerate(sampled(ADDRESSES, "led on", place)):
            if number == FEW and not leads:
                break  # a page that leads nowhere
            value = f"{between}{EVIL}"
            for code in (value, "ROTLICHT"):
                query = "&".join(f"{name}={code if name == 'code' else value}" for name in sorted(parameters))
                form = "&".join(f"{name}={code if name == 'code' else value}" for name in sorted(fields))
                for asked in (("GET", f"{path}?{query}"), ("POST", path, form, FORM)):
                    led = set(follow(client, "localhost", *asked))
                    assert led <= OWN, (path, value, how_to_repeat())
                    leads = leads or bool(led)


def test_the_gates_form_and_the_staffs_login_lead_on_within(
    everywhere: Ground, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # All these log-ins come to one process within seconds.
    monkeypatch.setattr(password_limits, "STRANGERS", HashingLimit(1000, seconds=30))
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    User.objects.create_superuser("admin", password="password")
    for between in sampled(ADDRESSES, "gates", count=3):
        for host, start in (("localhost", "/geheim"), ("geheim.example", "")):
            for wanted in (f"{between}{EVIL}", f"/merchstand{between}{EVIL}", f"{start}{between}{EVIL}"):
                form = f"code=ROTLICHT&wanted={wanted}"
                led = list(follow(Client(), host, "POST", f"{start}/access-code", form, FORM))
                assert led and set(led) <= OWN, (wanted, how_to_repeat())
        for path in ("/admin/login/", "/admin/language/"):
            form = f"username=admin&password=password&language=en&next={between}{EVIL}"
            led = list(follow(Client(), "localhost", "POST", path, form, FORM))
            assert led and set(led) <= OWN, (path, between, how_to_repeat())


def test_where_staff_send_visitors_they_go(everywhere: Ground) -> None:
    client = Client()
    for base in ("", "/band"):
        assert client.get(f"{base}/alt-0", HTTP_HOST="localhost")["Location"] == f"{base}/{EVIL}"
        assert client.get(f"{base}/alt-2", HTTP_HOST="localhost")["Location"] in (
            f"/{EVIL}",
            f"http://localhost:8000//{EVIL}",
        )
        assert client.get(f"{base}/alt-4", HTTP_HOST="localhost")["Location"] == f"https://{STAFFS}/x"
    assert client.get("/anderswo", HTTP_HOST="localhost")["Location"] == f"https://{STAFFS}/"
    # The page itself follows the same map.
    for shop in (everywhere.shop, Shop.objects.get(slug="band")):
        for target in path_map(shop).values():
            assert is_on_this_host(target) or urlsplit(target).hostname in OWN


def test_of_ids_and_old_paths_only_the_way_changes(everywhere: Ground) -> None:
    walker = Walker.on(everywhere)
    response = walker.send("GET", "/merchstand/a%3Fb%23c%25d?x=%2F")
    assert (response.status_code, response["Location"]) == (301, "/a%3Fb%23c%25d?x=%2F")
    response = walker.send("GET", with_value("/item/<slug:slug>", "slug:slug", "x", {}))
    assert response["Location"] == "/products/x"


@pytest.mark.parametrize(
    "address", [f"//{EVIL}", f"/\\{EVIL}", f"\\\\{EVIL}", f"ftp://{EVIL}", "javascript:alert(1)", "", "x", f"///{EVIL}"]
)
def test_a_redirect_refuses_what_is_neither_path_nor_site(address: str) -> None:
    with pytest.raises(DisallowedRedirect):
        Redirect(address)


def test_an_own_address_is_a_path_whatever_it_is_made_of() -> None:
    for between in BETWEEN:
        assert is_on_this_host(own_address(f"{between}{EVIL}"))
        assert own_address(f"{between}{EVIL}", base="https://band.example").startswith("https://band.example/")


def test_every_redirect_is_made_by_the_one_class() -> None:
    """Where Django's own would take any address."""
    apps = ("shop", "catalogue", "cart", "checkout", "aftersale", "sessions_queue", "config")
    others = ("HttpResponseRedirect", "PermanentRedirect", "shortcuts import redirect")
    files = [file for app in apps for file in Path(settings.BASE_DIR, app).rglob("*.py")]
    made = {str(one.relative_to(settings.BASE_DIR)) for one in files if any(word in one.read_text() for word in others)}
    assert made == {"shop/web/redirects.py"}
