"""Who has a ticket checks in by its number, once or again, while the check-in is open (purchase §3–§5, §8)."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from aftersale.forms import limits
from aftersale.models import CheckIn, CheckInForm, CheckInItem, Ticket
from aftersale.tasks import erase_check_in_answers
from aftersale.tickets.actions import invalidate_ticket, reissue_ticket
from aftersale.tickets.limits import BY_ASKER
from aftersale.tickets.rules import drawn_number
from catalogue.models import Event
from launch.paths import ROOT
from shop.invariants import broken_invariants
from shop.models import AuditEntry, Shop
from shop.texts import lang_text
from shop.web.rate_limits import Limit
from tests.aftersale.refunds.bought import numbers, sent, tickets_paid
from tests.aftersale.tickets.test_admin import as_member, clerk, text
from tests.factories import make_event, make_shop
from tests.guest import Answer, Guest

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]
CHECKIN = Path(ROOT / "frontend/src/routes/checkin/checkin.graphql").read_text()
ADMIN = "/admin/aftersale/"
GOOD = {"food": "vegan", "rules": True}


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand")
    return make_shop("nachtfalter")


@pytest.fixture
def event(shop: Shop) -> Event:
    """In three days, with a text to read, a line that may stay empty, and a box that has to be ticked."""
    made = make_event(shop, name="Gala", checkin=True)
    form = CheckInForm.objects.create(event=made)
    parts: tuple[dict[str, Any], ...] = (
        {"kind": "content", "header_de": "Ablauf", "content_de": "<p>Um acht.</p>"},
        {"kind": "form", "name": "food", "label_de": "Was isst du?", "form_type": "text"},
        {
            "kind": "form",
            "name": "rules",
            "label_de": "Ich kenne die Regeln",
            "form_type": "checkbox",
            "required": True,
        },
    )
    for order, part in enumerate(parts):
        CheckInItem.objects.create(form=form, order=order, **part)
    return made


def sold(event: Event, amount: int = 1, key: str = "key-1") -> list[str]:
    """Numbers of tickets, sold long before the event, which is near by now."""
    found = numbers(tickets_paid(event, amount, key=key))
    event.happening_from = timezone.now() + timedelta(days=3)
    event.save()
    return found


@pytest.fixture
def ticket(event: Event) -> str:
    return sold(event)[0]


@pytest.fixture
def guest(shop: Shop) -> Guest:
    return Guest(shop)


def ask(guest: Guest, what: object) -> Answer:
    return guest.send({"query": CHECKIN, "variables": {"id": str(what)}})


def check_in(guest: Guest, code: str, answers: Any = None, **more: Any) -> Any:
    return guest.post("forms/check-in/responses", {"validation_code": code, "answers": answers or GOOD} | more)


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_it_tells_what_the_event_asks(guest: Guest, event: Event, ticket: str) -> None:
    told = ask(guest, sent(ticket)).data
    assert [(one["type"], one["header"], one["label"], one["formType"], one["tags"]) for one in told["content"]] == [
        ("content", "Ablauf", "", "text", []),
        ("form", "", "Was isst du?", "text", []),
        ("form", "", "Ich kenne die Regeln", "checkbox", ["required"]),
    ]
    assert told["content"][0]["content"] == "<p>Um acht.</p>"
    assert (told["checkinActive"], told["checkinOver"], told["ticketKnown"], told["checkedIn"]) == (
        True, False, True, False,
    )  # fmt: skip
    opens = timezone.localtime(event.happening_from - timedelta(days=5))
    assert told["recommendedUntil"] == (event.happening_from - timedelta(hours=6)).isoformat()
    assert told["checkinDate"] == opens.date().isoformat()
    assert told["event"]["id"] == str(event.pk)
    by_event = ask(guest, event.pk).data
    assert by_event["ticketKnown"] is False and by_event["content"] == told["content"]
    assert ask(guest, event.slug).data["event"]["id"] == str(event.pk)


def test_who_checks_in_has_done_so_until_28_days_after_the_event(guest: Guest, event: Event, ticket: str) -> None:
    answer = check_in(guest, sent(ticket))
    expires = (timezone.localtime(event.happening_from) + timedelta(days=28)).date()
    assert answer.json() == {"checked_in": True, "expires_on": expires.isoformat()}
    assert answer.headers["Cache-Control"] == "private, no-store"
    told = ask(guest, ticket).data
    assert (told["checkedIn"], told["expiresOn"]) == (True, expires.isoformat())
    order = Ticket.objects.get().line.placement.order
    query = "query($id: ID!) { tickets(orderId: $id) { personalIdentifier } }"
    (identifier,) = guest.send({"query": query, "variables": {"id": order.secret}}).data
    found = json.loads(identifier["personalIdentifier"])
    assert (found["checked_in"], found["expires_on"]) == (True, expires.isoformat())
    assert CheckIn.objects.get().answers == GOOD and not broken_invariants()
    assert not any("vegan" in str(one.changes) for one in AuditEntry.objects.all())


def test_thirteen_characters_lose_the_last_one_and_blanks_do_not_count(guest: Guest, event: Event) -> None:
    first, second = sold(event, 2)
    assert check_in(guest, f" {first[:4]} {first[4:]} ").status_code == 200
    assert check_in(guest, sent(second)).status_code == 200


def test_the_same_once_more_changes_nothing_and_other_answers_only_where_they_may(
    guest: Guest, event: Event, ticket: str
) -> None:
    check_in(guest, ticket)
    before = CheckIn.objects.get().checked_in_at
    assert check_in(guest, ticket).status_code == 200 and CheckIn.objects.get().checked_in_at == before
    other = {"food": "meat", "rules": True}
    assert refusal(check_in(guest, ticket, other)) == (409, "ALREADY_CHECKED_IN")
    CheckInForm.objects.update(allow_retake=True)
    assert check_in(guest, ticket, other).status_code == 200
    assert CheckIn.objects.get().answers == other


def test_before_and_after_it_is_closed(guest: Guest, event: Event, ticket: str) -> None:
    Event.objects.update(check_in_start_at=timezone.now() + timedelta(hours=1))
    answer = check_in(guest, ticket)
    assert refusal(answer) == (409, "CHECK_IN_NOT_OPEN") and answer.json()["opensAt"]
    assert ask(guest, ticket).data["checkinActive"] is False
    Event.objects.update(check_in_start_at=None, check_in_end_at=timezone.now() - timedelta(minutes=1))
    assert refusal(check_in(guest, ticket)) == (409, "CHECK_IN_CLOSED")
    assert ask(guest, ticket).data["checkinOver"] is True
    Event.objects.update(hide_date=True)
    told = ask(guest, ticket).data
    assert [told[name] for name in ("checkinDate", "checkInStartAt", "checkInEndAt", "recommendedUntil")] == [None] * 4
    assert not CheckIn.objects.exists()


@pytest.mark.parametrize(
    ("answers", "field", "code"),
    [
        ({"food": "x"}, "answers.rules", "required"),
        ({"rules": False}, "answers.rules", "required"),
        ({"rules": "yes"}, "answers.rules", "invalid"),
        ({"rules": True, "food": "x" * 301}, "answers.food", "too_long"),
        ({"rules": True, "food": 7}, "answers.food", "invalid"),
        ({"rules": True, "shoe": "44"}, "answers", "unknown"),
    ],
    ids=str,
)
def test_what_is_answered_has_to_fit(guest: Guest, ticket: str, answers: Any, field: str, code: str) -> None:
    answer = check_in(guest, ticket, answers)
    assert refusal(answer) == (400, "INVALID_INPUT")
    assert [one["code"] for one in answer.json()["errors"][field]] == [code]
    assert not CheckIn.objects.exists()


def test_whatever_is_wrong_with_a_number_it_is_not_found(guest: Guest, shop: Shop, event: Event, ticket: str) -> None:
    elsewhere = make_shop("other")
    theirs = make_event(elsewhere, checkin=True)
    foreign = sold(theirs, key="key-2")[0]
    ended = Ticket.objects.get(number=ticket)
    invalidate_ticket(ticket=ended, reason="lost")
    for wrong in (foreign, drawn_number(), ticket, "", "nonsense", "1" * 40, "²" * 13):
        assert refusal(check_in(guest, wrong)) == (404, "NOT_FOUND"), wrong
    assert ask(guest, drawn_number()).refusal["code"] == "NOT_FOUND"


def test_an_event_without_says_so(guest: Guest, shop: Shop) -> None:
    without = make_event(shop)
    number = sold(without)[0]
    assert refusal(check_in(guest, number)) == (404, "CHECK_IN_NOT_FOUND")
    for what in (number, without.pk, "unknown", "999999"):
        assert ask(guest, what).refusal["code"] == "CHECK_IN_NOT_FOUND"


def test_guesses_end(guest: Guest, ticket: str) -> None:
    for _guess in range(BY_ASKER.attempts):
        check_in(guest, drawn_number())
    assert refusal(check_in(guest, ticket)) == (429, "RATE_LIMITED")


def test_an_event_that_asks_for_nothing_wants_only_the_confirmation(guest: Guest, shop: Shop) -> None:
    bare = make_event(shop, checkin=True)
    number = sold(bare)[0]
    answer = guest.post("forms/check-in/responses", {"validation_code": number})
    assert answer.status_code == 200 and CheckIn.objects.get().answers == {}


def test_answers_are_erased_when_they_have_expired(guest: Guest, ticket: str) -> None:
    check_in(guest, ticket)
    erase_check_in_answers(0)
    assert CheckIn.objects.get().answers == GOOD
    long_ago = timezone.now() - timedelta(days=40)
    Event.objects.update(happening_from=long_ago)
    CheckIn.objects.update(expires_on=timezone.localdate() - timedelta(days=1))
    erase_check_in_answers(0)
    assert CheckIn.objects.get().answers == {}


def test_a_ticket_that_is_issued_anew_checks_in_anew(guest: Guest, ticket: str) -> None:
    check_in(guest, ticket)
    reissue_ticket(ticket=Ticket.objects.get(), reason="other person")
    assert not CheckIn.objects.exists()
    assert check_in(guest, ticket).status_code == 200 and not broken_invariants()


def test_the_check_in_is_read_by_as_many_statements_for_many_parts(
    guest: Guest, event: Event, ticket: str, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(12) as one:
        ask(guest, ticket)
    form = CheckInForm.objects.get()
    for number in range(10):
        CheckInItem.objects.create(form=form, kind="form", name=f"q{number}", label_de="?", order=number + 5)
    with django_assert_max_num_queries(len(one)):
        assert len(ask(guest, ticket).data["content"]) == 13


@pytest.mark.parametrize("language", ["de", "en"])
def test_its_errors_are_said_in_both_languages(language: str) -> None:
    for key in ("CHECKIN_ERROR", "CHECKIN_ERROR_NOTFOUND", "CHECKIN_ERROR_NOTOPEN", "CHECKIN_ERROR_CLOSED"):
        assert lang_text(key, language) not in ("", key)
    assert lang_text("CHECKIN_ERROR", "de") == "Fehler beim Aufrufen des Check-Ins."


class TestStaff:
    def test_a_form_is_made_and_names_come_from_questions(self, shop: Shop) -> None:
        event = make_event(shop, checkin=True)
        client = as_member(User.objects.create_superuser("boss"))
        prefix = {"items-TOTAL_FORMS": 1, "items-INITIAL_FORMS": 0}
        part = {
            "kind": "form",
            "form_type": "text",
            "label_de": "Was isst du?",
            "label_en": "What do you eat?",
            "order": 0,
        }
        fields = {"event": event.pk, **prefix, **{f"items-0-{name}": value for name, value in part.items()}}
        client.post(f"{ADMIN}checkinform/add/", fields)
        assert CheckInItem.objects.get().name == "was-isst-du"

    def test_answers_are_seen_and_taken_away_by_who_may(self, guest: Guest, ticket: str) -> None:
        check_in(guest, ticket)
        page = f"{ADMIN}checkin/{CheckIn.objects.get().pk}/change/"
        assert "vegan" not in text(clerk("view_checkin"), page)
        User.objects.all().delete()
        member = clerk("view_checkin", "see_checkin_answers", "export_checkin")
        assert "vegan" in text(member, page) and "Was isst du?" in text(member, page)
        chosen = {"action": "export", "_selected_action": [CheckIn.objects.get().pk]}
        taken = member.post(f"{ADMIN}checkin/", chosen)
        assert "vegan" in taken.getvalue().decode("utf-8-sig")


class TestForms:
    """What all forms at this address have in common."""

    def test_a_form_that_nobody_knows(self, guest: Guest) -> None:
        assert refusal(guest.post("forms/nonsense/responses", {})) == (404, "FORM_NOT_FOUND")

    def test_a_field_that_nobody_sees(self, guest: Guest, ticket: str) -> None:
        assert refusal(check_in(guest, ticket, website="http://spam.example")) == (400, "TRAPPED")
        assert not CheckIn.objects.exists()

    def test_programs_end_in_the_limit(self, guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "BY_RESPONDENT", Limit("form-responses", attempts=2, seconds=600))
        answers = [guest.post("forms/check-in/responses", {"validation_code": "x"}).status_code for _again in range(3)]
        assert answers == [404, 404, 429]

    @pytest.mark.parametrize(
        "body", [[], "x", None, {"validation_code": {}}, {"answers": []}, {"validation_code": "1" * 500}]
    )
    def test_nonsense_is_refused(self, guest: Guest, body: Any) -> None:
        assert guest.post("forms/check-in/responses", body).status_code in (400, 404)
