"""Where Google Wallet is led to: a link that holds the ticket, signed, with its own code."""

import json
from base64 import urlsafe_b64decode
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.hashes import SHA256

from aftersale.models import Ticket
from aftersale.tickets.actions import reissue_ticket
from aftersale.tickets.codes import code_of
from aftersale.tickets.queries import valid_tickets
from aftersale.tickets.wallet.google import SAVE, save_link
from cart.models import TicketHolder
from catalogue.models import Event
from checkout.models import OrderLine, Placement
from tests import wallets
from tests.aftersale.tickets.evening import evening
from tests.proofs import proves

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def wallet(settings: Any) -> None:
    settings.GOOGLE_WALLET = wallets.google()


def decoded(part: str) -> bytes:
    return urlsafe_b64decode(part + "=" * (-len(part) % 4))


def read(link: str) -> dict[str, Any]:
    """What a link says, once its signature is proved with the account's public key."""
    assert link.startswith(SAVE)
    head, claims, signature = link.removeprefix(SAVE).split(".")
    assert json.loads(decoded(head)) == {"alg": "RS256", "typ": "JWT"}
    key = wallets.leaf_key().public_key()
    key.verify(decoded(signature), f"{head}.{claims}".encode(), PKCS1v15(), SHA256())
    with pytest.raises(InvalidSignature):
        key.verify(decoded(signature), f"{head}.{claims}x".encode(), PKCS1v15(), SHA256())
    return dict(json.loads(decoded(claims)))


def told(placement: Placement, ticket: Ticket | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    """What it says of the event, and of the ticket."""
    payload = read(save_link(placement.order, ticket or valid_tickets(placement.order)[0]))["payload"]
    (kind,), (thing,) = payload["eventTicketClasses"], payload["eventTicketObjects"]
    return kind, thing


def of_language(text: dict[str, Any]) -> tuple[str, str]:
    return text["defaultValue"]["language"], text["defaultValue"]["value"]


@proves("design §1, docs/decisions/0054", "Google Wallet: a signed link with the ticket, made at the click")
def test_it_is_what_google_asks_for_and_signed_by_the_account() -> None:
    placement = evening(amount=1)
    claims = read(save_link(placement.order, valid_tickets(placement.order)[0]))
    assert (claims["iss"], claims["aud"], claims["typ"]) == (wallets.ACCOUNT, "google", "savetowallet")
    assert claims["origins"] == [] and claims["iat"] > 1_700_000_000
    kind, thing = told(placement)
    assert thing["classId"] == kind["id"]
    assert all(one["id"].startswith(f"{wallets.ISSUER}.") for one in (kind, thing))
    assert (kind["reviewStatus"], thing["state"]) == ("UNDER_REVIEW", "ACTIVE")


@pytest.mark.parametrize("language", ["de", "en"])
def test_it_says_what_the_ticket_does_in_the_orders_language(language: str) -> None:
    placement = evening(language, amount=1)
    (ticket,) = valid_tickets(placement.order)
    kind, thing = told(placement)
    assert thing["barcode"] == {"type": "QR_CODE", "value": code_of(ticket)}
    assert thing["ticketNumber"] == ticket.number
    assert thing["reservationInfo"] == {"confirmationCode": placement.order.reference}
    assert thing["validTimeInterval"] == {"end": {"date": "2027-04-10T08:00:00+02:00"}}
    assert of_language(kind["eventName"]) == (language, "Nachtfalter – Nachtflug-Tour 2027")
    assert of_language(kind["venue"]["name"]) == (language, "Knust")
    assert of_language(kind["venue"]["address"]) == (language, "Neuer Kamp 30, 20357 Hamburg")
    assert kind["issuerName"] == "Nachtfalter GbR" and kind["hexBackgroundColor"].startswith("#")
    assert kind["dateTime"] == {"doorsOpen": "2027-04-09T19:00:00+02:00", "start": "2027-04-09T20:00:00+02:00"}


def test_a_date_that_is_not_told_stands_nowhere() -> None:
    kind, thing = told(evening(amount=1, hide_date=True))
    assert "dateTime" not in kind and "validTimeInterval" not in thing


def test_what_says_something_else_is_another_object() -> None:
    placement = evening(amount=2)
    first, second = valid_tickets(placement.order)
    (kind, one), (same_kind, other) = told(placement, first), told(placement, second)
    assert kind == same_kind and one["id"] != other["id"]
    reissue_ticket(ticket=first, reason="copied")
    same_kind, anew = told(placement, valid_tickets(placement.order)[0])
    assert kind == same_kind and anew["id"] != one["id"] and anew["barcode"] != one["barcode"]
    Event.objects.update(door_time=None)
    moved, _thing = told(placement, valid_tickets(placement.order)[0])
    assert moved["id"] != kind["id"]


def test_with_a_seat_and_a_holder_and_the_longest_names_it_is_a_link_that_browsers_follow() -> None:
    long = "Ein Abend mit der wirklich außerordentlich langen Nacht der tausend Nachtfalter und ihrer Freunde " * 2
    placement = evening(amount=1, descriptive_name=long[:230], local_organizer="Veranstaltungsgesellschaft " * 5)
    holder = TicketHolder.objects.create(first_name="Ä" * 40, last_name="Ö" * 40, erase_after="2027-05-01")
    OrderLine.objects.update(ticket_holder=holder, seat_section="Oberrang Süd", seat_row="12", seat_number="134")
    (ticket,) = valid_tickets(placement.order)
    link = save_link(placement.order, ticket)
    kind, thing = told(placement)
    assert len(link) < 2400
    assert of_language(thing["seatInfo"]["section"])[1] == "Oberrang Süd"
    assert len(of_language(kind["eventName"])[1]) == 60 == len(thing["ticketHolderName"])
    assert str(holder).startswith(thing["ticketHolderName"][:-1])
