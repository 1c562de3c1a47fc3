"""A buyer finds the invoice with the order and takes it along (law IN-1)."""

import re
from pathlib import Path

from playwright.sync_api import expect

from checkout.actions import invalidate_line
from checkout.actions.invoices.invoicing import write_invoices
from checkout.models import Order
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage, Site
from tests.e2e.measuring import looked_at, too_wide
from tests.e2e.shopper import log_in_as_staff
from tests.proofs import proves

from .paypal import at_paypal, decide


@proves(
    "purchase §4",
    "the order's pages list invoices to take along; the page for paying says that a transfer is awaited",
)
def test_the_invoice_comes_with_the_order_and_what_is_taken_back_too(open_page: OpenPage, site: Site) -> None:
    email = "invoice@example.org"
    shopper = at_paypal(open_page, email, PHONE, "en")
    page = shopper.page
    decide(page, "pay")
    shopper.come_to("LANG_CHECKOUT_TITLE_DONE")
    expect(page.get_by_text(shopper.text("LANG_CHECKOUT_PAYMENT_RECEIVED"))).to_be_visible()
    with site.rows():
        placement = Order.objects.get(email=email).placements.get()
        write_invoices(placement_id=placement.pk)  # as the job does, or has done
    page.reload()
    section = page.get_by_role("region", name=shopper.text("LANG_CHECKOUT_INVOICES"))
    link = section.get_by_role("link")
    expect(link).to_have_text(re.compile(r"NF-\d{5} \(PDF\)"))
    with page.expect_download() as download:
        link.click()
    assert download.value.suggested_filename.startswith("Invoice-NF-")
    assert Path(download.value.path()).read_bytes().startswith(b"%PDF-")
    looked_at(page)
    with site.rows():
        invalidate_line(line=placement.lines.get())
        write_invoices(placement_id=placement.pk)
    page.reload()
    expect(section.get_by_role("link")).to_have_count(2)
    looked_at(page)
    site.check_invariants()


def test_the_page_for_paying_says_that_a_transfer_is_awaited(open_page: OpenPage) -> None:
    shopper = at_paypal(open_page, "awaited@example.org")
    page = shopper.page
    decide(page, "cancel")
    shopper.come_to("LANG_CHECKOUT_TITLE_ORDER")
    waits = page.get_by_text(shopper.text("LANG_CHECKOUT_ORDER_AWAITED"))
    expect(waits).to_have_count(0)
    shopper.hand.press(page.locator("input[name=payment][value=bank_transfer]"))
    shopper.hand.press(page.get_by_role("main").locator("button[type=submit]"))
    shopper.come_to("LANG_CHECKOUT_TITLE_DONE")
    page.goto(page.url.replace("/done/", "/payment/"))
    shopper.come_to("LANG_CHECKOUT_TITLE_ORDER")
    expect(waits).to_be_visible()
    looked_at(page)


@proves("law IN-2, IN-6", "staff list, search, download and export invoices, and see gaps; each with its right")
def test_staff_read_invoices_on_a_phone_too(open_page: OpenPage, site: Site) -> None:
    shopper = at_paypal(open_page, "staff-invoice@example.org")
    decide(shopper.page, "pay")
    expect(shopper.page.get_by_text(shopper.text("LANG_CHECKOUT_PAYMENT_RECEIVED"))).to_be_visible()
    with site.rows():
        placement = Order.objects.get(email="staff-invoice@example.org").placements.get()
        write_invoices(placement_id=placement.pk)
        invoice = placement.invoices.get()
    page = open_page(viewport=PHONE)
    log_in_as_staff(page)
    for path in ("", "numbers/", f"{invoice.pk}/change/"):
        page.goto(f"/admin/checkout/invoice/{path}")
        assert too_wide(page) == [], path
    page.set_viewport_size(DESKTOP)
    with page.expect_download() as download:
        page.locator("a[href$='/pdf/']:visible").click()
    assert download.value.suggested_filename == invoice.file_name
