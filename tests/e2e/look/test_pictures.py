"""Pictures as pages show them: never larger than they are, never cut off through their lettering (decision 0029)."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

import psycopg
import pytest
from playwright.sync_api import Page, expect

from demo.data.news import STORIES
from demo.drawing import Drawing
from demo.framing import Box, lettering
from demo.stalls import all_offered
from tests.e2e.conftest import OpenPage, Site
from tests.e2e.measuring import wait_for
from tests.e2e.shopper import log_in_as_staff
from tests.proofs import proves

# From the narrowest on: a browser keeps a wider file than it needs, and fetches the next one when it is needed.
WINDOWS = ((390, 844), (768, 1024), (1024, 768), (1440, 900), (1920, 1080))
PAGES = (
    "/",
    "/artists",
    "/artists/kellerkind",
    "/artists/goldkante",
    "/artists/merchstand-werkstatt",
    "/categories",
    "/categories/plakatarchiv",
    "/products/werkstatt-merchstand-shirt",
    "/events",
    "/events/kellerkind-hamburg",
    "/tours/bis-das-licht-angeht",
    "/tours/vier-stufen-runter",
    "/search/nacht",
    "/nachtfalter",
    "/nachtfalter/products/nachtfalter-mondphasen-shirt",
    "/goldkante",
)
# Shares of a picture that a rounded focus may be beside it.
ROUNDED = 0.012
OWNERS = """
SELECT a.type, 'landscape', i.key FROM catalogue_artist a JOIN shop_image i ON i.id = a.landscape_image_id
UNION ALL SELECT a.type, 'square', i.key FROM catalogue_artist a JOIN shop_image i ON i.id = a.square_image_id
UNION ALL SELECT 'tour', t.slug, i.key FROM catalogue_tour t JOIN shop_image i ON i.id = t.ticket_image_id
UNION ALL SELECT 'event', e.slug, i.key FROM catalogue_event e JOIN shop_image i ON i.id = e.image_id
UNION ALL SELECT 'news', n.title_de, i.key FROM shop_news n JOIN shop_image i ON i.id = n.image_id
UNION ALL SELECT 'product', p.slug, i.key FROM catalogue_product p
  JOIN catalogue_productpicture c ON c.product_id = p.id JOIN shop_image i ON i.id = c.image_id
"""
SHOWN = r"""async () => {
  for (const one of document.querySelectorAll(".when-near")) one.style.contentVisibility = "visible";
  const pictures = [...document.querySelectorAll("#app img")];
  for (const one of pictures) one.loading = "eager";
  await Promise.all(pictures.map((one) => one.decode().catch(() => null)));
  const shown = (one) => one.currentSrc.includes("/pictures/") && one.checkVisibility() && one.clientWidth;
  return pictures.filter(shown).map((one) => {
    const { objectFit, objectPosition } = getComputedStyle(one);
    const [, key, width] = /\/pictures\/(\w+)\/(\d+|original)\.\w+$/.exec(one.currentSrc);
    return {
      key, fit: objectFit, focus: objectPosition.split(" ").map((share) => parseFloat(share) / 100),
      file: Number(width) || one.naturalWidth, ratio: one.naturalWidth / one.naturalHeight,
      width: one.clientWidth, height: one.clientHeight,
    };
  });
}"""


@dataclass(frozen=True)
class Shown:
    """A picture in its frame: its file's width, its ratio, the frame's sides in CSS pixels and its focus in shares."""

    key: str
    fit: str
    focus: tuple[float, float]
    file: int
    ratio: float
    width: int
    height: int

    @property
    def needed(self) -> float:
        """The width of a file that is not stretched."""
        larger = max if self.fit == "cover" else min
        return larger(self.width, self.height * self.ratio)

    @property
    def in_sight(self) -> Box:
        if self.fit != "cover":
            return 0, 0, 1, 1
        frame = self.width / self.height
        seen = min(1, frame / self.ratio), min(1, self.ratio / frame)
        left, top = (focus * (1 - share) for focus, share in zip(self.focus, seen, strict=True))
        return left, top, left + seen[0], top + seen[1]


def shown_on(page: Page) -> Iterator[Shown]:
    for one in page.evaluate(SHOWN):
        yield Shown(**{**one, "focus": tuple(one["focus"])})


@pytest.fixture(scope="module")
def drawings(site: Site) -> Mapping[str, Drawing]:
    """What was drawn, as far as it has lettering, by the picture's key."""
    stories = {story.title[0]: story.drawing for story in STORIES}
    posters = {offered.item.slug for offered in all_offered() if offered.item.poster}
    found: dict[str, Drawing] = {}
    with psycopg.connect(site.database) as connection:
        for kind, name, key in connection.execute(OWNERS):
            if kind == "ARTIST":
                found[key] = ("banner", "", name)
            elif kind == "tour" or (kind == "product" and name in posters):
                found[key] = ("poster",)
            elif kind == "event":
                found[key] = ("event",)
            elif kind == "news":
                found[key] = stories[name]
    return found


def stretched(page: Page) -> list[str]:
    return [f"{one.needed / one.file:.2f} x {one}" for one in shown_on(page) if one.file + 1 < one.needed]


def assert_unstretched(page: Page, place: str) -> None:
    """Once the files for the window's new width are there."""
    with suppress(AssertionError):
        wait_for(page, lambda: not stretched(page))
    assert not stretched(page), place


@proves(
    "decision 0029",
    "no picture is stretched: a thumbnail of its own width up to 1920, and `sizes` that know how much of "
    "it a frame cuts off",
)
def test_no_picture_is_stretched_or_cut_off_through_its_lettering(
    open_page: OpenPage, drawings: Mapping[str, Drawing]
) -> None:
    page = open_page()
    cut, read = [], 0
    for path in PAGES:
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            if width == WINDOWS[0][0]:
                page.goto(path)
            place = f"{path} at {width}"
            assert_unstretched(page, place)
            for one in shown_on(page):
                if box := lettering(drawings.get(one.key, ("",))):
                    read += 1
                    sight = one.in_sight
                    if any(sight[at] > box[at] + ROUNDED or sight[at + 2] < box[at + 2] - ROUNDED for at in (0, 1)):
                        cut.append(f"{place}: {sight} of {box}, {one}")
    assert read > 100
    assert not cut, "\n".join(cut)


@proves(
    "look.md, decision 0029",
    "a focus for each picture, set by a click or by numbers, keeps what matters in sight wherever a "
    "frame cuts the picture off; posters are shown whole; the demo's lettering is never cut",
)
def test_staff_set_the_focus_by_a_click_and_by_numbers(open_page: OpenPage, site: Site) -> None:
    page = open_page()
    log_in_as_staff(page)
    with psycopg.connect(site.database) as connection:
        (number,) = connection.execute("SELECT max(square_image_id) FROM catalogue_artist").fetchone() or (0,)
    page.goto(f"/admin/shop/image/{number}/change/")
    x, y = page.locator("#id_focus_x"), page.locator("#id_focus_y")
    whole = page.locator(".staff-focus-whole")
    whole.scroll_into_view_if_needed()
    box = whole.bounding_box()
    assert box
    whole.click(position={"x": box["width"] * 0.25, "y": box["height"] * 0.8})
    expect(x).to_have_value("25")
    expect(y).to_have_value("80")
    x.fill("10")
    expect(page.locator(".staff-focus-crop.wide")).to_have_css("object-position", "10% 80%")
    x.press("Enter")
    page.wait_for_url("**/admin/shop/image/")
    page.goto(f"/admin/shop/image/{number}/change/")
    expect(x).to_have_value("10")
    expect(page.locator(".staff-focus-crop.upright")).to_have_css("object-position", "10% 80%")
