"""Nothing is measured without a yes; with it, only kinds leave, and a no ends it at once (purchase §4, §7)."""

import json

import psycopg
from playwright.sync_api import Page, Request, expect

from shop.texts import lang_text
from tests.e2e.conftest import OpenPage, Site
from tests.e2e.measuring import wait_for, wait_until
from tests.e2e.shopper import Shopper
from tests.proofs import proves

SHIRT = "/nachtfalter/products/nachtfalter-mondphasen-shirt"


def listen(page: Page) -> list[Request]:
    told: list[Request] = []
    page.on(
        "request", lambda request: told.append(request) if request.url.partition("?")[0].endswith("/events") else None
    )
    return told


def kinds(told: list[Request]) -> list[str]:
    bodies = [json.loads(request.post_data or "") for request in told]
    assert all(list(body) == ["kind"] for body in bodies)
    return [body["kind"] for body in bodies]


def walk(page: Page, email: str) -> None:
    """From a product to the order button."""
    shopper = Shopper(page)
    shopper.fill_cart(SHIRT, "M")
    shopper.go_to_checkout()
    shopper.go_to_confirm(email)


@proves(
    "catalogue §7, purchase §4, §7",
    "nothing is measured without a yes; with it only kinds leave, without a cookie, and a no ends it at once",
)
def test_without_a_yes_nothing_leaves(open_page: OpenPage) -> None:
    for new in (True, False):  # never asked; said no
        page = open_page(new=new)
        told = listen(page)
        walk(page, "unseen@example.org")
        page.wait_for_timeout(1500)
        assert told == []


def test_with_a_yes_only_kinds_leave_and_a_no_ends_it(open_page: OpenPage, site: Site) -> None:
    page = open_page(SHIRT, new=True)
    told = listen(page)
    page.get_by_role("button", name=lang_text("LANG_CONSENT_ALLOW", "de")).click()
    wait_until(page, "performance.getEntriesByType('resource').some((one) => one.name.endsWith('/events'))")
    walk(page, "seen@example.org")
    expected = {"ViewContent", "AddToCart", "InitiateCheckout", "AddPaymentInfo", "impression", "click"}
    wait_for(page, lambda: set(kinds(told)) >= expected)
    page.wait_for_timeout(500)
    seen = kinds(told)
    assert set(seen) == expected
    assert seen.count("AddToCart") == 1
    for request in told:
        assert "cookie" not in request.all_headers()
    with psycopg.connect(site.database) as connection:
        rows = connection.execute("SELECT kind, count FROM shop_trackingcount").fetchall()
    assert {kind: number for kind, number in rows if kind == "AddToCart"} == {"AddToCart": 1}
    page.get_by_role("link", name=lang_text("LANG_NAV_CONSENT", "de")).click()
    settings = page.get_by_role("dialog")
    settings.get_by_role("button", name=lang_text("LANG_CONSENT_DENY", "de")).click()
    expect(settings).to_have_count(0)
    page.wait_for_timeout(300)
    told.clear()
    page.get_by_role("link", name="Nachtfalter").first.click()
    page.wait_for_timeout(800)
    assert told == []
