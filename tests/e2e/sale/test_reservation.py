"""The reservation has one clock: every display shows its second, and its end is told wherever one is (purchase §4)."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.conftest import DESKTOP, PHONE, OpenPage, Site
from tests.e2e.measuring import axe_violations, wait_for, wait_until
from tests.e2e.places import BROWSER_LANGUAGES
from tests.e2e.shopper import Shopper
from tests.proofs import proves

SHIRT = "/nachtfalter/products/nachtfalter-mondphasen-shirt"
SESSION_SECONDS = 20 * 60
# Which timers of a second run now.
TIMERS = """(() => {
  const [start, stop] = [window.setInterval, window.clearInterval];
  window.seconds = new Set();
  window.setInterval = (run, wait, ...rest) => {
    const timer = start(run, wait, ...rest);
    if (wait === 1000) window.seconds.add(timer);
    return timer;
  };
  window.clearInterval = (timer) => {
    window.seconds.delete(timer);
    stop(timer);
  };
})()"""
# What all displays say in one moment, those that the screen is too narrow or too wide for included.
SHOWN = """(label) => [...document.querySelectorAll("p:has(> .figures)")]
  .filter((one) => one.textContent.startsWith(label)).map((one) => one.querySelector(".figures").textContent)"""


def displays(page: Page, label: str) -> list[str]:
    found: list[str] = page.evaluate(SHOWN, label)
    return found


@proves(
    "purchase §4",
    "a reservation that runs out is told beside a closed cart; all displays of it show the same second of one timer",
)
@pytest.mark.parametrize(("language", "screen"), [("de", PHONE), ("en", DESKTOP)], ids=["phone-de", "desktop-en"])
def test_a_reservation_that_runs_out_is_told_beside_a_closed_cart(
    open_page: OpenPage, site: Site, language: str, screen: ViewportSize
) -> None:
    page = open_page(viewport=screen, locale=BROWSER_LANGUAGES[language], clock=True)
    shopper = Shopper(page, language)
    shopper.fill_cart(SHIRT, "M")
    shopper.close_cart()
    page.get_by_role("banner").get_by_role("link", name="Tickets").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tickets")
    notice = shopper.alert("LANG_ALLG_RESERVATION_KILL_MSG")
    page.clock.fast_forward((SESSION_SECONDS - 60) * 1000)
    page.wait_for_timeout(500)
    expect(notice).to_have_count(0)
    site.end_reservations(12)
    page.clock.fast_forward(20 * 1000)  # the page asks, and learns how little is left
    expect(notice).to_be_visible()
    badge = page.get_by_role("banner").get_by_role("button", name=re.compile(shopper.text("LANG_CART_PIECES")))
    expect(badge).to_have_accessible_name(re.compile(rf"\b0 {shopper.text('LANG_CART_PIECES')}"))
    assert axe_violations(page) == []
    notice.get_by_role("button", name=shopper.text("LANG_ALLG_OK")).click()
    expect(notice).to_have_count(0)


def test_all_displays_of_a_checkout_show_the_same_second_of_one_timer(open_page: OpenPage) -> None:
    page = open_page()
    page.add_init_script(TIMERS)
    shopper = Shopper(page)
    shopper.fill_cart(SHIRT, "M")
    shopper.close_cart()
    shopper.open("/nachtfalter/checkout")
    shopper.come_to("LANG_CHECKOUT_TITLE_CART")
    page.get_by_role("banner").get_by_role("button", name=shopper.text("LANG_CART")).click()
    expect(shopper.cart_lines).to_have_count(1)
    label = shopper.text("LANG_CART_RESERVED")
    seen = set()
    for _ in range(3):
        shown = displays(page, label)
        assert len(shown) == 3, "above the step, beside it and in the cart"
        assert len(set(shown)) == 1
        seen |= set(shown)
        wait_until(page, f"!({SHOWN})({label!r}).includes({shown[0]!r})")
    assert len(seen) == 3
    assert page.evaluate("window.seconds.size") == 1
    shopper.close_cart()
    shopper.to_details()
    assert page.evaluate("window.seconds.size") == 1


@proves(
    "purchase §4, decision 0031",
    "the clock of a reservation never shows more than its length, however wrong the visitor's clock is",
)
@pytest.mark.parametrize("behind", [-1500, 1500, 90_000])
def test_no_display_shows_more_than_the_reservations_length(open_page: OpenPage, behind: int) -> None:
    page = open_page()
    page.add_init_script(f"Date.now = ((now) => () => now() - {behind})(Date.now)")
    shopper = Shopper(page)
    shopper.fill_cart(SHIRT, "M")
    label = shopper.text("LANG_CART_RESERVED")
    wait_for(page, lambda: displays(page, label))
    [shown] = displays(page, label)
    minutes, seconds = map(int, shown.split(":"))
    assert SESSION_SECONDS - 15 <= minutes * 60 + seconds <= SESSION_SECONDS


# How much the first square differs from what lies behind it (WCAG 1.4.11), as the browser paints both.
CONTRAST = """() => {
  const square = document.querySelector("dialog[open] .grid-cols-10 > span");
  const brush = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
  const light = (colour) => {
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 1, 1);
    const parts = [...brush.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255);
    const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  let behind = square.parentElement;
  const colourOf = (box) => getComputedStyle(box).backgroundColor;
  while (/, 0\\)$|\\/ 0\\)$|transparent/.test(colourOf(behind))) behind = behind.parentElement;
  const both = [light(colourOf(square)), light(colourOf(behind))].sort((a, b) => b - a);
  return both[0] / both[1];
}"""


@proves("WCAG 1.4.11", "the minutes left are seen in every theme")
@pytest.mark.parametrize(
    "product",
    [
        SHIRT,
        "/kellerkind/products/kellerkind-ratte-shirt",
        "/goldkante/products/goldkante-sonnenaufgang-shirt",
        "/geheimbund/products/geheimbund-rotlicht-lp?code=ROTLICHT",
        "/products/werkstatt-plattenbeutel",
    ],
)
def test_the_minutes_left_are_seen_in_every_theme(open_page: OpenPage, product: str) -> None:
    page = open_page()
    shopper = Shopper(page)
    shopper.open(product)
    sizes = page.get_by_role("radio").filter(visible=True)
    if sizes.count():
        sizes.nth(1).check(force=True)
    shopper.add_product()
    wait_for(page, lambda: displays(page, shopper.text("LANG_CART_RESERVED")))
    assert page.evaluate(CONTRAST) >= 3
