"""The refund form in a browser: slips stand at their fields, the way of the money is chosen, what is used is refused.

Every refusal and its words: frontend/src/routes/refund/route.test.tsx.
"""

from decimal import Decimal

import pytest
from playwright.sync_api import expect

from aftersale.models import RefundRequest
from tests.aftersale.visits import GERMAN_FIRST, Visit
from tests.factories import make_event, make_shop
from tests.proofs import proves

from .bought import IBAN, PAYPAL, link_of, numbers, opened, tickets_paid


@proves(
    "purchase §2, §4, §5, §8",
    "on a phone, in both languages: slips at their fields, IBAN live, PayPal overridden by a click and confirmed by "
    "the link in a mail, refusals, the closed offer, home without ids",
)
@pytest.mark.journey
@pytest.mark.parametrize("visit", GERMAN_FIRST, indirect=True)
def test_from_the_first_slip_to_the_refund(visit: Visit) -> None:
    shop, page = make_shop(), visit.page
    event, later = make_event(shop, price="30.00"), make_event(shop, price="30.00")
    opened(event)
    order, prepared = tickets_paid(event, 3, by=PAYPAL), tickets_paid(later, 1, by=PAYPAL, key="key-2")
    opened(later, opened_at=None)
    one, two, three = numbers(order)
    form = f"request?product_id={event.pk}&order_id={order.secret}"
    visit.open(shop, form)
    send = visit.button("FORM_REFUND_SUBMIT")
    send.click()
    visit.told_at("ticket-1", "FORM_REFUND_ERROR_FIRST")
    visit.told_at("legal", "FORM_REFUND_ERROR_LEGAL")
    visit.look("refund-slips")
    visit.fill(ticket_1=one, ticket_2=f"{one[0]} {one[1:7]} {one[7:]}")
    visit.told_at("ticket-2", "FORM_REFUND_ERROR_DUPLICATE")
    visit.fill(ticket_2="1000000000008")
    visit.told_at("ticket-2", "FORM_REFUND_ERROR_TICKETNUMBER")
    visit.fill(ticket_2="")
    visit.button("FORM_REFUND_OVERRIDE").click()
    visit.fill(iban=IBAN[:10])
    expect(page.locator("#account-name-error")).to_be_visible()
    visit.fill(iban=IBAN[:-1] + "1")
    visit.told_at("iban", "FORM_REFUND_ERROR_IBAN")
    visit.fill(iban=IBAN)
    expect(page.locator("#iban-hint")).to_contain_text(visit.text("FORM_REFUND_IBAN_VALID"))
    visit.fill(account_name="Mira Falk")
    page.check("#legal")
    visit.look("refund-filled")
    send.click()
    expect(visit.heading("FORM_REFUND_MAIL")).to_be_focused()
    visit.look("refund-mailed")
    page.reload()
    visit.sees("FORM_REFUND_MAIL_WAITS")
    visit.look("refund-waits-for-mail")
    waiting = RefundRequest.objects.get(order=order)
    page.goto(f"{visit.site}/{shop.slug}/refund/confirm/{link_of(waiting)}")
    expect(page.locator("h1")).to_be_visible()
    visit.look("refund-confirm")
    page.locator("main form button").click()
    expect(page.locator("main [role=status]")).to_be_visible()
    visit.look("refund-confirmed")
    waiting.refresh_from_db()
    assert (waiting.state, waiting.problem) == ("received", "account")
    visit.open(shop, form)
    visit.fill(ticket_1=two, ticket_2=one)
    page.check("#way-back")
    page.check("#legal")
    send.click()
    visit.sees("REFUND_ERROR_TICKET_USED_TEXT")
    expect(page.locator("#ticket-2")).to_have_attribute("aria-invalid", "true")
    visit.look("refund-used")
    visit.fill(ticket_2=three)
    send.click()
    expect(visit.heading("FORM_REFUND_PROCESSING")).to_be_visible()
    visit.open(shop, f"{form}x")
    visit.sees("FORM_REFUND_NOTFOUNDERROR")
    visit.open(shop, f"request?product_id={later.pk}&order_id={prepared.secret}")
    visit.sees("REFUND_ERROR")
    visit.look("refund-closed")
    page.goto(f"{visit.site}/{shop.slug}/request")
    expect(page).to_have_url(f"{visit.site}/{shop.slug}/")
    asked = RefundRequest.objects.filter(order=order).order_by("amount")
    assert list(asked.values_list("to_account", "amount")) == [(True, Decimal(30)), (False, Decimal(60))]
