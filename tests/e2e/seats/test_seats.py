"""Seats chosen on the map and from the list, by mouse, finger and keyboard, up to the order (catalogue §2, §4)."""

import json
import re
import time
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.hands import Finger, Keyboard
from tests.e2e.measuring import axe_violations, wait_for
from tests.e2e.sale.test_sale import Inspector
from tests.e2e.shopper import Shopper
from tests.proofs import proves

SHOW = "/nachtfalter/events/nachtfalter-grosses-licht"
NARROWEST = {"width": 320, "height": 700}
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


@proves(
    "catalogue §2, §4",
    "seats are chosen on the map or from a list of the same rank, which comes first at 320 px; bought by "
    "mouse, finger and keyboard alone",
)
def test_with_the_mouse_on_the_map_in_german(open_page: OpenPage) -> None:
    page = open_page()
    shopper = Shopper(page, look=Inspector(page))
    hall = Seats(shopper)
    hall.open()
    shopper.look()
    shopper.hand.press(shopper.button("LANG_ITEM_ADD"))
    expect(shopper.alert("LANG_TICKET_NONECHOSEN")).to_be_visible()
    places = first_of_row(page, "Parkett B", "5")
    for place in places:
        hall.take_on_map(place)
    expect(hall.chosen).to_have_count(2)
    way = page.get_by_label(shopper.text("LANG_SEATS_WAY", seat=places[1].name(shopper)))
    way.select_option(way.get_by_role("option", name=re.compile("^Ermäßigt")).get_attribute("value"))
    expect(page.get_by_role("main")).to_contain_text("160,00")  # 89 and 71
    shopper.look()
    hall.add()
    hall.expect_in_cart(*places)
    expect(hall.chosen).to_have_count(0)
    shopper.go_to_checkout()
    shopper.buy("saal@example.org")
    for place in places:
        expect(page.get_by_role("main")).to_contain_text(place.name(shopper))


def test_with_a_finger_on_the_map_in_english(open_page: OpenPage) -> None:
    page = open_page(viewport=PHONE, locale="en-GB", has_touch=True, is_mobile=True, device_scale_factor=2)
    shopper = Shopper(page, "en", Finger(page), look=Inspector(page))
    hall = Seats(shopper)
    hall.open()
    shopper.look()
    places = first_of_row(page, "Unterrang 103", "4")
    assert places[0].section == "Lower tier 103"
    for place in places:
        hall.take_on_map(place)
    shopper.look()
    hall.add()
    hall.expect_in_cart(*places)
    shopper.go_to_checkout()
    shopper.buy("hall@example.org")
    for place in places:
        expect(page.get_by_role("main")).to_contain_text(place.name(shopper))


def test_with_the_keyboard_alone_from_the_list_in_german(open_page: OpenPage) -> None:
    page = open_page()
    hand = Keyboard(page)
    shopper = Shopper(page, hand=hand)
    hall = Seats(shopper)
    hall.open()
    hall.turn_to_list()
    stop = page.locator("[role=gridcell][tabindex='0']")
    section = (page.get_by_role("grid").get_attribute("aria-label")) or ""
    first = first_of_row(page, section, "1", 1)[0]
    hand.press(hall.cell(first))
    expect(stop).to_have_attribute("aria-selected", "true")
    for key in ("ArrowRight", "ArrowDown", "End", "Home", "PageDown", "PageUp"):
        page.keyboard.press(key)
        expect(stop).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(stop).to_have_attribute("aria-selected", "true")
    expect(hall.chosen).to_have_count(2)
    # Removing one leaves the keyboard at the other, and the last at the list's heading.
    remove = re.compile(f"{re.escape(shopper.text('LANG_SEATS_RELEASE', seat=''))}$")
    names = [hall.chosen.nth(at).get_by_role("button", name=remove) for at in (0, 1)]
    hand.press(names[1])
    expect(names[0]).to_be_focused()
    assert axe_violations(page) == []
    hall.add()
    expect(shopper.cart_lines).to_have_count(1)
    assert hand.covered == []


@proves(
    "catalogue §2, §4",
    "seats are chosen on the map or from a list of the same rank, which comes first at 320 px; bought by "
    "mouse, finger and keyboard alone",
)
@proves(
    "design §6",
    'section, row or seat are found on the map by typing them, from a button or by the key "/" on it; '
    "what there is not is said",
)
@pytest.mark.parametrize(
    ("language", "locale", "typed", "section"),
    [("de", "de-DE", "parkett E, Reihe 9, Platz 1", "Parkett E"), ("en", "en-GB", "stalls f 9 1", "Parkett F")],
)
def test_with_the_keyboard_alone_on_the_map_to_the_order(
    open_page: OpenPage, language: str, locale: str, typed: str, section: str
) -> None:
    page = open_page(locale=locale)
    hand = Keyboard(page)
    shopper = Shopper(page, language, hand)
    seats = Seats(shopper)
    seats.open()
    places = first_of_row(page, section, "9")
    grid = page.get_by_role("grid")
    hand.write(grid, "/")
    page.keyboard.type(f"{typed} 99")
    page.keyboard.press("Enter")
    missed = page.get_by_role("status").filter(has_text=shopper.text("LANG_SEATMAP_FIND_NONE", text=f"{typed} 99"))
    expect(missed).to_be_visible()
    assert axe_violations(page) == []
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type(typed)
    page.keyboard.press("Enter")
    expect(grid).to_be_focused()
    page.keyboard.press("Space")
    expect(seats.chosen).to_have_text(re.compile(re.escape(places[0].name(shopper))))
    page.keyboard.press("ArrowRight")
    expect(seats.current).to_contain_text(places[1].name(shopper))
    page.keyboard.press("Enter")
    expect(seats.chosen).to_have_count(2)
    seats.add()
    seats.expect_in_cart(*places)
    shopper.go_to_checkout()
    shopper.buy(f"tasten-{language}@example.org")
    for place in places:
        expect(page.get_by_role("main")).to_contain_text(place.name(shopper))
    assert hand.covered == []


@proves("design §1", "categories and prices need no script; nothing moves when the map comes")
def test_prices_need_no_script(open_page: OpenPage) -> None:
    page = open_page(SHOW, java_script_enabled=False)
    for price in ("89,00", "71,00", "49,00"):
        expect(page.get_by_role("main")).to_contain_text(price)
