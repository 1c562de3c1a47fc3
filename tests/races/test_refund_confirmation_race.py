"""An account is confirmed twice at once, or while the same tickets go back another way: money goes once, and nobody
meets an error. And canaries.
"""

from collections.abc import Callable

import pytest
from django.db import IntegrityError
from django.test import override_settings

from aftersale.models import RefundRequest
from aftersale.refunds.actions import confirm_request
from aftersale.refunds.errors import TicketUsed
from checkout.models import Order, Refund
from shop.invariants import broken_invariants
from shop.models import Mail
from tests.aftersale.refunds.bought import CARD, IBAN, ask, link_of, numbers, opened, tickets_paid
from tests.factories import make_event, make_shop
from tests.proofs import proves
from tests.races.canary import fails_without_locks
from tests.races.meeting import one_meets_the_other
from tests.servers import Databases
from tests.stage import on

State = RefundRequest.State


def confirmed(order: Order, token: str) -> object:
    try:
        return confirm_request(shop=order.shop, token=token)
    except IntegrityError as error:  # what the last line of defence says is no answer
        return error


def confirmed_twice(database: str, **env: str) -> None:
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        event = make_event(make_shop("merchstand"), price="30.00")
        offer, order = opened(event), tickets_paid(event, 1)
        request = ask(order, offer, *numbers(order), account_name="Mira Falk", iban=IBAN).request
        token = link_of(request)
        answers = one_meets_the_other(lambda: confirmed(order, token), lambda: confirmed(order, token))
        assert answers == (request, request)
        request.refresh_from_db()
        told = Mail.objects.filter(kind="refund_received").count()
        assert (request.state, Refund.objects.count(), told) == (State.APPROVED, 1, 1)
        assert broken_invariants() == {}


def the_way_it_came_first(database: str, **env: str) -> None:
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        event = make_event(make_shop("merchstand"), price="30.00")
        offer, order = opened(event), tickets_paid(event, 1, by=CARD)
        codes = numbers(order)
        request = ask(order, offer, *codes, account_name="Mira Falk", iban=IBAN).request
        token = link_of(request)
        _asked, met = one_meets_the_other(lambda: ask(order, offer, *codes), lambda: confirmed(order, token))
        assert isinstance(met, TicketUsed)
        request.refresh_from_db()
        assert (request.state, Refund.objects.count()) == (State.TO_CONFIRM, 1)
        assert broken_invariants() == {}


RACES = pytest.mark.parametrize("race", [confirmed_twice, the_way_it_came_first])


@proves("design §4", "confirmed twice at once, or while the tickets go back the way they were paid, money goes once")
@RACES
def test_money_goes_once(fresh_database: str, race: Callable[..., None]) -> None:
    race(fresh_database)


@RACES
@pytest.mark.whole
def test_canary_without_locks_it_does_not(fresh_databases: Databases, race: Callable[..., None]) -> None:
    fails_without_locks(fresh_databases, race)
