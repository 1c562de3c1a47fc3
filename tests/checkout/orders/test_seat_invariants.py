"""What may never happen to seats: each invariant is broken on purpose and found (design §4)."""

import uuid
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from cart.models import CartLine
from catalogue.models import SeatClaim, Stock, StockClaim
from checkout.models import OrderLine
from sessions_queue.models import VisitorSession
from tests.invariants import broken_numbers
from tests.proofs import proves
from tests.seated import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """Seats 1 and 2 of the first row are sold, two of the second are held."""
    house = House()
    session, _cart, _shifts = house.pick("1-1", "1-2")
    house.order(session)
    house.pick("2-1", "2-2")
    assert broken_numbers() == set()
    return house


@proves("design §4", "what may never happen to seats is found, each broken on purpose")
def test_a_ticket_without_its_claim(house: House) -> None:
    SeatClaim.objects.filter(seat=house.seat("2-1")).delete()
    assert broken_numbers() == {"1d", "1e"}


def test_a_sold_ticket_without_its_claim(house: House) -> None:
    SeatClaim.objects.filter(seat=house.seat("1-1")).delete()
    assert broken_numbers() == {"1d", "1e"}


def test_a_claim_without_its_ticket(house: House) -> None:
    CartLine.objects.filter(seat=house.seat("2-1")).delete()
    assert broken_numbers() == {"1d"}


def test_a_claim_of_somebody_else(house: House) -> None:
    SeatClaim.objects.filter(seat=house.seat("2-1")).update(holder=uuid.uuid4())
    assert broken_numbers() == {"1d", "1e"}


def test_two_tickets_for_one_seat_of_a_cart(house: House) -> None:
    line = CartLine.objects.get(seat=house.seat("2-1"))
    CartLine.objects.create(cart=line.cart, variant=line.variant, amount=1, seat=line.seat)
    assert broken_numbers() == {"1d"}


def test_pieces_and_seats_that_differ(house: House) -> None:
    StockClaim.objects.exclude(session=None).update(quantity=3)
    Stock.objects.filter(seated_category=house.ticket.pricing_category).update(held=3)
    assert broken_numbers() == {"1e"}


@proves("design §4", "`check_invariants` finds what may never happen")
def test_a_seat_on_two_lines(house: House) -> None:
    session, _cart, _shifts = house.pick("1-4", "1-5")
    order = house.order(session)
    OrderLine.objects.filter(placement__order=order, seat=house.seat("1-4")).update(seat=house.seat("1-1"))
    assert broken_numbers() == {"1d", "1f"}


def test_a_sold_ticket_without_a_seat(house: House) -> None:
    OrderLine.objects.filter(seat=house.seat("1-1")).update(seat=None)
    assert broken_numbers() == {"1d", "1g"}


def test_a_hold_that_outlives_its_session(house: House) -> None:
    over = Now() - timedelta(seconds=2)
    held = VisitorSession.objects.filter(seat_claims__seat=house.seat("2-1"))
    VisitorSession.objects.filter(pk__in=held.values("pk")).update(expires_at=over)
    assert broken_numbers() == set(), "the sweep has three seconds"
    VisitorSession.objects.filter(pk__in=held.values("pk")).update(expires_at=over - timedelta(minutes=9))
    assert broken_numbers() == {"2a", "2d"}


def test_the_key_keeps_a_seat_from_being_claimed_twice(house: House) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        SeatClaim.objects.create(seat=house.seat("1-1"), holder=uuid.uuid4())
