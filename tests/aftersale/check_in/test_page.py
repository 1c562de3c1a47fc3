"""The check-in in a browser: number, form, done, once more.

Before it opens, once it is closed, and every refusal: frontend/src/routes/checkin/route.test.tsx.
"""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from aftersale.models import CheckIn
from aftersale.numbers.tickets import drawn_number
from catalogue.models import Event
from tests.aftersale.refunds.bought import numbers, tickets_paid
from tests.aftersale.visits import GERMAN_FIRST, Visit
from tests.factories import make_event, make_shop
from tests.proofs import proves

from .night import asking


def enter(visit: Visit, code: str) -> None:
    visit.page.fill("#ticket-number", code)
    visit.page.press("#ticket-number", "Enter")


@proves("purchase §2, §4; design §6", "the page in both languages, on a phone and a desktop, by keyboard")
@pytest.mark.journey
@pytest.mark.parametrize("visit", GERMAN_FIRST, indirect=True)
def test_from_the_number_to_the_confirmation(visit: Visit) -> None:
    shop, page = make_shop(), visit.page
    event, plain = make_event(shop, checkin=True), make_event(shop, checkin=True)
    one, two = numbers(tickets_paid(event, 2))
    (other,) = numbers(tickets_paid(plain, 1, key="key-2"))
    Event.objects.filter(owner=shop).update(happening_from=timezone.now() + timedelta(days=2), happening_until=None)
    form = asking(event)
    label = {"de": "{} bitte", "en": "{} please"}[visit.language].format

    visit.open(shop, "checkin")
    visit.look("checkin-number")
    visit.button("CHECKIN_CONTINUE").click()
    visit.told_at("ticket-number", "CHECKIN_ERROR_NONUMBER")
    expect(page.locator("#ticket-number")).to_be_focused()
    page.fill("#ticket-number", "2 100")
    visit.told_at("ticket-number", "CHECKIN_ERROR_NUMBER")
    enter(visit, drawn_number())
    expect(visit.heading("CHECKIN_ERROR")).to_be_focused()
    visit.sees("CHECKIN_ERROR_NOTFOUND")
    expect(page.locator("#ticket-number")).to_have_value("")
    visit.look("checkin-missing")
    enter(visit, f"{one[0]} {one[1:7]} {one[7:]}")
    expect(page.get_by_role("heading", level=2)).to_be_focused()
    at_the_latest = visit.text("CHECKIN_UNTIL", date="|", time="|").rpartition("|")[2]
    expect(page.get_by_text(at_the_latest)).to_be_visible()
    visit.look("checkin-form")
    send = visit.button("CHECKIN_SUBMIT")
    send.click()
    visit.told_at("answer-name", "CHECKIN_ERROR_REQUIRED", field=label("name"))
    visit.told_at("answer-rules", "CHECKIN_ERROR_TICK", field=label("rules"))
    visit.look("checkin-slips")
    page.get_by_role("link", name=visit.text("CHECKIN_ERROR_REQUIRED", field=label("name"))).press("Enter")
    expect(page.locator("#answer-name")).to_be_focused()
    page.keyboard.type("Mira")
    page.focus("#answer-rules")
    page.keyboard.press("Space")
    page.press("#answer-name", "Enter")
    expect(visit.heading("CHECKIN_DONE")).to_be_focused()
    expect(visit.button("CHECKIN_CHANGE")).to_have_count(0)
    visit.look("checkin-done")
    visit.button("CHECKIN_MORE").click()
    enter(visit, one)
    expect(visit.heading("CHECKIN_ALREADY")).to_be_visible()
    visit.look("checkin-already")
    form.allow_retake = True
    form.save()
    # The address of a ticket asks for it at once, and forgets its number.
    visit.open(shop, f"checkin?id={one}")
    visit.sees("CHECKIN_AGAIN")
    assert one not in page.url
    expect(page.locator("#answer-name")).to_have_value("")
    page.fill("#answer-name", "Jo")
    page.check("#answer-rules")
    send.click()
    visit.button("CHECKIN_CHANGE").click()
    page.fill("#answer-name", "Ada")
    send.click()
    expect(visit.heading("CHECKIN_DONE")).to_be_focused()
    # That of an event says which before a number is typed.
    visit.open(shop, f"checkin?id={event.slug}")
    expect(page.get_by_role("heading", level=2)).to_be_visible()
    enter(visit, two)
    expect(page.locator("#answer-name")).to_be_visible()
    visit.open(shop, f"checkin?id={other}")
    visit.sees("CHECKIN_CONFIRM_TEXT")
    send.click()
    expect(visit.heading("CHECKIN_DONE")).to_be_focused()
    done = CheckIn.objects.filter(ticket__line__variant__event__owner=shop).order_by("checked_in_at")
    assert list(done.values_list("answers", flat=True)) == [{"name": "Ada", "rules": True}, {}]
