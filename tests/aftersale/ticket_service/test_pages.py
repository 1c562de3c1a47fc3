"""Cancelling tickets and changing the name on them: what the pages say while no event opens the forms, and while one
does (purchase §2).
"""

from typing import Any

import pytest
from django.test import Client

from aftersale.models import TicketServicePeriod
from aftersale.ticket_service.queries import open_events
from catalogue.models import Event
from shop.models import Shop
from shop.texts import lang_text
from tests.factories import make_event
from tests.guest import Guest
from tests.proofs import proves

from .asked import open_service

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire", "shop")]
SERVICE = """query TICKETSERVICE($kind: TicketServiceKind!) {
  ticketService(kind: $kind) { maxTickets events { id title until } } }"""


def client(language: str) -> Client:
    found = Client(SERVER_NAME="localhost")
    found.cookies["locale"] = language
    return found


def service(shop: Shop, kind: str) -> Any:
    return Guest(shop).send({"query": SERVICE, "variables": {"kind": kind}})


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(
    "page", ["/ticketservice/change", "/nachtfalter/ticketservice/change", "/nachtfalter/ticketservice/cancel"]
)
def test_the_page_has_its_title_and_its_answer_and_is_not_indexed(page: str, language: str) -> None:
    answer = client(language).get(page)
    body = answer.content.decode()
    title = "TICKETSERVICE_CANCEL_TITLE" if "cancel" in page else "TICKETSERVICE_CHANGE_TITLE"
    assert answer.status_code == 200 and "noindex" in body
    assert lang_text(title, language) in body and '"ticketService":{' in body
    for key in ("TICKETSERVICE_CLOSED", "TICKETSERVICE_HOURS"):
        assert lang_text(key, language) not in ("", key)


@pytest.mark.parametrize("kind", ["change", "cancel"])
def test_without_a_script_the_page_says_that_the_deadline_has_passed(kind: str) -> None:
    page = client("de").get(f"/nachtfalter/ticketservice/{kind}").content.decode()
    written = page.partition('<div id="app">')[2].partition("<script")[0]
    assert lang_text("TICKETSERVICE_CLOSED", "de") in written


@proves(
    "purchase §2, §9",
    "cancelling tickets, below a band alone, and changing the name on them: the pages say that the "
    "deadline has passed and lead to help, until an event opens the form",
)
@pytest.mark.parametrize("kind", ["change", "cancel"])
def test_the_form_is_there_while_an_event_opens_it(shop: Shop, kind: str) -> None:
    event, other = make_event(shop), make_event(shop)
    assert service(shop, kind).data == {"maxTickets": 4, "events": []}
    open_service(other)
    TicketServicePeriod.objects.create(event=event)
    [found] = service(shop, kind).data["events"]
    assert found["id"] == str(other.pk) and found["until"]
    Event.objects.update(hide_date=True, active=False)
    [found] = service(shop, kind).data["events"]
    assert found["until"] is None, "it would tell the date"
    open_service(other, days=-1)
    assert service(shop, kind).data["events"] == []


def test_cancelling_exists_below_a_band_only(event: Event) -> None:
    """As any address that is none, it leads home."""
    answer, none = (client("de").get(page) for page in ("/ticketservice/cancel", "/ticketservice/nonsense"))
    assert answer.status_code == none.status_code != 200
    main = Shop.objects.get(slug="merchstand")
    event.listed_in.add(main)
    assert service(main, "cancel").data is None
    assert len(service(main, "change").data["events"]) == 1


def test_events_of_other_shops_open_nothing(event: Event) -> None:
    assert service(Shop.objects.get(slug="merchstand"), "change").data["events"] == []
    assert service(event.owner, "nonsense").body["errors"]


@pytest.mark.parametrize("events", [1, 6])
def test_it_takes_the_same_statements_for_one_event_as_for_many(
    shop: Shop, events: int, django_assert_num_queries: Any
) -> None:
    for _event in range(events):
        open_service(make_event(shop))
    with django_assert_num_queries(2):
        assert [str(one.event) for one in open_events(shop, "cancel")]
