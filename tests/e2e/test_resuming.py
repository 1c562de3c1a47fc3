"""A cart moves to another browser: by an address that the checkout makes."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browsers import shot
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage
from tests.e2e.measuring import axe_violations, too_wide
from tests.e2e.places import BROWSER_LANGUAGES
from tests.e2e.shopper import Shopper

pytestmark = pytest.mark.slow
POSTER = "/nachtfalter/products/nachtfalter-schwarm-plakat"


@pytest.mark.parametrize(("width", "language"), [(PHONE, "de"), (DESKTOP, "en")], ids=["phone-de", "desktop-en"])
@pytest.mark.console_may_say("session not resumed", "this browser has a session")
def test_it_moves_and_is_asked_for_where_there_is_another(
    open_page: OpenPage, width: ViewportSize, language: str
) -> None:
    first = Shopper(open_page(viewport=width, locale=BROWSER_LANGUAGES[language]), language)
    first.fill_cart(POSTER)
    first.go_to_checkout()
    first.hand.press(first.button("LANG_RESUME_OFFER"))
    address = first.page.get_by_text("/nachtfalter/checkout/resume?id=")
    expect(address).to_be_visible()
    assert axe_violations(first.page) == [] and not too_wide(first.page)
    shot(first.page, f"resume-offer-{language}")
    link = address.inner_text()

    second = Shopper(open_page(viewport=width, locale=BROWSER_LANGUAGES[language]), language)
    second.fill_cart("/nachtfalter/products/nachtfalter-schwarm-plakat")
    second.page.goto(link)
    expect(second.heading("LANG_RESUME_OWN")).to_be_visible()
    assert axe_violations(second.page) == [] and not too_wide(second.page)
    shot(second.page, f"resume-own-{language}")
    second.hand.press(second.button("LANG_RESUME_REPLACE"))
    second.come_to("LANG_CHECKOUT_TITLE_CART")

    third = Shopper(open_page(viewport=width, locale=BROWSER_LANGUAGES[language]), language)
    for used in (link, "/nachtfalter/checkout/resume"):
        third.page.goto(used)
        expect(third.heading("LANG_RESUME_FAILED")).to_be_visible()
    assert axe_violations(third.page) == [] and not too_wide(third.page)
    shot(third.page, f"resume-failed-{language}")
