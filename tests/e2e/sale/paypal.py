"""The payment service's page of the demo, and who stands before it."""

import re

from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.conftest import DESKTOP, OpenPage
from tests.e2e.measuring import looked_at
from tests.e2e.places import BROWSER_LANGUAGES
from tests.e2e.shopper import Shopper

POSTER = "/nachtfalter/products/nachtfalter-schwarm-plakat"


def at_paypal(open_page: OpenPage, email: str, width: ViewportSize = DESKTOP, language: str = "de") -> Shopper:
    """A shopper who has ordered and is about to pay there."""
    page = open_page(viewport=width, locale=BROWSER_LANGUAGES[language])
    shopper = Shopper(page, language, look=lambda: looked_at(page))
    shopper.fill_cart(POSTER)
    shopper.go_to_checkout()
    shopper.go_to_confirm(email, method="paypal")
    shopper.accept_terms()
    shopper.hand.press(shopper.button("LANG_CHECKOUT_BUTTON"))
    expect(page).to_have_url(re.compile("/checkoutnow"))
    expect(page.get_by_role("note")).to_be_visible()  # no money moves
    return shopper


def decide(page: Page, decision: str) -> None:
    page.locator(f"button[value={decision}]").click()
