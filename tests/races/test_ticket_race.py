"""Payment services tell of an order's money all at once, too often or in parts: each piece gets one ticket. And the
canary.
"""

from functools import partial

import pytest
from django.test import override_settings

from aftersale.models import Ticket
from checkout.actions import place_order
from checkout.models import Payment, Placement
from checkout.payments.ledger import record_capture
from shop.invariants import broken_invariants
from shop.models import Mail
from tests.checkout.placing import click_of, ready_cart
from tests.factories import first_variant, make_event, make_shop
from tests.proofs import proves
from tests.races.acts import at_once
from tests.races.canary import fails_without_locks
from tests.servers import Databases
from tests.stage import on

EVENTS, ORDERS, TICKETS = 32, 4, 4


def orders() -> list[Payment]:
    """Each of so many tickets, and none of them paid."""
    ticket = first_variant(make_event(make_shop("merchstand")))
    for number in range(ORDERS):
        session, _request = ready_cart((ticket, TICKETS))
        place_order(session=session, request=click_of(session, f"key {number}"))
    return list(Payment.objects.order_by("created_at"))


def pay_at_once(database: str, **env: str) -> None:
    """Each order's money is told of by eight events: of the first two orders each tells of all of it, of the others all
    of them together do.
    """
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        each = EVENTS // ORDERS
        amounts = {one: one.amount / (1 if at < ORDERS // 2 else each) for at, one in enumerate(orders())}
        told = [
            partial(record_capture, payment=payment, amount=amount, event_id=f"{number} {payment.pk}")
            for number in range(each)
            for payment, amount in amounts.items()
        ]
        results = at_once(told)
        assert [one for one in results if isinstance(one, str)] == []
        for placement in Placement.objects.all():
            tickets = Ticket.objects.valid().filter(line__placement=placement)
            assert sorted(tickets.values_list("line__number", "position")) == [(at, 1) for at in range(1, TICKETS + 1)]
        assert Ticket.objects.count() == ORDERS * TICKETS
        assert Mail.objects.filter(kind="tickets").count() == ORDERS
        assert broken_invariants() == {}


@proves("design §6", "32 events that tell of orders' money at once; canary")
def test_thirty_two_events_issue_each_ticket_once(fresh_database: str) -> None:
    pay_at_once(fresh_database)


@pytest.mark.whole
def test_canary_without_the_orders_lock_they_do_not(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, pay_at_once)
