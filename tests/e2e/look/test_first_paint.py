"""What a page loads before its first paint: few requests, and what a new connection carries at once (design §5)."""

import re
import time
from functools import cache
from http.client import HTTPConnection

import pytest
from playwright.sync_api import Route, ViewportSize

from tests.e2e.conftest import DESKTOP, PHONE, OpenPage, Site
from tests.e2e.measuring import layout_shift, scripts_held, wait_for, wait_for_react
from tests.e2e.places import BROWSER_LANGUAGES, STOPS, Stop
from tests.proofs import proves

# Ten packets, the first round trip of a connection (RFC 6928), less what the headers take.
FIRST_TRIP = 14_600 - 1_000
STYLES = 40_000


@cache
def size_and_text(host: str, port: int, address: str) -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        headers = {"Host": f"{host}:{port}", "Accept-Language": "de"}
        connection.request("GET", address, headers={**headers, "Accept-Encoding": "br"})
        size = len(connection.getresponse().read())
        connection.request("GET", address, headers=headers)
        return size, connection.getresponse().read().decode(errors="replace")
    finally:
        connection.close()


@proves(
    "design §5", "little comes before the first paint: few requests, and a page that fits into the first round trip"
)
@pytest.mark.parametrize("stop", STOPS, ids=str)
def test_little_comes_before_the_first_paint(site: Site, stop: Stop) -> None:
    host, port = stop.place.host, site.port

    def size(address: str) -> int:
        return size_and_text(host, port, address)[0]

    page, html = size_and_text(host, port, stop.address)
    head = html.partition("</head>")[0]
    sheets = re.findall(r'<link rel="stylesheet" href="([^"]+)"', head)
    scripts = re.findall(r'<script[^>]* src="([^"]+)"', html)
    assert page <= FIRST_TRIP
    assert (len(sheets), len(scripts)) == (1, 1) and "preload" not in head.replace("modulepreload", "")
    assert size(sheets[0]) <= STYLES


def pictures_of(asked: list[str]) -> list[str]:
    return [url for url in asked if "/pictures/" in url and not url.endswith("/100.jpg")]  # that is the icon


@proves(
    "design §5, decision 0017",
    "below a picture as wide as the page, and in the slider, pictures wait until the page has started; "
    "without script they do not",
)
@pytest.mark.parametrize(("address", "width"), [("/", 1500), ("/goldkante", 1500)])
def test_a_wide_picture_has_the_line_for_itself(open_page: OpenPage, address: str, width: int) -> None:
    page, asked = open_page(), list[str]()
    page.on("request", lambda one: asked.append(one.url))
    with scripts_held(page):
        page.goto(address, wait_until="commit")
        wait_for(page, lambda: pictures_of(asked))
        page.wait_for_timeout(500)
        assert [url.rpartition("/")[2] for url in pictures_of(asked)] == [f"{width}.avif"]
    wait_for_react(page)
    page.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
    wait_for(page, lambda: len(pictures_of(asked)) > 1)

    without_script = open_page(java_script_enabled=False)
    without_script.on("request", lambda one: asked.append(one.url))
    asked.clear()
    without_script.goto(address)
    wait_for(without_script, lambda: len(pictures_of(asked)) > 1)


# Pages that open with a picture and with words, in each theme.
OPENINGS = {
    "merchstand": ("", "/products/werkstatt-merchstand-shirt"),
    "nachtfalter": ("", "/events/nachtfalter-berlin"),
    "kellerkind": ("", "/tours/vier-stufen-runter"),
    "goldkante": ("/artists/goldkante", "/categories/goldkante-shirts"),
    "geheimbund": ("", "/categories"),
}


@proves("design §5", "nothing moves while a page opens, in any theme")
@pytest.mark.parametrize(("screen", "language"), [(PHONE, "de"), (DESKTOP, "en")], ids=["phone-de", "desktop-en"])
def test_nothing_moves_while_a_page_opens(open_page: OpenPage, site: Site, screen: ViewportSize, language: str) -> None:
    """In a new browser's first visit, also where faces that are files come late."""

    def late(route: Route) -> None:
        time.sleep(0.4)
        route.continue_()

    shifts = dict[str, float]()
    for shop, paths in OPENINGS.items():
        base = f"http://kellerkind.localhost:{site.port}" if shop == "kellerkind" else f"{site.url}/{shop}"
        page = open_page(viewport=screen, locale=BROWSER_LANGUAGES[language])
        page.route("**/*.woff2", late)
        if shop == "geheimbund":
            page.goto(f"{base}?code=ROTLICHT")
        for path in paths:
            page.goto((base if shop != "merchstand" else site.url) + path)
            wait_for_react(page)
            shifts[f"{shop}{path}"] = layout_shift(page)
    assert {address: shift for address, shift in shifts.items() if shift} == {}
