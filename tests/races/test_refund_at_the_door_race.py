"""Somebody is let in with a ticket while its money is asked back: only what came first happens. And the canaries."""

from collections.abc import Callable

import pytest
from django.test import override_settings

from aftersale.models import Admission, RefundOffer, Ticket
from aftersale.refunds.actions.mass_refunds import refund_order_by_offer
from aftersale.refunds.errors import TicketUsed
from checkout.models import Order, Refund
from shop.invariants import broken_invariants
from tests.aftersale.entrance.night import door, tell, told
from tests.aftersale.refunds.bought import CARD, ask, numbers, opened, tickets_paid
from tests.factories import make_event, make_shop
from tests.proofs import proves
from tests.races.canary import fails_without_locks
from tests.races.meeting import one_meets_the_other
from tests.servers import Databases
from tests.stage import on


def night() -> tuple[RefundOffer, Order, Ticket]:
    event = make_event(make_shop("merchstand"), price="30.00")
    order = tickets_paid(event, 1, by=CARD)
    return opened(event), order, Ticket.objects.select_related("line__variant").get()


def money_first(database: str, **env: str) -> None:
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        offer, order, ticket = night()
        left = door(offer.event)
        _asked, scans = one_meets_the_other(
            lambda: ask(order, offer, *numbers(order)), lambda: [one.verdict for one in tell(left, told(ticket))]
        )
        assert (scans, Refund.objects.count(), Admission.objects.count()) == (["ended"], 1, 0)
        assert broken_invariants() == {}


def entry_first(database: str, **env: str) -> None:
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        offer, order, ticket = night()
        left = door(offer.event)
        _scans, asked = one_meets_the_other(
            lambda: tell(left, told(ticket)), lambda: ask(order, offer, *numbers(order))
        )
        assert isinstance(asked, TicketUsed)
        assert (Refund.objects.count(), Admission.objects.count()) == (0, 1)
        assert broken_invariants() == {}


def entry_before_everybodys_money(database: str, **env: str) -> None:
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        offer, order, ticket = night()
        left = door(offer.event)
        _scans, given = one_meets_the_other(
            lambda: tell(left, told(ticket)), lambda: refund_order_by_offer(offer=offer, order=order)
        )
        assert given == (None, 0)
        assert (Refund.objects.count(), Admission.objects.count()) == (0, 1)
        assert broken_invariants() == {}


RACES = pytest.mark.parametrize("race", [money_first, entry_first, entry_before_everybodys_money])


@proves("purchase §8", "who is inside with a ticket gets no money for it")
@RACES
def test_nobody_enters_and_gets_the_money(fresh_database: str, race: Callable[..., None]) -> None:
    race(fresh_database)


@RACES
@pytest.mark.whole
def test_canary_without_locks_somebody_does(fresh_databases: Databases, race: Callable[..., None]) -> None:
    fails_without_locks(fresh_databases, race)
