"""The first sale: from a band's page to a paid order, by mouse, by keyboard alone and by finger (purchase §2 to §5)."""

import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests import servers
from tests.e2e.conftest import PHONE, OpenPage, Site
from tests.e2e.hands import Finger, Keyboard
from tests.e2e.measuring import Inspector
from tests.e2e.shopper import Shopper, body, book_transfer

STALL = Path(__file__).parent / "fixtures" / "stall.csv"
SHIRT = "/products/nachtfalter-mondphasen-shirt"
SHOW = "/events/nachtfalter-hamburg"
MAIL_SECONDS = 60
GROUPED_IBAN, BIC = "DE02 1203 0000 0000 2020 51", "BYLADEM1001"
TOTAL = "89,90 €"  # 28 for the shirt, two tickets of 28, a parcel of 5.90


def shirt_and_tickets(shopper: Shopper) -> None:
    """From the band's page: a shirt in M and two tickets, up to the checkout's first step."""
    page = shopper.page
    shopper.open("/nachtfalter")
    merch = page.get_by_role("main").get_by_role("link", name=shopper.text("LANG_NAV_MERCH"), exact=True)
    if merch.is_visible():  # phones show one part of the page at a time
        shopper.hand.press(merch)
    shopper.hand.press(shopper.way_to(SHIRT))
    expect(page).to_have_url(re.compile(f"/nachtfalter{SHIRT}$"))
    shopper.add_product("M")
    expect(shopper.cart_lines).to_have_count(1)
    shopper.look()
    shopper.close_cart()
    shopper.hand.press(page.get_by_role("banner").get_by_role("link", name=shopper.text("LANG_NAV_TICKETS")))
    shopper.hand.press(shopper.way_to(SHOW))
    shopper.add_tickets("Normalpreis" if shopper.language == "de" else "Full price", 2)
    expect(shopper.cart_lines).to_have_count(3)  # each ticket is a line of its own
    shopper.go_to_checkout()
    expect(page.get_by_role("main")).to_contain_text("84,00")


def check_paid(site: Site, shopper: Shopper, staff: Page, email: str, reference: str) -> None:
    """The done page, the confirmation mail, the staff's booking, the done page then, and the mails of what was paid."""
    german = shopper.language == "de"
    done = shopper.page
    assert re.fullmatch(r"B-[0-9A-Z]{5,}", reference)
    main = done.get_by_role("main")
    for expected in (reference, email, TOTAL, GROUPED_IBAN):
        expect(main).to_contain_text(expected)

    (confirmation,) = site.mails.wait_for(1, MAIL_SECONDS, to=email)
    assert confirmation["subject"] == (
        f"Deine Bestellung {reference} bei Nachtfalter" if german else f"Your order {reference} at Nachtfalter"
    )
    greetings = {"plain": "Hello,", "html": "Thank you!"}
    if german:
        greetings = {"plain": "Hallo,", "html": "Danke!"}
    for kind, greeting in greetings.items():
        written = body(confirmation, kind).replace("\N{NO-BREAK SPACE}", " ")
        for expected in (reference, GROUPED_IBAN, BIC, TOTAL, greeting, done.url):
            assert expected in written, f"{expected} is not in the mail ({kind}): {written}"

    book_transfer(staff, reference)
    done.reload()
    expect(main.get_by_text(shopper.text("LANG_CHECKOUT_PAYMENT_RECEIVED"))).to_be_visible()
    expect(main).not_to_contain_text(GROUPED_IBAN)
    _confirmation, later = site.mails.wait_for(2, MAIL_SECONDS, to=email)
    assert reference in later["subject"] and later["subject"] != confirmation["subject"]
    arrived = f"Bestellung {reference} sind da" if german else f"order {reference} have arrived"
    assert arrived in body(later, "plain")
    files = Counter(part.get_content_type() for part in later.iter_attachments())
    assert files == {"application/pdf": 2, "text/calendar": 1}, "an invoice, the tickets and their date"


def test_with_the_mouse_in_german(open_page: OpenPage, site: Site) -> None:
    page = open_page()
    shopper = Shopper(page, look=Inspector(page))
    shirt_and_tickets(shopper)
    reference = shopper.buy("maus@example.org")
    check_paid(site, shopper, open_page(), "maus@example.org", reference)
    shopper.look()


@pytest.mark.journey
def test_with_the_keyboard_alone_in_german(open_page: OpenPage, site: Site) -> None:
    page = open_page()
    hand = Keyboard(page)
    shopper = Shopper(page, hand=hand)
    shopper.open("/nachtfalter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    shirt_and_tickets(shopper)
    reference = shopper.buy("taste@example.org")
    assert hand.covered == []
    check_paid(site, shopper, open_page(), "taste@example.org", reference)


def test_on_a_phone_in_english(open_page: OpenPage, site: Site) -> None:
    page = open_page(viewport=PHONE, locale="en-GB", has_touch=True, is_mobile=True, device_scale_factor=2)
    shopper = Shopper(page, "en", Finger(page), look=Inspector(page))
    shirt_and_tickets(shopper)
    reference = shopper.buy("finger@example.org")
    check_paid(site, shopper, open_page(), "finger@example.org", reference)
    shopper.look()


def test_of_an_imported_product(open_page: OpenPage, site: Site) -> None:
    imported = ("import_products", str(STALL), "--shop", "nachtfalter")
    assert "1 created" in servers.manage(site.database, *imported, env=site.env)
    page = open_page()
    shopper = Shopper(page)
    shopper.open("/nachtfalter/products/lampenschirm-shirt")
    expect(page.get_by_role("main")).to_contain_text("24,50")
    # Nobody knows what it cost here before: the old shop's price must not be struck.
    expect(page.get_by_role("main")).not_to_contain_text("29,00")
    shopper.add_product("M")
    shopper.go_to_checkout()
    reference = shopper.buy("altbestand@example.org")
    expect(page.get_by_role("main")).to_contain_text("30,40")
    (mail,) = site.mails.wait_for(1, MAIL_SECONDS, to="altbestand@example.org")
    assert "Lampenschirm-Shirt (M)" in body(mail, "plain")
    book_transfer(open_page(), reference)
    page.reload()
    expect(page.get_by_text(shopper.text("LANG_CHECKOUT_PAYMENT_RECEIVED"))).to_be_visible()
    # the sale neither changes what the file says nor does the file undo the sale
    assert "0 created, 0 changed, 1 unchanged" in servers.manage(site.database, *imported, env=site.env)
