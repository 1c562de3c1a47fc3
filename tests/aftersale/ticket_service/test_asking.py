"""Guests ask for tickets to be cancelled or renamed: what is checked, what belongs together, and what is told."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from aftersale.models import (
    RefundRequest,
    RequestedTicket,
    Ticket,
    TicketServiceItem,
    TicketServicePeriod,
    TicketServiceRequest,
)
from aftersale.numbers.tickets import drawn_number, grouped_number
from aftersale.tasks import send_ticket_service_mail
from aftersale.ticket_service import limits
from aftersale.ticket_service.rules import closes_at, name_parts, typed_number
from aftersale.tickets.actions import invalidate_ticket
from catalogue.models import Event
from shop.invariants import broken_invariants
from shop.models import AuditEntry, Mail, Shop
from shop.texts import lang_text
from tests.aftersale.refunds.bought import numbers, opened, sent, tickets_paid
from tests.factories import make_event, make_shop
from tests.guest import Guest
from tests.proofs import proves

from .asked import EMAIL, asked_for, body, number_of, open_service, printed_paid, send, uploaded

pytestmark = pytest.mark.django_db
KINDS = ["change", "cancel"]


@pytest.fixture
def guest(shop: Shop) -> Guest:
    return Guest(shop)


def fields(answer: Any) -> set[tuple[str, str]]:
    assert answer.status_code == 400, answer.content
    return {(field, one["code"]) for field, found in answer.json()["errors"].items() for one in found}


def refused(answer: Any) -> tuple[int, str, list[int]]:
    said = answer.json()
    return answer.status_code, said["code"], said.get("tickets", [])


class TestWhatIsAsked:
    @pytest.mark.parametrize("kind", KINDS)
    def test_it_is_stored_and_both_addresses_are_told(self, guest: Guest, event: Event, kind: str) -> None:
        order = tickets_paid(event, 2)
        one, two = numbers(order)
        answer = send(guest, kind, body(kind, order, [grouped_number(one), sent(two)], comment="Krank.\nLeider."))
        assert (answer.status_code, answer.json()) == (200, {"state": "received", "tickets": 2})
        assert answer.headers["Cache-Control"] == "private, no-store"
        request = TicketServiceRequest.objects.get()
        assert (request.kind, request.order, request.email, request.comment) == (kind, order, EMAIL, "Krank.\nLeider.")
        items = list(request.items.all())
        assert [item.ticket.number for item in items if item.ticket] == [one, two]
        assert [item.name_new for item in items] == (["Ada Lind"] * 2 if kind == "change" else ["", ""])
        assert set(Mail.objects.filter(kind="ticket_service_received").values_list("recipient", flat=True)) == {
            EMAIL, order.email,
        }  # fmt: skip
        assert Ticket.objects.valid().count() == 2, "staff decide"

    @pytest.mark.parametrize("kind", KINDS)
    def test_sent_twice_it_is_asked_once(self, guest: Guest, event: Event, kind: str) -> None:
        order = tickets_paid(event, 2)
        said = body(kind, order, numbers(order))
        assert [send(guest, kind, said).status_code for _again in range(2)] == [200, 200]
        assert TicketServiceRequest.objects.count() == 1
        assert Mail.objects.filter(kind="ticket_service_received").count() == 2

    def test_without_an_order_number_tickets_of_two_orders_become_two_requests(
        self, guest: Guest, event: Event
    ) -> None:
        one, two = tickets_paid(event, 1), tickets_paid(event, 1, key="key-2")
        said = body("cancel", one, numbers(one) + numbers(two), order_id="")
        assert send(guest, "cancel", said).status_code == 200
        assert {request.order for request in TicketServiceRequest.objects.all()} == {one, two}

    def test_nobodys_name_stands_in_a_history(self, guest: Guest, event: Event) -> None:
        order = tickets_paid(event, 1)
        send(guest, "change", body("change", order, numbers(order), comment="Geheimnis"))
        TicketServiceRequest.objects.update(note="Notiz")
        told = [str(one.changes) for one in AuditEntry.objects.all()]
        assert not [one for one in told if "Lind" in one or "Geheimnis" in one or EMAIL in one or "Notiz" in one]


class TestFields:
    """Purchase §5 "Cancel and change"."""

    @proves(
        "purchase §5",
        "the server checks all of it as well: required fields, digits only, an order on change, a proof for "
        "a printed ticket that is cancelled",
    )
    def test_what_is_missing(self, guest: Guest, event: Event) -> None:
        empty: dict[str, Any] = {"tickets": [{}]}
        common = {
            ("name", "required"), ("email", "required"), ("tickets.0.type", "required"), ("tickets.0.id", "required"),
            ("tickets.0.name", "required"),
        }  # fmt: skip
        assert fields(send(guest, "cancel", empty)) == common
        assert fields(send(guest, "change", empty)) == common | {
            ("order_id", "required"), ("tickets.0.name_new", "required"),
        }  # fmt: skip

    @pytest.mark.parametrize("number", ["12a4", "-1", "1.5", "²²²²", "١٢٣", "DROP TABLE", "1" * 60])
    def test_a_number_has_digits_only(self, guest: Guest, event: Event, number: str) -> None:
        said = body("cancel", tickets_paid(event, 1), [number])
        assert fields(send(guest, "cancel", said)) == {("tickets.0.id", "digits")}

    def test_one_to_four_tickets_each_once(self, guest: Guest, event: Event) -> None:
        order = tickets_paid(event, 1)
        for amount in (0, 5):
            said = body("cancel", order, [drawn_number() for _ticket in range(amount)])
            assert fields(send(guest, "cancel", said)) == {("tickets", "amount")}
        [number] = numbers(order)
        said = body("cancel", order, [number, sent(number)])
        assert fields(send(guest, "cancel", said)) == {("tickets.1.id", "duplicate")}
        assert send(guest, "cancel", body("cancel", order, [number] * 21)).status_code == 400

    def test_a_printed_ticket_that_is_cancelled_needs_a_proof_and_nothing_else_does(
        self, guest: Guest, shop: Shop
    ) -> None:
        order = printed_paid(shop)
        ticket = {"type": "hard", "id": number_of(order), "name": "Mira Falk", "name_new": "Ada Lind"}
        assert fields(send(guest, "cancel", body("cancel", order, [], tickets=[ticket]))) == {
            ("tickets.0.file", "required")
        }
        assert send(guest, "change", body("change", order, [], tickets=[ticket])).status_code == 200

    @pytest.mark.parametrize(
        ("name", "code"),
        [("Ada www.example.org", "link"), ("Ada + Lind", "link"), ("x" * 81, "too_long"),
         ("x" * 41 + " Lind", "too_long"), ("x" * 41, "too_long"), ("   ", "required")],
    )  # fmt: skip
    def test_a_new_name_is_one_that_a_ticket_can_bear(self, guest: Guest, event: Event, name: str, code: str) -> None:
        order = tickets_paid(event, 1)
        said = body("change", order, numbers(order))
        said["tickets"][0]["name_new"] = name
        assert fields(send(guest, "change", said)) == {("tickets.0.name_new", code)}

    def test_addresses_references_and_comments(self, guest: Guest, event: Event) -> None:
        order = tickets_paid(event, 1)
        said = body("cancel", order, numbers(order), email="mira@", order_id="nonsense", comment="x" * 1001)
        assert fields(send(guest, "cancel", said)) == {
            ("email", "invalid"), ("order_id", "invalid"), ("comment", "too_long"),
        }  # fmt: skip

    @pytest.mark.parametrize(
        "said",
        [[], "x", None, {}, {"tickets": "x"}, {"tickets": [7]}, {"tickets": [{"id": {}}]}, {"name": ["\0"]},
         {"tickets": [], "name": "\0"}, {"tickets": [], "name": "x" * 500}],
    )  # fmt: skip
    def test_nonsense_is_refused(self, guest: Guest, event: Event, said: Any) -> None:
        assert send(guest, "cancel", said).status_code == 400
        assert send(guest, "change", said).status_code == 400
        assert not TicketServiceRequest.objects.exists()


class TestWhoseTicket:
    @proves(
        "design §6",
        "number and order belong together, or number and name; all that is wrong has one answer and ends in the limit",
    )
    @pytest.mark.parametrize("kind", KINDS)
    def test_whatever_is_wrong_the_answer_is_the_same(self, guest: Guest, shop: Shop, event: Event, kind: str) -> None:
        order, other = tickets_paid(event, 2), tickets_paid(event, 1, key="key-2")
        one, ended = numbers(order)
        invalidate_ticket(ticket=Ticket.objects.get(number=ended), reason="charged back")
        elsewhere = make_event(make_shop("kellerkind", is_band=True))
        open_service(elsewhere)
        foreign = tickets_paid(elsewhere, 1, key="key-3")
        tries = [
            body(kind, order, [drawn_number()]), body(kind, order, [ended]), body(kind, order, numbers(other)),
            body(kind, order, ["7"]), body(kind, order, [one], order_id="B-00000"),
            body(kind, foreign, numbers(foreign)),
            body(kind, order, [], tickets=[{"type": "hard", "id": one, "name": "x", "name_new": "A B", "file": "x"}]),
        ]  # fmt: skip
        answers = [send(guest, kind, said) for said in tries]
        assert {json.dumps(refused(one)) for one in answers} == {json.dumps((422, "TICKETS_UNKNOWN", [0]))}
        assert not TicketServiceRequest.objects.exists()

    def test_without_an_order_number_number_and_name_belong_together(self, guest: Guest, event: Event) -> None:
        order = tickets_paid(event, 1)
        said = body("cancel", order, numbers(order), order_id="")
        said["tickets"][0]["name"] = "Somebody Else"
        assert refused(send(guest, "cancel", said))[1] == "TICKETS_UNKNOWN"
        said["tickets"][0]["name"] = "  mira   FALK "
        assert send(guest, "cancel", said).status_code == 200

    def test_short_printed_numbers_need_their_order(self, guest: Guest, shop: Shop) -> None:
        order = printed_paid(shop, "17")
        ticket = {"type": "hard", "id": "17", "name": "Mira Falk", "file": uploaded(guest)}
        said = body("cancel", order, [], tickets=[ticket], order_id="")
        assert refused(send(guest, "cancel", said))[1] == "TICKETS_UNKNOWN"
        assert send(guest, "cancel", said | {"order_id": order.reference}).status_code == 200

    def test_guesses_end_in_the_limit_and_then_nobody_is_told_what_is_right(
        self, guest: Guest, event: Event, monkeypatch: Any
    ) -> None:
        monkeypatch.setattr(limits, "GUESSES", replace(limits.GUESSES, hard=3, soft=3))
        order = tickets_paid(event, 2)
        one, two = numbers(order)
        for _again in range(4):
            assert send(guest, "cancel", body("cancel", order, [one])).status_code == 200, (
                "what is right does not count"
            )
            assert send(guest, "cancel", body("cancel", order, ["x"])).status_code == 400, "nor slips"
        for _guess in range(3):
            assert send(guest, "cancel", body("cancel", order, [drawn_number()])).status_code == 422
        for number in (two, drawn_number()):
            answer = send(guest, "cancel", body("cancel", order, [number]))
            assert (answer.status_code, answer.json()["code"]) == (429, "TOO_MANY_TICKET_REQUESTS")
        said = body("cancel", order, [two])
        assert send(Guest(guest.shop), "cancel", said).json()["code"] == "WORK_NEEDED"
        assert send(Guest(guest.shop, works=True), "cancel", said).status_code == 200

    def test_it_takes_the_same_statements_for_one_as_for_four(
        self, guest: Guest, event: Event, django_assert_max_num_queries: Any
    ) -> None:
        order, other = tickets_paid(event, 1), tickets_paid(event, 4, key="key-2")
        for one in (order, other):
            with django_assert_max_num_queries(48):
                assert send(guest, "cancel", body("cancel", one, numbers(one))).status_code == 200


class TestWhen:
    @proves(
        "purchase §9",
        "personalised tickets can be cancelled or renamed up to 48 hours before their event; tickets of "
        "events that are not open are refused",
    )
    def test_personalised_tickets_end_48_hours_before_their_event(self) -> None:
        begins = timezone.now()
        late, early = begins + timedelta(hours=1), begins - timedelta(days=9)
        assert closes_at(None, begins, personalised=False) is None
        assert closes_at(late, begins, personalised=False) == begins
        assert closes_at(late, begins, personalised=True) == begins - timedelta(hours=48)
        assert closes_at(early, begins, personalised=True) == early

    @pytest.mark.parametrize("kind", KINDS)
    def test_tickets_of_events_that_are_not_open_are_refused(self, guest: Guest, event: Event, kind: str) -> None:
        order = tickets_paid(event, 2)
        said = body(kind, order, numbers(order))
        Event.objects.update(
            happening_from=timezone.now() + timedelta(hours=47), personalization_requirement="check_in_required"
        )
        assert refused(send(guest, kind, said)) == (409, "TICKET_SERVICE_CLOSED", [0, 1])
        Event.objects.update(happening_from=timezone.now() + timedelta(hours=49))
        TicketServicePeriod.objects.update(**{f"{kind}_until": timezone.now() - timedelta(seconds=1)})
        assert refused(send(guest, kind, said))[1] == "TICKET_SERVICE_CLOSED"
        TicketServicePeriod.objects.update(**{f"{kind}_until": None})
        assert refused(send(guest, kind, said))[1] == "TICKET_SERVICE_CLOSED"
        TicketServicePeriod.objects.all().delete()
        assert refused(send(guest, kind, said))[1] == "TICKET_SERVICE_CLOSED"
        open_service(event)
        assert send(guest, kind, said).status_code == 200

    def test_cancelling_exists_below_a_band_only(self, event: Event) -> None:
        order = tickets_paid(event, 1)
        main = Guest(Shop.objects.get(slug="merchstand"))
        answer = send(main, "cancel", body("cancel", order, numbers(order)))
        assert (answer.status_code, answer.json()["code"]) == (404, "FORM_NOT_FOUND")


class TestOnce:
    @proves(
        "docs/decisions/0061",
        "a ticket stands in one request at a time; sent twice, or by many at once, it is asked once",
    )
    def test_a_ticket_stands_in_one_request_at_a_time(self, guest: Guest, event: Event) -> None:
        order = tickets_paid(event, 2)
        one, two = numbers(order)
        assert send(guest, "change", body("change", order, [one])).status_code == 200
        assert refused(send(guest, "cancel", body("cancel", order, [two, one]))) == (409, "TICKET_NOT_FREE", [1])
        renamed = body("change", order, [one])
        renamed["tickets"][0]["name_new"] = "Somebody Else"
        assert refused(send(guest, "change", renamed))[1] == "TICKET_NOT_FREE"
        assert TicketServiceItem.objects.count() == 1

    def test_what_is_refunded_already_is_not_asked_for_again(self, guest: Guest, event: Event) -> None:
        order = tickets_paid(event, 1)
        ticket = Ticket.objects.get()
        request = RefundRequest.objects.create(
            offer=opened(event), order=order, origin="guest", language="de", amount=1
        )
        RequestedTicket.objects.create(request=request, line=ticket.line, ticket=ticket)
        assert refused(send(guest, "cancel", body("cancel", order, numbers(order))))[1] == "TICKET_NOT_FREE"


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_refusal_has_its_words(language: str) -> None:
    """`features/after-sale/ticket-service/actions.ts` says what stands at each."""
    for key in (
        "ERROR_TICKETSERVICE", "TICKETSERVICE_ERROR_UNKNOWN", "TICKETSERVICE_ERROR_CLOSED",
        "TICKETSERVICE_ERROR_NOTFREE", "TICKETSERVICE_ERROR_GENERIC", "TICKETSERVICE_CLOSED", "LANG_ERROR_RATELIMIT",
    ):  # fmt: skip
        assert lang_text(key, language) not in ("", key)


def test_numbers_and_names_as_people_write_them() -> None:
    assert [typed_number(one) for one in ("2 100000 1", "12a", "", "١٢")] == ["21000001", "", "", ""]
    assert name_parts("Mira van Dyk") == ("Mira van", "Dyk")
    assert name_parts(" Suharto ") == ("", "Suharto")


@proves("purchase §9", "each step is told by mail, with 14 days for an answer and 20 working days for the money")
def test_the_mails_say_what_was_asked_and_how_long_it_takes(event: Event) -> None:
    order = tickets_paid(event, 1)
    asked_for("change", order, numbers(order))
    for one in Mail.objects.filter(kind="ticket_service_received"):
        send_ticket_service_mail(mail_id=str(one.pk))
    to_owner, to_other = sorted(mail.outbox, key=lambda written: written.to[0] == EMAIL)
    for told in (to_owner, to_other):
        assert "Ada Lind" in told.body and "14 Tagen" in told.body and numbers(order)[0] in told.body
    assert order.secret in to_owner.body and order.secret not in to_other.body
    assert not broken_invariants()
