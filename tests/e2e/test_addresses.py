"""What becomes of addresses that a page is left for, without a document for each (catalogue §2)."""

import re

import psycopg
import pytest
from playwright.sync_api import Page, expect

from shop.texts import lang_text
from tests.e2e.conftest import OpenPage, Site
from tests.e2e.measuring import wait_for_react, wait_until
from tests.proofs import proves

GO = "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')) }"
TAGS = "link[rel=canonical], link[hreflang], meta[name=robots], meta[name=prerender-status-code]"
HERE = f"() => [...document.head.querySelectorAll('{TAGS}')].map(one => one.outerHTML).sort().join()"
SERVERS = f"""path => fetch(path).then(response => response.text()).then(text =>
  [...new DOMParser().parseFromString(text, 'text/html').head.querySelectorAll('{TAGS}')]
    .map(one => one.outerHTML).sort().join())"""
ADDRESSES = (
    "/nachtfalter/artists", "/nachtfalter/checkout", "/nachtfalter", "/nachtfalter/faq/service-hours",
    "/nachtfalter/search/shirt", "/nachtfalter/faq", "/nachtfalter/products/gone", "/nachtfalter/events",
    "/nachtfalter/products/gone", "/nachtfalter/products/gone-too", "/nachtfalter/search", "/nachtfalter/terms",
)  # fmt: skip


@proves(
    "catalogue §2", "after a navigation the head names the page as the server does: canonical, hreflang, noindex, 404"
)
@pytest.mark.console_may_say("status of 404")
@pytest.mark.parametrize("first", ["/nachtfalter/search", "/nachtfalter/checkout", "/nachtfalter/artists/gone"])
def test_after_a_navigation_the_head_is_the_servers(open_page: OpenPage, first: str) -> None:
    page = open_page(first)
    for path in ADDRESSES:
        wanted = page.evaluate(SERVERS, path)
        assert "noindex" in wanted or "x-default" in wanted
        page.evaluate(GO, path)
        wait_until(page, f"({HERE})() === {wanted!r}")


@pytest.mark.parametrize("path", ["/advent", "/advent/{year}"])
def test_a_calendars_newest_year_names_the_address_without_one(open_page: OpenPage, site: Site, path: str) -> None:
    with psycopg.connect(site.database) as connection:
        found = connection.execute(
            "SELECT max(year), slug FROM catalogue_adventcalendar"
            " JOIN shop_shop ON shop_shop.id = shop_id GROUP BY slug HAVING slug <> 'merchstand'"
        ).fetchone()
    assert found
    page = open_page(f"/{found[1]}/search")
    address = f"/{found[1]}" + path.format(year=found[0])
    wanted = page.evaluate(SERVERS, address)
    assert f'href="{page.evaluate("origin")}/{found[1]}/advent"' in wanted
    page.evaluate(GO, address)
    wait_until(page, f"({HERE})() === {wanted!r}")


def follow(page: Page, path: str) -> None:
    """As a link of the page does, without its document."""
    page.locator("footer a[href='/nachtfalter/jobs']").click()
    expect(page).to_have_url(re.compile(f"{path}$"))


@proves(
    "catalogue §2, §8",
    "links and moved paths to addresses that the SPA does not know are answered by the server, broken ones are told",
)
@pytest.mark.parametrize(
    ("target", "ends"), [("/newsletter", "/nachtfalter/newsletter"), ("/nowhere", "/nachtfalter/")]
)
def test_what_the_spa_does_not_know_is_left_to_the_server(
    open_page: OpenPage, site: Site, target: str, ends: str
) -> None:
    with psycopg.connect(site.database, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO shop_pathredirect (shop_id, source, target)"
            " SELECT id, '/jobs', %s FROM shop_shop WHERE slug = 'nachtfalter'",
            (target,),
        )
        try:
            page = open_page("/nachtfalter/artists")
            follow(page, ends)
        finally:
            connection.execute("DELETE FROM shop_pathredirect WHERE source = '/jobs'")
    if target == "/newsletter":
        expect(page.locator("#newsletter-email")).to_be_visible()
    else:
        wait_for_react(page)
        expect(page.get_by_role("alertdialog", name=lang_text("LANG_BROKENLINK_TITLE", "de"))).to_be_visible()


def test_news_lead_to_what_the_spa_does_not_know(open_page: OpenPage, site: Site) -> None:
    with psycopg.connect(site.database, autocommit=True) as connection:
        found = connection.execute(
            "SELECT id, url FROM shop_news WHERE category = 'hot' AND url LIKE '/%' ORDER BY id LIMIT 1"
        ).fetchone()
        assert found
        connection.execute("UPDATE shop_news SET url = '/newsletter' WHERE id = %s", (found[0],))
        try:
            page = open_page("/")
            page.locator("main a[href='/newsletter']").first.click()
            expect(page.locator("#newsletter-email")).to_be_visible()
            expect(page).to_have_url(re.compile("/newsletter$"))
        finally:
            connection.execute("UPDATE shop_news SET url = %s WHERE id = %s", (found[1], found[0]))
