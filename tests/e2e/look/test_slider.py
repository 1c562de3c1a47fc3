"""The news slider goes on by itself, and only where nobody looks closer (catalogue §9, WCAG 2.2.2)."""

import time

from playwright.sync_api import Page

from tests.e2e.conftest import OpenPage
from tests.e2e.measuring import wait_for_react, wait_until
from tests.proofs import proves

ROW = "document.querySelector('main section[aria-roledescription] ul')"
SLIDE = f"Math.round({ROW}.scrollLeft / {ROW}.clientWidth)"
GLIDING_MS = 800


def stands(page: Page, milliseconds: int) -> None:
    before = page.evaluate(SLIDE)
    page.clock.run_for(milliseconds)
    page.wait_for_timeout(GLIDING_MS)
    assert page.evaluate(SLIDE) == before


def goes_on(page: Page, milliseconds: int) -> None:
    before = page.evaluate(SLIDE)
    page.clock.run_for(milliseconds)
    wait_until(page, f"{SLIDE} !== {before}")
    page.wait_for_timeout(GLIDING_MS)


@proves(
    "catalogue §2, §9",
    "the main home page: slider with a stop button, standing 7.5 s and only where nobody looks closer; "
    "four hot news, further ones in blocks of two, featured tours with the way to all dates, featured "
    "categories",
)
def test_a_slide_stands_seven_and_a_half_seconds_and_where_somebody_looks_closer(open_page: OpenPage) -> None:
    page = open_page("/", clock=True)
    wait_for_react(page)
    slider = page.locator("main section[aria-roledescription]")
    slider.hover()
    page.clock.pause_at(time.time() + 60)
    page.wait_for_timeout(GLIDING_MS)
    stands(page, 60_000)
    page.mouse.move(5, 5)  # its time begins anew
    stands(page, 7_400)
    goes_on(page, 200)
    pause = slider.get_by_role("button", name="Anhalten")
    pause.focus()
    stands(page, 60_000)
    pause.press("Enter")
    page.locator("header a").first.focus()
    stands(page, 60_000)
    slider.get_by_role("button", name="Weiterlaufen lassen").press("Enter")
    page.locator("header a").first.focus()
    goes_on(page, 7_600)
