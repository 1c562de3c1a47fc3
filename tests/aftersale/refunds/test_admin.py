"""An event is cancelled or moved with one step of the staff; what cannot go by itself they decide."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import Permission, User
from django.core import mail as outbox
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import translation
from procrastinate.contrib.django.models import ProcrastinateJob

from aftersale.models import RefundOffer
from aftersale.refunds.actions import open_offer
from aftersale.tasks import return_money, send_refund_mail, tell_holders
from catalogue.models import Event
from checkout.models import Refund
from shop.models import Mail
from tests.aftersale.tickets.merged import merged_line
from tests.proofs import proves
from tests.staff import log_in, send, text_of

from .bought import CARD, ask_to_account, numbers, tickets_paid

pytestmark = pytest.mark.django_db
OFFERS, REQUESTS = "/admin/aftersale/refundoffer/", "/admin/aftersale/refundrequest/"


@pytest.fixture
def staff(client: Client) -> Iterator[User]:
    client.cookies["locale"] = "en"
    user = log_in(client)
    with translation.override("en"):
        yield user


def run(task: str, job: Any) -> int:
    """The jobs of that name, each once; how many there were."""
    waiting = list(ProcrastinateJob.objects.filter(task_name=task, status="todo").values_list("args", flat=True))
    for args in waiting:
        job(**args)
    return len(waiting)


@proves(
    "law J16",
    "a cancelled event: one step stops the sale, tells each order once and gives back by itself what can go",
)
def test_a_cancelled_event_is_stopped_told_and_refunded(client: Client, staff: User, event: Event) -> None:
    by_card, by_transfer = tickets_paid(event, 2, by=CARD, key="1"), tickets_paid(event, 1, key="2")
    to_form = client.get(f"/admin/catalogue/event/{event.pk}/refund-offer/")
    assert to_form.status_code in (301, 302)
    client.post(
        f"{OFFERS}add/",
        {"event": event.pk, "cause": "cancelled", "kept_fee": "0", "by_itself": "on", "message_de": "Es tut uns leid.",
         "message_en": "We are sorry.", "refund_error_message_de": "", "refund_error_message_en": "",
         "closes_at_0": "", "closes_at_1": ""},
    )  # fmt: skip
    offer = RefundOffer.objects.get()
    assert not offer.is_open
    page = text_of(client.get(f"{OFFERS}{offer.pk}/open/"))
    assert "3 tickets of 2 orders" in page and "90,00\u00a0€" in page and "The money of 1 orders" in page
    assert "Es tut uns leid." in page and "We are sorry." in page
    send(client, f"{OFFERS}{offer.pk}/open/")
    event.refresh_from_db()
    offer.refresh_from_db()
    assert (event.state, event.active, offer.is_open, offer.staff) == ("cancelled", True, True, staff)
    assert run("aftersale.return_money", return_money) == 1
    assert run("aftersale.tell_holders", tell_holders) == 1
    assert Refund.objects.get().payment.order == by_card
    told = {one.subject_key.partition(":")[2]: one for one in Mail.objects.filter(kind="refund_offer")}
    assert set(told) == {str(by_card.pk), str(by_transfer.pk)}
    for order, words in ((by_card, "You need not do anything"), (by_transfer, f"order_id={by_transfer.secret}")):
        send_refund_mail(mail_id=str(told[str(order.pk)].pk))
        text = outbox.outbox[-1].body
        assert words in text and "We are sorry." in text and "has been cancelled" in text
    tell_holders(offer.pk, str(UUID(int=0)))
    assert Mail.objects.filter(kind="refund_offer").count() == 2
    send(client, f"{OFFERS}{offer.pk}/close/")
    offer.refresh_from_db()
    assert not offer.is_open


@proves("law TK-2", "of a cancelled event's tickets no fee can be kept")
def test_of_a_cancelled_event_nothing_is_kept(client: Client, staff: User, event: Event) -> None:
    given = {
        "event": event.pk, "cause": "cancelled", "kept_fee": "2.50", "message_de": "", "message_en": "",
        "refund_error_message_de": "", "refund_error_message_en": "", "closes_at_0": "", "closes_at_1": "",
    }  # fmt: skip
    page = text_of(client.post(f"{OFFERS}add/", given))
    assert "Of a cancelled event the whole price goes back: nothing is kept." in page
    client.post(f"{OFFERS}add/", given | {"cause": "moved", "new_begin_0": "2999-01-01", "new_begin_1": "20:00"})
    offer = RefundOffer.objects.get()
    RefundOffer.objects.update(cause=RefundOffer.Cause.CANCELLED, new_begin=None)
    with pytest.raises(ValidationError):
        open_offer(offer=offer, tell=True, staff=staff)
    event.refresh_from_db()
    assert event.state == "on_sale"
    assert not ProcrastinateJob.objects.filter(task_name__startswith="aftersale.tell").exists()


@proves(
    "purchase §4",
    "what cannot go by itself waits for staff, who approve, settle or decline it; no money for what a code paid",
)
def test_what_staff_decide_is_noted_and_told(client: Client, staff: User, offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 3)
    merged_line(order.placements.get())
    request = ask_to_account(order, offer, numbers(order)[0])
    assert "somebody has to decide" in text_of(client.get("/admin/"))
    page = text_of(client.get(f"{REQUESTS}{request.pk}/change/"))
    assert "Mira Falk" in page and "DE89 3704" in page and "only some tickets of one line" in page
    client.post(f"{REQUESTS}{request.pk}/approve/")
    request.refresh_from_db()
    assert request.is_open and not Refund.objects.exists()
    send(client, f"{REQUESTS}{request.pk}/decline/", note="Bitte alle drei.")
    request.refresh_from_db()
    assert (request.state, request.staff) == ("declined", staff)
    send_refund_mail(mail_id=str(Mail.objects.get(kind="refund_declined").pk))
    assert "Bitte alle drei." in outbox.outbox[-1].body
    assert client.get(f"{REQUESTS}{request.pk}/settle/").status_code == 403


@proves(
    "law AD-2",
    "to approve a request needs the right to refund, and to change the terms of an open offer the right to open it",
)
@proves(
    "design §6",
    "an account is told nobody but its end, masked from who may not see payers, and forgotten 30 days "
    "after the money has gone",
)
def test_each_step_has_its_right(client: Client, offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 3)
    merged_line(order.placements.get())
    request = ask_to_account(order, offer, numbers(order)[0])
    log_in(client, is_superuser=False)
    user = User.objects.get(username="staff")

    def allow(*names: str) -> None:
        user.user_permissions.set(Permission.objects.filter(codename__in=names))

    allow("view_refundoffer", "view_refundrequest")
    page = text_of(client.get(f"{REQUESTS}{request.pk}/change/"))
    assert "Mira Falk" not in page and "3704" not in page
    for address in (
        f"{REQUESTS}{request.pk}/approve/",
        f"{REQUESTS}{request.pk}/decline/",
        f"{OFFERS}{offer.pk}/open/",
    ):
        assert client.post(address).status_code == 403, address
    deciders = ("view_refundoffer", "view_refundrequest", "change_refundrequest", "open_refundoffer", "view_bankline")
    allow(*deciders)
    page = text_of(client.get(f"{REQUESTS}{request.pk}/change/"))
    assert "Mira Falk" in page and f"{request.pk}/approve/" not in page
    assert client.get(f"{REQUESTS}{request.pk}/decline/").status_code == 200
    for answer in (client.get, client.post):
        assert answer(f"{REQUESTS}{request.pk}/approve/").status_code == 403, "it lets money go"
    assert client.get(f"{OFFERS}{offer.pk}/open/").status_code == 200
    allow(*deciders, "add_refund")
    assert client.get(f"{REQUESTS}{request.pk}/approve/").status_code == 200


def test_the_terms_of_an_open_offer_are_said_by_who_may_open_it(client: Client, offer: RefundOffer) -> None:
    log_in(client, is_superuser=False)
    user = User.objects.get(username="staff")
    new_begin = datetime(2999, 1, 2, 20, tzinfo=UTC)
    RefundOffer.objects.filter(pk=offer.pk).update(cause="moved", new_begin=new_begin)
    terms = {"kept_fee": "5.00", "by_itself": "on", "closes_at_0": "2999-01-01", "closes_at_1": "12:00"}
    texts = {"message_de": "Hallo.", "message_en": "", "refund_error_message_de": "", "refund_error_message_en": ""}

    def save_as(*rights: str) -> tuple[Any, ...]:
        rights = ("view_refundoffer", "change_refundoffer", *rights)
        user.user_permissions.set(Permission.objects.filter(codename__in=rights))
        given = {"cause": "moved", "new_begin_0": "2999-01-03", "new_begin_1": "20:00", **terms, **texts}
        assert client.post(f"{OFFERS}{offer.pk}/change/", given).status_code == 302
        offer.refresh_from_db()
        said: Any = offer
        return (
            str(said.new_begin.day),
            str(offer.kept_fee),
            offer.by_itself,
            offer.closes_at is not None,
            said.message_de,
        )

    assert save_as() == ("2", "0.00", False, False, "Hallo.")
    assert save_as("open_refundoffer") == ("3", "5.00", True, True, "Hallo.")
