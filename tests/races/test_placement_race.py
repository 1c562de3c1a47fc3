"""Several writes of one order at once, each with a connection of its own, and the canaries without the locks."""

from functools import partial
from uuid import UUID

import pytest
from django.test import override_settings

from catalogue.models import ProductVariant, Stock
from checkout.actions import PlaceRequest, choose_logistics, enter_addresses, invalidate_line, place_order
from checkout.models import Order, OrderLine, Placement
from checkout.payments.ledger import record_capture
from checkout.pricing.checkout import priced_checkout
from shop.invariants import broken_invariants
from tests.checkout.merging import merge
from tests.factories import ADDRESS, fill_cart, first_variant, make_event, make_shop
from tests.proofs import proves
from tests.races.acts import Act, at_once
from tests.races.canary import fails_without_locks
from tests.servers import Databases
from tests.stage import on

GUESTS = 12
LEFT = 5


def buy(ticket: ProductVariant, guest: int, into: Order | None = None) -> Placement:
    session, cart = fill_cart(ticket.event.owner, (ticket, 1))
    enter_addresses(session=session, billing=ADDRESS, shipping=None, email=f"guest-{guest}@example.org")
    choose_logistics(session=session, shipping_method="-1", payment_method="bank_transfer")
    cart.refresh_from_db()
    if into is not None:
        return merge(session, into=into)
    request = PlaceRequest(f"guest-{guest}", priced_checkout(cart).total, accepted_terms=True)
    return place_order(session=session, request=request)


def invalidate(line_id: UUID) -> OrderLine:
    return invalidate_line(line=OrderLine.objects.get(pk=line_id))


def ticket_of(capacity: int) -> ProductVariant:
    return first_variant(make_event(make_shop("merchstand"), capacity=capacity, cart_limit=9))


def grow(database: str, **env: str) -> None:
    """One order, whose owner's friends all add to it while there are a few pieces left."""
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        ticket = ticket_of(LEFT + 1)
        first = buy(ticket, 0)
        results = at_once([partial(buy, ticket, guest, first.order) for guest in range(1, GUESTS + 1)])
        placed = [one for one in results if isinstance(one, Placement)]
        assert (len(placed), results.count("SOLD_OUT")) == (LEFT, GUESTS - LEFT)
        assert sorted(one.number for one in placed) == list(range(2, LEFT + 2))
        assert Stock.objects.get().sold == LEFT + 1
        assert broken_invariants() == {}


def give_back(database: str, **env: str) -> None:
    """The lines of a sold-out order end, each told twice, while guests want what comes free."""
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        ticket = ticket_of(LEFT)
        session, cart = fill_cart(ticket.event.owner, (ticket, LEFT))
        enter_addresses(session=session, billing=ADDRESS, shipping=None, email="first@example.org")
        choose_logistics(session=session, shipping_method="-1", payment_method="bank_transfer")
        cart.refresh_from_db()
        total = priced_checkout(cart).total
        placement = place_order(session=session, request=PlaceRequest("first", total, accepted_terms=True))
        record_capture(payment=placement.payments.get(), amount=total, event_id="first")
        ending: list[Act] = [partial(invalidate, line.pk) for line in placement.lines.all() for _time in range(2)]
        results = at_once([*ending, *(partial(buy, ticket, guest) for guest in range(1, GUESTS + 1))])
        placed = [one for one in results if isinstance(one, Placement)]
        assert results.count("LINE_INVALIDATED") == LEFT
        assert len([one for one in results if isinstance(one, OrderLine)]) == LEFT
        assert Stock.objects.get().sold == len(placed) <= LEFT
        assert broken_invariants() == {}


@proves(
    "design §4",
    "32 buyers, half of them from the other end, empty stocks that their tickets share without a "
    "deadlock; one order's placements race for the last pieces; what comes back is sold once",
)
def test_an_order_grows_by_what_is_left_and_no_more(fresh_database: str) -> None:
    grow(fresh_database)


@pytest.mark.whole
def test_canary_without_locks_an_order_does_not_grow_well(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, grow)


def test_what_comes_back_is_sold_once(fresh_database: str) -> None:
    give_back(fresh_database)


@pytest.mark.whole
def test_canary_without_locks_a_line_ends_twice(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, give_back)
