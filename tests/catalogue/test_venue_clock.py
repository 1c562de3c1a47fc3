"""Times of an event are those of the clock at its venue: entered, stored, told."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone, translation

from aftersale.models import TicketServicePeriod
from aftersale.tickets.wallet.times import door_fact, relevant_at
from aftersale.tickets.words import when_of
from cart.ticket_holders import events_within_retention, holders_kept_until
from catalogue.calendar.texts import times_of
from catalogue.events.venue_times import shift_rows_beside_events
from catalogue.events.waiting_rooms import room_for
from catalogue.models import Event, Venue
from catalogue.pages.linked_data import there
from checkout.orders.texts import event_details
from shop.models import Shop
from tests.catalogue.wire import ask
from tests.factories import make_event, make_shop, make_venue
from tests.proofs import proves
from tests.staff import errors_of, fields_of, send

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


class TestEntered:
    @proves(
        "catalogue §3", "staff enter an event's times by the clock of its venue, also over the change to summer time"
    )
    @pytest.mark.parametrize(("day", "hour"), [("2027-03-27", 20), ("2027-03-28", 19)], ids=["winter", "summer"])
    def test_by_the_clock_of_the_venue(self, client: Client, shop: Shop, london: Venue, day: str, hour: int) -> None:
        sent = {"name_de": "Konzert", "slug": "konzert", "owner": shop.pk, "venue": london.pk}
        # 1:30 does not exist in London on the 28th, 2:30 not in Berlin.
        sent |= {"happening_from_0": day, "happening_from_1": "20:00", "door_time_0": day, "door_time_1": "02:30"}
        answer = send(client, "/admin/catalogue/event/add/", **sent)
        assert answer.status_code == 302, errors_of(answer)
        event = Event.objects.get()
        assert event.happening_from == datetime.fromisoformat(f"{day}T{hour}:00:00Z")
        page = client.get(f"/admin/catalogue/event/{event.pk}/change/")
        assert fields_of(page)["happening_from_1"] == "20:00:00"
        assert "All times are those of the clock at the venue. (London time)" in page.content.decode()
        assert send(client, f"/admin/catalogue/event/{event.pk}/change/").status_code == 302
        assert Event.objects.get().happening_from == event.happening_from

    def test_an_event_that_moves_keeps_its_time_of_day(self, client: Client, show: Event) -> None:
        answer = send(client, f"/admin/catalogue/event/{show.pk}/change/", venue=make_venue().pk)
        assert answer.status_code == 302, errors_of(answer)
        assert Event.objects.get().happening_from == BEGINS.replace(tzinfo=ZoneInfo("Europe/Berlin"))

    @proves(
        "catalogue §3", "events at a venue whose time zone is set right keep their time of day, and so do deadlines"
    )
    def test_a_venue_that_gets_its_zone(self, client: Client, show: Event) -> None:
        summer = make_event(show.owner, slug="summer", venue=show.venue, happening_from=BEGINS + timedelta(days=60))
        until = datetime(2030, 3, 18, 12, 0, tzinfo=LONDON)
        TicketServicePeriod.objects.create(event=show, change_until=until)
        show.presale_at = datetime(2030, 1, 10, 10, 0, tzinfo=LONDON)
        show.save()
        room = room_for(event=show)
        answer = send(client, f"/admin/catalogue/venue/{show.venue_id}/change/", time_zone="America/New_York")
        assert answer.status_code == 302, errors_of(answer)
        show.refresh_from_db()
        assert show.happening_from == datetime(2030, 3, 21, 0, 0, tzinfo=UTC)
        assert show.door_time == datetime(2030, 3, 20, 23, 0, tzinfo=UTC)
        summer.refresh_from_db()
        assert Event.objects.get(slug="summer").at_venue(summer.happening_from).hour == 20
        assert TicketServicePeriod.objects.get().change_until == datetime(2030, 3, 18, 16, 0, tzinfo=UTC)
        room.refresh_from_db()
        assert room.starts_at == datetime(2030, 1, 10, 15, 0, tzinfo=UTC)

    def test_an_event_that_moves_takes_its_deadlines_along(self, show: Event) -> None:
        until = datetime(2030, 3, 18, 12, 0, tzinfo=LONDON)
        TicketServicePeriod.objects.create(event=show, change_until=until)
        shift_rows_beside_events(events=Event.objects.filter(pk=show.pk), before="Europe/London", after="Europe/Berlin")
        assert TicketServicePeriod.objects.get().change_until == datetime(2030, 3, 18, 11, 0, tzinfo=UTC)

    def test_deadlines_of_the_ticket_service(self, client: Client, show: Event) -> None:
        sent = {"event": show.pk, "change_until_0": "2030-03-18", "change_until_1": "12:00"}
        answer = send(client, "/admin/aftersale/ticketserviceperiod/add/", **sent)
        assert answer.status_code == 302, errors_of(answer)
        assert TicketServicePeriod.objects.get().change_until == datetime(2030, 3, 18, 12, 0, tzinfo=UTC)

    def test_a_zone_that_there_is_not(self, client: Client, london: Venue) -> None:
        answer = send(client, f"/admin/catalogue/venue/{london.pk}/change/", time_zone="Europe/Nirgendwo")
        assert "Europe/Nirgendwo" in errors_of(answer)


class TestTold:
    @proves(
        "catalogue §3", "a venue says its time zone, and what to write behind a time where the shop's clock differs"
    )
    @pytest.mark.parametrize(
        ("zone", "language", "note"),
        [
            ("Europe/London", "de", "Ortszeit London"), ("Europe/London", "en", "London time"),
            ("America/New_York", "de", "Ortszeit New York"), ("Europe/Vienna", "de", ""), ("Europe/Berlin", "en", ""),
            # The same as in Berlin in winter alone.
            ("Africa/Tunis", "de", "Ortszeit Tunis"),
        ],
    )  # fmt: skip
    def test_on_the_wire(self, show: Event, zone: str, language: str, note: str) -> None:
        Venue.objects.update(time_zone=zone)
        text = """{ event(id: "show") { happeningFrom venue { timeZone timeZoneNote } } }"""
        found = ask(show.owner, text, language)["event"]
        assert found["venue"] == {"timeZone": zone, "timeZoneNote": note}
        assert datetime.fromisoformat(found["happeningFrom"]) == BEGINS

    @proves("catalogue §3", "tickets, passes, mails and diaries tell the time of the venue's clock, and whose it is")
    def test_on_tickets_passes_mails_and_in_diaries(self, show: Event) -> None:
        with translation.override("de"):
            assert when_of(show)[1] == "Einlass 19:00\u00a0Uhr · Beginn 20:00\u00a0Uhr (Ortszeit London)"
            assert door_fact(show) == ["Einlass", "19:00\u00a0Uhr (Ortszeit London)"]
            assert event_details(show) == "Mittwoch, 20. März 2030, 20:00 Uhr (Ortszeit London), Moth Club, London"
            assert show.begins == "20.03.2030, 20:00 (Ortszeit London)"
        with translation.override("en"):
            assert event_details(show) == "Wednesday, 20 March 2030, 20:00 (London time), Moth Club, London"
        assert relevant_at(show) == "2030-03-20T19:00:00+00:00"
        assert times_of(show, "en")[1].endswith("20:00 (London time)")

    @proves("catalogue §3", "tickets, passes and mails say of a show after midnight which night it is")
    def test_a_show_after_midnight_names_its_night(self, show: Event) -> None:
        show.happening_from = datetime(2030, 3, 17, 0, 30, tzinfo=UTC)  # and so it is in London
        with translation.override("de"):
            assert when_of(show)[0] == "Nacht von Samstag auf Sonntag, 17. März 2030"
            assert event_details(show).startswith("Nacht von Samstag auf Sonntag, 17. März 2030, 00:30 Uhr (Orts")
        with translation.override("en"):
            assert when_of(show)[0] == "Night from Saturday to Sunday, 17 March 2030"
        show.happening_from += timedelta(hours=5, minutes=30)
        with translation.override("de"):
            assert when_of(show)[0] == "Sonntag, 17. März 2030"

    @proves(
        "catalogue §3",
        "an event says whether it begins in the night that belongs to the evening before, by the clock of its venue",
    )
    @pytest.mark.parametrize(
        ("begins", "is_after"), [("23:59", False), ("00:00", True), ("05:59", True), ("06:00", False)]
    )
    def test_a_show_after_midnight_on_the_wire(self, show: Event, begins: str, is_after: bool) -> None:
        Venue.objects.update(time_zone="America/New_York")
        moment = datetime.fromisoformat(f"2030-03-17T{begins}").replace(tzinfo=ZoneInfo("America/New_York"))
        Event.objects.update(happening_from=moment)
        found = ask(show.owner, """{ event(id: "show") { beginsAfterMidnight } }""", "de")["event"]
        assert found == {"beginsAfterMidnight": is_after}

    def test_in_linked_data(self, client: Client, show: Event) -> None:
        Event.objects.update(happening_from=BEGINS + timedelta(days=30))
        page = client.get("/nachtfalter/events/show").content.decode()
        assert '"startDate":"2030-04-19T20:00:00+01:00"' in page.replace(": ", ":")
        assert there("2030-04-19T20:00:00Z", {"timeZone": "America/New_York"}) == "2030-04-19T16:00:00-04:00"

    @proves("purchase §9", "days that are counted from an event are counted from its day at the venue")
    def test_days_are_those_of_the_venue(self, show: Event) -> None:
        Venue.objects.update(time_zone="America/New_York")
        late = datetime(2030, 3, 21, 3, 30, tzinfo=UTC)
        Event.objects.update(happening_from=late)
        event = Event.objects.select_related("venue").get()
        assert (event.begins_on, holders_kept_until(event)) == (date(2030, 3, 20), date(2030, 4, 17))
        Event.objects.update(happening_from=timezone.now() - timedelta(days=40))
        assert not events_within_retention().exists()
