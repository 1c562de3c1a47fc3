"""The last page as German law wants it (§ 312j, § 312i, § 312a BGB): what stands on it, what its one button says."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESKTOP, PHONE, OpenPage
from tests.e2e.shopper import Shopper
from tests.proofs import proves

SHIRT, SHOW = "/nachtfalter/products/nachtfalter-mondphasen-shirt", "/nachtfalter/events/nachtfalter-hamburg"


def above(page: Page, text: str) -> int:
    """How far above the button's upper edge the last place with this text ends, in pixels."""
    place = page.get_by_role("main").get_by_text(text).last.bounding_box()
    button = page.get_by_role("main").locator("button[type=submit]").bounding_box()
    assert place and button, text
    return round(button["y"] - place["y"] - place["height"])


@proves(
    "§ 312j, § 312i, § 312a BGB",
    "the last page has one button with the law's words, above it all that is bought with prices, VAT, "
    "shipping and delivery; nothing is ticked, all can be changed; countries and ways to pay are known "
    "before",
)
def test_the_page_says_everything_above_its_one_button(open_page: OpenPage) -> None:
    page = open_page(viewport=PHONE)
    shopper = Shopper(page)
    shopper.fill_cart(SHIRT, "M")
    shopper.open(SHOW)
    shopper.add_tickets("Normalpreis", 2)
    shopper.go_to_checkout()
    main = page.get_by_role("main")
    # countries and ways to pay are known before anything is entered (§ 312j (1))
    countries = shopper.text("LANG_CHECKOUT_COUNTRY_LIST", countries="").strip().rstrip(".")
    methods = shopper.text("LANG_CHECKOUT_PAYMENT_LIST", methods="").strip().rstrip(".")
    for told in (countries, methods):
        expect(main.get_by_text(re.compile(re.escape(told.split("{")[0])))).to_be_visible()
    shopper.go_to_confirm("knopf@example.org")

    # one button orders, and nothing else stands on it
    submit = main.locator("button[type=submit], input[type=submit]")
    expect(submit).to_have_count(1)
    expect(submit).to_have_text("Zahlungspflichtig bestellen")
    assert submit.evaluate("one => getComputedStyle(one).textTransform") == "none"

    # what is bought, each with its facts, price and delivery, then all prices, directly above it
    section = page.get_by_role("region", name=shopper.text("LANG_CHECKOUT_SUMMARY"))
    rows = section.get_by_role("listitem")
    expect(rows.filter(has_text="M")).not_to_have_count(0)
    expect(section).to_contain_text("Hamburg")
    expect(section).to_contain_text("Normalpreis")
    expect(section).to_contain_text(shopper.text("LANG_CHECKOUT_DELIVERY_DAYS"))
    expect(section).to_contain_text(shopper.text("LANG_CHECKOUT_SHIPPING"))
    expect(section).to_contain_text(shopper.text("LANG_CHECKOUT_TOTAL"))
    expect(section.get_by_text("MwSt").first).to_be_visible()
    for screen in (DESKTOP, PHONE):
        page.set_viewport_size(screen)
        assert 0 <= above(page, shopper.text("LANG_CHECKOUT_TOTAL")) < 200

    # nothing is ticked for anybody (§ 312a (3)), and everything can be changed (§ 312i (1))
    boxes = main.get_by_role("checkbox")
    assert [box.is_checked() for box in boxes.all()] == [False] * boxes.count()
    for path in ("/checkout", "/checkout/details", "/checkout/payment"):
        expect(main.locator(f'a[href$="{path}"]').first).to_be_visible()

    page.get_by_role("link", name="English").click()
    expect(submit).to_have_text("Order with obligation to pay")
    shopper.language = "en"

    # the confirmation comes at once, with the same words kept (see checkout/test_wire.py)
    shopper.accept_terms()
    shopper.place()
