"""Pictures of every page for people to look at: MERCHSTAND_SHOTS=<folder> pytest tests/e2e/test_shots.py"""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.e2e.conftest import DESKTOP, PHONE, OpenPage, Site
from tests.e2e.measuring import wait_for_react
from tests.e2e.places import BROWSER_LANGUAGES, LANGUAGES, STOPS
from tests.e2e.shopper import Shopper

FOLDER = os.environ.get("MERCHSTAND_SHOTS", "")

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not FOLDER, reason="MERCHSTAND_SHOTS names no folder")]


def shoot(page: Page, name: str) -> None:
    # Pictures further down load when they come into sight.
    page.evaluate("document.querySelectorAll('img[loading=lazy]').forEach((image) => { image.loading = 'eager'; })")
    page.wait_for_load_state("networkidle")
    page.screenshot(path=Path(FOLDER) / f"{name}.png", full_page=True)


@pytest.mark.console_may_say("status of 404")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=lambda one: str(one["width"]))
def test_pictures_of_every_page(open_page: OpenPage, site: Site, viewport: ViewportSize, language: str) -> None:
    page = open_page(viewport=viewport, locale=BROWSER_LANGUAGES[language])
    size = f"{viewport['width']}-{language}"
    for stop in STOPS:
        page.goto(stop.place.url(site.port) + stop.address)
        wait_for_react(page)
        shoot(page, f"{stop.place}-{stop.route}-{stop.status}-{size}")
    shopper = Shopper(page, language)
    shopper.fill_cart("/nachtfalter/products/nachtfalter-mondphasen-shirt", "M")
    shoot(page, f"minicart-{size}")
    steps = iter(("cart", "details", "payment", "confirm", "done"))
    shopper.look = lambda: shoot(page, f"checkout-{next(steps)}-{size}")
    shopper.go_to_checkout()
    shopper.buy("bilder@example.org")
