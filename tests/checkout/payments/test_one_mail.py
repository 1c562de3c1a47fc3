"""A paid order sends one message: the order, its money, tickets and invoice, in whatever order they came."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core import mail as outbox
from django.core.mail import EmailMultiAlternatives
from django.db import connection
from django.utils.translation import override
from procrastinate.contrib.django.models import ProcrastinateJob

from checkout.actions import cancel_unpaid
from checkout.actions.invoices.invoicing import write_invoices
from checkout.actions.orders.emails import correct_email, resend_mail
from checkout.actions.orders.ending_tickets import end_unpaid_tickets
from checkout.actions.orders.forgetting import guarding_triggers
from checkout.actions.orders.steps import StaffAction
from checkout.invoices.queue import queue_invoices
from checkout.mails.order_mails import defer
from checkout.mails.timeline import timeline_of
from checkout.mails.together import HELD_FOR, send_with_others, take_mails
from checkout.models import Invoice, Order, Placement
from checkout.payments.ledger import balance, record_capture
from launch.ports import free_port
from shop.mails.sending import MAX_ATTEMPTS
from shop.models import Mail, Shop
from tests.checkout.invoicing import SELLER
from tests.checkout.payments.jobs import LATER, run_jobs, store
from tests.checkout.payments.paying import PayingShop, Purchase, paid, placed, redirected
from tests.factories import make_payment_code
from tests.guest import Guest
from tests.peers.smtp import mail_server
from tests.proofs import proves

JOBS = ("checkout.write_invoices", "checkout.send_order_mail")
ALL = ["confirmation", "payment_received", "tickets", "invoice:1"]
UNPAID, ON_ITS_WAY = "Noch nicht bezahlt?", "Dein Geld ist unterwegs."
TERMS = ["Allgemeine Geschäftsbedingungen.html", "Widerrufsrecht.html"]


@pytest.fixture(autouse=True)
def sells(shop: PayingShop, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    Shop.objects.update(**SELLER)


def run(after: timedelta = timedelta()) -> list[EmailMultiAlternatives]:
    """The messages that leave by then."""
    outbox.outbox.clear()
    run_jobs(*JOBS, after=after)
    return list(outbox.outbox)  # type: ignore[arg-type]


def files(message: EmailMultiAlternatives) -> list[str]:
    return [str(name).partition("-")[0] for name, _content, _mime in map(tuple, message.attachments)]


def texts(message: EmailMultiAlternatives) -> list[str]:
    return [str(message.body), str(message.alternatives[0][0])]


def brought() -> list[list[str]]:
    """The kinds of mails, by the messages that brought them."""
    found: dict[object, list[str]] = {}
    for mail in Mail.objects.exclude(sent_at=None).order_by("sent_at", "created_at"):
        found.setdefault(mail.sent_at, []).append(mail.kind)
    return list(found.values())


@proves("purchase §4", "an order that is paid at once sends one mail: order, money, tickets and invoice")
@pytest.mark.parametrize("method", ["stripe_checkout", "paypal"])
def test_a_paid_order_sends_one_message(shop: PayingShop, method: str) -> None:
    purchase = redirected(shop, method)
    assert run() == []
    assert Mail.objects.get().kind == "confirmation"
    if method == "paypal":
        shop.paypal.approve(shop.paypal.order_at(purchase.url))
    else:
        shop.stripe.pay(shop.stripe.session_at(purchase.url))
    assert purchase.confirm()["paymentReceived"] is True
    assert ProcrastinateJob.objects.filter(status="todo", task_name__in=JOBS).count() == 2
    (message,) = run()
    assert files(message) == ["Tickets", "tickets.ics", "Rechnung", *TERMS]
    number = purchase.order.placements.get().invoices.get().number
    for text in texts(message):
        assert UNPAID not in text and "Sie ist bezahlt." in text and number in text and "Ticketnummer" in text
    assert brought() == [ALL]
    assert run(after=HELD_FOR) == []


def test_what_a_code_pays_sends_one_message(shop: PayingShop) -> None:
    make_payment_code(shop.ticket.event, code="PASS-1", value="200.00")
    guest = Guest(shop.shop)
    guest.add((shop.ticket, 1), code="PASS-1")
    guest.enter_address()
    guest.choose("-1")
    guest.place()
    (message,) = run()
    assert brought() == [["confirmation", "tickets", "invoice:1"]]
    assert files(message) == ["Tickets", "tickets.ics", "Rechnung", *TERMS]
    assert all("Noch zu zahlen" not in text and UNPAID not in text for text in texts(message))


@proves("purchase §4", "an order that is paid later is confirmed at once, and its money sends one mail")
def test_a_transfer_sends_two_messages(shop: PayingShop) -> None:
    purchase = placed(shop, shop.guest("bank_transfer"))
    (first,) = run()
    assert files(first) == TERMS and "IBAN" in first.body
    transfer(purchase)
    (second,) = run()
    assert brought() == [["confirmation"], ["payment_received", "tickets", "invoice:1"]]
    assert files(second) == ["Tickets", "tickets.ics", "Rechnung"]
    assert "IBAN" not in second.body and "Tickets" in second.subject


def transfer(purchase: Purchase) -> None:
    order = purchase.order
    record_capture(payment=purchase.payment, amount=balance(order), event_id="statement-1")


@proves("purchase §4", "the confirmation waits five minutes for a payment under way, no longer")
def test_a_buyer_who_pays_late_has_the_confirmation_before(shop: PayingShop) -> None:
    purchase = redirected(shop, "stripe_checkout")
    (first,) = run(after=HELD_FOR)
    assert all(UNPAID in text for text in texts(first))
    shop.stripe.pay(shop.stripe.session_at(purchase.url))
    purchase.confirm()
    (second,) = run()
    assert brought() == [["confirmation"], ["payment_received", "tickets", "invoice:1"]]
    assert all(UNPAID not in text for text in texts(second))


@proves("purchase §4", "a payment that fails, or takes days, sends the confirmation alone at once")
def test_a_failed_payment_sends_the_confirmation(shop: PayingShop) -> None:
    purchase = redirected(shop, "stripe_checkout")
    shop.stripe.expire(shop.stripe.session_at(purchase.url))
    purchase.confirm()
    (message,) = run()
    assert all(UNPAID in text for text in texts(message))
    assert run(after=HELD_FOR) == []


def test_money_on_its_way_is_not_asked_for(shop: PayingShop) -> None:
    purchase = redirected(shop, "stripe_sofort")
    session = shop.stripe.session_at(purchase.url)
    shop.stripe.pay_later(session)
    purchase.confirm()
    (message,) = run()
    assert all(UNPAID not in text and ON_ITS_WAY in text for text in texts(message))
    shop.stripe.arrive(session)
    purchase.confirm()
    run()
    assert brought() == [["confirmation"], ["payment_received", "tickets", "invoice:1"]]


def test_who_changes_to_a_transfer_gets_the_account_at_once(shop: PayingShop) -> None:
    purchase = redirected(shop, "stripe_checkout")
    purchase.ask("PAYORDER", paymentMethod="bank_transfer")
    (message,) = run()
    assert "IBAN" in message.body


@proves("purchase §4", "no mail asks a buyer to pay who has paid, even if the money comes while it is written")
def test_money_that_comes_while_the_confirmation_is_written(shop: PayingShop) -> None:
    purchase = redirected(shop, "stripe_checkout")

    def pay_while_written(execute: Any, sql: str, *rest: Any) -> Any:
        if "accepted_texts" in sql and purchase.order.placements.get().paid_at is None:
            shop.stripe.pay(shop.stripe.session_at(purchase.url))
            purchase.confirm()
        return execute(sql, *rest)

    with connection.execute_wrapper(pay_while_written):
        first, second = run(after=HELD_FOR)
    assert all(UNPAID not in text for text in texts(first))
    assert brought() == [["confirmation"], ["payment_received", "tickets", "invoice:1"]]
    assert files(second) == ["Tickets", "tickets.ics", "Rechnung"]


@proves("design §4", "a message keeps what it brings when its job runs again, and no other job sends it")
def test_a_job_that_died_sends_the_same_again(shop: PayingShop) -> None:
    purchase = redirected(shop, "stripe_checkout")
    mail_id = str(Mail.objects.get().pk)
    first, second, third, fourth = (defer(Mail.objects.get().pk) for _job in range(4))
    assert [one.kind for one in take_mails(mail_id, first)] == ["confirmation"]
    shop.stripe.pay(shop.stripe.session_at(purchase.url))
    purchase.confirm()
    write_invoices(placement_id=Placement.objects.get().pk)
    assert take_mails(mail_id, second) == []
    assert [one.kind for one in take_mails(mail_id, first)] == ["confirmation"]
    rest = str(Mail.objects.get(kind="tickets").pk)
    assert [one.kind for one in take_mails(rest, third)] == ALL[1:]
    assert take_mails(str(Mail.objects.get(kind="invoice:1").pk), fourth) == []
    store(ProcrastinateJob.objects.get(pk=third), "failed", 13, None)
    assert [one.kind for one in take_mails(rest, fourth)] == ALL[1:]
    assert take_mails(rest, third) == []


def test_what_has_no_invoice_yet_sends_the_rest(shop: PayingShop) -> None:
    Shop.objects.update(seller_address="")
    paid(shop)
    (message,) = run()
    assert brought() == [ALL[:3]] and files(message) == ["Tickets", "tickets.ics", *TERMS]
    Shop.objects.update(**SELLER)
    placement = Placement.objects.get()
    ProcrastinateJob.objects.all()._raw_delete("default")
    queue_invoices(placement.pk)
    (invoice,) = run()
    assert files(invoice) == ["Rechnung"] and brought() == [ALL[:3], ["invoice:1"]]


@proves("design §4", "the order's timeline names what a message brought; staff send each part again")
def test_staff_see_what_it_brought_and_send_a_part_again(shop: PayingShop) -> None:
    purchase = paid(shop)
    run()
    with override("en"):
        told = [one.what for one in timeline_of(purchase.order) if one.what.startswith("Mail sent")]
    assert told == ["Mail sent: Order confirmation, Payment received, Tickets, invoice"]
    staff = User.objects.create_user("clerk", is_staff=True)
    for kind, named in zip(ALL, ([*TERMS], [], ["Tickets", "tickets.ics"], ["Rechnung"]), strict=True):
        resend_mail(order=purchase.order, mail=Mail.objects.get(kind=kind), action=StaffAction(uuid4(), staff))
        (message,) = run()
        assert files(message) == named


def test_a_corrected_address_gets_all_in_one_message(shop: PayingShop) -> None:
    purchase = paid(shop)
    Mail.objects.update(recipient="a@b.de>")
    Order.objects.update(email="a@b.de>")
    assert run() == []
    assert Mail.objects.undeliverable().count() == len(ALL)
    correct_email(order=purchase.order, email="nora@example.org")
    (message,) = run()
    assert message.to == ["nora@example.org"] and brought() == [ALL]
    correct_email(order=purchase.order, email="mira@example.org")
    (message,) = run()
    assert message.to == ["mira@example.org"] and brought() == [ALL, ALL]


def test_a_mail_that_is_sent_is_not_sent_again_with_others(shop: PayingShop) -> None:
    paid(shop)
    run()
    outbox.outbox.clear()
    for mail in Mail.objects.all():
        send_with_others(str(mail.pk))
    assert outbox.outbox == []


NORA, LOCMEM = "nora@example.org", "django.core.mail.backends.locmem.EmailBackend"
WRITTEN, LOCKED = 'SET "subject"', 'FROM "checkout_order" WHERE "checkout_order"."id" = (SELECT'


@contextmanager
def corrected_at(statement: str, purchase: Purchase, email: str) -> Iterator[None]:
    """Staff correct the address before a job's first statement of this kind."""
    was_corrected = False

    def correct(execute: Any, sql: str, *rest: Any) -> Any:
        nonlocal was_corrected
        if statement in sql and not was_corrected:
            was_corrected = True
            correct_email(order=purchase.order, email=email)
        return execute(sql, *rest)

    with connection.execute_wrapper(correct):
        yield
    assert was_corrected


@proves("design §4", "an address that is corrected while its mail is sent gets all mails, whatever became of the first")
@pytest.mark.parametrize("first", ["mira@example.org", "a@b.de>"])
def test_an_address_corrected_during_a_send_gets_all(shop: PayingShop, first: str) -> None:
    purchase = paid(shop)
    Mail.objects.update(recipient=first)
    Order.objects.update(email=first)
    with corrected_at(WRITTEN, purchase, NORA):
        messages = run()
    assert [one.to for one in messages] == [[first], [NORA]][-len(messages) :]
    assert messages[-1].to == [NORA] and brought() == [ALL]
    assert set(Mail.objects.values_list("recipient", flat=True)) == {NORA}


def test_the_same_address_entered_during_a_send_gets_one_message(shop: PayingShop) -> None:
    purchase = paid(shop)
    with corrected_at(WRITTEN, purchase, purchase.order.email):
        assert len(run()) == 1
    assert brought() == [ALL]
    # That of the held confirmation: no other could send the message at the same time as the invoice's job.
    assert ProcrastinateJob.objects.filter(task_name="checkout.send_order_mail").count() == 1


def test_an_address_corrected_before_the_invoice_gets_all_in_one_message(shop: PayingShop) -> None:
    purchase = paid(shop)
    with corrected_at(LOCKED, purchase, NORA):
        (message,) = run()
    assert set(Mail.objects.values_list("kind", "recipient")) == {(kind, NORA) for kind in ALL}
    assert message.to == [NORA] and brought() == [ALL]


def test_a_corrected_address_gets_what_had_no_job_but_no_held_confirmation(shop: PayingShop) -> None:
    purchase = redirected(shop, "stripe_checkout")
    correct_email(order=purchase.order, email="mira@example.org")
    assert run() == []
    shop.stripe.pay(shop.stripe.session_at(purchase.url))
    purchase.confirm()
    correct_email(order=purchase.order, email=NORA)
    run_jobs("checkout.send_order_mail")
    assert brought() == [ALL[:3]]
    assert [one.to for one in outbox.outbox] == [[NORA]]


@proves("design §4", "a mail that cannot be written or is refused holds back no other mail of its message")
def test_a_message_that_is_too_big_leaves_in_parts(shop: PayingShop, settings: Any) -> None:
    paid(shop)
    with mail_server() as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.controller.hostname, server.controller.port
        write_invoices(placement_id=Placement.objects.get().pk)
        server.most_bytes = 100
        first = ProcrastinateJob.objects.filter(status="todo", task_name="checkout.send_order_mail").earliest("id")
        send_with_others(first.args["mail_id"], job=first.pk)
        assert Mail.objects.undeliverable().count() == 0
        server.most_bytes = 10_000_000
        run(after=HELD_FOR)
        assert sorted(kinds for (kinds,) in brought()) == sorted(ALL)
        assert len(server.messages) == len(ALL)


def test_a_part_that_cannot_be_written_holds_back_no_other(shop: PayingShop) -> None:
    paid(shop)
    write_invoices(placement_id=Placement.objects.get().pk)
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('pgtrigger.ignore', %s, true)", [guarding_triggers()])
        Invoice.objects.update(content={})
        cursor.execute("SELECT set_config('pgtrigger.ignore', '{}', true)")
    assert len(run(after=HELD_FOR)) == 3
    assert sorted(kinds for (kinds,) in brought()) == sorted(ALL[:3])
    invoice = Mail.objects.get(kind="invoice:1")
    assert invoice.undeliverable_at is None and "could not be written" in invoice.problem


def test_each_mail_of_a_message_has_its_own_attempts(shop: PayingShop, settings: Any) -> None:
    purchase = paid(shop)
    Mail.objects.filter(kind="confirmation").update(attempts=MAX_ATTEMPTS - 1)
    settings.EMAIL_BACKEND, settings.EMAIL_PORT = "django.core.mail.backends.smtp.EmailBackend", free_port()
    run()
    assert [one.kind for one in Mail.objects.undeliverable()] == ["confirmation"]
    settings.EMAIL_BACKEND = LOCMEM
    assert len(run(after=LATER)) == 1 and brought() == [ALL[1:]]
    correct_email(order=purchase.order, email=purchase.order.email)
    assert Mail.objects.get(kind="confirmation").attempts == 0


@proves("design §4", "the job that writes invoices sends their message; what cannot leave yet has a job of its own")
@pytest.mark.parametrize("attempts", [0, 16])
def test_a_message_that_could_not_leave_has_a_job_of_its_own(shop: PayingShop, settings: Any, attempts: int) -> None:
    paid(shop)
    written = ProcrastinateJob.objects.get(task_name="checkout.write_invoices")
    # 16: its last one, after others could not write the invoice.
    store(written, "todo", attempts, None)
    Mail.objects.filter(kind="confirmation").update(recipient=NORA)
    settings.EMAIL_BACKEND, settings.EMAIL_PORT = "django.core.mail.backends.smtp.EmailBackend", free_port()
    run()
    written.refresh_from_db()
    assert written.status == "succeeded" and set(Mail.objects.values_list("attempts", flat=True)) == {1}
    waiting = ProcrastinateJob.objects.filter(status="todo", task_name="checkout.send_order_mail", attempts=1)
    assert set(Mail.objects.values_list("taken_by", flat=True)) == set(waiting.values_list("pk", flat=True))
    settings.EMAIL_BACKEND = LOCMEM
    assert sorted(one.to != [NORA] for one in run(after=LATER)) == [False, True]
    assert sorted(brought()) == [["confirmation"], ALL[1:]]
    assert Invoice.objects.count() == 1 and run(after=LATER) == []


def test_an_invoice_job_whose_worker_died_sends_the_same_again(shop: PayingShop) -> None:
    paid(shop)
    written = ProcrastinateJob.objects.get(task_name="checkout.write_invoices")
    write_invoices(placement_id=Placement.objects.get().pk)
    first = Mail.objects.get(kind="confirmation")
    assert [one.kind for one in take_mails(str(first.pk), written.pk)] == ALL
    (message,) = run()
    assert brought() == [ALL] and message.extra_headers["Message-ID"] == first.message_id
    assert set(Mail.objects.values_list("attempts", flat=True)) == {2}


def test_an_invoice_written_after_the_worker_died_is_sent_apart(shop: PayingShop) -> None:
    Shop.objects.update(seller_address="")
    paid(shop)
    written = ProcrastinateJob.objects.get(task_name="checkout.write_invoices")
    assert [one.kind for one in take_mails(str(Mail.objects.get(kind="tickets").pk), written.pk)] == ALL[:3]
    Shop.objects.update(**SELLER)
    assert len(run()) == 2 and brought() == [ALL[:3], ALL[3:]]


@proves("purchase §4", "a confirmation that waits for a payment leaves when its order is cancelled")
@pytest.mark.parametrize("is_event_cancelled", [True, False])
def test_what_is_cancelled_confirms_at_once(shop: PayingShop, is_event_cancelled: bool) -> None:
    purchase = redirected(shop, "stripe_checkout")
    if is_event_cancelled:
        assert shop.ticket.event is not None
        end_unpaid_tickets(order=purchase.order, event=shop.ticket.event)
    else:
        cancel_unpaid(order=purchase.order)
    assert purchase.order.placements.get().cancelled_at is not None
    assert len(run()) == 1 and brought() == [["confirmation"]]
    assert run(after=HELD_FOR) == []
