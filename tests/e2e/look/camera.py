"""What `python -m tests.shots FOLDER` takes pictures of: no tests."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.e2e.conftest import DESKTOP, PHONE, OpenPage, Site
from tests.e2e.measuring import wait_for_react
from tests.e2e.places import BROWSER_LANGUAGES, LANGUAGES, STOPS
from tests.e2e.shopper import Shopper, body, book_transfer

SOLD = {
    "nachtfalter": ("/nachtfalter/products/nachtfalter-mondphasen-shirt", "M"),
    "kellerkind": ("/kellerkind/products/kellerkind-ratte-shirt", "M"),
}


@pytest.fixture
def folder() -> Path:
    return Path(os.environ["SHOTS"])


def shoot(page: Page, picture: Path) -> None:
    # Pictures further down load when they come into sight.
    page.evaluate("document.querySelectorAll('img[loading=lazy]').forEach((image) => { image.loading = 'eager'; })")
    page.wait_for_load_state("networkidle")
    page.screenshot(path=picture.with_suffix(".png"), full_page=True)


@pytest.mark.console_may_say("status of 404")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=lambda one: str(one["width"]))
def pictures_of_every_page(
    open_page: OpenPage, site: Site, folder: Path, viewport: ViewportSize, language: str
) -> None:
    page = open_page(viewport=viewport, locale=BROWSER_LANGUAGES[language])
    size = f"{viewport['width']}-{language}"
    for stop in STOPS:
        page.goto(stop.place.url(site.port) + stop.address)
        wait_for_react(page)
        shoot(page, folder / f"{stop.place}-{stop.route}-{stop.status}-{size}")
    shopper = Shopper(page, language)
    shopper.fill_cart("/nachtfalter/products/nachtfalter-mondphasen-shirt", "M")
    shoot(page, folder / f"minicart-{size}")
    steps = iter(("cart", "details", "payment", "confirm", "done"))
    shopper.look = lambda: shoot(page, folder / f"checkout-{next(steps)}-{size}")
    shopper.go_to_checkout()
    shopper.buy("bilder@example.org")


@pytest.mark.console_may_say("status of 404")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shop", ["nachtfalter", "kellerkind"])
def pictures_of_every_mail(
    open_page: OpenPage, browser: Browser, site: Site, folder: Path, shop: str, language: str
) -> None:
    page = open_page(locale=BROWSER_LANGUAGES[language])
    # A mail program, unlike our visitors, sends no header of its own that other origins would have to allow.
    program = browser.new_page()
    email = f"{shop}-{language}@example.org"
    page.goto(f"/{shop}/newsletter")
    page.locator("[name=email]").fill(email)
    page.get_by_role("checkbox").check()
    page.locator("main form button").click()
    link = re.search(r"http\S+/newsletter/confirm/\S+", body(site.mails.wait_for(1, 15, to=email)[0], "plain"))
    assert link
    page.goto(link[0])
    page.locator("main form button").click()
    shopper = Shopper(page, language)
    shopper.fill_cart(*SOLD[shop])
    shopper.go_to_checkout()
    reference = shopper.buy(email)
    site.mails.wait_for(3, 15, to=email)
    book_transfer(page, reference)
    for number, mail in enumerate(site.mails.wait_for(4, 15, to=email)):
        (folder / f"mail-{shop}-{number}-{language}.txt").write_text(body(mail, "plain"))
        for width in (390, 700):
            program.set_viewport_size({"width": width, "height": 844})
            program.set_content(body(mail, "html"))
            program.evaluate("document.fonts.ready")
            shoot(program, folder / f"mail-{shop}-{number}-{width}-{language}")
    program.close()
