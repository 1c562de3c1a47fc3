"""Somebody who visits a page after the sale: by a language and a width, texts by their keys."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from shop.models import Shop
from shop.texts import lang_text
from tests.browsers import DESKTOP, PHONE, shot
from tests.e2e.measuring import axe_violations, too_wide, wait_for_react

GERMAN_PHONE: tuple[str, ViewportSize] = ("de", PHONE)
ENGLISH_DESKTOP: tuple[str, ViewportSize] = ("en", DESKTOP)
# Which of both a journey takes in every run; the next journey takes the other.
GERMAN_FIRST = [
    pytest.param(GERMAN_PHONE, id="de-phone"),
    pytest.param(ENGLISH_DESKTOP, id="en-desktop", marks=pytest.mark.whole),
]
ENGLISH_FIRST = [
    pytest.param(ENGLISH_DESKTOP, id="en-desktop"),
    pytest.param(GERMAN_PHONE, id="de-phone", marks=pytest.mark.whole),
]


class Visit:
    """Of a shop of `site`, whose question about counting was answered."""

    def __init__(self, page: Page, language: str, site: str) -> None:
        self.page = page
        self.language = language
        self.site = site

    def text(self, key: str, **values: Any) -> str:
        return lang_text(key, self.language, **values)

    def open(self, shop: Shop, path: str) -> None:
        self.page.context.add_cookies([{"name": f"{shop.slug}_TrackingAllowed", "value": "no", "url": self.site}])
        self.page.goto(f"{self.site}/{shop.slug}/{path}{'&' if '?' in path else '?'}lang={self.language}")
        wait_for_react(self.page)

    def button(self, key: str) -> Locator:
        return self.page.get_by_role("button", name=self.text(key))

    def heading(self, key: str) -> Locator:
        return self.page.get_by_role("heading", name=self.text(key))

    def sees(self, key: str, **values: Any) -> None:
        expect(self.page.get_by_text(self.text(key, **values))).to_be_visible()

    def told_at(self, place: str, key: str, /, **values: Any) -> None:
        """What stands at a field that is wrong, below its label: without the field's name, if it begins with that."""
        text = self.text(key, **values)
        told = text.removeprefix(f"{values.get('field')}: ")
        expect(self.page.locator(f"#{place}-error")).to_have_text(told[:1].upper() + told[1:])

    def fill(self, **fields: str) -> None:
        """`ticket_1="…"`: what the field `ticket-1` gets."""
        for name, value in fields.items():
            self.page.fill(f"#{name.replace('_', '-')}", value)

    def look(self, name: str) -> None:
        """Nothing sticks out, axe finds nothing; a picture where somebody wants to look at it."""
        # Where the page is scrolled to, its head lies over a field, which would then be too small to be hit.
        self.page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
        shot(self.page, f"{name}-{self.language}")
        found = too_wide(self.page) + axe_violations(self.page)
        assert not found, f"{name}: {found}"
