"""Pages that show an event's times on the venue's clock say whose it is; nights in which clocks change."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from aftersale.models import EntranceDevice, Scan, TicketServicePeriod
from catalogue.events.venue_times import shift_events_of_venue
from catalogue.events.waiting_rooms import room_for
from catalogue.models import Event, Venue
from sessions_queue.models import WaitingRoom
from shop.models import Shop
from tests.factories import make_event, make_shop, make_venue
from tests.proofs import proves
from tests.sessions_queue.rooms import opened
from tests.shop.web.visit import Visit
from tests.staff import fields_of, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("staff_in_english")]
LONDON = ZoneInfo("Europe/London")
# In the days between these two, New York has summer time, and Europe not yet.
BEGINS = datetime(2030, 3, 20, 20, 0, tzinfo=LONDON)


@pytest.fixture
def shop() -> Shop:
    return make_shop("nachtfalter")


@pytest.fixture
def london() -> Venue:
    return make_venue(name="Moth Club", city="London", country_code="gb", time_zone="Europe/London")


@pytest.fixture
def show(shop: Shop, london: Venue) -> Event:
    doors = BEGINS - timedelta(hours=1)
    return make_event(shop, slug="show", name="Falternacht", venue=london, happening_from=BEGINS, door_time=doors)


@proves("catalogue §3", "an event's history shows its times on the venue's clock, and says whose that is")
def test_in_the_history(client: Client, show: Event) -> None:
    later = fields_of(client.get(f"/admin/catalogue/event/{show.pk}/change/")) | {"happening_from_1": "21:15"}
    assert client.post(f"/admin/catalogue/event/{show.pk}/change/", later).status_code == 302
    page = client.get(f"/admin/catalogue/event/{show.pk}/history/").content.decode()
    assert "21:15" in page and "22:15" not in page
    assert "All times are those of the clock at the venue. (London time)" in page
    Venue.objects.update(time_zone="Europe/Vienna")
    page = client.get(f"/admin/catalogue/event/{show.pk}/history/").content.decode()
    assert "22:15" in page and "All times are those" not in page


@proves("catalogue §3", "the form of an event's waiting room and its page are on the venue's clock, which is named")
def test_at_the_waiting_room(client: Client, show: Event) -> None:
    show.presale_at = datetime(2030, 3, 10, 10, 0, tzinfo=LONDON)
    show.save()
    room = room_for(event=show)
    address = f"/admin/sessions_queue/waitingroom/{room.pk}/change/"
    page = client.get(address)
    assert fields_of(page)["starts_at_1"] == "10:00:00" and "(London time)" in page.content.decode()
    assert send(client, address, starts_at_1="12:30").status_code == 302
    room.refresh_from_db()
    assert room.starts_at == datetime(2030, 3, 10, 12, 30, tzinfo=LONDON)
    assert "12:30 (London time)" in client.get("/admin/sessions_queue/waitingroom/").content.decode()
    with opened(room):
        shown = Visit(f"/nachtfalter/queue?room={room.pk}", HTTP_ACCEPT_LANGUAGE="en").html
    assert "It begins on Sunday, 10 March 2030, 12:30 (London time)" in shown


def test_a_shops_own_room_is_on_the_shops_clock(client: Client, show: Event) -> None:
    start = datetime(2030, 3, 10, 10, 0, tzinfo=UTC)
    room = WaitingRoom.objects.create(shop=show.owner, starts_at=start)
    page = client.get(f"/admin/sessions_queue/waitingroom/{room.pk}/change/")
    assert fields_of(page)["starts_at_1"] == "11:00:00" and "All times are" not in page.content.decode()


@proves("catalogue §3", "the ticket service's form says whose clock its deadlines are on")
def test_in_the_ticket_services_form(client: Client, show: Event) -> None:
    period = TicketServicePeriod.objects.create(event=show, change_until=BEGINS)
    page = client.get(f"/admin/aftersale/ticketserviceperiod/{period.pk}/change/").content.decode()
    assert "All times are those of the clock at the venue. (London time)" in page
    Venue.objects.update(time_zone="Europe/Vienna")
    page = client.get(f"/admin/aftersale/ticketserviceperiod/{period.pk}/change/").content.decode()
    assert "All times are those of the clock at the venue." in page and "London" not in page


@proves("law J20", "the pages of the entrance are on the clock at the venue, and say whose that is")
def test_at_the_entrance(client: Client, show: Event) -> None:
    heard = datetime(2030, 3, 20, 19, 5, 7, tzinfo=UTC)
    device = EntranceDevice.objects.create(name="Door", event=show, seen_at=heard)
    page = client.get(f"/admin/aftersale/entranceevent/{show.pk}/change/").content.decode()
    assert "19:05:07" in page and "(London time)" in page.partition("As of")[2]
    for address in ("", f"{device.pk}/change/", f"{device.pk}/withdraw/"):
        shown = client.get(f"/admin/aftersale/entrancedevice/{address}").content.decode()
        assert "19:05" in shown and "(London time)" in shown, address
    Scan.objects.create(
        id=uuid4(), offline=False, let_in=False, device=device, event=show, verdict="unknown", scanned_at=heard
    )
    shown = client.get("/admin/aftersale/scan/").content.decode()
    assert "19:05:07 (London time)" in shown


@proves("docs/decisions/0080", "a time that a zone skips goes on by an hour, and of two the later one is meant")
def test_nights_in_which_clocks_change(show: Event) -> None:
    moved = Event.objects.filter(pk=show.pk)
    for there, then in (
        (datetime(2027, 3, 28, 2, 30, tzinfo=LONDON), datetime(2027, 3, 28, 1, 30, tzinfo=UTC)),
        (datetime(2027, 10, 31, 2, 30, tzinfo=LONDON), datetime(2027, 10, 31, 1, 30, tzinfo=UTC)),
    ):
        moved.update(happening_from=there)
        show.venue.time_zone = "Europe/Berlin"
        shift_events_of_venue(venue=show.venue, before="Europe/London")
        assert moved.get().happening_from == then
