"""The discount gate in a browser: a wrong code, a right one, none, and an order that costs less (catalogue §2, §4)."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from shop.models import DiscountCode
from shop.texts import lang_text
from tests.e2e.conftest import PHONE, OpenPage, Site
from tests.e2e.hands import Keyboard
from tests.e2e.measuring import looked_at, time_to_come_up
from tests.e2e.places import BROWSER_LANGUAGES
from tests.e2e.shopper import Shopper, body, book_transfer
from tests.proofs import proves

RECORD, SONGBOOK = "/goldkante/products/goldkante-honig-lp", "/goldkante/products/goldkante-liederbuch"
MAIL_SECONDS = 60
CODE, RESCUE = "blech 10", "TUBA25"


def gate(page: Page) -> Locator:
    found = page.locator("dialog[open]")
    expect(found).to_be_visible()
    return found


def enter(page: Page, code: str) -> None:
    expect(gate(page).get_by_role("textbox")).to_be_focused()
    page.keyboard.type(code)
    page.keyboard.press("Enter")


@proves(
    "catalogue §2, §4, §5",
    "a shop that wants it asks for a code once, over its home page and after paint; wrong: “Leider "
    "falsch”; right or Escape: never again",
)
@proves(
    "purchase §2",
    "the discount stands in minicart, checkout, confirmation, both forms of the mail and the staff's order",
)
@pytest.mark.console_may_say("status of 422")
def test_from_the_gate_to_the_paid_order(open_page: OpenPage, site: Site) -> None:
    page = open_page("/goldkante", viewport=PHONE, locale=BROWSER_LANGUAGES["en"], new=True)
    shopper = Shopper(page, "en", look=lambda: looked_at(page))
    asked = gate(page)
    expect(asked).to_have_accessible_name(shopper.text("LANG_DISCOUNT_TITLE"))
    looked_at(page)
    enter(page, "falsch")
    expect(asked.get_by_role("alert")).to_have_text("Sorry, that is not it")
    looked_at(page)
    enter(page, CODE)  # in the place of the wrong one, which is marked
    expect(asked.get_by_role("status")).to_have_text(shopper.text("LANG_DISCOUNT_APPLIED", percent=10))
    looked_at(page)
    page.keyboard.press("Enter")
    expect(page.locator("dialog[open]")).to_have_count(0)

    with time_to_come_up(page):
        shopper.open(SONGBOOK)
    expect(page.locator("dialog[open]")).to_have_count(0)
    shopper.add_product()
    expect(shopper.cart).to_contain_text(shopper.text("LANG_DISCOUNT_NOTHING"))
    looked_at(page)
    shopper.fill_cart(RECORD)
    line = shopper.text("LANG_DISCOUNT_LINE", percent=10)
    for expected in (line, "−2,50 €", "44,50 €"):  # off the record, not off the book
        expect(shopper.cart).to_contain_text(expected)
    looked_at(page)
    shopper.go_to_checkout()
    expect(page.get_by_role("main")).to_contain_text("44,50 €")
    email = "gold@example.org"
    shopper.go_to_confirm(email)
    main = page.get_by_role("main")
    for expected in ("47,00 €", line, "−2,50 €", "50,40 €"):
        expect(main).to_contain_text(expected)
    shopper.accept_terms()
    reference = shopper.place()
    for expected in ("47,00 €", line, "−2,50 €", "50,40 €"):
        expect(main).to_contain_text(expected)
    (confirmation,) = site.mails.wait_for(1, MAIL_SECONDS, to=email)
    for kind in ("plain", "html"):
        written = body(confirmation, kind).replace("\N{NO-BREAK SPACE}", " ")
        for expected in (line.replace("\N{NO-BREAK SPACE}", " "), "−2,50 €", "50,40 €"):
            assert expected in written, (kind, expected)
    staff = open_page()
    book_transfer(staff, reference)
    expect(staff.get_by_text("−2,50 €").first).to_be_visible()
    page.reload()
    expect(main.get_by_text(shopper.text("LANG_CHECKOUT_PAYMENT_RECEIVED"))).to_be_visible()
    site.check_invariants()


def test_escape_goes_on_without_and_a_code_can_still_be_entered_at_the_cart(open_page: OpenPage) -> None:
    page = open_page("/goldkante", new=True)
    shopper = Shopper(page, hand=Keyboard(page))
    gate(page)
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    with time_to_come_up(page):
        shopper.open(RECORD)
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert "goldkante_discount_gate" in [cookie.get("name") for cookie in page.context.cookies()]
    shopper.add_product()
    price = shopper.cart.locator(".price-tag").last
    expect(price).to_have_text("25,00 €")
    shopper.hand.press(shopper.cart.get_by_role("button", name=shopper.text("LANG_DISCOUNT_ENTER")))
    asked = page.get_by_role("dialog", name=shopper.text("LANG_DISCOUNT_TITLE"))
    expect(asked).to_be_visible()
    page.keyboard.type(CODE)
    page.keyboard.press("Enter")
    expect(asked.get_by_role("status")).to_contain_text("10 %")
    page.keyboard.press("Enter")
    expect(price).to_have_text("22,50 €")
    shopper.hand.press(shopper.cart.get_by_role("button", name=shopper.text("LANG_DISCOUNT_REMOVE")))
    expect(price).to_have_text("25,00 €")


@proves("catalogue §2", "not on other pages, not at the checkout, not in other shops, not without script")
def test_the_gate_stays_away_from_other_pages_and_other_shops(open_page: OpenPage) -> None:
    for path in (RECORD, "/goldkante/checkout", "/nachtfalter", RECORD.removeprefix("/goldkante")):
        page = open_page(new=True)
        with time_to_come_up(page):
            page.goto(path)
        expect(page.get_by_role("dialog", name=lang_text("LANG_DISCOUNT_TITLE", "de"))).to_have_count(0)


def test_without_script_nothing_stands_in_the_way(open_page: OpenPage) -> None:
    page = open_page(RECORD, new=True, java_script_enabled=False)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


@proves(
    "design §4",
    "a code that ended, was used up or belongs elsewhere is told at the cart and at placing; the placed "
    "total is the confirmed one",
)
@pytest.mark.console_may_say("status of 409")
def test_a_code_that_ends_in_front_of_the_button_is_told(open_page: OpenPage, site: Site) -> None:
    page = open_page("/goldkante", new=True)
    shopper = Shopper(page, look=lambda: looked_at(page))
    enter(page, RESCUE)
    expect(gate(page).get_by_role("status")).to_contain_text("25 %")
    page.keyboard.press("Enter")
    shopper.fill_cart(RECORD)
    shopper.go_to_checkout()
    shopper.go_to_confirm("zu-spaet@example.org")
    main = page.get_by_role("main")
    expect(main).to_contain_text("24,65 €")
    shopper.accept_terms()
    with site.rows():
        DiscountCode.objects.filter(code=RESCUE).update(valid_until=timezone.now())
    shopper.hand.press(shopper.button("LANG_CHECKOUT_BUTTON"))
    expect(shopper.alert("LANG_CHECKOUT_TROUBLE_DISCOUNT")).to_be_visible()
    expect(main).to_contain_text(shopper.text("LANG_DISCOUNT_ENDED"))
    expect(main).to_contain_text("30,90 €")
    looked_at(page)
    shopper.place()
    expect(main).to_contain_text("30,90 €")
    expect(main).not_to_contain_text(re.compile("Rabatt"))
