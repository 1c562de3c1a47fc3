"""The browser of tests that look at pages: Chromium as the launcher found or installed it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

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


@contextmanager
def chromium() -> Iterator[Browser]:
    # Django's database calls refuse to run where Playwright keeps an event loop.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    expect.set_options(timeout=TIMEOUT_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM"), args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


def shot(page: Page, name: str) -> None:
    """A picture of the whole page where somebody wants to look at it: SHOTS names a folder."""
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
