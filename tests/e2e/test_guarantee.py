"""The EU's notice on the legal guarantee, from the staff's upload to the last page before an order."""

import time
from collections.abc import Iterator
from io import BytesIO

import psycopg
import pytest
from PIL import Image as Pillow
from playwright.sync_api import Browser, Page, Request, expect

from shop.texts import lang_text
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage, Site
from tests.e2e.measuring import axe_violations, hydrated, too_wide
from tests.e2e.shopper import Shopper, log_in_as_staff
from tests.proofs import proves

SHIRT = "/nachtfalter/products/nachtfalter-mondphasen-shirt"
ELSEWHERE = "/nachtfalter/products/nachtfalter-nachtpressung"
TITLE = lang_text("LANG_GUARANTEE_NOTICE", "de")


@pytest.fixture(scope="module")
def picture(browser: Browser, site: Site) -> Iterator[bytes]:
    """What staff upload as the German notice; no official one, which is not ours to draw."""
    written = BytesIO()
    Pillow.linear_gradient("L").resize((800, 1130)).convert("RGB").save(written, "PNG", dpi=(123, 123))
    context = browser.new_context(base_url=site.url)
    page = context.new_page()
    log_in_as_staff(page)
    page.goto("/admin/shop/guaranteenotice/add/")
    page.locator("select[name=language]").select_option("de")
    file = {"name": "eu.png", "mimeType": "image/png", "buffer": written.getvalue()}
    page.locator("input[name=file]").set_input_files(file)  # type: ignore[arg-type]
    page.locator("[name=_save]").click()
    page.wait_for_url("**/admin/shop/guaranteenotice/")
    context.close()
    time.sleep(2)  # every process of the shop knows by then
    yield written.getvalue()
    with psycopg.connect(site.database, autocommit=True) as connection:
        connection.execute("DELETE FROM shop_guaranteenotice")
    time.sleep(2)


def open_notice(page: Page) -> None:
    page.get_by_role("link", name=TITLE).click()
    shown = page.get_by_role("dialog", name=TITLE).get_by_role("img")
    expect(shown).to_have_js_property("naturalWidth", 800)
    expect(shown).to_have_attribute("alt", lang_text("LANG_GUARANTEE_NOTICE_TEXT", "de"))


@proves(
    "(EU) 2025/1960",
    "the notice opens from beside the price and on the last page before an order, loaded when it is "
    "opened; without script the link leads to the picture; nothing moves",
)
def test_the_notice_opens_beside_the_price(open_page: OpenPage, picture: bytes) -> None:
    page = open_page(viewport=PHONE)
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))
    page.goto(SHIRT)
    link = page.get_by_role("link", name=TITLE)
    address = link.get_attribute("href") or ""
    assert page.request.get(address).body() == picture
    page.wait_for_load_state("networkidle")
    assert not any(address in one.url for one in asked), "nothing of it is loaded before it is wanted"
    open_notice(page)
    for screen in (PHONE, DESKTOP):
        page.set_viewport_size(screen)
        expect(page.get_by_role("dialog").get_by_role("heading", name=TITLE)).to_be_in_viewport()
        expect(page.get_by_role("dialog").get_by_role("button", name="Schließen")).to_be_in_viewport()
        box = page.get_by_role("dialog").get_by_role("img").bounding_box()
        assert box is not None
        assert box["width"] >= 640
        assert too_wide(page) == []
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name=TITLE)).to_have_count(0)
    expect(link).to_be_focused()


def test_nothing_moves_and_other_pages_have_none(open_page: OpenPage, site: Site, picture: bytes) -> None:
    page = open_page()
    hydrated(page, site.url + SHIRT)
    expect(page.get_by_role("link", name=TITLE)).to_be_visible()
    assert axe_violations(page) == []
    page.goto(ELSEWHERE)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("link", name=TITLE)).to_have_count(0)
    page.goto(f"{SHIRT}?lang=en")
    expect(page.get_by_role("link", name=lang_text("LANG_GUARANTEE_NOTICE", "en"))).to_have_count(0)
    expect(page.locator("summary", has_text="Statutory guarantee")).to_be_visible()


def test_it_is_there_once_more_before_goods_are_ordered(open_page: OpenPage, picture: bytes) -> None:
    page = open_page(viewport=PHONE)
    shopper = Shopper(page)
    shopper.fill_cart(SHIRT, "M")
    shopper.go_to_checkout()
    shopper.go_to_confirm("mira@example.org")
    open_notice(page)
    assert axe_violations(page) == []
    page.get_by_role("dialog").get_by_role("button", name=lang_text("LANG_ALLG_CLOSE", "de")).click()
    expect(page.get_by_role("dialog", name=TITLE)).to_have_count(0)
