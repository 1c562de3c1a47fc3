"""What the shop says about seats while they are chosen: moved by one, companions, the whole screen, found by name."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.hands import Keyboard
from tests.e2e.measuring import axe_violations
from tests.e2e.shopper import Shopper
from tests.proofs import proves

from .hall import SHOW, Hall, Seats, first_of_row


@proves("purchase §4", "seats that were moved by one are told in a dialog before the cart opens")
def test_seats_that_are_moved_by_one_are_told_before_the_cart(open_page: OpenPage) -> None:
    page = open_page()
    shopper = Shopper(page)
    seats = Seats(shopper)
    seats.open()
    seats.turn_to_list()
    first, second, third = first_of_row(page, "Parkett D", "7", 3)
    seats.take_from_list(second, third)
    shopper.hand.press(shopper.button("LANG_ITEM_ADD"))
    told = page.get_by_role("alertdialog", name=shopper.text("LANG_SEATS_SHIFTED_TITLE"))
    for given, wanted in ((first, second), (second, third)):
        expect(told).to_contain_text(
            shopper.text("LANG_SEATS_SHIFTED", given=given.name(shopper), wanted=wanted.number)
        )
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(told).to_be_hidden()
    seats.expect_in_cart(first, second)


@proves("catalogue §3", "a companion's seat is chosen and bought with its wheelchair seat only")
def test_a_companions_seat_is_chosen_with_its_wheelchair_seat_only(open_page: OpenPage) -> None:
    page = open_page(locale="en-GB")
    shopper = Shopper(page, "en")
    seats = Seats(shopper)
    seats.open()
    seats.turn_to_list()
    wheelchair, companion = first_of_row(page, "Unterrang 107", "1")
    alone = shopper.alert("LANG_SEATS_COMPANION_ALONE")
    seats.take_from_list(companion)
    expect(alone).to_be_visible()
    expect(seats.chosen).to_have_count(0)
    for place in (wheelchair, companion, wheelchair):
        shopper.hand.press(seats.cell(place))
    expect(seats.chosen).to_have_count(1)
    shopper.hand.press(shopper.button("LANG_ITEM_ADD"))
    expect(alone).to_be_visible()
    shopper.hand.press(seats.cell(wheelchair))
    seats.add()
    seats.expect_in_cart(wheelchair, companion)


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
    expect(Hall(page).current).to_contain_text(places[1].name(shopper))
    page.keyboard.press("Enter")
    expect(seats.chosen).to_have_count(2)
    seats.add()
    seats.expect_in_cart(*places)
    shopper.go_to_checkout()
    shopper.buy(f"tasten-{language}@example.org")
    for place in places:
        expect(page.get_by_role("main")).to_contain_text(place.name(shopper))
    assert hand.covered == []


@proves("catalogue §2", "on the whole screen, count, total and the way into the cart stand below the map")
def test_on_the_whole_screen_count_total_and_cart_are_at_hand(open_page: OpenPage) -> None:
    page = open_page(SHOW, viewport=PHONE)
    shopper = Shopper(page)
    hall = Hall(page)
    hall.box.get_by_role("button", name=shopper.text("LANG_SEATMAP_FULLSCREEN")).click()
    leave = hall.box.get_by_role("button", name=shopper.text("LANG_SEATMAP_FULLSCREEN_END"))
    leave.wait_for()
    hall.box.get_by_role("button", name=shopper.text("LANG_SEATMAP_FIND")).click()
    page.keyboard.type("oberrang 204 3 1")
    page.keyboard.press("Enter")
    expect(hall.current).to_contain_text("Oberrang 204, Reihe 3, Platz 1")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    add = hall.box.get_by_role("button", name=shopper.text("LANG_ITEM_ADD"))
    expect(hall.box.get_by_text(re.compile("^78,00"))).to_be_visible()
    above, below = leave.bounding_box(), add.bounding_box()
    assert above and below and above["y"] + above["height"] <= below["y"], "the bar covers none of the map's buttons"
    leave.focus()
    page.keyboard.press("Tab")
    expect(add).to_be_focused()
    page.keyboard.press("Enter")
    expect(shopper.cart_lines).to_have_count(2)


@proves("catalogue §4", "two fingers zoom about their middle and choose nothing")
def test_two_fingers_zoom_about_their_middle_and_choose_nothing(open_page: OpenPage) -> None:
    page = open_page(SHOW, viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    shopper, hall = Shopper(page), Hall(page)
    for _ in range(5):  # until there is more of the plan than the window shows, in both directions
        hall.box.get_by_role("button", name=shopper.text("LANG_SEATMAP_ZOOMIN")).click()
    before, (x, y) = hall.view(), hall.point(0.35, 0.45)
    touch = page.context.new_cdp_session(page)
    for apart in (20, 30, 40, 50, 60):
        points = [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}]
        kind = "touchStart" if apart == 20 else "touchMove"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    after, box = hall.view(), hall.box.bounding_box()
    assert box
    assert after.scale == pytest.approx(before.scale * 3, rel=0.05)
    for corner, start, end in ((x - box["x"], before.x, after.x), (y - box["y"], before.y, after.y)):
        moved = (corner - end) - (corner - start) / before.scale * after.scale
        assert moved == pytest.approx(0, abs=6), "what lies between the fingers stays there"
    expect(page.get_by_role("gridcell", selected=True)).to_have_count(0)
