"""Late finds join an order that was placed before (purchase §4 "Merging into an existing order")."""

import re

import pytest
from playwright.sync_api import Page, expect

from checkout.models import Payment
from checkout.payments.ledger import record_capture
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage, Site
from tests.e2e.measuring import looked_at
from tests.e2e.places import BROWSER_LANGUAGES
from tests.e2e.shopper import Shopper
from tests.proofs import proves

POSTER = "/nachtfalter/products/nachtfalter-schwarm-plakat"
LIMITED = "/nachtfalter/products/nachtfalter-puppenruhe-lp"


def with_an_order(page: Page, language: str, email: str) -> tuple[Shopper, str]:
    """Who has ordered a poster, and has another one in the cart; the order's reference."""
    shopper = Shopper(page, language)
    shopper.fill_cart(POSTER)
    shopper.go_to_checkout()
    reference = shopper.buy(email)
    shopper.fill_cart(POSTER)
    return shopper, reference


def name_the_order(shopper: Shopper, reference: str, email: str = "") -> None:
    for field, text in (("order-reference", reference), ("order-email", email)):
        shopper.field(field).clear()
        shopper.hand.write(shopper.field(field), text)


def press(shopper: Shopper) -> None:
    shopper.hand.press(shopper.button("LANG_CHECKOUT_BUTTON"))


@proves(
    "purchase §4",
    "late finds join an order as a placement of their own, without further shipping; from the order's own "
    "page or mail the whole order comes back",
)
@pytest.mark.journey
def test_from_its_page_the_whole_order_is_shown(open_page: OpenPage, site: Site) -> None:
    page = open_page(locale=BROWSER_LANGUAGES["en"])
    shopper = Shopper(page, "en")
    shopper.fill_cart(POSTER)
    shopper.go_to_checkout()
    reference = shopper.buy("merging@example.org")
    main = page.get_by_role("main")
    shopper.hand.press(main.get_by_role("link", name=shopper.text("LANG_ORDER_NOW_JOIN")))

    shopper.fill_cart(POSTER)
    shopper.hand.press(page.get_by_text(shopper.text("LANG_MERGE_HELP_LINK")))
    expect(page.get_by_role("heading", name=shopper.text("LANG_MERGE_HELP_TITLE"))).to_be_visible()
    way = shopper.link(shopper.text("LANG_MERGE_HELP_GO"))
    expect(way).to_have_attribute("href", re.compile("/checkout/add-to-order$"))
    looked_at(page)
    page.keyboard.press("Escape")
    shopper.go_to_checkout()
    looked_at(page)
    shopper.hand.press(shopper.link(shopper.text("LANG_MERGE_OFFER_LINK")))
    shopper.come_to("LANG_CHECKOUT_TITLE_MERGE")
    expect(main.get_by_text(reference)).to_be_visible()
    looked_at(page)
    shopper.accept_terms()
    press(shopper)
    shopper.come_to("LANG_CHECKOUT_TITLE_ORDER")
    assert shopper.reference() == reference
    expect(main.get_by_text(shopper.text("LANG_MERGE_MERGED"))).to_be_visible()
    looked_at(page)
    shopper.hand.press(main.locator("input[name=payment][value=bank_transfer]"))
    shopper.hand.press(main.locator("button[type=submit]"))
    shopper.come_to("LANG_CHECKOUT_TITLE_DONE")
    expect(main.get_by_role("listitem").filter(has_text=re.compile("Schwarm|Swarm"))).to_have_count(2)
    expect(main.get_by_text(re.compile("Hafenstraße")).first).to_be_visible()
    looked_at(page)
    site.check_invariants()


@proves(
    "design §6",
    "whoever has not come from the order's page or mail learns nothing of the order, whether they know its e-mail or "
    "not: by no page or API, nor from payment services",
)
def test_by_number_and_e_mail_only_what_was_added(open_page: OpenPage, site: Site) -> None:
    page = open_page(viewport=PHONE)
    shopper, reference = with_an_order(page, "de", "owner-of-it@example.org")
    with site.rows():
        payment = Payment.objects.get(reference=f"BAX{reference}")
        record_capture(payment=payment, amount=payment.amount, event_id=f"statement {reference}")
    main = page.get_by_role("main")
    page.goto("/nachtfalter/checkout/add-to-order")
    shopper.come_to("LANG_CHECKOUT_TITLE_MERGE")
    shopper.hand.press(shopper.button("LANG_MERGE_OTHER"))  # the order's page was seen in this tab
    press(shopper)  # nothing entered yet
    expect(shopper.alert("LANG_MERGE_ERROR_REFERENCE")).to_be_visible()
    looked_at(page)
    shopper.accept_terms()
    name_the_order(shopper, "B-00000000", "owner-of-it@example.org")
    press(shopper)
    expect(shopper.alert("MERGEORDER_NOTFOUND")).to_be_visible()
    looked_at(page)
    name_the_order(shopper, f"bax{reference.lower()}", "OWNER-of-it@example.org")
    press(shopper)
    shopper.come_to("LANG_CHECKOUT_TITLE_ORDER")
    assert shopper.reference() != reference
    shopper.hand.press(main.locator("input[name=payment][value=paypal]"))
    shopper.hand.press(main.locator("button[type=submit]"))
    page.locator("button[value=pay]").click()
    shopper.come_to("LANG_CHECKOUT_TITLE_DONE")
    expect(main.get_by_text(shopper.text("LANG_CHECKOUT_PAYMENT_RECEIVED"))).to_be_visible()
    for secret in (reference, "owner-of-it@example.org", "Hafenstraße"):
        expect(page.get_by_text(secret)).to_have_count(0)
    looked_at(page)
    site.check_invariants()


@proves("purchase §2", "where it is not allowed it is offered nowhere; the help in three steps")
def test_what_may_not_be_merged_is_offered_nowhere(open_page: OpenPage) -> None:
    shopper = Shopper(open_page(viewport=DESKTOP))
    shopper.fill_cart(LIMITED)
    expect(shopper.cart.get_by_text(shopper.text("LANG_MERGE_HELP_LINK"))).to_have_count(0)
    shopper.go_to_checkout()
    expect(shopper.link(shopper.text("LANG_MERGE_OFFER_LINK"))).to_have_count(0)
    shopper.page.goto("/nachtfalter/checkout/add-to-order")
    shopper.come_to("LANG_CHECKOUT_TITLE_MERGE")
    expect(shopper.page.get_by_text(shopper.text("LANG_MERGE_NOT_ALLOWED"))).to_be_visible()
    shopper.hand.press(shopper.link(shopper.text("LANG_MERGE_TO_CHECKOUT")))
    shopper.come_to("LANG_CHECKOUT_TITLE_CART")
