"""A plan that is read in while somebody claims a seat: one waits for the other (design §4)."""

from collections.abc import Iterator
from datetime import timedelta
from threading import Event as Signal
from threading import Thread
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.utils import timezone

from catalogue.errors import SeatsTaken
from catalogue.models import Event, Seat, SeatClaim
from catalogue.seating.claims import claim_seats
from catalogue.seating.importing import SeatsClaimed, import_plan
from catalogue.seating.proposals import SeatRequest
from sessions_queue.models import VisitorSession
from shop.core.errors import ShopError
from tests.factories import make_event, make_shop
from tests.proofs import proves
from tests.seating import own, plan_of, seat_event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event() -> Event:
    event = make_event(make_shop())
    seat_event(event)
    return event


class Beside(Thread):
    """Runs on a connection of its own; `found` is what came of it."""

    def __init__(self, work: object) -> None:
        super().__init__()
        self.work = work
        self.found: object = None

    def run(self) -> None:
        try:
            self.found = self.work()  # type: ignore[operator]
        except (ShopError, SeatsTaken) as error:
            self.found = error
        finally:
            connection.close()


def claim(event: Event, seat: Seat, entered: Signal | None = None, go: Signal | None = None) -> None:
    later = timezone.now() + timedelta(minutes=5)
    session = VisitorSession.objects.create(shop=event.owner, expires_at=later)
    wish = SeatRequest(category=seat.pricing_category_id, amount=1, seat_ids=(seat.pk,))
    with transaction.atomic():
        claim_seats(event_id=event.pk, holder=uuid4(), session=session, requests=[wish])
        if entered and go:
            entered.set()
            go.wait(20)


@pytest.fixture
def without_balcony() -> Iterator[object]:
    yield plan_of(own(sections=own()["sections"][:1]))


@proves("design §4", "a plan that is read in and a claim wait for each other")
def test_a_seat_that_a_plan_takes_away_cannot_be_claimed_meanwhile(event: Event, without_balcony: object) -> None:
    seat = Seat.objects.get(place=9)
    buyer = Beside(lambda: claim(event, seat))
    with transaction.atomic():
        import_plan(event=event, plan=without_balcony)  # type: ignore[arg-type]
        buyer.start()
        buyer.join(1)
        assert buyer.is_alive()
    buyer.join(20)
    assert isinstance(buyer.found, SeatsTaken)
    assert not SeatClaim.objects.exists()


def test_a_plan_waits_for_a_claim_and_then_sees_it(event: Event, without_balcony: object) -> None:
    seat = Seat.objects.get(place=9)
    entered, go = Signal(), Signal()
    buyer = Beside(lambda: claim(event, seat, entered, go))
    buyer.start()
    assert entered.wait(20)
    staff = Beside(lambda: import_plan(event=event, plan=without_balcony))  # type: ignore[arg-type]
    staff.start()
    staff.join(1)
    assert staff.is_alive()
    go.set()
    buyer.join(20)
    staff.join(20)
    assert isinstance(staff.found, SeatsClaimed)
    assert SeatClaim.objects.get().seat == seat
