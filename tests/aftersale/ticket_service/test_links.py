"""From an order's page and its mail to the forms that change its tickets or take them back."""

from typing import Any

import pytest
from django.core import mail as outbox

from aftersale.models import TicketServicePeriod
from catalogue.models import Event
from checkout.mails.together import send_with_others
from shop.models import Mail, Shop
from tests.aftersale.refunds.bought import tickets_paid
from tests.factories import make_event
from tests.guest import Guest
from tests.proofs import proves

from .asked import open_service

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]
LINKS = "query TICKETSERVICES($orderId: ID!) { ticketServices(orderId: $orderId) { kind eventTitle untilText } }"


def links(shop: Shop, secret: str) -> Any:
    return Guest(shop).send({"query": LINKS, "variables": {"orderId": secret}})


@proves(
    "purchase §2",
    "the order's page and mail lead to name change and return while their forms are open, each with one moment",
)
def test_an_order_leads_to_the_forms_that_are_open(shop: Shop, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    show = make_event(shop, name="Falterabend")
    order = tickets_paid(show)
    assert links(shop, order.secret).data == []
    open_service(show)
    found = links(shop, order.secret).data
    assert [one["kind"] for one in found] == ["change", "cancel"]
    assert all(one["untilText"] and "Falterabend" in one["eventTitle"] for one in found)
    send_with_others(str(Mail.objects.get(kind="tickets").pk))
    message: Any = outbox.outbox[-1]
    for text in (message.body, str(message.alternatives[0][0])):
        for one in found:
            assert f"/ticketservice/{one['kind']}?order={order.reference}" in text
            assert one["untilText"] in text
    # A hidden date would follow from the deadline.
    Event.objects.update(hide_date=True)
    assert [one["untilText"] for one in links(shop, order.secret).data] == ["", ""]
    TicketServicePeriod.objects.update(change_until=None)
    assert [one["kind"] for one in links(shop, order.secret).data] == ["cancel"]
    open_service(show, days=-1)
    assert links(shop, order.secret).data == []


def test_a_wrong_secret_shows_nothing(shop: Shop) -> None:
    assert links(shop, "x" * 32).refusal["code"] == "ORDER_NOT_FOUND"
