"""Who wants no movement gets none: nothing slides, fades or glides (WCAG 2.3.3, design §6)."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.measuring import wait_until
from tests.e2e.shopper import Shopper
from tests.proofs import proves

SHIRT = "/nachtfalter/products/nachtfalter-mondphasen-shirt"
# Everything that moved for longer than an eye sees: animations by their name, what glides by who asked for it.
WATCH = """(() => {
  window.moved = [];
  const note = () => {
    for (const one of document.getAnimations()) {
      const name = one.animationName ?? one.transitionProperty;
      if (one.effect.getComputedTiming().duration > 1 && !window.moved.includes(name)) window.moved.push(name);
    }
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
  for (const [owner, method] of [[Element.prototype, "scrollTo"], [Element.prototype, "scrollIntoView"],
    [Element.prototype, "scrollBy"], [window, "scrollTo"], [window, "scrollBy"]]) {
    const original = owner[method];
    owner[method] = function (...given) {
      const behavior = given[0]?.behavior ?? "auto";
      const style = getComputedStyle(this instanceof Element ? this : document.documentElement).scrollBehavior;
      if (behavior === "smooth" || (behavior === "auto" && style === "smooth")) window.moved.push(method);
      return original.apply(this, given);
    };
  }
})()"""


def watched(open_page: OpenPage, path: str, wanted: str, **options: object) -> Page:
    page = open_page(reduced_motion=wanted, **options)
    page.add_init_script(WATCH)
    Shopper(page).open(path)
    return page


def check(page: Page, expected: set[str]) -> None:
    """All of it has moved; nothing at all where nothing is expected."""
    page.wait_for_timeout(500)
    moved = set(page.evaluate("window.moved"))
    assert expected <= moved if expected else moved == set()


@proves("design §6", "who wants no movement gets none: cart, gallery, slider, way to the top")
@pytest.mark.parametrize(("wanted", "expected"), [("reduce", set()), ("no-preference", {"drawer-in", "fresh-line"})])
def test_the_cart(open_page: OpenPage, wanted: str, expected: set[str]) -> None:
    page = watched(open_page, SHIRT, wanted)
    shopper = Shopper(page)
    shopper.add_product("M")
    expect(shopper.cart_lines).to_have_count(1)
    check(page, expected)


@pytest.mark.parametrize(("wanted", "expected"), [("reduce", set()), ("no-preference", {"scrollTo"})])
def test_the_gallery(open_page: OpenPage, wanted: str, expected: set[str]) -> None:
    page = watched(open_page, SHIRT, wanted, viewport=PHONE)
    third = page.get_by_role("button", name="Bild 3 von 3", exact=True)
    third.click()
    expect(third).to_have_attribute("aria-current", "true")
    page.get_by_role("button", name="Bild vergrößern: Bild 3 von 3").click()
    expect(page.get_by_role("dialog", name="Bilder")).to_be_visible()
    page.keyboard.press("Escape")
    check(page, expected)


@pytest.mark.parametrize(("wanted", "expected"), [("reduce", set()), ("no-preference", {"scrollTo"})])
def test_the_slider(open_page: OpenPage, wanted: str, expected: set[str]) -> None:
    page = watched(open_page, "/", wanted)
    slider = page.locator("main section[aria-roledescription]")
    slider.get_by_role("button").last.click()
    wait_until(page, "document.querySelector('main section[aria-roledescription] ul').scrollLeft > 0")
    # By itself it goes on for those only who have nothing against it.
    stands = slider.get_by_role("button", name="Weiterlaufen lassen")
    expect(stands).to_have_count(1 if wanted == "reduce" else 0)
    check(page, expected)


@pytest.mark.parametrize(("wanted", "expected"), [("reduce", set()), ("no-preference", {"scrollTo"})])
def test_the_way_back_to_the_top(open_page: OpenPage, wanted: str, expected: set[str]) -> None:
    page = watched(open_page, "/categories/plakatarchiv", wanted)
    button = page.get_by_role("button", name="Nach oben")
    for _ in range(4):
        page.mouse.wheel(0, 2000)
        page.wait_for_timeout(100)
    button.click()
    wait_until(page, "scrollY === 0")
    check(page, expected)
