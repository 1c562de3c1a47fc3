"""The cart in its drawer: what goes with it, help, and a word where nothing can be kept."""

import pytest
from playwright.sync_api import ViewportSize, expect

from shop.texts import lang_text
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage
from tests.e2e.hands import Keyboard
from tests.e2e.measuring import axe_violations, wait_for_react
from tests.e2e.places import BROWSER_LANGUAGES
from tests.e2e.shopper import Shopper
from tests.proofs import proves

SHIRT = "/nachtfalter/products/nachtfalter-mondphasen-shirt"


@proves(
    "catalogue §2, §9",
    "minicart: at most three related items that one has not got, by keyboard, on phones; empty state",
)
@pytest.mark.parametrize(("width", "language"), [(PHONE, "de"), (DESKTOP, "en")], ids=["phone-de", "desktop-en"])
def test_it_shows_what_goes_with_it_and_leads_there_by_keyboard(
    open_page: OpenPage, width: ViewportSize, language: str
) -> None:
    page = open_page(viewport=width, locale=BROWSER_LANGUAGES[language])
    keyboard = Keyboard(page)
    shopper = Shopper(page, language, keyboard)
    shopper.fill_cart(SHIRT, "M")
    keyboard.covered.clear()  # the product's page has its own test
    related = shopper.cart.get_by_role("region", name=lang_text("LANG_ITEM_RELATED", language))
    expect(related.get_by_role("link").first).to_be_visible()
    links = related.get_by_role("link")
    assert 1 <= links.count() <= 3
    own = SHIRT.rpartition("/")[2]
    addresses = [link.get_attribute("href") or "" for link in links.all()]
    assert not any(address.endswith(own) for address in addresses)
    assert axe_violations(page) == []
    keyboard.press(links.first)
    page.wait_for_url(f"**{addresses[0]}")
    expect(shopper.cart).to_be_hidden()
    assert keyboard.covered == []


def test_an_empty_cart_leads_on(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter/events", viewport=PHONE)
    wait_for_react(page)
    page.get_by_role("button", name=lang_text("LANG_CART", "de")).click()
    cart = Shopper(page).cart
    expect(cart.get_by_text(lang_text("LANG_CART_EMPTY", "de"), exact=True)).to_be_visible()
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(cart).to_be_hidden()


@proves("catalogue §8; purchase §8", "without cookies the cart says so, and the checkout that stays empty, too")
def test_without_cookies_the_cart_says_so(open_page: OpenPage) -> None:
    page = open_page()
    page.add_init_script("Object.defineProperty(Navigator.prototype, 'cookieEnabled', {get: () => false})")
    page.goto("/nachtfalter/events")
    wait_for_react(page)
    page.get_by_role("button", name=lang_text("LANG_CART", "de")).click()
    warning = page.get_by_role("alert").filter(has_text=lang_text("LANG_CART_ERROR_COOKIES", "de"))
    expect(warning).to_be_visible()
    page.goto("/nachtfalter/checkout")
    expect(page.get_by_role("heading", name=lang_text("LANG_CART_EMPTY", "de"))).to_be_visible()
    expect(warning).to_be_visible()
