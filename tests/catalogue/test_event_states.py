"""A stopped, cancelled, postponed or moved show keeps its page, which says so and sells nothing it should not."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from cart.errors import ItemNotAvailable, ItemNotFound
from catalogue.models import Event
from shop.models import Shop
from tests.factories import fill_cart, first_variant, make_event, make_shop, make_tour
from tests.proofs import proves
from tests.shop.web.visit import Visit

pytestmark = pytest.mark.django_db
BEGINS = datetime(2030, 3, 7, 20, 0, tzinfo=ZoneInfo("Europe/Berlin"))
BEFORE = BEGINS - timedelta(days=70)


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand")
    return make_shop("nachtfalter")


def show(shop: Shop, state: str) -> Event:
    moved_from = BEFORE if state == "moved" else None
    event = make_event(shop, slug="show", state=state, happening_from=BEGINS, moved_from=moved_from)
    make_tour(shop, slug="tour").dates.create(event=event)
    return event


@proves(
    "catalogue §4",
    "a cancelled, postponed, moved or stopped show keeps its page, with a tag there and in lists; only a moved one is "
    "sold",
)
@pytest.mark.parametrize(
    ("state", "tag", "english", "status"),
    [
        ("cancelled", "Abgesagt", "Cancelled", "EventCancelled"),
        ("postponed", "Verschoben", "Postponed", "EventPostponed"),
        ("moved", "Verlegt", "Moved", "EventRescheduled"),
        ("stopped", "Verkauf gestoppt", "Sale stopped", "EventScheduled"),
    ],
)
def test_its_page_and_lists_say_so(shop: Shop, state: str, tag: str, english: str, status: str) -> None:
    event = show(shop, state)
    page = Visit("/nachtfalter/events/show?lang=de")
    assert tag in page.html
    assert english in Visit("/nachtfalter/events/show?lang=en").html
    for address in ("tours/tour", "events"):
        assert tag in Visit(f"/nachtfalter/{address}?lang=de").html, address
    data = next(one for one in page.linked_data() if one["@type"] == "MusicEvent")
    assert data["eventStatus"] == f"https://schema.org/{status}"
    assert ("previousStartDate" in data) == (state == "moved") == ("offers" in data)
    if state == "moved":
        assert data["previousStartDate"] == BEFORE.isoformat() and "27. Dezember 2029" in page.html
        fill_cart(shop, (first_variant(event), 1))
        return
    with pytest.raises((ItemNotAvailable, ItemNotFound)):
        fill_cart(shop, (first_variant(event), 1))


@proves(
    "–", "calendars get a cancelled show as cancelled and a postponed one as tentative, in its file and in the tour's"
)
@pytest.mark.parametrize(
    ("state", "status", "title"),
    [("cancelled", "CANCELLED", "Abgesagt: "), ("postponed", "TENTATIVE", "Verschoben: "), ("moved", "CONFIRMED", "")],
)
def test_calendars_say_so(shop: Shop, state: str, status: str, title: str) -> None:
    event = show(shop, state)
    for address in ("events/show.ics", "tours/tour.ics"):
        text = Client(HTTP_HOST="localhost").get(f"/nachtfalter/{address}?lang=de").content.decode()
        assert f"STATUS:{status}" in text and f"SUMMARY;LANGUAGE=de:{title}{event.name}" in text, address
