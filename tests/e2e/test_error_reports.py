"""Failures in the browser: nothing is loaded or sent before a yes, nothing after it is taken back (purchase §7)."""

import re
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from launch.ports import free_port
from tests import servers
from tests.e2e.conftest import OpenPage, Site
from tests.e2e.measuring import wait_for_react
from tests.e2e.shopper import Shopper
from tests.peers.sentry import Relay, relay
from tests.proofs import proves

POSTER = "/nachtfalter/products/nachtfalter-schwarm-plakat"
LOADED = re.compile(r"/assets/error-reports-[^/]*\.js$")


@pytest.fixture
def reporting(site: Site) -> Iterator[tuple[str, Relay]]:
    port = free_port()
    with relay() as peer:
        env = {**site.env, **peer.environment, "PUBLIC_URL": f"http://localhost:{port}"}
        with servers.web_server(site.database, workers=1, env=env, port=port) as web:
            yield web.url, peer
        assert peer.violations == []


def fail(page: Page, name: str) -> None:
    page.evaluate("name => setTimeout(() => { throw new RangeError(`${name} mira@example.org`) })", name)


def until(page: Page, come: Callable[[], bool]) -> None:
    end = time.monotonic() + 15
    while not come():
        assert time.monotonic() < end
        page.wait_for_timeout(50)  # its events come meanwhile


@proves(
    "purchase §7, docs/decisions/0044",
    "failures and payments that fail are reported to a Sentry server after a yes alone, with nothing "
    "about anybody, through the shop's own address",
)
@pytest.mark.console_may_say("mira@example.org")
def test_only_between_the_yes_and_the_no(open_page: OpenPage, reporting: tuple[str, Relay]) -> None:
    base, peer = reporting
    page = open_page(base=base, new=True)
    shopper = Shopper(page)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    shopper.fill_cart(POSTER)
    shopper.close_cart()
    fail(page, "before")
    page.wait_for_timeout(2000)
    assert peer.asked == []
    assert not [one for one in requests if LOADED.search(one) or one.partition("?")[0].endswith("/errors")]

    asked = page.get_by_role("region", name=shopper.text("LANG_CONSENT_TITLE"))
    expect(asked).to_contain_text(shopper.text("LANG_CONSENT_ERRORS_TEXT"))
    asked.get_by_role("button", name=shopper.text("LANG_CONSENT_ALLOW")).click()
    until(page, lambda: any(LOADED.search(one) for one in requests))
    page.wait_for_timeout(500)
    fail(page, "allowed")
    until(page, lambda: len(peer.events) == 1)
    [event] = peer.events
    assert event["exception"]["values"][0]["type"] == "RangeError"
    assert event["contexts"]["cart"]["lines"][0]["amount"] == 1
    assert event["tags"]["shop"] == "nachtfalter" and event["tags"]["page"] == "product"
    assert {one for one in requests if not one.startswith((base, "data:", "blob:"))} == set()

    page.get_by_role("link", name=shopper.text("LANG_NAV_CONSENT")).click()
    settings = page.get_by_role("dialog", name=shopper.text("LANG_CONSENT_SETTINGS_TITLE"))
    settings.get_by_role("button", name=shopper.text("LANG_CONSENT_DENY")).click()
    expect(settings).to_have_count(0)
    fail(page, "refused")
    page.reload()
    wait_for_react(page)
    fail(page, "later")
    page.wait_for_timeout(2000)
    assert len(peer.events) == 1
