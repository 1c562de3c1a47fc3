"""No address, parameter, form field, cookie or header of a stranger ends in a failure."""

from itertools import product

import pytest
from django.test import Client

from shop.core.http.problems import GRAPHQL, PROBLEM
from tests.addresses import filled, patterns
from tests.proofs import proves
from tests.walk.ground import THING, Ground, Walker, made_before
from tests.walk.names import headers_read
from tests.walk.places import FORM, SHARED, parameters_of, read_by_address, with_value
from tests.walk.places import GRAPHQL as WIRE
from tests.walk.values import ADDRESS_VALUES, BODIES, CHARSETS, FEW, HEADER_VALUES, HOSTS

THINGS = ("artists", "categories", "products", "events", "tours")
BELOW = tuple(product(("/band/", "/geheim/"), FEW))
ROUND_IT = tuple(product(("/", "/band/", "/merchstand/", "//"), ("", "/", "/%00", "/x/", "/" + "x" * 10_000)))


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
            for value in walker.each(ADDRESS_VALUES, pattern, parameter):
                walker.send("GET", "/" + with_value(pattern, parameter, value, ground.known))
            for base, value in (
                walker.each(BELOW, "below", pattern, parameter) if not pattern.startswith(SHARED) else ()
            ):
                walker.send("GET", base + with_value(pattern, parameter, value, ground.known))
    walker.has_broken_nothing(300, 90)


def test_every_part_of_the_staffs_addresses(ground: Ground) -> None:
    made_before()
    walker = Walker.on(ground)
    for pattern in set(patterns(staff=True)) - set(patterns()):
        for parameter in parameters_of(pattern):
            for value in walker.each(FEW, pattern, parameter):
                walker.send("GET", "/" + with_value(pattern, parameter, value, ground.known))
    walker.has_broken_nothing(300, 200)


def test_whatever_comes_before_and_behind(ground: Ground) -> None:
    made_before()
    walker = Walker.on(ground)
    heads = sorted({one.partition("/")[0].partition("<")[0] for one in patterns(staff=True)} | {"healthz", "static"})
    for head in heads:
        for base, tail in walker.each(ROUND_IT, head):
            walker.send("GET", f"{base}{head}{tail}")
    for tail in ("", f"/products/{THING}"):
        for value in walker.each(ADDRESS_VALUES, "before", tail, count=4):
            walker.send("GET", f"/{value}{tail}")
    walker.has_broken_nothing(300, 40)


def test_every_parameter_that_is_read(ground: Ground) -> None:
    walker, read = Walker.on(ground), read_by_address(ground, "GET")
    pages = (names.parameters for address, names in read.items() if address.path == "/" or THING in address.path)
    everywhere = set.intersection(*pages)
    assert {"lang", "locale"} <= everywhere
    found = set[str]().union(*(names.parameters for names in read.values()))
    assert {"after", "q", "code", "key", "artists_after", "operationName", "variables", "domain", "next"} <= found
    for address, names in read.items():
        # What every page reads, those of things and lists read for themselves as well.
        own_reader = address.path == "/" or THING in address.path
        for name in names.parameters - (set() if own_reader else everywhere):
            for value in walker.each(ADDRESS_VALUES, address.place, name):
                walker.send("GET", f"{address.path}?{name}={value}")
        for value in walker.each(ADDRESS_VALUES[:5], address.place, "all at once") if names.parameters else ():
            asked = "&".join(f"{name}={value}" for name in sorted(names.parameters))
            walker.send("GET", f"{address.path}?{asked}")
    walker.has_broken_nothing(300, 120)


def test_every_form_field_that_is_read(ground: Ground) -> None:
    made_before()
    walker, read = Walker.on(ground), read_by_address(ground, "POST")
    assert {"email", "code", "wanted", "username"} <= {name for names in read.values() for name in names.fields}
    for address, names in read.items():
        for name in names.fields:
            others = [f"{other}={ground.known.get(other, 'x')}" for other in sorted(names.fields - {name})]
            for value in walker.each(ADDRESS_VALUES, address.place, name):
                walker.send("POST", address.path, "&".join([f"{name}={value}", *others]), FORM)
    walker.has_broken_nothing(100, 15)


def test_every_cookie_that_is_read(ground: Ground) -> None:
    walker = Walker.on(ground)
    walker.cookies = {}
    names = set.union(*(found.cookies for found in read_by_address(ground, "GET").values()))
    names |= {"ms_session_merchstand", "ms_discount_merchstand"}
    assert {"locale", "ms_access_geheim", "ms_session_merchstand"} <= names
    for name in sorted(names):
        for path in ("/", "/geheim", "/admin/"):
            for value in walker.each(HEADER_VALUES, "cookie", name, path):
                walker.send("GET", path, HTTP_COOKIE=f"{name}={value}")
        for value in walker.each(HEADER_VALUES, "cookie", name, WIRE):
            walker.send("POST", WIRE, '{"query": "{ cart { id } }"}', HTTP_COOKIE=f"{name}={value}")
    walker.has_broken_nothing(100, 24)


def test_every_header_that_is_read(ground: Ground, settings: pytest.FixtureRequest) -> None:
    settings.BEHIND_PROXY = True  # type: ignore[attr-defined]
    walker = Walker.on(ground)
    newsletter, body = "/api/v2/shops/merchstand/newsletter", '{"email": "mira@example.org", "accepts_terms": true}'
    for name in sorted(headers_read()):
        header = {"Content-Type": "CONTENT_TYPE", "Content-Length": "CONTENT_LENGTH"}.get(
            name, "HTTP_" + name.upper().replace("-", "_")
        )
        for path in (f"/products/{THING}", "/media/x"):
            for value in walker.each(HEADER_VALUES, "header", name, path):
                walker.send("GET", path, **{header: value})
        if header not in ("CONTENT_LENGTH", "CONTENT_TYPE"):
            for value in walker.each(HEADER_VALUES, "header", name, newsletter):
                walker.send("POST", newsletter, body, **{header: value})
    for path in ("/", "/admin/", "/media/x", "/api/graphql", "/domain-check?domain=x"):
        for host in walker.each(HOSTS, "host", path, count=2):
            walker.send("GET", path, HTTP_HOST=host)
    walker.has_broken_nothing(300, 50)


def test_bodies_that_are_not_what_they_say(ground: Ground) -> None:
    walker = Walker.on(ground)
    for path in ("/newsletter", "/access-code", "/geheim/access-code", "/admin/login/", "/api/graphql", "/"):
        for kind in (FORM, "multipart/form-data", "multipart/form-data; boundary=x", "application/json", "", "\\;="):
            for body in walker.each(BODIES, path, kind):
                walker.send("POST", path, body, kind)
        for kind in (FORM, "application/json"):
            for charset in walker.each(CHARSETS, path, kind, "charset"):
                walker.send("POST", path, "a=b", f"{kind}; charset={charset}")
                walker.send("GET", f"{path}?q=%ff", "", f"{kind}; charset={charset}")
        for length in walker.each(("", "-1", "9" * 20, "3"), path, "length"):
            walker.send("POST", path, b'{"email": "x"}', CONTENT_LENGTH=length)
    walker.has_broken_nothing(300, 50)


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
