"""The door and the shop sell the last tickets at once, and the canary without the locks."""

from collections.abc import Sequence
from decimal import Decimal
from functools import partial
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from django.test import override_settings

from catalogue.models import Event, ProductVariant, SeatClaim, Stock
from checkout.actions.orders.box_office import TicketBuyer, TicketSale, hand_out_tickets
from checkout.actions.orders.steps import StaffAction
from checkout.models import BoxOfficeMethod, Order, OrderStep, Placement
from shop.invariants import broken_invariants
from tests.factories import first_variant, make_event, make_shop
from tests.proofs import proves
from tests.races.acts import at_once
from tests.races.canary import fails_without_locks
from tests.seated import House
from tests.servers import Databases
from tests.stage import on

DOORS, LEFT = 6, 2


def at_the_doors(event: Event, variant: ProductVariant, keys: Sequence[UUID]) -> list[object]:
    clerk = User.objects.create_user("clerk", is_staff=True)
    sale = TicketSale(
        event, TicketBuyer("", "Box office"), {variant.pk: 1}, Decimal("30.00"), BoxOfficeMethod.CASH.value
    )
    return at_once([partial(hand_out_tickets, sale=sale, action=StaffAction(key, clerk)) for key in keys])


def the_last_ones(database: str, **env: str) -> None:
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        event = make_event(make_shop("merchstand"), capacity=LEFT)
        results = at_the_doors(event, first_variant(event), [uuid4() for _door in range(DOORS)])
        sold = [one for one in results if isinstance(one, Placement)]
        assert len(sold) == Order.objects.count() == Stock.objects.get(uses__variant__event=event).sold == LEFT
        assert {one for one in results if isinstance(one, str)} == {"SOLD_OUT"}
        assert broken_invariants() == {}


def one_form_sent_often(database: str, **env: str) -> None:
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        event = make_event(make_shop("merchstand"), capacity=DOORS)
        results = at_the_doors(event, first_variant(event), [uuid4()] * DOORS)
        assert len({one.pk for one in results if isinstance(one, Placement)}) == 1
        assert all(isinstance(one, Placement) for one in results)
        assert OrderStep.objects.count() == Order.objects.count() == 1
        assert broken_invariants() == {}


def the_last_seats(database: str, **env: str) -> None:
    """The best seats are the same for all: who is slower gets the next, as long as there are any."""
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        house = House(rows=1, seats=4)
        results = at_the_doors(house.event, house.ticket, [uuid4() for _door in range(DOORS)])
        sold = [one for one in results if isinstance(one, Placement)]
        assert 1 <= len(sold) == SeatClaim.objects.count() <= 4
        assert {one for one in results if isinstance(one, str)} <= {"SEATS_NOT_AVAILABLE", "SOLD_OUT"}
        assert broken_invariants() == {}


@proves(
    "docs/decisions/0062",
    "staff sell tickets at the door for cash or card, from the stock that all draw on, once for each "
    "form, at the price that was told",
)
def test_the_last_ones_are_sold_once_each(fresh_database: str) -> None:
    the_last_ones(fresh_database)


@pytest.mark.whole
def test_canary_without_locks_more_are_sold_than_there_are(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, the_last_ones)


def test_a_form_that_is_sent_often_sells_once(fresh_database: str) -> None:
    one_form_sent_often(fresh_database)


@pytest.mark.whole
def test_canary_without_locks_a_form_fails(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, one_form_sent_often)


@proves("docs/decisions/0062", "of seats, the best that are free are sold at the door")
def test_no_seat_is_sold_twice(fresh_database: str) -> None:
    the_last_seats(fresh_database)
