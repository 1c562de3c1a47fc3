"""The seat map under a mouse, a finger and a keyboard (catalogue §2 "Seat-map event page", §4, §9)."""

import time

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.measuring import axe_violations, wait_until
from tests.proofs import proves

from .hall import Hall

ARENA = "/nachtfalter/events/nachtfalter-grosses-licht"
SEAT = "Parkett C, Reihe 6, Platz 16"
BUTTONS = ("Näher heran", "Weiter weg", "Ganzen Plan zeigen", "Vollbild")


@proves(
    "catalogue §2, §9",
    "the map zooms from 1 to 25 by 1.25 and 0.75, by wheel towards the pointer and by buttons, and shows "
    "the whole plan again",
)
def test_wheel_and_buttons_zoom_by_the_same_steps_from_1_to_25(open_page: OpenPage) -> None:
    page = open_page(ARENA)
    hall = Hall(page)
    whole = hall.view()
    nearer, farther, reset, _ = (hall.box.get_by_role("button", name=name) for name in BUTTONS)
    expect(farther).to_have_attribute("aria-disabled", "true")
    nearer.click()
    assert hall.view().scale == pytest.approx(whole.scale * 1.25, rel=0.01)
    farther.click()
    assert hall.view().scale == pytest.approx(whole.scale, rel=0.01)  # 1.25 * 0.75 is less than 1

    time.sleep(0.5)
    page.mouse.move(*hall.point())
    x, _ = hall.point()
    box = hall.box.bounding_box()
    assert box
    before = hall.view()
    page.mouse.wheel(0, -100)
    after = hall.view()
    assert after.scale == pytest.approx(before.scale * 1.25, rel=0.01)
    for view in (before, after):  # what lies below the pointer stays there
        assert (x - box["x"] - view.x) / view.scale == pytest.approx((x - box["x"] - before.x) / before.scale, abs=2)
    for _ in range(20):
        page.mouse.wheel(0, -100)
        page.wait_for_timeout(40)
    assert hall.view().scale == pytest.approx(whole.scale * 25, rel=0.01)
    expect(nearer).to_have_attribute("aria-disabled", "true")
    reset.click()
    assert hall.view() == whole
    for name in BUTTONS:
        size = hall.box.get_by_role("button", name=name).bounding_box()
        assert size and min(size["width"], size["height"]) >= 40


@proves(
    "catalogue §2",
    "the wheel scrolls the page where the map has nothing farther to show; dragging moves the plan and chooses nothing",
)
def test_the_wheel_scrolls_the_page_out_of_the_whole_plan(open_page: OpenPage) -> None:
    page = open_page(ARENA)
    hall = Hall(page)
    whole = hall.view()
    page.wait_for_timeout(500)
    page.mouse.move(*hall.point())
    before = page.evaluate("scrollY")
    page.mouse.wheel(0, 200)
    wait_until(page, f"scrollY > {before}")
    assert hall.view() == whole


def test_dragging_moves_the_plan_and_chooses_nothing(open_page: OpenPage) -> None:
    page = open_page(ARENA)
    hall = Hall(page)
    whole = hall.view()
    for _ in range(6):
        hall.box.get_by_role("button", name="Näher heran").click()
    before = hall.view()
    assert before.scale == pytest.approx(whole.scale * 1.25**6, rel=0.01)
    page.mouse.move(*hall.point(0.5, 0.5))
    page.mouse.down()
    page.mouse.move(*hall.point(0.4, 0.45), steps=5)
    page.mouse.up()
    after = hall.view()
    assert after.x < before.x and after.y < before.y and after.scale == before.scale
    expect(page.get_by_role("gridcell", selected=True)).to_have_count(0)


@proves(
    "catalogue §2, §4",
    "a seat's tooltip tells name, category, price and whether it can be had; pressing chooses and releases it",
)
def test_pointing_tells_of_a_seat_and_pressing_chooses_and_releases_it(open_page: OpenPage) -> None:
    page = open_page(ARENA)
    hall = Hall(page)
    for _ in range(4):
        hall.box.get_by_role("button", name="Näher heran").click()
    at = hall.seat("Parkett C", "6", 15)
    page.mouse.move(*at)
    tip = hall.tip(SEAT)
    expect(tip).to_contain_text("Kategorie 1")
    expect(tip).to_contain_text("€")
    page.mouse.click(*at)
    expect(tip).to_contain_text("gewählt")
    expect(hall.current).to_have_attribute("aria-selected", "true")
    page.mouse.click(*at)
    expect(hall.current).to_have_attribute("aria-selected", "false")


@proves("catalogue §4", "a finger chooses nothing below zoom 4: a tap leads nearer, and a hint says so")
def test_a_finger_chooses_nothing_below_zoom_4_and_is_led_nearer(open_page: OpenPage) -> None:
    page = open_page(ARENA, viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    hall = Hall(page)
    whole = hall.view()
    page.touchscreen.tap(*hall.seat("Unterrang 105", "5", 8))
    expect(hall.box.get_by_role("status")).to_contain_text("nah genug")
    assert hall.view().scale >= whole.scale * 4
    expect(page.get_by_role("gridcell", selected=True)).to_have_count(0)
    page.touchscreen.tap(*hall.seat("Unterrang 105", "5", 8))
    expect(hall.current).to_have_attribute("aria-selected", "true")
    expect(hall.current).to_contain_text("Unterrang 105, Reihe 5, Platz 9")


@proves(
    "design §6",
    "on the map, keys lead to the spatial neighbour, along the row and to the next section, choose, zoom "
    "and leave; what they stand on is said",
)
def test_keys_lead_from_seat_to_seat_choose_zoom_and_leave(open_page: OpenPage) -> None:
    page = open_page(ARENA)
    hall = Hall(page)
    hall.box.evaluate("map => map.closest('main').querySelector('h1').scrollIntoView()")
    before = hall.view()
    hall.grid.focus()
    page.keyboard.press("ArrowRight")  # the first key shows where one is
    hall.view()
    for key in ("End", "Home", "PageDown", "ArrowRight"):
        was = hall.current.text_content()
        page.keyboard.press(key)
        if key != "Home":
            assert hall.current.text_content() != was
    assert hall.view().scale > before.scale  # a seat is shown so large that it can be told from its neighbours
    expect(hall.tip((hall.current.text_content() or "").split(",")[0]).first).to_be_visible()
    while hall.current.get_attribute("aria-disabled") == "true":
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(hall.current).to_have_attribute("aria-selected", "true")
    assert axe_violations(page) == []
    page.keyboard.press("Enter")
    expect(hall.current).to_have_attribute("aria-selected", "false")
    near = hall.view()
    page.keyboard.press("+")
    assert hall.view().scale == pytest.approx(near.scale * 1.25, rel=0.01)
    page.keyboard.press("0")
    assert hall.view().scale == pytest.approx(before.scale, rel=0.01)
    page.keyboard.press("Escape")
    expect(hall.box.get_by_role("button", name="Näher heran")).to_be_focused()


@proves(
    "catalogue §2",
    "the map takes the whole screen, also where the browser has no help for that; nothing behind it takes keys there",
)
def test_the_whole_screen_with_and_without_the_browsers_help(open_page: OpenPage) -> None:
    page = open_page(ARENA)
    hall = Hall(page)
    hall.box.get_by_role("button", name="Vollbild").click()
    wait_until(page, "document.fullscreenElement !== null")
    assert axe_violations(page, "[data-seat-map]") == []
    hall.box.get_by_role("button", name="Vollbild verlassen").click()
    wait_until(page, "document.fullscreenElement === null")

    phone = open_page(viewport=PHONE)
    phone.add_init_script("delete Element.prototype.requestFullscreen")
    phone.goto(ARENA)
    hall = Hall(phone)
    hall.box.get_by_role("button", name="Vollbild").click()
    expect(hall.box).to_have_css("position", "fixed")
    assert hall.box.bounding_box() == {"x": 0, "y": 0, **PHONE}
    behind = "['header', 'h1', 'footer'].filter((one) => !document.querySelector(one).closest('[inert]'))"
    assert phone.evaluate(behind) == []
    assert axe_violations(phone) == []
    hall.box.get_by_role("button", name="Vollbild verlassen").click()
    expect(hall.box).to_have_css("position", "relative")
    assert phone.evaluate("document.querySelectorAll('[inert]').length") == 0


@proves("design §6", "no gliding under reduced motion; the system's own colours where it forces them")
def test_nothing_glides_for_who_wants_no_motion(open_page: OpenPage) -> None:
    page = open_page(ARENA, reduced_motion="reduce")
    hall = Hall(page)
    frames = """
    () => new Promise((resolve) => {
      const canvas = document.querySelector("[data-seat-map] canvas"), pen = canvas.getContext("2d"), seen = new Set();
      const set = pen.setTransform.bind(pen);
      pen.setTransform = (...values) => {
        if (values[4]) seen.add(values[0].toFixed(4));
        set(...values);
      };
      document.querySelector("[data-seat-map] button").click();
      setTimeout(() => resolve(seen.size), 900);
    })
    """
    assert page.evaluate(frames) == 1
    assert hall.view().scale > 0


def test_forced_colours_are_the_systems(open_page: OpenPage) -> None:
    page = open_page(ARENA, forced_colors="active")
    hall = Hall(page)
    hall.view()
    corner = (
        "() => [...document.querySelector('[data-seat-map] canvas').getContext('2d').getImageData(3, 3, 1, 1).data]"
    )
    system = """() => {
      const pen = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
      pen.fillStyle = "Canvas";
      pen.fillRect(0, 0, 1, 1);
      return [...pen.getImageData(0, 0, 1, 1).data];
    }"""
    assert page.evaluate(corner) == page.evaluate(system)
