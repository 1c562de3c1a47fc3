"""Staff look at a plan before they take it, set seats aside and see who has which."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from catalogue.models import Event, PricingCategory, Seat, Stock
from catalogue.stock.queries import free_pieces
from sessions_queue.models import VisitorSession
from tests.factories import make_event, make_shop, make_variant
from tests.guest import Guest
from tests.proofs import proves
from tests.seating import claim_seat, own, pretix, seat_event, ticket_of
from tests.staff import fields_of

from .looking import form_of, look_at

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("staff_in_english")]


@pytest.fixture
def event() -> Event:
    return make_event(make_shop(), slug="abend")


def take(client: Client, event: Event, answer: Any) -> Any:
    return client.post(form_of(event), {"do": "take", "token": answer.context["token"]})


def test_the_event_leads_to_its_seat_map(client: Client, event: Event) -> None:
    assert form_of(event) in client.get(f"/admin/catalogue/event/{event.pk}/change/").content.decode()
    assert "Read in a plan" in client.get(form_of(event)).content.decode()


@proves(
    "catalogue §3",
    "staff see a plan's report, picture, errors and conflicts before they take it, and who has which seat",
)
def test_a_plan_is_looked_at_before_it_is_taken(client: Client, event: Event) -> None:
    answer = look_at(client, event, pretix())
    page = answer.content.decode()
    assert "5 seats in 3 rows of 2 sections" in page
    assert "1 of 5 seats had the id of another one" in page
    assert "new; give it tickets afterwards" in page
    assert 'src="data:image/svg+xml;base64,' in page
    assert not Seat.objects.exists()
    assert take(client, event, answer).status_code == 302
    assert Seat.objects.count() == 5
    page = client.get(form_of(event)).content.decode()
    assert "The plan has been read in: 5 seats added" in page
    assert "nothing to buy yet" in page


@proves("catalogue §3", "staff are told how many carts hold tickets that get seats by a plan")
def test_carts_with_tickets_that_get_seats_are_counted(client: Client, event: Event, settings: Any) -> None:
    settings.GRAPHQL_SAFELIST_ONLY = False
    front = PricingCategory.objects.create(event=event, name="Vorne")
    ticket = make_variant(event=event, pricing_category=front, price="30.00", capacity=9, physical=False)
    for _guest in range(2):
        assert Guest(event.owner).add((ticket, 2)).data
    answer = look_at(client, event, own())
    assert "About 2 carts hold tickets of a category that gets seats now" in answer.content.decode()
    take(client, event, answer)
    assert "carts hold tickets" not in look_at(client, event, own()).content.decode()


def test_a_plan_that_is_kept_no_longer_must_be_sent_again(client: Client, event: Event) -> None:
    answer = look_at(client, event, own())
    cache.clear()
    assert "send the plan again" in take(client, event, answer).content.decode()
    other = make_event(event.owner)
    token = look_at(client, other, own()).context["token"]
    assert "send the plan again" in client.post(form_of(event), {"do": "take", "token": token}).content.decode()
    assert not Seat.objects.exists()


def test_errors_are_told_by_line_and_escaped(client: Client, event: Event) -> None:
    page = look_at(client, event, own(name="<svg onload=alert(1)>", **{"<script>x": 1})).content.decode()
    assert "The plan was refused; nothing was changed" in page
    assert "<b>Line 2</b> holds markup" in page
    assert "&lt;script&gt;x" in page and "<script>x" not in page
    assert "is no JSON" in look_at(client, event, b"{").content.decode()
    assert not Seat.objects.exists()


def test_held_and_sold_seats_are_listed_and_nothing_can_be_taken(client: Client, event: Event) -> None:
    seat_map, _report = seat_event(event)
    claim_seat(seat_map, 0)
    answer = look_at(client, event, own(sections=own()["sections"][1:]))
    page = answer.content.decode()
    assert "Parkett · 1 · 1 (sold): is not in the plan" in page
    assert "Take this plan" not in page
    assert Seat.objects.count() == 10


def test_seats_sold_between_look_and_take_stay(client: Client, event: Event) -> None:
    seat_map, _report = seat_event(event)
    answer = look_at(client, event, own(sections=own()["sections"][1:]))
    claim_seat(seat_map, 0)
    assert "Meanwhile seats were held or sold" in take(client, event, answer).content.decode()
    assert Seat.objects.count() == 10


@proves(
    "catalogue §3",
    "seats are set aside for promoter, press, wheelchair and companion, and released; not those that somebody has",
)
def test_seats_are_set_aside_and_released(client: Client, event: Event) -> None:
    seat_map, _report = seat_event(event)
    claim_seat(seat_map, 3)

    def aside(**fields: str) -> Any:
        return client.post(form_of(event), {"do": "aside", "section": "Parkett", "row": "1", "numbers": "", **fields})

    assert aside(numbers="1-2", kind="promoter").status_code == 302
    assert Seat.objects.filter(reserved_for="promoter").count() == 2
    assert aside(numbers="1", kind="").status_code == 302
    assert Seat.objects.filter(reserved_for="promoter").count() == 1
    assert "Parkett · 1 · 4 (sold)" in aside(numbers="3-4", kind="press").content.decode()
    assert "There is no seat 9." in aside(numbers="9", kind="press").content.decode()
    assert "There is no row" in aside(row="Z", kind="press").content.decode()
    assert Seat.objects.filter(reserved_for="press").count() == 0


def test_who_has_which_seat(client: Client, event: Event) -> None:
    seat_map, _report = seat_event(event)
    sold = claim_seat(seat_map, 0)
    later = timezone.now() + timedelta(minutes=5)
    claim_seat(seat_map, 1, VisitorSession.objects.create(shop=event.owner, expires_at=later))
    address = f"/admin/catalogue/seat/?row__section__seat_map__id__exact={seat_map.pk}"
    assert address in client.get(form_of(event)).content.decode().replace("&amp;", "&")
    page = client.get(address).content.decode()
    assert f"/admin/checkout/order/{sold.holder}/change/" in page
    assert "a cart" in page
    for state, number in (("sold", 1), ("held", 1), ("free", 8)):
        rows = client.get(f"{address}&state={state}").context["cl"].result_count
        assert rows == number


@proves("design §4", "tickets of a seated category draw on its seats, by whatever door they come")
def test_seats_are_counted_by_their_map_alone(client: Client, event: Event) -> None:
    seat_event(event)
    ticket = ticket_of(event, "Vorne")
    stock = Stock.objects.get(seated_category__name_de="Vorne")
    fields = fields_of(client.get(f"/admin/catalogue/stock/{stock.pk}/change/"))
    assert "capacity" not in fields
    client.post(f"/admin/catalogue/stock/{stock.pk}/change/", fields | {"capacity": "99"})
    fields = fields_of(client.get(f"/admin/catalogue/event/{event.pk}/change/"))
    rows = [name for name in fields if name.endswith("-capacity")]
    assert len(rows) < int(fields["variants-TOTAL_FORMS"])
    assert free_pieces([stock.pk]) == {stock.pk: 4}
    assert ticket.stock_uses.get().stock == stock


def test_only_staff_who_may_change_events(client: Client, event: Event) -> None:
    assert Client(HTTP_HOST="localhost").get(form_of(event)).status_code == 302
    User.objects.update(is_superuser=False)
    assert client.get(form_of(event)).status_code == 403
    assert look_at(client, event, own()).status_code == 403


@proves("catalogue §3", "a seat map that visitors do not see yet says so and is shown by one press")
def test_a_map_that_visitors_do_not_see_can_be_shown_at_once(client: Client, event: Event) -> None:
    event.display_map, event.hide_map = False, True
    event.save()
    answer = look_at(client, event, own())
    assert "Visitors do not see this map yet" not in answer.content.decode()
    take(client, event, answer)
    assert "Visitors do not see this map yet" in client.get(form_of(event)).content.decode()
    assert client.post(form_of(event), {"do": "show"}).status_code == 302
    event.refresh_from_db()
    assert (event.display_map, event.hide_map) == (True, False)
    page = client.get(form_of(event)).content.decode()
    assert "shows the seat map now" in page
    assert "Visitors do not see this map yet" not in page
