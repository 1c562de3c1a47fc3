"""A ticket's holder with one name, wherever tickets are shown, printed, sent, searched and checked."""

import json
import re
from base64 import urlsafe_b64decode
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User
from django.core import mail as outbox
from django.test import Client

from aftersale.entrance.queries import found_tickets
from aftersale.models import Ticket
from aftersale.ticket_service.queries import is_holders_name
from aftersale.tickets.papers import tickets_pdf
from aftersale.tickets.queries import valid_tickets
from aftersale.tickets.wallet.apple import ticket_pass
from aftersale.tickets.wallet.google import save_link
from catalogue.models import Event
from checkout.actions.orders.naming import name_tickets
from checkout.mails.together import send_with_others
from checkout.models import Placement
from shop.models import Mail
from tests import wallets
from tests.pdf_words import words_of
from tests.proofs import proves
from tests.staff import as_member, text_at

from .evening import evening

pytestmark = pytest.mark.django_db
NAME = "Suharto"
# What two parts leave behind where one is empty: blanks or signs beside the name.
LEFT_OVER = re.compile(rf"(?:  |, |\+){NAME}|{NAME}(?:  | ,|,\s*$|\+)", re.MULTILINE)


@pytest.fixture(params=[f"{NAME}+", f"+{NAME}"], ids=["first", "last"])
def placement(request: pytest.FixtureRequest, settings: Any) -> Placement:
    """Of one ticket, whose holder wrote the name into one of the fields after the sale."""
    settings.APPLE_WALLET, settings.GOOGLE_WALLET = wallets.apple(), wallets.google()
    placement = evening("en", amount=1)
    Event.objects.update(personalization_requirement="check_in_required")
    name_tickets(order=placement.order, texts={str(placement.lines.get().pk): request.param})
    return placement


@pytest.fixture
def ticket(placement: Placement) -> Ticket:
    return valid_tickets(placement.order)[0]


@pytest.fixture
def staff(placement: Placement) -> Client:
    return as_member(User.objects.create_superuser("boss"))


def tells(text: str) -> bool:
    """Whether it names the holder, with nothing beside it."""
    assert not LEFT_OVER.search(text), text
    return NAME in text


@proves("docs/decisions/0078", "tickets, mails, wallets, lists and searches have one name without a gap beside it")
def test_what_the_buyer_gets_has_the_name(placement: Placement, ticket: Ticket) -> None:
    (page,) = words_of(tickets_pdf(placement.order, [ticket]))
    assert tells(page)
    for kind in ("confirmation", "tickets"):
        send_with_others(str(Mail.objects.get(kind=kind).pk))
        message = outbox.outbox[-1]
        assert tells(str(message.body)) and tells(str(message.alternatives[0].content)), kind
    assert tells(ZipFile(BytesIO(ticket_pass(placement.order, ticket))).read("pass.json").decode())
    claims = json.loads(urlsafe_b64decode(save_link(placement.order, ticket).split(".")[-2] + "=="))
    assert claims["payload"]["eventTicketObjects"][0]["ticketHolderName"] == NAME


def test_the_entrance_finds_it_by_the_name(ticket: Ticket) -> None:
    event = ticket.line.variant.event
    assert event is not None
    (found,) = found_tickets(event, NAME[:4].lower())
    assert (found.name, found.row.initials) == (NAME, "S.")


def test_the_ticket_service_knows_it_by_the_name(ticket: Ticket) -> None:
    assert is_holders_name(ticket.line, NAME.lower()) and not is_holders_name(ticket.line, f"{NAME} Falk")


@pytest.mark.parametrize("listing", ["ticket", "attendee"])
def test_staff_find_it_by_the_name(staff: Client, ticket: Ticket, listing: str) -> None:
    shown = " ".join(text_at(staff, f"/admin/aftersale/{listing}/", q=NAME).split())
    assert ticket.number[7:] in shown and tells(shown)
    assert ticket.number[7:] not in text_at(staff, f"/admin/aftersale/{listing}/", q="Sukarno")


def test_staff_take_it_away_and_see_it_at_the_order(staff: Client, ticket: Ticket, placement: Placement) -> None:
    chosen = {"action": "export", "_selected_action": [str(ticket.pk)], "index": "0"}
    assert f",{NAME}," in staff.post("/admin/aftersale/attendee/", chosen).content.decode().replace(";", ",")
    assert tells(" ".join(text_at(staff, f"/admin/checkout/order/{placement.order_id}/change/").split()))
