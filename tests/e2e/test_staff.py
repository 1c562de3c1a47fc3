"""The staff area in a browser: on a phone, and what its scripts do."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import DESKTOP, NARROW, PHONE, OpenPage
from tests.e2e.measuring import too_wide
from tests.e2e.shopper import Shopper, log_in_as_staff
from tests.proofs import proves

PATHS = (
    "/admin/", "/admin/catalogue/product/", "/admin/checkout/order/", "/admin/catalogue/event/add/",
    "/admin/shop/shop/", "/admin/shop/discountcode/add/", "/admin/shop/auditentry/", "/admin/shop/shop/1/history/",
)  # fmt: skip


def top(place: Locator) -> float:
    box = place.bounding_box()
    assert box is not None
    return box["y"]


@proves("design §7", "the staff area fits phones of 320 pixels; what saves stands above what deletes")
def test_nothing_is_wider_than_a_phone(open_page: OpenPage) -> None:
    shopper = Shopper(open_page())
    shopper.fill_cart("/nachtfalter/products/nachtfalter-mondphasen-shirt", "M")
    shopper.go_to_checkout()
    reference = shopper.buy("anna-katharina.mustermann-von-hohenstein@langerdomainname.example.org")
    page = open_page(viewport=PHONE)
    log_in_as_staff(page)
    expect(page.get_by_role("link", name=reference)).to_be_visible()
    for path in PATHS:
        page.goto(path)
        for screen in (PHONE, NARROW):
            page.set_viewport_size(screen)
            assert too_wide(page) == [], f"{path} at {screen['width']} px"


def test_on_a_phone_what_saves_stands_above_what_deletes(open_page: OpenPage) -> None:
    page = open_page(viewport=PHONE)
    log_in_as_staff(page)
    page.goto("/admin/catalogue/venue/")
    page.locator("#result_list a[href*='/change/']").first.click()
    row = page.locator("#submit-row")
    save, delete = row.locator("button[name=_save]"), row.locator("a[href*='/delete/']")
    expect(save).to_be_visible()
    assert top(save) < top(row.locator("button[name=_continue]")) < top(delete)


@proves(
    "design §7",
    "a page's actions stand in a row; on narrow screens, and those in groups, in menus that the keyboard "
    "opens, walks through and ends",
)
def test_a_pages_actions_are_a_row_or_a_menu_that_the_keyboard_opens_and_ends(open_page: OpenPage) -> None:
    page = open_page(viewport=PHONE)
    log_in_as_staff(page)
    page.goto("/admin/catalogue/event/?q=nachtfalter-dresden")
    page.locator("#result_list a[href*='/change/']").first.click()
    button = page.get_by_role("button", name="Aktionen")
    room = page.get_by_role("link", name="Warteraum", exact=True)
    expect(room).to_be_hidden()
    button.press("Enter")
    expect(room).to_be_visible()
    assert too_wide(page) == []
    page.keyboard.press("Escape")
    expect(room).to_be_hidden()
    expect(button).to_be_focused()
    page.set_viewport_size(DESKTOP)
    expect(button).to_be_hidden()
    expect(room).to_be_visible()


def open_parts(page: Page) -> None:
    log_in_as_staff(page)
    page.goto("/admin/catalogue/product/?q=nachtfalter-tourpaket")
    page.locator("#result_list a[href*='/change/']").first.click()
    expect(page.locator("#tabs-items")).to_be_visible()


WIDER_THAN_THEIR_CELLS = """table => [...table.querySelectorAll("td:not([colspan])")]
  .filter(cell => cell.checkVisibility() && cell.scrollWidth > cell.clientWidth).map(cell => cell.className)"""


def test_a_bundles_parts_are_in_sight_on_a_laptop(open_page: OpenPage) -> None:
    page = open_page()
    open_parts(page)
    assert too_wide(page) == []
    page.get_by_role("link", name="Teile des Pakets").click()
    table = page.locator("#parts-group table").filter(has=page.locator(".column-role"))
    expect(table.get_by_role("combobox").filter(has_text="Nachtfalter: Graz")).to_be_visible()
    assert table.evaluate("table => table.offsetWidth <= table.closest('.simplebar-content-wrapper').clientWidth")
    assert table.evaluate(WIDER_THAN_THEIR_CELLS) == []


@proves(
    "design §7",
    "tabs that have no room are in a menu, in their order, the current one marked; a bundle's parts are "
    "in sight side by side at 1440 pixels",
)
def test_tabs_without_room_are_in_a_menu_in_their_order(open_page: OpenPage) -> None:
    page = open_page()
    open_parts(page)
    # Read at once: the script moves them from one to the other.
    tabs, menu = page.locator("#tabs-items > a, #tabs-dropdown a"), page.locator("#tabs-dropdown")
    wide = tabs.all_text_contents()
    page.set_viewport_size(PHONE)
    page.reload()
    assert tabs.all_text_contents() == wide and len(wide) > 3
    page.get_by_role("button", name="Weitere Reiter").press("Enter")
    parts = menu.get_by_role("link", name="Teile des Pakets")
    parts.click()
    expect(menu).to_be_hidden()
    page.get_by_role("button", name="Weitere Reiter").click()
    expect(parts).to_have_attribute("aria-current", "true")
    assert too_wide(page) == []


def category_of(page: Page, ticket: int) -> Locator:
    return page.locator(f"select[name=variants-{ticket}-pricing_category]")


def new_row(page: Page, prefix: str) -> None:
    page.locator(f"#{prefix}-group a.add-row").click()


@proves(
    "catalogue §3",
    "a bundle is made in its root product's form: tick “root”, save, then its choices and parts, new "
    "ones of one form together; sorted, changed, taken away, copied with the product",
)
@pytest.mark.journey
def test_parts_of_a_bundle_are_offered_the_choices_of_the_same_form(open_page: OpenPage) -> None:
    page = open_page()
    log_in_as_staff(page)
    page.goto("/admin/catalogue/product/?q=kellerkind-wochenende")
    page.locator("#result_list a[href*='/change/']").first.click()
    expect(page.get_by_role("heading", name="Was Kunden sehen werden")).to_be_hidden()
    page.get_by_role("link", name="Wahlen im Paket").click()
    new_row(page, "combinations")
    page.locator("input[name=combinations-0-option_name_de]").fill("Mit Bus")
    page.get_by_role("link", name="Teile des Pakets").click()
    expect(page.get_by_role("heading", name="Was Kunden sehen werden")).to_be_visible()
    new_row(page, "parts")
    chosen = page.locator("select[name=parts-2-combination]")
    expect(chosen.locator("option")).to_have_text(["–", "Mit Bus"])
    chosen.select_option("Mit Bus")
    expect(chosen).to_have_value("new-0")


@proves("catalogue §3", "tickets may be of pricing categories that are new in the same form")
def test_tickets_are_offered_the_categories_of_the_same_form(open_page: OpenPage) -> None:
    page = open_page()
    log_in_as_staff(page)
    page.goto("/admin/catalogue/event/add/#pricing_categories")
    for name in ("Parkett", "Rang"):
        new_row(page, "pricing_categories")
        page.locator("input[name^=pricing_categories-][name$=-name_de]:not([name*=__prefix__])").last.fill(name)
    page.get_by_role("link", name="Tickets", exact=True).click()
    new_row(page, "variants")
    chosen = category_of(page, 0)
    expect(chosen.locator("option")).to_have_text(["–", "Parkett", "Rang"])
    chosen.select_option("Rang")
    page.get_by_role("link", name="Preiskategorien", exact=True).click()
    # The first goes: the second moves up with what was typed, and stays chosen.
    page.locator("#pricing_categories-group tbody:not(.empty-form) .delete-template").first.click()
    expect(page.locator("input[name=pricing_categories-0-name_de]")).to_have_value("Rang")
    expect(chosen.locator("option")).to_have_text(["–", "Rang"])
    expect(chosen).to_have_value("new-0")
