"""Staff work on a paid order: what they see first is what is done, once, and stands in the order's timeline."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission, User
from django.core import mail
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from aftersale.models import Ticket
from aftersale.numbers.tickets import grouped_number
from checkout.actions import move_delivery
from checkout.models import Delivery, OrderStep, Placement, Refund
from checkout.orders.order_state import PaymentState
from shop.invariants import broken_invariants
from shop.models import Mail
from tests.checkout.giving_back import send_all, shirts, sold
from tests.checkout.placing import place, shirt, state_of
from tests.checkout.steps import confirm, page_of, write_mails
from tests.proofs import proves
from tests.staff import errors_of, fields_of, log_in, log_in_clerk, send, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def staff(client: Client) -> Iterator[User]:
    client.cookies["locale"] = "en"
    with translation.override("en"):
        yield log_in(client)


def one_shirt(placement: Placement, **more: Any) -> dict[str, Any]:
    key = shirts(placement).pk
    return {f"on-{key}": "on", f"pieces-{key}": "1", f"euros-{key}": "20.00", "reason": "Too small"} | more


class TestRefund:
    @proves(
        "docs/decisions/0055",
        "staff see first what a step will do, tickets and invoices included: that is done, or nothing is and "
        "they see it anew; what was typed is kept; refunds are a right of their own",
    )
    def test_what_is_shown_first_is_done_and_told(self, client: Client, paid: Placement, staff: User) -> None:
        path = page_of(paid.order, "refund")
        preview = client.post(path, fields_of(client.get(path)) | one_shirt(paid))
        text = text_of(preview)
        for words in ("20,00\xa0€", "you send it from the bank", "1 × ", "by a cancellation invoice", paid.order.email):
            assert words in text, words
        assert not Refund.objects.exists() and sold() == [2, 1]
        done = text_of(confirm(client, path, preview))
        assert "Noted: 20,00\xa0€ go back." in done and "Too small" in done
        assert (Refund.objects.get().staff, sold()) == (staff, [1, 1])
        confirm(client, path, preview)
        assert Refund.objects.count() == 1
        write_mails()
        sent = next(one for one in mail.outbox if "Erstattung" in one.subject or "Refund" in one.subject)
        assert "20,00\xa0€" in sent.body and "14 " in sent.body
        send_all()
        assert broken_invariants() == {}

    def test_only_first_invoices_are_named_as_corrected(self, client: Client, paid: Placement) -> None:
        """What charges again what a correction took back names the first one itself."""
        again = paid.invoices.get()
        again.corrects_id, again.pk, again.sequence, again.number = again.pk, uuid4(), again.sequence + 1, "again"
        again.save(force_insert=True)
        path = page_of(paid.order, "refund")
        text = text_of(client.post(path, fields_of(client.get(path)) | one_shirt(paid)))
        assert text.count("by a cancellation invoice") == 1 and "again, by" not in text

    @proves("docs/decisions/0055", "equal lines of a form are told apart by the numbers of their tickets")
    def test_the_form_names_the_tickets_of_each_line(self, client: Client, paid: Placement) -> None:
        number = grouped_number(Ticket.objects.get().number)
        for step in ("refund", "exchange"):
            assert number in text_of(client.get(page_of(paid.order, step))), step

    def test_the_tickets_that_end_are_named(self, client: Client, paid: Placement) -> None:
        ticket = Ticket.objects.get()
        path = page_of(paid.order, "refund")
        preview = client.post(path, fields_of(client.get(path)) | {"what": "all", "reason": "Ill"})
        assert grouped_number(ticket.number) in text_of(preview)
        confirm(client, path, preview)
        ticket.refresh_from_db()
        assert not ticket.is_valid and state_of(paid) == PaymentState.CANCELLED
        assert "Ticket ended" in text_of(client.get(page_of(paid.order)))

    def test_what_changed_meanwhile_is_shown_again(self, client: Client, paid: Placement) -> None:
        path = page_of(paid.order, "refund")
        everything = fields_of(client.get(path)) | {"what": "all", "reason": "Ill"}
        stale = client.post(path, everything)
        confirm(client, path, client.post(path, fields_of(client.get(path)) | one_shirt(paid)))
        assert "The order has changed meanwhile" in text_of(client.post(path, fields_of(stale)))
        assert Refund.objects.count() == 1

    def test_what_would_be_another_sum_is_shown_again(self, client: Client, paid: Placement) -> None:
        path, refund = page_of(paid.order, "cancel-order"), page_of(paid.order, "refund")
        stale = send(client, path, reason="Ill")
        cheaper = {"what": "amount", "amount": "5.00", "reason": "Late"}
        confirm(client, refund, client.post(refund, fields_of(client.get(refund)) | cheaper))
        again = client.post(path, fields_of(stale))
        assert "The order has changed meanwhile" in text_of(again) and "70,90\xa0€" in text_of(again)
        assert Refund.objects.count() == 1
        confirm(client, path, again)
        assert sum(Refund.objects.values_list("amount", flat=True)) == Decimal("75.90")

    @pytest.mark.parametrize(
        "wrong",
        [
            {"reason": ""}, {"what": "amount"}, {"what": "amount", "amount": "75.91"}, {"what": "nothing"},
            {"payment": str(uuid4())}, {"key": "x"},
        ],
    )  # fmt: skip
    def test_nonsense_is_refused_and_what_was_typed_is_kept(
        self, client: Client, paid: Placement, wrong: dict[str, str]
    ) -> None:
        path = page_of(paid.order, "refund")
        answer = client.post(path, fields_of(client.get(path)) | one_shirt(paid) | wrong)
        assert errors_of(answer) or "key" in wrong
        assert "shown" not in fields_of(answer) and not Refund.objects.exists()

    def test_a_form_without_anything_chosen_says_so(self, client: Client, paid: Placement) -> None:
        answer = send(client, page_of(paid.order, "refund"), reason="So")
        assert "Nothing was chosen." in text_of(answer)

    def test_back_to_the_form_everything_is_still_there(self, client: Client, paid: Placement) -> None:
        path = page_of(paid.order, "refund")
        preview = client.post(path, fields_of(client.get(path)) | one_shirt(paid))
        form = fields_of(client.post(path, fields_of(preview) | {"edit": ""}))
        assert form["reason"] == "Too small" and form[f"pieces-{shirts(paid).pk}"] == "1"

    def test_it_is_a_right_of_its_own(self, client: Client, paid: Placement) -> None:
        client.logout()
        clerk = log_in_clerk(client, "view_order", "change_order", "add_ledgerentry")
        assert "/refund/" not in text_of(client.get(page_of(paid.order)))
        for step in ("refund", "give-back", "cancel-order"):
            assert client.get(page_of(paid.order, step)).status_code == 403, step
            assert client.post(page_of(paid.order, step), one_shirt(paid)).status_code == 403, step
        clerk.user_permissions.add(Permission.objects.get(codename="add_refund"))
        assert client.get(page_of(paid.order, "refund")).status_code == 200


class TestCancelling:
    @proves(
        "law PM-7",
        "an order is cancelled, paid or not, with its money and a mail; what has left is said and stays the "
        "buyer's unless somebody says otherwise, and is never sold again by itself",
    )
    def test_a_paid_order_is_cancelled_with_its_money_and_a_mail(self, client: Client, paid: Placement) -> None:
        path = page_of(paid.order, "cancel-order")
        preview = client.post(path, fields_of(client.get(path)) | {"reason": "Asked for"})
        assert "75,90\xa0€" in text_of(preview)
        assert "Cancelled. 75,90\xa0€ go back." in text_of(confirm(client, path, preview))
        assert state_of(paid) == PaymentState.CANCELLED
        assert client.get(path).status_code == 403, "nothing is left"
        write_mails()
        assert any("75,90\xa0€" in one.body for one in mail.outbox)

    def test_what_has_left_is_said_and_stays(self, client: Client, paid: Placement) -> None:
        move_delivery(delivery=Delivery.objects.get(), to=Delivery.State.SHIPPED)
        path = page_of(paid.order, "cancel-order")
        assert "This has left already" in text_of(client.get(path))
        confirm(client, path, client.post(path, fields_of(client.get(path)) | {"reason": "Asked for"}))
        assert (sold(), Refund.objects.get().amount) == ([2, 0], Decimal("30.00"))

    def test_an_order_that_is_not_paid_needs_no_right_to_refund(self, client: Client) -> None:
        placement = place((shirt(), 1))
        log_in_clerk(client, "view_order", "add_ledgerentry")
        path = page_of(placement.order, "cancel-order")
        preview = client.post(path, fields_of(client.get(path)) | {"reason": "Never paid"})
        assert "Cancelled. No money goes back." in text_of(confirm(client, path, preview))
        assert state_of(placement) == PaymentState.CANCELLED


class TestNotes:
    @proves(
        "law J14",
        "notes on an order, the important ones on top, found by the search, never shown to the buyer, never changed",
    )
    def test_a_note_stands_in_the_timeline_and_is_found(self, client: Client, paid: Placement, staff: User) -> None:
        path = page_of(paid.order, "note")
        fields = fields_of(client.get(path)) | {"text": "Calls at noon"}
        for _twice in range(2):
            client.post(path, fields)
        note = OrderStep.objects.get()
        assert (note.text, note.staff, note.important) == ("Calls at noon", staff, False)
        assert "Calls at noon" in text_of(client.get(page_of(paid.order)))
        found = client.get("/admin/checkout/order/?q=noon").context["cl"].result_list
        assert [one.pk for one in found] == [paid.order.pk]

    def test_an_important_one_stands_on_top_until_somebody_lowers_it(self, client: Client, paid: Placement) -> None:
        path = page_of(paid.order, "note")
        send(client, path, text="Fragile", important="on")
        note = OrderStep.objects.get()
        assert "staff-important" in text_of(client.get(page_of(paid.order)))
        assert send(client, path, **{f"top-{note.pk}": None}).status_code == 302
        assert "staff-important" not in text_of(client.get(page_of(paid.order)))
        assert OrderStep.objects.get().text == "Fragile"

    def test_an_empty_note_is_none(self, client: Client, paid: Placement) -> None:
        assert "What is to be noted?" in errors_of(send(client, page_of(paid.order, "note"), text=""))

    def test_no_buyer_sees_it(self, client: Client, paid: Placement) -> None:
        send(client, page_of(paid.order, "note"), text="Calls at noon", important="on")
        order = paid.order
        answer = client.get(f"/api/v2/shops/{order.shop.slug}/orders/{order.secret}?include=items")
        assert answer.status_code == 200 and "noon" not in answer.content.decode()

    def test_what_was_done_is_never_changed(self, client: Client, paid: Placement) -> None:
        send(client, page_of(paid.order, "note"), text="Calls at noon")
        with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
            OrderStep.objects.update(text="Calls on Tuesday")

    def test_it_is_a_right_of_its_own(self, client: Client, paid: Placement) -> None:
        log_in_clerk(client, "view_order")
        assert client.post(page_of(paid.order, "note"), {"text": "x", "key": str(uuid4())}).status_code == 403


class TestMails:
    @proves("law J14, J17", "any mail of an order goes once more, with when it went before; twice pressed, once")
    def test_any_mail_goes_once_more(self, client: Client, paid: Placement, staff: User) -> None:
        write_mails()
        first = Mail.objects.get(kind="confirmation")
        path = page_of(paid.order, "resend-mail")
        assert "sent on" in text_of(client.get(path))
        fields = fields_of(client.get(path)) | {"mail": str(first.pk)}
        for _twice in range(2):
            client.post(path, fields)
        mail.outbox.clear()
        write_mails()
        # Alone, without what went with it the first time.
        assert [one.subject.partition(" B-")[0] for one in mail.outbox] == ["Your order"]
        send(client, path, mail=str(first.pk))
        send(client, path, mail=str(Mail.objects.filter(kind__startswith="again:").latest("created_at").pk))
        assert Mail.objects.filter(kind__startswith="again:").count() == 3
        text = text_of(client.get(page_of(paid.order)))
        assert text.count("Order confirmation") >= 4 and "again:" not in text
        assert broken_invariants() == {}

    def test_those_with_a_batch_of_their_own_keep_it(self, client: Client, paid: Placement) -> None:
        write_mails()
        mail.outbox.clear()
        for one in Mail.objects.exclude(kind__startswith="again:"):
            send(client, page_of(paid.order, "resend-mail"), mail=str(one.pk))
        write_mails()
        assert not Mail.objects.exclude(problem="").exists()
        assert any(name.endswith(".pdf") for one in mail.outbox for name, *_rest in one.attachments)

    def test_no_other_orders_mail(self, client: Client, paid: Placement) -> None:
        other = place((shirt(), 1), key="other")
        strange = Mail.objects.get(subject_key=str(other.pk))
        assert errors_of(send(client, page_of(paid.order, "resend-mail"), mail=str(strange.pk)))


class TestTimeline:
    @proves(
        "law AD-6",
        "an order's timeline: placed, paid, bookings, refunds, mails, parcels, tickets, notes, changes, with "
        "who did it, the newest first; a fixed number of statements",
    )
    def test_it_tells_what_happened_and_who_did_it(self, client: Client, paid: Placement, staff: User) -> None:
        write_mails()
        send(client, page_of(paid.order, "note"), text="Calls at noon")
        send(client, page_of(paid.order, "correct-email"), email="new@example.org")
        parcel = Delivery.objects.get()
        move_delivery(delivery=parcel, to=Delivery.State.PACKED)
        text = text_of(client.get(page_of(paid.order)))
        for words in (
            "Ordered: 75,90", "shopper", "Paid", "received: 75,90", "Mail sent: Order confirmation", "Calls at noon",
            "Ticket issued", f"Parcel {parcel.number}: packed", staff.username,
        ):  # fmt: skip
            assert words in text, words

    def test_it_needs_as_many_statements_for_more_that_happened(self, client: Client, paid: Placement) -> None:
        def statements() -> int:
            with CaptureQueriesContext(connection) as seen:
                text_of(client.get(page_of(paid.order)))
            return len(seen.captured_queries)

        path = page_of(paid.order, "refund")
        confirm(client, path, client.post(path, fields_of(client.get(path)) | one_shirt(paid)))
        send(client, page_of(paid.order, "note"), text="First", important="on")
        before = statements()
        for number in range(3):
            send(client, page_of(paid.order, "note"), text=f"Note {number}", important="on")
        cheaper = {"what": "amount", "amount": "1.00", "reason": "Late"}
        for _again in range(2):
            confirm(client, path, client.post(path, fields_of(client.get(path)) | cheaper))
        assert statements() == before

    @proves("law AD-6", "an order's page reads what it shows once")
    def test_it_is_read_once(self, client: Client, paid: Placement) -> None:
        with CaptureQueriesContext(connection) as seen:
            assert "Ticket issued" in text_of(client.get(page_of(paid.order)))
        read = [query["sql"] for query in seen.captured_queries]
        for table in ("shop_auditentry", "checkout_ledgerentry"):
            asked = [one for one in read if f'FROM "{table}"' in one]
            assert len(set(asked)) == len(asked) > 0, table


def test_bookings_are_told_with_who_booked_them(client: Client, staff: User) -> None:
    placement = place((shirt(), 1))
    send(client, page_of(placement.order, "book-transfer"))
    assert f"<small>{staff}</small>" in text_of(client.get(page_of(placement.order)))
