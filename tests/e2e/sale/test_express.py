"""Payment services' own buttons in the checkout (purchase §4 "Express payment flow"): they fill it in, the shopper
orders on our last page, and nobody loads their scripts before a button of theirs can be shown.
"""

import re

import pytest
from django.db.models import Sum
from playwright.sync_api import FrameLocator, Locator, Page, ViewportSize, expect

from catalogue.models import Stock
from checkout.models import Order
from sessions_queue.models import Activity, ActivityCount
from shop.models import Shop
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage, Site
from tests.e2e.measuring import axe_violations, too_wide
from tests.e2e.places import BROWSER_LANGUAGES
from tests.e2e.shopper import Shopper
from tests.proofs import proves

POSTER = "/nachtfalter/products/nachtfalter-schwarm-plakat"
SCREENS = pytest.mark.parametrize(
    ("width", "language"), [(PHONE, "de"), (DESKTOP, "en")], ids=["phone-de", "desktop-en"]
)


def looked_at(page: Page) -> None:
    for _time in range(2):
        # axe takes what the header lies over for smaller than it is, and who goes back is scrolled down late.
        page.evaluate("scrollTo(0, 0)")
        found = axe_violations(page)
        if not found:
            break
    assert found == [], page.url
    assert too_wide(page) == [], page.url


def cancelled() -> int:
    """What the activity log has counted."""
    counted = ActivityCount.objects.filter(action=Activity.PAYPAL_CANCELLED)
    return int(counted.aggregate(sum=Sum("count", default=0))["sum"])


def at_checkout(open_page: OpenPage, width: ViewportSize = DESKTOP, language: str = "de") -> Shopper:
    page = open_page(viewport=width, locale=BROWSER_LANGUAGES[language])
    shopper = Shopper(page, language, look=lambda: looked_at(page))
    shopper.fill_cart(POSTER)
    shopper.go_to_checkout()
    return shopper


def paypal_button(page: Page) -> FrameLocator:
    """Once it has come into view."""
    page.locator("section[aria-labelledby=express]").scroll_into_view_if_needed()
    return page.frame_locator("iframe[title=PayPal]")


def in_window(shopper: Shopper) -> Page:
    """What opens over the shop, where PayPal asks."""
    with shopper.page.expect_popup() as opened:
        paypal_button(shopper.page).get_by_role("button").click()
    expect(opened.value.get_by_role("note")).to_be_visible()  # no money moves
    return opened.value


def decide(window: Page, decision: str, address: str = "") -> None:
    if address:
        window.locator(f"input[name=address][value={address}]").check()
    with window.expect_event("close"):
        window.locator(f"button[value={decision}]").click()


def paid(shopper: Shopper) -> None:
    shopper.accept_terms()
    shopper.hand.press(shopper.button("LANG_CHECKOUT_BUTTON"))
    shopper.come_to("LANG_CHECKOUT_TITLE_DONE")
    expect(shopper.page.get_by_text(shopper.text("LANG_CHECKOUT_PAYMENT_RECEIVED"))).to_be_visible()


def said(shopper: Shopper, key: str) -> None:
    expect(shopper.page.get_by_text(shopper.text(key))).to_be_visible()


@proves(
    "purchase §4, §5, §8",
    "PayPal's button stands on the cart and the payment step, loads once in view, and fills in the "
    "checkout; the shopper orders on the last page, phone and desktop, both languages; cancelled, "
    "closed, another country or PayPal away: told beside the button, nothing is ordered; refused when "
    "taken: the payment page",
)
@SCREENS
@pytest.mark.journey("desktop-en")
def test_from_the_cart_to_a_paid_order_with_paypals_address(
    open_page: OpenPage, site: Site, width: ViewportSize, language: str
) -> None:
    shopper = at_checkout(open_page, width, language)
    said(shopper, "LANG_EXPRESS_TEXT")
    expect(paypal_button(shopper.page).get_by_role("button")).to_be_visible()
    decide(in_window(shopper), "pay")
    shopper.come_to("LANG_CHECKOUT_TITLE_CONFIRM")
    main = shopper.page.get_by_role("main")
    expect(main).to_contain_text(site.paypal.payer.addresses["DE"]["address_line_1"])
    expect(main).to_contain_text("PayPal Express")
    with site.rows():
        before = Order.objects.count()
    paid(shopper)
    with site.rows():
        assert Order.objects.count() == before + 1
        order = Order.objects.latest("placed_at")
        assert (order.email, order.payments.get().method) == (site.paypal.payer.email, "paypal_express")
    assert site.paypal.violations == []
    site.check_invariants()


@SCREENS
def test_on_the_payment_step_the_entered_address_stays(
    open_page: OpenPage, site: Site, width: ViewportSize, language: str
) -> None:
    shopper = at_checkout(open_page, width, language)
    shopper.to_details()
    shopper.enter_details(f"express-{language}@example.org")
    shopper.to_payment()
    expect(shopper.page.locator("input[value=paypal_express]")).to_have_count(0)  # chosen at its button alone
    window = in_window(shopper)
    expect(window.locator("input[name=address]")).to_have_count(0)
    decide(window, "pay")
    shopper.come_to("LANG_CHECKOUT_TITLE_CONFIRM")
    expect(shopper.page.get_by_role("main")).to_contain_text("Hafenstraße 12")
    # whoever goes back finds it chosen, and may take another way
    shopper.page.go_back()
    shopper.come_to("LANG_CHECKOUT_TITLE_PAYMENT")
    expect(shopper.page.locator("input[value=paypal_express]")).to_be_checked()
    shopper.to_confirm()
    paid(shopper)
    with site.rows():
        assert Order.objects.get(email=f"express-{language}@example.org").payments.get().method == "paypal_express"


@SCREENS
def test_cancelled_closed_or_from_another_country_nothing_is_ordered(
    open_page: OpenPage, site: Site, width: ViewportSize, language: str
) -> None:
    shopper = at_checkout(open_page, width, language)
    with site.rows():
        before = Order.objects.count()
        cancelled_before = cancelled()
    decide(in_window(shopper), "cancel")
    said(shopper, "LANG_EXPRESS_CANCELLED")
    decide(in_window(shopper), "pay", "AT")
    expect(shopper.alert("LANG_EXPRESS_COUNTRY")).to_be_visible()
    looked_at(shopper.page)
    in_window(shopper).close()
    said(shopper, "LANG_EXPRESS_CANCELLED")
    expect(shopper.heading("LANG_CHECKOUT_TITLE_CART")).to_be_visible()
    # once the country fits, it goes
    shopper.page.locator("#country").select_option("at")
    decide(in_window(shopper), "pay", "AT")
    shopper.come_to("LANG_CHECKOUT_TITLE_CONFIRM")
    with site.rows():
        assert Order.objects.count() == before
        assert cancelled() == cancelled_before + 2


def test_declined_when_taken_it_can_be_paid_in_another_way(open_page: OpenPage, site: Site) -> None:
    shopper = at_checkout(open_page)
    decide(in_window(shopper), "decline")
    shopper.come_to("LANG_CHECKOUT_TITLE_CONFIRM")
    shopper.accept_terms()
    shopper.hand.press(shopper.button("LANG_CHECKOUT_BUTTON"))
    shopper.come_to("LANG_CHECKOUT_TITLE_ORDER")
    expect(shopper.page).to_have_url(re.compile(r"\?payment_error"))
    expect(shopper.alert("LANG_CHECKOUT_PAYMENTFAILED_HEADER")).to_be_visible()
    expect(shopper.page.locator("input[value=paypal_express]")).to_have_count(0)


@pytest.mark.console_may_say("503", "PROVIDER_AWAY", "Failed to load resource")
def test_paypal_that_does_not_answer_is_told_beside_its_button(open_page: OpenPage, site: Site) -> None:
    shopper = at_checkout(open_page)
    expect(paypal_button(shopper.page).get_by_role("button")).to_be_visible()
    site.paypal.away = True
    try:
        paypal_button(shopper.page).get_by_role("button").click()
        expect(shopper.alert("LANG_EXPRESS_FAILED")).to_be_visible()
    finally:
        site.paypal.behave()
    expect(shopper.heading("LANG_CHECKOUT_TITLE_CART")).to_be_visible()


def wallet_button(shopper: Shopper) -> Locator:
    """Stripe's own, once it has come into view."""
    shopper.page.locator("section[aria-labelledby=express]").scroll_into_view_if_needed()
    return shopper.page.frame_locator("iframe[title='Google Pay']").get_by_role("button")


def sheet_of(shopper: Shopper) -> FrameLocator:
    """The wallet, over the page."""
    wallet_button(shopper).click()
    sheet = shopper.page.frame_locator("iframe[title=Wallet]")
    expect(sheet.get_by_role("note")).to_be_visible()  # no money moves
    return sheet


def card(sheet: FrameLocator, name: str = "pm_card_visa") -> None:
    sheet.locator(f"button[value={name}]").click()


@proves(
    "purchase §4, §8",
    "where the browser has a wallet that can pay, a dark button of 40 px fills in the checkout from it; "
    "the shopper orders on the last page and the wallet pays, also where the bank asks twice; another "
    "country is refused in the sheet; declined: the payment page; without a wallet: no button",
)
@SCREENS
@pytest.mark.journey("phone-de")
def test_from_the_cart_to_a_paid_order_by_wallet(
    open_page: OpenPage, site: Site, width: ViewportSize, language: str
) -> None:
    site.stripe.behave()
    shopper = at_checkout(open_page, width, language)
    button = wallet_button(shopper)
    expect(button).to_be_visible()
    assert button.evaluate("e => [e.offsetHeight, getComputedStyle(e).backgroundColor]") == [40, "rgb(0, 0, 0)"]
    sheet = sheet_of(shopper)
    expect(sheet.locator("#total")).to_have_text("21.90 EUR")  # with the carrier
    card(sheet)
    shopper.come_to("LANG_CHECKOUT_TITLE_CONFIRM")
    expect(shopper.page.locator("iframe[title=Wallet]")).to_have_count(0)
    assert site.stripe.failed == []
    main = shopper.page.get_by_role("main")
    expect(main).to_contain_text("Domstraße 5")
    expect(main).to_contain_text("Apple Pay / Google Pay")
    # a reload on the last step loses nothing
    shopper.page.reload()
    shopper.come_to("LANG_CHECKOUT_TITLE_CONFIRM")
    paid(shopper)
    with site.rows():
        order = Order.objects.latest("placed_at")
        assert (order.email, order.payments.get().method) == ("kaethe.wallet@example.org", "stripe_express")
    assert site.stripe.violations == []
    site.check_invariants()


@SCREENS
def test_a_wallet_on_the_payment_step_whose_bank_asks_twice(
    open_page: OpenPage, site: Site, width: ViewportSize, language: str
) -> None:
    shopper = at_checkout(open_page, width, language)
    shopper.to_details()
    shopper.enter_details(f"wallet-{language}@example.org")
    shopper.to_payment()
    sheet = sheet_of(shopper)
    expect(sheet.locator("input[name=address][value=DE]")).to_be_hidden()
    card(sheet, "pm_card_authenticationRequired")
    shopper.come_to("LANG_CHECKOUT_TITLE_CONFIRM")
    expect(shopper.page.get_by_role("main")).to_contain_text("Hafenstraße 12")
    shopper.accept_terms()
    shopper.hand.press(shopper.button("LANG_CHECKOUT_BUTTON"))
    bank = shopper.page.frame_locator("iframe[title='3D Secure']")
    bank.locator("button[value=agree]").click()
    shopper.come_to("LANG_CHECKOUT_TITLE_DONE")
    said(shopper, "LANG_CHECKOUT_PAYMENT_RECEIVED")
    assert site.stripe.violations == []
    site.check_invariants()


@pytest.mark.console_may_say("402", "Failed to load resource")
@pytest.mark.parametrize("end", ["declined", "refused"])
def test_a_wallet_that_does_not_pay_leads_to_the_payment_page(open_page: OpenPage, site: Site, end: str) -> None:
    with site.rows():
        # Other tests' orders that wait for transfers may have used up the poster's share.
        Stock.objects.filter(variants__product__slug=POSTER.rpartition("/")[2]).update(transfer_share=100)
    shopper = at_checkout(open_page)
    declined = end == "declined"
    card(sheet_of(shopper), "pm_card_visa_chargeDeclined" if declined else "pm_card_authenticationRequired")
    shopper.come_to("LANG_CHECKOUT_TITLE_CONFIRM")
    shopper.accept_terms()
    shopper.hand.press(shopper.button("LANG_CHECKOUT_BUTTON"))
    if not declined:
        shopper.page.frame_locator("iframe[title='3D Secure']").locator("button[value=refuse]").click()
    shopper.come_to("LANG_CHECKOUT_TITLE_ORDER")
    expect(shopper.page).to_have_url(re.compile(r"\?payment_error"))
    expect(shopper.alert("LANG_CHECKOUT_PAYMENTFAILED_HEADER")).to_be_visible()
    expect(shopper.page.locator("input[value=stripe_express]")).to_have_count(0)
    shopper.hand.press(shopper.page.locator("input[name=payment][value=bank_transfer]"))
    shopper.hand.press(shopper.page.get_by_role("main").locator("button[type=submit]"))
    shopper.come_to("LANG_CHECKOUT_TITLE_DONE")


@SCREENS
def test_a_wallet_from_another_country_is_refused_in_its_sheet_and_cancelling_orders_nothing(
    open_page: OpenPage, site: Site, width: ViewportSize, language: str
) -> None:
    shopper = at_checkout(open_page, width, language)
    sheet = sheet_of(shopper)
    sheet.locator("input[value=AT]").check()
    expect(sheet.get_by_role("alert")).not_to_be_empty()
    expect(sheet.locator("button[value=pm_card_visa]")).to_be_disabled()
    sheet.locator("input[value=DE]").check()
    expect(sheet.locator("button[value=pm_card_visa]")).to_be_enabled()
    sheet.locator("button[value='']").click()
    said(shopper, "LANG_EXPRESS_CANCELLED")
    expect(shopper.heading("LANG_CHECKOUT_TITLE_CART")).to_be_visible()


def test_a_browser_without_a_wallet_has_no_button(open_page: OpenPage, site: Site) -> None:
    site.stripe.browsers_have_wallets = False
    try:
        shopper = at_checkout(open_page)
        expect(paypal_button(shopper.page).get_by_role("button")).to_be_visible()
        expect(wallet_button(shopper)).to_have_count(0)
    finally:
        site.stripe.behave()


def scripts_elsewhere(page: Page) -> list[str]:
    """Scripts that a page asks other hosts for, from now on."""
    found: list[str] = []
    page.on("request", lambda one: found.append(one.url) if one.resource_type == "script" else None)
    return found


@proves(
    "docs/decisions/0049",
    "the checkout's pages may load payment services' hosts, no other page; no payment script is asked "
    "for before a button can be shown, nor where the shop does not want it, and none goes along to the "
    "shop's pages",
)
def test_no_payment_script_loads_before_a_button_can_be_shown(open_page: OpenPage, site: Site) -> None:
    page = open_page()
    scripts = scripts_elsewhere(page)
    foreign = lambda: [url for url in scripts if not url.startswith(site.url)]  # noqa: E731
    shopper = Shopper(page)
    for path in ("/", "/nachtfalter", "/nachtfalter/events", POSTER):
        shopper.open(path)
    shopper.add_product()
    assert foreign() == []
    shopper.open("/nachtfalter/checkout/details")
    shopper.come_to("LANG_CHECKOUT_TITLE_DETAILS")
    assert foreign() == []
    shopper.open("/nachtfalter/checkout")
    expect(paypal_button(page).get_by_role("button")).to_be_visible()
    expect(wallet_button(shopper)).to_be_visible()
    assert {url.split("?")[0] for url in foreign()} == {
        f"{site.paypal.url}/sdk/js", f"{site.stripe.url}/endive/stripe.js",
    }  # fmt: skip
    # what came along stays in the checkout: its links to the shop load another document
    page.evaluate("window.sameDocument = true")
    shopper.hand.press(shopper.link("Merch").first)
    expect(page).not_to_have_url(re.compile("/checkout"))
    assert page.evaluate("window.sameDocument === undefined && window.paypal === undefined")


def test_a_shop_that_does_not_want_it_has_neither_button_nor_script(open_page: OpenPage, site: Site) -> None:
    with site.rows():
        Shop.objects.filter(slug="nachtfalter").update(payment_blacklist=["paypal_express", "stripe_express"])
    try:
        page = open_page()
        scripts = scripts_elsewhere(page)
        shopper = Shopper(page)
        shopper.fill_cart(POSTER)
        shopper.go_to_checkout()
        expect(page.get_by_text("PayPal", exact=False).first).to_be_visible()  # the methods are here
        page.wait_for_load_state("networkidle")
        expect(page.get_by_text(shopper.text("LANG_EXPRESS_TITLE"))).to_have_count(0)
        assert [url for url in scripts if not url.startswith(site.url)] == []
    finally:
        with site.rows():
            Shop.objects.filter(slug="nachtfalter").update(payment_blacklist=[])
