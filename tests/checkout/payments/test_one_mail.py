"""A paid order sends one message: the order, its money, tickets and invoice, in whatever order they came."""

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

from checkout.actions.orders.emails import correct_email, resend_mail
from checkout.actions.orders.steps import StaffAction
from checkout.invoices.queue import queue_invoices
from checkout.mails.timeline import timeline_of
from checkout.mails.together import HELD_FOR, send_with_others, take_mails
from checkout.models import Order, Placement
from checkout.payments.ledger import balance, record_capture
from shop.models import Mail, Shop
from tests.checkout.invoicing import SELLER
from tests.checkout.payments.jobs import run_jobs
from tests.checkout.payments.paying import PayingShop, Purchase, paid, placed, redirected
from tests.factories import make_payment_code
from tests.guest import Guest
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
    assert [one.kind for one in take_mails(mail_id, 1)] == ["confirmation"]
    shop.stripe.pay(shop.stripe.session_at(purchase.url))
    purchase.confirm()
    run_jobs("checkout.write_invoices")
    assert take_mails(mail_id, 2) == []
    assert [one.kind for one in take_mails(mail_id, 1)] == ["confirmation"]
    rest = str(Mail.objects.get(kind="tickets").pk)
    assert [one.kind for one in take_mails(rest, 3)] == ALL[1:]
    assert take_mails(str(Mail.objects.get(kind="invoice:1").pk), 4) == []


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
