"""The browser of tests that look at pages: Chromium as the launcher found or installed it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

NARROW: ViewportSize = {"width": 320, "height": 640}
PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
# Each new window would load and compile the pages that the browser's own bar is made of, which costs as much as the
# shop's. The last list counts, so Playwright's is said again as far as it matters here.
UNWANTED = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "PreloadTopChromeWebUI", "PaintHolding",
    "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "ThirdPartyStoragePartitioning",
    "OptimizationHints", "AimEnabled",
)  # fmt: skip
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--disable-features={','.join(UNWANTED)}",
    # Else it starts a process for a page that may come, and a test has few pages beside each other.
    "--renderer-process-limit=1",
    # No page lives long enough to earn what its scripts cost to be optimized.
    "--js-flags=--no-maglev,--no-turbofan",
]
TIMEOUT_MS = 30_000


# Those of this process.
BROWSERS: list[Browser] = []


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser whose contexts note what happens in them (`keep_evidence`)."""
    # Django's database calls refuse to run where Playwright keeps an event loop.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    expect.set_options(timeout=TIMEOUT_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM"), args=CHROMIUM_FLAGS)
        made = browser.new_context

        def new_context(**options: Any) -> BrowserContext:
            context = made(**options)
            context.tracing.start()
            context.tracing.start_chunk()
            return context

        browser.new_context = new_context  # type: ignore[method-assign]
        BROWSERS.append(browser)
        yield browser
        BROWSERS.remove(browser)
        browser.close()


def keep_evidence(folder: Path) -> None:
    """Of a test that has failed: a picture of each page, and a trace of each context (`playwright show-trace`)."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, context in enumerate(context for browser in BROWSERS for context in browser.contexts):
        context.tracing.stop_chunk(path=folder / f"trace-{number}.zip")
        context.tracing.start_chunk()
        for place, page in enumerate(context.pages):
            with suppress(PlaywrightError):  # a page that has crashed has no picture
                page.screenshot(path=folder / f"page-{number}-{place}.png", timeout=5_000)


def forget_evidence() -> None:
    """What was noted so far is of a test that has passed."""
    for context in (context for browser in BROWSERS for context in browser.contexts):
        context.tracing.stop_chunk()
        context.tracing.start_chunk()


def shot(page: Page, name: str) -> None:
    """A picture of the whole page where somebody wants to look at it: SHOTS names a folder."""
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
