"""Both forms of the ticket service in a browser: slips, one to four tickets, a picture, done, more tickets.

Every refusal and its words, and what the pages say while they are closed:
frontend/src/routes/ticketservice/route.test.tsx.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from aftersale.models import ProofUpload, TicketServiceItem, TicketServiceRequest
from aftersale.numbers.tickets import drawn_number, grouped_number
from tests.aftersale.refunds.bought import numbers, tickets_paid
from tests.aftersale.visits import ENGLISH_FIRST, GERMAN_FIRST, Visit
from tests.factories import make_event, make_shop
from tests.proofs import proves

from .asked import number_of, open_service, picture, printed_paid


def choose(visit: Visit, place: int, kind: str) -> None:
    """By the keyboard."""
    visit.page.locator(f"input[name=ticket-{place}-type][value={kind}]").focus()
    visit.page.keyboard.press("Space")


def fill(visit: Visit, place: int, number: str, name: str = "Mira Falk", new: str = "") -> None:
    visit.page.fill(f"#ticket-{place}-number", number)
    visit.page.fill(f"#ticket-{place}-name", name)
    if new:
        visit.page.fill(f"#ticket-{place}-name-new", new)


def fill_self(visit: Visit, order: str) -> None:
    visit.fill(service_order=order, service_name="Mira Falk", service_email="mira@mail.example")


@proves(
    "purchase §3, §4, §5",
    "both forms in both languages, on a phone and a desktop, by keyboard: slips at their fields, one to "
    "four tickets of which only the last is removed, refusals, done, more tickets",
)
@pytest.mark.journey
@pytest.mark.parametrize("visit", ENGLISH_FIRST, indirect=True)
def test_a_name_is_changed_from_the_first_slip_to_more_tickets(visit: Visit) -> None:
    shop, page = make_shop(), visit.page
    event = make_event(shop, cart_limit=9)
    open_service(event)
    order = tickets_paid(event, 3)
    one, two, _three = numbers(order)
    visit.open(shop, "ticketservice/change")
    send, add, remove = map(
        visit.button, ("TICKETSERVICE_CHANGE_SUBMIT", "FORM_UPDATETICKET_ADD", "FORM_UPDATETICKET_REMOVE")
    )
    visit.look("ticketservice-change")
    send.click()
    for field, text in (
        ("ticket-1-type", "TYPE"), ("ticket-1-number", "NUMBER"), ("ticket-1-name", "NAME"),
        ("ticket-1-name-new", "NAMENEW"), ("service-order", "ORDER"), ("service-name", "NAME"),
        ("service-email", "EMAIL"),
    ):  # fmt: skip
        visit.told_at(field, f"TICKETSERVICE_ERROR_{text}")
    expect(page.get_by_role("alert")).to_be_focused()
    visit.look("ticketservice-change-slips")
    page.get_by_role("alert").get_by_role("link").first.press("Enter")
    expect(page.locator("#ticket-1-type")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("#ticket-1-type")).to_be_checked()
    fill(visit, 1, "12a", new="Ada + Lind")
    visit.told_at("ticket-1-number", "TICKETSERVICE_ERROR_DIGITS")
    visit.told_at("ticket-1-name-new", "TICKETSERVICE_ERROR_LINK")
    fill(visit, 1, one, new="Ada Lind")
    expect(remove).to_have_count(0)
    for place in (2, 3, 4):
        add.press("Enter")
        expect(page.locator(f"#ticket-{place}-type")).to_be_focused()
    expect(add).to_have_count(0)
    for _place in (4, 3):
        expect(remove).to_have_count(1)
        remove.press("Enter")
    expect(page.locator("#add-ticket")).to_be_focused()
    choose(visit, 2, "online")
    fill(visit, 2, grouped_number(one), new="Jo Lind")
    visit.told_at("ticket-2-number", "FORM_REFUND_ERROR_DUPLICATE")
    fill_self(visit, order.reference)
    fill(visit, 2, drawn_number(), new="Jo Lind")
    send.click()
    visit.told_at("ticket-2-number", "TICKETSERVICE_ERROR_UNKNOWN")
    visit.look("ticketservice-change-refused")
    page.fill("#ticket-2-number", two)
    send.click()
    expect(page.get_by_role("heading", level=2)).to_be_focused()
    visit.look("ticketservice-change-done")
    visit.button("FORM_UPDATETICKET_MORE").press("Enter")
    expect(page.locator("#ticket-1-number")).to_have_value("")
    choose(visit, 1, "online")
    fill(visit, 1, one, new="Kim Lind")
    fill_self(visit, order.reference)
    send.click()
    visit.told_at("ticket-1-number", "TICKETSERVICE_ERROR_NOTFREE")
    request = TicketServiceRequest.objects.get(order=order)
    assert (request.kind, request.language, request.items.count()) == ("change", visit.language, 2)


@pytest.mark.journey
@pytest.mark.parametrize("visit", GERMAN_FIRST, indirect=True)
def test_tickets_are_cancelled_with_a_picture_of_the_printed_one(visit: Visit, tmp_path: Path) -> None:
    shop, page = make_shop(), visit.page
    order = printed_paid(shop)
    paper = number_of(order)
    visit.open(shop, "ticketservice/cancel")
    send = visit.button("TICKETSERVICE_CANCEL_SUBMIT")
    visit.sees("TICKETSERVICE_CANCEL_AFTER")
    choose(visit, 1, "hard")
    fill(visit, 1, paper)
    fill_self(visit, "")
    send.click()
    visit.told_at("ticket-1-file", "TICKETSERVICE_ERROR_FILE")
    visit.look("ticketservice-cancel-slips")
    for name, content, text in (
        ("proof.pdf", b"%PDF-1.7", "TICKETSERVICE_ERROR_FILETYPE"), ("other.jpg", b"<html>", "ERROR_TICKETSERVICE"),
    ):  # fmt: skip
        (tmp_path / name).write_bytes(content)
        page.set_input_files("#ticket-1-file", tmp_path / name)
        send.click()
        visit.told_at("ticket-1-file", text)
    (tmp_path / "photo.jpg").write_bytes(picture(size=(800, 600)))
    page.set_input_files("#ticket-1-file", tmp_path / "photo.jpg")

    def fail(route: Route) -> None:
        route.abort()

    page.route("**/uploads", fail)
    send.click()
    visit.told_at("ticket-1-file", "ERROR_TICKETSERVICE")
    visit.look("ticketservice-cancel-upload-failed")
    page.unroute("**/uploads", fail)
    send.click()
    expect(page.get_by_role("heading", level=2)).to_be_focused()
    visit.look("ticketservice-cancel-done")
    item = TicketServiceItem.objects.get(request__order=order)
    assert item.number == paper and item.proof_id is not None
    assert ProofUpload.objects.get(pk=item.proof_id).claimed_at is not None
