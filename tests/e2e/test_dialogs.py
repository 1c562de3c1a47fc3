"""What opens over a page and over the cart: the focus goes in and back, texts are in the page's language.

All are made of the same: frontend/src/ui/dialog/dialog.browser.test.tsx.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.shopper import Shopper
from tests.proofs import proves

SHIRT = "/nachtfalter/products/nachtfalter-mondphasen-shirt"
RECORD = "/goldkante/products/goldkante-honig-lp"
FOCUS_WITHIN = "(dialog) => dialog.contains(document.activeElement)"
# Behind the last button is the browser's own bar, never the page below.
STAYS_WITHIN = "(dialog) => dialog.contains(document.activeElement) || document.activeElement === document.body"


def footer_link(key: str) -> Callable[[Shopper], Locator]:
    return lambda shopper: shopper.page.get_by_role("contentinfo").get_by_role("link", name=shopper.text(key))


def in_cart(key: str) -> Callable[[Shopper], Locator]:
    return lambda shopper: shopper.cart.get_by_role("button", name=shopper.text(key))


@dataclass(frozen=True)
class Case:
    """A dialog: the page on which it is opened, by what, and a word of it in the page's language."""

    name: str
    path: str
    opener: Callable[[Shopper], Locator]
    says: str
    # something must lie in the cart, whose drawer holds the opener
    fill: bool = False

    def __str__(self) -> str:
        return self.name


CASES = (
    Case("newsletter", SHIRT, footer_link("LANG_NAV_NEWSLETTER"), "LANG_NEWSLETTER_SUBMIT"),
    Case("discount", RECORD, in_cart("LANG_DISCOUNT_ENTER"), "LANG_DISCOUNT_CODE", fill=True),
)


def open_dialogs(page: Page) -> Locator:
    """But for the cart's drawer."""
    return page.locator("dialog[open]:not(.drawer)")


def open_and_leave(case: Case, shopper: Shopper) -> None:
    page, opener, dialog = shopper.page, case.opener(shopper), open_dialogs(shopper.page)
    opener.focus()
    page.keyboard.press("Enter")
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text(shopper.text(case.says))
    assert dialog.evaluate(FOCUS_WITHIN)
    for _ in range(3):
        page.keyboard.press("Tab")
        assert dialog.evaluate(STAYS_WITHIN)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(opener).to_be_focused()


@proves(
    "design §6",
    "dialogs (newsletter, consent, kind of ticket, discount code): the focus goes in, Escape gives it "
    "back to what opened them, texts are in the page's language after the switch",
)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_focus_goes_in_and_back_in_the_pages_language(open_page: OpenPage, case: Case) -> None:
    page = open_page(case.path)
    shopper = Shopper(page)
    if case.fill:
        shopper.add_product()
    open_and_leave(case, shopper)
    if case.fill:
        shopper.close_cart()
    page.evaluate("window.stayed = true")
    page.get_by_role("banner").get_by_role("link", name="English").click()
    expect(page.get_by_role("banner").get_by_role("link", name="Deutsch")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    shopper.language = "en"
    if case.fill:
        page.get_by_role("banner").get_by_role("button", name=re.compile("^Cart")).click()
        expect(shopper.cart_lines).to_have_count(1)
    open_and_leave(case, shopper)
    assert page.evaluate("window.stayed") is True


@proves("design §6", "the way back closes the cart's drawer with the dialog over it, and the page stays")
def test_going_back_closes_it_and_the_cart_below(open_page: OpenPage) -> None:
    page = open_page(viewport=PHONE)
    shopper = Shopper(page)
    heading = page.get_by_role("heading", level=1)
    shopper.fill_cart(RECORD)
    shopper.close_cart()
    shopper.open("/goldkante/events")
    page.evaluate("window.stayed = true")
    merch = page.get_by_role("banner").get_by_role("link", name="Merch")
    merch.click()
    expect(heading).to_have_text("Merch")
    page.get_by_role("banner").get_by_role("button", name=re.compile("^Korb")).click()
    expect(shopper.cart_lines).to_have_count(1)
    in_cart("LANG_DISCOUNT_ENTER")(shopper).click()
    expect(open_dialogs(page)).to_be_visible()
    page.go_back()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(heading).to_have_text("Merch")
    page.go_back()
    expect(heading).to_have_text("Tickets")
    # A link that is followed in the drawer takes the place of the drawer's visit.
    page.get_by_role("banner").get_by_role("button", name=re.compile("^Korb")).click()
    shopper.cart_lines.get_by_role("link").first.click()
    expect(heading).to_have_text("Honig (LP)")
    page.go_back()
    expect(heading).to_have_text("Tickets")
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert page.evaluate("window.stayed") is True
