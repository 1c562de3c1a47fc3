"""What a page shows where a picture is still to come."""

import io
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from PIL import Image
from playwright.sync_api import Page, ViewportSize

from tests.e2e.conftest import DESKTOP, PHONE, OpenPage, Site
from tests.e2e.measuring import layout_shift, wait_for_react
from tests.proofs import proves

COLOUR = (0x3A, 0x5B, 0x7C)
SHOWN = "WHERE id = (SELECT {} FROM shop_shop WHERE slug = 'nachtfalter')"


@contextmanager
def opening_undrawn(site: Site, column: str) -> Iterator[None]:
    """Meanwhile a shop's opening picture, or that for phones, is not drawn yet."""
    shown = SHOWN.format(column)
    with psycopg.connect(site.database, autocommit=True) as database:
        found = database.execute(f"SELECT file, colour FROM shop_image {shown}").fetchone()
        assert found is not None
        change = f"UPDATE shop_image SET file = %s, colour = %s, thumbnails_ready = %s {shown}"
        database.execute(change, ["", "#3a5b7c", False])
        try:
            yield
        finally:
            database.execute(change, [*found, True])


def opening(page: Page) -> dict[str, float]:
    """Where the picture is, and its own proportions, once it is there."""
    picture = page.locator("main img").first
    picture.evaluate("image => image.decode()")
    box = picture.bounding_box()
    assert box is not None
    return {**box, "proportions": round(picture.evaluate("image => image.naturalWidth / image.naturalHeight"), 2)}


def colour_in_the_middle(page: Page, box: dict[str, float]) -> object:
    clip = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "width": 1, "height": 1}
    return Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("RGB").getpixel((0, 0))  # type: ignore[arg-type]


@proves("design §5", "the next view of a page has the picture, a kept page too, and nothing moves for it")
@pytest.mark.parametrize(
    ("viewport", "column", "proportions"),
    [(DESKTOP, "hero_id", 1.78), (PHONE, "hero_portrait_id", 0.8)],
    ids=["desktop", "phone"],
)
def test_its_colour_stands_in_its_place_and_nothing_moves_when_it_comes(
    site: Site, open_page: OpenPage, viewport: ViewportSize, column: str, proportions: float
) -> None:
    with opening_undrawn(site, column):
        page = open_page("/nachtfalter", viewport=viewport)
        place = opening(page)
        assert colour_in_the_middle(page, place) == COLOUR
        assert place["proportions"] == proportions
        assert layout_shift(page) == 0
    page.reload()
    wait_for_react(page)
    assert opening(page) == place
    assert "/media/pictures/" in page.locator("main img").first.evaluate("image => image.currentSrc")
    assert colour_in_the_middle(page, place) != COLOUR
