"""Long pages under fingers and keys: parts, shelves, lists that go on (catalogue §2, §9)."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.measuring import layout_shift, wait_for_react, wait_until
from tests.proofs import proves

EVENT = "/nachtfalter/events/nachtfalter-berlin"
CARDS = "main ul.card-grid > li:has(article)"
# Where a list grows in the very frame of a jump, Chromium counts as shifted what it showed neither before nor after.
JUMP = """async (by) => {
  let before, height;
  do {
    before = height;
    await new Promise(requestAnimationFrame);
    height = document.body.scrollHeight;
  } while (height !== before);
  window.scrollBy(0, by);
}"""


@proves("catalogue §2", "tickets and merch are tabs on phones, links within the page elsewhere, without script too")
def test_phones_show_one_part_at_a_time(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter", viewport=PHONE)
    wait_for_react(page)
    dates, merch = page.get_by_role("heading", name="Termine"), page.get_by_role("heading", name="Shirts", exact=True)
    tabs = page.get_by_role("navigation", name="Auf dieser Seite")
    expect(page.get_by_role("heading", name="Frisch ausgepackt")).to_be_visible()
    expect(dates).to_be_visible()
    expect(merch).to_be_hidden()
    tabs.get_by_role("link", name="Merch").press("Enter")
    expect(merch).to_be_visible()
    expect(dates).to_be_hidden()
    expect(tabs.get_by_role("link", name="Merch")).to_have_attribute("aria-current", "true")
    page.reload()
    wait_for_react(page)
    expect(merch).to_be_visible()
    page.go_back()
    expect(dates).to_be_visible()


def test_parts_need_no_script(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter/artists/nachtfalter", viewport=PHONE, java_script_enabled=False)
    expect(page.get_by_role("heading", name="Merch")).to_be_hidden()
    page.get_by_role("navigation", name="Auf dieser Seite").get_by_role("link", name="Merch").click()
    expect(page.get_by_role("heading", name="Merch")).to_be_visible()
    expect(page.get_by_role("heading", name="Termine")).to_be_hidden()


@proves(
    "catalogue §2",
    "a band's home page: its shelves with their first products, all other categories named below; "
    "`?scroll=` starts at a shelf or leads to the page of a category without one; the filter where the "
    "shop shows it, sold-out dates to be hidden; empty states",
)
@proves(
    "catalogue §2",
    "a band's home page: its shelves with their first products, the featured ones first, `?scroll=` "
    "starts at one of them or at a product; the filter where the shop shows it, sold-out dates to be "
    "hidden; empty states",
)
def test_an_address_starts_at_a_shelf(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter?scroll=nachtfalter-musik", viewport=PHONE)
    expect(page.locator("#shelf-nachtfalter-musik")).to_be_in_viewport()
    expect(page).to_have_url(re.compile("/nachtfalter$"))


def test_an_address_of_a_category_without_a_shelf_leads_to_its_page(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter?scroll=alles-von-nachtfalter", viewport=PHONE)
    expect(page).to_have_url(re.compile("/nachtfalter/categories/alles-von-nachtfalter$"))
    expect(page.locator("#merch")).to_have_count(0)
    expect(page.locator(CARDS).first).to_be_visible()


def test_an_address_starts_at_a_product_as_far_above_it_as_staff_said(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter?scroll=nachtfalter-mondphasen-shirt", viewport=PHONE)
    wait_for_react(page)
    expect(page).to_have_url(re.compile("/nachtfalter$"))
    above = """() => {
      const card = document.querySelector("[data-product=nachtfalter-mondphasen-shirt]");
      return card.getBoundingClientRect().top - parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
    }"""
    assert page.evaluate(above) == pytest.approx(60, abs=1)


@proves(
    "catalogue §2, §9",
    "lists of goods go on by themselves, for fingers six at a time; going back returns to where one was; "
    "a way to the top",
)
def test_fingers_get_six_at_a_time_and_come_back_to_where_they_were(open_page: OpenPage) -> None:
    page = open_page("/categories/plakatarchiv", viewport=PHONE, has_touch=True, is_mobile=True)
    wait_for_react(page)
    assert page.locator(CARDS).count() == 6
    scroll_to(page, 12)
    scroll_to(page, 20)
    last = page.locator(CARDS).nth(19).get_by_role("link")
    last.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    last.click()
    expect(page).to_have_url(re.compile("/products/"))
    page.go_back()
    expect(page.locator(CARDS).nth(19)).to_be_in_viewport()
    assert abs(page.evaluate("scrollY") - before) < 900


def test_a_reload_returns_to_where_one_was(open_page: OpenPage) -> None:
    page = open_page("/categories/plakatarchiv")
    wait_for_react(page)
    scroll_to(page, 54)
    page.locator(CARDS).nth(50).scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    before = page.evaluate("scrollY")
    assert before > 2000
    page.reload()
    wait_for_react(page)
    wait_until(page, f"Math.abs(scrollY - {before}) < 300")


def test_a_reload_deep_in_a_list_returns_to_the_card_on_phones(open_page: OpenPage) -> None:
    page = open_page("/categories/plakatarchiv", viewport=PHONE, has_touch=True, is_mobile=True)
    scroll_to(page, 30)
    card = page.locator(CARDS).nth(25)
    card.scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    before = top(card)
    page.reload()
    wait_for_react(page)
    expect(card).to_be_in_viewport()
    wait_until(page, "document.querySelectorAll('main ul.card-grid > li[aria-hidden]').length <= 6")
    # What was put in above is scrolled away in the same frame, but a script can look in between.
    wait_until(
        page, f"Math.abs([...document.querySelectorAll('{CARDS}')][25].getBoundingClientRect().top - {before}) <= 2"
    )
    page.wait_for_timeout(300)
    assert top(card) == pytest.approx(before, abs=2)


@proves(
    'look "Every screen"',
    "nothing moves while a list goes on, however quickly one goes through it; reloading deep in it "
    "returns to the same card on phones, too",
)
@pytest.mark.parametrize("jump", [500, 700, 1200])
def test_nothing_moves_at_quick_jumps_through_a_list(open_page: OpenPage, jump: int) -> None:
    page = open_page("/categories/plakatarchiv", viewport=PHONE, has_touch=True, is_mobile=True)
    page.evaluate("document.fonts.ready")  # what they move is another test's (measuring.hydrated)
    at_first = layout_shift(page)
    for _ in range(10):
        page.evaluate(JUMP, jump)
        page.wait_for_timeout(250)
    assert page.locator(CARDS).count() > 18
    assert layout_shift(page) - at_first <= 0.02


def test_the_way_back_to_the_top(open_page: OpenPage) -> None:
    page = open_page("/categories/plakatarchiv")
    wait_for_react(page)
    button = page.get_by_role("button", name="Nach oben")
    expect(button).to_be_hidden()
    scroll_to(page, 30)
    button.press("Enter")
    wait_until(page, "scrollY === 0")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(button).to_be_hidden()


@proves(
    "catalogue §5, §8",
    "the filter of dates counts from three letters on and outlives a change of the language, going back "
    "and reloading; nothing found is said with a way back; its days start today and bound each other",
)
def test_the_filter_is_there_after_going_back_and_reloading_and_in_another_language(open_page: OpenPage) -> None:
    page = open_page("/events")
    stubs, field = page.locator("main .ticket"), page.get_by_role("searchbox", name="Stadt, Band oder Ort suchen")
    count = stubs.count()
    field.fill("Hamburg")
    page.get_by_label("Bis").fill("2090-01-01")
    expect(stubs).not_to_have_count(count)
    found = stubs.count()
    stubs.first.get_by_role("link").first.click()
    expect(page).to_have_url(re.compile("/events/.+"))
    page.go_back()
    expect(stubs).to_have_count(found)
    expect(field).to_have_value("Hamburg")
    page.reload()
    wait_for_react(page)
    expect(stubs).to_have_count(found)
    expect(field).to_have_value("Hamburg")
    expect(page.get_by_label("Bis")).to_have_value("2090-01-01")
    page.get_by_role("link", name="English").click()
    # The texts come first, what they stand among later; the filter outlives both.
    expect(page.get_by_role("heading", name="Until the lights come on").first).to_be_attached()
    expect(page.get_by_label("To")).to_have_value("2090-01-01")
    expect(stubs).to_have_count(found)
    field = page.get_by_role("searchbox", name="Search city, band or venue")
    expect(field).to_have_value("Hamburg")
    for name in ("Merch", "Tickets"):  # a new visit begins anew
        page.get_by_role("banner").get_by_role("link", name=name, exact=True).click()
        expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()
    expect(stubs).to_have_count(count)
    expect(field).to_have_value("")


def scroll_to(page: Page, count: int) -> None:
    """On until so many cards are shown."""
    while page.locator(CARDS).count() < count:
        shown = page.locator(CARDS).count()
        page.locator(CARDS).last.scroll_into_view_if_needed()
        wait_until(page, f"document.querySelectorAll('{CARDS}').length > {shown}")


def top(card: Locator) -> float:
    box = card.bounding_box()
    assert box
    return box["y"]


SIGN = "sign => ['backgroundSize', 'rotate', 'transform'].map((name) => getComputedStyle(sign)[name])"


@pytest.mark.parametrize(("address", "sign"), [(EVENT, ".fold-sign"), ("/nachtfalter/faq", None)], ids=["event", "faq"])
def test_open_and_closed_have_signs_of_their_own(open_page: OpenPage, address: str, sign: str | None) -> None:
    page = open_page(address)
    fold = page.locator("main details").filter(visible=True).first
    read = SIGN if sign else SIGN.replace("getComputedStyle(sign", "getComputedStyle(sign, '::after'")
    seen = fold.locator(sign or "summary").first
    states = {}
    for _ in range(2):
        page.wait_for_timeout(300)
        states[fold.evaluate("fold => fold.open")] = seen.evaluate(read)
        fold.locator("summary").first.click()
    assert states[True][0] != states[False][0]
    assert states[True][1:] == states[False][1:] == ["none", "none"]
