"""No address, parameter, form field, cookie or header of a stranger ends in a failure."""

from collections.abc import Iterator

import pytest
from django.core.handlers.base import BaseHandler
from django.test import Client

from shop.web.problems import GRAPHQL, PROBLEM
from tests.addresses import filled, patterns
from tests.proofs import proves
from tests.walk.ground import THING, Ground, Walker, made_before
from tests.walk.names import Names, headers_read, names_read
from tests.walk.values import ADDRESS_VALUES, BODIES, CHARSETS, FEW, HEADER_VALUES, HOSTS

FORM = "application/x-www-form-urlencoded"
SHARED = ("api/", "theme/", "media/")
THINGS = ("artists", "categories", "products", "events", "tours")
WORDS = dict.fromkeys((*THINGS, "faq", "merch", "item", "product", "tickets", "ticket", "event"), THING)


def parameters_of(pattern: str) -> list[str]:
    return [part.partition(">")[0] for part in pattern.split("<")[1:]]


def with_value(pattern: str, wanted: str, value: str, known: dict[str, str]) -> str:
    """The pattern with the value for one of its parameters; the others name what is there."""
    for parameter in parameters_of(pattern):
        _kind, _colon, name = parameter.rpartition(":")
        there = known.get(name, THING) if name != "slug" or pattern.startswith("api/") else THING
        pattern = pattern.replace(f"<{parameter}>", value if parameter == wanted else there)
    return pattern


def known_address(pattern: str, ground: Ground) -> str:
    return "/" + with_value(pattern, "", "", ground.known)


@proves(
    "design §6",
    "nothing that a stranger sends ends in a failure: every part of every address, every parameter, form "
    "field, cookie and header that is read, bodies that are none",
)
def test_every_part_of_every_address(ground: Ground) -> None:
    made_before()
    walker = Walker.on(ground)
    for pattern in patterns():
        for parameter in parameters_of(pattern):
            for value in ADDRESS_VALUES:
                walker.send("GET", "/" + with_value(pattern, parameter, value, ground.known))
            for value in FEW if not pattern.startswith(SHARED) else ():
                for base in ("/band/", "/geheim/"):
                    walker.send("GET", base + with_value(pattern, parameter, value, ground.known))
    walker.has_broken_nothing(300)


def test_every_part_of_the_staffs_addresses(ground: Ground) -> None:
    made_before()
    walker = Walker.on(ground)
    for pattern in set(patterns(staff=True)) - set(patterns()):
        for parameter in parameters_of(pattern):
            for value in FEW:
                walker.send("GET", "/" + with_value(pattern, parameter, value, ground.known))
    walker.has_broken_nothing(300)


def test_whatever_comes_before_and_behind(ground: Ground) -> None:
    made_before()
    walker = Walker.on(ground)
    heads = sorted({one.partition("/")[0].partition("<")[0] for one in patterns(staff=True)} | {"healthz", "static"})
    for head in heads:
        for base in ("/", "/band/", "/merchstand/", "//"):
            for tail in ("", "/", "/%00", "/x/", "/" + "x" * 10_000):
                walker.send("GET", f"{base}{head}{tail}")
    for value in ADDRESS_VALUES:
        walker.send("GET", f"/{value}")
        walker.send("GET", f"/{value}/products/{THING}")
    walker.has_broken_nothing(300)


def addresses(ground: Ground) -> Iterator[str]:
    """One of every pattern that a stranger comes to, and those that no pattern has."""
    for pattern in patterns():
        path = known_address(pattern, ground)
        yield path
        if not pattern.startswith(SHARED):
            yield "/geheim" + path
    yield from ("/admin/login/", "/admin/", "/admin/language/", "/domain-check", "/healthz", "/band")


def test_every_parameter_that_is_read(ground: Ground) -> None:
    walker, read = Walker.on(ground), dict(read_by_address(ground, "GET"))
    everywhere = set.intersection(*(names.parameters for path, names in read.items() if path == "/" or THING in path))
    assert {"lang", "locale"} <= everywhere
    found = set[str]().union(*(names.parameters for names in read.values()))
    assert {"after", "q", "code", "key", "artists_after", "operationName", "variables", "domain", "next"} <= found
    for path, names in read.items():
        for name in names.parameters - (everywhere if path != "/" else set()):
            for value in ADDRESS_VALUES:
                walker.send("GET", f"{path}?{name}={value}")
        for value in ADDRESS_VALUES[:5] if names.parameters else ():
            walker.send("GET", f"{path}?" + "&".join(f"{name}={value}" for name in sorted(names.parameters)))
    walker.has_broken_nothing(300)


def test_every_form_field_that_is_read(ground: Ground) -> None:
    made_before()
    walker, read = Walker.on(ground), dict(read_by_address(ground, "POST"))
    assert {"email", "code", "wanted", "username"} <= {name for names in read.values() for name in names.fields}
    for path, names in read.items():
        for name in names.fields:
            for value in ADDRESS_VALUES:
                others = [f"{other}={ground.known.get(other, 'x')}" for other in sorted(names.fields - {name})]
                walker.send("POST", path, "&".join([f"{name}={value}", *others]), FORM)
    walker.has_broken_nothing(100)


def read_by_address(ground: Ground, method: str) -> Iterator[tuple[str, Names]]:
    """One address of each kind of answer."""
    handler, seen = BaseHandler(), set()
    handler.load_middleware()
    for path in addresses(ground):
        names = names_read(handler, method, path, ground.cookies)
        kind = (names.answered_by, *map(frozenset, (names.parameters, names.fields, names.cookies)))
        if kind not in seen:
            seen.add(kind)
            yield path, names


def test_every_cookie_that_is_read(ground: Ground) -> None:
    walker = Walker.on(ground)
    walker.cookies = {}
    graphql = "/api/v2/shops/merchstand/graphql"
    names = set.union(*(found.cookies for _path, found in read_by_address(ground, "GET")))
    names |= {"ms_session_merchstand", "ms_discount_merchstand"}
    assert {"locale", "ms_access_geheim", "ms_session_merchstand"} <= names
    for name in sorted(names):
        for value in HEADER_VALUES:
            for path in ("/", "/geheim", "/admin/"):
                walker.send("GET", path, HTTP_COOKIE=f"{name}={value}")
            walker.send("POST", graphql, '{"query": "{ cart { id } }"}', HTTP_COOKIE=f"{name}={value}")
    walker.has_broken_nothing(100)


def test_every_header_that_is_read(ground: Ground, settings: pytest.FixtureRequest) -> None:
    settings.BEHIND_PROXY = True  # type: ignore[attr-defined]
    walker = Walker.on(ground)
    body = '{"email": "mira@example.org", "accepts_terms": true}'
    for name in sorted(headers_read()):
        header = {"Content-Type": "CONTENT_TYPE", "Content-Length": "CONTENT_LENGTH"}.get(
            name, "HTTP_" + name.upper().replace("-", "_")
        )
        for value in HEADER_VALUES:
            for path in (f"/products/{THING}", "/media/x"):
                walker.send("GET", path, **{header: value})
            if header not in ("CONTENT_LENGTH", "CONTENT_TYPE"):
                walker.send("POST", "/api/v2/shops/merchstand/newsletter", body, **{header: value})
    for host in HOSTS:
        for path in ("/", "/admin/", "/media/x", "/api/graphql", "/domain-check?domain=x"):
            walker.send("GET", path, HTTP_HOST=host)
    walker.has_broken_nothing(300)


def test_bodies_that_are_not_what_they_say(ground: Ground) -> None:
    walker = Walker.on(ground)
    for path in ("/newsletter", "/access-code", "/geheim/access-code", "/admin/login/", "/api/graphql", "/"):
        for kind in (FORM, "multipart/form-data", "multipart/form-data; boundary=x", "application/json", "", "\\;="):
            for body in BODIES:
                walker.send("POST", path, body, kind)
        for charset in CHARSETS:
            for kind in (FORM, "application/json"):
                walker.send("POST", path, "a=b", f"{kind}; charset={charset}")
                walker.send("GET", f"{path}?q=%ff", "", f"{kind}; charset={charset}")
        for length in ("", "-1", "9" * 20, "3"):
            walker.send("POST", path, b'{"email": "x"}', CONTENT_LENGTH=length)
    walker.has_broken_nothing(300)


@proves(
    "design §3",
    "a place in a list that no list has named is a 404 on the page and INVALID_PAGE on the wire; NUL in "
    "an address is refused by APIs and finds no page; `/{slug}/admin/` is nobody's",
)
@pytest.mark.parametrize(
    ("path", "status", "told"),
    [
        (f"/artists/{THING}?after=abc", 404, "text/html"), (f"/categories/{THING}?after=%00", 404, "text/html"),
        ("/search/x?merch_after=abc", 404, "text/html"), ("/products/%00", 404, "text/html"),
        ("/newsletter/confirm/%00", 404, "text/html"), ("/search/%00", 200, "text/html"), ("/%00", 302, "text/html"),
        ("/domain-check?domain=%00", 404, "text/plain"), ("/media/" + "x" * 10_000, 404, "text/html"),
        ("/band/admin/", 301, "text/html"), ("/sitemap-" + "9" * 5000 + ".xml", 404, "text/plain"),
        ("/api/v2/shops/merchstand/orders/%00", 400, PROBLEM), ("/api/graphql?variables=%00", 400, GRAPHQL),
        ("/api/v2/shops/merchstand/nothing?x=%00", 400, PROBLEM),
    ],
)  # fmt: skip
def test_what_is_refused_is_refused_in_its_form(ground: Ground, path: str, status: int, told: str) -> None:
    response = Walker.on(ground).send("GET", path)
    assert (response.status_code, response.headers["Content-Type"].partition(";")[0]) == (
        status,
        told.partition(";")[0],
    )
    if path.startswith(("/artists", "/categories", "/search/x")):
        assert "page-data" in response.content.decode() and "Merchstand" in response.content.decode()


def test_what_a_shop_lists_is_found_by_its_names_alone(ground: Ground) -> None:
    """The walk would find nothing wrong with a shop that answers nothing."""
    client = Client(HTTP_HOST="localhost")
    for word in THINGS:
        assert client.get(f"/{word}/{THING}").status_code == 200
        assert client.get("/" + filled(f"{word}/<slug:slug>", {word: "²"})).status_code == 404
