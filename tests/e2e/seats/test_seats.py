"""Seats chosen on the map and from the list, by mouse, finger and keyboard, up to the order (catalogue §2, §4)."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.hands import Finger, Keyboard
from tests.e2e.measuring import Inspector, axe_violations
from tests.e2e.shopper import Shopper
from tests.proofs import proves

from .hall import SHOW, Seats, first_of_row


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
    way = hall.chosen.get_by_label(shopper.text("LANG_SEATS_WAY", seat=places[1].name(shopper)))
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


@pytest.mark.journey
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


@pytest.mark.journey
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


@proves(
    "catalogue §4",
    "the shop suggests the best seats by amount, category, side by side, wheelchair; standing tickets go "
    "into the cart with them",
)
@proves("catalogue §4", "the best seats up to a price that one chooses")
def test_the_best_seats_and_standing_tickets_go_together(open_page: OpenPage) -> None:
    page = open_page()
    shopper = Shopper(page, look=Inspector(page))
    hall = Seats(shopper)
    hall.open()
    most = page.get_by_label(shopper.text("LANG_SEATS_BEST_MOST"), exact=True)
    most.select_option("56.00")
    shopper.hand.press(shopper.button("LANG_SEATS_BEST_FIND"))
    expect(hall.chosen).to_have_count(2)
    expect(page.get_by_role("main")).to_contain_text("78,00")  # twice 39, in the middle, before 56 at the sides
    most.select_option("")
    category = page.get_by_label(shopper.text("LANG_SEATS_BEST_CATEGORY"), exact=True)
    category.select_option(category.get_by_role("option", name=re.compile("^Kategorie 4")).get_attribute("value"))
    shopper.hand.press(shopper.button("LANG_SEATS_BEST_FIND"))
    expect(hall.chosen).to_have_count(2)
    page.get_by_text("Innenraum, Stehplätze", exact=True).click()
    shopper.hand.press(shopper.button("LANG_AMOUNT_MORE").and_(page.get_by_label(re.compile(": Normalpreis$"))))
    expect(page.get_by_role("main")).to_contain_text("127,00")  # twice 39, and 49
    shopper.look()
    hall.add()
    expect(shopper.cart_lines).to_have_count(3)


@proves("design §1", "categories and prices need no script; nothing moves when the map comes")
def test_prices_need_no_script(open_page: OpenPage) -> None:
    page = open_page(SHOW, java_script_enabled=False)
    for price in ("89,00", "71,00", "49,00"):
        expect(page.get_by_role("main")).to_contain_text(price)
