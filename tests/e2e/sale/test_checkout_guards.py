"""What every step of the checkout looks after: carriers, adults, what is remembered and what is not asked.

That each leads back to what is missing: frontend/src/features/checkout/view/step-frame.test.tsx.
"""

import json
import re
from urllib.parse import unquote

from playwright.sync_api import Page, Request, Route, expect

from tests.e2e.conftest import PHONE, OpenPage
from tests.e2e.measuring import looked_at, wait_for
from tests.e2e.shopper import ADDRESS, Shopper
from tests.proofs import proves

BAG = "/products/werkstatt-plattenbeutel"
FROM_18 = "/products/kellerkind-kellergeist"
KELLERGEIST = "Mug with Kellergeist (4 cl)"


@proves("purchase §5", "who is quicker than the server goes on with the country that they chose")
def test_who_is_quicker_than_the_server_goes_on_with_the_country_that_they_chose(open_page: OpenPage) -> None:
    page = open_page()
    shopper = Shopper(page)
    shopper.fill_cart(BAG)
    shopper.go_to_checkout()
    slow: list[Route] = []
    changing = "CHANGECOUNTRY"
    page.route(
        "**/graphql*",
        lambda route: slow.append(route) if changing in str(route.request.post_data) else route.fallback(),
    )
    shopper.field("country").select_option("at")
    shopper.button("LANG_CHECKOUT_NEXT_DETAILS").click()
    wait_for(page, lambda: slow)
    expect(shopper.heading("LANG_CHECKOUT_TITLE_CART")).to_be_visible()
    slow[0].continue_()
    shopper.come_to("LANG_CHECKOUT_TITLE_DETAILS")
    expect(shopper.field("billing-countryCode")).to_have_value("at")


@proves(
    "purchase §5, docs/decisions/0048",
    "goods from 18 go with carriers that check the recipient's age, which take nothing else; the last "
    "step's box names their terms, the server asks for it again, and the delivery remembers it",
)
@proves("purchase §8", "no carrier for the country: an alert, and the country is the default one again, once")
def test_goods_from_18_go_with_a_carrier_that_looks_and_its_box(open_page: OpenPage) -> None:
    page = open_page(viewport=PHONE, locale="en-GB")
    shopper = Shopper(page, "en")
    shopper.open(FROM_18)
    shopper.button("LANG_ITEM_OVER18_YES").click()
    shopper.add_product()
    shopper.go_to_checkout()

    # nobody does that abroad: the country becomes the default one again
    country = shopper.field("country")
    country.select_option("at")
    told = page.get_by_role("alertdialog")
    reason = shopper.text("LANG_CHECKOUT_NODELIVERYMETHOD_AGE", items=KELLERGEIST)
    expect(told).to_contain_text(reason)
    told.get_by_role("button").click()
    expect(country).to_have_value("de")

    shopper.to_details()
    shopper.enter_details("ab18@example.org")
    shopper.to_payment()
    carriers = page.locator("input[name=carrier]")
    expect(carriers).to_have_count(1)
    expect(page.get_by_text(shopper.text("LANG_CHECKOUT_ARRIVES_DAYS", first=3, last=7))).to_be_visible()
    looked_at(page)
    shopper.choose_logistics()
    shopper.to_confirm()
    expect(page.get_by_text(shopper.text("LANG_CHECKOUT_AGE_CARRIER"))).to_be_visible()
    expect(page.get_by_text(shopper.text("LANG_CHECKOUT_ARRIVES_DAYS", first=3, last=7))).to_be_visible()
    looked_at(page)
    shopper.accept_terms()
    shopper.button("LANG_CHECKOUT_BUTTON").click()
    expect(shopper.field("accept-age")).to_have_attribute("aria-invalid", "true")
    shopper.field("accept-age").check()
    shopper.place()
    expect(page.get_by_text(shopper.text("LANG_CHECKOUT_ARRIVES_DAYS", first=3, last=7))).to_be_visible()
    looked_at(page)


@proves(
    "purchase §9",
    "when goods arrive: working days within Germany, dates from and until elsewhere and for what is "
    "still to come; by each carrier's own days, without weekends; at the choice, the last step, the "
    "confirmation and in the mail",
)
def test_abroad_two_dates_are_told(open_page: OpenPage) -> None:
    page = open_page()
    shopper = Shopper(page)
    shopper.fill_cart(BAG)
    shopper.go_to_checkout()
    shopper.field("country").select_option("at")
    expect(shopper.field("country")).to_have_attribute("aria-busy", "false")
    shopper.to_details()
    shopper.enter_details("wien@example.org", ADDRESS | {"billing-postCode": "1010", "billing-city": "Wien"})
    shopper.to_payment()
    day = r"\d{1,2}\. \w+ 20\d\d"
    expect(page.get_by_text(re.compile(f"Voraussichtlich zwischen {day} und {day}"))).to_be_visible()


def preferences(page: Page) -> dict[str, object] | None:
    for one in page.context.cookies():
        if one["name"] == "merchstand_orderpreferences":
            return dict(json.loads(unquote(one["value"])))
    return None


@proves("purchase §3, §9", "what was entered is kept in a cookie of the shop until the order")
def test_what_was_entered_is_remembered_until_the_order(open_page: OpenPage) -> None:
    page = open_page()
    shopper = Shopper(page)
    shopper.fill_cart(BAG)
    shopper.go_to_checkout()
    assert preferences(page) is None
    shopper.go_to_confirm("merken@example.org")
    kept = preferences(page)
    assert kept is not None
    assert set(kept) == {"email", "payment_method", "shipping_method", "billing_address", "shipping_address"}
    assert (kept["email"], kept["payment_method"]) == ("merken@example.org", "bank_transfer")
    shopper.accept_terms()
    shopper.place()
    assert preferences(page) is None


def asked_for_the_cart(page: Page) -> list[str]:
    """Whatever asks for a cart or for how long it is reserved, from now on."""
    found: list[str] = []
    words = re.compile(r"\bCART\b|SESSION_EXPIRES_AT|/cart\b")

    def listen(request: Request) -> None:
        if "/api/" in request.url and words.search(unquote(request.url) + (request.post_data or "")):
            found.append(request.url)

    page.on("request", listen)
    return found


@proves("purchase §4", "the pages of an order ask for no expiry")
@proves("purchase §2", "the pages of an order ask for no cart unless somebody opens it")
def test_the_pages_of_an_order_ask_for_no_cart(open_page: OpenPage) -> None:
    page = open_page()
    asked = asked_for_the_cart(page)
    shopper = Shopper(page)
    shopper.fill_cart(BAG)
    shopper.go_to_checkout()
    page.reload()
    shopper.come_to("LANG_CHECKOUT_TITLE_CART")
    wait_for(page, lambda: asked)  # the steps do
    shopper.go_to_confirm("ohnekorb@example.org")
    shopper.accept_terms()
    shopper.place()
    # something lies in the cart, and still nothing asks for it
    shopper.fill_cart(BAG)
    shopper.close_cart()
    done = page.evaluate("JSON.parse(localStorage.getItem('checkout:merchstand:last'))")
    asked.clear()
    for kind, title in (("done", "LANG_CHECKOUT_TITLE_DONE"), ("payment", "LANG_CHECKOUT_TITLE_ORDER")):
        shopper.open(f"/checkout/{kind}/{done['order']}/{done['reference']}")
        shopper.come_to(title)
        page.wait_for_timeout(1500)
    assert asked == []
    # unless somebody opens it
    page.get_by_role("banner").get_by_role("button", name=re.compile(shopper.text("LANG_CART"))).click()
    expect(shopper.cart_lines).to_have_count(1)
    assert asked


@proves("purchase §2", "loading, placing and the way to a payment service are said while they last")
def test_what_happens_meanwhile_is_said(open_page: OpenPage) -> None:
    page = open_page()
    shopper = Shopper(page)
    shopper.fill_cart(BAG)
    shopper.go_to_checkout()
    shopper.go_to_confirm("geduld@example.org", method="paypal")
    shopper.accept_terms()
    held: list[Route] = []

    def hold(route: Route) -> None:
        if "PLACEORDER" in (route.request.post_data or ""):
            held.append(route)
        else:
            route.fallback()

    page.route("**/graphql**", hold)
    shopper.button("LANG_CHECKOUT_BUTTON").click()
    expect(page.get_by_role("status").filter(has_text=shopper.text("LANG_CHECKOUT_PLACING_PAYPAL"))).to_be_visible()
    expect(shopper.button("LANG_CHECKOUT_BUTTON")).to_have_attribute("aria-busy", "true")
    held[0].continue_()
    expect(page).to_have_url(re.compile("/checkoutnow"))
