"""What a shopper may get wrong gets a message beside its place, and nothing that was typed is lost (purchase §4)."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.measuring import axe_violations, layout_shift
from tests.e2e.shopper import ADDRESS, Shopper
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


def test_empty_fields_are_listed_marked_and_reached(open_page: OpenPage) -> None:
    page = open_page()
    shopper = at_details(page)
    shopper.button("LANG_CHECKOUT_NEXT_PAYMENT").click()
    summary = page.get_by_role("alert").filter(has_text="6 Angaben fehlen noch")
    expect(summary).to_be_focused()
    expect(summary.get_by_role("link")).to_have_text(
        [
            shopper.text("LANG_CHECKOUT_FIELD_REQUIRED", field=shopper.text(f"LANG_CHECKOUT_FIELD_{name}"))
            for name in ("EMAIL", "FIRSTNAME", "LASTNAME", "STREET", "POSTCODE", "CITY")
        ]
    )
    assert axe_violations(page) == []
    for field in ("email", *ADDRESS):
        expect(shopper.field(field)).to_have_attribute("aria-invalid", "true")
        expect(page.locator(f"#{field}-error")).to_be_visible()
        assert f"{field}-error" in (shopper.field(field).get_attribute("aria-describedby") or "")
    summary.get_by_role("link").nth(4).press("Enter")
    expect(shopper.field("billing-postCode")).to_be_focused()
    page.keyboard.type("20359")
    page.keyboard.press("Tab")
    expect(page.locator("#billing-postCode-error")).to_have_count(0)
    expect(shopper.field("billing-company")).not_to_have_attribute("aria-invalid", "true")

    # the wrong mail gets a message of its own, the long name the field's limit
    shopper.field("email").fill("mira@example")
    shopper.field("billing-firstName").fill("M" * 300)
    shopper.button("LANG_CHECKOUT_NEXT_PAYMENT").click()
    expect(page.locator("#email-error")).to_have_text(shopper.text("LANG_CHECKOUT_FIELD_EMAIL_INVALID"))
    expect(page.locator("#billing-firstName-error")).to_contain_text(re.compile(r"höchstens \d+ Zeichen"))
    expect(shopper.field("billing-firstName")).to_have_value("M" * 300)


@proves(
    "purchase §5",
    "a mistyped e-mail is offered corrected; a postal code that does not fit and a street without a "
    "number are asked about once",
)
def test_a_mistyped_mail_is_offered_corrected(open_page: OpenPage) -> None:
    page = open_page(locale="en-GB")
    shopper = at_details(page, "en")
    email = shopper.field("email")
    email.fill("mira.falk@gmial.com")
    email.press("Tab")
    offer = page.get_by_role("button", name="mira.falk@gmail.com", exact=True)
    offer.click()
    expect(email).to_have_value("mira.falk@gmail.com")
    expect(email).to_be_focused()
    expect(offer).to_have_count(0)


@proves(
    "catalogue §2, purchase §2, §9",
    "alert and confirm dialog: headline, text, own words or OK and cancel, a picture to open in a new "
    "tab; Escape cancels",
)
def test_doubts_are_asked_once_and_the_shopper_decides(open_page: OpenPage) -> None:
    page = open_page()
    shopper = at_details(page)
    shopper.enter_details("mira@example.org", ADDRESS | {"billing-postCode": "2035", "billing-address": "Am Deich"})
    shopper.button("LANG_CHECKOUT_NEXT_PAYMENT").click()
    question = page.get_by_role("alertdialog")
    again = question.get_by_role("button", name=shopper.text("LANG_CHECKOUT_DOUBT_CHECK"))
    right = question.get_by_role("button", name=shopper.text("LANG_CHECKOUT_DOUBT_CONTINUE"))
    expect(question).to_contain_text("„2035“")
    expect(question).to_contain_text("Deutschland")
    assert axe_violations(page) == []
    again.click()
    expect(shopper.field("billing-postCode")).to_be_focused()
    expect(shopper.field("billing-postCode")).to_have_value("2035")

    shopper.button("LANG_CHECKOUT_NEXT_PAYMENT").click()
    right.click()
    expect(question).to_contain_text("„Am Deich“")
    page.keyboard.press("Escape")
    expect(shopper.field("billing-address")).to_be_focused()

    shopper.button("LANG_CHECKOUT_NEXT_PAYMENT").click()
    expect(question).to_contain_text("„Am Deich“")
    right.click()
    shopper.come_to("LANG_CHECKOUT_TITLE_PAYMENT")


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
