"""No lettering is cut off on tiles, in any theme (look: "Every screen")."""

import pytest

from tests.e2e.conftest import DESKTOP, PHONE, OpenPage
from tests.e2e.measuring import wait_for_react
from tests.e2e.places import BROWSER_LANGUAGES
from tests.proofs import proves

# With stamps, stickers, names in the place of pictures.
TILES = (
    "/categories/plakatarchiv",
    "/nachtfalter",
    "/nachtfalter/categories/alles-von-nachtfalter",
    "/kellerkind",
    "/kellerkind/categories/kellerkind-shirts",
    "/geheimbund?code=ROTLICHT",
    "/goldkante",
)
# Both ends of each line of each text in a card, and of what is stuck on its picture, are where they are seen: what
# clips them, with round corners too, takes them from what the browser finds there.
_CUT_OFF = """async () => {
  const found = [];
  const isThere = (element, x, y) => document.elementsFromPoint(x, y).includes(element);
  for (const card of document.querySelectorAll(".card")) {
    if (!card.checkVisibility()) continue;
    card.scrollIntoView({block: "center", behavior: "instant"});
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    const stuck = [...card.querySelectorAll(".stuck img")];
    const lines = stuck.map((image) => [image, image.getBoundingClientRect(), "sticker"]);
    const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const box of range.getClientRects()) lines.push([text.parentElement, box, text.textContent]);
    }
    for (const [element, {left, right, top, bottom, width, height}, said] of lines) {
      // What is for ears alone; a card that stands askew moves the ends of its lines by a pixel or two.
      if (width <= 8 || height <= 2 || element.closest(".sr-only")) continue;
      const middle = (top + bottom) / 2;
      const wide = element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== "visible";
      if (wide || !isThere(element, left + 4, middle) || !isThere(element, right - 4, middle))
        found.push(`${said.trim()} in ${card.textContent.slice(0, 60)}`);
    }
  }
  return found;
}"""


@proves("look, “Every screen”", "no lettering is cut off on tiles: stamps, stickers, names, in every theme")
@pytest.mark.parametrize("language", ["de", "en"])
def test_no_lettering_is_cut_off_on_tiles(open_page: OpenPage, language: str) -> None:
    page = open_page(locale=BROWSER_LANGUAGES[language])
    found: list[str] = []
    for address in TILES:
        for screen in (PHONE, DESKTOP):
            page.set_viewport_size(screen)
            page.goto(address)
            wait_for_react(page)
            found += [f"{address} at {screen['width']} px: {one}" for one in page.evaluate(_CUT_OFF)]
    assert found == [], "\n".join(found)
