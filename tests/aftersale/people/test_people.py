"""Somebody asks what the shop knows of them, or wants it erased: the same by command and on the staff's page."""

import json
from datetime import date, datetime, timedelta
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pypdf import PdfReader

from aftersale.models import CheckIn, PersonRequest, RefundOffer, RefundRequest, Ticket, TicketServiceRequest
from aftersale.models.person_request import digest_of
from aftersale.people.data_export import data_json, data_pdf, is_buyers_name, person_data
from aftersale.people.erasing import ErasureOutcome, erase
from aftersale.people.queries import Person
from aftersale.people.retention import apply_rule, rules_named
from cart.models import Address, Cart, TicketHolder
from cart.ticket_holders import holders_kept_until
from catalogue.models import Event
from checkout.actions.orders.cancelling import cancel
from checkout.actions.orders.retention import erase_old_holders
from checkout.models import Order, OrderLine, OrderStep, Payment, Placement, Refund, Transfer, TransferFile
from shop.core.retention import PAYERS
from shop.invariants import broken_invariants
from shop.models import AuditEntry, Mail, NewsletterSubscription, Shop
from tests.checkout.placing import place, ready_cart, shirt
from tests.factories import make_shop
from tests.proofs import proves

pytestmark = pytest.mark.django_db
MIRA = "mira@example.org"
IBAN = "DE02120300000000202051"
NOW = timezone.now()
PAGE = "/admin/aftersale/personrequest/answer/"


def wish(email: str, **fields: Any) -> NewsletterSubscription:
    now = timezone.now()
    shop = Order.objects.get().shop if Order.objects.exists() else make_shop()
    return NewsletterSubscription.objects.create(
        shop=shop, email=email, language="de", form_text="ja", requested_at=now, mailed_at=now, **fields
    )


def erased(email: str = MIRA, **options: Any) -> ErasureOutcome:
    return erase(person=Person(email), staff=None, **options)


def staff_with(*rights: str) -> Client:
    user = User.objects.create_user("clerk", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    client = Client(SERVER_NAME="localhost")
    client.force_login(user)
    return client


def midnight(day: date) -> datetime:
    return timezone.make_aware(datetime(day.year, day.month, day.day))  # noqa: DTZ001


def mails_went() -> None:
    Mail.objects.update(sent_at=NOW)


def asked_for(order: Order, **fields: Any) -> RefundRequest:
    """Somebody wants the money for a ticket of theirs back."""
    event = Event.objects.get()
    offer = RefundOffer.objects.create(event=event, cause="cancelled", opened_at=NOW)
    given: dict[str, Any] = {"origin": "guest", "language": "de", "amount": 1, **fields}
    return RefundRequest.objects.create(offer=offer, order=order, **given)


def in_file(order: Order, name: str, asked_by: str = "", state: str = "done") -> Transfer:
    """A refund of the order's in a SEPA file, to an account that somebody named."""
    refund = Refund.objects.create(payment=order.payments.get(), amount=1)
    if asked_by:
        asked_for(order, email=asked_by, account_name=name, iban=IBAN, to_account=True).refunds.add(refund)
    fields: dict[str, Any] = {} if state == "written" else {"decided_at": NOW}
    if state in ("booking", "done"):
        fields["executed_on"] = timezone.localdate()
    return TransferFile.objects.create(state=state, **fields).transfers.create(
        refund=refund, debtor_name="S", debtor_iban=IBAN, name=name, iban=IBAN, purpose="Erstattung",
        withdrawn_at=NOW if state == "discarded" else None,
    )  # fmt: skip


class TestHandingOver:
    @proves("law §6 DP-6", "staff hand over all that is known of a person, as JSON and as a readable PDF")
    def test_everything_of_one_person_and_nobody_else(self, paid: Placement) -> None:
        clerk = User.objects.create_user("clerk")
        OrderStep.objects.create(order=paid.order, kind="note", text="rief am Montag an", staff=clerk)
        OrderLine.objects.filter(placement=paid).update(personal_identifier="für Oma")
        wish(MIRA.upper(), requested_from="192.0.2.7")
        wish("other@example.org")
        known = json.loads(data_json(person_data(Person(MIRA))))
        (order,) = known["orders"]
        assert order["reference"] == paid.order.reference and order["billing_address"]["city"] == "Hamburg"
        assert {line["personal_identifier"] for line in order["lines"]} == {"für Oma"}
        assert order["notes"][0]["text"] == "rief am Montag an" and order["invoices"] and order["payments"]
        assert [one["requested_from"] for one in known["subscriptions"]] == ["192.0.2.7"]
        assert known["mails"] and "other@example.org" not in json.dumps(known)
        assert paid.order.secret not in json.dumps(known)
        pages = PdfReader(BytesIO(data_pdf(person_data(Person(MIRA))))).pages
        text = " ".join("\n".join(page.extract_text() for page in pages).split())
        for words in (paid.order.reference, "Hamburg", "für Oma", "192.0.2.7", "rief am Montag an"):
            assert words in text, words

    @proves("law §6 DP-6", "who else comes or paid is nobody's to be told of but theirs")
    @pytest.mark.parametrize(("name", "is_theirs"), [("Mira", False), ("MIRA Muster", True), ("Jo Muster", False)])
    def test_of_others_nothing_is_told(self, paid: Placement, name: str, is_theirs: bool) -> None:
        order = paid.order
        Address.objects.filter(pk=order.billing_address_id).update(first_name="Mira", last_name="Muster")
        first, _space, last = name.partition(" ")
        line = OrderLine.objects.get(variant__event__isnull=False)
        line.ticket_holder = TicketHolder.objects.create(
            first_name=first, last_name=last, erase_after=timezone.localdate()
        )
        line.save()
        ticket = Ticket.objects.filter(line=line).first()
        assert ticket is not None
        CheckIn.objects.create(
            ticket=ticket, checked_in_at=timezone.now(), expires_on=timezone.localdate(), answers={"allergy": "Nüsse"}
        )
        known = json.loads(data_json(person_data(Person(MIRA))))
        (told,) = [one["ticket_holder"] for one in known["orders"][0]["lines"] if one["ticket_holder"]]
        assert (told == name) is is_theirs
        assert ("Nüsse" in json.dumps(known, ensure_ascii=False)) is is_theirs
        assert is_buyers_name(f"{name}, Hamburg", Order.objects.get(pk=order.pk)) is is_theirs

    @proves("law §6 DP-6", "what is handed over opens no order: mails are listed without their texts")
    def test_no_secret_is_handed_over(self, paid: Placement) -> None:
        link = f"https://shop.example/checkout/done/{paid.order.secret}"
        Mail.objects.update(
            subject="Deine Bestellung", text=f"Hallo Jo, {link}", html=f"<a href='{link}'>", sent_at=NOW
        )
        known = person_data(Person(MIRA))
        pages = PdfReader(BytesIO(data_pdf(known))).pages
        for told in (data_json(known).decode(), "".join(page.extract_text() for page in pages)):
            assert "Deine Bestellung" in told and "nur Betreff und Tag" in " ".join(told.split())
            for secret in (paid.order.secret, "checkout/done", "Hallo Jo"):
                assert secret not in "".join(told.split()) and secret not in told

    @proves("law §6 DP-6", "who else asks for money or another name is nobody's to be told of but theirs")
    @pytest.mark.parametrize(
        ("name", "email", "is_theirs"), [("Mira Muster", "", True), ("Jo Fremd", "", False), ("Jo Fremd", MIRA, True)]
    )
    def test_requests_of_others(self, paid: Placement, name: str, email: str, is_theirs: bool) -> None:
        order = paid.order
        Address.objects.filter(pk=order.billing_address_id).update(first_name="Mira", last_name="Muster")
        asked_for(order, account_name=name, iban=IBAN, email=email, note=f"{name} rief an", to_account=True)
        TicketServiceRequest.objects.create(
            kind="change", order=order, language="de", name=name, email=email, reference="B-1",
            comment="wegen Krankheit",
        )  # fmt: skip
        known = json.loads(data_json(person_data(Person(MIRA))))
        (refund,), (service,) = known["refund_requests"], known["service_requests"]
        told = [refund["account_name"], refund["iban"], refund["note"]]
        assert (told == [name, IBAN, f"{name} rief an"]) is is_theirs
        assert ([service["name"], service["comment"]] == [name, "wegen Krankheit"]) is is_theirs
        assert service["note"] == "" and refund["email"] == email
        everything = json.dumps(known, ensure_ascii=False)
        assert is_theirs or not any(one in everything for one in (name, IBAN, 'B-1"', "Krankheit"))

    @proves("law §6 DP-6", "accounts in SEPA files are handed over to whose they are, and to nobody else")
    @pytest.mark.parametrize(
        ("name", "asked_by", "email", "is_theirs"),
        [
            ("Mira Muster", "", MIRA, True),
            ("Jo Fremd", "", MIRA, False),
            ("Jo Fremd", "jo@example.org", "JO@example.org", True),
        ],
    )
    def test_accounts_in_sepa_files(
        self, paid: Placement, name: str, asked_by: str, email: str, is_theirs: bool
    ) -> None:
        Address.objects.filter(pk=paid.order.billing_address_id).update(first_name="Mira", last_name="Muster")
        in_file(paid.order, name, asked_by)
        known = person_data(Person(email))
        (row,) = json.loads(data_json(known))["transfers"]
        assert ([row["name"], row["iban"]] == [name, IBAN]) is is_theirs
        text = " ".join(page.extract_text() for page in PdfReader(BytesIO(data_pdf(known))).pages)
        assert ("".join(IBAN.split()) in "".join(text.split())) is is_theirs
        if asked_by:
            assert not Person(MIRA).transfers.exists(), "what others asked for is the others'"

    def test_whoever_is_not_known_is_told_that(self) -> None:
        known = person_data(Person("nobody@example.org"))
        assert data_pdf(known).startswith(b"%PDF") and not any(known[kind] for kind, _rows in Person("").kinds())

    def test_the_command(self, paid: Placement, tmp_path: Path) -> None:
        told = StringIO()
        call_command("person", MIRA, stdout=told)
        assert "orders: 1" in told.getvalue()
        call_command("person", MIRA, "--to", str(tmp_path / "out"), stdout=StringIO())
        assert {one.name for one in (tmp_path / "out").iterdir()} == {"person.json", "person.pdf"}
        request = PersonRequest.objects.get()
        assert (request.kind, request.digest, request.counts["orders"]) == ("handed_over", digest_of(MIRA.upper()), 1)
        with pytest.raises(CommandError):
            call_command("person", "nonsense")


class TestErasing:
    @proves("law §6 DP-7", "what the law keeps stays and is named with its day; the rest goes")
    def test_a_paid_order_stays_and_is_named(self, paid: Placement) -> None:
        outcome = erased()
        order = Order.objects.get()
        assert order.email == MIRA and order.billing_address.city
        kept = {str(one.what): one for one in outcome.kept}
        said = next(one for what, one in kept.items() if order.reference in what)
        assert said.until is not None and said.until.year == timezone.localdate().year + 9
        assert (said.until.month, said.until.day) == (1, 1) and "147 AO" in str(said.why)
        assert Mail.objects.exists() and Cart.objects.get().email == ""

    @proves("law §6 DP-7", "an order that ended unpaid is erased at once, one that waits for its money is not")
    def test_unpaid_orders(self) -> None:
        placement = place((shirt(), 1))
        assert any(one.until is None for one in erased().kept)
        assert Order.objects.get().email == MIRA
        cancel(placement)
        assert Order.objects.get().email == MIRA
        number = Mail.objects.waiting().count()
        assert [str(one.why) for one in erased().kept if one.until is None] == [
            "Eine E-Mail dazu ist noch zu verschicken: noch einmal löschen, wenn sie verschickt ist."
        ]
        assert Order.objects.get().email == MIRA and Mail.objects.waiting().count() == number
        mails_went()
        outcome = erased()
        order = Order.objects.get()
        assert (order.email, order.billing_address.last_name) == ("", "")
        (letters,) = outcome.kept
        assert letters.until == date(timezone.localdate().year + 7, 1, 1) and "147 AO" in str(letters.why)
        assert outcome.erased and not broken_invariants()
        assert Person(MIRA).counts() == {"mails": number}, "business letters"

    def test_what_never_went_is_no_letter(self) -> None:
        cancel(place((shirt(), 1)))
        Mail.objects.update(undeliverable_at=NOW, problem="550")
        erased()
        assert Order.objects.get().email == "" and not Mail.objects.exists()

    def test_a_payment_under_way_has_its_own_reason(self) -> None:
        placement = place((shirt(), 1))
        cancel(placement)
        mails_went()
        Payment.objects.update(state="cancelled", external_id="pi_1", on_its_way="processing")
        assert any("Zahlung dafür läuft" in str(one.why) for one in erased().kept)
        assert Order.objects.get().email == MIRA

    def test_vouchers_are_named_where_a_later_part_is_open(self, paid: Placement) -> None:
        Shop.objects.update(order_merging_allowed=True)
        variant = OrderLine.objects.filter(variant__event=None)[0].variant
        place((variant, 1), into=paid.order, key="key-2")
        (said,) = [one for one in erased().kept if paid.order.reference in str(one.what)]
        assert paid.order.placements.filter(paid_at=None).exists()
        assert "147 AO" in str(said.why) and said.until is not None

    @proves("law §6 DP-7", "an account is erased where its refund was refused since the money had gone another way")
    def test_a_refund_that_nobody_waits_for(self, paid: Placement) -> None:
        request = asked_for(
            paid.order, account_name="Mira", iban=IBAN, email=MIRA, to_account=True, state="approved", decided_at=NOW
        )  # fmt: skip
        refund = Refund.objects.create(payment=paid.order.payments.get(), amount=1, state="failed")
        request.refunds.add(refund)
        assert any("noch nicht" in str(one.why) for one in erased().kept), "staff still send it"
        assert RefundRequest.objects.get().iban == IBAN
        Refund.objects.update(is_moot=True)
        assert not any("Erstattung" in str(one.what) for one in erased().kept)
        assert RefundRequest.objects.get().iban == ""

    @proves(
        "law §6 DP-7", "an account in a SEPA file is erased where no money went by it; else it is named with its day"
    )
    @pytest.mark.parametrize("asked_by", ["", "jo@example.org"])
    @pytest.mark.parametrize("state", ["written", "booking", "done", "discarded"])
    def test_accounts_in_sepa_files(self, paid: Placement, state: str, asked_by: str) -> None:
        transfer = in_file(paid.order, "Jo", asked_by, state)
        outcome = erased(asked_by or MIRA)
        transfer.refresh_from_db()
        told = {str(one.what): one for one in outcome.kept}
        assert (transfer.iban == "") is (state == "discarded")
        assert (f"Konto in {transfer.file}" in told) is (state != "discarded")
        assert any("SEPA" in str(one.what) for one in outcome.erased) is (state == "discarded")
        if state == "done":
            until = told[f"Konto in {transfer.file}"].until
            assert until == timezone.localdate(transfer.file.decided_at) + PAYERS.span
            (rule,) = rules_named(["transfers"])
            assert (
                apply_rule(rule, now=midnight(until)) == 0
                and apply_rule(rule, now=midnight(until + timedelta(days=1))) == 1
            )

    @proves("law §6 DP-7", "names and answers go from the day after the event on, only those of who asks for it")
    @pytest.mark.parametrize(
        ("name", "began", "ended", "traced", "why"),
        [
            ("Mira Muster", -1, None, False, ""),
            ("Mira Muster", -3, -1, True, "Kontakte"),
            ("Mira Muster", -40, None, True, ""),
            ("Jo Muster", -1, None, False, "jemand anderem"),
            ("Mira Muster", 0, None, False, "noch nicht vorbei"),
            ("Mira Muster", -2, 1, False, "noch nicht vorbei"),
        ],
    )
    def test_names_and_answers(
        self, paid: Placement, name: str, began: int, ended: int | None, traced: bool, why: str
    ) -> None:
        Address.objects.filter(pk=paid.order.billing_address_id).update(first_name="Mira", last_name="Muster")
        noon = timezone.localtime().replace(hour=0, minute=1)
        Event.objects.update(
            happening_from=noon + timedelta(days=began),
            happening_until=None if ended is None else noon + timedelta(days=ended),
            personalization_requirement="contact_tracing_required" if traced else "not_required",
        )
        line = OrderLine.objects.get(variant__event__isnull=False)
        first, last = name.split()
        line.ticket_holder = TicketHolder.objects.create(
            first_name=first, last_name=last, erase_after=holders_kept_until(Event.objects.get())
        )
        line.save()
        ticket = Ticket.objects.filter(line=line).first()
        assert ticket is not None
        CheckIn.objects.create(
            ticket=ticket, checked_in_at=NOW, expires_on=timezone.localdate(), answers={"allergy": "Nüsse"}
        )
        kept = {str(one.what): one for one in erased().kept}
        assert TicketHolder.objects.exists() is bool(why)
        assert (CheckIn.objects.get().answers != {}) is (bool(why) and not traced), "an answer traces nobody"
        if why:
            one = kept["Namen auf Tickets (1)"]
            assert why in str(one.why) and one.until is not None
            assert erase_old_holders(midnight(one.until) - timedelta(seconds=1)) == 0
            assert erase_old_holders(midnight(one.until)) == 1
        else:
            assert not any("Namen" in what for what in kept)

    def test_newsletters_end_and_their_proof_stays(self) -> None:
        running, asked = (
            wish(MIRA, confirmed_at=timezone.now()),
            wish("Mira@example.org", unsubscribed_at=timezone.now()),
        )
        outcome = erased()
        running.refresh_from_db()
        assert running.unsubscribed_at is not None
        assert not NewsletterSubscription.objects.filter(pk=asked.pk).exists(), "nobody confirmed it"
        assert [one.until for one in outcome.kept] == [timezone.localdate() + timedelta(days=3 * 365)]

    def test_others_keep_what_is_theirs(self, paid: Placement) -> None:
        before = person_data(Person(MIRA))
        erased("other@example.org")
        assert {**person_data(Person(MIRA)), "made_at": None} == {**before, "made_at": None}

    def test_orders_are_locked_before_anything_is_erased(self) -> None:
        cancel(place((shirt(), 1)))
        mails_went()
        with CaptureQueriesContext(connection) as asked:
            erased()
        said = [one["sql"] for one in asked.captured_queries]
        locked = next(at for at, sql in enumerate(said) if 'FROM "checkout_order"' in sql and " FOR " in sql)
        changed = next(at for at, sql in enumerate(said) if sql.startswith(("UPDATE", "DELETE")))
        assert locked < changed

    @proves("law §6 DP-7", "a dry run tells what would be erased, and changes nothing")
    def test_a_dry_run_changes_nothing(self) -> None:
        cancel(place((shirt(), 1)))
        mails_went()
        told = StringIO()
        call_command("person", MIRA, "--erase", "--dry-run", stdout=told)
        assert "Would be erased" in told.getvalue()
        assert Order.objects.get().email == MIRA and not PersonRequest.objects.exists()
        call_command("person", MIRA, "--erase", stdout=told)
        assert Order.objects.get().email == "" and PersonRequest.objects.get().kind == "erased"

    def test_what_was_answered_is_kept_for_three_years_without_the_address(self) -> None:
        erased()
        row = PersonRequest.objects.get()
        assert MIRA not in f"{row.digest} {row.counts}"
        end = timezone.make_aware(timezone.datetime(timezone.localdate().year + 4, 1, 1))  # type: ignore[attr-defined]
        (rule,) = rules_named(["requests"])
        assert apply_rule(rule, now=end - timedelta(seconds=1)) == 0 and apply_rule(rule, now=end) == 1


class TestPage:
    @proves("law §11 J30", "staff with a right of their own find, hand over and erase; it is noted who did")
    def test_find_hand_over_and_erase(self) -> None:
        cancel(place((shirt(), 1)))
        mails_went()
        client = staff_with("view_personrequest", "answer_personrequest")
        client.cookies["locale"] = "de"
        page = client.post(PAGE, {"email": MIRA, "find": "1"}).content.decode()
        assert "Würde gelöscht" in page and "unbezahlt beendete" in page
        assert not PersonRequest.objects.exists() and Order.objects.get().email == MIRA
        answer = client.post(PAGE, {"email": MIRA, "seen": MIRA, "json": "1"})
        assert json.loads(answer.content)["orders"] and "no-store" in answer["Cache-Control"]
        assert client.post(PAGE, {"email": MIRA, "seen": MIRA, "pdf": "1"}).content.startswith(b"%PDF")
        asked = client.post(PAGE, {"email": MIRA, "seen": MIRA, "erase": "1"}).content.decode()
        assert Order.objects.get().email == MIRA, "the box was not ticked"
        assert "Zum Löschen hier ein Häkchen setzen." in asked and "Würde gelöscht" in asked
        client.post(PAGE, {"email": MIRA, "seen": MIRA, "erase": "1", "sure": "on"})
        assert Order.objects.get().email == ""
        kinds = [(one.kind, one.staff and one.staff.username) for one in PersonRequest.objects.order_by("pk")]
        assert kinds == [("handed_over", "clerk"), ("handed_over", "clerk"), ("erased", "clerk")]
        noted = AuditEntry.objects.filter(model="aftersale.personrequest", who="clerk")
        assert noted.count() == 3 and MIRA not in str([one.changes for one in noted])

    @proves("law §11 J30", "an address that was changed after it was looked at is looked at first")
    @pytest.mark.parametrize("button", ["json", "pdf", "erase"])
    def test_what_was_not_looked_at_is_left_alone(self, button: str) -> None:
        cancel(place((shirt(), 1)))
        mails_went()
        client = staff_with("view_personrequest", "answer_personrequest")
        client.cookies["locale"] = "de"
        page = client.post(PAGE, {"email": "other@example.org", "find": "1"}).content.decode()
        assert 'name="seen" value="other@example.org"' in page
        sent = {"email": MIRA, "seen": "other@example.org", button: "1", "sure": "on"}
        page = client.post(PAGE, sent).content.decode()
        assert Order.objects.get().email == MIRA and not PersonRequest.objects.exists()
        assert "Das ist eine andere Adresse" in page and "Würde gelöscht" in page
        assert f'name="seen" value="{MIRA}"' in page and " checked" not in page.partition('name="sure"')[2][:300]

    @pytest.mark.parametrize("rights", [(), ("view_personrequest", "view_order", "change_order")])
    def test_nobody_else_may(self, rights: tuple[str, ...]) -> None:
        cancel(place((shirt(), 1)))
        mails_went()
        client = staff_with(*rights)
        answer = client.post(PAGE, {"email": MIRA, "seen": MIRA, "erase": "1", "sure": "on"})
        assert answer.status_code in (302, 303, 403) and Order.objects.get().email == MIRA

    def test_an_address_that_is_none_is_told(self) -> None:
        client = staff_with("view_personrequest", "answer_personrequest")
        client.cookies["locale"] = "en"
        page = client.post(PAGE, {"email": "nonsense", "find": "1"}).content.decode()
        assert "This is no e-mail address." in page


def test_a_cart_without_an_order_is_theirs_too() -> None:
    ready_cart((shirt(), 1))
    assert Person(MIRA).counts() == {"carts": 1}
    assert [one.until for one in erased().kept] == [None], "they are shopping"
