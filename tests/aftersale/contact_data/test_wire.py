"""Who has a ticket's number says whom it is for and how to reach them; guesses tell nothing (purchase §5, §7, §8)."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.utils import timezone

from aftersale.models import Ticket
from aftersale.numbers.tickets import drawn_number, grouped_number
from aftersale.tickets import limits
from aftersale.tickets.actions import invalidate_ticket
from aftersale.tickets.limits import NUMBERS
from cart.models import TicketHolder
from catalogue.models import Event
from checkout.mails.together import send_with_others
from checkout.models import Order, OrderLine
from checkout.tasks import erase_ticket_holders
from shop.models import AuditEntry, Mail, Shop
from shop.texts import lang_text
from tests.aftersale.tickets.sold import event_of, numbers_sold, paid, told_order
from tests.factories import make_shop
from tests.guest import Answer, Guest
from tests.proofs import proves
from tests.words import worded

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]
ASKED = (
    "For these tickets we have to know who comes and how to reach them. If anything is missing or has changed, tell us "
    "by the ticket number."
)
UPDATEPERSONALIZATION = """mutation UPDATEPERSONALIZATION($input: UpdatePersonalizationInput!) {
  updatePersonalization(input: $input) { clientMutationId } }"""
MIRA = "Mira+Falk+Hafenstraße 12, 20359 Hamburg+040 123456"
TRACING = Event.Personalization.CONTACT_TRACING


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand")
    return make_shop("nachtfalter")


@pytest.fixture
def guest(shop: Shop) -> Guest:
    """Of whom an event begins to ask how to reach them once two tickets are sold."""
    bought, _order = paid(shop)
    asks()
    return bought


def asks(requirement: str = TRACING, **fields: Any) -> None:
    Event.objects.update(personalization_requirement=requirement, **fields)


def update(guest: Guest, code: str, identifier: str = MIRA) -> Answer:
    sent = {"code": code, "identifier": identifier, "clientMutationId": "7"}
    return guest.send({"query": UPDATEPERSONALIZATION, "variables": {"input": sent}})


def holders() -> list[str]:
    lines = OrderLine.objects.select_related("ticket_holder").order_by("number")
    return [str(line.ticket_holder or "") for line in lines]


@proves(
    "purchase §2, §5, §7",
    "whoever has a ticket says by its number who comes with it and how to reach them: parts joined by "
    "`+` or JSON; the check digit is dropped",
)
def test_the_number_without_its_check_digit_says_whose_ticket_it_is(guest: Guest) -> None:
    one, _two = numbers_sold()
    assert update(guest, one[:-1]).data == {"clientMutationId": "7"}
    assert holders() == ["Mira Falk", ""]
    holder = TicketHolder.objects.get()
    assert (holder.address, holder.phone) == ("Hafenstraße 12, 20359 Hamburg", "040 123456")
    for code in (one, grouped_number(one), f" {one[:-1]} "):
        assert update(guest, code, MIRA.replace("Mira", "Ada")).data, code
    assert holders() == ["Ada Falk", ""] and TicketHolder.objects.count() == 1


def test_as_json_too_and_what_else_stands_there_is_not_looked_at(guest: Guest) -> None:
    said = {
        "first_name": "Mira+", "last_name": "Falk", "address": "Weg 1 + 2", "phone": "+49 40 1", "checked_in": True,
        "expires_on": "2999-01-01", "id": 7,
    }  # fmt: skip
    assert update(guest, numbers_sold()[0], json.dumps(said)).data
    holder = TicketHolder.objects.get()
    assert [str(holder), holder.address, holder.phone] == ["Mira Falk", "Weg 1 2", "+49 40 1"]
    assert holder.erase_after < timezone.localdate() + timedelta(days=400)


@pytest.mark.parametrize(
    "identifier", ["{", "{}", "[]", '{"first_name": 7}', "", "Mira", "Mira+Falk", "{" * 3000, "+" * 9]
)
def test_what_is_missing_or_nonsense_changes_nothing(guest: Guest, identifier: str) -> None:
    assert update(guest, numbers_sold()[0], identifier).refusal["code"].startswith("PERSONALISATION_")
    assert not TicketHolder.objects.exists()


@proves("docs/decisions/0078", "a ticket's holder with one name has it in whichever field they write it")
@pytest.mark.parametrize(
    "identifier",
    ["Suharto++Weg 1+040 1", "+Suharto+Weg 1+040 1", '{"first_name": "Suharto", "address": "Weg 1", "phone": "040 1"}'],
)
def test_one_name_is_enough_also_moved_to_the_other_field_once_names_are_closed(guest: Guest, identifier: str) -> None:
    one = numbers_sold()[0]
    assert update(guest, one, identifier).data
    assert holders() == ["Suharto", ""]
    asks(happening_from=timezone.now() + timedelta(hours=47), happening_until=None)
    assert update(guest, one, "+Suharto+Weg 2+040 2").data
    assert update(guest, one, "Suharto+Falk+Weg 2+040 2").refusal["code"] == "NAMES_CLOSED"
    assert holders() == ["Suharto", ""]


def test_what_is_missing_is_named_and_what_is_too_long_or_leads_somewhere(guest: Guest) -> None:
    one = numbers_sold()[0]
    assert update(guest, one, "Mira+Falk++1").refusal["missing"] == ["address"]
    assert update(guest, one, "++Weg 1+1").refusal["missing"] == ["first_name", "last_name"]
    assert update(guest, one, MIRA.replace("Mira", "x" * 41)).refusal["limit"] == 40
    assert update(guest, one, MIRA.replace("Mira", "www.example.org")).refusal["code"] == "PERSONALISATION_LINK"
    assert not TicketHolder.objects.exists()


@proves(
    "purchase §8",
    "every refusal of an update has its text in both languages; what is missing or nonsense changes nothing",
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_refusal_has_its_words(guest: Guest, language: str) -> None:
    """What stands at each, `features/after-sale/trace/action.ts` says by these codes."""
    guest = Guest(guest.shop, language)
    one, two = numbers_sold()
    refused = update(guest, "100000000000").refusal
    assert refused["code"] == "NOT_FOUND"
    update(guest, one)
    start = timezone.now() + timedelta(hours=47)
    asks(happening_from=start, happening_until=None)
    assert update(guest, one, MIRA.replace("Mira", "Ada")).refusal["code"] == "NAMES_CLOSED"
    asks(Event.Personalization.CHECK_IN)
    assert update(guest, two).refusal["code"] == "CONTACT_DATA_NOT_ASKED"
    asks(happening_from=timezone.now() - timedelta(days=2))
    assert update(guest, two).refusal["code"] == "CONTACT_DATA_CLOSED"
    for key in (
        "FORM_UPDATETICKET_ERROR_GENERIC", "FORM_UPDATETICKET_ERROR_NOTFOUND", "FORM_UPDATETICKET_ERROR_CLOSED",
        "FORM_UPDATETICKET_ERROR_NOTASKED", "FORM_UPDATETICKET_ERROR_NAMES", "FORM_UPDATETICKET_ERROR_CODE",
        "FORM_UPDATETICKET_ERROR_LEGAL", "LANG_ERROR_RATELIMIT",
    ):  # fmt: skip
        assert lang_text(key, language) not in ("", key)


@proves(
    "docs/decisions/0059",
    "names close 48 hours before the event, address and phone with its last day; events that ask for none keep none",
)
def test_names_close_before_address_and_phone(guest: Guest) -> None:
    one, two = numbers_sold()
    update(guest, one)
    asks(happening_from=timezone.now() + timedelta(hours=1), happening_until=None)
    assert update(guest, one, "mira+FALK+Weg 2+0171").data, "the same name"
    assert TicketHolder.objects.get().address == "Weg 2"
    assert update(guest, two, MIRA).data, "nobody was named"
    asks(happening_from=timezone.now() - timedelta(hours=1), happening_until=timezone.now() + timedelta(days=1))
    assert update(guest, one, "Mira+Falk+Weg 3+0171").data, "somebody forgot it at the door"


@pytest.mark.parametrize("asked", [Event.Personalization.NONE, Event.Personalization.CHECK_IN])
def test_where_nobody_asks_for_it_nothing_is_kept(guest: Guest, asked: str) -> None:
    asks(asked)
    assert update(guest, numbers_sold()[0]).refusal["code"] == "CONTACT_DATA_NOT_ASKED"
    assert not TicketHolder.objects.exists()


@proves(
    "design §6",
    "guessed numbers tell nothing and end in the limit, at this door and the other together; those who are right go on",
)
def test_whatever_is_wrong_with_a_number_the_answer_is_the_same(guest: Guest, shop: Shop) -> None:
    one, two = numbers_sold()
    other = Guest(make_shop("kellerkind"))
    ticket = Ticket.objects.get(number=two)
    invalidate_ticket(ticket=ticket, reason="charged back")
    wrong_digit = one[:-1] + str((int(one[-1]) + 1) % 10)
    tries = [update(guest, code) for code in ("", "7", "12a", "²" * 12, "1" * 500, wrong_digit, drawn_number(), two)]
    tries.append(update(other, one))
    assert all(one.refusal == {"code": "NOT_FOUND"} for one in tries)
    assert len({one.body["errors"][0]["message"] for one in tries}) == 1
    assert not TicketHolder.objects.exists()


def test_guesses_end_in_the_limit_and_those_who_are_right_do_not(guest: Guest, monkeypatch: Any) -> None:
    monkeypatch.setattr(limits, "NUMBERS", replace(NUMBERS, hard=4, soft=4))
    one = numbers_sold()[0]
    for _time in range(6):
        assert update(guest, one).data, "a queue at the door shares an address"
        assert update(guest, one, "").refusal["code"] == "PERSONALISATION_MISSING"
    for _guess in range(2):
        assert update(guest, drawn_number()).refusal["code"] == "NOT_FOUND"
        assert event_of(guest, drawn_number()).refusal["code"] == "NOT_FOUND", "another door, the same limit"
    for code in (drawn_number(), one):
        assert update(guest, code).refusal["code"] == "RATE_LIMITED"
    assert update(Guest(guest.shop), one).refusal["code"] == "WORK_NEEDED"
    for another in (Guest(guest.shop, works=True), Guest(guest.shop, address="192.0.2.7")):
        assert update(another, one).data


@proves("purchase §9", "it is erased 28 days after the event, and stands in no history")
def test_it_is_erased_28_days_after_the_event(guest: Guest) -> None:
    asks(happening_from=timezone.now(), happening_until=None)
    update(guest, numbers_sold()[0])
    holder = TicketHolder.objects.get()
    assert holder.erase_after == timezone.localdate() + timedelta(days=28)
    asks(happening_from=timezone.now() - timedelta(days=29))
    for left, still in ((0, True), (-1, False)):
        TicketHolder.objects.update(erase_after=timezone.localdate() + timedelta(days=left))
        erase_ticket_holders(timestamp=0)
        assert TicketHolder.objects.exists() is still
    assert holders() == ["", ""]


def test_it_is_kept_as_long_after_an_event_that_was_postponed_since(guest: Guest) -> None:
    """No cart's line names who was told after the sale."""
    update(guest, numbers_sold()[0])
    TicketHolder.objects.update(erase_after=timezone.localdate() - timedelta(days=1))
    for days, still in ((-28, True), (-29, False)):
        asks(happening_from=timezone.now() + timedelta(days=days), happening_until=None)
        erase_ticket_holders(timestamp=0)
        assert TicketHolder.objects.exists() is still


def test_nobodys_name_stands_in_a_history(guest: Guest) -> None:
    update(guest, numbers_sold()[0])
    assert not [one for one in AuditEntry.objects.all() if "Falk" in str(one.changes) or "Hafenstr" in str(one.changes)]


@proves(
    "purchase §2, §4, §5",
    "the form in both languages, on a phone and a desktop: slips at their fields, one to four tickets of "
    "which only the last is removed, refusals, done, more tickets",
)
@pytest.mark.parametrize(("path", "language"), [("/nachtfalter/trace", "de"), ("/trace", "en")])
def test_its_page_has_its_title_and_is_not_indexed(guest: Guest, path: str, language: str) -> None:
    page = guest.client.get(f"{path}?lang={language}", follow=True).content.decode()
    assert lang_text("FORM_UPDATETICKET_TITLE", language) in page and "noindex" in page


class TestWayThere:
    def test_an_order_with_such_tickets_leads_there_until_the_event_is_over(self, guest: Guest) -> None:
        order = Order.objects.get()
        assert told_order(guest, order)["contactData"] is True
        asks(happening_from=timezone.now() - timedelta(days=1), happening_until=None)
        assert told_order(guest, order)["contactData"] is False
        asks(happening_from=timezone.now() + timedelta(days=1))
        for requirement in (Event.Personalization.CHECK_IN, Event.Personalization.NONE):
            asks(requirement)
            assert told_order(guest, order)["contactData"] is False
        asks()
        for ticket in Ticket.objects.all():
            invalidate_ticket(ticket=ticket, reason="charged back")
        assert told_order(guest, order)["contactData"] is False

    @proves(
        "purchase §2",
        "the mail with the tickets and the order's page lead there, in both languages, while an event that "
        "asks for it is not over",
    )
    @pytest.mark.parametrize("language", ["de", "en"])
    def test_so_does_the_mail_with_the_tickets(self, guest: Guest, settings: Any, language: str) -> None:
        settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
        mail = Mail.objects.get(kind="tickets")

        def sent() -> list[str]:
            Mail.objects.filter(pk=mail.pk).update(sent_at=None, language=language)
            outbox.outbox.clear()
            send_with_others(str(mail.pk))
            (message,) = outbox.outbox
            return [str(message.body), str(message.alternatives[0][0])]

        text = worded(ASKED, language)
        for form in sent():
            assert text in form and "/nachtfalter/trace" in form
        asks(Event.Personalization.CHECK_IN)
        assert not any("/trace" in form for form in sent())
