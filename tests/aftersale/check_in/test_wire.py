"""Who has a ticket's number checks in while that is open; guesses tell nothing (purchase §3, §4, §5, §8, §9)."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from aftersale.check_in.rules import LONGEST_ANSWER
from aftersale.models import CheckIn, CheckInForm, CheckInItem, Ticket
from aftersale.numbers.tickets import drawn_number, grouped_number
from aftersale.tasks import erase_check_in_answers
from aftersale.tickets import limits
from aftersale.tickets.actions import invalidate_ticket, reissue_ticket
from aftersale.tickets.limits import NUMBERS
from catalogue.models import Event
from checkout.mails.together import send_with_others
from checkout.models import Order
from shop.core.http.log_paths import without_secrets
from shop.invariants import broken_invariants
from shop.models import AuditEntry, Mail, Shop
from shop.texts import lang_text
from tests.aftersale.tickets.sold import TICKETS, event_of, told_order
from tests.factories import make_shop
from tests.guest import Guest
from tests.proofs import proves
from tests.words import worded

from .night import RIGHT, asking, look, night, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]
DAY = timedelta(days=1)


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand")
    return make_shop("nachtfalter")


def moved(**fields: Any) -> None:
    Event.objects.update(**fields)


def code_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


class TestLookedAt:
    @proves(
        "purchase §3, §4, §5, §7",
        "whoever has a ticket checks in by its number: the event, its texts and fields, the confirmation; "
        "thirteen digits drop the last",
    )
    def test_a_ticket_shows_the_form_of_its_event(self, shop: Shop) -> None:
        guest, event, (one, _two) = night(shop)
        asking(event)
        for code in (one, one[:-1], grouped_number(one)):
            told = look(guest, code).data
            assert (told["ticketKnown"], told["checkinActive"], told["checkinOver"]) == (True, True, False), code
        assert told["event"] == {"id": str(event.pk), "name": event.name}
        text, name, remark, rules = told["content"]
        assert (text["type"], text["header"], text["content"]) == ("content", "Regeln", "Kein <b>Blitz</b>")
        assert (name["type"], name["label"], name["formType"], name["tags"]) == (
            "form", "name bitte", "text", ["required"],
        )  # fmt: skip
        assert (remark["tags"], rules["formType"], rules["value"]) == ([], "checkbox", "")
        assert (told["allowRetake"], told["checkedIn"], told["expiresOn"]) == (False, False, None)
        english = look(Guest(shop, "en"), one).data["content"]
        assert [one["header"] or one["label"] for one in english] == [
            "Rules", "name please", "remark please", "rules please",
        ]  # fmt: skip

    @proves("purchase §2", "`id` in the address is a ticket's number, or else an event's id or slug; the log hides it")
    @pytest.mark.parametrize("named", ["slug", "pk"])
    def test_an_address_may_name_the_event_alone(self, shop: Shop, named: str) -> None:
        guest, event, _numbers = night(shop)
        told = look(guest, str(getattr(event, named))).data
        assert (told["ticketKnown"], told["checkinActive"], told["event"]["id"]) == (False, True, str(event.pk))
        assert told["content"] == []

    @proves(
        "purchase §3, §4, §9; catalogue §9",
        "it opens five days before and should be done six hours before; until then a message says when; a "
        "hidden date stays hidden",
    )
    def test_it_opens_five_days_before_and_should_be_done_six_hours_before(self, shop: Shop) -> None:
        guest, _event, (one, _two) = night(shop)
        begins = timezone.now() + 6 * DAY
        moved(happening_from=begins, happening_until=None)
        told = look(guest, one).data
        assert (told["checkinActive"], told["checkinOver"]) == (False, False)
        assert told["checkInStartAt"] == (begins - 5 * DAY).isoformat()
        assert told["checkinDate"] == timezone.localdate(begins - 5 * DAY).isoformat()
        assert told["checkInEndAt"] == begins.isoformat()
        assert told["recommendedUntil"] == (begins - timedelta(hours=6)).isoformat()
        moved(check_in_start_at=timezone.now() - DAY, check_in_end_at=timezone.now() + DAY)
        assert look(guest, one).data["checkinActive"]
        moved(check_in_end_at=timezone.now() - timedelta(minutes=1))
        told = look(guest, one).data
        assert (told["checkinActive"], told["checkinOver"]) == (False, True)
        moved(happening_from=timezone.now() + timedelta(hours=1))
        assert look(guest, one).data["recommendedUntil"] is None

    def test_a_hidden_date_stays_hidden(self, shop: Shop) -> None:
        guest, _event, (one, _two) = night(shop, hide_date=True)
        begins = timezone.now() + 9 * DAY
        moved(happening_from=begins)
        told = look(guest, one)
        assert str(begins.date()) not in told.response.content.decode()
        assert {told.data[name] for name in ("checkinDate", "checkInStartAt", "checkInEndAt", "recommendedUntil")} == {
            None
        }
        assert send(guest, one, {}).json()["opensAt"] is None

    def test_no_more_is_read_for_many_fields_than_for_one(self, shop: Shop) -> None:
        guest, event, (one, two) = night(shop)
        form = CheckInForm.objects.create(event=event)

        def statements(code: str) -> int:
            with CaptureQueriesContext(connection) as seen:
                assert look(guest, code).data["ticketKnown"]
            return len(seen)

        CheckInItem.objects.create(form=form, kind="form", name="a", label_de="A?")
        look(guest, one)
        first = statements(one)
        for number in range(12):
            CheckInItem.objects.create(form=form, kind="form", name=f"a{number}", label_de="A?")
        assert statements(two) == first <= 9


class TestDone:
    @proves("purchase §3, §4, §9", "the ticket's personal identifier says `checked_in`, until 28 days after the event")
    def test_the_ticket_says_so_until_28_days_after_the_event(self, shop: Shop) -> None:
        guest, event, (one, two) = night(shop)
        asking(event)
        done = send(guest, one[:-1], {"name": " Mira ", "remark": "", "rules": True, "website": ""})
        assert code_of(done) == (400, "INVALID_INPUT"), "only what the form asks for"
        done = send(guest, one[:-1], {"name": " Mira ", "remark": "", "rules": True})
        until = timezone.localdate(event.happening_from) + timedelta(days=28)
        assert (done.status_code, done.json()) == (200, {"checked_in": True, "expires_on": until.isoformat()})
        assert done.headers["Cache-Control"] == "private, no-store"
        assert CheckIn.objects.get().answers == {"name": "Mira", "rules": True}
        order = Order.objects.get()
        tickets = guest.send({"query": TICKETS, "variables": {"order": order.secret}}).data
        told = {each["validationCode"]: each["personalIdentifier"] for each in tickets}
        assert json.loads(told[one]) == {"checked_in": True, "expires_on": until.isoformat()}
        assert told[two] == ""
        assert look(guest, one).data["expiresOn"] == until.isoformat()

    def test_beside_the_holders_name(self, shop: Shop) -> None:
        guest, _event, (one, _two) = night(shop, "Mira+Falk", personalization_requirement="check_in_required")
        order = Order.objects.get()
        assert send(guest, one, {}).status_code == 200
        tickets = guest.send({"query": TICKETS, "variables": {"order": order.secret}}).data
        said = [json.loads(each["personalIdentifier"]) for each in tickets]
        assert [(each["first_name"], each["checked_in"]) for each in said] == [("Mira", True), ("Mira", False)]

    def test_a_whole_number_drops_its_last_digit_and_a_wrong_one_is_none(self, shop: Shop) -> None:
        guest, _event, (one, two) = night(shop)
        wrong = two[:-1] + str((int(two[-1]) + 1) % 10)
        assert code_of(send(guest, wrong, {})) == (404, "NOT_FOUND")
        for code in (one, two[:-1]):
            assert send(guest, code, {}).status_code == 200
        assert CheckIn.objects.count() == 2

    def test_an_event_without_a_form_wants_no_more_than_the_confirmation(self, shop: Shop) -> None:
        guest, _event, (one, _two) = night(shop)
        assert send(guest, one, {}).status_code == 200
        assert guest.post("forms/check-in/responses", {"validation_code": one}).status_code == 200

    @proves("purchase §4", "once, also for 32 phones at once; again where `allow_retake` is set")
    def test_once_unless_it_may_be_done_again(self, shop: Shop) -> None:
        guest, event, (one, _two) = night(shop)
        form = asking(event)
        for _press in range(2):
            assert send(guest, one).status_code == 200, "the same answers change nothing"
        assert code_of(send(guest, one, RIGHT | {"name": "Jo"})) == (409, "ALREADY_CHECKED_IN")
        assert CheckIn.objects.get().answers["name"] == "Mira"
        form.allow_retake = True
        form.save()
        told = look(guest, one).data
        assert (told["checkedIn"], told["allowRetake"]) == (True, True)
        assert "Mira" not in json.dumps(told), "a number tells nothing that was answered"
        assert send(guest, one, RIGHT | {"name": "Jo"}).status_code == 200
        assert CheckIn.objects.get().answers["name"] == "Jo"

    @proves("purchase §7", "forms are answered at one address, with a limit and a field that only programs fill in")
    def test_a_trap_is_no_answer(self, shop: Shop) -> None:
        guest, _event, (one, _two) = night(shop)
        assert code_of(send(guest, one, {}, website="x")) == (400, "TRAPPED")


class TestAnswers:
    @proves("purchase §5", "the server checks answers: what is required, how long, of which kind, and nothing else")
    @pytest.mark.parametrize(
        ("answers", "field", "code"),
        [
            ({"rules": True}, "answers.name", "required"),
            ({"name": "  ", "rules": True}, "answers.name", "required"),
            ({"name": "Mira"}, "answers.rules", "required"),
            ({"name": "Mira", "rules": False}, "answers.rules", "required"),
            ({"name": "Mira", "rules": "yes"}, "answers.rules", "invalid"),
            ({"name": 7, "rules": True}, "answers.name", "invalid"),
            ({"name": ["x"], "rules": True}, "answers.name", "invalid"),
            ({"name": "x" * (LONGEST_ANSWER + 1), "rules": True}, "answers.name", "too_long"),
            (RIGHT | {"else": "x"}, "answers", "unknown"),
        ],
    )
    def test_what_is_wrong_stands_at_its_field(self, shop: Shop, answers: Any, field: str, code: str) -> None:
        guest, event, (one, _two) = night(shop)
        asking(event)
        refused = send(guest, one, answers).json()
        assert [each["code"] for each in refused["errors"][field]] == [code]
        assert not CheckIn.objects.exists()

    @pytest.mark.parametrize("body", [{}, [], {"validation_code": 7}, {"validation_code": "1", "answers": "x"}])
    def test_nonsense_is_refused(self, shop: Shop, body: Any) -> None:
        guest, *_rest = night(shop)
        assert guest.post("forms/check-in/responses", body).status_code in (400, 404)

    def test_as_long_as_it_may_be(self, shop: Shop) -> None:
        guest, event, (one, _two) = night(shop)
        asking(event)
        assert send(guest, one, RIGHT | {"remark": "ß" * LONGEST_ANSWER}).status_code == 200


class TestRefused:
    @proves("purchase §4, §8", "every refusal has its text in both languages and clears the ticket's number")
    @pytest.mark.parametrize("language", ["de", "en"])
    def test_every_refusal_has_its_words(self, shop: Shop, language: str) -> None:
        """What stands at each, `features/after-sale/check-in/action.ts` says by these codes."""
        guest, event, (one, two) = night(shop)
        guest = Guest(guest.shop, language)
        assert code_of(send(guest, drawn_number(), {})) == (404, "NOT_FOUND")
        assert look(guest, drawn_number()).refusal["code"] == "NOT_FOUND"
        moved(checkin=False)
        assert code_of(send(guest, one, {})) == (404, "CHECK_IN_NOT_FOUND")
        for named in (one, event.slug, str(event.pk), "nothing", "²" * 12):
            assert look(guest, named).refusal["code"] in ("CHECK_IN_NOT_FOUND", "NOT_FOUND")
        moved(checkin=True, happening_from=timezone.now() + 9 * DAY)
        assert code_of(send(guest, one, {})) == (409, "CHECK_IN_NOT_OPEN")
        moved(happening_from=timezone.now() - DAY, happening_until=None)
        assert code_of(send(guest, one, {})) == (409, "CHECK_IN_CLOSED")
        moved(happening_from=timezone.now() + DAY)
        asking(event)
        send(guest, two)
        assert code_of(send(guest, two, RIGHT | {"name": "Jo"})) == (409, "ALREADY_CHECKED_IN")
        assert lang_text("CHECKIN_ERROR", "de") == "Fehler beim Aufrufen des Check-Ins."
        for key in (
            "CHECKIN_ERROR", "CHECKIN_ERROR_NOTFOUND", "CHECKIN_ERROR_NOTOPEN", "CHECKIN_ERROR_CLOSED",
            "CHECKIN_ERROR_ALREADY", "CHECKIN_ERROR_GENERIC", "CHECKIN_ERROR_REQUIRED", "LANG_ERROR_RATELIMIT",
        ):  # fmt: skip
            assert lang_text(key, language) not in ("", key)

    @proves(
        "design §5, §6",
        "guessed numbers tell nothing and end in the limit; a look costs the same for any number of fields",
    )
    def test_whatever_is_wrong_with_a_number_the_answer_is_the_same(self, shop: Shop) -> None:
        guest, _event, (one, two) = night(shop)
        invalidate_ticket(ticket=Ticket.objects.get(number=two), reason="charged back")
        other = Guest(make_shop("kellerkind"))
        wrong = one[:-1] + str((int(one[-1]) + 1) % 10)
        tries = [send(guest, code, {}) for code in ("", "7", "12a", "²" * 12, "1" * 150, wrong, drawn_number(), two)]
        tries.append(send(other, one, {}))
        assert {code_of(one) for one in tries} == {(404, "NOT_FOUND")}
        assert {look(asker, code).refusal["code"] for asker, code in ((guest, two), (other, one))} == {"NOT_FOUND"}
        assert not CheckIn.objects.exists()

    def test_guesses_end_in_the_limit_and_those_who_are_right_do_not(
        self, shop: Shop, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "NUMBERS", replace(NUMBERS, hard=4, soft=4))
        guest, _event, (one, _two) = night(shop)
        for _time in range(6):
            assert look(guest, one).data and send(guest, one, {}).status_code == 200, "a queue shares an address"
        for _guess in range(2):
            assert look(guest, drawn_number()).refusal["code"] == "NOT_FOUND"
        assert code_of(send(guest, drawn_number(), {})) == (404, "NOT_FOUND")
        assert event_of(guest, drawn_number()).refusal["code"] == "NOT_FOUND", "another door, the same limit"
        assert look(guest, one).refusal["code"] == "RATE_LIMITED"
        assert code_of(send(guest, one, {})) == (429, "RATE_LIMITED")
        assert look(Guest(shop), one).refusal["code"] == "WORK_NEEDED"
        for another in (Guest(shop, works=True), Guest(shop, address="192.0.2.7")):
            assert look(another, one).data

    def test_an_event_that_is_no_longer_shown_has_none(self, shop: Shop) -> None:
        guest, _event, (one, _two) = night(shop)
        moved(active=False)
        assert code_of(send(guest, one, {})) == (404, "CHECK_IN_NOT_FOUND")
        assert look(guest, one).refusal["code"] == "CHECK_IN_NOT_FOUND"


class TestAfterwards:
    @proves(
        "docs/decisions/0060",
        "a ticket that is issued anew checks in anew, one that ended not at all; answers are erased 28 days "
        "after the event",
    )
    def test_a_ticket_made_anew_checks_in_anew(self, shop: Shop) -> None:
        guest, event, (one, two) = night(shop)
        asking(event)
        for code in (one, two):
            send(guest, code)
        anew = reissue_ticket(ticket=Ticket.objects.get(number=one), reason="copied").number
        assert [each.ticket.number for each in CheckIn.objects.all()] == [two]
        assert code_of(send(guest, one, RIGHT)) == (404, "NOT_FOUND"), "whoever has the former one may be anybody"
        assert look(guest, one).refusal == look(guest, drawn_number()).refusal
        assert event_of(guest, one).refusal["code"] == "NOT_FOUND"
        assert send(guest, anew, RIGHT | {"name": "Jo"}).status_code == 200

    def test_nobody_checked_in_with_a_ticket_that_had_ended(self, shop: Shop) -> None:
        guest, _event, (one, _two) = night(shop)
        send(guest, one, {})
        invalidate_ticket(ticket=Ticket.objects.get(number=one), reason="charged back")
        assert broken_invariants() == {}
        CheckIn.objects.update(checked_in_at=timezone.now() + DAY)
        assert {name.split()[0] for name in broken_invariants()} == {"6q"}

    def test_answers_are_erased_28_days_after_the_event(self, shop: Shop) -> None:
        guest, event, (one, _two) = night(shop)
        asking(event)
        send(guest, one)
        moved(happening_from=timezone.now() - 29 * DAY, happening_until=None)
        for left, still in ((0, True), (-1, False)):
            CheckIn.objects.update(expires_on=timezone.localdate() + timedelta(days=left))
            erase_check_in_answers(timestamp=0)
            assert (CheckIn.objects.get().answers != {}) is still
        CheckIn.objects.update(answers=RIGHT)
        moved(happening_from=timezone.now() + DAY)
        erase_check_in_answers(timestamp=0)
        assert CheckIn.objects.get().answers == RIGHT, "it was postponed"

    def test_nothing_that_was_answered_stands_in_a_history_or_a_log(self, shop: Shop) -> None:
        guest, event, (one, _two) = night(shop)
        asking(event)
        send(guest, one, RIGHT | {"name": "Zita"})
        assert not [each for each in AuditEntry.objects.all() if "Zita" in str(each.changes)]
        for path in (f"/checkin?id={one}", f"/nachtfalter/checkin/?lang=de&id={one}"):
            assert one not in without_secrets(path)
        assert without_secrets("/events?id=7") == "/events?id=7"


class TestWayThere:
    @proves("purchase §4", "an order and the mail with its tickets lead there, as long as it is not closed")
    def test_an_order_leads_each_ticket_to_its_check_in(self, shop: Shop) -> None:
        guest, event, (one, two) = night(shop)
        order = Order.objects.get()
        send(guest, one, {})
        told = told_order(guest, order)["checkIns"]
        assert [(each["ticketNumber"], each["active"], each["checkedIn"]) for each in told] == [
            (one, True, True), (two, True, False),
        ]  # fmt: skip
        assert told[0]["eventName"]
        moved(happening_from=timezone.now() + 9 * DAY)
        told = told_order(guest, order)["checkIns"]
        assert [(each["active"], each["opensAt"] is None) for each in told] == [(False, False)] * 2
        moved(happening_from=timezone.now() - DAY, happening_until=None)
        assert told_order(guest, order)["checkIns"] == []
        moved(happening_from=timezone.now() + DAY)
        invalidate_ticket(ticket=Ticket.objects.get(number=two), reason="charged back")
        assert [each["ticketNumber"] for each in told_order(guest, order)["checkIns"]] == [one]
        event.checkin = False
        event.save()
        assert told_order(guest, order)["checkIns"] == []

    @pytest.mark.parametrize("language", ["de", "en"])
    def test_the_mail_with_the_tickets_leads_there_too(self, shop: Shop, settings: Any, language: str) -> None:
        settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
        guest, _event, (one, two) = night(shop)
        send(guest, one, {})
        mail = Mail.objects.get(kind="tickets")

        def sent() -> str:
            Mail.objects.filter(pk=mail.pk).update(sent_at=None, language=language)
            outbox.outbox.clear()
            send_with_others(str(mail.pk))
            (message,) = outbox.outbox
            html = str(message.alternatives[0][0])
            assert all(f"/nachtfalter/checkin?id={code}" in html for code in (one, two) if f"id={code}" in message.body)
            return str(message.body)

        told = sent()
        assert told.count("/checkin?id=") == 2 and f"/nachtfalter/checkin?id={two}" in told
        until = "ab " if language == "de" else "from "
        assert told.count(worded("done already", language)) == 1
        begins = timezone.now() + 9 * DAY
        moved(happening_from=begins)
        assert f"({until}{timezone.localdate(begins - 5 * DAY):%d.%m.%Y})" in sent()
        moved(happening_from=timezone.now() - DAY, happening_until=None)
        assert "checkin" not in sent()

    @proves("purchase §2, §4; design §6", "the page in both languages, on a phone and a desktop, by keyboard")
    @pytest.mark.parametrize(("path", "language"), [("/nachtfalter/checkin", "de"), ("/checkin?id=7", "en")])
    def test_its_page_has_its_title_and_is_not_indexed(self, shop: Shop, path: str, language: str) -> None:
        sign = "&" if "?" in path else "?"
        page = Guest(shop).client.get(f"{path}{sign}lang={language}", follow=True).content.decode()
        assert lang_text("CHECKIN_TITLE", language) in page and "noindex" in page
