"""Mails that can never leave wait for staff; those that can are tried again (design §4, invariant 8)."""

import re
import time
from collections.abc import Iterator
from traceback import format_exception

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from procrastinate.contrib.django.models import ProcrastinateJob
from pytest_django import Settings

from checkout.actions import place_order
from checkout.mails.together import send_with_others
from checkout.models import Order
from checkout.payments.ledger import balance, record_capture
from launch.ports import free_port
from shop.invariants import broken_invariants
from shop.mails import look
from shop.mails.sending import MAX_ATTEMPTS, NotSentYet
from shop.models import Mail
from tests import servers
from tests.checkout.placing import ready_cart, shirt
from tests.factories import make_shop
from tests.guest import Guest
from tests.peers.smtp import MailServer, mail_server
from tests.proofs import proves
from tests.sample_address import ADDRESS
from tests.staff import fields_of, log_in
from tests.stage import check_invariants, on, placed_order

MIRA = "mira@example.org"
GONE = "550 5.1.1 No such user here"
START, ORDERS = "/admin/", "/admin/checkout/order/?mail=undeliverable"


@pytest.fixture
def smtp(settings: Settings) -> Iterator[MailServer]:
    with mail_server() as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.controller.hostname, server.controller.port
        yield server


@pytest.fixture(autouse=True)
def own_documents(settings: Settings) -> None:
    settings.GRAPHQL_SAFELIST_ONLY = False


@pytest.fixture
def order(db: None) -> Order:
    session, request = ready_cart((shirt(), 1))
    return place_order(session=session, request=request).order


def send(order: Order) -> Mail:
    """Run the job of its confirmation; the row afterwards."""
    mail = Mail.objects.get(kind="confirmation")
    send_with_others(str(mail.pk))
    mail.refresh_from_db()
    return mail


def job_is_done() -> None:
    """As the worker does with a job that has ended well."""
    ProcrastinateJob.objects.all()._raw_delete("default")


@proves(
    "design §4",
    "a mail that can never leave is tried once, one that no server took in two hours no more; both wait "
    "for staff with the reason; others are tried again",
)
@pytest.mark.parametrize("answer", [GONE, "553 5.1.3 Bad address", "552 5.2.2 Mailbox full"])
def test_a_recipient_refused_for_good_is_asked_once_and_left_to_staff(
    order: Order, smtp: MailServer, answer: str
) -> None:
    smtp.refusals = {MIRA: answer}
    mail = send(order)
    assert (mail.sent_at, mail.undeliverable_at is None, mail.problem) == (None, False, answer)
    send(order)
    assert smtp.asked == [MIRA]


@pytest.mark.parametrize("answer", ["450 4.2.0 Greylisted", "421 4.3.2 Busy"])
def test_a_recipient_refused_for_now_is_tried_again_and_the_log_knows_no_address(
    order: Order, smtp: MailServer, answer: str
) -> None:
    smtp.refusals = {MIRA: answer}
    with pytest.raises(NotSentYet) as caught:
        send(order)
    mail = Mail.objects.get()
    assert (mail.undeliverable_at, mail.problem, mail.attempts) == (None, answer, 1)
    assert "mira" not in "".join(format_exception(caught.value))
    smtp.refusals = {}
    mail = send(order)
    assert (mail.sent_at is None, mail.problem) == (False, "")


def test_a_mail_server_that_is_away_is_asked_again_until_the_attempts_end(
    order: Order, smtp: MailServer, settings: Settings
) -> None:
    settings.EMAIL_PORT = free_port()
    with pytest.raises(NotSentYet):
        send(order)
    Mail.objects.update(attempts=MAX_ATTEMPTS - 1)
    mail = send(order)
    assert (mail.undeliverable_at is None, mail.problem != "") == (False, True)


@proves(
    "design §4",
    "a mail that cannot be written is told to staff with its reason, tried again, and in the log without "
    "personal data; every face has a stand-in",
)
def test_a_mail_that_cannot_be_written_is_told_and_tried_again(
    order: Order, smtp: MailServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(look, "STAND_INS", {})
    with pytest.raises(NotSentYet):
        send(order)
    mail = Mail.objects.get()
    assert (mail.attempts, mail.undeliverable_at, "could not be written" in mail.problem) == (1, None, True)
    assert "KeyError in" in caplog.text and MIRA not in caplog.text
    Mail.objects.update(attempts=MAX_ATTEMPTS - 1)
    assert send(order).undeliverable_at is not None
    monkeypatch.undo()
    Mail.objects.update(attempts=0, undeliverable_at=None)
    assert send(order).sent_at is not None


@pytest.mark.parametrize("address", ["a@b.de>", "a;b@c.de", "a@b.de,c.de", "ä@example.org"])
def test_an_address_that_cannot_be_written_asks_no_server(order: Order, smtp: MailServer, address: str) -> None:
    Mail.objects.update(recipient=address)
    mail = send(order)
    assert (mail.undeliverable_at is None, mail.problem) == (False, "This is no address that a mail can go to.")
    assert smtp.asked == []


def test_a_domain_with_umlauts_is_written_in_ascii(order: Order, smtp: MailServer) -> None:
    Mail.objects.update(recipient="mira@straße.de")
    assert send(order).sent_at is not None
    assert smtp.asked == ["mira@xn--strae-oqa.de"]


@proves(
    "purchase §5",
    "one rule for e-mail addresses in checkout, newsletter, staff's fields and browser, with every ending; "
    "domains with umlauts are written in ASCII",
)
@pytest.mark.parametrize("address", ["a@b.de>", "a;b@c.de", "a@b.de,c.de", '"a b"@c.de', "ä@example.org"])
def test_the_checkout_takes_no_address_that_mail_servers_refuse(db: None, address: str) -> None:
    variant = shirt()
    guest = Guest(variant.product.owner)
    assert guest.add((variant, 1)).data
    body = {"billing_address": ADDRESS, "shipping_address": None, "email": address}
    refused = guest.patch("cart/address", body)
    assert (refused.status_code, set(refused.json()["errors"])) == (400, {"email"})


@proves("design §4", "staff see which orders' mails cannot be delivered and why, correct the address and send again")
def test_staff_see_the_order_correct_its_address_and_the_mail_leaves(
    order: Order, smtp: MailServer, client: Client
) -> None:
    smtp.refusals = {MIRA: GONE}
    send(order)
    job_is_done()
    assert broken_invariants() == {}
    log_in(client)
    client.cookies["locale"] = "en"
    assert f'href="{ORDERS}"' in client.get(START).content.decode()
    assert order.reference in client.get(ORDERS).content.decode()
    assert "No such user here" in client.get(f"/admin/checkout/order/{order.pk}/change/").content.decode()
    mails = client.get("/admin/shop/mail/?sent=never").content.decode()
    assert "No such user here" in mails and MIRA in mails
    assert MIRA not in client.get("/admin/shop/mail/?sent=no").content.decode()

    form = f"/admin/checkout/order/{order.pk}/correct-email/"
    assert fields_of(client.get(form, follow=True))["email"] == MIRA
    assert client.post(form, {"email": "a@b.de>"}).status_code == 200
    assert Mail.objects.get().undeliverable_at is not None
    done = client.post(form, {"email": " nora@example.org "})
    assert done.status_code == 302
    order.refresh_from_db()
    assert order.email == "nora@example.org"
    (job,) = ProcrastinateJob.objects.filter(task_name="checkout.send_order_mail")
    send_with_others(job.args["mail_id"])
    assert [one["to"] for one in smtp.messages] == ["nora@example.org"]
    assert Mail.objects.get().sent_at is not None
    assert f'href="{ORDERS}"' not in client.get(START).content.decode()


@proves(
    "design §4",
    "an order shows its mails, each with its address and what became of it; once the address is "
    "corrected, what went to the wrong one is sent to the right one, nothing twice",
)
def test_what_went_to_a_wrong_address_is_sent_to_the_right_one_and_the_order_shows_it(
    order: Order, smtp: MailServer, client: Client
) -> None:
    send(order)
    job_is_done()
    record_capture(payment=order.payments.get(), amount=balance(order), event_id="statement-1")
    log_in(client)
    client.cookies["locale"] = "en"
    page, form = (f"/admin/checkout/order/{order.pk}/{step}/" for step in ("change", "correct-email"))
    shown = client.get(page).content.decode()
    assert re.search(rf"Order confirmation</a> → {MIRA}: sent on \d", shown)
    assert f"Payment received</a> → {MIRA}: waiting" in shown
    assert client.post(form, {"email": "nora@example.org"}).status_code == 302
    for job in ProcrastinateJob.objects.filter(task_name="checkout.send_order_mail"):
        send_with_others(job.args["mail_id"])
    # The confirmation again and the money, in one message.
    assert [one["to"] for one in smtp.messages] == [MIRA, "nora@example.org"]
    assert re.search(r"Order confirmation</a> → nora@example.org: sent on \d", client.get(page).content.decode())
    # Nobody gets anything twice, whatever else is corrected.
    for address in (MIRA, "nora@example.org"):
        job_is_done()
        assert client.post(form, {"email": address}).status_code == 302
        for job in ProcrastinateJob.objects.filter(task_name="checkout.send_order_mail"):
            send_with_others(job.args["mail_id"])
    sent = [(one["to"], one["Subject"]) for one in smtp.messages]
    assert len(sent) == len(set(sent)) == 3


def test_who_may_only_look_at_orders_corrects_none(order: Order, client: Client) -> None:
    looker = log_in(client, is_superuser=False)
    looker.user_permissions.add(Permission.objects.get(codename="view_order"))
    form = f"/admin/checkout/order/{order.pk}/correct-email/"
    assert form not in client.get(f"/admin/checkout/order/{order.pk}/change/").content.decode()
    assert client.post(form, {"email": "nora@example.org"}).status_code == 403
    order.refresh_from_db()
    assert order.email == MIRA


@pytest.mark.whole
def test_the_worker_gives_up_what_is_refused_for_good_and_keeps_the_rest(fresh_database: str) -> None:
    with mail_server() as smtp:
        smtp.refusals = {MIRA: GONE, "nora@example.org": "450 4.2.0 Greylisted"}
        with on(fresh_database):
            shop = make_shop("merchstand")
            for email in (MIRA, "nora@example.org"):
                placed_order(shop, email=email)
        with servers.worker(fresh_database, env={"EMAIL_URL": smtp.url}) as worker:
            deadline = time.monotonic() + 60
            while not smtp.asked.count("nora@example.org") >= 2:
                assert time.monotonic() < deadline, worker.log()
                time.sleep(0.1)
            assert "example.org" not in worker.log()
        assert smtp.asked.count(MIRA) == 1
        assert servers.number(fresh_database, "SELECT count(*) FROM shop_mail WHERE undeliverable_at IS NOT NULL") == 1
        assert servers.number(fresh_database, "SELECT count(*) FROM procrastinate_jobs WHERE status = 'failed'") == 0
        check_invariants(fresh_database)
