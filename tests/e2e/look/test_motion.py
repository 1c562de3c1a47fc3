"""Who wants no movement gets none: nothing slides, fades or glides (WCAG 2.3.3, design §6).

What scripts move is the business of frontend/src/app/calm.test.tsx; this is what the styles move.
"""

from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.shopper import Shopper
from tests.proofs import proves

SHIRT = "/nachtfalter/products/nachtfalter-mondphasen-shirt"
# Every animation that lasted longer than an eye sees, by its name.
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
})()"""


def moved(page: Page) -> set[str]:
    page.wait_for_timeout(500)
    return set(page.evaluate("window.moved"))


@proves("design §6", "who wants no movement gets none: cart, gallery, slider, way to the top")
def test_the_cart(open_page: OpenPage) -> None:
    page = open_page(reduced_motion="reduce")
    page.add_init_script(WATCH)
    shopper = Shopper(page)
    shopper.open(SHIRT)
    shopper.add_product("M")
    expect(shopper.cart_lines).to_have_count(1)
    assert moved(page) == set()
    shopper.close_cart()
    page.emulate_media(reduced_motion="no-preference")
    shopper.add_product("L")
    expect(shopper.cart_lines).to_have_count(2)
    assert moved(page) >= {"drawer-in", "fresh-line"}
