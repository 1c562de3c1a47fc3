"""A buyer takes tickets along once they are paid, and staff look after them (purchase §3 "ticket_url")."""

from pathlib import Path

from playwright.sync_api import expect

from aftersale.models import Ticket
from checkout.models import Order
from checkout.payments.ledger import record_capture
from tests.e2e.conftest import DESKTOP, PHONE, OpenPage, Site
from tests.e2e.measuring import looked_at, too_wide
from tests.e2e.places import BROWSER_LANGUAGES
from tests.e2e.shopper import Shopper, log_in_as_staff

from .ordering import ordered, put_in_cart


def pay(site: Site, email: str) -> Order:
    with site.rows():
        order = Order.objects.get(email=email)
        payment = order.payments.get()
        record_capture(payment=payment, amount=payment.amount, event_id=f"statement {payment.pk}")
        return order


def test_tickets_and_their_dates_come_with_the_paid_order(open_page: OpenPage, site: Site) -> None:
    shopper = Shopper(open_page(viewport=PHONE, locale=BROWSER_LANGUAGES["en"]), "en")
    page, email = shopper.page, "tickets@example.org"
    put_in_cart(shopper)
    shopper.to_details()
    shopper.enter_details(email)
    expect(shopper.field("billing-countryCode")).to_be_visible()
    for needless in ("company", "address", "address2", "postCode", "city"):
        expect(shopper.field(f"billing-{needless}")).to_have_count(0)
    looked_at(page)
    shopper.to_payment()
    shopper.choose_logistics()
    shopper.to_confirm()
    shopper.accept_terms()
    shopper.place()
    section = page.get_by_role("region", name=shopper.text("LANG_CHECKOUT_TICKETS"), exact=True)
    expect(page.get_by_text(shopper.text("LANG_CHECKOUT_REFERENCE"))).to_be_visible()
    expect(section).to_have_count(0)
    order = pay(site, email)
    page.reload()
    links = section.get_by_role("link")
    expect(links).to_have_count(2)
    looked_at(page)
    for at, (name, begins) in enumerate(((f"Tickets-{order.reference}.pdf", b"%PDF-"), ("tickets.ics", b"BEGIN:VCAL"))):
        with page.expect_download() as download:
            links.nth(at).click()
        assert download.value.suggested_filename == name
        assert Path(download.value.path()).read_bytes().startswith(begins)
    site.check_invariants()


def test_staff_end_a_ticket_on_a_phone_too(open_page: OpenPage, site: Site) -> None:
    shopper = Shopper(open_page(viewport=DESKTOP), "de")
    ordered(shopper, "staff-tickets@example.org")
    order = pay(site, "staff-tickets@example.org")
    with site.rows():
        ticket = Ticket.objects.filter(line__placement__order=order).in_order()[0]
    page = open_page(viewport=PHONE)
    log_in_as_staff(page)
    for path in (
        "aftersale/ticket/", f"checkout/order/{order.pk}/change/", f"aftersale/ticket/{ticket.pk}/change/",
        f"aftersale/ticket/{ticket.pk}/reissue/", f"aftersale/ticket/{ticket.pk}/invalidate/",
    ):  # fmt: skip
        page.goto(f"/admin/{path}")
        assert too_wide(page) == [], path
    page.locator("input[name=reason]").fill("Rückbuchung")
    page.locator("form.staff-form button[type=submit]").click()
    expect(page.get_by_text("Damit kommt niemand mehr hinein.")).to_be_visible()
    with site.rows():
        ticket.refresh_from_db()
        assert (ticket.is_valid, ticket.reason) == (False, "Rückbuchung")
    site.check_invariants()
