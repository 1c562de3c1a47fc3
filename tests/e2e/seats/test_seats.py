"""Seats chosen on the map and from the list, by mouse, finger and keyboard, up to the order (catalogue §2, §4)."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.hands import Finger, Keyboard, exactly
from tests.e2e.measuring import Inspector, axe_violations, boxes, layout_shift, too_wide, wait_until
from tests.e2e.shopper import Shopper
from tests.proofs import proves

from .hall import AVAILABILITY, SHOW, Seats, first_of_row, take_quickly

NARROWEST = {"width": 320, "height": 700}


@proves(
    "catalogue §2, §4",
    "seats are chosen on the map or from a list of the same rank, which comes first at 320 px; bought by "
    "mouse, finger and keyboard alone",
)
@pytest.mark.journey
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
    "seat-maps.md",
    "shoppers read a section's name in the language of the moment: map, list, search, chosen seats, "
    "cart, ticket note; orders and mails in the order's",
)
def test_sections_are_called_as_the_language_of_the_moment_does(open_page: OpenPage) -> None:
    page = open_page()
    shopper = Shopper(page)
    hall = Seats(shopper)
    hall.open()
    (place,) = first_of_row(page, "Parkett D", "8", 1)
    hall.take_on_map(place)
    expect(page.locator("[data-seat-map]")).to_contain_text("Parkett D, Reihe 8")
    page.get_by_role("link", name="English", exact=True).click()
    english = Seats(Shopper(page, "en"))
    expect(english.chosen).to_contain_text("Stalls D, row 8, seat 1")
    expect(page.locator("[data-seat-map]")).to_contain_text("Stalls D, row 8")
    english.turn_to_list()
    expect(page.get_by_role("grid", name="Stalls D", exact=True)).to_be_visible()
    english.add()
    expect(english.shopper.cart).to_contain_text("Stalls D, row 8")


@proves(
    "purchase §8",
    "a chosen seat that is sold meanwhile is named and has an equal with one press, before and after it is asked for",
)
@pytest.mark.console_may_say("status of 409", "ERR_FAILED")
def test_a_seat_that_is_taken_meanwhile_has_an_equal(open_page: OpenPage) -> None:
    page = open_page()
    shopper = Shopper(page)
    hall = Seats(shopper)
    hall.open()
    places = first_of_row(page, "Parkett E", "6")
    hall.turn_to_list()
    hall.take_from_list(*places)

    def ask_no_more(route: Route) -> None:
        route.abort()

    page.route(AVAILABILITY, ask_no_more)
    take_quickly(open_page(), "de", *places)
    shopper.hand.press(shopper.button("LANG_ITEM_ADD"))
    both = f"{places[0].name(shopper)} und {places[1].number}"
    expect(shopper.alert("LANG_SEATS_TAKEN", seats=both)).to_be_visible()
    expect(hall.chosen).to_have_count(0)
    expect(hall.cell(places[0])).to_have_attribute("aria-disabled", "true")
    assert axe_violations(page) == []
    shopper.hand.press(page.get_by_role("button", name=re.compile("^Stattdessen ")))
    expect(shopper.cart_lines).to_have_count(2)
    for place in places:
        expect(shopper.cart).not_to_contain_text(exactly(place.name(shopper)))


def test_a_chosen_seat_that_goes_is_told_at_once(open_page: OpenPage) -> None:
    page = open_page(locale="en-GB")
    shopper = Shopper(page, "en")
    hall = Seats(shopper)
    hall.open()
    places = first_of_row(page, "Parkett F", "3")
    hall.turn_to_list()
    hall.take_from_list(*places)
    take_quickly(open_page(locale="en-GB"), "en", places[0])
    expect(shopper.alert("LANG_SEATS_LOST", seats=places[0].name(shopper))).to_be_visible()
    expect(hall.chosen).to_have_count(1)
    shopper.hand.press(page.get_by_role("button", name="Suggest another seat"))
    expect(hall.chosen).to_have_count(2)
    expect(hall.cell(places[0])).to_have_attribute("aria-disabled", "true")


@proves(
    "catalogue §4", "tickets of a category in the cart are released with one press before other seats of it are taken"
)
@pytest.mark.console_may_say("status of 409")
def test_tickets_of_a_category_are_released_before_others_are_taken(open_page: OpenPage) -> None:
    page = open_page()
    shopper = Shopper(page)
    hall = Seats(shopper)
    hall.open()
    hall.turn_to_list()
    before, after = first_of_row(page, "Oberrang 203", "2"), first_of_row(page, "Oberrang 203", "5")
    hall.take_from_list(*before)
    hall.add()
    hall.expect_in_cart(*before)
    shopper.close_cart()
    hall.take_from_list(*after)
    shopper.hand.press(shopper.button("LANG_ITEM_ADD"))
    expect(shopper.alert("LANG_SEATS_CATEGORY_INCART")).to_be_visible()
    shopper.hand.press(shopper.button("LANG_SEATS_RELEASE_AND_ADD"))
    hall.expect_in_cart(*after)


@proves(
    "catalogue §4",
    "the shop suggests the best seats by amount, category, side by side, wheelchair; standing tickets go "
    "into the cart with them",
)
@proves("catalogue §4", "the best seats up to a price that one chooses")
@pytest.mark.journey
def test_the_best_seats_and_standing_tickets_go_together(open_page: OpenPage) -> None:
    page = open_page()
    shopper = Shopper(page, look=Inspector(page))
    hall = Seats(shopper)
    hall.open()
    most = page.get_by_label(shopper.text("LANG_SEATS_BEST_MOST"), exact=True)
    most.select_option("56.00")
    shopper.hand.press(shopper.button("LANG_SEATS_BEST_FIND"))
    expect(hall.chosen).to_have_count(2)
    expect(page.get_by_role("main")).to_contain_text("112,00")  # twice 56
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


@proves("design §5", "at 320 px nothing below the list moves when the seats come")
def test_the_list_comes_first_where_the_page_is_narrow(open_page: OpenPage) -> None:
    page = open_page(viewport=NARROWEST)
    shopper = Shopper(page)
    waiting, held = list[Route](), True

    def hold(route: Route) -> None:
        if held:
            waiting.append(route)
        else:
            route.continue_()

    page.route(AVAILABILITY, hold)
    shopper.open(SHOW)
    page.get_by_text(shopper.text("LANG_SEATS_LOADING")).wait_for(state="attached")
    held = False
    for route in waiting:
        route.continue_()
    expect(shopper.button("LANG_SEATS_VIEW_LIST")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("grid", name="Parkett A")).to_be_visible()
    assert layout_shift(page) == 0
    assert too_wide(page) == []
    assert axe_violations(page) == []


@proves("design §1", "categories and prices need no script; nothing moves when the map comes")
def test_prices_need_no_script(open_page: OpenPage) -> None:
    page = open_page(SHOW, java_script_enabled=False)
    for price in ("89,00", "71,00", "49,00"):
        expect(page.get_by_role("main")).to_contain_text(price)


def test_nothing_moves_when_the_map_is_there(open_page: OpenPage) -> None:
    page = open_page(SHOW, viewport=PHONE)
    first = {name: box for name, box in boxes(page, [PHONE]).items() if " p  #" not in name}  # silent regions
    wait_until(page, "document.querySelector('[data-seat-map]')?.dataset.view")
    assert {name: box for name, box in boxes(page, [PHONE]).items() if name in first} == first


SCROLLERS = """grid => {
  const found = [];
  for (let box = grid; box !== document.body; box = box.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight;
    if (scrolls) found.push(box.className);
  }
  return found;
}"""


@proves('look "Every screen"', "the list of seats scrolls with the page")
def test_the_list_scrolls_with_the_page_and_not_by_itself(open_page: OpenPage) -> None:
    page = open_page(SHOW, viewport=PHONE)
    Shopper(page).button("LANG_SEATS_VIEW_LIST").click()
    grid = page.get_by_role("grid").first
    expect(grid).to_be_visible()
    assert grid.evaluate(SCROLLERS) == []


@proves("–", "a category of several tickets names its lowest price with “ab”")
def test_prices_of_a_category_with_several_tickets_begin_with_from(open_page: OpenPage) -> None:
    page = open_page(SHOW)
    prices = page.get_by_role("region", name="Kategorien und Preise")
    several = prices.get_by_role("listitem").filter(has=page.locator("summary"))
    expect(several.first.locator("summary")).to_contain_text(re.compile(r"ab \d"))
    for one in several.all():
        expect(one.locator("summary .price-tag")).to_contain_text("ab ")
