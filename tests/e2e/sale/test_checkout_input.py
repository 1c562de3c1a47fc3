"""Nothing that was typed is lost, and what cannot be bought says why (purchase §4).

What may be wrong with an address: frontend/src/routes/checkout-details/details-form.browser.test.tsx.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.measuring import axe_violations, layout_shift
from tests.e2e.shopper import Shopper
from tests.proofs import proves

BAG = "/products/werkstatt-plattenbeutel"
HOODIE = "/products/werkstatt-crew-hoodie"
SHOW = "/nachtfalter/events/nachtfalter-hamburg"


def at_details(page: Page, language: str = "de") -> Shopper:
    shopper = Shopper(page, language)
    shopper.fill_cart(BAG)
    shopper.go_to_checkout()
    shopper.to_details()
    return shopper


def typed(page: Page) -> dict[str, str]:
    expect(page.locator("#email")).to_be_visible()
    fields = page.locator("main form input:not([type=checkbox]), main form select")
    return {field.get_attribute("id") or "": field.input_value() for field in fields.all()}


@pytest.mark.journey
def test_nothing_typed_is_lost(open_page: OpenPage) -> None:
    page = open_page()
    shopper = at_details(page)
    shopper.enter_details("mira@example.org")
    shopper.field("separate").check()
    shopper.field("shipping-lastName").fill("Falk-Ünal")
    shopper.field("shipping-countryCode").select_option("at")
    before = typed(page)
    assert len(before) == 17
    assert before["billing-address"] == "Hafenstraße 12"

    page.reload()
    expect(shopper.field("separate")).to_be_checked()
    assert typed(page) == before
    page.go_back()
    shopper.come_to("LANG_CHECKOUT_TITLE_CART")
    page.go_forward()
    shopper.come_to("LANG_CHECKOUT_TITLE_DETAILS")
    assert typed(page) == before
    page.goto("/categories")
    page.goto("/checkout/details")
    shopper.come_to("LANG_CHECKOUT_TITLE_DETAILS")
    assert typed(page) == before

    # a refused try, a change of language and the steps behind keep it as well
    shopper.button("LANG_CHECKOUT_NEXT_PAYMENT").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("link", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your address")
    assert typed(page) == before
    shopper.language = "en"
    shopper.field("separate").uncheck()
    shopper.to_payment()
    shopper.choose_logistics()
    shopper.to_confirm()
    page.reload()
    shopper.come_to("LANG_CHECKOUT_TITLE_CONFIRM")
    expect(page.get_by_role("main")).to_contain_text("Hafenstraße 12")
    page.go_back()
    shopper.come_to("LANG_CHECKOUT_TITLE_PAYMENT")
    expect(page.locator("input[name=payment][value=bank_transfer]")).to_be_checked()
    page.go_back()
    shopper.come_to("LANG_CHECKOUT_TITLE_DETAILS")
    assert typed(page).items() <= before.items()

    # without the terms nothing is ordered
    page.goto("/checkout/confirm")
    shopper.come_to("LANG_CHECKOUT_TITLE_CONFIRM")
    shopper.button("LANG_CHECKOUT_BUTTON").click()
    expect(shopper.alert("LANG_CHECKOUT_ERROR_TERMS")).to_be_focused()
    expect(shopper.field("accept-terms")).to_have_attribute("aria-invalid", "true")
    shopper.accept_terms()
    shopper.place()


def test_what_cannot_go_into_the_cart_says_why(open_page: OpenPage) -> None:
    page = open_page()
    shopper = Shopper(page)
    shopper.open(HOODIE)
    # no option chosen
    shopper.button("LANG_ITEM_ADD").click()
    expect(page.get_by_text(shopper.text("LANG_ITEM_ERROR_NOOPTION"))).to_be_visible()
    expect(page.get_by_role("radio").first).to_be_focused()
    assert axe_violations(page) == []

    # the last one goes to somebody else while this page is open
    other = Shopper(open_page(locale="en-GB"), "en")
    other.fill_cart(HOODIE, "XXL")
    shopper.option("XXL").check()
    shopper.button("LANG_ITEM_ADD").click()
    expect(shopper.alert("LANG_CART_ERROR_NOTENOUGH")).to_be_visible()
    expect(shopper.button("LANG_ITEM_ADD_AGAIN")).to_be_visible()
    # another size is another try
    shopper.option("M").check()
    expect(page.get_by_role("alert")).to_have_count(0)
    shopper.button("LANG_ITEM_ADD").click()
    expect(shopper.cart_lines).to_have_count(1)

    # the limit holds over the whole cart, not over one press of the button
    shopper.open(BAG)
    page.get_by_label(shopper.text("LANG_AMOUNT"), exact=True).filter(visible=True).fill("9")
    shopper.button("LANG_ITEM_ADD").click()
    expect(shopper.cart).to_be_visible()
    shopper.close_cart()
    shopper.button("LANG_ITEM_ADD").click()
    expect(shopper.alert("LANG_TICKET_TOOMANY_DETAIL", limit=9)).to_be_visible()

    shopper.open(SHOW)
    for amount in page.get_by_role("textbox", name=f"{shopper.text('LANG_AMOUNT')}: ").filter(visible=True).all():
        amount.fill("0")
    shopper.button("LANG_ITEM_ADD").click()
    expect(shopper.alert("LANG_TICKET_NONECHOSEN")).to_be_visible()


@proves('look "Every screen"', "nothing moves between the button that buys and the confirmation")
def test_nothing_moves_when_an_order_is_placed(open_page: OpenPage) -> None:
    page = open_page(viewport=PHONE)
    shopper = Shopper(page)
    shopper.fill_cart(BAG)
    shopper.go_to_checkout()
    shopper.go_to_confirm("ruhig@example.org")
    shopper.accept_terms()
    before = layout_shift(page)
    shopper.place()
    assert layout_shift(page) - before <= 0.02
