"""A hall with seats: its map, its list, and who chooses there."""

import json
import re
import time
from dataclasses import dataclass
from functools import partial
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.hands import Finger
from tests.e2e.measuring import wait_for
from tests.e2e.shopper import Shopper

SHOW = "/nachtfalter/events/nachtfalter-grosses-licht"
AVAILABILITY = re.compile(r"/events/\d+/seats(\?|$)")


@dataclass(frozen=True)
class Place:
    """A seat as the full plan tells of it."""

    section: str
    row: str
    number: str
    x: float
    y: float

    def name(self, shopper: Shopper) -> str:
        return shopper.text("LANG_SEATMAP_SEAT", section=self.section, row=self.row, number=self.number)


def first_of_row(page: Page, section: str, row: str, amount: int = 2) -> list[Place]:
    """The seats with which a row begins, as the address says that the page names; `section` in German."""
    data: dict[str, Any] = json.loads(page.locator("#page-data").text_content() or "")
    compact: str = data["data"]["event"]["seatMap"]["compactUrl"]
    plan = page.request.get(compact.replace(".compact", "")).json()
    (found,) = [one for one in plan["sections"] if one["name"] == section]
    seats = [seat for seat in found["seats"] if seat["row"] == row][:amount]
    called = found.get("name_en", section) if page.locator("html").get_attribute("lang") == "en" else section
    return [Place(called, row, seat["number"], seat["x"], seat["y"]) for seat in seats]


class Seats:
    """The seated layout of an event's page."""

    def __init__(self, shopper: Shopper) -> None:
        self.shopper, self.page = shopper, shopper.page

    def open(self) -> None:
        self.shopper.open(SHOW)
        expect(self.page.get_by_role("grid")).to_be_attached()

    @property
    def chosen(self) -> Locator:
        name = self.shopper.text("LANG_SEATS_YOURS")
        return self.page.get_by_role("list", name=name, exact=True).get_by_role("listitem")

    @property
    def current(self) -> Locator:
        """The cell on which the keyboard stands on the map; a moment after the map there is one."""
        grid = self.page.get_by_role("grid")
        expect(grid).to_have_attribute("aria-activedescendant", re.compile("."))
        return self.page.locator(f'[id="{grid.get_attribute("aria-activedescendant")}"]')

    def turn_to_list(self) -> None:
        self.shopper.hand.press(self.shopper.button("LANG_SEATS_VIEW_LIST"))

    def cell(self, place: Place) -> Locator:
        return self.page.get_by_role("gridcell", name=re.compile(rf"^{re.escape(place.name(self.shopper))},"))

    def take_from_list(self, *places: Place) -> None:
        """Choose their section by its name, then press each."""
        label = self.page.get_by_label(self.shopper.text("LANG_SEATS_SECTION"), exact=True)
        option = label.get_by_role("option", name=re.compile(f"^{places[0].section} "))
        label.select_option(option.get_attribute("value"))
        for place in places:
            self.shopper.hand.press(self.cell(place))

    def on_map(self, place: Place) -> tuple[float, float]:
        """Where the seat is in the window, once the map stands still."""
        view, now = "", self._view()
        while view != now:
            time.sleep(0.3)
            view, now = now, self._view()
        scale, x, y = (float(part) for part in now.split())
        box = self.page.locator("[data-seat-map]").bounding_box()
        assert box
        return box["x"] + place.x * scale + x, box["y"] + place.y * scale + y

    def _view(self) -> str:
        return self.page.locator("[data-seat-map]").get_attribute("data-view") or ""

    def _has_changed(self, chosen: Locator, view: str) -> bool:
        return chosen.count() > 0 or self._view() != view

    def take_on_map(self, place: Place) -> None:
        """Press where it is: from afar that leads nearer, near it chooses."""
        finger = isinstance(self.shopper.hand, Finger)
        chosen = self.chosen.filter(has_text=place.name(self.shopper))
        for _ in range(4):
            self.page.locator("[data-seat-map]").scroll_into_view_if_needed()
            x, y = self.on_map(place)
            # Pressed once more, what is chosen late would be released.
            if chosen.count():
                return
            before = self._view()
            if finger:
                self.page.touchscreen.tap(x, y)
            else:
                self.page.mouse.click(x, y)
            wait_for(self.page, partial(self._has_changed, chosen, before))
        expect(chosen).to_have_count(1)

    def add(self) -> None:
        self.shopper.hand.press(self.shopper.button("LANG_ITEM_ADD"))
        expect(self.shopper.cart).to_be_visible()

    def expect_in_cart(self, *places: Place) -> None:
        expect(self.shopper.cart_lines).to_have_count(len(places))
        for place in places:
            expect(self.shopper.cart).to_contain_text(place.name(self.shopper))


def take_quickly(page: Page, language: str, *places: Place) -> None:
    """Somebody else puts them into a cart."""
    shopper = Shopper(page, language)
    hall = Seats(shopper)
    hall.open()
    hall.turn_to_list()
    hall.take_from_list(*places)
    hall.add()
