"""Nothing lies over what is pressed: the middle of each button and link in sight is the button or link itself."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from shop.texts import lang_text
from tests.e2e.conftest import DESKTOP, NARROW, PHONE, OpenPage, Site
from tests.e2e.measuring import time_to_come_up, wait_for_react
from tests.e2e.places import STOPS
from tests.proofs import proves

TABLET: ViewportSize = {"width": 768, "height": 1024}
SCREENS = (NARROW, PHONE, TABLET, DESKTOP)
# The two shops that places.py has no pages of, and seats; a shop's first page is its home.
MORE: dict[str, tuple[str, ...]] = {
    "merchstand": ("/events/merchstand-abend",),
    "nachtfalter": ("/nachtfalter/events/nachtfalter-grosses-licht", "/nachtfalter/products/nachtfalter-puppenruhe-lp"),
    "geheimbund": (
        "/geheimbund?code=ROTLICHT",
        "/geheimbund/categories",
        "/geheimbund/products/geheimbund-rotlicht-lp",
        "/geheimbund/events",
        "/geheimbund/events/geheimbund-nacht-1",
        "/geheimbund/search/lp",
        "/geheimbund/contact",
    ),
    "goldkante": (
        "/goldkante",
        "/goldkante/categories",
        "/goldkante/products/goldkante-honig-lp",
        "/goldkante/events",
        "/goldkante/events/goldkante-theaterabend",
        "/goldkante/search/lp",
        "/goldkante/imprint",
    ),
}
SHOPS = ("merchstand", "nachtfalter", "kellerkind", "geheimbund", "goldkante")
# They count visitors, so they ask.
ASKING = ("merchstand", "nachtfalter")
VISITORS = [*((shop, True) for shop in SHOPS), *((shop, False) for shop in ASKING)]

# Scrolls each button and link into sight, downwards and then upwards, and returns those whose middle is something else.
# What is inside of another control (a card's own link) may be pressed through that one.
_COVERED = """async () => {
  const found = new Set();
  const text = (element) => (element.getAttribute("aria-label") || element.textContent).replace(/\\s+/g, " ").trim();
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const controls = [...document.querySelectorAll("a[href], button:enabled, summary")];
  for (const way of [controls, controls.toReversed()]) {
    for (const control of way) {
      if (!control.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true})) continue;
      let box, there;
      // A list that goes on may move it once more.
      for (let attempt = 0; attempt < 3; attempt++) {
        const before = scrollY;
        control.scrollIntoView({block: "nearest", inline: "start", behavior: "instant"});
        // What comes up or goes when the page is scrolled does so by now.
        if (attempt > 0 || scrollY !== before) await drawn();
        box = [...control.getClientRects()].find(({width, height}) => width > 1 && height > 1);
        there = box && document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        if (!box || control.contains(there)) break;
      }
      if (!box || control.contains(there)) continue;
      const over = there ? `${there.tagName} ${text(there).slice(0, 40)} ${there.className}` : "out of sight";
      const place = `(${Math.round(box.left)}, ${Math.round(box.top)})`;
      found.add(`${text(control).slice(0, 50)} ${place}: ${over.slice(0, 140)}`);
    }
  }
  return [...found];
}"""


def pages(shop: str) -> list[str]:
    """One address of each kind of page."""
    kinds: dict[tuple[str, int], str] = {}
    for stop in STOPS:
        if stop.place.slug == shop:
            kinds.setdefault((stop.route, stop.status), stop.address)
    return [*kinds.values(), *MORE.get(shop, ())]


def covered(page: Page, screens: Sequence[ViewportSize]) -> list[str]:
    found: list[str] = []
    for screen in screens:
        page.set_viewport_size(screen)
        page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 50)))")
        found += [f"{page.url} at {screen['width']} px: {one}" for one in page.evaluate(_COVERED)]
    return found


def base(shop: str, site: Site) -> str:
    return next((stop.place.url(site.port) for stop in STOPS if stop.place.slug == shop), site.url)


@proves("look, “Every screen”", "nothing lies over a button or a link: neither notices nor bars, on any kind of page")
@pytest.mark.console_may_say("status of 404")
@pytest.mark.parametrize(
    ("shop", "new"), VISITORS, ids=[f"{shop}-{'new' if new else 'answered'}" for shop, new in VISITORS]
)
def test_nothing_lies_over_a_button_or_link(open_page: OpenPage, site: Site, shop: str, new: bool) -> None:
    """Of a visitor whom the shop still asks whether it may count, and of one who has answered."""
    address = base(shop, site)
    page = open_page(base=address, new=new)
    found: list[str] = []
    for path in pages(shop):
        with time_to_come_up(page):
            page.goto(path)
        wait_for_react(page)
        if new and path == "/goldkante":
            expect(page.get_by_role("dialog", name=lang_text("LANG_DISCOUNT_TITLE", "de"))).to_be_visible()
            page.keyboard.press("Escape")
            expect(page.get_by_role("dialog")).to_have_count(0)
        if new and shop in ASKING:
            expect(page.get_by_role("region", name=lang_text("LANG_CONSENT_TITLE", "de"))).to_be_visible()
        found += covered(page, SCREENS if new else (NARROW, DESKTOP))
        page.set_viewport_size(DESKTOP)
    assert found == [], "\n".join(found)
