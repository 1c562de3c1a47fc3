"""Staff open an event's forms, see what does not match, look at proofs, and decide; each step has its right."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.files.storage import default_storage
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from aftersale.models import Ticket, TicketServiceItem, TicketServicePeriod, TicketServiceRequest
from aftersale.tickets.actions import invalidate_ticket
from catalogue.models import Event
from checkout.models import Refund
from shop.models import Membership, Role, Shop
from tests.aftersale.refunds.bought import numbers, tickets_paid
from tests.factories import make_event, make_shop
from tests.guest import Guest
from tests.proofs import proves
from tests.staff import as_member, log_in, send, text_of

from .asked import EMAIL, asked_for, body, number_of, printed_paid, uploaded
from .asked import send as send_form

pytestmark = pytest.mark.django_db
PERIODS, REQUESTS = "/admin/aftersale/ticketserviceperiod/", "/admin/aftersale/ticketservicerequest/"


@pytest.fixture
def staff(client: Client) -> Iterator[User]:
    client.cookies["locale"] = "en"
    user = log_in(client)
    with translation.override("en"):
        yield user


def test_an_event_opens_its_forms(client: Client, staff: User, shop: Shop) -> None:
    event = make_event(shop, personalization_requirement="check_in_required")
    to_form = client.get(f"/admin/catalogue/event/{event.pk}/ticket-service/")
    assert to_form.headers["Location"].endswith(f"{PERIODS}add/?event={event.pk}")
    day = timezone.localdate(event.happening_from) + timedelta(days=3)
    said = {"event": event.pk, "change_until_0": day.isoformat(), "change_until_1": "12:00", "cancel_until_0": "",
            "cancel_until_1": ""}  # fmt: skip
    assert client.post(f"{PERIODS}add/", said).status_code == 302
    period = TicketServicePeriod.objects.get()
    assert period.change_until and period.cancel_until is None
    page = text_of(client.get(f"{PERIODS}{period.pk}/change/"))
    assert "open until" in page and "closed" in page
    assert (
        client.get(f"/admin/catalogue/event/{event.pk}/ticket-service/")
        .headers["Location"]
        .endswith(f"{PERIODS}{period.pk}/change/")
    )
    Event.objects.update(happening_from=timezone.now() + timedelta(hours=47))
    assert "over" in text_of(client.get(PERIODS)), "personalised: 48 hours before, whatever stands in the field"


@proves(
    "docs/decisions/0061",
    "staff see what does not match, look at proofs, approve once, settle by hand or decline; each step has its right",
)
def test_what_does_not_match_is_seen(client: Client, staff: User, event: Event) -> None:
    order = tickets_paid(event, 2)
    one, two = numbers(order)
    right = asked_for("change", order, [one])
    TicketServiceRequest.objects.update(email=order.email)
    said = body("cancel", order, [two], name="Robin Reuter", email="robin@mail.example", order_id="")
    assert send_form(Guest(order.shop), "cancel", said).status_code == 200
    odd = TicketServiceRequest.objects.exclude(pk=right.pk).get()
    assert "somebody has to decide" in text_of(client.get("/admin/"))
    shown = text_of(client.get(f"{REQUESTS}{odd.pk}/change/"))
    for text in ("no order number", "another e-mail address", "another name"):
        assert text in shown
        assert text not in text_of(client.get(f"{REQUESTS}{right.pk}/change/"))
    assert "another ticket holder" not in shown
    TicketServiceItem.objects.filter(request=right).update(name="Somebody Else")
    page = text_of(client.get(f"{REQUESTS}{right.pk}/change/"))
    assert "another ticket holder" in page and "Mira Falk" in page and "Ada Lind" in page
    assert order.reference in text_of(client.get(f"{REQUESTS}?q={one}"))


@pytest.mark.parametrize("kind", ["change", "cancel"])
def test_it_is_approved_once(client: Client, staff: User, event: Event, kind: str) -> None:
    order = tickets_paid(event, 1)
    request = asked_for(kind, order, numbers(order))
    assert numbers(order)[0] in text_of(client.get(f"{REQUESTS}{request.pk}/approve/"))
    send(client, f"{REQUESTS}{request.pk}/approve/")
    request.refresh_from_db()
    assert (request.state, request.staff) == ("done", staff)
    assert Ticket.objects.get().is_valid is (kind == "change")
    assert client.post(f"{REQUESTS}{request.pk}/approve/").status_code == 403
    assert Refund.objects.count() == (kind == "cancel")


def test_what_cannot_be_done_is_said_and_the_other_ways_are_left(client: Client, staff: User, event: Event) -> None:
    order = tickets_paid(event, 2)
    one, two = numbers(order)
    first, second = asked_for("change", order, [one]), asked_for("cancel", order, [two])
    invalidate_ticket(ticket=Ticket.objects.get(number=one), reason="charged back")
    page = client.post(f"{REQUESTS}{first.pk}/approve/", follow=True).content.decode()
    assert "a ticket has ended, or its money goes back already" in page
    send(client, f"{REQUESTS}{first.pk}/decline/", note="Gilt nicht mehr.")
    send(client, f"{REQUESTS}{second.pk}/settle/", note="Bar.")
    for request, state in ((first, "declined"), (second, "settled")):
        request.refresh_from_db()
        assert request.state == state
    assert client.post(f"{REQUESTS}nonsense/approve/").status_code in (302, 403, 404)


def test_a_proof_is_shown_to_staff_alone_and_as_nothing_but_a_picture(
    client: Client, shop: Shop, settings: Any, tmp_path: Path
) -> None:
    settings.MEDIA_ROOT = tmp_path
    order, guest = printed_paid(shop), Guest(shop)
    ticket = {"type": "hard", "id": number_of(order), "name": "Mira Falk", "file": uploaded(guest)}
    assert send_form(guest, "cancel", body("cancel", order, [], tickets=[ticket])).status_code == 200
    item = TicketServiceItem.objects.get()
    address = f"{REQUESTS}proofs/{item.pk}"
    assert client.get(address).status_code in (302, 404), "a stranger"
    user = log_in(client, is_superuser=False)
    assert client.get(address).status_code == 404
    user.user_permissions.set(Permission.objects.filter(codename="view_ticketservicerequest"))
    answer = client.get(address)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/jpeg")
    assert answer.headers["X-Content-Type-Options"] == "nosniff" and "no-store" in answer.headers["Cache-Control"]
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert address in text_of(client.get(f"{REQUESTS}{item.request_id}/change/"))
    for place, status in ((shop, 200), (make_shop("elsewhere"), 404)):
        member = User.objects.create_user(place.slug, is_staff=True)
        Membership.objects.create(user=member, shop=place, role=Role.SUPPORT)
        assert as_member(member).get(address).status_code == status, "of the order's shop alone"
    for name in default_storage.listdir("private/proofs")[1]:
        default_storage.delete(f"private/proofs/{name}")
    assert client.get(address).status_code == 404


def test_each_step_has_its_right(client: Client, event: Event) -> None:
    order = tickets_paid(event, 2)
    one, two = numbers(order)
    renamed, cancelled = asked_for("change", order, [one]), asked_for("cancel", order, [two])
    user = log_in(client, is_superuser=False)

    def allow(*names: str) -> None:
        user.user_permissions.set(Permission.objects.filter(codename__in=names))

    def may(request: TicketServiceRequest, step: str) -> bool:
        return client.get(f"{REQUESTS}{request.pk}/{step}/").status_code == 200

    allow("view_ticketservicerequest")
    assert EMAIL in text_of(client.get(f"{REQUESTS}{renamed.pk}/change/"))
    assert not any(may(request, step) for request in (renamed, cancelled) for step in ("approve", "settle", "decline"))
    allow("view_ticketservicerequest", "change_ticketservicerequest")
    assert [may(renamed, step) for step in ("approve", "settle", "decline")] == [False, True, True]
    allow("view_ticketservicerequest", "change_ticketservicerequest", "change_ticket")
    assert [may(request, "approve") for request in (renamed, cancelled)] == [True, False]
    allow("view_ticketservicerequest", "change_ticketservicerequest", "add_refund")
    assert [may(request, "approve") for request in (renamed, cancelled)] == [False, True]


def test_the_list_takes_the_same_statements_for_one_request_as_for_many(
    client: Client, staff: User, event: Event
) -> None:
    counts = []
    for place in range(3):
        order = tickets_paid(event, 2, key=f"key-{place}")
        asked_for("change", order, numbers(order))
        with CaptureQueriesContext(connection) as asked:
            text_of(client.get(REQUESTS))
        counts.append(len(asked))
    assert counts[1] == counts[2], counts
