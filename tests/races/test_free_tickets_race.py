"""The link is followed at the moment at which the time for it is over: one of the two happens, wholly."""

from functools import partial

import pytest
from django.db.models import F
from django.test import override_settings

from aftersale.models import Ticket
from catalogue.models import Stock
from checkout.actions import confirm_tickets
from checkout.actions.orders.confirming import cancel_unconfirmed
from checkout.models import Placement
from checkout.orders.links import confirmation_token
from shop.invariants import broken_invariants
from shop.models import Mail
from tests.checkout.placing import place
from tests.factories import first_variant, make_event, make_shop
from tests.proofs import proves
from tests.races.acts import Act, at_once
from tests.races.canary import fails_without_locks
from tests.servers import Databases
from tests.stage import on

ORDERS, TIMES = 4, 3


def confirm_and_end(database: str, **env: str) -> None:
    """Each link is followed by several browsers, while several workers end what is over by the second."""
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        event = make_event(make_shop("merchstand"), price="0.00", capacity=ORDERS)
        placements = [place((first_variant(event), 1), key=f"guest-{n}") for n in range(ORDERS)]
        tokens = [confirmation_token(one) for one in placements]
        acts: list[Act] = []
        for placement, token in zip(placements, tokens, strict=True):
            acts += [partial(confirm_tickets, shop=placement.shop, token=token)] * TIMES
            acts += [partial(end_now, placement)] * TIMES
        results = at_once(acts)
        ended = Placement.objects.filter(cancelled_at__isnull=False, paid_at=None, confirmed_at=None)
        issued = Placement.objects.filter(paid_at__isnull=False, cancelled_at=None)
        assert ended.count() + issued.count() == ORDERS
        assert results.count(True) == ended.count()
        assert Ticket.objects.valid().count() == Stock.objects.get().sold == issued.count()
        assert Mail.objects.filter(kind="confirmation").count() == issued.count()
        assert broken_invariants() == {}


def end_now(placement: Placement) -> bool:
    """A worker whose look came before the link was followed."""
    Placement.objects.filter(pk=placement.pk, confirmed_at=None).update(confirm_by=F("placed_at"))
    return cancel_unconfirmed(placement=placement)


@proves(
    "docs/decisions/0074",
    "of the link and the end of its time exactly one wins; without the order's lock this check fails",
)
def test_of_the_link_and_the_end_one_wins(fresh_database: str) -> None:
    confirm_and_end(fresh_database)


@pytest.mark.whole
def test_canary_without_the_lock_both_do(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, confirm_and_end)
