"""Paying on a payment service's page, and what a buyer finds on the way back (purchase §4)."""

import re

import pytest
from playwright.sync_api import expect

from checkout.models import Order
from tests.e2e.conftest import PHONE, OpenPage, Site
from tests.e2e.measuring import looked_at
from tests.e2e.shopper import Shopper
from tests.proofs import proves

from .paypal import POSTER, at_paypal, decide


@proves(
    "purchase §4, §8",
    "from the order button to the service and back, on phone and desktop, in both languages; cancelled, "
    "declined, back button, another way; a dead end for no order",
)
@pytest.mark.journey
def test_paid_there_it_is_paid_here(open_page: OpenPage, site: Site) -> None:
    shopper = at_paypal(open_page, "paypal@example.org", PHONE)
    page = shopper.page
    decide(page, "pay")
    shopper.come_to("LANG_CHECKOUT_TITLE_DONE")
    main = page.get_by_role("main")
    expect(main.get_by_text(shopper.text("LANG_CHECKOUT_PAYMENT_RECEIVED"))).to_be_visible()
    looked_at(page)
    page.reload()
    expect(main.get_by_text(shopper.text("LANG_CHECKOUT_PAYMENT_RECEIVED"))).to_be_visible()
    # its page for paying leads here: nothing is open
    page.goto(page.url.replace("/done/", "/payment/"))
    shopper.come_to("LANG_CHECKOUT_TITLE_DONE")
    site.check_invariants()


@proves("purchase §2", "loading, placing and the way to a payment service are said while they last")
@pytest.mark.journey
def test_what_was_given_up_or_declined_can_be_paid_in_another_way(open_page: OpenPage, site: Site) -> None:
    shopper = at_paypal(open_page, "declined@example.org", language="en")
    page = shopper.page
    decide(page, "cancel")
    shopper.come_to("LANG_CHECKOUT_TITLE_ORDER")
    expect(shopper.alert("LANG_CHECKOUT_PAYMENTFAILED_HEADER")).to_be_visible()
    shopper.hand.press(page.locator("input[name=payment][value=paypal]"))
    looked_at(page)
    pay = page.get_by_role("main").locator("button[type=submit]")
    shopper.hand.press(pay)
    expect(page).to_have_url(re.compile("/checkoutnow"))
    decide(page, "decline")
    shopper.come_to("LANG_CHECKOUT_TITLE_ORDER")
    expect(shopper.alert("LANG_CHECKOUT_PAYMENTFAILED_HEADER")).to_be_visible()
    shopper.hand.press(page.locator("input[name=payment][value=bank_transfer]"))
    shopper.hand.press(pay)
    shopper.come_to("LANG_CHECKOUT_TITLE_DONE")
    expect(page.get_by_role("img", name=shopper.text("LANG_CHECKOUT_BANK_CODE"))).to_be_visible()
    looked_at(page)
    with site.rows():
        payments = Order.objects.get(email="declined@example.org").payments.order_by("created_at")
        assert [(one.method, one.state) for one in payments] == [
            ("paypal", "cancelled"), ("bank_transfer", "pending"),  # it may be tried once more in an old tab
        ]  # fmt: skip


def test_the_browsers_back_button_leads_to_the_order(open_page: OpenPage) -> None:
    shopper = at_paypal(open_page, "back@example.org")
    page = shopper.page
    page.go_back()
    shopper.come_to("LANG_CHECKOUT_TITLE_ORDER")
    expect(page.get_by_role("main")).to_contain_text(shopper.text("LANG_CHECKOUT_ORDER_MAYBEPAID"))
    page.go_forward()
    expect(page).to_have_url(re.compile("/checkoutnow"))
    decide(page, "pay")
    expect(page.get_by_text(shopper.text("LANG_CHECKOUT_PAYMENT_RECEIVED"))).to_be_visible()


def test_a_card_that_is_declined_and_one_that_asks_twice(open_page: OpenPage) -> None:
    page = open_page(viewport=PHONE)
    shopper = Shopper(page, look=lambda: looked_at(page))
    shopper.fill_cart(POSTER)
    shopper.go_to_checkout()
    shopper.go_to_confirm("card@example.org", method="stripe_checkout")
    shopper.accept_terms()
    shopper.hand.press(shopper.button("LANG_CHECKOUT_BUTTON"))
    expect(page).to_have_url(re.compile("/pay/cs_test_"))
    page.locator("button[value=decline]").click()
    expect(page).to_have_url(re.compile("/pay/cs_test_"))  # as the real page, it stays
    page.locator("button[value=challenge]").click()
    page.locator("button[value=agree]").click()
    shopper.come_to("LANG_CHECKOUT_TITLE_DONE")
    expect(page.get_by_text(shopper.text("LANG_CHECKOUT_PAYMENT_RECEIVED"))).to_be_visible()
