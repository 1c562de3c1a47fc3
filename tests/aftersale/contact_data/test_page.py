"""The form of contact data in a browser: slips, refusals, several tickets, done.

Every refusal and its words: frontend/src/routes/trace/route.test.tsx.
"""

import pytest
from playwright.sync_api import expect

from aftersale.numbers.tickets import drawn_number
from cart.models import TicketHolder
from catalogue.models import Event
from tests.aftersale.refunds.bought import numbers, tickets_paid
from tests.aftersale.visits import ENGLISH_FIRST, Visit
from tests.factories import make_event, make_shop
from tests.proofs import proves


def fill(visit: Visit, place: int, code: str, first_name: str) -> None:
    for field, value in (
        ("", code), ("-firstName", first_name), ("-lastName", "Falk"), ("-address", "Hafenstraße 12, 20359 Hamburg"),
        ("-phone", "040 123456"),
    ):  # fmt: skip
        visit.page.fill(f"#ticket-{place}{field}", value)


@proves(
    "purchase §2, §4, §5",
    "the form in both languages, on a phone and a desktop: slips at their fields, one to four tickets of "
    "which only the last is removed, refusals, done, more tickets",
)
@pytest.mark.whole
@pytest.mark.parametrize("visit", ENGLISH_FIRST, indirect=True)
def test_from_the_first_slip_to_more_tickets(visit: Visit) -> None:
    shop, page = make_shop(), visit.page
    event, plain = make_event(shop), make_event(shop)
    one, two = numbers(tickets_paid(event, 2))
    (other,) = numbers(tickets_paid(plain, 1, key="key-2"))
    Event.objects.filter(pk=event.pk).update(personalization_requirement="contact_tracing_required")
    visit.open(shop, "trace")
    send, add, remove = (visit.button(f"FORM_UPDATETICKET_{name}") for name in ("SUBMIT", "ADD", "REMOVE"))
    visit.look("trace-empty")
    visit.fill(ticket_1="12")
    send.click()
    visit.told_at("ticket-1", "FORM_UPDATETICKET_ERROR_CODE")
    first_name = visit.text("FORM_UPDATETICKET_FIRSTNAME")
    visit.told_at("ticket-1-firstName", "FORM_UPDATETICKET_ERROR_REQUIRED", field=first_name)
    visit.told_at("legal", "FORM_UPDATETICKET_ERROR_LEGAL")
    visit.look("trace-slips")
    visit.fill(ticket_1="123")
    visit.told_at("ticket-1", "FORM_REFUND_ERROR_TICKETNUMBER")
    fill(visit, 1, one, "Mira")
    expect(remove).to_have_count(0)
    for place in (2, 3, 4):
        add.click()
        expect(page.locator(f"#ticket-{place}")).to_be_focused()
    expect(add).to_have_count(0)
    for _place in (4, 3):
        remove.click()
    expect(page.locator("#add-ticket")).to_be_focused()
    fill(visit, 2, f"{one[0]} {one[1:7]} {one[7:]}", "Jo")
    visit.told_at("ticket-2", "FORM_REFUND_ERROR_DUPLICATE")
    page.check("#legal")
    for wrong, text in ((drawn_number(), "NOTFOUND"), (other, "NOTASKED")):
        visit.fill(ticket_2=wrong)
        send.click()
        visit.told_at("ticket-2", f"FORM_UPDATETICKET_ERROR_{text}")
    visit.look("trace-refused")
    visit.fill(ticket_2=two)
    send.click()
    visit.sees("FORM_UPDATETICKET_COMPLETED_TEXT")
    expect(page.get_by_role("heading", level=2)).to_be_focused()
    visit.look("trace-done")
    visit.button("FORM_UPDATETICKET_MORE").click()
    expect(page.locator("#ticket-1")).to_have_value("")
    holders = TicketHolder.objects.filter(order_line__placement__shop=shop)
    assert sorted(map(str, holders)) == ["Jo Falk", "Mira Falk"]
