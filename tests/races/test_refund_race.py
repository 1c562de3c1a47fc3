"""Two of the staff give the same money back at once, and the canary without the locks."""

from decimal import Decimal
from functools import partial
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import override_settings

from catalogue.models import Stock
from checkout.actions.orders.steps import StaffAction
from checkout.actions.refunds.giving_back import StepOutcome, cancel_order, refund_order
from checkout.models import OrderLine, OrderStep, Refund
from checkout.payments.ledger import record_capture
from checkout.refunds.refundable import Disposition, RefundCommand, RefundCommandLine, RefundScope
from shop.invariants import broken_invariants
from tests.factories import make_product, make_shop
from tests.proofs import proves
from tests.races.acts import at_once
from tests.races.canary import fails_without_locks
from tests.servers import Databases
from tests.stage import on, placed_order

STAFF = 4


def give_back_at_once(database: str, **env: str) -> None:
    """A shirt of 20 EUR is paid: some give its price back, some a part of it, some cancel the order."""
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        shop = make_shop("merchstand")
        order = placed_order(shop, make_product(shop, capacity=5))
        record_capture(payment=order.payments.get(), amount=Decimal("25.90"), event_id="statement")
        line, clerk = OrderLine.objects.get(), User.objects.create_user("clerk", is_staff=True)

        def asked() -> StaffAction:
            return StaffAction(uuid4(), clerk, "because")

        whole = RefundCommand(RefundScope.LINES, lines={line.pk: RefundCommandLine(1, None, Disposition.AGAIN)})
        cheaper = RefundCommand(
            RefundScope.LINES, lines={line.pk: RefundCommandLine(1, Decimal("15.00"), Disposition.KEPT)}
        )
        results = at_once(
            [partial(refund_order, order=order, command=whole, action=asked()) for _one in range(STAFF)]
            + [partial(refund_order, order=order, command=cheaper, action=asked()) for _one in range(STAFF)]
            + [
                partial(cancel_order, order=order, dispositions={}, shipping=True, action=asked())
                for _one in range(STAFF)
            ]
        )
        done = [one for one in results if isinstance(one, StepOutcome)]
        assert len(done) == OrderStep.objects.count() <= 3
        assert {one for one in results if isinstance(one, str)} <= {
            "REFUND_TOO_LARGE", "LINE_INVALIDATED", "NOTHING_CHOSEN", "BUSY",
        }  # fmt: skip
        assert sum(Refund.objects.values_list("amount", flat=True)) <= Decimal("25.90")
        line.refresh_from_db()
        assert Stock.objects.get().sold == (1 if line.invalidated_at is None else 0)
        assert broken_invariants() == {}


def press_twice(database: str, **env: str) -> None:
    """The same form is sent by an impatient member of the staff."""
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        shop = make_shop("merchstand")
        order = placed_order(shop, make_product(shop, capacity=5))
        record_capture(payment=order.payments.get(), amount=Decimal("25.90"), event_id="statement")
        once = StaffAction(uuid4(), User.objects.create_user("clerk", is_staff=True), "because")
        command = RefundCommand(RefundScope.AMOUNT, amount=Decimal("5.00"))
        results = at_once([partial(refund_order, order=order, command=command, action=once)] * STAFF)
        assert len([one for one in results if isinstance(one, StepOutcome)]) == STAFF
        assert Refund.objects.get().amount == Decimal("5.00")


@proves(
    "law PM-7",
    "through several payments the last one gives back first, none more than it brought; one can be "
    "chosen; never more than was paid, however many of the staff are at it; the same form sent twice is "
    "done once",
)
def test_no_more_goes_back_than_came_in(fresh_database: str) -> None:
    give_back_at_once(fresh_database)


@pytest.mark.whole
def test_canary_without_locks_more_goes_back(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, give_back_at_once)


def test_the_same_form_at_once_gives_back_once(fresh_database: str) -> None:
    press_twice(fresh_database)


@pytest.mark.whole
def test_canary_without_locks_the_same_form_is_refused(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, press_twice)
