"""A culture pass's code in a browser: by link, refused, entered while paying, and used once (catalogue §1, §8)."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, expect

from cart.models import PaymentCode
from catalogue.models import Event
from tests.e2e.conftest import PHONE, OpenPage, Site
from tests.e2e.measuring import looked_at
from tests.e2e.places import BROWSER_LANGUAGES
from tests.e2e.shopper import Shopper, body
from tests.proofs import proves

EVENT = "/nachtfalter/events/nachtfalter-berlin"
MAIL_SECONDS = 60


def issue(site: Site, code: str, value: str) -> None:
    with site.rows():
        event = Event.objects.get(slug="nachtfalter-berlin")
        tomorrow = timezone.now() + timedelta(days=1)
        PaymentCode.objects.create(event=event, code=code, value=Decimal(value), expires_at=tomorrow)


def follow(shopper: Shopper, code: str) -> None:
    """The voucher app's link, which leaves no code in the address."""
    shopper.open(f"{EVENT}?paymentCode={code}")
    assert "paymentCode" not in shopper.page.url


def refused(shopper: Shopper, text: str) -> None:
    """The code is told to be wrong, over the page."""
    alert: Locator = shopper.page.get_by_role("alertdialog", name=shopper.text("LANG_PAYMENTCODE_TITLE"), exact=True)
    expect(alert).to_contain_text(shopper.text(text))
    expect(alert).to_contain_text(shopper.text("LANG_PAYMENTCODE_REFUSED"))
    shopper.look()
    shopper.page.keyboard.press("Enter")
    expect(alert).to_be_hidden()


def add(shopper: Shopper) -> None:
    shopper.page.locator("#tickets").get_by_role("textbox").first.fill("2")
    shopper.hand.press(shopper.button("LANG_ITEM_ADD").or_(shopper.button("LANG_ITEM_ADD_AGAIN")))


@proves("docs/decisions/0047", "a free order has a button that says so")
@proves(
    "purchase §1, §7",
    "a link with `?paymentCode=` leaves the address without it; the code comes along with tickets and "
    "stands in the cart",
)
@proves(
    "catalogue §4, purchase §8",
    "unknown, used or expired: an alert with the pass's name, nothing is added, the code is forgotten",
)
def test_from_the_link_to_the_order_that_costs_nothing(open_page: OpenPage, site: Site) -> None:
    code = "LINK"
    issue(site, code, "200.00")
    page = open_page(viewport=PHONE, locale=BROWSER_LANGUAGES["en"])
    shopper = Shopper(page, "en", look=lambda: looked_at(page))
    follow(shopper, "FALSCH")
    add(shopper)
    refused(shopper, "LANG_PAYMENTCODE_INVALID")
    expect(shopper.cart).to_be_hidden()
    follow(shopper, code.lower())
    add(shopper)
    expect(shopper.cart).to_contain_text(shopper.text("LANG_PAYMENTCODE_LINE"))
    expect(shopper.cart).to_contain_text("−58,00 €")
    looked_at(page)
    shopper.go_to_checkout()
    shopper.to_details()
    shopper.enter_details("pass@example.org")
    # Nothing is left to pay and nothing is sent: there is no choice to make.
    shopper.hand.press(shopper.button("LANG_CHECKOUT_NEXT_CONFIRM").or_(shopper.button("LANG_CHECKOUT_NEXT_PAYMENT")))
    shopper.come_to("LANG_CHECKOUT_TITLE_CONFIRM")
    main = page.get_by_role("main")
    due = shopper.text("LANG_CHECKOUT_DUE")
    for expected in ("58,00 €", shopper.text("LANG_PAYMENTCODE_LINE"), "−58,00 €", due, "0,00 €"):
        expect(main).to_contain_text(expected)
    shopper.accept_terms()
    shopper.hand.press(shopper.button("LANG_CHECKOUT_BUTTON_FREE"))
    shopper.come_to("LANG_CHECKOUT_TITLE_DONE")
    for expected in ("−58,00 €", due, shopper.text("LANG_CHECKOUT_PAYMENT_RECEIVED")):
        expect(main).to_contain_text(expected)

    second = Shopper(open_page(viewport=PHONE, locale=BROWSER_LANGUAGES["en"]), "en")
    follow(second, code)
    add(second)
    refused(second, "LANG_PAYMENTCODE_INVALID")
    add(second)  # the refused code is forgotten: without it the tickets are sold
    expect(second.cart).to_be_visible()
    expect(second.cart).not_to_contain_text(shopper.text("LANG_PAYMENTCODE_LINE"))
    site.check_invariants()


@proves("purchase §1", "it can be entered and dropped at the checkout where a ticket takes the pass")
@proves(
    "purchase §2",
    "what it pays stands in minicart, checkout, confirmation, both forms of the mail and the staff's order",
)
@pytest.mark.console_may_say("status of 422")
def test_a_code_is_entered_while_paying_and_the_rest_is_transferred(open_page: OpenPage, site: Site) -> None:
    issue(site, "ENTERED", "20.00")
    page = open_page(EVENT)
    shopper = Shopper(page, look=lambda: looked_at(page))
    add(shopper)
    shopper.go_to_checkout()
    field, redeem = shopper.field("payment-code"), shopper.button("LANG_PAYMENTCODE_SUBMIT")
    shopper.hand.write(field, "falsch")
    shopper.hand.press(redeem)
    expect(page.locator("#payment-code-error")).to_have_text(shopper.text("LANG_PAYMENTCODE_INVALID"))
    expect(field).to_be_focused()
    looked_at(page)
    field.fill("entered")
    shopper.hand.press(redeem)
    main = page.get_by_role("main")
    expect(main).to_contain_text("−20,00 €")
    expect(field).to_be_hidden()
    looked_at(page)
    shopper.hand.press(shopper.button("LANG_DISCOUNT_REMOVE"))
    expect(field).to_be_visible()
    shopper.hand.write(field, "ENTERED")
    shopper.hand.press(redeem)
    expect(field).to_be_hidden()
    email = "rest@example.org"
    shopper.buy(email)
    for expected in ("58,00 €", "−20,00 €", "38,00 €"):
        expect(main).to_contain_text(expected)
    (confirmation,) = site.mails.wait_for(1, MAIL_SECONDS, to=email)
    for kind in ("plain", "html"):
        written = body(confirmation, kind).replace("\N{NO-BREAK SPACE}", " ")
        for expected in (shopper.text("LANG_PAYMENTCODE_LINE"), "−20,00 €", "38,00 €"):
            assert expected in written, (kind, expected)
    site.check_invariants()


def test_only_where_a_ticket_takes_the_pass_a_code_can_be_entered(open_page: OpenPage) -> None:
    page = open_page("/nachtfalter/events/nachtfalter-hamburg")
    shopper = Shopper(page)
    add(shopper)
    shopper.go_to_checkout()
    expect(page.get_by_label(shopper.text("LANG_PAYMENTCODE_LINE"))).to_have_count(0)
