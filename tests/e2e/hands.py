"""How somebody works a page: with a mouse, with the keyboard alone, or with a finger."""

import re
from typing import Protocol

from playwright.sync_api import Locator, Page

MOST_STOPS = 150
# What has the focus must be seen: its middle lies in the window and nothing covers it (WCAG 2.4.11).
_FOCUS = """target => {
  const active = document.activeElement;
  const box = (active.labels?.[0] && active.type === "radio" ? active.labels[0] : active).getBoundingClientRect();
  const x = box.left + box.width / 2, y = box.top + Math.min(box.height, innerHeight) / 2;
  const top = box.width ? document.elementFromPoint(x, y) : null;
  const seen = active === document.body || (top !== null && (active.contains(top) || top.contains(active)
    || [...(active.labels ?? [])].some((label) => label.contains(top))));
  const name = active.getAttribute("aria-label") || active.innerText || active.name || active.id || active.tagName;
  return {here: active === target, group: !!target.name && active.type === "radio" && active.name === target.name,
    covered: seen ? "" : `${active.tagName} ${name.slice(0, 60)} behind ${top?.tagName} ${top?.className}`};
}"""


class Hand(Protocol):
    def press(self, target: Locator) -> None:
        """Follow a link, press a button, tick a box, take one of several choices."""

    def write(self, target: Locator, text: str) -> None:
        """Put the text into an empty field."""


class Mouse:
    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, target: Locator) -> None:
        target.click()

    def write(self, target: Locator, text: str) -> None:
        target.click()
        self.page.keyboard.type(text)


class Finger:
    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, target: Locator) -> None:
        target.tap()

    def write(self, target: Locator, text: str) -> None:
        target.tap()
        self.page.keyboard.type(text)


class Keyboard:
    """Tab, arrows, Space and Enter only. Every stop on the way must be visible; `covered` tells which were not."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.covered: list[str] = []

    def press(self, target: Locator) -> None:
        stop = self._reach(target)
        kind = target.get_attribute("type")
        if kind == "radio":
            self._choose(target, chosen=stop["here"])
        elif kind == "checkbox":
            self.page.keyboard.press("Space")
        else:
            self.page.keyboard.press("Enter")

    def write(self, target: Locator, text: str) -> None:
        self._reach(target)
        self.page.keyboard.type(text)

    def _reach(self, target: Locator) -> dict[str, bool]:
        """Tab until the target, or a radio button of its group, has the focus."""
        target.wait_for()
        for _ in range(MOST_STOPS):
            stop = target.evaluate(_FOCUS)
            if stop["covered"]:
                self.covered.append(f"{self.page.url}: {stop['covered']}")
            if stop["here"] or stop["group"]:
                return stop
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{target} is not reached by the Tab key")

    def _choose(self, target: Locator, *, chosen: bool) -> None:
        if chosen:
            self.page.keyboard.press("Space")
            return
        for _ in range(MOST_STOPS):
            self.page.keyboard.press("ArrowDown")
            if target.evaluate(_FOCUS)["here"]:
                return
        raise AssertionError(f"{target} is not reached by the arrow keys")


def exactly(text: str) -> re.Pattern[str]:
    """The text as a whole accessible name; what only screen readers are told may follow."""
    return re.compile(rf"^{re.escape(text)}$")
